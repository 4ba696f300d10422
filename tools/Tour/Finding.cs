using System.Text.Json;

namespace StreamTuning.Tour;

/// <summary>A warning of the compiler or an analyzer, or a suggestion of ours.</summary>
/// <param name="File">The path, relative to the project.</param>
/// <param name="Line">The line, from 1.</param>
/// <param name="Rule">The id of the rule.</param>
/// <param name="Severity">The severity by its name in .editorconfig.</param>
/// <param name="Message">The message.</param>
internal sealed record Finding(string File, int Line, string Rule, string Severity, string Message)
{
    public const string Warning = "warning";
    public const string Suggestion = "suggestion";

    private const string Prefix = "STRM";

    public bool IsOurs => Rule.StartsWith(Prefix, StringComparison.Ordinal);

    /// <summary>Reads the log that the compiler writes: SARIF 2.1.</summary>
    /// <returns>Findings that are not suppressed, by file and line: all warnings, and the suggestions of our rules, which are in the log and not on the console.</returns>
    public static IReadOnlyList<Finding> Read(string log, string project)
    {
        if (!System.IO.File.Exists(log))
        {
            throw new TourException($"The compiler wrote no log {log}.");
        }

        var findings = new List<Finding>();
        using JsonDocument document = JsonDocument.Parse(System.IO.File.ReadAllBytes(log));
        foreach (JsonElement result in document.RootElement.GetProperty("runs").EnumerateArray().SelectMany(run => run.GetProperty("results").EnumerateArray()))
        {
            // The default level of SARIF is a warning.
            string? level = result.TryGetProperty("level", out JsonElement given) ? given.GetString() : "warning";
            bool isSuppressed = result.TryGetProperty("suppressions", out JsonElement suppressions) && suppressions.GetArrayLength() > 0;
            Finding finding = Read(result, level == "note" ? Suggestion : level ?? "", project);
            if (!isSuppressed && (level is "warning" or "error" || (level == "note" && finding.IsOurs)))
            {
                findings.Add(finding);
            }
        }

        return [.. findings.OrderBy(finding => finding.File, StringComparer.Ordinal).ThenBy(finding => finding.Line).ThenBy(finding => finding.Rule, StringComparer.Ordinal)];
    }

    /// <summary>How many there are of each severity, in words.</summary>
    public static string Count(IReadOnlyCollection<Finding> findings)
    {
        int suggestions = findings.Count(finding => finding.Severity == Suggestion);
        return $"{Count(findings.Count - suggestions, "warning")} and {Count(suggestions, "suggestion")}";
    }

    /// <summary>As a build writes it.</summary>
    public override string ToString() => $"{File}({Line}): {Severity} {Rule}: {Message}";

    private static string Count(int count, string what) => $"{count} {what}{(count == 1 ? "" : "s")}";

    private static Finding Read(JsonElement result, string severity, string project)
    {
        string file = "";
        int line = 0;
        if (result.TryGetProperty("locations", out JsonElement locations) && locations.GetArrayLength() > 0)
        {
            JsonElement place = locations[0].GetProperty("physicalLocation");
            string path = new Uri(place.GetProperty("artifactLocation").GetProperty("uri").GetString()!).LocalPath;
            string relative = Path.GetRelativePath(project, path);
            file = relative.StartsWith("..", StringComparison.Ordinal) ? Path.GetFileName(path) : relative;
            line = place.GetProperty("region").GetProperty("startLine").GetInt32();
        }

        return new Finding(file, line, result.GetProperty("ruleId").GetString()!, severity, result.GetProperty("message").GetProperty("text").GetString()!);
    }
}
