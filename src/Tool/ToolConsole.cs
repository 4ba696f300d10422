using Spectre.Console;

namespace StreamTuning.Tool;

/// <summary>Where the command writes: results to the output, everything else to the errors.</summary>
/// <param name="Output">Standard output.</param>
/// <param name="Error">Standard error.</param>
/// <param name="OutputIsTerminal">Whether a person reads the output as it comes.</param>
/// <param name="ErrorIsTerminal">Whether a person reads the errors as they come.</param>
internal sealed record ToolConsole(TextWriter Output, TextWriter Error, bool OutputIsTerminal, bool ErrorIsTerminal)
{
    /// <summary>Standard input if it is redirected, and otherwise nothing: nobody is asked.</summary>
    public TextReader Input { get; init; } = TextReader.Null;

    /// <summary>Wide enough for paths and messages: what is redirected is not wrapped.</summary>
    private const int PlainWidth = 200;

    public static ToolConsole OfProcess() => new(Console.Out, Console.Error, !Console.IsOutputRedirected, !Console.IsErrorRedirected)
    {
        Input = Console.IsInputRedirected ? Console.In : TextReader.Null,
    };

    /// <summary>A console with colours and its width where it is a terminal, without where it is not.</summary>
    public static IAnsiConsole Ansi(TextWriter writer, bool isTerminal)
    {
        IAnsiConsole console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = isTerminal ? AnsiSupport.Detect : AnsiSupport.No,
            ColorSystem = isTerminal ? ColorSystemSupport.Detect : ColorSystemSupport.NoColors,
            Interactive = isTerminal ? InteractionSupport.Detect : InteractionSupport.No,
            Out = new AnsiConsoleOutput(writer),
        });
        if (!isTerminal)
        {
            console.Profile.Width = PlainWidth;
            console.Profile.Capabilities.Unicode = false;
        }

        return console;
    }
}
