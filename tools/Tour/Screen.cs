using System.Diagnostics;
using System.Globalization;
using System.Text;
using Spectre.Console;
using StreamTuning.Tool.Fixing;

namespace StreamTuning.Tour;

/// <summary>Everything that the tour shows.</summary>
internal sealed class Screen
{
    private const int PlainWidth = 160;
    private const int BarWidth = 50;

    private readonly bool _plain;
    private readonly IAnsiConsole _console;

    /// <param name="plain">No colour and no animation.</param>
    public Screen(bool plain)
    {
        _plain = plain;
        if (!plain)
        {
            Console.OutputEncoding = Encoding.UTF8;
            _console = AnsiConsole.Console;
            return;
        }

        _console = AnsiConsole.Create(new AnsiConsoleSettings { Ansi = AnsiSupport.No, ColorSystem = ColorSystemSupport.NoColors, Interactive = InteractionSupport.No });
        _console.Profile.Width = PlainWidth;
        _console.Profile.Capabilities.Unicode = false;
    }

    public void Note(string text) => _console.MarkupLineInterpolated($"[grey]{text}[/]");

    public void Fail(string text)
    {
        IAnsiConsole errors = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = _plain ? AnsiSupport.No : AnsiSupport.Detect,
            ColorSystem = _plain ? ColorSystemSupport.NoColors : ColorSystemSupport.Detect,
            Out = new AnsiConsoleOutput(Console.Error),
        });
        errors.Profile.Width = int.MaxValue; // Paths and commands stay whole.
        errors.MarkupLineInterpolated($"[red]{text}[/]");
    }

    /// <summary>Shows that a step is under way, and then how long it took.</summary>
    public async Task<T> StepAsync<T>(string title, Func<Task<T>> step)
    {
        long start = Stopwatch.GetTimestamp();
        T result;
        if (_plain)
        {
            _console.WriteLine($"{title} ...");
            result = await step();
        }
        else
        {
            result = await _console.Status().StartAsync(Markup.Escape(title) + " ...", _ => step());
        }

        string done = string.Create(CultureInfo.InvariantCulture, $"{Stopwatch.GetElapsedTime(start).TotalSeconds:F1} s");
        if (_plain)
        {
            _console.WriteLine($"  done in {done}");
        }
        else
        {
            _console.MarkupLineInterpolated($"[green]✓[/] {title} [grey]{done}[/]");
        }

        return result;
    }

    /// <inheritdoc cref="StepAsync{T}"/>
    public Task StepAsync(string title, Func<Task> step) => StepAsync(title, async () =>
    {
        await step();
        return true;
    });

    public void Show(IReadOnlyList<Finding> findings)
    {
        Table table = new Table().AddColumn("File").AddColumn(new TableColumn("Line").RightAligned()).AddColumn("Rule").AddColumn("Severity").AddColumn("Message");
        table.Border = _plain ? TableBorder.Ascii : TableBorder.Rounded;
        foreach (Finding finding in findings)
        {
            string color = finding.Severity == Finding.Suggestion ? "blue" : "yellow";
            table.AddRow(
                Markup.Escape(finding.File),
                finding.Line.ToString(CultureInfo.InvariantCulture),
                $"[{color}]{Markup.Escape(finding.Rule)}[/]",
                Markup.Escape(finding.Severity),
                Markup.Escape(finding.Message));
        }

        _console.WriteLine();
        _console.Write(table);
        _console.WriteLine();
    }

    /// <summary>Shows what became of the findings, and of what has no fix what to do by hand.</summary>
    public void Show(IReadOnlyList<RuleResult> results)
    {
        Table table = new Table().AddColumn("Rule").AddColumn("Severity").AddColumn(new TableColumn("Found").RightAligned()).AddColumn("After the fix").AddColumn("Title");
        table.Border = _plain ? TableBorder.Ascii : TableBorder.Rounded;
        foreach (RuleResult result in results)
        {
            table.AddRow(
                Markup.Escape(result.Rule),
                Markup.Escape(result.Severity),
                result.Found.ToString(CultureInfo.InvariantCulture),
                $"[{(result.Left == 0 ? "green" : "yellow")}]{Markup.Escape(result.Outcome)}[/]",
                Markup.Escape(result.Page.Title));
        }

        _console.WriteLine();
        _console.Write(table);
        foreach (RuleResult result in results.Where(result => result.Left > 0))
        {
            _console.WriteLine();
            _console.MarkupLineInterpolated($"[bold]{result.Rule}[/] has no fix for many places at once, and is left to you. {result.Page.Path} says:");
            foreach (string line in result.Page.HowToFix.Split('\n'))
            {
                _console.WriteLine(line.Length == 0 ? "" : "  " + line);
            }
        }

        _console.WriteLine();
    }

    /// <summary>Shows what has changed in the sources, by file name.</summary>
    public void ShowDiff(IReadOnlyDictionary<string, string> before, IReadOnlyDictionary<string, string> after)
    {
        _console.WriteLine();
        foreach ((string file, string text) in after)
        {
            string old = before.GetValueOrDefault(file, "");
            if (old == text)
            {
                continue;
            }

            _console.MarkupLineInterpolated($"[bold]{file}[/]");
            foreach (string line in LineDiff.Unified(old, text, context: 2))
            {
                string color = line[0] switch
                {
                    '+' => "green",
                    '-' => "red",
                    '@' => "blue",
                    _ => "default",
                };
                _console.MarkupLine($"[{color}]{Markup.Escape(line)}[/]");
            }

            _console.WriteLine();
        }
    }

    public void Show(Timings timings)
    {
        double longest = timings.All.Max(timing => Math.Max(timing.Before.Median, timing.After.Median));
        _console.WriteLine();
        foreach (Timing timing in timings.All)
        {
            string ratio = timing.IsClear ? string.Create(CultureInfo.InvariantCulture, $"{timing.Ratio:F1} times as fast") : "no clear difference";
            _console.MarkupLineInterpolated($"[bold]{timing.Step}[/]: {ratio}");
            Bar("before", timing.Before, "red");
            Bar("after", timing.After, "green");
        }

        Note($"Allocated memory: {timings.AllocatedBefore} before, {timings.AllocatedAfter} after.");
        Note(timings.Conditions);

        void Bar(string name, Spread time, string color)
        {
            var bar = new string(_plain ? '#' : '█', Math.Max(1, (int)Math.Round(time.Median / longest * BarWidth)));
            _console.MarkupLine($"  {name,-6} [{color}]{bar}[/] {time}");
        }
    }
}
