using System.Text.Json;

namespace StreamTuning.Tour;

/// <summary>A warning of the compiler or an analyzer.</summary>
/// <param name="File">The path, relative to the project.</param>
/// <param name="Line">The line, from 1.</param>
/// <param name="Rule">The id of the rule.</param>
/// <param name="Message">What it says.</param>
internal sealed record BuildWarning(string File, int Line, string Rule, string Message)
{
    public bool IsOurs => Rule.StartsWith("STRM", StringComparison.Ordinal);

    /// <summary>Reads the log that the compiler writes: SARIF 2.1.</summary>
    /// <returns>The warnings that were not suppressed, by file and line.</returns>
    public static IReadOnlyList<BuildWarning> Read(string log, string project)
    {
        if (!System.IO.File.Exists(log))
        {
            throw new TourException($"The compiler wrote no log {log}.");
        }

        var warnings = new List<BuildWarning>();
        using JsonDocument document = JsonDocument.Parse(System.IO.File.ReadAllBytes(log));
        foreach (JsonElement result in document.RootElement.GetProperty("runs").EnumerateArray().SelectMany(run => run.GetProperty("results").EnumerateArray()))
        {
            // The default level of SARIF is a warning.
            string? level = result.TryGetProperty("level", out JsonElement given) ? given.GetString() : "warning";
            bool isSuppressed = result.TryGetProperty("suppressions", out JsonElement suppressions) && suppressions.GetArrayLength() > 0;
            if (level is "warning" or "error" && !isSuppressed)
            {
                warnings.Add(Read(result, project));
            }
        }

        return [.. warnings.OrderBy(warning => warning.File, StringComparer.Ordinal).ThenBy(warning => warning.Line)];
    }

    private static BuildWarning Read(JsonElement result, string project)
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

        return new BuildWarning(file, line, result.GetProperty("ruleId").GetString()!, result.GetProperty("message").GetProperty("text").GetString()!);
    }
}
