namespace Microsoft.CodeAnalysis.Testing;

/// <summary>How marks are interpreted.</summary>
[Flags]
public enum MarkupOptions
{
    /// <summary>Unnamed marks need an analyzer with exactly one descriptor.</summary>
    None = 0,

    /// <summary>Unnamed marks stand for the first descriptor of the first analyzer.</summary>
    UseFirstDescriptor = 1,

    /// <summary><c>$$</c> is code, for raw strings.</summary>
    TreatPositionIndicatorsAsCode = 2,
}
