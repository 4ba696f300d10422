using System.Globalization;
using Microsoft.VisualBasic.FileIO;

namespace StreamTuning.Docs;

/// <summary>The rows of a file with what the benchmarks have measured.</summary>
internal static class MeasuredRows
{
    /// <summary>Each row, with its fields by the names of their columns.</summary>
    public static List<Dictionary<string, string>> Of(string text)
    {
        using var parser = new TextFieldParser(new StringReader(text)) { HasFieldsEnclosedInQuotes = true };
        parser.SetDelimiters(",");
        string[] columns = parser.ReadFields() ?? [];
        var rows = new List<Dictionary<string, string>>();
        while (parser.ReadFields() is { } fields)
        {
            rows.Add(columns.Zip(fields).ToDictionary(pair => pair.First, pair => pair.Second, StringComparer.Ordinal));
        }

        return rows;
    }

    /// <summary>A time as the pages show it.</summary>
    public static string Time(double milliseconds) => milliseconds < 1000
        ? milliseconds.ToString(milliseconds < 10 ? "0.0" : "0", CultureInfo.InvariantCulture) + " ms"
        : (milliseconds / 1000).ToString("0.0", CultureInfo.InvariantCulture) + " s";
}
