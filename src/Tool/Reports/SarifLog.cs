using System.Text.Json.Serialization;

namespace StreamTuning.Tool.Reports;

/// <summary>The part of SARIF 2.1.0 (OASIS standard) that a report has; the names are those of the standard.</summary>
internal sealed record SarifLog([property: JsonPropertyName("$schema")] string Schema, string Version, IReadOnlyList<SarifRun> Runs);

internal sealed record SarifRun(
    SarifTool Tool,
    IReadOnlyDictionary<string, SarifArtifactLocation> OriginalUriBaseIds,
    IReadOnlyList<SarifInvocation> Invocations,
    IReadOnlyList<SarifResult> Results,
    string ColumnKind);

internal sealed record SarifTool(SarifDriver Driver);

internal sealed record SarifDriver(string Name, string SemanticVersion, string InformationUri, IReadOnlyList<SarifRule> Rules);

internal sealed record SarifRule(
    string Id,
    string Name,
    SarifMessage ShortDescription,
    SarifMessage FullDescription,
    SarifMultiformatMessage Help,
    string HelpUri,
    SarifConfiguration DefaultConfiguration,
    SarifRuleProperties Properties);

internal sealed record SarifMessage(string Text);

internal sealed record SarifMultiformatMessage(string Text, string Markdown);

internal sealed record SarifConfiguration(string Level);

internal sealed record SarifRuleProperties(
    string Category,
    IReadOnlyList<string> Tags,
    string Precision,
    [property: JsonPropertyName("problem.severity")] string ProblemSeverity);

internal sealed record SarifInvocation(bool ExecutionSuccessful, IReadOnlyList<SarifNotification> ToolExecutionNotifications);

internal sealed record SarifNotification(string Level, SarifMessage Message);

internal sealed record SarifResult(
    string RuleId,
    int RuleIndex,
    string Level,
    SarifMessage Message,
    IReadOnlyList<SarifLocation> Locations,
    IReadOnlyDictionary<string, string> PartialFingerprints,
    double? Rank,
    SarifResultProperties? Properties);

internal sealed record SarifResultProperties(string Cost);

internal sealed record SarifLocation(SarifPhysicalLocation PhysicalLocation);

internal sealed record SarifPhysicalLocation(SarifArtifactLocation ArtifactLocation, SarifRegion Region);

internal sealed record SarifArtifactLocation(string Uri, string? UriBaseId = null);

internal sealed record SarifRegion(int StartLine, int StartColumn, int EndLine, int EndColumn, SarifSnippet? Snippet);

internal sealed record SarifSnippet(string Text);
