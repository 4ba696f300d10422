using System.Collections.Concurrent;
using System.Text.RegularExpressions;
using StreamTuning.Analyzers;
using StreamTuning.Analyzers.Tests.Tables;

namespace StreamTuning.FixBehavior.Fuzzing;

/// <summary>What programs are made of: sources in which a rule reports something.</summary>
/// <param name="Name">The file.</param>
/// <param name="Text">The C#.</param>
internal sealed partial record FuzzSource(string Name, string Text)
{
    /// <summary>A folder with more sources, each named after its rule: <c>STRM1001-anything.cs</c></summary>
    private static readonly string? MoreSources = Environment.GetEnvironmentVariable("STREAMTUNING_FUZZ_SOURCES");

    private static readonly ConcurrentDictionary<string, IReadOnlyList<FuzzSource>> Known = new();

    /// <summary>The canonical source of a rule, the violation on its page, and those in its tests. Not all of them need be programs.</summary>
    public static IReadOnlyList<FuzzSource> Of(Rule rule) => Known.GetOrAdd(rule.Id, _ => Find(rule));

    private static List<FuzzSource> Find(Rule rule)
    {
        var sources = new List<FuzzSource> { Read($"tests/Analyzers.Tests/Robustness/Canonical/{rule.Id}.cs.txt") };
        string page = Repository.Read(rule.Page);
        if (ViolationOnPage().Match(page) is { Success: true } example)
        {
            sources.Add(new FuzzSource(rule.Page, ImplicitUsings.Text + example.Groups[1].Value));
        }

        sources.AddRange(TestedViolations.Of(rule));
        if (MoreSources is not null)
        {
            sources.AddRange(Directory.EnumerateFiles(MoreSources, rule.Id + "*.cs").Order(StringComparer.Ordinal).Select(path => new FuzzSource(path, File.ReadAllText(path).ReplaceLineEndings("\n"))));
        }

        return sources;
    }

    private static FuzzSource Read(string path) => new(path, MarkOfRule().Replace(Repository.Read(path), ""));

    [GeneratedRegex(@"## Example of a violation\n.*?```csharp\n(.*?)```", RegexOptions.Singleline)]
    private static partial Regex ViolationOnPage();

    [GeneratedRegex(" // STRM[0-9, STRM]*(?=\n)")]
    private static partial Regex MarkOfRule();
}
