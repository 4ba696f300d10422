using System.Text.RegularExpressions;

namespace StreamTuning.Analyzers.Tests.Tables;

/// <summary>The page of a rule, taken apart.</summary>
internal sealed partial class RulePage
{
    private RulePage(string text) => Text = text;

    /// <summary>All of it, with <c>\n</c> at the end of each line.</summary>
    public string Text { get; }

    public static RulePage Of(Rule rule) => new(Repository.Read(rule.Page));

    /// <summary>The heading of the page, without its sign.</summary>
    public string Heading => TopHeading().Match(Text).Groups[1].Value;

    /// <summary>The headings of the sections, in order.</summary>
    public string[] Sections => [.. SectionHeading().Matches(Text).Select(match => match.Groups[1].Value)];

    /// <summary>The rows of the table at the head of the page.</summary>
    public Dictionary<string, string> Properties =>
        TwoCells().Matches(Text[..Text.IndexOf("\n## ", StringComparison.Ordinal)])
            .ToDictionary(match => match.Groups[1].Value.Trim(), match => match.Groups[2].Value.Trim());

    /// <summary>What stands below the heading of a section, up to the next one.</summary>
    public string Section(string heading) =>
        Text.Split("\n## " + heading + "\n") is [_, var rest]
            ? rest.Split("\n## ")[0].Trim()
            : throw new InvalidOperationException($"No section '{heading}'.");

    /// <summary>The page from its top to the heading of a section.</summary>
    public string Above(string heading) => Text[..Text.IndexOf("\n## " + heading + "\n", StringComparison.Ordinal)];

    /// <summary>The <c>.editorconfig</c> in a section; empty where there is none.</summary>
    public string Settings(string heading) => string.Concat(SettingsBlock().Matches(Section(heading)).Select(match => match.Groups[1].Value));

    /// <summary>The C# in a section.</summary>
    public string[] Code(string heading) => [.. CodeBlock().Matches(Section(heading)).Select(match => match.Groups[1].Value)];

    /// <summary>The same as whole sources, with the directives that a new project has.</summary>
    public string[] Sources(string heading) => [.. Code(heading).Select(code => ImplicitUsings.Text + code)];

    /// <summary>The commands in a section, one a line.</summary>
    public string[] Commands(string heading) => [.. CommandBlock().Matches(Section(heading)).SelectMany(match => match.Groups[1].Value.TrimEnd().Split('\n'))];

    [GeneratedRegex("^# (.*)$", RegexOptions.Multiline)]
    private static partial Regex TopHeading();

    [GeneratedRegex("^## (.*)$", RegexOptions.Multiline)]
    private static partial Regex SectionHeading();

    [GeneratedRegex(@"^\|([^|\n]*)\|([^|\n]*)\|$", RegexOptions.Multiline)]
    private static partial Regex TwoCells();

    [GeneratedRegex(@"^```ini\n(.*?)^```$", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex SettingsBlock();

    [GeneratedRegex(@"^```sh\n(.*?)^```$", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex CommandBlock();

    [GeneratedRegex(@"^```csharp\n(.*?)^```$", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex CodeBlock();
}
