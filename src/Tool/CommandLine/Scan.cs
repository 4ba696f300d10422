using Microsoft.CodeAnalysis;
using StreamTuning.Analyzers;
using StreamTuning.Measuring;
using StreamTuning.Tool.Blobs;
using StreamTuning.Tool.Costs;
using StreamTuning.Tool.Fixing;
using StreamTuning.Tool.Loading;
using StreamTuning.Tool.Measuring;
using StreamTuning.Tool.Reports;
using StreamTuning.Tool.Scanning;

namespace StreamTuning.Tool.CommandLine;

/// <summary>All that one command does: load, analyze, fix, report.</summary>
internal sealed class Scan(ScanOptions options, ToolConsole console)
{
    /// <summary>How many errors of a project are told; all are in the reports.</summary>
    private const int ToldErrors = 3;

    private readonly Progress _progress = new(console, options.Verbosity);

    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public async Task<int> RunAsync(CancellationToken cancellationToken)
    {
        // What is wrong is said before a measurement takes its time.
        ScanTarget? target = options.All ? null : await FindOneAsync(cancellationToken);
        IReadOnlyList<string> paths = options.All ? ScanTarget.FindAll(options.Path) : [];
        Baseline baseline = options.Baseline is { } file ? await Baseline.ReadAsync(file, cancellationToken) : Baseline.Empty;
        MeasuredFiles known = await MeasuredFiles.ReadAsync(options.MeasuredFiles, cancellationToken);
        StorageMeasurement? measured = options.MeasuredDirectory is { } directory
            ? await Measurer.RunAsync(directory, options.Measure, _progress, cancellationToken)
            : known.Storage;
        StorageCosts costs = StorageCosts.Of(measured, options.Measure.TypicalSize, known.Blobs?.ToCosts());
        ScanResult result = target is null
            ? await ScanAllAsync(paths, costs, baseline, cancellationToken)
            : await ScanAsync(target, costs, baseline, cancellationToken);
        await Report.WriteAsync(result, options, console, cancellationToken);
        _progress.Note(result.Summary);
        return ExitCodeOf(result, options.FailOn);
    }

    private async Task<ScanTarget> FindOneAsync(CancellationToken cancellationToken)
    {
        ScanTarget target = await ScanTarget.FindAsync(options.Path, options.Exclude, excludeRoot: null, cancellationToken);
        return target.Projects.Count > 0
            ? target
            : throw new ToolException(
                $"'{target.Path}': all of its C# projects are excluded, by --exclude or as a part of a folder named "
                + $"{string.Join(", ", PathFilter.DefaultFolders)}.",
                ExitCode.Usage);
    }

    /// <summary>
    /// Scans every repository below the folder, and each project once. A repository that cannot be scanned is a row that says so.
    /// </summary>
    private async Task<ScanResult> ScanAllAsync(
        IReadOnlyList<string> paths, StorageCosts costs, Baseline baseline, CancellationToken cancellationToken)
    {
        var repositories = new List<RepositoryResult>();
        var scanned = new HashSet<string>(Files.PathComparer);
        foreach (string path in paths)
        {
            string name = Files.Relative(options.Path, path);
            _progress.Note($"{name}:");
            try
            {
                ScanTarget target = await ScanTarget.FindAsync(path, options.Exclude, options.Path, cancellationToken);
                target = target with { Projects = [.. target.Projects.Where(project => !scanned.Contains(project))] };
                if (target.Projects.Count == 0)
                {
                    _progress.Note($"{name}: its projects are excluded, or were scanned with another solution.");
                    continue;
                }

                repositories.Add(new RepositoryResult(path, await ScanAsync(target, costs, baseline, cancellationToken), null));
                // After it: the projects of a solution that cannot be scanned may still be scanned with another.
                scanned.UnionWith(target.Projects);
            }
            catch (ToolException e)
            {
                _progress.Fail(e.Message);
                repositories.Add(new RepositoryResult(path, null, e.Message));
            }
        }

        return repositories.Count > 0
            ? ScanResult.Of(options.Path, repositories, costs)
            : throw new ToolException($"'{options.Path}': all of its C# projects are excluded.", ExitCode.Usage);
    }

