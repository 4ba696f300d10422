using System.Diagnostics;
using System.Globalization;
using System.Text;
using Spectre.Console;
using StreamTuning.Tool.Fixing;

namespace StreamTuning.Tour;

/// <summary>Everything that the tour shows. Each line of a list is one line of the screen.</summary>
internal sealed class Screen(IAnsiConsole console)
{
    private const int PlainWidth = 120;
    private const int BarWidth = 44;
    private const int FirstFindings = 6;
    private const string Quiet = "grey";
    private const string Good = "green";
    private const string Bad = "red";

    private static readonly TimeSpan _timeToMove = TimeSpan.FromMilliseconds(200);

    private readonly long _start = Stopwatch.GetTimestamp();
    private int _steps;
    private int _step;

    /// <summary>The screen of this process.</summary>
    /// <param name="plain">No color and no animation.</param>
    public static Screen OfConsole(bool plain)
    {
        if (!plain)
        {
            Console.OutputEncoding = Encoding.UTF8;
        }

        return new Screen(plain ? Plain(Console.Out) : AnsiConsole.Console);
    }

    /// <summary>A console without color and animation.</summary>
    public static IAnsiConsole Plain(TextWriter writer)
    {
        IAnsiConsole console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = AnsiSupport.No,
            ColorSystem = ColorSystemSupport.NoColors,
            Interactive = InteractionSupport.No,
            Out = new AnsiConsoleOutput(writer),
        });
        console.Profile.Width = PlainWidth;
        console.Profile.Capabilities.Unicode = false;
        return console;
    }

    /// <summary>How much faster something has become, in words.</summary>
    public static string Ratio(Timing timing) =>
        timing.IsClear ? string.Create(CultureInfo.InvariantCulture, $"{timing.Ratio:F1} times as fast") : "no clear difference";

    /// <summary>Tells what is to come.</summary>
    public void Begin(int steps, params string[] sentences)
    {
        _steps = steps;
        console.WriteLine(string.Join(' ', sentences));
        Line();
    }

    /// <summary>Shows that a step is under way, and then how long it took.</summary>
    public async Task<T> StepAsync<T>(string title, Func<Task<T>> step)
    {
        long start = Stopwatch.GetTimestamp();
        string name = $"Step {++_step} of {_steps}  {title}";
        T result;
        if (console.Profile.Capabilities.Interactive)
        {
            result = await console.Status().StartAsync(Markup.Escape(name), async status =>
            {
                Task<T> running = step();
                while (await Task.WhenAny(running, Task.Delay(_timeToMove)) != running)
                {
                    double seconds = Stopwatch.GetElapsedTime(start).TotalSeconds;
                    status.Status = $"{Markup.Escape(name)} [{Quiet}]{seconds:F0} s, {Elapsed(_start)} in all[/]";
                }

                return await running;
            });
        }
        else
        {
            try
            {
                console.Write($"{name} ... ");
                result = await step();
            }
            catch
            {
                Line();
                throw;
            }
        }

        (string, string) took = ($"{Stopwatch.GetElapsedTime(start).TotalSeconds.ToString("F1", CultureInfo.InvariantCulture)} s, {Elapsed(_start)} in all", Quiet);
        if (console.Profile.Capabilities.Interactive)
        {
            Line(("✓ ", Good), ($"{name}  ", "bold"), took);
        }
        else
        {
            Line(took);
        }

        return result;
    }

    /// <inheritdoc cref="StepAsync{T}"/>
    public Task StepAsync(string title, Func<Task> step) => StepAsync(title, async () =>
    {
        await step();
        return true;
    });

    /// <summary>Shows findings: the first ones of different rules, or all.</summary>
    public void Show(IReadOnlyList<Finding> findings, bool all)
    {
        Finding[] shown = all
            ? [.. findings]
            : [.. findings.Where(finding => finding.Severity == Finding.Warning).DistinctBy(finding => finding.Rule).Take(FirstFindings)];
        Line();
        foreach (Finding finding in shown)
        {
            ShowFinding(finding);
        }

        string rest = shown.Length < findings.Count ? $"... and {findings.Count - shown.Length} more: " : "";
        Line(($"  {rest}{Finding.Count(findings)} in {findings.Select(finding => finding.File).Distinct().Count()} files", Quiet));
        Line();
    }

    /// <summary>Shows a few changes.</summary>
    public void Show(IReadOnlyList<SourceChange> changes)
    {
        Line();
        foreach (SourceChange change in changes)
        {
            ShowFinding(change.Finding);
            foreach (string line in change.Lines)
            {
                ShowChangedLine("    " + line, line[0]);
            }

            Line();
        }
    }

    /// <summary>Shows all changes of the sources, by file name.</summary>
    public void Show(IReadOnlyDictionary<string, string> before, IReadOnlyDictionary<string, string> after)
    {
        Line();
        foreach ((string file, string text) in after.Where(file => before.GetValueOrDefault(file.Key, "") != file.Value))
        {
            Line((file, "bold"));
            foreach (string line in LineDiff.Unified(before.GetValueOrDefault(file, ""), text, context: 2))
            {
                ShowChangedLine(line, line[0]);
            }

            Line();
        }
    }

    /// <summary>Shows a table of the rules.</summary>
    public void Show(IReadOnlyList<RuleResult> results)
    {
        Line();
        Line(($"  {"Rule",-10}{"Severity",-12}{"Found",5}  {"After the fix",-15}Title", "bold"));
        foreach (RuleResult result in results)
        {
            Line(
                ($"  {result.Rule,-10}", ColorOf(result.Severity)),
                ($"{result.Severity,-12}{result.Found,5}  ", ""),
                ($"{result.Outcome,-15}", result.Left == 0 ? Good : "yellow"),
                (result.Page.Title, ""));
        }

        Line();
    }

    /// <summary>Shows the times as bars.</summary>
    public void Show(Timings timings)
    {
        double longest = timings.All.Max(timing => Math.Max(timing.Before.Median, timing.After.Median));
        int nameWidth = timings.All.Max(timing => timing.Step.Length);
        Line();
        foreach (Timing timing in timings.All)
        {
            Line(($"  {timing.Step.PadRight(nameWidth)}", "bold"), ("  before ", ""), (Bar(timing.Before), Bad), ($" {timing.Before}", ""));
            Line(
                ($"  {new string(' ', nameWidth)}  after  ", ""),
                (Bar(timing.After), Good),
                ($" {timing.After}  ", ""),
                (Ratio(timing), timing.IsClear ? Good : Quiet));
        }

        Line();
        console.MarkupLineInterpolated($"[grey]{timings.Conditions}[/]");
        Line();

        string Bar(Spread time) => new(console.Profile.Capabilities.Unicode ? '█' : '#', Math.Max(1, (int)Math.Round(time.Median / longest * BarWidth)));
    }

    /// <summary>Shows the last lines: the result.</summary>
    public void End(params (string Name, string Text)[] lines)
    {
        console.Profile.Width = int.MaxValue; // The command stays whole, also on a narrow screen.
        foreach ((string name, string text) in lines)
        {
            Line(($"{name,-11}", "bold"), (text, ""));
        }
    }

    /// <summary>Shows on standard error why the tour failed.</summary>
    public void Fail(string text)
    {
        IAnsiConsole errors = AnsiConsole.Create(new AnsiConsoleSettings
        {
            ColorSystem = console.Profile.Capabilities.Ansi ? ColorSystemSupport.Detect : ColorSystemSupport.NoColors,
            Ansi = console.Profile.Capabilities.Ansi ? AnsiSupport.Detect : AnsiSupport.No,
            Out = new AnsiConsoleOutput(Console.Error),
        });
        errors.Profile.Width = int.MaxValue; // Paths and commands stay whole.
        errors.MarkupLineInterpolated($"[red]{text}[/]");
    }

    private static string ColorOf(string severity) => severity == Finding.Suggestion ? "blue" : "yellow";

    private static string Elapsed(long start) => Stopwatch.GetElapsedTime(start).ToString(@"m\:ss", CultureInfo.InvariantCulture);

    private void ShowFinding(Finding finding)
    {
        Line(($"  {finding.File}({finding.Line}): ", ""), ($"{finding.Severity} {finding.Rule}", ColorOf(finding.Severity)), ($": {finding.Message}", ""));
    }

    private void ShowChangedLine(string line, char mark) => Line((line, mark switch
    {
        '+' => Good,
        '-' => Bad,
        _ => Quiet,
    }));

    /// <summary>Writes one line, cut where the screen ends.</summary>
    private void Line(params (string Text, string Style)[] parts)
    {
        int room = console.Profile.Width - 1;
        var line = new StringBuilder();
        foreach ((string text, string style) in parts)
        {
            string cut = text.Length <= room ? text : room < 3 ? "" : text[..(room - 3)] + "...";
            room -= text.Length;
            line.Append(style.Length == 0 ? Markup.Escape(cut) : $"[{style}]{Markup.Escape(cut)}[/]");
        }

        console.MarkupLine(line.ToString());
    }
}
