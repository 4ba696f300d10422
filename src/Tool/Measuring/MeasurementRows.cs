using StreamTuning.Measuring;

namespace StreamTuning.Tool.Measuring;

/// <summary>A table of a result: the same in the terminal, in Markdown and in HTML.</summary>
/// <param name="Title">What it is about.</param>
/// <param name="Head">The headings.</param>
/// <param name="Rows">The cells.</param>
internal sealed record MeasurementRows(string Title, string[] Head, IReadOnlyList<string[]> Rows)
{
    private const long MiB = 1024 * 1024;
    private const string Predicted = "*";

    /// <summary>What the stars in tables mean.</summary>
    public const string Note = "* predicted from the costs of requests, not measured.";

    public static IEnumerable<MeasurementRows> Of(StorageMeasurement measured)
    {
        yield return FactsOf(measured);
        if (measured.Costs is { } costs)
        {
            yield return new MeasurementRows(
                $"What requests cost (fitted to {measured.Files.Count} kinds of files, off by {(measured.CostsError - 1) * 100:0} %)",
                ["A file", "A write", "A write that makes the file longer", "Setting the length", "Bandwidth"],
                [[
                    Units.Time(costs.File.TotalSeconds),
                    Units.Time(costs.Write.TotalSeconds),
                    Units.Time((costs.Write + costs.Extension).TotalSeconds),
                    Units.Time(costs.LengthChange.TotalSeconds),
                    Units.Rate(costs.BytesPerSecond),
                ]]);
        }

        yield return WaysOf(measured);
        if (measured.Settings is { } settings)
        {
            yield return ComparisonOf($"Settings, {Units.Bytes(settings.Bytes)}", settings);
        }

        if (measured.SmallFiles.Count > 0)
        {
            yield return new MeasurementRows(
                "Small files of 4 KiB",
                ["At once", "Files", "Files a second", "500 files"],
                [.. measured.SmallFiles.Select(static files => new[]
                {
                    $"{files.AtOnce}",
                    $"{files.Files}",
                    $"{files.PerSecond:0}",
                    Units.Time(500 / files.PerSecond) + (files.Files < 500 ? Predicted : ""),
                })]);
        }

        if (measured.Reads.Count > 0)
        {
            yield return new MeasurementRows(
                "Reads",
                ["Block", "Order", "Cache of this machine", "Median", "Rate"],
                [.. measured.Reads.Select(static reads => new[]
                {
                    Units.Bytes(reads.Block),
                    reads.IsRandom ? "random" : "sequential",
                    reads.IsCold ? "cold" : "cached",
                    Units.Time(reads.MedianSeconds),
                    Units.Rate(reads.BytesPerSecond),
                })]);
        }

        if (measured.Steady is { } steady)
        {
            yield return new MeasurementRows(
                $"{steady.Requests} writes of {Units.Bytes(steady.Block)} in {Units.Time(steady.Seconds)}",
                ["Rate", "Median", "95 %", "99 %", "Worst"],
                [[
                    Units.Rate(steady.BytesPerSecond),
                    Units.Time(steady.MedianSeconds),
                    Units.Time(steady.Percentile95),
                    Units.Time(steady.Percentile99),
                    Units.Time(steady.WorstSeconds),
                ]]);
        }
    }

    /// <summary>What is said of a limit.</summary>
    public static string? LimitOf(StorageMeasurement measured) => measured.Steady switch
    {
        null => null,
        { Plateau: { } limit } steady =>
            $"The rate falls after {limit.AfterSeconds:0.0} s and {Units.Bytes(limit.Before * limit.AfterSeconds)}, "
            + $"from {Units.Rate(limit.Before)} to {Units.Rate(limit.After)}, or {limit.After / steady.Block:0.0} requests a second: "
            + "a limit or a cache that is full.",
        { } steady => $"No limit was seen in {Units.Time(steady.Seconds)} and {Units.Bytes((double)steady.Block * steady.Requests)}. "
            + "One that sets in later would not be seen.",
    };

    private static MeasurementRows FactsOf(StorageMeasurement measured)
    {
        FileSystemFacts facts = measured.FileSystem;
        string free = facts.FreeBytes < facts.DriveFreeBytes * 0.95
            ? $"{Units.Bytes(facts.FreeBytes)} of the {Units.Bytes(facts.DriveFreeBytes)} of the drive: a quota"
            : Units.Bytes(facts.FreeBytes);
        return new MeasurementRows(
            "File system",
            ["Kind", "Where", "Free", "Reflinks", "Files without a name", "Renames without replacing"],
            [[
                facts.Kind,
                facts.IsMemory ? "memory of this machine" : facts.IsLocal ? "this machine" : "not known to be on this machine",
                free,
                Yes(facts.HasReflinks),
                Yes(facts.HasUnnamedFiles),
                Yes(facts.RenamesWithoutReplacing),
            ]]);
    }

    private static MeasurementRows WaysOf(StorageMeasurement measured)
    {
        long[] predicted = [64 * MiB, 256 * MiB];
        MeasurementRows compared = ComparisonOf("", measured.Ways);
        return new MeasurementRows(
            $"Copies, {Units.Bytes(measured.Ways.Bytes)}",
            [.. compared.Head, .. predicted.Select(static bytes => Units.Bytes(bytes))],
            [
                .. measured.Ways.Ways.Zip(compared.Rows, (way, row) =>
                    (string[])[.. row, .. predicted.Select(bytes => Prediction(way.Way, bytes))]),
            ]);

        string Prediction(CopyWay way, long bytes) => measured.TimeOf(way, bytes) is { } time ? Units.Time(time.Seconds) + Predicted : "";
    }

    private static MeasurementRows ComparisonOf(string title, Comparison comparison) => new(
        title,
        ["Way", "Requests", "Median", "Least to most", $"Against {comparison.First.Way.Name}", "Runs"],
        [
            .. comparison.Ways.Select(one => new[]
            {
                one.Way.Name,
                one.Way.IsOfRuntime ? "" : $"{one.Way.FileOf(comparison.Bytes).Requests}",
                Units.Time(one.MedianSeconds),
                $"{Units.Time(one.Seconds.Min())} to {Units.Time(one.Seconds.Max())}",
                one == comparison.First ? "" : RatioOf(one.Faster),
                $"{one.Faster.Turns}",
            }),
        ]);

    private static string RatioOf(PairedRatio ratio) =>
        $"{Units.Times(ratio.Median)} as fast ({Units.Factor(ratio.Low)} to {Units.Factor(ratio.High)}"
        + (ratio.IsInterval ? ", 95 %)" : ")");

    private static string Yes(bool value) => value ? "yes" : "no";
}
