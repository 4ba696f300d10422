using System.Globalization;

namespace StreamTuning.Docs;

/// <summary>How many findings in fresh code were right, counted from the verdicts of those who read them.</summary>
internal static class PrecisionFigures
{
    private const string Folder = "tools/Precision/verdicts/";

    private const string Right = "right";
    private const string False = "false";
    private const string Doubtful = "doubtful";

    // 95 of 100 intervals hold the true share.
    private const double Deviations = 1.96;

    private static readonly string[] _groups = ["copies", "temp", "blobs", "uploads"];

    private static readonly string[] _values = [Right, False, Doubtful, "merge", "nit", "no", "n/a", "reported", "reported where it is stored", "missed", .. _groups];

    // The names of their files. The first selection is smaller, and its verdicts don't tell warnings from suggestions.
    private static readonly (string Name, string Files)[] _selections =
    [
        ("eighteenth", "eighteenth"), ("seventeenth", "seventeenth"), ("sixteenth", "sixteenth"), ("fifteenth", "fifteenth"), ("fourteenth", "fourteenth"), ("thirteenth", "thirteenth"), ("twelfth", "twelfth"),
        ("eleventh", "eleventh"), ("tenth", "tenth"), ("ninth", "ninth"), ("eighth", "eighth"), ("seventh", "seventh"), ("sixth", "sixth"), ("fifth", "fifth"), ("fourth", "fourth"), ("third", "third"), ("second", "warnings"),
    ];

    private static readonly string[] _all = [.. _selections.Select(selection => selection.Files)];
    private static readonly string[] _withSuggestions = _all[..^1];
    private static readonly string[] _withPlaces = ["eighteenth", "seventeenth", "sixteenth", "fifteenth", "fourteenth", "thirteenth", "twelfth", "tenth", "ninth", "eighth", "sixth", "fifth", "fourth", "third"];

    /// <summary>All selections in one sentence.</summary>
    /// <param name="read">Gives the text of a file by its path relative to the repository.</param>
    public static string Headline(Func<string, string> read)
    {
        string[] all = Verdicts(read);
        return $"On {Number(Repositories(_all, read))} fresh repositories that no rule was tuned on, **{Share(all, Right)} warnings were right** "
            + $"({Percent(Count(all, Right) / (double)all.Length)}, 95% interval {Interval(all, Right)}). "
            + $"{Count(all, False)} were false, and {Count(all, Doubtful)} doubtful: true, but few would want to know.";
    }

    /// <summary>The same for the README.</summary>
    /// <param name="read">Gives the text of a file by its path relative to the repository.</param>
    public static string Status(Func<string, string> read)
    {
        string[] all = Verdicts(read);
        return $"- **Precision**: in [{Number(Repositories(_all, read))} public repositories](docs/precision.md) that no rule was tuned on, "
            + $"{Share(all, Right)} warnings were right, {Count(all, Doubtful)} doubtful, and {Count(all, False)} false. Most of them are STRM1001.";
    }

    /// <summary>The same for the answer to who finds a wrong one.</summary>
    /// <param name="read">Gives the text of a file by its path relative to the repository.</param>
    public static string Answer(Func<string, string> read)
    {
        string[] all = Verdicts(read);
        return $"In {Number(Repositories(_all, read))} repositories that no rule was tuned on, {Share(all, False)} warnings were false, "
            + $"and {Count(all, Doubtful)} doubtful ([precision](precision.md)).";
    }

    /// <summary>A row for each selection, the latest first, and one for all.</summary>
    /// <param name="read">Gives the text of a file by its path relative to the repository.</param>
    public static string Table(Func<string, string> read) => string.Join('\n', [
        "| Selection | Repositories | Warnings right | False | Suggestions right | False | Fixes to merge, or with a nit |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
        .. _selections.Select(selection => Row(selection.Name, [selection.Files], read)),
        Row("all", _all, read),
    ]);

    /// <summary>How many of the places that a reader would expect are reported: a row for each selection that was searched for them.</summary>
    /// <param name="read">Gives the text of a file by its path relative to the repository.</param>
    public static string Places(Func<string, string> read) => string.Join('\n', [
        "| Selection | File copies | Temporary files | Blobs | Uploads |",
        "| --- | ---: | ---: | ---: | ---: |",
        .. _withPlaces.Select(files => PlacesOf(files, [files], read)),
        PlacesOf("all", _withPlaces, read),
    ]);

    private static string Row(string name, string[] selections, Func<string, string> read)
    {
        string[] warnings = [.. selections.SelectMany(files => Column(read, files, "verdict"))];
        string[] suggestions = [.. selections.Intersect(_withSuggestions).SelectMany(files => Column(read, files + "-suggestions", "verdict"))];
        string[] fixes = [.. selections.SelectMany(files => Column(read, files + "-fixes", "verdict")).Where(verdict => verdict != "n/a")];
        return $"| {name} | {Number(Repositories(selections, read))} "
            + $"| {Cell(warnings, Right)} | {Cell(warnings, False)} | {Cell(suggestions, Right)} | {Cell(suggestions, False)} "
            + $"| {Cell(fixes, "merge", "nit")} |";
    }

    private static string PlacesOf(string name, string[] selections, Func<string, string> read)
    {
        var places = selections
            .SelectMany(files => Column(read, files + "-places", "group").Zip(Column(read, files + "-places", "verdict")))
            .ToLookup(place => place.First, place => place.Second);
        return $"| {name} | {string.Join(" | ", _groups.Select(group => Cell([.. places[group]], "reported")))} |";
    }

    /// <summary>The share, and the interval of it.</summary>
    private static string Cell(string[] verdicts, params string[] such) =>
        verdicts.Length == 0 ? "" : $"{Share(verdicts, such)} ({Interval(verdicts, such)})";

    private static string Share(string[] verdicts, params string[] such) => $"{Number(Count(verdicts, such))} of {Number(verdicts.Length)}";

    /// <summary>Wilson's interval of a share.</summary>
    private static string Interval(string[] verdicts, params string[] such)
    {
        double count = verdicts.Length;
        double share = Count(verdicts, such) / count;
        double square = Deviations * Deviations;
        double center = (share + (square / (2 * count))) / (1 + (square / count));
        double away = Deviations / (1 + (square / count)) * Math.Sqrt((share * (1 - share) / count) + (square / (4 * count * count)));
        return $"{Percent(center - away)} to {Percent(center + away)}";
    }

    private static int Count(string[] verdicts, params string[] such) => verdicts.Count(such.Contains);

    private static int Repositories(string[] selections, Func<string, string> read) =>
        selections.Sum(files => Lines(read, files + "-repositories").Length - 1);

    private static string[] Verdicts(Func<string, string> read) => [.. _all.SelectMany(files => Column(read, files, "verdict"))];

    private static string[] Column(Func<string, string> read, string files, string name)
    {
        string[] lines = Lines(read, files);
        int column = Array.IndexOf(lines[0].Split('\t'), name);
        string[] values = column >= 0 ? [.. lines[1..].Select(line => line.Split('\t')[column])] : throw new FormatException($"{files} has no '{name}'.");
        return values.Except(_values).FirstOrDefault() is { } unknown ? throw new FormatException($"{files} has the {name} '{unknown}'.") : values;
    }

    private static string[] Lines(Func<string, string> read, string files) =>
        read($"{Folder}{files}.tsv").ReplaceLineEndings("\n").TrimEnd('\n').Split('\n');

    private static string Number(int count) => count.ToString("N0", CultureInfo.InvariantCulture);

    private static string Percent(double share) => Math.Max(0, 100 * share).ToString("0", CultureInfo.InvariantCulture) + "%";
}
