using System.Text;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using StreamTuning.SimulatedShare;
using static StreamTuning.Benchmarks.Sizes;
using static StreamTuning.Benchmarks.TextTable;

namespace StreamTuning.Benchmarks;

/// <summary>The memory that many copies of slow sources take together on a share: each way in a process of its own.</summary>
internal static class SlowCopiesRun
{
    /// <summary>The argument with which the program measures one way, and writes the figures.</summary>
    public const string OneWay = "--slow-copies";

    private const long Bytes = 24 * MiB;

    // Every way has rented by then all that it ever rents.
    private const long MeasuredBytes = 6 * MiB;

    private static readonly TimeSpan _tick = TimeSpan.FromMilliseconds(2);

    private static readonly (string Name, Func<Stream, string, CancellationToken, Task> CopyAsync)[] _ways =
    [
        (CopyWays.Platform, async (source, path, token) =>
        {
            await using FileStream file = CopyWays.Create(path);
            await source.CopyToAsync(file, token);
        }),
        (CopyWays.FileStreamTarget, async (source, path, token) =>
        {
            await using FileStream file = CopyWays.Create(path);
            await source.CopyToFileAsync(file, cancellationToken: token);
        }),
        (CopyWays.PathTarget, (source, path, token) => source.CopyToFileAsync(path, cancellationToken: token)),
        ("TempSpace.StageAsync", async (source, path, token) =>
        {
            var options = new TempSpaceOptions { UseSystemDirectory = false, UseHomeDirectory = false, SweepLeftovers = false };
            options.Directories.Add(Path.GetDirectoryName(path)!);
            await using TempFile file = await new TempSpace(options).StageAsync(source, cancellationToken: token);
        }),
        ("IFormFile", ReadFormAsync),
    ];

    public static async Task RunAsync(ShareMount mount, TextWriter writer)
    {
        mount.Profile = SlowShareProfile.Instant;
        mount.KeepsContent = false;
        var table = new TextTable(
            writer,
            ("copies", 6, false),
            ("way", 28, true),
            ("most rented", 12, false),
            ("a copy", 9, false),
            ("most in the heap", 16, false),
            ("a copy", 9, false));
        table.WriteHeader();
        foreach (int copies in new[] { 64, 1000 })
        {
            for (int way = 0; way < _ways.Length; way++)
            {
                (long rented, long heap) = await MeasureInProcessAsync(way, copies, mount.Directory);
                table.WriteRow(Text($"{copies}"), _ways[way].Name, Size(rented), Each(rented), Size(heap), Each(heap));
            }

            string Each(long bytes) => Text($"{bytes / copies / KiB} KiB");
        }

        mount.KeepsContent = true;

        static string Size(long bytes) => Text($"{(double)bytes / MiB:0.0} MiB");
    }

    /// <summary>Measures one way, in the process that is for it alone.</summary>
    public static async Task RunOneAsync(int way, int copies, string directory)
    {
        var clock = new TickedSource.Clock();
        using var stop = new CancellationTokenSource();
        using var rented = new RentedBytes();
        long before = LiveBytes();
        long heap = 0;
        Task[] running = [.. Enumerable.Range(0, copies).Select(CopyAsync)];
        const int Samples = 12;
        for (int sample = 1; sample <= Samples; sample++)
        {
            while (clock.Given < MeasuredBytes * copies / Samples * sample)
            {
                await Task.Delay(_tick);
                clock.Tick();
                if (running.FirstOrDefault(copy => copy.IsFaulted) is { } failed)
                {
                    await failed;
                }
            }

            heap = Math.Max(heap, LiveBytes() - before);
        }

        long most = rented.Most;
        await stop.CancelAsync();
        foreach (Task copy in running)
        {
            await copy.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        Console.WriteLine(Text($"{most} {heap}"));

        async Task CopyAsync(int number)
        {
            await Task.Yield();
            string path = Path.Combine(directory, Text($"slow-{number}"));
            try
            {
                await using var source = new TickedSource(Bytes, clock);
                await _ways[way].CopyAsync(source, path, stop.Token);
            }
            finally
            {
                File.Delete(path);
            }
        }
    }

    private static async Task<(long Rented, long Heap)> MeasureInProcessAsync(int way, int copies, string directory)
    {
        // Forms put their files there.
        (string, string?) temp = ("ASPNETCORE_TEMP", directory);
        double[] figures = await OwnProcess.MeasureAsync([OneWay, Text($"{way}"), Text($"{copies}"), directory], temp);
        return ((long)figures[0], (long)figures[1]);
    }

    private static long LiveBytes()
    {
        GC.Collect();
        return GC.GetTotalMemory(forceFullCollection: false);
    }

    /// <summary>Reads a form with one file, as MVC does before it calls an action.</summary>
    private static async Task ReadFormAsync(Stream source, string path, CancellationToken token)
    {
        const string Head =
            "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"file\"\r\nContent-Type: application/octet-stream\r\n\r\n";
        var request = new DefaultHttpContext().Request;
        request.ContentType = "multipart/form-data; boundary=b";
        request.Body = new HeadedStream(Encoding.ASCII.GetBytes(Head), source);
        await new FormFeature(request, new FormOptions()).ReadFormAsync(token);
    }

    /// <summary>Bytes, and then a stream.</summary>
    private sealed class HeadedStream(byte[] head, Stream rest) : SourceStream
    {
        public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
        {
            if (BytesRead == head.Length)
            {
                return await rest.ReadAsync(buffer, cancellationToken);
            }

            int count = Math.Min(buffer.Length, head.Length - (int)BytesRead);
            head.AsSpan((int)BytesRead, count).CopyTo(buffer.Span);
            BytesRead += count;
            return count;
        }
    }
}
