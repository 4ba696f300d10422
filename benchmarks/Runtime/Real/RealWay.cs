using StreamTuning.Infrastructure;

namespace StreamTuning.Benchmarks;

/// <summary>A way to copy into a file of a real file system.</summary>
/// <param name="Key">Its name on the command line.</param>
/// <param name="Name">As it stands in the tables.</param>
/// <param name="NeedsFile">Whether the source must be a file.</param>
/// <param name="RunAsync">Copies; is given the source to open, the file that it reads from, its length, and the target.</param>
/// <param name="Through">What it copies through.</param>
internal sealed record RealWay(
    string Key, string Name, bool NeedsFile, Func<Func<Stream>, string, long, string, Task> RunAsync, Transform? Through = null)
{
    private const int Block = 1024 * 1024;

    /// <summary>The way that the others of its sources are compared with comes first.</summary>
    public static IReadOnlyList<RealWay> All { get; } =
    [
        new("plain", CopyWays.Platform, NeedsFile: false, (open, _, _, target) =>
            IntoStreamAsync(open, target, (source, file) => source.CopyToAsync(file))),
        new("blocks", "1 MiB blocks", NeedsFile: false, (open, _, _, target) =>
            IntoStreamAsync(open, target, (source, file) => source.CopyToAsync(file, Block))),
        new("preset", "SetLength, 1 MiB blocks", NeedsFile: true, (open, _, bytes, target) =>
            IntoStreamAsync(open, target, (source, file) =>
            {
                file.SetLength(bytes);
                return source.CopyToAsync(file, Block);
            })),
        new("stream", CopyWays.FileStreamTarget, NeedsFile: false, (open, _, _, target) =>
            IntoStreamAsync(open, target, (source, file) => source.CopyToFileAsync(file))),
        new("path", CopyWays.PathTarget, NeedsFile: false, async (open, _, _, target) =>
        {
            using Stream source = open();
            await source.CopyToFileAsync(target);
        }),
        new("cp", "cp", NeedsFile: true, (_, file, _, target) =>
        {
            Command.Run("cp", file, target);
            return Task.CompletedTask;
        }),
        .. Transform.All.SelectMany(through => (RealWay[])
        [
            new(through.Key, through.Name, NeedsFile: false, (_, _, bytes, target) => through.CopyAsync(target, bytes, 4096), through),
            new(
                $"{through.Key}-buffer",
                $"{through.Name}, 1 MiB file buffer",
                NeedsFile: false,
                (_, _, bytes, target) => through.CopyAsync(target, bytes, Block),
                through),
        ]),
    ];

    /// <summary>Whether it is for copies of that source.</summary>
    public bool Fits(RealSource source) => Through == source.Through && (source == RealSource.File || !NeedsFile);

    public static int Order(string name) => All.TakeWhile(way => way.Name != name).Count();

    private static async Task IntoStreamAsync(Func<Stream> open, string target, Func<Stream, FileStream, Task> copyAsync)
    {
        using Stream source = open();
        using var file = new FileStream(target, FileMode.Create, FileAccess.Write, FileShare.None, bufferSize: 4096, useAsync: true);
        await copyAsync(source, file);
    }
}
