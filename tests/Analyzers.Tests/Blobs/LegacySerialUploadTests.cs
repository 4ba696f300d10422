using Microsoft.CodeAnalysis;
using Check = StreamTuning.Analyzers.Tests.Verify<StreamTuning.Analyzers.Blobs.LegacySerialUploadAnalyzer>;

namespace StreamTuning.Analyzers.Tests.Blobs;

public sealed class LegacySerialUploadTests
{
    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("await [|blob.UploadFromFileAsync(path)|];")]
    [InlineData("await [|blob.UploadFromStreamAsync(stream)|].ConfigureAwait(false);")]
    [InlineData("await [|blob.UploadFromStreamAsync(stream, 5_000_000)|];")]
    [InlineData("await [|blob.UploadFromByteArrayAsync(bytes, 0, bytes.Length)|];")]
    [InlineData("await [|blob.UploadFromStreamAsync(new MemoryStream(bytes))|];")]
    [InlineData("await [|blob.UploadFromFileAsync(path, condition, null, context)|];")]
    [InlineData("await [|blob.UploadFromFileAsync(path, condition, default(BlobRequestOptions), context)|];")]
    [InlineData("await [|blob.UploadFromFileAsync(path, condition, new BlobRequestOptions { StoreBlobContentMD5 = true }, context)|];")]
    [InlineData("var options = new BlobRequestOptions(); options.RetryPolicy = null; await [|blob.UploadFromStreamAsync(stream, condition, options, context)|];")]
    [InlineData("await [|blob.UploadFromFileAsync(path, null, _options, null)|];")]
    [InlineData("var options = new BlobRequestOptions(); await blob.DownloadToFileAsync(path, FileMode.Create, null, options, null); await [|blob.UploadFromFileAsync(path, null, options, null)|];")]
    [InlineData("await [|container.GetBlockBlobReference(path).UploadFromFileAsync(path)|];")]
    [InlineData("await (blob?[|.UploadFromFileAsync(path)|] ?? Task.CompletedTask);")]
    [InlineData("[|blob.UploadFromFileAsync(path)|].Wait();")]
    [InlineData("Func<Task> upload = () => [|blob.UploadFromFileAsync(path)|]; await upload();")]
    [InlineData("foreach (string each in paths) { await [|container.GetBlockBlobReference(each).UploadFromFileAsync(each)|]; }")]
    public Task An_upload_over_one_connection_is_reported(string body) =>
        Check.ReportsAsync(InMethod(body, "private readonly BlobRequestOptions _options = new BlobRequestOptions { StoreBlobContentMD5 = false };"));

    [Fact]
    [Trait("Case", "Positive")]
    public Task The_message_names_the_call() => Check.ReportsAsync(
        InMethod("await {|#0:blob.UploadFromFileAsync(path)|};"),
        Check.Diagnostic(0, "UploadFromFileAsync").WithSeverity(DiagnosticSeverity.Info));

    [Theory]
    [Trait("Case", "Negative")]
    // The number of blocks is said, or that cannot be seen.
    [InlineData("await blob.UploadFromFileAsync(path, null, new BlobRequestOptions { ParallelOperationThreadCount = 4 }, null);")]
    [InlineData("await blob.UploadFromFileAsync(path, null, new BlobRequestOptions { ParallelOperationThreadCount = 1 }, null);")]
    [InlineData("var options = new BlobRequestOptions(); options.ParallelOperationThreadCount = 8; await blob.UploadFromStreamAsync(stream, null, options, null);")]
    [InlineData("await blob.UploadFromFileAsync(path, null, given, null);")]
    [InlineData("await blob.UploadFromFileAsync(path, null, Make(), null);")]
    [InlineData("await blob.UploadFromFileAsync(path, null, given ?? new BlobRequestOptions(), null);")]
    [InlineData("var options = new BlobRequestOptions(); Tune(options); await blob.UploadFromFileAsync(path, null, options, null);")]
    [InlineData("await blob.UploadFromFileAsync(path, null, Shared, null);")]
    [InlineData("await blob.UploadFromFileAsync(path, null, _tuned, null);")]
    [InlineData("blob.ServiceClient.DefaultRequestOptions = given; await blob.UploadFromFileAsync(path);")]
    // Small content.
    [InlineData("await blob.UploadTextAsync(path);")]
    [InlineData("await blob.UploadFromByteArrayAsync(Encoding.UTF8.GetBytes(path), 0, 100);")]
    [InlineData("byte[] json = System.Text.Json.JsonSerializer.SerializeToUtf8Bytes(paths); await blob.UploadFromByteArrayAsync(json, 0, json.Length);")]
    [InlineData("await blob.UploadFromStreamAsync(new MemoryStream(Encoding.UTF8.GetBytes(path)));")]
    [InlineData("using var text = new MemoryStream(); using var writer = new StreamWriter(text); writer.Write(path); writer.Flush(); text.Position = 0; await blob.UploadFromStreamAsync(text);")]
    [InlineData("using var json = new MemoryStream(); System.Text.Json.JsonSerializer.Serialize(json, paths); json.Position = 0; await blob.UploadFromStreamAsync(json);")]
    [InlineData("await blob.UploadFromByteArrayAsync(bytes, 0, 4096);")]
    [InlineData("byte[] own = new byte[4096]; await blob.UploadFromByteArrayAsync(own, 0, own.Length);")]
    [InlineData("await blob.UploadFromStreamAsync(stream, 4096);")]
    [InlineData("if (stream.Length < 100_000) { await blob.UploadFromStreamAsync(stream); }")]
    [InlineData("if (new FileInfo(path).Length < 100_000) { await blob.UploadFromFileAsync(path); }")]
    // Many at the same time.
    [InlineData("await Task.WhenAll(paths.Select(each => container.GetBlockBlobReference(each).UploadFromFileAsync(each)));")]
    [InlineData("var tasks = new List<Task>(); foreach (string each in paths) { tasks.Add(container.GetBlockBlobReference(each).UploadFromFileAsync(each)); } await Task.WhenAll(tasks);")]
    // Other blobs.
    [InlineData("await container.GetAppendBlobReference(path).UploadFromFileAsync(path);")]
    [InlineData("await container.GetPageBlobReference(path).UploadFromFileAsync(path);")]
    [InlineData("await blob.DownloadToFileAsync(path, FileMode.Create);")]
    [InlineData("System.Linq.Expressions.Expression<Func<CloudBlockBlob, Task>> setup = client => client.UploadFromFileAsync(\"path\");")]
    public Task Anything_else_is_not_reported(string body) => Check.IsSilentAsync(InMethod(
        body,
        """
        static readonly BlobRequestOptions Shared = new BlobRequestOptions { ParallelOperationThreadCount = 8 };
            private readonly BlobRequestOptions _tuned = new BlobRequestOptions();
            public C() => _tuned.ParallelOperationThreadCount = 8;
            static BlobRequestOptions Make() => new BlobRequestOptions();
            static void Tune(BlobRequestOptions options) => options.ParallelOperationThreadCount = 8;
        """));

    [Fact]
    [Trait("Case", "Negative")]
    public Task A_call_that_only_passes_an_overridden_one_on_is_not_reported() => Check.IsSilentAsync(
        """
        using System;
        using System.IO;
        using System.Threading.Tasks;
        using Microsoft.WindowsAzure.Storage.Blob;

        class Counted : CloudBlockBlob
        {
            public Counted(Uri uri) : base(uri) { }
            public int Count { get; private set; }
            public override Task UploadFromStreamAsync(Stream source) { Count++; return base.UploadFromStreamAsync(source); }
        }
        """);

    private static string InMethod(string body, string members = "") =>
        $$"""
        using System;
        using System.Collections.Generic;
        using System.IO;
        using System.Linq;
        using System.Text;
        using System.Threading;
        using System.Threading.Tasks;
        using Microsoft.WindowsAzure.Storage;
        using Microsoft.WindowsAzure.Storage.Blob;

        class C
        {
            {{members}}

            async Task M(CloudBlockBlob blob, CloudBlobContainer container, string path, IEnumerable<string> paths, Stream stream, byte[] bytes, BlobRequestOptions given, AccessCondition condition,
                OperationContext context, CancellationToken token)
            {
                {{body}}
            }
        }
        """;
}
