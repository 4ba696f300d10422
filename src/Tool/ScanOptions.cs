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

/// <summary>A report that is asked for.</summary>
/// <param name="Format">Its form.</param>
/// <param name="File">The file, as an absolute path; null for standard output.</param>
internal sealed record ReportFile(ReportFormat Format, string? File);

/// <summary>What the command line asks for.</summary>
internal sealed record ScanOptions
{
    /// <summary>A solution, project or folder, as an absolute path.</summary>
    public required string Path { get; init; }

    /// <summary>Scans every repository below the path.</summary>
    public bool All { get; init; }

    public IReadOnlyList<ReportFile> Reports { get; init; } = [new(ReportFormat.Table, null)];

    /// <summary>Fixes what can be fixed for many places at once.</summary>
    public bool Fix { get; init; }

    /// <summary>Finds out what <see cref="Fix"/> would change, and changes nothing.</summary>
    public bool DryRun { get; init; }

    /// <summary>Writes the changes to standard output.</summary>
    public bool ShowDiff { get; init; }

    /// <summary>Fails if <see cref="Fix"/> would change a file.</summary>
    public bool VerifyNoChanges { get; init; }

    /// <summary>Globs of files and projects to leave out.</summary>
    public IReadOnlyList<string> Exclude { get; init; } = [];

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
