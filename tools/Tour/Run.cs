using System.Globalization;

namespace StreamTuning.Tour;

/// <summary>What one run of the sample printed.</summary>
/// <param name="Times">The milliseconds of each step and of all, in its order.</param>
/// <param name="Allocated">The memory that was allocated, in MiB.</param>
internal sealed record Run(IReadOnlyList<(string Step, double Milliseconds)> Times, double Allocated)
{
    private const string StepMark = "step ";
    private const string AllocatedName = "allocated";

    /// <returns><see langword="null"/> if the last line is still missing, which has the memory.</returns>
    /// <exception cref="TourException">A line is not a name and a number.</exception>
    public static Run? TryParse(IReadOnlyList<string> lines)
    {
        (string Name, double Value)[] values = [.. lines.Select(Parse)];
        return values[^1].Name == AllocatedName ? new Run(values[..^1], values[^1].Value) : null;
    }

    private static (string Name, double Value) Parse(string line)
    {
        int space = line.LastIndexOf(' ');
        return space > 0 && double.TryParse(line[(space + 1)..], NumberStyles.Float, CultureInfo.InvariantCulture, out double value)
            ? (line.StartsWith(StepMark, StringComparison.Ordinal) ? line[StepMark.Length..space] : line[..space], value)
            : throw new TourException($"The sample printed no name and number: {line}");
    }
}