    private async Task<ScanResult> ScanAsync(
        ScanTarget target, StorageCosts costs, Baseline baseline, CancellationToken cancellationToken)
    {
        using var loader = new ProjectLoader(options, _progress);
        if (options.Restore)
        {
            await _progress.StepAsync("Restoring packages", () => loader.RestoreAsync(target, cancellationToken));
        }

        IReadOnlyList<CompilerCall> calls = await _progress.StepAsync(
            $"Loading {Text.Count(target.Projects.Count, "project")}", () => loader.LoadAsync(target, cancellationToken));
        using LoadedSolution loaded = LoadedSolution.Create(calls, target);
        var analysis = new Analysis(loaded, options);
        IReadOnlyList<ProjectAnalysis> analyses = await _progress.StepAsync(
            "Running the rules", () => AnalyzeAsync(loaded, analysis, cancellationToken));
        IReadOnlyList<Finding> findings = await Findings.CollectAsync(analyses, target.Root, cancellationToken);
        IReadOnlyList<RuleCount>? fixedRules = null;
        IReadOnlyList<RuleCount>? leftRules = null;
        IReadOnlyList<ChangedFile> changed = [];
        var unwritten = new Dictionary<string, string>(Files.PathComparer);
        if (options.Fix)
        {
            var fixer = new Fixer(loaded, analysis, _progress);
            changed = await FixAsync(target, loaded, fixer, analyses, unwritten, cancellationToken);
            IReadOnlyList<Finding> after = await Findings.CollectAsync(fixer.Analyses, target.Root, cancellationToken);
            // A file that could not be written is as it was.
            IReadOnlyList<Finding> left = Findings.Order(
            [
                .. after.Where(finding => !unwritten.ContainsKey(finding.Path)),
                .. findings.Where(finding => unwritten.ContainsKey(finding.Path)),
            ]);
            if (options.DryRun)
            {
                // Like the findings that they are shown with.
                Finding[] newLeft = Unknown(left);
                fixedRules = Compare(Unknown(findings), newLeft);
                leftRules = Compare(newLeft, []);
            }
            else
            {
                fixedRules = Compare(findings, left);
                analyses = [.. fixer.Analyses];
                findings = left;
            }
        }

        Finding[] counted = Unknown(findings);
        var result = new ScanResult
        {
            Target = target.Path,
            Root = target.Root,
            Projects = Projects(target, loader, loaded, analyses),
            Findings = costs.Rank(counted),
            Suppressed = Findings.CountSuppressed(analyses),
            Known = findings.Count - counted.Length,
            Failures =
            [
                .. loader.Errors.Where(static error => error.Project is null).Select(static error => error.Text),
                .. analysis.Failures,
                .. unwritten.Values,
            ],
            Fixed = fixedRules,
            Left = leftRules,
            Unverified = options.VerifyNoChanges ? [.. changed.Select(file => Files.Relative(target.Root, file.Path))] : [],
            Costs = costs,
        };
        Tell(result);
        return result;

        Finding[] Unknown(IReadOnlyList<Finding> all) => [.. all.Where(finding => !baseline.Contains(finding))];
    }

    /// <summary>What the command ends with.</summary>
    /// <param name="result">What was found.</param>
    /// <param name="failOn">The severity from which on findings count; null for never.</param>
    public static int ExitCodeOf(ScanResult result, DiagnosticSeverity? failOn) =>
        !result.Succeeded ? ExitCode.Failure
        : result.Unverified.Count > 0 ? ExitCode.Findings
        : failOn is { } severity && result.Findings.Any(finding => finding.Severity >= severity) ? ExitCode.Findings
        : ExitCode.Clean;

