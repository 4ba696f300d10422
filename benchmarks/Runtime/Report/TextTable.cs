using System.Globalization;

namespace StreamTuning.Benchmarks;

/// <summary>A table as Markdown, written row by row. The first columns are as wide as said; text is on the left, numbers are on the right.</summary>
internal sealed class TextTable(TextWriter writer, params (string Name, int Width, bool IsText)[] columns)
{
    public void WriteHeader()
    {
        WriteRow([.. columns.Select(column => column.Name)]);
        writer.WriteLine($"|{string.Join('|', columns.Select(column => new string('-', column.Width + 1) + (column.IsText ? "-" : ":")))}|");
    }

    public void WriteRow(params IReadOnlyList<string> cells) =>
        writer.WriteLine($"| {string.Join(" | ", cells.Select((cell, i) => columns[i].IsText ? cell.PadRight(columns[i].Width) : cell.PadLeft(columns[i].Width)))} |");

    public static string Time(TimeSpan time) => time.TotalMilliseconds switch
    {
        < 1 => Text($"{time.TotalMicroseconds:0} µs"),
        < 10 => Text($"{time.TotalMilliseconds:0.0} ms"),
        < 10_000 => Text($"{time.TotalMilliseconds:0} ms"),
        _ => Text($"{time.TotalSeconds:0.0} s"),
    };

    public static string Ratio(double ratio) => Text($"{ratio:0.00}x");

    public static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
