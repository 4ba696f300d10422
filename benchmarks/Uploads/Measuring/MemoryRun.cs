using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Http.Headers;
using Azure.Storage.Blobs;
using StreamTuning.BlobService;
using static StreamTuning.Benchmarks.Sizes;
using static StreamTuning.Benchmarks.TextTable;

namespace StreamTuning.Benchmarks;

/// <summary>The most that the heap of the server holds while it takes one large file: each way in a server of its own.</summary>
internal static class MemoryRun
{
    private static readonly (string Name, string Path, bool IsBlob)[] _ways =
    [
        ("List<IFormFile>", "/formfiles", false),
        ("StreamFiles, new path", "/path", false),
        ("StreamFiles, FileStream", "/file", false),
        ("UploadBlocksAsync, 32 MiB, Azurite", "/blocks", true),
        ("UploadVerifiedAsync, 32 MiB, Azurite", "/verified", true),
    ];

    /// <param name="directory">Where files go.</param>
    /// <param name="bytes">The length of the file.</param>
    /// <param name="writer">Gets the table.</param>
    public static async Task RunAsync(string directory, long bytes, TextWriter writer)
    {
        var table = new TextTable(writer, ("size", 8, false), ("way", 38, true), ("most in the heap", 16, false), ("allocated", 10, false), ("time", 8, false));
        table.WriteHeader();
        await using AzuriteServer azurite = await AzuriteServer.StartAsync(AzuriteStorage.Disk);
        await new BlobContainerClient(azurite.ConnectionString, UploadServer.ContainerName).CreateIfNotExistsAsync();
        foreach ((string name, string path, bool isBlob) in _ways)
        {
            await using ServerProcess server = await ServerProcess.StartAsync(directory, azurite.ConnectionString);

            // What has to be made once is made.
            await server.SendAsync(HttpMethod.Post, path, new GeneratedForm(2 * MiB));
            using (HttpResponseMessage response = await server.Client.PostAsync("/heap", null))
            {
                response.EnsureSuccessStatusCode();
            }

            ServerFigures before = await server.TakeFiguresAsync();
            long start = Stopwatch.GetTimestamp();
            await server.SendAsync(HttpMethod.Post, path, new GeneratedForm(bytes));
            TimeSpan time = Stopwatch.GetElapsedTime(start);
            ServerFigures used = await server.TakeFiguresAsync() - before;
            using HttpResponseMessage stopped = await server.Client.DeleteAsync("/heap");
            long most = long.Parse(await stopped.Content.ReadAsStringAsync(), CultureInfo.InvariantCulture);
            if (isBlob && await LengthOfBlobAsync(azurite) != bytes)
            {
                throw new InvalidOperationException("The blob has another length than the file.");
            }

            table.WriteRow(Sizes.Text(bytes), $"`{name}`", Text($"{(double)most / MiB:0.0} MiB"), Text($"{(double)used.Allocated / MiB:0.0} MiB"), Time(time));
        }
    }

    private static async Task<long> LengthOfBlobAsync(AzuriteServer azurite) =>
        (await new BlobClient(azurite.ConnectionString, UploadServer.ContainerName, "blob").GetPropertiesAsync()).Value.ContentLength;

    /// <summary>A form with a file that is made while it is sent.</summary>
    private sealed class GeneratedForm : HttpContent
    {
        private static readonly byte[] _piece = MakePiece();
        private readonly long _bytes;

        public GeneratedForm(long bytes)
        {
            _bytes = bytes;
            Headers.ContentType = MediaTypeHeaderValue.Parse(UploadWay.FormType);
        }

        protected override async Task SerializeToStreamAsync(Stream stream, TransportContext? context)
        {
            await stream.WriteAsync(UploadWay.Surroundings.Before);
            for (long left = _bytes; left > 0; left -= _piece.Length)
            {
                await stream.WriteAsync(_piece.AsMemory(0, (int)Math.Min(left, _piece.Length)));
            }

            await stream.WriteAsync(UploadWay.Surroundings.After);
        }

        protected override bool TryComputeLength(out long length)
        {
            length = UploadWay.Surroundings.Before.Length + _bytes + UploadWay.Surroundings.After.Length;
            return true;
        }

        private static byte[] MakePiece()
        {
            byte[] piece = new byte[MiB];
            new Random(1).NextBytes(piece);
            return piece;
        }
    }
}
