using System.Globalization;
using System.Text;

namespace StreamTuning.Benchmarks;

/// <summary>A picture of how many times as fast as the first way the others were, by size: a line for each way and source.</summary>
internal static class Plot
{
    private const int Width = 840;
    private const int Height = 420;
    private const int Left = 56;
    private const int Right = 340;
    private const int Top = 44;
    private const int Bottom = 48;

    // Told apart by the colour-blind, on white and on black.
    private static readonly string[] _colours = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];
    private static readonly string[] _dashes = ["", "7 4", "2 3", "10 3 2 3"];

    /// <summary>The name of the picture of a target; <see langword="null"/> if the table shows all sizes.</summary>
    public static string? FileName(string target, IEnumerable<ResultRow> rows) =>
        rows.Select(row => row.Bytes).Distinct().Count() <= MarkdownReport.MostSizes
        ? null
        : new string([.. target.Where(c => char.IsLetterOrDigit(c) || c == ' ')]).Replace(' ', '-').ToLowerInvariant() + ".svg";

    public static string Draw(string target, IReadOnlyList<ResultRow> rows)
    {
        long[] sizes = [.. rows.Select(row => row.Bytes).Distinct().Order()];
        string[] ways = [.. rows.Select(row => row.Way).Distinct()];
        string[] sources = [.. rows.Select(row => row.Source).Distinct()];
        ResultRow[] others = [.. rows.Where(row => row.Way != ways[0])];
        double least = Math.Min(0.5, others.Min(row => row.Ratio));
        double most = Math.Max(2, others.Max(row => row.Ratio));

        var svg = new StringBuilder();
        svg.Append($"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {Width} {Height}" font-family="sans-serif" font-size="12" role="img">""").Append('\n');
        svg.Append($"<title>{target}: how many times as fast as {ways[0]}</title>\n");
        // A ground of its own, since a page may be light or dark by a switch that the picture does not see.
        svg.Append("<style>text{fill:#222}.ground{fill:#fff;stroke:#d1d9e0}.grid{stroke:#ccc}.one{stroke:#888}@media(prefers-color-scheme:dark){text{fill:#ddd}.ground{fill:#0d1117;stroke:#3d444d}.grid{stroke:#444}.one{stroke:#999}}</style>\n");
        svg.Append($"""<rect class="ground" x="0.5" y="0.5" width="{Width - 1}" height="{Height - 1}" rx="8"/>""").Append('\n');
        svg.Append($"""<text x="{Left}" y="20" font-size="14">{target}: times as fast as {ways[0]}</text>""").Append('\n');
        foreach (double tick in Ticks(least, most))
        {
            string y = Text(Y(tick));
            svg.Append($"""<line class="{(tick == 1 ? "one" : "grid")}" x1="{Left}" x2="{Width - Right}" y1="{y}" y2="{y}"/><text x="{Left - 6}" y="{y}" dy="4" text-anchor="end">{Text(tick)}x</text>""").Append('\n');
        }

        foreach (long size in sizes)
        {
            svg.Append($"""<text x="{Text(X(size))}" y="{Height - Bottom + 18}" text-anchor="middle">{Sizes.Text(size)}</text>""").Append('\n');
        }

        int line = 0;
        foreach (string way in ways.Skip(1))
        {
            foreach (string source in sources)
            {
                ResultRow[] points = [.. others.Where(row => row.Way == way && row.Source == source).OrderBy(row => row.Bytes)];
                if (points.Length == 0)
                {
                    continue;
                }

                string stroke = $"""stroke="{_colours[Array.IndexOf(ways, way) % _colours.Length]}" stroke-dasharray="{_dashes[Array.IndexOf(sources, source) % _dashes.Length]}" """;
                string path = string.Join(' ', points.Select(point => $"{Text(X(point.Bytes))},{Text(Y(point.Ratio))}"));
                int legend = Top + (line++ * 18);
                svg.Append($"""<polyline fill="none" stroke-width="2" {stroke}points="{path}"/>""").Append('\n');
                svg.Append($"""<line stroke-width="2" {stroke}x1="{Width - Right + 10}" x2="{Width - Right + 38}" y1="{legend}" y2="{legend}"/><text x="{Width - Right + 44}" y="{legend}" dy="4" font-size="11">{way}{(sources.Length > 1 ? ", " + source : "")}</text>""").Append('\n');
            }
        }

        return svg.Append("</svg>\n").ToString();

        double X(long size) => Left + 16 + (Array.IndexOf(sizes, size) * (double)(Width - Left - Right - 32) / Math.Max(1, sizes.Length - 1));

        double Y(double ratio) => Top + ((Math.Log(most) - Math.Log(ratio)) / (Math.Log(most) - Math.Log(least)) * (Height - Top - Bottom));
    }

    private static IEnumerable<double> Ticks(double least, double most) =>
        ((double[])[0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500]).Where(tick => tick >= least && tick <= most);

    private static string Text(double value) => value.ToString("0.##", CultureInfo.InvariantCulture);
}
