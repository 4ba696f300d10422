using static StreamTuning.Benchmarks.TextTable;

namespace StreamTuning.Benchmarks;

/// <summary>Compares copies into files of one target: those of .NET with ours.</summary>
internal static class CopyRun
{
    private const string FileName = "file";
    private const string FreshName = "fresh";

    private static readonly (string Name, Func<long, Stream> Open)[] _sources =
    [
        ("known length", size => new SyntheticSource(size, knowsLength: true, int.MaxValue)),
        ("unknown length", size => new SyntheticSource(size, knowsLength: false, int.MaxValue)),
        ("16 KiB reads", size => new SyntheticSource(size, knowsLength: false, 16 * 1024)),
    ];

    public static async Task RunAsync(Target target, int turns, IReadOnlyList<long> sizes)
    {
        Console.WriteLine($"{target.Name}; medians of {turns} turns{(target.Scale == 1 ? "" : ", times as real")}");
        Console.WriteLine();
        (string, int, bool)[] columns =
            [("size", 10, false), ("source", 14, true), ("CopyToAsync", 12, false), ("CopyToFileAsync", 15, false), ("ratio", 6, false), ("CopyToFile", 12, false), ("ratio", 6, false)];
        var table = new TextTable(target.HasPaths ? [.. columns, ("new path", 12, false), ("ratio", 6, false)] : columns);
        table.WriteHeader();
        foreach (long size in sizes)
        {
            foreach ((string name, Func<long, Stream> open) in _sources)
            {
                (TimeSpan Median, double Ratio)[] results = await PairedRun.MeasureAsync(
                    turns, prepare: () => File.Delete(target.PathOf(FreshName)), Ways(target, size, open));
                table.WriteRow([
                    Size(size),
                    name,
                    Time(results[0].Median * target.Scale),
                    .. results.Skip(1).SelectMany(result => new[] { Time(result.Median * target.Scale), Ratio(result.Ratio) }),
                ]);
            }
        }
    }

    private static Func<Task>[] Ways(Target target, long size, Func<long, Stream> open)
    {
        List<Func<Task>> ways =
        [
            async () =>
            {
                using Stream source = open(size);
                using FileStream file = target.Create(FileName);
                await source.CopyToAsync(file);
            },
            async () =>
            {
                using Stream source = open(size);
                using FileStream file = target.Create(FileName);
                await source.CopyToFileAsync(file);
            },
            () =>
            {
                using Stream source = open(size);
                using FileStream file = target.Create(FileName);
                source.CopyToFile(file);
                return Task.CompletedTask;
            },
        ];
        if (target.HasPaths)
        {
            ways.Add(async () =>
            {
                // A name that is not there: that is what differs from writing in place.
                using Stream source = open(size);
                await source.CopyToFileAsync(target.PathOf(FreshName));
            });
        }

        return [.. ways];
    }
}
