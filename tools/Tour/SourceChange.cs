using System.Globalization;
using System.Text.RegularExpressions;
using StreamTuning.Tool.Fixing;

namespace StreamTuning.Tour;

/// <summary>A change that a fix has made at one place.</summary>
/// <param name="Finding">The finding that was fixed.</param>
/// <param name="Lines">The lines of the change, marked by - and +.</param>
internal sealed partial record SourceChange(Finding Finding, IReadOnlyList<string> Lines)
{
    // One of each kind: a share, memory, and blobs.
    private static readonly (string File, string Rule)[] _chosen = [("Import.cs", "STRM1008"), ("Inbox.cs", "STRM1005"), ("Backup.cs", "STRM3001")];

    /// <summary>Chooses a few that show the most in the fewest lines.</summary>
    /// <exception cref="TourException">One of them has not been made.</exception>
    public static IReadOnlyList<SourceChange> Choose(
        IReadOnlyList<Finding> found, IReadOnlyDictionary<string, string> before, IReadOnlyDictionary<string, string> after) =>
    [
        .. _chosen.Select(chosen => found.FirstOrDefault(finding => finding.File == chosen.File && finding.Rule == chosen.Rule) is { } finding
            && At(finding.Line, before[chosen.File], after[chosen.File]) is { } lines
                ? new SourceChange(finding, lines)
                : throw new TourException($"{chosen.Rule} was not found, or not fixed, in {chosen.File}.")),
    ];

    /// <summary>The lines of the change at a line of the old text, without their common indentation.</summary>
    private static string[]? At(int line, string before, string after)
    {
        List<string>? lines = null;
        foreach (string text in LineDiff.Unified(before, after, context: 0))
        {
            if (Header().Match(text) is { Success: true } header)
            {
                if (lines is not null)
                {
                    break;
                }

                int start = int.Parse(header.Groups["start"].ValueSpan, CultureInfo.InvariantCulture);
                int count = int.Parse(header.Groups["count"].ValueSpan, CultureInfo.InvariantCulture);
                lines = line >= start && line < start + count ? [] : null;
            }
            else
            {
                lines?.Add(text);
            }
        }

        int? indent = lines?.Where(text => text.Length > 1).Min(text => text.Length - text[1..].TrimStart().Length - 1);
        return lines?.Select(text => text.Length > 1 ? $"{text[0]} {text[(1 + indent!.Value)..]}" : text).ToArray();
    }

    [GeneratedRegex(@"^@@ -(?<start>\d+),(?<count>\d+) ")]
    private static partial Regex Header();
}
