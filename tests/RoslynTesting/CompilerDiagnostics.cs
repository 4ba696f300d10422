namespace Microsoft.CodeAnalysis.Testing;

/// <summary>Which diagnostics of the compiler a test has to declare.</summary>
public enum CompilerDiagnostics
{
    /// <summary>None.</summary>
    None,

    /// <summary>Errors (the default).</summary>
    Errors,

    /// <summary>Errors and warnings.</summary>
    Warnings,

    /// <summary>Errors, warnings and suggestions.</summary>
    Suggestions,

    /// <summary>All, hidden ones too.</summary>
    All,
}
