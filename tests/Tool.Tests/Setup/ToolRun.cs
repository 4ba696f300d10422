using System.Text.Json;
using StreamTuning.Tool.CommandLine;
using StreamTuning.Tool.Reports;

namespace StreamTuning.Tool.Tests.Setup;

/// <summary>What one run of the command did.</summary>
internal sealed record ToolRun(int ExitCode, string Output, string Error)
{
    /// <summary>The output as a report in JSON.</summary>
    public JsonReport Report => Read(Output);

    /// <summary>Reads a report in JSON.</summary>
    public static JsonReport Read(string json) => JsonSerializer.Deserialize<JsonReport>(json, JsonReport.Options)!;

    /// <summary>Runs the command in this process.</summary>
    public static Task<ToolRun> RunAsync(string folder, params string[] arguments) => RunAsync(folder, new StringWriter(), CancellationToken.None, arguments);

    /// <inheritdoc cref="RunAsync(string, string[])"/>
    /// <param name="folder">The working directory.</param>
    /// <param name="error">What takes standard error.</param>
    /// <param name="cancellationToken">Stops the command.</param>
    /// <param name="arguments">The arguments.</param>
    public static async Task<ToolRun> RunAsync(string folder, StringWriter error, CancellationToken cancellationToken, params string[] arguments)
    {
        using var output = new StringWriter();
        var console = new ToolConsole(output, TextWriter.Synchronized(error), OutputIsTerminal: false, ErrorIsTerminal: false);
        int exitCode = await ScanCommand.RunAsync(arguments, console, folder, cancellationToken);
        return new ToolRun(exitCode, output.ToString(), error.ToString());
    }
}
