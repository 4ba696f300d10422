using System.Globalization;
using System.Text;
using Spectre.Console;
using StreamTuning.Measuring;
using StreamTuning.Tool.Measuring;
using StreamTuning.Tool.Reports;

namespace StreamTuning.Tool.Blobs;

/// <summary>The forms of a result about blobs.</summary>
internal static class BlobReport
{
    public static void Write(BlobMeasurement measured, IAnsiConsole console)
    {
        console.WriteLine(measured.Container);
        console.MarkupLine($"[bold]{Markup.Escape(measured.Verdict)}[/]");
        console.WriteLine(
            $"A blob of one byte takes {Units.Time(measured.LatencySeconds)}. "
            + $"One connection carries {Units.Rate(measured.OneConnection)}.");
        MeasurementTable.WriteRows(RowsOf(measured), console);
    }

    /// <summary>The text of a file, by its extension.</summary>
    /// <exception cref="ToolException">There is no such form.</exception>
    public static string Create(BlobMeasurement measured, string file) => Path.GetExtension(file).ToLowerInvariant() switch
    {
        ".json" => JsonReport.Serialize(measured),
        ".md" => Markdown(measured),
        _ => throw UnknownForm(),
    };

    /// <exception cref="ToolException">There is no form with the extension.</exception>
    public static void CheckExtension(string? file)
    {
        if (file is not null && Path.GetExtension(file).ToLowerInvariant() is not (".json" or ".md"))
        {
            throw UnknownForm();
        }
    }

    private static ToolException UnknownForm() =>
        new("--output: a measurement of blobs is written as .json or .md.", ExitCode.Usage);

    private static MeasurementRows RowsOf(BlobMeasurement measured)
    {
        int[] atOnce = [.. measured.Uploads.Select(static upload => upload.AtOnce).Distinct()];
        return new MeasurementRows(
            "Uploads in blocks",
            ["Block", .. atOnce.Select(static count => $"{count} at once")],
            [
                .. measured.Uploads.GroupBy(static upload => upload.Block).Select(group => (string[])
                [
                    Units.Bytes(group.Key),
                    .. atOnce.Select(count => group.FirstOrDefault(upload => upload.AtOnce == count)?.BytesPerSecond)
                        .Select(static rate => rate is { } found ? Units.Rate(found) : ""),
                ]),
            ]);
    }

    private static string Markdown(BlobMeasurement measured)
    {
        MeasurementRows rows = RowsOf(measured);
        var text = new StringBuilder();
        text.Append(CultureInfo.InvariantCulture, $"## `{measured.Container}`\n\n{measured.Verdict}\n\n");
        text.Append(CultureInfo.InvariantCulture, $"| {string.Join(" | ", rows.Head)} |\n");
        text.Append(CultureInfo.InvariantCulture, $"|{string.Concat(rows.Head.Select(static _ => " --- |"))}\n");
        foreach (string[] row in rows.Rows)
        {
            text.Append(CultureInfo.InvariantCulture, $"| {string.Join(" | ", row)} |\n");
        }

        return text.ToString();
    }
}
