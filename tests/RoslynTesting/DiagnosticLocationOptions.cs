namespace Microsoft.CodeAnalysis.Testing;

/// <summary>What is compared of a location.</summary>
[Flags]
public enum DiagnosticLocationOptions
{
    /// <summary>Path, start and end.</summary>
    None = 0,

    /// <summary>Path and start.</summary>
    IgnoreLength = 1,

    /// <summary>The path is the key of a mark such as <c>{|#0:x|}</c>.</summary>
    InterpretAsMarkupKey = 2,
}
