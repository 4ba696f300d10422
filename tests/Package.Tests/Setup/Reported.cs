using System.Text.Json;
using System.Text.RegularExpressions;

namespace StreamTuning.PackageTests.Setup;

/// <summary>A diagnostic of ours as a build reports it.</summary>
/// <param name="Id">STRM1001 and so on.</param>
/// <param name="Level">"error", "warning" or, for suggestions in error logs, "note".</param>
/// <param name="File">The name of the file without its folder.</param>
/// <param name="Line">The line, from 1.</param>
internal sealed partial record Reported(string Id, string Level, string File, int Line)
{
    /// <summary>Reads what a build wrote to the console; what it repeats in its summary counts once.</summary>
    public static IReadOnlyList<Reported> Parse(string output) =>
        [.. InOrder(ConsoleLine().Matches(output).Select(match => new Reported(
            match.Groups["id"].Value,
            match.Groups["level"].Value,
            Path.GetFileName(match.Groups["file"].Value),
            int.Parse(match.Groups["line"].Value, System.Globalization.CultureInfo.InvariantCulture))).Distinct())];

    /// <summary>Reads what the compiler wrote to an error log in SARIF 2.1, without what the source suppresses.</summary>
    public static IReadOnlyList<Reported> ReadErrorLog(string path)
    {
        using JsonDocument log = JsonDocument.Parse(System.IO.File.ReadAllText(path));
        return [.. InOrder(Read(log.RootElement))];
    }

    /// <summary>Finds what the comments in a source expect: '// STRM1001' at the end of a line.</summary>
    public static IReadOnlyList<Reported> Expected(string file, string source, string level = "warning") =>
        [.. InOrder(source.Split('\n')
            .Select((text, index) => (Comment: ExpectingComment().Match(text), Line: index + 1))
            .Where(line => line.Comment.Success)
            .Select(line => new Reported(line.Comment.Groups["id"].Value, level, file, line.Line)))];

    private static IEnumerable<Reported> InOrder(IEnumerable<Reported> reported) =>
        reported.OrderBy(diagnostic => diagnostic.File, StringComparer.Ordinal).ThenBy(diagnostic => diagnostic.Line).ThenBy(diagnostic => diagnostic.Id, StringComparer.Ordinal);

    private static IEnumerable<Reported> Read(JsonElement log)
    {
        foreach (JsonElement result in log.GetProperty("runs")[0].GetProperty("results").EnumerateArray())
        {
            string id = result.GetProperty("ruleId").GetString()!;
            if (id.StartsWith("STRM", StringComparison.Ordinal) && !result.TryGetProperty("suppressions", out _))
            {
                JsonElement location = result.GetProperty("locations")[0].GetProperty("physicalLocation");
                yield return new Reported(
                    id,
                    result.GetProperty("level").GetString()!,
                    Path.GetFileName(location.GetProperty("artifactLocation").GetProperty("uri").GetString()!),
                    location.GetProperty("region").GetProperty("startLine").GetInt32());
            }
        }
    }

    [GeneratedRegex(@"^\s*(?:\d+>)?(?<file>[^\s(][^(\r\n]*)\((?<line>\d+),\d+\): (?<level>warning|error) (?<id>STRM\d{4}): ", RegexOptions.Multiline)]
    private static partial Regex ConsoleLine();

    [GeneratedRegex(@"// (?<id>STRM\d{4})\r?$")]
    private static partial Regex ExpectingComment();
}
