using Microsoft.CodeAnalysis;
using StreamTuning.Analyzers;
using StreamTuning.Tool.Costs;

namespace StreamTuning.Tool.Scanning;

/// <summary>What became of a project.</summary>
internal enum ProjectState
{
    /// <summary>All of it was scanned.</summary>
    Scanned,

    /// <summary>It was scanned, but does not compile, so findings may be missing.</summary>
    Incomplete,

    /// <summary>It could not be loaded as it should.</summary>
    Failed,

    /// <summary>It is of another language, excluded, or not for the framework that was asked for.</summary>
    Skipped,
}

/// <summary>A project, and what became of it.</summary>
/// <param name="Path">The project file as reports name it.</param>
/// <param name="State">What became of it.</param>
/// <param name="Frameworks">The target frameworks that were scanned.</param>
/// <param name="CompileErrors">The errors that the compiler reports, in the framework with the most of them.</param>
/// <param name="Messages">What went wrong.</param>
internal sealed record ProjectResult(
    string Path, ProjectState State, IReadOnlyList<string> Frameworks, int CompileErrors, IReadOnlyList<string> Messages)
{
    /// <summary>Whether rules ran on it. A project that could not be loaded as it should can have findings too.</summary>
    public bool IsAnalyzed { get; init; } = State is ProjectState.Scanned or ProjectState.Incomplete;
}

/// <summary>Findings of a rule that were fixed or are left.</summary>
internal sealed record RuleCount(Rule Rule, int Count, IReadOnlyList<string> Files);

/// <summary>What a scan has found.</summary>
internal sealed record ScanResult
{
    /// <summary>What was scanned, as an absolute path.</summary>
    public required string Target { get; init; }

    /// <summary>The folder that files are relative to.</summary>
    public required string Root { get; init; }

    public required IReadOnlyList<ProjectResult> Projects { get; init; }

    /// <summary>The findings, the worst places first.</summary>
    public required IReadOnlyList<Finding> Findings { get; init; }

    /// <summary>How many findings the sources suppress.</summary>
    public required int Suppressed { get; init; }

    /// <summary>How many findings the baseline has.</summary>
    public required int Known { get; init; }

    /// <summary>Rules that failed, and what is about no project.</summary>
    public required IReadOnlyList<string> Failures { get; init; }

    /// <summary>What was fixed, or would be of the findings that the baseline does not have; null if that was not asked for.</summary>
    public IReadOnlyList<RuleCount>? Fixed { get; init; }

    /// <summary>What the fixes would leave; null unless this is a dry run, whose findings are those on the disk.</summary>
    public IReadOnlyList<RuleCount>? Left { get; init; }

    /// <summary>Files that the fixes would change although none may change.</summary>
    public IReadOnlyList<string> Unverified { get; init; } = [];

    /// <summary>The repositories, the most expensive first; null unless all below a folder were scanned.</summary>
    public IReadOnlyList<RepositoryResult>? Repositories { get; init; }

    /// <summary>Where the costs of the findings are from.</summary>
    public StorageCosts? Costs { get; init; }

    /// <summary>One result of those of all repositories below a folder.</summary>
    public static ScanResult Of(string folder, IReadOnlyList<RepositoryResult> repositories, StorageCosts costs)
    {
        ScanResult[] results = [.. repositories.Select(static one => one.Result).OfType<ScanResult>()];
        return new ScanResult
        {
            Target = folder,
            Root = folder,
            Projects =
            [
                .. results.SelectMany(result => result.Projects.Select(project => project with { Path = Below(result, project.Path) }))
                    .DistinctBy(static project => project.Path),
            ],
            Findings = costs.Rank(results.SelectMany(result => result.Findings.Select(finding => finding with
            {
                File = Files.Relative(folder, finding.Path),
                Projects = [.. finding.Projects.Select(project => Below(result, project))],
            })).DistinctBy(static finding => (
                finding.Path, finding.Rule.Id, finding.StartLine, finding.StartColumn, finding.EndLine, finding.EndColumn))),
            Suppressed = results.Sum(static result => result.Suppressed),
            Known = results.Sum(static result => result.Known),
            Failures =
            [
                .. repositories.Select(static one => one.Failure).OfType<string>(),
                .. results.SelectMany(static result => result.Failures),
            ],
            Repositories =
            [
                .. repositories.OrderByDescending(static one => one.Saved).ThenByDescending(static one => one.Result?.Findings.Count ?? 0),
            ],
            Costs = costs,
        };

        string Below(ScanResult result, string path) => Files.Relative(folder, Path.GetFullPath(path, result.Root));
    }

