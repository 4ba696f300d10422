using System.Globalization;
using System.Security;
using System.Text;

namespace StreamTuning.Tour;

/// <summary>The result of the tour as a picture that reads well on light and on dark ground.</summary>
internal static class Picture
{
    private const int Width = 1000;
    private const int Row = 20;
    private const int Left = 24;

    // Columns of the table, and where bars start and how long the longest is.
    private static readonly int[] _columns = [Left, 120, 220, 300, 430];
    private const int BarLeft = 170;
    private const int LongestBar = 480;

    // What certainly fits into a line of the picture.
    private const int CharactersOfLine = 140;

    public static void Write(string path, IReadOnlyList<Finding> found, IReadOnlyList<RuleResult> results, Timings timings)
    {
        if (Path.GetDirectoryName(path) is { Length: > 0 } folder)
        {
            Directory.CreateDirectory(folder);
        }

        File.WriteAllText(path + ".new", Draw(found, results, timings));
        File.Move(path + ".new", path, overwrite: true);
    }

    private static string Draw(IReadOnlyList<Finding> found, IReadOnlyList<RuleResult> results, Timings timings)
    {
        var body = new StringBuilder();
        int y = 34;
        Text(body, Left, y, "title", $"dotnet build: {Finding.Count(found)}");
        y += 26;
        string[] header = ["Rule", "Severity", "Found", "After the fix", "Title"];
        for (int i = 0; i < header.Length; i++)
        {
            Text(body, _columns[i], y, "head", header[i]);
        }

        Line(body, y + 7);
        foreach (RuleResult result in results)
        {
            y += Row;
            Text(body, _columns[0], y, "rule", result.Rule);
            Text(body, _columns[1], y, "code", result.Severity);
            Text(body, _columns[2], y, "code", result.Found.ToString(CultureInfo.InvariantCulture));
            Text(body, _columns[3], y, "code", result.Outcome);
            Text(body, _columns[4], y, "code", result.Page.Title);
        }

        y += 46;
        Text(body, Left, y, "title", $"streamtuning scan --fix: {results.Sum(result => result.Found - result.Left)} of {results.Sum(result => result.Found)} fixed, {Screen.Ratio(timings.Total)}");
        double longest = timings.All.Max(timing => Math.Max(timing.Before.Median, timing.After.Median));
        y += 8;
        foreach (Timing timing in timings.All)
        {
            y += 12;
            Text(body, Left, y + 20, "step", timing.Step);
            Bar(body, y, "before", timing.Before, longest);
            Bar(body, y + 17, "after", timing.After, longest);
            Text(body, Width - Left, y + 20, timing.IsClear ? "ratio end" : "head end", Screen.Ratio(timing));
            y += 34;
        }

        y += 28;
        Text(body, Left, y, "head", $"Red before the fix, green after it. Allocated memory: {timings.AllocatedBefore} before, {timings.AllocatedAfter} after.");
        foreach (string line in Wrap(timings.Conditions))
        {
            y += Row;
            Text(body, Left, y, "head", line);
        }

        int height = y + 20;
        return $$"""
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{Width}} {{height}}" width="{{Width}}" height="{{height}}" role="img" aria-label="What was found, and times before and after the fix">
              <style>
                text { font: 13px ui-sans-serif, system-ui, sans-serif; fill: #1f2328; }
                .title { font-size: 16px; font-weight: 600; }
                .head { fill: #59636e; }
                .step { font-weight: 600; }
                .code, .rule { font: 11.5px ui-monospace, monospace; }
                .rule { fill: #9a6700; }
                .end { text-anchor: end; }
                .ratio { font-weight: 600; fill: #1a7f37; }
                .ground { fill: #ffffff; stroke: #d1d9e0; }
                .line { stroke: #d1d9e0; }
                .before { fill: #d1616a; }
                .after { fill: #2da44e; }
                @media (prefers-color-scheme: dark) {
                  text { fill: #e6edf3; }
                  .head { fill: #9198a1; }
                  .rule { fill: #d29922; }
                  .ratio { fill: #3fb950; }
                  .ground { fill: #0d1117; stroke: #3d444d; }
                  .line { stroke: #3d444d; }
                }
              </style>
              <rect class="ground" x="0.5" y="0.5" width="{{Width - 1}}" height="{{height - 1}}" rx="8" />
            {{body.ToString().TrimEnd('\n')}}
            </svg>

            """;
    }

    private static IEnumerable<string> Wrap(string text)
    {
        while (text.Length > CharactersOfLine && text.LastIndexOf(' ', CharactersOfLine) is > 0 and var space)
        {
            yield return text[..space];
            text = text[(space + 1)..];
        }

        yield return text;
    }

    private static void Bar(StringBuilder body, int y, string kind, Spread time, double longest)
    {
        double width = Math.Max(1, time.Median / longest * LongestBar);
        body.Append(CultureInfo.InvariantCulture, $"  <rect class=\"{kind}\" x=\"{BarLeft}\" y=\"{y}\" width=\"{width:F1}\" height=\"14\" rx=\"2\" />\n");
        Text(body, BarLeft + (int)Math.Ceiling(width) + 8, y + 12, "head", time.ToString());
    }

    private static void Line(StringBuilder body, int y) =>
        body.Append(CultureInfo.InvariantCulture, $"  <path class=\"line\" d=\"M{Left} {y}H{Width - Left}\" />\n");

    private static void Text(StringBuilder body, int x, int y, string kind, string text) =>
        body.Append(CultureInfo.InvariantCulture, $"  <text class=\"{kind}\" x=\"{x}\" y=\"{y}\">{SecurityElement.Escape(text)}</text>\n");
}
