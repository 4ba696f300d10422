using System.Text;
using StreamTuning.Measuring;

namespace StreamTuning.Tool.Measuring;

/// <summary>A result for an issue or a page.</summary>
internal static class MeasurementMarkdown
{
    public static string Create(StorageMeasurement measured)
    {
        Advice advice = Advice.Of(measured, TemporaryDirectory.Find());
        var text = new StringBuilder();
        text.Append($"## `{measured.Directory}`\n\n{advice.Verdict} {advice.Reason}\n");
        foreach (MeasurementRows rows in MeasurementRows.Of(measured))
        {
            text.Append($"\n### {rows.Title}\n\n| {string.Join(" | ", rows.Head)} |\n");
            text.Append($"|{string.Concat(rows.Head.Select(static _ => " --- |"))}\n");
            foreach (string[] row in rows.Rows)
            {
                text.Append($"| {string.Join(" | ", row.Select(static cell => cell.Replace("*", "\\*").Replace("|", "\\|")))} |\n");
            }
        }

        text.Append($"\n\\{MeasurementRows.Note}\n");
        if (MeasurementRows.LimitOf(measured) is { } limit)
        {
            text.Append($"\n{limit}\n");
        }

        foreach (string note in measured.Notes)
        {
            text.Append($"\n> {note}\n");
        }

        foreach (AdviceLine line in advice.Lines)
        {
            text.Append($"\n{line.What}\n\n```\n{line.Paste}\n```\n");
        }

        return text.Append(
            $"\nMeasured {measured.Taken:yyyy-MM-dd} in {measured.Took.TotalSeconds:0} s with {measured.Runtime}. "
            + $"Intervals are resampled with seed {measured.Seed}.\n").ToString();
    }
}
