using System.Globalization;
using System.IO.Compression;
using System.Text;
using Microsoft.CodeAnalysis;
using StreamTuning.Analyzers;
using StreamTuning.Tool.Scanning;

namespace StreamTuning.Tool.Reports;

/// <summary>
/// The report for code scanning of GitHub, Azure Pipelines and others. What the sources suppress is left out: not every reader knows
/// suppressions.
/// </summary>
internal static class SarifReport
{
    private const string Root = "%SRCROOT%";

    // GitHub rejects a run with more results, and a file that is larger when it is compressed.
    private const int MostResults = 25_000;
    private const int MostCompressedBytes = 10_000_000;

    /// <summary>A minified line would be in the file once for each finding in it.</summary>
    private const int LongestSnippet = 500;

    /// <summary>The rules whose findings in the repositories of docs/precision.md are right.</summary>
    private static readonly string[] _proven =
    [
        "STRM1001", "STRM1002", "STRM1003", "STRM1006", "STRM1008", "STRM2001", "STRM2002", "STRM2003",
        "STRM3001", "STRM3002", "STRM3003", "STRM3005", "STRM4001", "STRM4004", "STRM4006",
    ];

    /// <summary>The report, with as many of the worst findings as GitHub accepts.</summary>
    public static string Create(ScanResult result)
    {
        for (int count = Math.Min(result.Findings.Count, MostResults); ; count /= 2)
        {
            string log = Create(result, count);
            if (count == 0 || CompressedBytes(log) <= MostCompressedBytes)
            {
                return log;
            }
        }
    }

    private static string Create(ScanResult result, int count)
    {
        // All rules, so that a rule without findings is known to have run.
        var indexes = Rules.All.Select(static (rule, index) => (rule.Id, index)).ToDictionary();
        double most = result.Findings.Max(static finding => finding.Cost?.Saved) ?? 0;
        var log = new SarifLog(
            "https://json.schemastore.org/sarif-2.1.0.json",
            "2.1.0",
            [
                new SarifRun(
                    new SarifTool(new SarifDriver(
                        "StreamTuning", ToolAssembly.Version, "https://github.com/streamtuning/streamtuning", [.. Rules.All.Select(Of)])),
                    new Dictionary<string, SarifArtifactLocation>
                    {
                        [Root] = new(UriOf(Path.TrimEndingDirectorySeparator(result.Root) + "/")),
                    },
                    [new SarifInvocation(result.Succeeded, [.. Notifications(result, result.Findings.Count - count)])],
                    [.. result.Findings.Take(count).Select(finding => Of(finding, indexes[finding.Rule.Id], most))],
                    "utf16CodeUnits"),
            ]);
        return JsonReport.Serialize(log);
    }

    private static SarifRule Of(Rule rule)
    {
        DiagnosticDescriptor descriptor = rule.Descriptor;
        string description = descriptor.Description.ToString(CultureInfo.InvariantCulture);
        return new SarifRule(
            rule.Id,
            rule.Name,
            new SarifMessage(descriptor.Title.ToString(CultureInfo.InvariantCulture)),
            new SarifMessage(description),
            new SarifMultiformatMessage(
                $"{description}\nMeasured effect of the fix: {rule.Effect}.\n{descriptor.HelpLinkUri}",
                $"{description}\n\nMeasured effect of the fix: {rule.Effect}.\n\n[The page of the rule]({descriptor.HelpLinkUri})"),
            descriptor.HelpLinkUri,
            new SarifConfiguration(Level(rule.Severity)),
            new SarifRuleProperties(
                descriptor.Category,
                ["performance", rule.Area.ToLowerInvariant()],
                _proven.Contains(rule.Id) ? "high" : "medium",
                rule.Severity switch
                {
                    DiagnosticSeverity.Error => "error",
                    DiagnosticSeverity.Warning => "warning",
                    _ => "recommendation",
                }));
    }

    private static SarifResult Of(Finding finding, int index, double most) => new(
        finding.Rule.Id,
        index,
        Level(finding.Severity),
        new SarifMessage(finding.Message),
        [
            new SarifLocation(new SarifPhysicalLocation(
                Path.IsPathRooted(finding.File)
                    ? new SarifArtifactLocation(UriOf(finding.File))
                    : new SarifArtifactLocation(RelativeUriOf(finding.File), Root),
                new SarifRegion(
                    finding.StartLine,
                    finding.StartColumn,
                    finding.EndLine,
                    finding.EndColumn,
                    finding.Line.Length is > 0 and <= LongestSnippet ? new SarifSnippet(finding.Line) : null))),
        ],
        new Dictionary<string, string> { ["streamTuningFinding/v1"] = finding.Fingerprint },
        // Of the standard: from 0 to 100, the highest priority.
        finding.Cost is { } cost && most > 0 ? Math.Round(100 * cost.Saved / most, 1) : null,
        finding.Cost is { } said ? new SarifResultProperties(said.ToString()) : null);

    private static IEnumerable<SarifNotification> Notifications(ScanResult result, int missing)
    {
        if (missing > 0)
        {
            string text = $"{Text.Count(missing, "finding")} with less effect are left out: GitHub takes no more. Other reports have all.";
            yield return new SarifNotification("warning", new SarifMessage(text));
        }

        foreach (ProjectResult project in result.Projects.Where(static project => project.State != ProjectState.Scanned))
        {
            string errors = project.CompileErrors > 0 ? $" {Text.Count(project.CompileErrors, "compile error")}." : "";
            string level = project.State switch
            {
                ProjectState.Failed => "error",
                ProjectState.Incomplete => "warning",
                _ => "note",
            };
            yield return new SarifNotification(level, new SarifMessage($"{project.Path}: {string.Join(" ", project.Messages)}{errors}"));
        }

        foreach (string failure in result.Failures)
        {
            yield return new SarifNotification("error", new SarifMessage(failure));
        }
    }

    private static string Level(DiagnosticSeverity severity) => severity switch
    {
        DiagnosticSeverity.Error => "error",
        DiagnosticSeverity.Warning => "warning",
        _ => "note",
    };

    private static string RelativeUriOf(string path) => string.Join('/', path.Split('/').Select(Uri.EscapeDataString));

    private static string UriOf(string path) =>
        (path.StartsWith('/') ? "file://" : "file:///")
        + string.Join(
            '/',
            path.Replace('\\', '/').Split('/').Select(static part => part.EndsWith(':') ? part : Uri.EscapeDataString(part)));

    private static long CompressedBytes(string text)
    {
        using var compressed = new MemoryStream();
        using (var gzip = new GZipStream(compressed, CompressionLevel.Fastest, leaveOpen: true))
        {
            gzip.Write(Encoding.UTF8.GetBytes(text));
        }

        return compressed.Length;
    }
}
