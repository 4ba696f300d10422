using Microsoft.CodeAnalysis;
using StreamTuning.Measuring;

namespace StreamTuning.Tool;

/// <summary>How much the command tells besides its result.</summary>
internal enum Verbosity
{
    Quiet,
    Normal,
    Detailed,
}

/// <summary>The form of a report.</summary>
internal enum ReportFormat
{
    Table,
    Sarif,
    Json,
    Html,
    Md,
}

/// <summary>What the command line asks for.</summary>
internal sealed record ScanOptions
{
    /// <summary>A solution, project or folder, as an absolute path.</summary>
    public required string Path { get; init; }

    /// <summary>Scans every repository below the path.</summary>
    public bool All { get; init; }

    public ReportFormat Format { get; init; }

    /// <summary>The file of the report, as an absolute path; null for standard output.</summary>
    public string? Output { get; init; }

    public bool Fix { get; init; }

    /// <summary>Shows what <see cref="Fix"/> would change, and changes nothing.</summary>
    public bool DryRun { get; init; }

    /// <summary>Findings below are left out.</summary>
    public DiagnosticSeverity Severity { get; init; } = DiagnosticSeverity.Info;

    /// <summary>The severity from which on findings make the command fail; null for never.</summary>
    public DiagnosticSeverity? FailOn { get; init; } = DiagnosticSeverity.Warning;

    /// <summary>The one target framework to look at; null for all.</summary>
    public string? Framework { get; init; }

    public string? Configuration { get; init; }

    /// <summary>Properties for MSBuild.</summary>
    public IReadOnlyList<(string Name, string Value)> Properties { get; init; } = [];

    public RuleFilter Rules { get; init; } = RuleFilter.All;

    /// <summary>A report in JSON whose findings are known and do not count; null for none.</summary>
    public string? Baseline { get; init; }

    /// <summary>A directory that is measured first, as an absolute path; null for none.</summary>
    public string? MeasuredDirectory { get; init; }

    /// <summary>Measurements in JSON, of a directory, a container, or both.</summary>
    public IReadOnlyList<string> MeasuredFiles { get; init; } = [];

    /// <summary>How the directory is measured, and how large the files are that the code copies.</summary>
    public MeasureOptions Measure { get; init; } = new();

    public bool Restore { get; init; } = true;

    public Verbosity Verbosity { get; init; } = Verbosity.Normal;
}
