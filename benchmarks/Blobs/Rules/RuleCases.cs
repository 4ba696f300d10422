using System.Reflection;
using Azure.Storage;
using Azure.Storage.Blobs;
using Azure.Storage.Blobs.Models;
using Azure.Storage.Blobs.Specialized;
using StreamTuning.BlobService;
using static StreamTuning.Benchmarks.Sizes;

namespace StreamTuning.Benchmarks;

/// <summary>What the rules about blobs find, and what their fixes make of it: in turn, as all that is measured here.</summary>
/// <param name="directory">Where the files are.</param>
/// <param name="turns">How many turns of what does not take long.</param>
/// <param name="most">What is larger is taken to be of this size.</param>
internal sealed class RuleCases(string directory, int turns, long most)
{
    private const string Near = "8 MiB/s a connection, 40 MiB/s in all and a round trip of 20 ms";

    private static readonly string _sdk = VersionOf("Azure.Storage.Blobs");

    // What the plain fix of STRM3001 writes.
    private static readonly StorageTransferOptions _blocks = new() { InitialTransferSize = 4 * MiB, MaximumConcurrency = 16 };

    public IEnumerable<RuleCase> All =>
    [
        new("STRM3001", Sink("a file", "connections that are as slow as the table says, 40 MiB/s in all"), OneRequestAsync),
        new("STRM3002", Sink("a file", Near), WithoutInitialSizeAsync),
        new("STRM3003", Sink("a file", Near), SynchronousAsync),
        new("STRM3004", Sink("a file", Near), OpenWriteAsync),
        new("STRM3005", Sink("a file", Near), SerialBlocksAsync),
        new("STRM3006", Sink("a file", Near, figures: "One run each, in a process of its own"), WholeAsync),
    ];

    private Task OneRequestAsync(TextWriter writer)
    {
        UploadWay[] ways =
        [
            Sdk("`UploadAsync`, one request", default),
            Sdk("`InitialTransferSize` 4 MiB, `MaximumConcurrency` 16 (plain fix)", _blocks),
            new("`UploadBlocksAsync` (library fix)", (blob, path, _) => blob.UploadBlocksAsync(path, overwrite: true)),
        ];
        return IntoSinkAsync(writer, "Connection, file", [("8 MiB/s, 20 ms", 8, 20, [MiB, 4 * MiB, 16 * MiB, 64 * MiB]), ("2 MiB/s, 100 ms", 2, 100, [MiB, 4 * MiB, 16 * MiB])], ways);
    }

    private Task WithoutInitialSizeAsync(TextWriter writer) => IntoSinkAsync(
        writer,
        [16 * MiB, 64 * MiB],
        Sdk("no options", default),
        Sdk("`MaximumTransferSize` 4 MiB, `MaximumConcurrency` 16", new StorageTransferOptions { MaximumTransferSize = 4 * MiB, MaximumConcurrency = 16 }),
        Sdk("the same and `InitialTransferSize` 4 MiB", new StorageTransferOptions { InitialTransferSize = 4 * MiB, MaximumTransferSize = 4 * MiB, MaximumConcurrency = 16 }));

    private Task SynchronousAsync(TextWriter writer) => IntoSinkAsync(
        writer,
        [16 * MiB, 64 * MiB],
        new UploadWay("`Upload`, `InitialTransferSize` 4 MiB, `MaximumConcurrency` 16", (blob, path, _) => Task.Run(() => blob.Upload(path, new BlobUploadOptions { TransferOptions = _blocks }))),
        Sdk("`UploadAsync`, the same options", _blocks));

    private async Task OpenWriteAsync(TextWriter writer)
    {
        await IntoSinkAsync(
            writer,
            [MiB, 16 * MiB, 64 * MiB],
            new UploadWay("`OpenWriteAsync` and a copy", async (blob, path, _) =>
            {
                await using FileStream source = File.OpenRead(path);
                await using Stream target = await blob.OpenWriteAsync(overwrite: true);
                await source.CopyToAsync(target);
            }),
            Sdk("`InitialTransferSize` 4 MiB, `MaximumConcurrency` 16 (plain fix)", _blocks),
            new UploadWay("`UploadBlocksAsync` (library fix)", (blob, path, _) => blob.UploadBlocksAsync(path, overwrite: true)));
        writer.WriteLine();
        writer.WriteLine("A blob of 1,000 bytes is overwritten, in Azurite, with a source that fails after 6 MiB:");
        writer.WriteLine();
        var table = new TextTable(writer, ("Way", 3, true), ("The blob while the source is read", 3, true), ("The blob when it has failed", 3, true));
        table.WriteHeader();
        await using AzuriteServer azurite = await AzuriteServer.StartAsync();
        UploadTarget target = await UploadTarget.OfAzuriteAsync(azurite, proxy: null);
        await TryAsync("`OpenWriteAsync` and a copy", async (blob, source) =>
        {
            await using Stream opened = await blob.OpenWriteAsync(overwrite: true);
            await source.CopyToAsync(opened);
        });
        await TryAsync("`UploadAsync` with the plain fix", (blob, source) => blob.UploadAsync(source, new BlobUploadOptions { TransferOptions = _blocks }));
        await TryAsync("`UploadBlocksAsync`", (blob, source) => blob.UploadBlocksAsync(source, overwrite: true));

        Task TryAsync(string way, Func<BlobClient, Stream, Task> uploadAsync) => target.UseAsync("blob", async blob =>
        {
            await blob.UploadAsync(BinaryData.FromBytes(new byte[1000]), overwrite: true);
            long whileRead = 0;
            try
            {
                await uploadAsync(blob, new FailingSource(6 * MiB, () => whileRead = blob.GetProperties().Value.ContentLength));
            }
            catch (IOException)
            {
            }

            table.WriteRow(way, Content(whileRead), Content((await blob.GetPropertiesAsync()).Value.ContentLength));
        });

        static string Content(long length) => length == 1000 ? "what was there" : length == 0 ? "empty" : $"a part: {Sizes.Text(length)}";
    }