    private async Task<IReadOnlyList<ProjectAnalysis>> AnalyzeAsync(
        LoadedSolution loaded, Analysis analysis, CancellationToken cancellationToken)
    {
        var analyses = new List<ProjectAnalysis>();
        var begun = new HashSet<string?>(Files.PathComparer);
        int all = loaded.Scanned.Select(id => loaded.Solution.GetProject(id)!.FilePath).Distinct(Files.PathComparer).Count();
        foreach (ProjectId id in loaded.Scanned)
        {
            Project project = loaded.Solution.GetProject(id)!;
            begun.Add(project.FilePath);
            _progress.At($"project {begun.Count} of {all}: {project.Name}");
            analyses.Add(await analysis.RunAsync(project, cancellationToken));
        }

        return analyses;
    }

    /// <summary>
    /// Applies the fixes, to the files or as a diff, and adds the files that cannot be written to <paramref name="unwritten"/>, with why.
    /// </summary>
    /// <returns>The files that they change.</returns>
    private async Task<IReadOnlyList<ChangedFile>> FixAsync(
        ScanTarget target,
        LoadedSolution loaded,
        Fixer fixer,
        IReadOnlyList<ProjectAnalysis> before,
        Dictionary<string, string> unwritten,
        CancellationToken cancellationToken)
    {
        IReadOnlyList<ChangedFile> files = await _progress.StepAsync("Fixing", async () =>
        {
            await fixer.RunAsync(before, cancellationToken);
            return await ChangedFile.CompareAsync(loaded.Solution, fixer.Solution, cancellationToken);
        });
        foreach (string line in options.ShowDiff ? files.SelectMany(file => file.Diff(target.Root)) : [])
        {
            await console.Output.WriteAsync(line + "\n");
        }

        foreach (ChangedFile file in options.DryRun ? [] : files)
        {
            try
            {
                await file.WriteAsync(cancellationToken);
            }
            catch (ToolException e)
            {
                unwritten[file.Path] = e.Message;
            }
        }

        return files;
    }

    /// <summary>What is no longer found, by rule.</summary>
    private static IReadOnlyList<RuleCount> Compare(IReadOnlyList<Finding> found, IReadOnlyList<Finding> left)
    {
        var fixedRules = new List<RuleCount>();
        IEnumerable<IGrouping<Rule, Finding>> byRule = found
            .GroupBy(static finding => finding.Rule)
            .OrderBy(static group => group.Key.Id, StringComparer.Ordinal);
        foreach (IGrouping<Rule, Finding> ofRule in byRule)
        {
            var changed = ofRule.GroupBy(static finding => finding.File)
                .Select(file => (
                    file.Key,
                    Count: file.Count() - left.Count(finding => finding.Rule == ofRule.Key && finding.File == file.Key)))
                .Where(static file => file.Count > 0)
                .ToList();
            if (changed.Count > 0)
            {
                string[] files = [.. changed.Select(static file => file.Key).Order(StringComparer.Ordinal)];
                fixedRules.Add(new RuleCount(ofRule.Key, changed.Sum(static file => file.Count), files));
            }
        }

        return fixedRules;
    }

