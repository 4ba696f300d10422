using System.Globalization;
using System.Net;
using System.Text;
using StreamTuning.Measuring;

namespace StreamTuning.Tool.Measuring;

/// <summary>A result as one page that needs nothing else.</summary>
internal static class MeasurementHtml
{
    private const int Width = 720;
    private const int Height = 160;

    public static string Create(StorageMeasurement measured)
    {
        Advice advice = Advice.Of(measured, TemporaryDirectory.Find());
        var page = new StringBuilder();
        page.Append(
            $"""
            {HtmlPage.Begin($"What {measured.Directory} costs", runsScript: false)}
            <p>{Escape(advice.Verdict)} {Escape(advice.Reason)}</p>
            <p class="note">StreamTuning {Escape(ToolAssembly.Version)}, {Escape(measured.Runtime)}, {measured.Taken:yyyy-MM-dd},
            {measured.Took.TotalSeconds:0} s.
            Intervals are resampled with seed {measured.Seed}.</p>
            </header>
            <main>

            """);
        AppendBars(page, measured.Ways);
        foreach (MeasurementRows rows in MeasurementRows.Of(measured))
        {
            page.Append(CultureInfo.InvariantCulture, $"<h2>{Escape(rows.Title)}</h2>\n<div class=\"scroll\"><table>\n<thead><tr>");
            page.AppendJoin("", rows.Head.Select(static head => $"<th>{Escape(head)}</th>")).Append("</tr></thead>\n<tbody>\n");
            foreach (string[] row in rows.Rows)
            {
                page.Append("<tr>").AppendJoin("", row.Select(static cell => $"<td>{Escape(cell)}</td>")).Append("</tr>\n");
            }

            page.Append("</tbody>\n</table></div>\n");
        }

        page.Append(CultureInfo.InvariantCulture, $"<p class=\"note\">{MeasurementRows.Note}</p>\n");
        if (measured.Steady is { } steady)
        {
            AppendRates(page, steady);
            page.Append(CultureInfo.InvariantCulture, $"<p>{Escape(MeasurementRows.LimitOf(measured)!)}</p>\n");
        }

        foreach (string note in measured.Notes)
        {
            page.Append(CultureInfo.InvariantCulture, $"<p class=\"alert\">{Escape(note)}</p>\n");
        }

        foreach (AdviceLine line in advice.Lines)
        {
            page.Append(CultureInfo.InvariantCulture, $"<p>{Escape(line.What)}</p>\n<pre>{Escape(line.Paste)}</pre>\n");
        }

        return page.Append("</main>\n</body>\n</html>\n").ToString().ReplaceLineEndings("\n");
    }

    private static void AppendBars(StringBuilder page, Comparison ways)
    {
        double most = ways.Ways.Max(static way => way.MedianSeconds);
        page.Append(CultureInfo.InvariantCulture, $"<h2>{Units.Bytes(ways.Bytes)}</h2>\n<table>\n<tbody>\n");
        foreach (WayTimes way in ways.Ways)
        {
            page.Append(
                CultureInfo.InvariantCulture,
                $"""
                <tr><td>{Escape(way.Way.Name)}</td><td class="bar wide"><i style="width:{100 * way.MedianSeconds / most:F1}%"></i></td>
                <td class="number">{Units.Time(way.MedianSeconds)}</td></tr>

                """);
        }

        page.Append("</tbody>\n</table>\n");
    }

    private static void AppendRates(StringBuilder page, SteadyWrites steady)
    {
        double most = steady.Rates.Max();
        string points = string.Join(' ', steady.Rates.Select((rate, i) => string.Create(
            CultureInfo.InvariantCulture,
            $"{(double)Width * i / Math.Max(1, steady.Rates.Count - 1):F0},{Height - (Height * rate / most):F0}")));
        page.Append(
            CultureInfo.InvariantCulture,
            $"""
            <h2>Rate over {Units.Time(steady.Seconds)}, up to {Units.Rate(most)}</h2>
            <svg viewBox="0 0 {Width} {Height}" role="img" aria-label="Rate of the writes over the time">
            <polyline points="{points}" fill="none" stroke="currentColor" stroke-width="2"/>
            </svg>

            """);
    }

    private static string Escape(string text) => WebUtility.HtmlEncode(text);
}
