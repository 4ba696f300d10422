namespace Microsoft.CodeAnalysis.Testing;

/// <summary>Checks of an analyzer that a test leaves out.</summary>
[Flags]
public enum TestBehaviors
{
    /// <summary>Nothing is left out.</summary>
    None = 0,

    /// <summary>Leaves out the run as generated code.</summary>
    SkipGeneratedCodeCheck = 1,

    /// <summary>Leaves out the run under <c>#pragma warning disable</c>.</summary>
    SkipSuppressionCheck = 2,
}