    private List<ProjectResult> Projects(
        ScanTarget target, ProjectLoader loader, LoadedSolution loaded, IReadOnlyList<ProjectAnalysis> analyses)
    {
        var projects = new List<ProjectResult>();
        foreach (string project in target.Projects)
        {
            ProjectAnalysis[] ours = [.. analyses.Where(one => Files.PathComparer.Equals(one.Project.FilePath, project))];
            bool IsOfProject(BuildMessage message) => Files.PathComparer.Equals(message.Project, project);
            string[] errors = [.. loader.Errors.Where(IsOfProject).Select(static error => error.Text)];
            string[] warnings = [.. loaded.Warnings.Where(IsOfProject).Select(static warning => warning.Text).Distinct()];
            int compileErrors = ours.Select(static one => one.CompileErrors).DefaultIfEmpty().Max();
            bool isForOthers = ours.Length == 0 && errors.Length == 0 && options.Framework is not null;
            if (isForOthers)
            {
                warnings = [$"The project does not target {options.Framework}."];
            }
            else if (ours.Length == 0 && errors.Length == 0)
            {
                errors = ["MSBuild gives no arguments of the C# compiler for this project."];
            }

            ProjectState state = errors.Length > 0 ? ProjectState.Failed
                : isForOthers ? ProjectState.Skipped
                : compileErrors > 0 || warnings.Length > 0 ? ProjectState.Incomplete
                : ProjectState.Scanned;
            projects.Add(new ProjectResult(
                Files.Relative(target.Root, project),
                state,
                [.. ours.Select(static one => one.Framework).Where(static framework => framework.Length > 0)],
                compileErrors,
                [
                    .. errors,
                    .. warnings,
                    .. ours.Select(static one => one.FirstCompileError).OfType<string>().Take(1)
                        .Select(static error => "The first compile error: " + error),
                ])
            {
                IsAnalyzed = ours.Length > 0,
            });
        }

        projects.AddRange(target.Skipped.Select(project => new ProjectResult(
            Files.Relative(target.Root, project.Path), ProjectState.Skipped, [], 0, [project.Reason])));
        return projects;
    }

    private void Tell(ScanResult result)
    {
        foreach (ProjectResult project in result.Projects)
        {
            string messages = string.Join("\n  ", project.Messages.Take(ToldErrors))
                + (project.Messages.Count > ToldErrors ? $"\n  and {project.Messages.Count - ToldErrors} more" : "");
            switch (project.State)
            {
                case ProjectState.Failed:
                    string command = $"dotnet {(options.Restore ? "restore" : "build")} \"{Path.GetFullPath(project.Path, result.Root)}\"";
                    _progress.Fail(
                        $"{project.Path} could not be loaded as it should, so findings may be missing:\n  {messages}\n"
                        + $"  See what '{command}' says, and scan again when that works.");
                    break;
                case ProjectState.Incomplete when project.CompileErrors > 0:
                    string restore = options.Restore ? "" : " Packages were not restored first (--no-restore).";
                    string errors = Text.Count(project.CompileErrors, "compile error");
                    _progress.Warn($"{project.Path} has {errors}, so findings may be missing.{restore} 'dotnet build' shows them."
                        + (messages.Length > 0 ? "\n  " + messages : ""));
                    break;
                case ProjectState.Incomplete:
                    _progress.Warn($"{project.Path}: {messages}");
                    break;
                case ProjectState.Skipped:
                    _progress.Note($"{project.Path} skipped: {messages}");
                    break;
                default:
                    break;
            }
        }

        foreach (string failure in result.Failures)
        {
            _progress.Fail(failure);
        }

        if (result.Fixed is { } fixedRules)
        {
            TellCounts(options.DryRun ? "Would be fixed" : "Fixed", fixedRules, "Nothing to fix for many places at once.");
        }

        if (result.Left is { } left)
        {
            TellCounts("Would be left", left, "Nothing would be left.");
        }

        if (result.Unverified.Count > 0)
        {
            _progress.Fail($"--fix would change {Text.Count(result.Unverified.Count, "file")}: {string.Join(", ", result.Unverified)}");
        }
    }

    private void TellCounts(string verb, IReadOnlyList<RuleCount> rules, string otherwise)
    {
        int files = rules.SelectMany(static rule => rule.Files).Distinct().Count();
        _progress.Note(rules.Count == 0
            ? otherwise
            : $"{verb}: {Text.Count(rules.Sum(static rule => rule.Count), "finding")} in {Text.Count(files, "file")} ("
                + string.Join(", ", rules.Select(static rule => $"{rule.Rule.Id} {rule.Count}")) + ").");
    }
}
