namespace Microsoft.CodeAnalysis.Testing;

/// <summary>An expected location.</summary>
public readonly struct DiagnosticLocation
{
    /// <summary>A location with what to compare of it.</summary>
    public DiagnosticLocation(FileLinePositionSpan span, DiagnosticLocationOptions options)
    {
        Span = span;
        Options = options;
    }

    /// <summary>Path and lines; the path is a key with <see cref="DiagnosticLocationOptions.InterpretAsMarkupKey"/>.</summary>
    public FileLinePositionSpan Span { get; }

    /// <summary>What is compared.</summary>
    public DiagnosticLocationOptions Options { get; }
}