    private Task SerialBlocksAsync(TextWriter writer)
    {
        return IntoSinkAsync(
            writer,
            [64 * MiB],
            new UploadWay("`StageBlockAsync` in a loop, 4 MiB", LoopAsync),
            Blocks("1 block of 4 MiB at a time", 4 * MiB, 1),
            Blocks("8 of 64 KiB", 64 * KiB, 8),
            Blocks("8 of 256 KiB", 256 * KiB, 8),
            Blocks("16 of 4 MiB", 4 * MiB, 16));

        static UploadWay Blocks(string name, long size, int concurrency) =>
            Sdk(name, new StorageTransferOptions { InitialTransferSize = size, MaximumTransferSize = size, MaximumConcurrency = concurrency });

        static async Task LoopAsync(BlobClient blob, string path, bool overwrites)
        {
            BlockBlobClient blocks = blob.GetParentBlobContainerClient().GetBlockBlobClient(blob.Name);
            var ids = new List<string>();
            byte[] block = new byte[4 * MiB];
            await using FileStream source = File.OpenRead(path);
            int read;
            while ((read = await source.ReadAtLeastAsync(block, block.Length, throwOnEndOfStream: false)) > 0)
            {
                ids.Add(Convert.ToBase64String(BitConverter.GetBytes(ids.Count)));
                await blocks.StageBlockAsync(ids[^1], new MemoryStream(block, 0, read));
            }

            await blocks.CommitBlockListAsync(ids);
        }
    }

    private Task WholeAsync(TextWriter writer) => MemoryRun.RunAsync(directory, AtMost(64 * MiB, 256 * MiB), UploadWays.Whole, writer);

    private Task IntoSinkAsync(TextWriter writer, long[] sizes, params UploadWay[] ways) => IntoSinkAsync(writer, "File", [("", 8, 20, sizes)], ways);

    private async Task IntoSinkAsync(TextWriter writer, string what, (string Name, double Rate, int RoundTrip, long[] Sizes)[] networks, UploadWay[] ways)
    {
        await using FaultProxy proxy = FaultProxy.StartWithSink();
        UploadTarget target = await UploadTarget.OfSinkAsync(proxy);
        await TimeTable.WriteAsync(writer, what, networks.SelectMany(network => AtMost(network.Sizes).Select(bytes =>
        {
            proxy.Network = NetworkProfile.Of(network.Rate, network.RoundTrip);
            string path = RandomFile.Ensure(directory, bytes);
            string row = network.Name.Length == 0 ? Sizes.Text(bytes) : $"{network.Name}, {Sizes.Text(bytes)}";
            return new Case("sink", row, bytes, bytes <= 4 * MiB ? 1 : 0, turns, Scale: 1, [.. ways.Select(way => new Way(way.Name, () => target.UseAsync("blob", blob => way.UploadAsync(blob, path, true))))]);
        })));
    }

    private IEnumerable<long> AtMost(params long[] sizes) => sizes.Select(bytes => Math.Min(bytes, most)).Distinct();

    private static UploadWay Sdk(string name, StorageTransferOptions transfer) => new(name, (blob, path, _) => blob.UploadAsync(path, new BlobUploadOptions { TransferOptions = transfer }));

    private static string Sink(string what, string network, string figures = TimeTable.Caption) =>
        $"An upload of {what} with {_sdk}, through a proxy that gives {network}, " +
        $"[into a sink](../benchmarks/blobs.md#how-it-is-measured). {figures}.";

    /// <summary>A package and its version.</summary>
    private static string VersionOf(string package) =>
        $"{package} {typeof(RuleCases).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(data => data.Key == package).Value}";

    /// <summary>A source that fails after so many bytes, and says when it is read.</summary>
    private sealed class FailingSource(long bytes, Action onFirstRead) : SourceStream
    {
        public override int Read(byte[] buffer, int offset, int count)
        {
            if (BytesRead == 0)
            {
                onFirstRead();
            }

            if (BytesRead == bytes)
            {
                throw new IOException("The source has failed.");
            }

            int read = (int)Math.Min(count, bytes - BytesRead);
            BytesRead += read;
            return read;
        }
    }
}
