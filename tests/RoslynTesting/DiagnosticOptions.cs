namespace Microsoft.CodeAnalysis.Testing;

/// <summary>What is compared of a diagnostic.</summary>
[Flags]
public enum DiagnosticOptions
{
    /// <summary>Everything.</summary>
    None = 0,

    /// <summary>Not the additional locations.</summary>
    IgnoreAdditionalLocations = 1,

    /// <summary>Not the severity.</summary>
    IgnoreSeverity = 2,
}
