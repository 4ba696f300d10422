using System.Diagnostics;
using System.Diagnostics.Metrics;
using System.IO.Pipelines;
using System.Net;
using System.Net.Http.Headers;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using Azure.Core.Pipeline;
using Azure.Storage.Blobs;
using Azure.Storage.Blobs.Models;
using Azure.Storage.Blobs.Specialized;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.Extensions.Options;
using StreamTuning;

// Uses what the packages have, and says after each part that it worked. Published trimmed, or compiled ahead of time, by a test.
byte[] content = new byte[(5 * 1024 * 1024) + 17];
new Random(1).NextBytes(content);
string folder = Directory.CreateTempSubdirectory("streamtuning-trimmed-").FullName;
try
{
    await Copies.RunAsync(content, folder);
    await TempFiles.RunAsync(content, folder);
    await Blocks.RunAsync(content);
    await Blobs.RunAsync(content, folder);
    await Uploads.RunAsync(content, folder);
}
finally
{
    Directory.Delete(folder, recursive: true);
}

internal static class Report
{
    /// <summary>Says that a part worked, or ends the program.</summary>
    public static void That(bool holds, string what) =>
        Console.WriteLine(holds ? "works: " + what : throw new InvalidOperationException(what + " does not work"));

    public static void Same(byte[] expected, string path, string what) => That(File.ReadAllBytes(path).AsSpan().SequenceEqual(expected), what);
}

internal static class Copies
{
    public static async Task RunAsync(byte[] content, string folder)
    {
        string target = Path.Combine(folder, "copy");
        long measured = 0;
        using var listener = new MeterListener();
        listener.InstrumentPublished = (instrument, own) =>
        {
            if (instrument.Meter.Name == "StreamTuning" && instrument.Name == "streamtuning.copy.bytes")
            {
                own.EnableMeasurementEvents(instrument);
            }
        };
        listener.SetMeasurementEventCallback<long>((_, bytes, _, _) => Interlocked.Add(ref measured, bytes));
        listener.Start();
        var activities = new List<string>();
        using var watched = new ActivityListener
        {
            ShouldListenTo = source => source.Name == "StreamTuning",
            Sample = (ref ActivityCreationOptions<ActivityContext> _) => ActivitySamplingResult.AllData,
            ActivityStopped = activity => activities.Add(activity.OperationName),
        };
        ActivitySource.AddActivityListener(watched);

        using (var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256))
        {
            await using FileStream file = File.Create(target);
            long bytes = await new MemoryStream(content).CopyToFileAsync(file, new FileCopyOptions { Hash = hash });
            Report.That(bytes == content.Length && hash.GetHashAndReset().AsSpan().SequenceEqual(SHA256.HashData(content)), "a stream into an open file, with a hash");
        }

        Report.That(measured == content.Length && activities is ["copy into file"], "telemetry");
        await new ByteArrayContent(content).CopyToFileAsync(target, new FileCopyOptions { Replace = FileReplacement.Atomic });
        Report.Same(content, target, "an HTTP content into a path");
        await PipeReader.Create(new MemoryStream(content)).CopyToFileAsync(target);
        Report.Same(content, target, "a pipe into a path");
        await new FileInfo(target).CopyToFileAsync(target + "2");
        Report.Same(content, target + "2", "a file into a path");
        new MemoryStream(content).CopyToFile(target);
        Report.Same(content, target, "a stream into a path, synchronously");
    }
}

internal static class TempFiles
{
    public static async Task RunAsync(byte[] content, string folder)
    {
        TempSpaceDecision? decision = null;
        var space = new TempSpace(new TempSpaceOptions { UseHomeDirectory = false, DecisionMade = made => decision = made });
        string target = Path.Combine(folder, "moved");
        await using (TempFile file = await space.StageAsync(new MemoryStream(content)))
        {
            await file.MoveToAsync(target);
        }

        Report.Same(content, target, "a staged file that is moved");
        Report.That(decision!.ToString().StartsWith("temp_space reason=", StringComparison.Ordinal), "the reason for a directory");
        string kept;
        using (TempDirectory directory = space.CreateDirectory())
        {
            kept = directory.Path;
            Report.That(Directory.Exists(kept), "a temporary directory");
        }

        Report.That(!Directory.Exists(kept) && space.Sweep() >= 0 && TempSpace.GetAvailableBytes(folder) > 0, "cleaning up");
    }
}

