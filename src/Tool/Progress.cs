using System.Diagnostics;
using System.Globalization;
using Spectre.Console;

namespace StreamTuning.Tool;

/// <summary>Tells what is under way, on standard error: as a moving line for a person, as plain lines elsewhere.</summary>
internal sealed class Progress
{
    private readonly bool _quiet;
    private readonly bool _detailed;
    private readonly bool _moving;
    private readonly TextWriter _writer;
    private readonly IAnsiConsole _console;
    private (ProgressTask Line, string Title)? _step;

    public Progress(ToolConsole console, Verbosity verbosity)
    {
        _quiet = verbosity == Verbosity.Quiet;
        _detailed = verbosity == Verbosity.Detailed;
        _moving = console.ErrorIsTerminal;
        _writer = console.Error;
        _console = ToolConsole.Ansi(console.Error, console.ErrorIsTerminal);
    }

    /// <summary>Something that whoever ran the command has to know.</summary>
    public void Warn(string text) => Write("warning: " + text, "yellow");

    /// <summary>Something that went wrong.</summary>
    public void Fail(string text) => Write("error: " + text, "red");

    /// <summary>Something worth a line, unless the command is to be quiet.</summary>
    public void Note(string text)
    {
        if (!_quiet)
        {
            Write(text, "default");
        }
    }

    /// <summary>Something for who looks into how the command works.</summary>
    public void Detail(string text)
    {
        if (_detailed)
        {
            Write(text, "grey");
        }
    }

    /// <summary>How far a step has come.</summary>
    public void At(string text)
    {
        if (_step is var (line, title))
        {
            line.Description = Markup.Escape($"{title}: {text}");
        }
        else
        {
            Detail("  " + text);
        }
    }

    /// <summary>Shows that a step is under way, and then how long it took.</summary>
    public async Task<T> StepAsync<T>(string title, Func<Task<T>> step)
    {
        long start = Stopwatch.GetTimestamp();
        T result;
        if (_moving && !_quiet)
        {
            ProgressColumn[] columns =
                [new SpinnerColumn(), new TaskDescriptionColumn { Alignment = Justify.Left }, new ElapsedTimeColumn()];
            result = await _console.Progress().AutoClear(true).Columns(columns).StartAsync(async context =>
            {
                _step = (context.AddTask(Markup.Escape(title)), title);
                try
                {
                    return await step();
                }
                finally
                {
                    _step = null;
                }
            });
        }
        else
        {
            Note(title + " ...");
            result = await step();
        }

        string took = string.Create(CultureInfo.InvariantCulture, $"{Stopwatch.GetElapsedTime(start).TotalSeconds:F1} s");
        if (_moving)
        {
            Note($"{title}: {took}");
        }
        else
        {
            Detail($"  took {took}");
        }

        return result;
    }

    private void Write(string text, string color)
    {
        if (_moving)
        {
            _console.MarkupLine($"[{color}]{Markup.Escape(text)}[/]");
        }
        else
        {
            // Not wrapped: paths and commands stay whole.
            _writer.WriteLine(text);
        }
    }
}
