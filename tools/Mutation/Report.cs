using System.Globalization;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace StreamTuning.Mutation;

/// <summary>Writes results as JSON, for other programs, and as Markdown, for people.</summary>
internal static partial class Report
{
    private static readonly JsonSerializerOptions _json = new() { WriteIndented = true, Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <summary>Reads the results of an earlier run of the same sample.</summary>
    public static List<Result> Read(string path, IEnumerable<Mutant> sample)
    {
        using JsonDocument document = JsonDocument.Parse(File.ReadAllText(Path.ChangeExtension(path, ".json")));
        Dictionary<int, Mutant> mutants = sample.ToDictionary(mutant => mutant.Id);
        return
        [
            .. document.RootElement.EnumerateArray().Where(result => mutants.ContainsKey(result.GetProperty("Id").GetInt32())).Select(result => new Result(
                mutants[result.GetProperty("Id").GetInt32()], Enum.Parse<Fate>(result.GetProperty("Fate").GetString()!), result.GetProperty("Test").GetString(),
                result.GetProperty("Ran").GetInt32(), result.GetProperty("Reaching").GetInt32(), result.GetProperty("Seconds").GetDouble())),
        ];
    }

    public static void Write(IEnumerable<Result> all, string title, string path)
    {
        Result[] results = [.. all.OrderBy(result => result.Mutant.Id)];
        File.WriteAllText(Path.ChangeExtension(path, ".json"), JsonSerializer.Serialize(
            results.Select(result => new
            {
                result.Mutant.Id,
                result.Mutant.File,
                result.Mutant.Line,
                result.Mutant.Change.Operator,
                result.Mutant.Original,
                result.Mutant.Changed,
                Fate = result.Fate.ToString(),
                result.Test,
                result.Ran,
                result.Reaching,
                Seconds = Math.Round(result.Seconds, 1),
            }),
            _json));

        var text = new StringBuilder(title + "\n");
        Table(text, "Project", results, result => result.Mutant.Project);
        Table(text, "Operator", results, result => result.Mutant.Change.Operator);
        Result[] survivors = [.. results.Where(result => !result.IsKilled).OrderBy(result => result.Mutant.File, StringComparer.Ordinal).ThenBy(result => result.Mutant.Line)];
        if (survivors.Length > 0)
        {
            text.Append("\n| Survivor | Place | Original | Changed |\n| ---: | --- | --- | --- |\n");
            foreach (Result result in survivors)
            {
                string note = result.Fate == Fate.NotReached ? " (not reached)" : "";
                text.Append(CultureInfo.InvariantCulture, $"| {result.Mutant.Id} | {result.Mutant.File}:{result.Mutant.Line}{note} | {Code(result.Mutant.Original)} | {Code(result.Mutant.Changed)} |\n");
            }
        }

        File.WriteAllText(path, text.ToString());
    }

    private static void Table(StringBuilder text, string name, Result[] results, Func<Result, string> key)
    {
        text.Append(CultureInfo.InvariantCulture, $"\n| {name} | Mutants | Killed | Timed out | Survived | Not reached | Killed or timed out |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n");
        foreach (IGrouping<string, Result> group in results.GroupBy(key).OrderBy(group => group.Key, StringComparer.Ordinal))
        {
            Row(group.Key, [.. group]);
        }

        Row("**All**", results);

        void Row(string first, Result[] part)
        {
            int[] counts = [part.Length, .. Enum.GetValues<Fate>().Select(fate => part.Count(result => result.Fate == fate))];
            double killed = 100.0 * part.Count(result => result.IsKilled) / Math.Max(1, part.Length);
            text.Append(CultureInfo.InvariantCulture, $"| {first} | {string.Join(" | ", counts)} | {killed:0.0} % |\n");
        }
    }

    private static string Code(string code)
    {
        string line = Space().Replace(code, " ").Replace("|", "\\|", StringComparison.Ordinal);
        return line.Length > 90 ? $"`{line[..87]}...`" : $"`{line}`";
    }

    [GeneratedRegex(@"\s+")]
    private static partial Regex Space();
}