    public bool Succeeded => Failures.Count == 0 && Projects.All(static project => project.State != ProjectState.Failed);

    /// <summary>The findings by rule, the worst rules first.</summary>
    public IReadOnlyList<RuleFindings> ByRule =>
    [
        .. Findings.GroupBy(static finding => finding.Rule)
            .Select(static group => new RuleFindings(group.Key, [.. group]))
            .OrderByDescending(static rule => rule.Severity)
            .ThenByDescending(static rule => rule.Findings.Count)
            .ThenBy(static rule => rule.Rule.Id, StringComparer.Ordinal),
    ];

    public int Count(DiagnosticSeverity severity) => Findings.Count(finding => finding.Severity == severity);

    /// <summary>One line about all of it.</summary>
    public string Summary
    {
        get
        {
            int files = Findings.Select(static finding => finding.File).Distinct(Files.PathComparer).Count();
            int fixable = Findings.Count(static finding => finding.Rule.FixAllForms != RuleFixes.None);
            string found = Findings.Count == 0
                ? "No findings"
                : $"{Text.Count(Findings.Count, "finding")} in {Text.Count(files, "file")}: "
                    + string.Join(", ", new[] { DiagnosticSeverity.Error, DiagnosticSeverity.Warning, DiagnosticSeverity.Info }
                        .Where(severity => Count(severity) > 0)
                        .Select(severity => Text.Count(Count(severity), Finding.Word(severity))))
                    + (Left is { } left ? $"; --fix would fix {Text.Number(Sum(Fixed!))} and leave {Text.Number(Sum(left))}"
                        : Fixed is null && fixable > 0 ? $"; --fix may fix {Text.Number(fixable)}"
                        : "");
            string[] besides =
            [
                .. Suppressed > 0 ? [$"{Text.Number(Suppressed)} suppressed in the sources"] : Array.Empty<string>(),
                .. Known > 0 ? [$"{Text.Number(Known)} known from the baseline"] : Array.Empty<string>(),
            ];
            int failed = Projects.Count(static project => project.State == ProjectState.Failed);
            int scanned = Projects.Count(static project => project.IsAnalyzed);
            return $"{found}. {Text.Count(scanned, "project")} scanned"
                + (failed > 0 ? $", and {Text.Number(failed)} could not be loaded completely" : "")
                + (besides.Length > 0 ? $" ({string.Join(", ", besides)})." : ".");

            static int Sum(IReadOnlyList<RuleCount> rules) => rules.Sum(static rule => rule.Count);
        }
    }
}

/// <summary>What became of a repository.</summary>
/// <param name="Path">Its solution or folder, as an absolute path.</param>
/// <param name="Result">What was found; null if it could not be scanned.</param>
/// <param name="Failure">Why not.</param>
internal sealed record RepositoryResult(string Path, ScanResult? Result, string? Failure)
{
    /// <summary>The seconds that one copy at each of its places would save together.</summary>
    public double Saved => Result?.Findings.Sum(static finding => finding.Cost?.Saved ?? 0) ?? 0;

    /// <summary>The cells of its row: name, errors, warnings, suggestions, and the seconds that can be saved.</summary>
    /// <param name="folder">What names are relative to.</param>
    public string[] Row(string folder) => Result is { } result
        ?
        [
            Files.Relative(folder, Path) + (result.Succeeded ? "" : " (incomplete)"),
            Text.Number(result.Count(DiagnosticSeverity.Error)),
            Text.Number(result.Count(DiagnosticSeverity.Warning)),
            Text.Number(result.Count(DiagnosticSeverity.Info)),
            Saved > 0 ? StreamTuning.Measuring.Units.Time(Saved) : "",
        ]
        : [Files.Relative(folder, Path), "could not be scanned", "", "", ""];

    /// <summary>The headings of the rows.</summary>
    public static string[] Head { get; } = ["Repository", "Errors", "Warnings", "Suggestions", "Saved by one copy at each place"];
}

/// <summary>The findings of a rule.</summary>
internal sealed record RuleFindings(Rule Rule, IReadOnlyList<Finding> Findings)
{
    public DiagnosticSeverity Severity => Findings.Max(static finding => finding.Severity);

    /// <summary>Who fixes them.</summary>
    public string Fix => Rule.FixAllForms != RuleFixes.None ? "--fix" : Rule.Fixes != RuleFixes.None ? "one by one" : "by hand";
}
