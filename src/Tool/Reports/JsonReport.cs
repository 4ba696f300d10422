using System.Globalization;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using StreamTuning.Analyzers;
using StreamTuning.Tool.Scanning;

namespace StreamTuning.Tool.Reports;

/// <summary>
/// The report in JSON, documented in docs/scan.md. What is added keeps the version; what is changed or removed raises it.
/// </summary>
internal sealed record JsonReport
{
    public const int CurrentVersion = 1;

    /// <summary>Written for people to read too; nothing but HTML would need more escapes.</summary>
    public static JsonSerializerOptions Options { get; } = new(JsonSerializerDefaults.Web)
    {
        WriteIndented = true,
        DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    public required int Version { get; init; }

    public required JsonTool Tool { get; init; }

    public required string Target { get; init; }

    public required string Root { get; init; }

    public required bool Succeeded { get; init; }

    public required JsonSummary Summary { get; init; }

    public required IReadOnlyList<JsonProject> Projects { get; init; }

    public required IReadOnlyList<JsonRule> Rules { get; init; }

    public required IReadOnlyList<JsonFinding> Findings { get; init; }

    public IReadOnlyList<JsonFixed>? Fixed { get; init; }

    public IReadOnlyList<JsonFixed>? Left { get; init; }

    public bool? DryRun { get; init; }

    public string? Costs { get; init; }

    public IReadOnlyList<JsonRepository>? Repositories { get; init; }

    public required IReadOnlyList<string> Failures { get; init; }

    public static string Create(ScanResult result) => Serialize(Of(result));

    /// <summary>With the same line ends on every system.</summary>
    public static string Serialize<T>(T report) => JsonSerializer.Serialize(report, Options).ReplaceLineEndings("\n") + "\n";

    private static JsonReport Of(ScanResult result) => new()
    {
        Version = CurrentVersion,
        Tool = new JsonTool("StreamTuning.Tool", ToolAssembly.Version),
        Target = result.Target,
        Root = result.Root,
        Succeeded = result.Succeeded,
        Summary = new JsonSummary(
            result.Findings.Count,
            result.Count(Microsoft.CodeAnalysis.DiagnosticSeverity.Error),
            result.Count(Microsoft.CodeAnalysis.DiagnosticSeverity.Warning),
            result.Count(Microsoft.CodeAnalysis.DiagnosticSeverity.Info),
            result.Findings.Select(static finding => finding.File).Distinct().Count(),
            result.Suppressed,
            result.Known),
        Projects =
        [
            .. result.Projects.Select(static project => new JsonProject(
                project.Path, project.State.ToString().ToLowerInvariant(), project.Frameworks, project.CompileErrors, project.Messages)),
        ],
        Rules =
        [
            .. result.ByRule.Select(static rule => new JsonRule(
                rule.Rule.Id,
                rule.Rule.Name,
                rule.Rule.Descriptor.Title.ToString(CultureInfo.InvariantCulture),
                rule.Rule.Descriptor.Category,
                Finding.Word(rule.Rule.Severity),
                rule.Rule.Effect,
                rule.Rule.FixAllForms != RuleFixes.None,
                rule.Rule.Descriptor.HelpLinkUri,
                rule.Findings.Count)),
        ],
        Findings =
        [
            .. result.Findings.Select(static finding => new JsonFinding(
                finding.Rule.Id,
                finding.SeverityWord,
                finding.Message,
                finding.File,
                finding.StartLine,
                finding.StartColumn,
                finding.EndLine,
                finding.EndColumn,
                finding.Line,
                finding.Projects,
                finding.Frameworks,
                finding.Fingerprint,
                finding.Cost is { } cost
                    ? new JsonCost(cost.Bytes, cost.Requests, cost.Instead, cost.Seconds, cost.SecondsInstead, cost.IsMeasured, cost.Model)
                    : null)),
        ],
        Fixed = result.Fixed?.Select(JsonFixed.Of).ToArray(),
        Left = result.Left?.Select(JsonFixed.Of).ToArray(),
        DryRun = result.Fixed is null ? null : result.Left is not null,
        Costs = result.Costs?.Assumption,
        Repositories = result.Repositories?.Select(one => new JsonRepository(
            Files.Relative(result.Root, one.Path), one.Result?.Findings.Count, one.Saved, one.Failure)).ToArray(),
        Failures = result.Failures,
    };
}

internal sealed record JsonTool(string Name, string Version);

internal sealed record JsonSummary(int Findings, int Errors, int Warnings, int Suggestions, int Files, int Suppressed, int Known);

internal sealed record JsonProject(
    string Path, string State, IReadOnlyList<string> Frameworks, int CompileErrors, IReadOnlyList<string> Messages);

internal sealed record JsonRule(
    string Id, string Name, string Title, string Category, string DefaultSeverity, string Effect, bool FixAll, string Page, int Count);

internal sealed record JsonFinding(
    string Rule,
    string Severity,
    string Message,
    string File,
    int StartLine,
    int StartColumn,
    int EndLine,
    int EndColumn,
    string Line,
    IReadOnlyList<string> Projects,
    IReadOnlyList<string> Frameworks,
    string Fingerprint,
    JsonCost? Cost);

/// <summary>What became of a repository.</summary>
internal sealed record JsonRepository(string Path, int? Findings, double SecondsSaved, string? Failure);

internal sealed record JsonCost(
    long Bytes, long Requests, long RequestsInstead, double Seconds, double SecondsInstead, bool Measured, string? Model);

internal sealed record JsonFixed(string Rule, int Count, IReadOnlyList<string> Files)
{
    public static JsonFixed Of(RuleCount rule) => new(rule.Rule.Id, rule.Count, rule.Files);
}
