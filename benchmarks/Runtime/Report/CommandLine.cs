using System.Globalization;

namespace StreamTuning.Benchmarks;

/// <summary>The options that the programs have in common, and the pages that they write.</summary>
internal sealed class CommandLine(string[] arguments)
{
    /// <summary>The folder with the pages; <see langword="null"/> to write none.</summary>
    public string? Output => Option("--output");

    /// <summary>Whether it is enough to see that everything runs.</summary>
    public bool IsQuick => arguments.Contains("--quick");

    /// <summary>How many turns; <see langword="null"/> for as many as usual.</summary>
    public int? Turns => IsQuick ? 1 : Number("--turns");

    public string? Option(string name)
    {
        int index = Array.IndexOf(arguments, name);
        return index >= 0 && index + 1 < arguments.Length ? arguments[index + 1] : null;
    }

    public int? Number(string name) => Option(name) is { } value ? int.Parse(value, CultureInfo.InvariantCulture) : null;

    /// <summary>Whether a size in bytes is within <c>--sizes LEAST-MOST</c>, which are in KiB.</summary>
    public bool Includes(long bytes) =>
        Option("--sizes")?.Split('-') is not [var least, var most]
        || (bytes >= long.Parse(least, CultureInfo.InvariantCulture) * Sizes.KiB
            && bytes <= long.Parse(most, CultureInfo.InvariantCulture) * Sizes.KiB);

    /// <summary>Writes to the console, and between the marks of a page.</summary>
    /// <param name="page">The page, relative to <see cref="Output"/>.</param>
    /// <param name="writeAsync">Writes the text.</param>
    public async Task WriteAsync(string page, Func<TextWriter, Task> writeAsync)
    {
        using var text = new StringWriter { NewLine = "\n" };
        await writeAsync(text);
        Console.WriteLine(text);
        if (Output is not null)
        {
            MarkdownReport.Update(Path.Combine(Output, page), text.ToString());
        }
    }
}