internal static class Blocks
{
    public static async Task RunAsync(byte[] content)
    {
        var store = new MemoryStore();
        await BlockUpload.UploadAsync(new MemoryStream(content), store, new BlockUploadOptions { VerifyBlocks = true, Resume = true });
        Report.That(store.Object.AsSpan().SequenceEqual(content), "an upload in blocks to a store of one's own");
    }

    private sealed class MemoryStore : IBlockStore
    {
        private readonly Dictionary<string, byte[]> _staged = [];

        public byte[] Object { get; private set; } = [];

        public Task StageAsync(string id, ReadOnlyMemory<byte> content, byte[]? md5, CancellationToken cancellationToken)
        {
            lock (_staged)
            {
                _staged[id] = content.ToArray();
            }

            return Task.CompletedTask;
        }

        public Task CommitAsync(IReadOnlyList<string> ids, byte[]? contentMD5, CancellationToken cancellationToken)
        {
            Object = [.. ids.SelectMany(id => _staged[id])];
            return Task.CompletedTask;
        }

        public Task PutAsync(ReadOnlyMemory<byte> content, byte[]? md5, CancellationToken cancellationToken)
        {
            Object = content.ToArray();
            return Task.CompletedTask;
        }

        public Task<IReadOnlyList<StagedBlock>> ListStagedAsync(CancellationToken cancellationToken) => Task.FromResult<IReadOnlyList<StagedBlock>>([]);

        public Task<IReadOnlyList<string>> ListCommittedAsync(CancellationToken cancellationToken) => Task.FromResult<IReadOnlyList<string>>([]);

        public BlockFailure Classify(Exception failure) => BlockFailure.Final;
    }
}

internal static class Blobs
{
    public static async Task RunAsync(byte[] content, string folder)
    {
        var service = new OneBlob();
        var client = new BlobClient(
            new Uri("https://account.blob.core.windows.net/container/blob"),
            new BlobClientOptions { Transport = new HttpClientTransport(new HttpClient(service)) });

        await client.UploadBlocksAsync(new MemoryStream(content), overwrite: true);
        Report.That(service.Blocks > 1 && service.Content.AsSpan().SequenceEqual(content), "a blob in blocks");

        string file = Path.Combine(folder, "source");
        File.WriteAllBytes(file, content);
        await client.UploadVerifiedAsync(file, new BlobVerifiedUploadOptions { Metadata = new Dictionary<string, string> { ["name"] = "value" } });
        Report.That(service.Content.AsSpan().SequenceEqual(content), "a verified blob");

        string? refused = null;
        try
        {
            await client.UploadBlocksAsync(BinaryData.FromBytes(content.AsMemory(0, 100)));
        }
        catch (Azure.RequestFailedException e)
        {
            refused = e.ErrorCode;
        }

        Report.That(refused == "BlobAlreadyExists", "a blob that exists");
    }

    /// <summary>A service that holds one blob, without a network.</summary>
    private sealed class OneBlob : HttpMessageHandler
    {
        private readonly Dictionary<string, byte[]> _staged = [];

        public byte[] Content { get; private set; } = [];

        public int Blocks { get; private set; }

        protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            byte[] body = request.Content is null ? [] : await request.Content.ReadAsByteArrayAsync(cancellationToken);
            string query = request.RequestUri!.Query;
            lock (_staged)
            {
                if (request.Method == HttpMethod.Get)
                {
                    // No block is staged.
                    return Reply(HttpStatusCode.OK, """<?xml version="1.0" encoding="utf-8"?><BlockList><UncommittedBlocks /></BlockList>""");
                }

                if (query.Contains("comp=blocklist", StringComparison.Ordinal))
                {
                    Content = [.. Regex.Matches(Encoding.UTF8.GetString(body), "<Latest>(.*?)</Latest>").SelectMany(id => _staged[id.Groups[1].Value])];
                }
                else if (query.Contains("comp=block", StringComparison.Ordinal))
                {
                    _staged[Uri.UnescapeDataString(Regex.Match(query, "blockid=([^&]*)").Groups[1].Value)] = body;
                    Blocks++;
                }
                else if (Content.Length > 0 && request.Headers.IfNoneMatch.Count > 0)
                {
                    return Reply(HttpStatusCode.Conflict, "<Error><Code>BlobAlreadyExists</Code><Message>It does.</Message></Error>");
                }
                else
                {
                    Content = body;
                }

                return Reply(HttpStatusCode.Created, "");
            }
        }

