using System.Text;
using StreamTuning.Tool.Scanning;

namespace StreamTuning.Tool.Reports;

/// <summary>Writes the reports that were asked for to where they were asked for.</summary>
internal static class Report
{
    public static async Task WriteAsync(ScanResult result, ScanOptions options, ToolConsole console, CancellationToken cancellationToken)
    {
        foreach ((ReportFormat format, string? file) in options.Reports)
        {
            if (file is not null)
            {
                byte[] content = new UTF8Encoding(encoderShouldEmitUTF8Identifier: false).GetBytes(Create(result, format));
                await Files.WriteAsync(file, content, cancellationToken);
            }
            else if (format != ReportFormat.Table)
            {
                await console.Output.WriteAsync(Create(result, format).AsMemory(), cancellationToken);
                await console.Output.FlushAsync(cancellationToken);
            }
            else if (!options.ShowDiff)
            {
                TableReport.Write(result, ToolConsole.Ansi(console.Output, console.OutputIsTerminal), options.Verbosity);
            }
        }
    }

    private static string Create(ScanResult result, ReportFormat format)
    {
        switch (format)
        {
            case ReportFormat.Sarif:
                return SarifReport.Create(result);
            case ReportFormat.Json:
                return JsonReport.Create(result);
            case ReportFormat.Html:
                return HtmlReport.Create(result);
            case ReportFormat.Md:
                return MarkdownReport.Create(result);
            default:
                using (var table = new StringWriter())
                {
                    TableReport.Write(result, ToolConsole.Ansi(table, isTerminal: false), Verbosity.Detailed);
                    return table.ToString();
                }
        }
    }
}
