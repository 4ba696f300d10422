using System.Text;
using StreamTuning.Tool.Scanning;

namespace StreamTuning.Tool.Reports;

/// <summary>Writes the report that was asked for to where it was asked for.</summary>
internal static class Report
{
    public static async Task WriteAsync(ScanResult result, ScanOptions options, ToolConsole console, CancellationToken cancellationToken)
    {
        if (options.Format == ReportFormat.Table)
        {
            if (options.Output is null)
            {
                if (!options.DryRun)
                {
                    TableReport.Write(result, ToolConsole.Ansi(console.Output, console.OutputIsTerminal), options.Verbosity);
                }

                return;
            }

            using var table = new StringWriter();
            TableReport.Write(result, ToolConsole.Ansi(table, isTerminal: false), Verbosity.Detailed);
            await WriteAsync(table.ToString(), options.Output, cancellationToken);
            return;
        }

        string text = options.Format switch
        {
            ReportFormat.Sarif => SarifReport.Create(result),
            ReportFormat.Json => JsonReport.Create(result),
            ReportFormat.Html => HtmlReport.Create(result),
            _ => MarkdownReport.Create(result),
        };
        if (options.Output is null)
        {
            await console.Output.WriteAsync(text.AsMemory(), cancellationToken);
            await console.Output.FlushAsync(cancellationToken);
        }
        else
        {
            await WriteAsync(text, options.Output, cancellationToken);
        }
    }

    private static Task WriteAsync(string text, string file, CancellationToken cancellationToken) =>
        Files.WriteAsync(file, new UTF8Encoding(encoderShouldEmitUTF8Identifier: false).GetBytes(text), cancellationToken);
}
