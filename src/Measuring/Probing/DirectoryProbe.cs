using System.Diagnostics;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace StreamTuning.Measuring;

/// <summary>Measures a directory with files in a folder of its own, which whoever made it deletes.</summary>
/// <param name="folder">The folder, as an absolute path.</param>
public sealed class DirectoryProbe(string folder) : IStorageProbe
{
    // Of fcntl.h.
    private const int DropPages = 4;

    // As large as a program's own FileStream buffers: each way is measured as it is written in programs.
    private const int FileBuffer = 4096;

    private const long SteadyBytes = 64L * 1024 * 1024;

    private int _files;
    private string? _readFile;

    /// <inheritdoc/>
    public TimeProvider Clock => TimeProvider.System;

    /// <inheritdoc/>
    public FileSystemFacts Examine() => FileSystemFacts.Of(folder);

    /// <inheritdoc/>
    public Way Copy(CopyWay way, long bytes, CancellationToken cancellationToken)
    {
        string target = "";
        return new Way(way.Name, () => CopyAsync(way, bytes, target, cancellationToken), Prepare, () => File.Delete(target));

        void Prepare()
        {
            cancellationToken.ThrowIfCancellationRequested();
            target = NextPath();
        }
    }

    /// <inheritdoc/>
    public async Task<SmallFiles> WriteFilesAsync(int atOnce, int most, TimeSpan limit, CancellationToken cancellationToken)
    {
        byte[] content = new byte[SmallFiles.Bytes];
        string[] paths = [.. Enumerable.Range(0, most).Select(_ => NextPath())];
        int next = -1;
        int done = 0;
        long start = Stopwatch.GetTimestamp();
        await Task.WhenAll(Enumerable.Range(0, atOnce).Select(_ => Task.Run(Write, cancellationToken))).ConfigureAwait(false);
        double seconds = Stopwatch.GetElapsedTime(start).TotalSeconds;
        foreach (string path in paths.Take(next + 1))
        {
            File.Delete(path);
        }

        return new SmallFiles(atOnce, done, seconds);

        void Write()
        {
            while (Stopwatch.GetElapsedTime(start) < limit && Interlocked.Increment(ref next) is var number && number < most)
            {
                cancellationToken.ThrowIfCancellationRequested();
                File.WriteAllBytes(paths[number], content);
                Interlocked.Increment(ref done);
            }
        }
    }

    /// <inheritdoc/>
    public async Task<ReadTimes> ReadAsync(int block, bool isRandom, long bytes, TimeSpan limit, CancellationToken cancellationToken)
    {
        if (_readFile is null)
        {
            _readFile = NextPath();
            await CopyAsync(CopyWay.PresetBlocks, bytes, _readFile, cancellationToken).ConfigureAwait(false);
        }

        using SafeFileHandle file = File.OpenHandle(_readFile, FileMode.Open, FileAccess.ReadWrite);
        bool isCold = DropCache(file);
        byte[] buffer = new byte[block];
        long blocks = Math.Max(1, bytes / block);
        long read = 0;
        var times = new List<double>();
        var random = new Random(1);
        long start = Stopwatch.GetTimestamp();
        for (long i = 0; i < blocks && (i == 0 || Stopwatch.GetElapsedTime(start) < limit); i++)
        {
            cancellationToken.ThrowIfCancellationRequested();
            long begin = Stopwatch.GetTimestamp();
            read += RandomAccess.Read(file, buffer, block * (isRandom ? random.NextInt64(blocks) : i));
            times.Add(Stopwatch.GetElapsedTime(begin).TotalSeconds);
        }

        return new ReadTimes(block, isRandom, isCold, times.Count, Samples.Median(times), read / times.Sum());
    }

    /// <inheritdoc/>
    public Task<IReadOnlyList<double>> WriteSteadilyAsync(
        int block, int most, TimeSpan limit, CancellationToken cancellationToken) => Task.Run(
        () =>
        {
            // The room that is asked for has one large file at a time.
            if (_readFile is not null)
            {
                File.Delete(_readFile);
                _readFile = null;
            }

            string path = NextPath();
            byte[] content = new byte[block];
            new Random(1).NextBytes(content);
            var ends = new List<double>();
            using (SafeFileHandle file = File.OpenHandle(path, FileMode.CreateNew, FileAccess.Write))
            {
                long length = Math.Min(SteadyBytes, (long)most * block);
                RandomAccess.SetLength(file, length);
                long start = Stopwatch.GetTimestamp();
                while (ends.Count == 0 || (ends.Count < most && Stopwatch.GetElapsedTime(start) < limit))
                {
                    cancellationToken.ThrowIfCancellationRequested();
                    RandomAccess.Write(file, content, (long)ends.Count * block % length);
                    ends.Add(Stopwatch.GetElapsedTime(start).TotalSeconds);
                }
            }

            File.Delete(path);
            return (IReadOnlyList<double>)ends;
        },
        cancellationToken);

    private static async Task CopyAsync(CopyWay way, long bytes, string target, CancellationToken cancellationToken)
    {
        using var source = new MadeUpSource(bytes, way.Block == CopyWay.Segment ? CopyWay.Segment : int.MaxValue);
        var options = new FileCopyOptions
        {
            BlockSize = way.Block,
            Depth = way.Depth,
            MemoryBudget = Math.Max(new FileCopyOptions().MemoryBudget, (long)way.Block * (way.Depth + 1)),
        };
        if (way.Kind == CopyKind.RuntimeToPath)
        {
            await source.CopyToFileAsync(target, options, cancellationToken).ConfigureAwait(false);
            return;
        }

        var file = new FileStream(target, FileMode.CreateNew, FileAccess.Write, FileShare.None, FileBuffer, useAsync: true);
        await using (file.ConfigureAwait(false))
        {
            if (way.PresetsLength)
            {
                file.SetLength(bytes);
            }

            Task copy = way switch
            {
                { Kind: CopyKind.RuntimeToStream } => source.CopyToFileAsync(file, options, cancellationToken),
                { Block: CopyWay.PlatformBlock or CopyWay.Segment } => source.CopyToAsync(file, cancellationToken),
                _ => source.CopyToAsync(file, way.Block, cancellationToken),
            };
            await copy.ConfigureAwait(false);
        }
    }

    /// <summary>Empties the cache of this machine.</summary>
    /// <returns>Whether the system says so. Memory has no cache before it.</returns>
    private static bool DropCache(SafeFileHandle file)
    {
        if (!RuntimeInformation.IsOSPlatform(OSPlatform.Linux) || Mount.Of(file, "").Kind is MountKind.Memory)
        {
            return false;
        }

        RandomAccess.FlushToDisk(file);
        return Advise(file, 0, 0, DropPages) == 0;
    }

    [DllImport("libc", EntryPoint = "posix_fadvise")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Advise(SafeFileHandle file, long offset, long length, int advice);

    private string NextPath() => Path.Combine(folder, $"file-{Interlocked.Increment(ref _files)}");
}
