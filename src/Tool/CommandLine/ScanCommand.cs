using System.CommandLine;
using System.CommandLine.Parsing;
using Microsoft.CodeAnalysis;
using StreamTuning.Analyzers;
using StreamTuning.Measuring;
using StreamTuning.Tool.Loading;

namespace StreamTuning.Tool.CommandLine;

/// <summary>The command line: what there is to ask for, and how the command ends.</summary>
internal static class ScanCommand
{
    private const string ErrorWord = "error";
    private const string WarningWord = "warning";
    private const string SuggestionWord = "suggestion";
    private const string NeverWord = "never";

    /// <summary>Runs the command.</summary>
    /// <param name="arguments">The arguments of the process.</param>
    /// <param name="console">Where to write.</param>
    /// <param name="currentFolder">What relative paths are relative to.</param>
    /// <param name="cancellationToken">Stops the command.</param>
    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public static async Task<int> RunAsync(
        IReadOnlyList<string> arguments, ToolConsole console, string currentFolder, CancellationToken cancellationToken)
    {
        try
        {
            ParseResult parsed = Create(console, currentFolder).Parse(arguments);
            if (parsed.Errors.Count > 0)
            {
                // An option that does not exist is taken for the path, and its value for one argument too many.
                ParseError wrong = parsed.Errors.FirstOrDefault(static error => error.SymbolResult is ArgumentResult) ?? parsed.Errors[0];
                string command = parsed.CommandResult.Command is RootCommand ? "" : $" {parsed.CommandResult.Command.Name}";
                throw new ToolException($"{wrong.Message} 'streamtuning{command} --help' lists what there is.", ExitCode.Usage);
            }

            var configuration = new InvocationConfiguration
            {
                Output = console.Output,
                Error = console.Error,
                EnableDefaultExceptionHandler = false,
                // Signals come by the token.
                ProcessTerminationTimeout = null,
            };
            return await parsed.InvokeAsync(configuration, cancellationToken);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            await console.Error.WriteLineAsync("Stopped.");
            return ExitCode.Stopped;
        }
        catch (ToolException e) when (e.ExitCode == ExitCode.Usage)
        {
            // One line, whatever the message has.
            string[] words = e.Message.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries);
            await console.Error.WriteLineAsync("error: " + string.Join(' ', words));
            return e.ExitCode;
        }
        catch (ToolException e)
        {
            await console.Error.WriteLineAsync("error: " + e.Message);
            return e.ExitCode;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            await console.Error.WriteLineAsync("error: " + e.Message);
            return ExitCode.Failure;
        }
        catch (Exception e)
        {
            await console.Error.WriteLineAsync(
                $"error: The tool itself failed. Please report this at https://github.com/streamtuning/streamtuning/issues:\n{e}");
            return ExitCode.Failure;
        }
    }

    private static RootCommand Create(ToolConsole console, string currentFolder)
    {
        var path = new Argument<string>("PATH")
        {
            Description = "A solution (.slnx, .sln, .slnf), a project (.csproj), or a folder with one solution or with projects",
            DefaultValueFactory = static _ => ".",
        };
        path.Validators.Add(static result =>
        {
            // What is no option is taken for the path.
            if (result.Tokens is [{ Value: ['-', ..] option }])
            {
                result.AddError($"There is no option '{option}'.");
            }
        });
        var format = Words(
            "--format", "The form of the report; by default that of the extension of --output, or a table", Enum.GetNames<ReportFormat>());
        format.HelpName = "table|sarif|json|html|md";
        var output = Many(
            "--output", "-o", "The file of the report; '-', or without it, standard output. May be given once for each report", "FILE");
        var fix = new Option<bool>("--fix") { Description = "Apply the fixes that are for many places at once, and report what is left" };
        var dryRun = new Option<bool>("--dry-run")
        {
            Description = "With --fix: write nothing, and show the changes as a unified diff on standard output",
        };
        var verify = new Option<bool>("--verify-no-changes")
        {
            Description = "Write nothing, and end with 1 if --fix would change a file",
        };
        var all = new Option<bool>("--all") { Description = "Scan every solution below the folder PATH, and report one row for each" };
        var severity = Words(
            "--severity",
            "Leave out findings, and fixes of them, below this severity [default: suggestion]",
            ErrorWord,
            WarningWord,
            SuggestionWord);
        var failOn = Words(
            "--fail-on",
            "End with 1 where there is a finding of this severity or above [default: warning]",
            ErrorWord,
            WarningWord,
            SuggestionWord,
            NeverWord);
        var framework = new Option<string?>("--framework", "-f")
        {
            Description = "Look at this target framework only, such as net10.0",
            HelpName = "TFM",
        };
        var configuration = new Option<string?>("--configuration", "-c")
        {
            Description = "The configuration of the build, such as Release",
            HelpName = "NAME",
        };
        var properties = Many("--property", "-p", "A property for MSBuild; may be given several times", "NAME=VALUE");
        var exclude = Many(
            "--exclude",
            null,
            "Leave out files and projects below the root of the repository, such as samples/ or **/*.g.cs, besides "
            + string.Join(", ", PathFilter.DefaultFolders) + "; may be given several times",
            "GLOB");
        var rules = Many(
            "--rules",
            null,
            "Run these rules or areas only: ids, names, or areas such as Copying; separated by commas, or given several times",
            "RULES");
        var excludeRules = Many("--exclude-rules", null, "Leave out these rules or areas", "RULES");
        var baseline = new Option<string?>("--baseline")
        {
            Description = "A report in JSON of an earlier scan, whose findings are left out",
            HelpName = "FILE",
        };
        var measure = new Option<string?>("--measure")
        {
            Description = "Measure this directory first, and rank the findings by what they cost there",
            HelpName = "DIRECTORY",
        };
        var measured = Many(
            "--measured",
            null,
            "Rank the findings by a result of 'streamtuning measure DIRECTORY --output FILE.json'; "
            + "one of 'measure --blob' may be given too",
            "FILE");
        var typical = MeasureCommand.TypicalSizeOption("The size of the files that the code copies, for their costs");
        var time = MeasureCommand.TimeOption();
        var noRestore = new Option<bool>("--no-restore") { Description = "Do not restore packages first" };
        var verbosity = Words("--verbosity", "How much to tell on standard error [default: normal]", Enum.GetNames<Verbosity>());
        verbosity.Aliases.Add("-v");

        var scan = new Command(
            "scan",
            "Finds slow or unsafe stream, file, blob and upload code in C# projects, "
            + "with the analyzers of StreamTuning, which need not be installed there")
        {
            path, all, format, output, fix, dryRun, verify, severity, failOn, exclude, rules, excludeRules, framework, configuration,
            properties, baseline, measure, measured, typical, time, noRestore, verbosity,
        };
        scan.SetAction((result, cancellationToken) =>
        {
            string? word = result.GetValue(severity);
            string? failWord = result.GetValue(failOn);
            var options = new ScanOptions
            {
                Path = Absolute("PATH", result.GetRequiredValue(path)),
                All = result.GetValue(all),
                Reports =
                [
                    .. (result.GetValue(output) is { Length: > 0 } files ? files : ["-"])
                        .Select(file => ReportTo(file == "-" ? null : Absolute("--output", file), result.GetValue(format))),
                ],
                Fix = result.GetValue(fix) || result.GetValue(verify),
                DryRun = result.GetValue(dryRun) || result.GetValue(verify),
                ShowDiff = result.GetValue(dryRun),
                VerifyNoChanges = result.GetValue(verify),
                Exclude = PathFilter.Check(result.GetValue(exclude) ?? []),
                Severity = word is null ? DiagnosticSeverity.Info : SeverityOf(word),
                FailOn = string.Equals(failWord, NeverWord, StringComparison.OrdinalIgnoreCase)
                    ? null
                    : failWord is null ? DiagnosticSeverity.Warning : SeverityOf(failWord),
                Framework = result.GetValue(framework),
                Configuration = result.GetValue(configuration),
                Properties = [.. (result.GetValue(properties) ?? []).Select(Property)],
                Rules = RuleFilter.Create(result.GetValue(rules) ?? [], result.GetValue(excludeRules) ?? []),
                Baseline = result.GetValue(baseline) is { } known ? Absolute("--baseline", known) : null,
                MeasuredDirectory = result.GetValue(measure) is { } storage ? Absolute("--measure", storage) : null,
                MeasuredFiles = [.. (result.GetValue(measured) ?? []).Select(figures => Absolute("--measured", figures))],
                Measure = new MeasureOptions
                {
                    Time = MeasureCommand.TimeOf(result.GetValue(time)),
                    TypicalSize = MeasureCommand.TypicalSizeOf(result.GetValue(typical)),
                },
                Restore = !result.GetValue(noRestore),
                Verbosity = result.GetValue(verbosity) is { } loud ? Enum.Parse<Verbosity>(loud, ignoreCase: true) : Verbosity.Normal,
            };
            Check(options, console, result.GetValue(format) is not null);
            return new Scan(options, console).RunAsync(cancellationToken);
        });
        return new RootCommand($"StreamTuning for code that has not installed it. Documentation: {Rule.Documentation}scan.md")
        {
            scan, MeasureCommand.Create(console, currentFolder),
        };

        string Absolute(string option, string value) =>
            value.Length == 0 ? throw new ToolException($"{option} is empty.", ExitCode.Usage) : Path.GetFullPath(value, currentFolder);
    }

    private static Option<string?> Words(string name, string description, params string[] words)
    {
        string[] lower = [.. words.Select(static word => word.ToLowerInvariant())];
        var option = new Option<string?>(name) { Description = description };
        option.AcceptOnlyFromAmong(StringComparer.OrdinalIgnoreCase, lower);
        option.HelpName = string.Join('|', lower);
        return option;
    }

    private static Option<string[]?> Many(string name, string? alias, string description, string helpName) =>
        new(name, alias is null ? [] : [alias]) { Description = description, HelpName = helpName };

    private static ReportFile ReportTo(string? file, string? format) =>
        Directory.Exists(file)
            ? throw new ToolException($"--output: '{file}' is a folder. Name a file in it.", ExitCode.Usage)
            : new ReportFile(format is null ? FormatOf(file) : Enum.Parse<ReportFormat>(format, ignoreCase: true), file);

    private static ReportFormat FormatOf(string? file) => Path.GetExtension(file)?.ToLowerInvariant() switch
    {
        null or "" or ".txt" => ReportFormat.Table,
        ".sarif" => ReportFormat.Sarif,
        ".json" => ReportFormat.Json,
        ".html" or ".htm" => ReportFormat.Html,
        ".md" => ReportFormat.Md,
        _ => throw new ToolException(
            $"--output: the extension of '{file}' is that of no form of report. Say which by --format table, sarif, json, html or md.",
            ExitCode.Usage),
    };

    private static DiagnosticSeverity SeverityOf(string word) => word.ToLowerInvariant() switch
    {
        ErrorWord => DiagnosticSeverity.Error,
        WarningWord => DiagnosticSeverity.Warning,
        _ => DiagnosticSeverity.Info,
    };

    private static (string Name, string Value) Property(string text) =>
        text.Split('=', 2) is [{ Length: > 0 } name, var value]
            ? (name, value)
            : throw new ToolException($"--property: '{text}' is not of the form NAME=VALUE.", ExitCode.Usage);

    private static void Check(ScanOptions options, ToolConsole console, bool hasFormat)
    {
        ReportFile? onOutput = options.Reports.FirstOrDefault(static report => report.File is null);
        if (hasFormat && options.Reports.Count > 1)
        {
            throw new ToolException("--format is for one report. Give each --output the extension of its form.", ExitCode.Usage);
        }

        foreach (var same in options.Reports.GroupBy(static report => report.File ?? "-", Files.PathComparer))
        {
            if (same.Count() > 1)
            {
                throw new ToolException($"--output: '{same.Key}' is named twice.", ExitCode.Usage);
            }
        }

        if (options.ShowDiff && !options.Fix)
        {
            throw new ToolException("--dry-run shows what --fix would change: give both.", ExitCode.Usage);
        }

        if (options.All && options.Fix)
        {
            throw new ToolException("--all reports. Give --fix to one repository at a time, and look at its changes.", ExitCode.Usage);
        }

        if (options.MeasuredDirectory is not null && options.MeasuredFiles.Count > 0)
        {
            throw new ToolException("--measure measures, and --measured takes a result: give one of them.", ExitCode.Usage);
        }

        if (options.ShowDiff && onOutput is { Format: not ReportFormat.Table })
        {
            throw new ToolException("--dry-run writes its diff to standard output: give the report a file by --output.", ExitCode.Usage);
        }

        if (onOutput is { Format: ReportFormat.Html } && console.OutputIsTerminal)
        {
            throw new ToolException("--format html: give the report a file by --output, such as report.html.", ExitCode.Usage);
        }
    }
}