        private static HttpResponseMessage Reply(HttpStatusCode status, string body)
        {
            var response = new HttpResponseMessage(status) { Content = new StringContent(body, Encoding.UTF8, "application/xml") };
            response.Headers.ETag = new EntityTagHeaderValue("\"0x1\"");
            response.Headers.Add("x-ms-request-server-encrypted", "true");
            response.Content.Headers.LastModified = DateTimeOffset.UnixEpoch;
            if (status == HttpStatusCode.Conflict)
            {
                response.Headers.Add("x-ms-error-code", "BlobAlreadyExists");
            }

            return response;
        }
    }
}

internal static class Uploads
{
    public static async Task RunAsync(byte[] content, string folder)
    {
        string uploads = Directory.CreateDirectory(Path.Combine(folder, "uploads")).FullName;
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.Configuration.AddInMemoryCollection(
        [
            new("StreamTuning:Uploads:MaxFiles", "2"),
            new("StreamTuning:Uploads:AllowedContentTypes:0", "application/*"),
            new("StreamTuning:Temp:Directories:0", folder),
            new("StreamTuning:Temp:UseSystemDirectory", "false"),
            new("StreamTuning:Copying:BlockSize", "2097152"),
            new("StreamTuning:Copying:Replace", "Atomic"),
        ]);
        builder.Services.AddStreamTuning(builder.Configuration.GetSection("StreamTuning"));
        await using WebApplication app = builder.Build();
        app.MapPost("/files", async (HttpRequest request, CancellationToken ct) =>
        {
            StreamedForm form = await request.StreamFilesAsync(
                async (file, ct) =>
                {
                    string path = Path.Combine(uploads, Guid.NewGuid().ToString("N"));
                    if (file.Name == "staged")
                    {
                        await (await file.StageAsync(cancellationToken: ct)).MoveToAsync(path, cancellationToken: ct);
                    }
                    else
                    {
                        await file.CopyToFileAsync(path, cancellationToken: ct);
                    }
                },
                ct);
            return Results.Text($"{form.Fields["title"]}: {string.Join(", ", form.Files.Select(file => $"{file.SafeFileName} {file.Length}"))}");
        }).WithStreamedFiles(options => options.Antiforgery = false);
        app.MapPut("/body", async (HttpRequest request, CancellationToken ct) =>
        {
            await using FileStream file = File.Create(Path.Combine(folder, "body"));
            return Results.Text($"{await request.StreamBodyToAsync(file, cancellationToken: ct)}");
        }).WithStreamedBody();
        await app.StartAsync();

        StreamTuningOptions options = app.Services.GetRequiredService<IOptions<StreamTuningOptions>>().Value;
        Report.That(
            options is { Uploads.MaxFiles: 2, Temp.UseSystemDirectory: false, Copying: { BlockSize: 2097152, Replace: FileReplacement.Atomic } }
                && options.Temp.Directories.SequenceEqual([folder]) && options.Uploads.AllowedContentTypes.SequenceEqual(["application/*"]),
            "options from configuration");
        string address = app.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.Single();
        using var client = new HttpClient { BaseAddress = new Uri(address) };

        using (HttpResponseMessage reply = await client.PostAsync("/files", Form(content, "first", "staged")))
        {
            string text = await reply.Content.ReadAsStringAsync();
            Report.That(text == $"A title: first.bin {content.Length}, staged.bin {content.Length}", "a streamed form");
        }

        string[] stored = Directory.GetFiles(uploads);
        Report.That(stored.Length == 2 && stored.All(path => File.ReadAllBytes(path).AsSpan().SequenceEqual(content)), "its files");
        using (HttpResponseMessage reply = await client.PostAsync("/files", Form(content, "first", "second", "third")))
        {
            string text = await reply.Content.ReadAsStringAsync();
            Report.That(reply.StatusCode == HttpStatusCode.RequestEntityTooLarge && text.Contains("\"status\":413", StringComparison.Ordinal), "a form that is refused");
        }

        Report.That(Directory.GetFiles(uploads).Length == 2, "leaving nothing of it");
        using (HttpResponseMessage reply = await client.PutAsync("/body", new ByteArrayContent(content)))
        {
            Report.That(await reply.Content.ReadAsStringAsync() == $"{content.Length}", "a streamed body");
        }

        await app.StopAsync();
    }

    private static MultipartFormDataContent Form(byte[] content, params string[] files)
    {
        var form = new MultipartFormDataContent { { new StringContent("A title"), "title" } };
        foreach (string name in files)
        {
            form.Add(new ByteArrayContent(content) { Headers = { ContentType = new MediaTypeHeaderValue("application/octet-stream") } }, name, name + ".bin");
        }

        return form;
    }
}
