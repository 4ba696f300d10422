using System.Text.RegularExpressions;

namespace StreamTuning.Tool.Loading;

/// <summary>An error as MSBuild writes it.</summary>
/// <param name="Project">The project that it is about; null where that is not known.</param>
/// <param name="Text">Code and text.</param>
internal sealed partial record BuildMessage(string? Project, string Text)
{
    /// <summary>Reads the errors in what MSBuild wrote, each once.</summary>
    /// <param name="output">What MSBuild wrote.</param>
    /// <param name="projects">The projects that an error can be about.</param>
    public static IReadOnlyList<BuildMessage> Errors(string output, IReadOnlyCollection<string> projects) =>
    [
        .. Line().Matches(output).Select(match =>
        {
            string[] names = [match.Groups["project"].Value, match.Groups["origin"].Value];
            string? project = names.FirstOrDefault(name => projects.Contains(name, Files.PathComparer));
            string code = match.Groups["code"].Value;
            string text = match.Groups["text"].Value.Trim();
            return new BuildMessage(project, code.Length == 0 ? text : $"{code}: {text}");
        }).Distinct(),
    ];

    // origin(line,column): error CODE: text [project::TargetFramework=...]
    [GeneratedRegex(
        @"^\s*(?:\d+>)?(?<origin>[^\r\n]*?)(?:\([\d,\-]+\))?\s*: error (?<code>[A-Z]+\d+)?\s*: (?<text>[^\r\n]*?)"
        + @"(?: \[(?<project>[^\]\r\n]+?)(?:::[^\]\r\n]*)?\])?\r?$",
        RegexOptions.Multiline)]
    private static partial Regex Line();
}
