using System.Globalization;

namespace StreamTuning.Tool;

/// <summary>Numbers and nouns in sentences.</summary>
internal static class Text
{
    public static string Number(int number) => number.ToString("N0", CultureInfo.InvariantCulture);

    /// <summary>A number and what it counts, such as "1 file" and "2 files".</summary>
    public static string Count(int number, string noun) => $"{Number(number)} {noun}{(number == 1 ? "" : "s")}";
}
