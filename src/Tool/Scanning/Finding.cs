using Microsoft.CodeAnalysis;
using StreamTuning.Analyzers;
using StreamTuning.Tool.Costs;

namespace StreamTuning.Tool.Scanning;

/// <summary>One place that a rule reports, once for all target frameworks and projects that compile it.</summary>
internal sealed record Finding
{
    public required Rule Rule { get; init; }

    public required DiagnosticSeverity Severity { get; init; }

    public required string Message { get; init; }

    /// <summary>The file, as an absolute path.</summary>
    public required string Path { get; init; }

    /// <summary>The file as reports name it.</summary>
    public required string File { get; init; }

    /// <summary>Lines and columns from 1; the end is behind the last character.</summary>
    public required int StartLine { get; init; }

    public required int StartColumn { get; init; }

    public required int EndLine { get; init; }

    public required int EndColumn { get; init; }

    /// <summary>The lines around the place; empty where there is no text.</summary>
    public required IReadOnlyList<string> Excerpt { get; init; }

    /// <summary>The number of the first line of <see cref="Excerpt"/>.</summary>
    public required int ExcerptLine { get; init; }

    /// <summary>The same for the same finding when lines move.</summary>
    public string Fingerprint { get; init; } = "";

    /// <summary>The projects that compile the place, as reports name them.</summary>
    public required IReadOnlyList<string> Projects { get; init; }

    /// <summary>The target frameworks that it is reported for.</summary>
    public required IReadOnlyList<string> Frameworks { get; init; }

    /// <summary>What the code costs on the storage; <see langword="null"/> if it is about no writes to a file.</summary>
    public FindingCost? Cost { get; init; }

    public string SeverityWord => Word(Severity);

    /// <summary>The line that the place begins in.</summary>
    public string Line => StartLine - ExcerptLine is var index && index >= 0 && index < Excerpt.Count ? Excerpt[index] : "";

    public static string Word(DiagnosticSeverity severity) => severity switch
    {
        DiagnosticSeverity.Error => "error",
        DiagnosticSeverity.Warning => "warning",
        _ => "suggestion",
    };
}
