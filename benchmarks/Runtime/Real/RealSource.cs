using static StreamTuning.Benchmarks.Sizes;

namespace StreamTuning.Benchmarks;

/// <summary>A source of copies onto real file systems.</summary>
/// <param name="Key">Its name on the command line.</param>
/// <param name="Name">As it stands in the tables.</param>
/// <param name="Sizes">The lengths.</param>
/// <param name="Open">Opens one. It is given a file of that length.</param>
/// <param name="Through">What it is copied through.</param>
internal sealed record RealSource(string Key, string Name, long[] Sizes, Func<string, long, Stream> Open, Transform? Through = null)
{
    private const int NetworkRead = 64 * 1024;

    public static RealSource File { get; } = new("file", "file", [64 * KiB, MiB, 16 * MiB, 64 * MiB, 256 * MiB], (path, _) =>
        new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read, 4096, FileOptions.Asynchronous | FileOptions.SequentialScan));

    public static RealSource Unknown { get; } = new("unknown", "64 KiB a read, unknown length", [MiB, 16 * MiB], (_, bytes) =>
        new SyntheticSource(bytes, knowsLength: false, NetworkRead));

    public static IReadOnlyList<RealSource> All { get; } =
    [
        File,
        Unknown,
        .. Transform.All.Select(through =>
            new RealSource(through.Key, $"digits, {through.Name}", [MiB, 16 * MiB], (_, bytes) => new DigitSource(bytes), through)),
    ];

    public static int Order(string name) => All.TakeWhile(source => source.Name != name).Count();
}
