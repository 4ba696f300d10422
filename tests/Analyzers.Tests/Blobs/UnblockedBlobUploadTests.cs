using Microsoft.CodeAnalysis;
using StreamTuning.RuleTesting;
using static StreamTuning.Analyzers.Tests.Blobs.BlobCode;
using Check = StreamTuning.Analyzers.Tests.Verify<
    StreamTuning.Analyzers.Blobs.UnblockedBlobUploadAnalyzer,
    StreamTuning.CodeFixes.Blobs.UnblockedBlobUploadCodeFix>;

namespace StreamTuning.Analyzers.Tests.Blobs;

public sealed class UnblockedBlobUploadTests
{
    private const string Transfer = "new StorageTransferOptions { InitialTransferSize = 4 * 1024 * 1024, MaximumConcurrency = 16 }";
    private const string Options = "new BlobUploadOptions { TransferOptions = " + Transfer + " }";
    private const string Condition = "new BlobRequestConditions { IfNoneMatch = ETag.All }";
    private const string OptionsForNew = "new BlobUploadOptions { TransferOptions = " + Transfer + ", Conditions = " + Condition + " }";

    [Theory]
    [Trait("Case", "Positive")]
    // Each overload.
    [InlineData("await [|blob.UploadAsync(path)|];")]
    [InlineData("await [|blob.UploadAsync(path, token)|].ConfigureAwait(false);")]
    [InlineData("await [|blob.UploadAsync(path, overwrite: true)|];")]
    [InlineData("await [|blob.UploadAsync(path, flag, token)|];")]
    [InlineData("await [|blob.UploadAsync(cancellationToken: token, path: path, overwrite: true)|];")]
    [InlineData("await [|blob.UploadAsync(path, new BlobUploadOptions { HttpHeaders = headers, Metadata = metadata }, token)|];")]
    [InlineData("await [|blob.UploadAsync(path, options: null)|];")]
    [InlineData("await [|blob.UploadAsync(path, httpHeaders: headers, progressHandler: progress)|];")]
    [InlineData("await [|blob.UploadAsync(path, headers, transferOptions: default)|];")]
    [InlineData("await [|blob.UploadAsync(path, headers, transferOptions: new StorageTransferOptions())|];")]
    [InlineData("await [|blob.UploadAsync(file)|];")]
    [InlineData("await [|blob.UploadAsync(file, true)|];")]
    [InlineData("await [|block.UploadAsync(file)|];")]
    [InlineData("await [|block.UploadAsync(file, headers, metadata)|];")]
    [InlineData("await [|block.UploadAsync(file, new BlobUploadOptions())|];")]
    [InlineData("await [|container.UploadBlobAsync(path, file, token)|];")]
    // Where a file comes from.
    [InlineData("using var content = File.OpenRead(path); await [|blob.UploadAsync(content)|];")]
    [InlineData("using Stream content = new FileStream(path, FileMode.Open, FileAccess.Read); await [|blob.UploadAsync(content, overwrite: true)|];")]
    [InlineData("using (Stream content = File.Open(path, FileMode.Open)) { await [|blob.UploadAsync(content)|]; }")]
    [InlineData("Stream? content = null; try { content = new FileInfo(path).OpenRead(); await [|blob.UploadAsync(content)|]; } finally { content?.Dispose(); }")]
    [InlineData("await using Stream content = new BufferedStream(File.OpenRead(path)); await [|blob.UploadAsync(content)|];")]
    [InlineData("Stream content = flag ? File.OpenRead(path) : new FileStream(path, new FileStreamOptions()); await [|blob.UploadAsync(content)|];")]
    [InlineData("await [|blob.UploadAsync(File.OpenRead(path))|];")]
    // How it is called.
    [InlineData("Task upload = [|blob.UploadAsync(path)|]; await upload;")]
    [InlineData("await (blob?[|.UploadAsync(path)|] ?? Task.CompletedTask);")]
    [InlineData("await [|container.GetBlobClient(path).UploadAsync(path)|];")]
    [InlineData("await [|container.GetBlockBlobClient(path).UploadAsync(file)|];")]
    [InlineData("await [|new BlobClient(\"UseDevelopmentStorage=true\", \"photos\", path).UploadAsync(path)|];")]
    [InlineData("[|blob.UploadAsync(path)|].GetAwaiter().GetResult();")]
    [InlineData("var infos = new List<object>(); foreach (string each in paths) { infos.Add([|blob.UploadAsync(each)|].Result.Value); infos.Add([|blob.UploadAsync(each, true)|].GetAwaiter().GetResult()); infos.Add(await [|blob.UploadAsync(each)|]); }")]
    [InlineData("Func<Task> upload = () => [|blob.UploadAsync(path)|]; await upload();")]
    [InlineData("foreach (string each in paths) { await [|container.GetBlobClient(each).UploadAsync(each)|]; }")]
    [InlineData("await UploadAsync(path); async Task UploadAsync(string each) => await [|blob.UploadAsync(each)|];")]
    [InlineData("await Task.Run(() => [|blob.UploadAsync(path)|]);")]
    // Options that can be seen.
    [InlineData("var options = new BlobUploadOptions(); options.HttpHeaders = headers; await [|blob.UploadAsync(path, options)|];")]
    [InlineData("BlobUploadOptions options = new() { HttpHeaders = new BlobHttpHeaders() }; options.HttpHeaders.ContentType = path; await [|blob.UploadAsync(path, options)|]; if (options != null) { await [|blob.UploadAsync(file, options)|]; }")]
    [InlineData("StorageTransferOptions none = default; await [|blob.UploadAsync(path, new BlobUploadOptions { TransferOptions = none })|];")]
    // None of several options says anything about blocks.
    [InlineData("var options = flag ? new BlobUploadOptions { HttpHeaders = headers } : new BlobUploadOptions(); await [|blob.UploadAsync(path, options)|];")]
    [InlineData("await [|blob.UploadAsync(path, flag ? new BlobUploadOptions { HttpHeaders = headers } : null)|];")]
    [InlineData("BlobUploadOptions options; if (flag) { options = new BlobUploadOptions { HttpHeaders = headers }; } else { options = new BlobUploadOptions(); options.Metadata = metadata; } await [|blob.UploadAsync(path, options)|];")]
    [InlineData("await [|blob.UploadAsync(path, new BlobUploadOptions { TransferOptions = new StorageTransferOptions { MaximumConcurrency = null } })|];")]
    [InlineData("await [|blob.UploadAsync(path, _headersOnly)|];")]
    // A file that is written before, but not with a constant only.
    [InlineData("File.WriteAllText(path, form.FileName); await [|blob.UploadAsync(path)|];")]
    [InlineData("File.WriteAllText(path, \"a\"); while (flag) { File.AppendAllText(path, \"b\"); } await [|blob.UploadAsync(path)|];")]
    [InlineData("File.WriteAllText(path + 1, \"a\"); await [|blob.UploadAsync(path)|];")]
    [InlineData("await [|blob.UploadAsync(path)|]; File.WriteAllText(path, \"done\");")]
    [InlineData("string opened = Path.GetTempFileName(); using var content = new FileStream(opened, FileMode.Open); await form.CopyToAsync(content); content.Position = 0; await [|blob.UploadAsync(content, true)|];")]
    [InlineData("string filled = Path.GetTempFileName(); Fill(filled); await [|blob.UploadAsync(filled, true)|]; static void Fill(string file) { }")]
    // Content whose length is tested for something else.
    [InlineData("if (file.Length > 100_000_000) { return; } await [|blob.UploadAsync(file)|];")]
    public async Task An_upload_of_a_file_is_reported(string body)
    {
        await Check.ReportsAsync(InMethod(body, Fields));
    }

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("await {|#0:blob.UploadAsync(stream)|};", "UploadAsync", DiagnosticSeverity.Info)]
    [InlineData("await {|#0:blob.UploadAsync(stream, overwrite: false)|};", "UploadAsync", DiagnosticSeverity.Info)]
    [InlineData("using var content = form.OpenReadStream(); await {|#0:blob.UploadAsync(content)|};", "UploadAsync", DiagnosticSeverity.Info)]
    [InlineData("await {|#0:container.UploadBlobAsync(form.FileName, form.OpenReadStream())|};", "UploadBlobAsync", DiagnosticSeverity.Info)]
    [InlineData("Stream content = flag ? File.OpenRead(path) : stream; await {|#0:blob.UploadAsync(content)|};", "UploadAsync", DiagnosticSeverity.Info)]
    [InlineData("await using var content = await blob.OpenReadAsync(); await {|#0:block.UploadAsync(content, new BlobUploadOptions())|};", "UploadAsync", DiagnosticSeverity.Info)]
    [InlineData("await {|#0:blob.UploadAsync(path)|};", "UploadAsync", DiagnosticSeverity.Warning)]
    [InlineData("await {|#0:blob.UploadAsync(file)|};", "UploadAsync", DiagnosticSeverity.Warning)]
    [InlineData("await {|#0:blob.UploadAsync(form.OpenReadStream(), new BlobUploadOptions { TransferOptions = new StorageTransferOptions { MaximumConcurrency = 8 } })|};", "UploadAsync", DiagnosticSeverity.Info)]
    public Task What_is_less_certain_is_a_suggestion(string body, string method, DiagnosticSeverity severity)
    {
        var expected = Check.Diagnostic(0, method).WithSeverity(severity);
        return Check.ReportsAsync(InMethod(body), expected);
    }

    [Theory]
    [Trait("Case", "Negative")]
    // Content in memory.
    [InlineData("await blob.UploadAsync(BinaryData.FromString(path));")]
    [InlineData("await blob.UploadAsync(new BinaryData(bytes), overwrite: true);")]
    [InlineData("using var content = new MemoryStream(bytes); await blob.UploadAsync(content);")]
    [InlineData("Stream content = new MemoryStream(); await blob.UploadAsync(content);")]
    [InlineData("await blob.UploadAsync(new BinaryData(bytes).ToStream());")]
    [InlineData("await container.UploadBlobAsync(path, new BinaryData(bytes));")]
    [InlineData("await blob.UploadAsync(typeof(C).Assembly.GetManifestResourceStream(path)!);")]
    [InlineData("await blob.UploadAsync(Stream.Null);")]
    // Streams that do not seek: the SDK sends blocks.
    [InlineData("await blob.UploadAsync(request.Body);")]
    [InlineData("await blob.UploadAsync(request.BodyReader.AsStream());")]
    [InlineData("await blob.UploadAsync(await http.GetStreamAsync(path));")]
    [InlineData("using var response = await http.GetAsync(path); using var content = await response.Content.ReadAsStreamAsync(token); await blob.UploadAsync(content);")]
    [InlineData("await blob.UploadAsync(new GZipStream(file, CompressionLevel.Fastest));")]
    [InlineData("Stream content = new BrotliStream(file, CompressionMode.Decompress); await blob.UploadAsync(content);")]
    [InlineData("using var aes = Aes.Create(); using var content = new CryptoStream(file, aes.CreateEncryptor(), CryptoStreamMode.Read); await blob.UploadAsync(content);")]
    [InlineData("using var archive = new ZipArchive(file); foreach (var entry in archive.Entries) { using var content = entry.Open(); await blob.UploadAsync(content); }")]
    [InlineData("var download = await blob.DownloadStreamingAsync(); await block.UploadAsync(download.Value.Content, new BlobUploadOptions());")]
    [InlineData("Stream content = flag ? File.OpenRead(path) : new MemoryStream(bytes); await blob.UploadAsync(content);")]
    // Content that is small.
    [InlineData("if (form.Length > 65536) { return; } await blob.UploadAsync(form.OpenReadStream());")]
    [InlineData("if (new FileInfo(path).Length < 500_000) { await blob.UploadAsync(path); }")]
    [InlineData("ArgumentOutOfRangeException.ThrowIfGreaterThan(file.Length, 1048576); await blob.UploadAsync(file);")]
    [InlineData("string empty = Path.GetTempFileName(); await blob.UploadAsync(empty, true);")]
    [InlineData("string local = Path.Combine(path, \"quickstart.txt\"); await File.WriteAllTextAsync(local, \"Hello, World!\"); await blob.UploadAsync(local, true);")]
    [InlineData("File.WriteAllText(path, \"a\"); using FileStream content = File.OpenRead(path); await blob.UploadAsync(content, true);")]
    [InlineData("const string Text = \"a\"; File.WriteAllText(path, Text); await using var content = new FileStream(path, FileMode.Open); await block.UploadAsync(content);")]
    // Blocks are set up, or it cannot be seen.
    [InlineData("await blob.UploadAsync(path, new BlobUploadOptions { TransferOptions = new StorageTransferOptions { InitialTransferSize = 1 << 20 } });")]
    [InlineData("await blob.UploadAsync(path, new BlobUploadOptions { TransferOptions = new() { InitialTransferSize = flag ? 1 : 2, MaximumConcurrency = 8 } });")]
    [InlineData("await blob.UploadAsync(path, transferOptions: new StorageTransferOptions { InitialTransferLength = 1 << 20 });")]
    [InlineData("StorageTransferOptions own = default; own.InitialTransferSize = 1 << 20; await blob.UploadAsync(path, new BlobUploadOptions { TransferOptions = own });")]
    [InlineData("var options = new BlobUploadOptions(); options.TransferOptions = new StorageTransferOptions { InitialTransferSize = 1 << 20 }; await blob.UploadAsync(path, options);")]
    [InlineData("var options = new BlobUploadOptions(); if (flag) { options.TransferOptions = transfer; } await blob.UploadAsync(path, options);")]
    [InlineData("await blob.UploadAsync(path, given);")]
    [InlineData("await blob.UploadAsync(path, transferOptions: transfer);")]
    [InlineData("await blob.UploadAsync(path, new BlobUploadOptions { TransferOptions = transfer });")]
    [InlineData("await blob.UploadAsync(path, Make());")]
    [InlineData("await blob.UploadAsync(path, given ?? new BlobUploadOptions());")]
    [InlineData("var options = new BlobUploadOptions(); Tune(options); await blob.UploadAsync(path, options);")]
    [InlineData("var options = flag ? new BlobUploadOptions() : given; await blob.UploadAsync(path, options);")]
    [InlineData("var options = flag ? new BlobUploadOptions { TransferOptions = transfer } : new BlobUploadOptions(); await blob.UploadAsync(path, options);")]
    [InlineData("var options = flag ? new BlobUploadOptions { HttpHeaders = headers } : new BlobUploadOptions(); Tune(options); await blob.UploadAsync(path, options);")]
    [InlineData("var options = flag ? new BlobUploadOptions { HttpHeaders = headers } : new BlobUploadOptions(); options.TransferOptions = transfer; await blob.UploadAsync(path, options);")]
    [InlineData("BlobUploadOptions options = new(); options = given; await blob.UploadAsync(path, options);")]
    [InlineData("await blob.UploadAsync(path, _tuned);")]
    [InlineData("await blob.UploadAsync(path, new BlobUploadOptions { TransferOptions = Blocks });")]
    [InlineData("await blob.UploadAsync(path, _changeable);")]
    [InlineData("await blob.UploadAsync(path, Shared);")]
    // Settings without effect, or for serial blocks, are other rules'.
    [InlineData("await blob.UploadAsync(path, new BlobUploadOptions { TransferOptions = new StorageTransferOptions { MaximumConcurrency = 8 } });")]
    [InlineData("await blob.UploadAsync(stream, new BlobUploadOptions { TransferOptions = new StorageTransferOptions { MaximumConcurrency = 1 } });")]
    // Many at the same time.
    [InlineData("await Task.WhenAll(paths.Select(each => container.GetBlobClient(each).UploadAsync(each)));")]
    [InlineData("await Task.WhenAll(paths.Select(async each => { using var content = File.OpenRead(each); await container.UploadBlobAsync(each, content, token); }));")]
    [InlineData("var uploads = paths.Select(each => { var client = container.GetBlobClient(each); return client.UploadAsync(each, overwrite: true); }).ToList(); await Task.WhenAll(uploads);")]
    [InlineData("await Parallel.ForEachAsync(paths, token, async (each, stop) => await container.GetBlobClient(each).UploadAsync(each, stop));")]
    [InlineData("var tasks = new List<Task>(); foreach (string each in paths) { tasks.Add(container.GetBlobClient(each).UploadAsync(each)); } await Task.WhenAll(tasks);")]
    [InlineData("var tasks = new List<Task>(); foreach (string each in paths) { tasks.Add(Task.Run(async () => { await container.GetBlobClient(each).UploadAsync(each); })); } await Task.WhenAll(tasks);")]
    [InlineData("var tasks = new Task[9]; for (int i = 0; i < 9; i++) { tasks[i] = blob.UploadAsync(path); } await Task.WhenAll(tasks);")]
    [InlineData("await Task.WhenAll(blob.UploadAsync(path), block.UploadAsync(file, new BlobUploadOptions()));")]
    [InlineData("await Task.WhenAll([blob.UploadAsync(path), block.UploadAsync(file, new BlobUploadOptions())]);", Skip = Needs.CSharp12)]
    [InlineData("Task[] tasks = [blob.UploadAsync(path), block.UploadAsync(file)]; await Task.WhenAll(tasks);", Skip = Needs.CSharp12)]
    [InlineData("var (first, second) = (blob.UploadAsync(path), block.UploadAsync(file)); await Task.WhenAll(first, second);")]
    [InlineData("Task first = blob.UploadAsync(path); Task second = block.UploadAsync(file, new BlobUploadOptions()); await Task.WhenAll(first, second);")]
    [InlineData("await Task.WhenAll(paths.Select(UploadAsync)); async Task UploadAsync(string each) { await container.GetBlobClient(each).UploadAsync(each); }")]
    [InlineData("await Task.WhenAll(paths.Select(each => UploadAsync(each, 1))); async Task UploadAsync(string each, int attempt) { await container.GetBlobClient(each).UploadAsync(each); }")]
    [InlineData("Func<string, Task> upload = each => blob.UploadAsync(each); await Task.WhenAll(paths.Select(upload));")]
    // Clients that cannot send blocks, or had better not.
    [InlineData("var secret = blob.WithClientSideEncryptionOptions(new ClientSideEncryptionOptions(ClientSideEncryptionVersion.V2_0)); await secret.UploadAsync(path);")]
    [InlineData("var options = new SpecializedBlobClientOptions { ClientSideEncryption = null }; await new BlobServiceClient(path, options).GetBlobContainerClient(path).GetBlobClient(path).UploadAsync(path);")]
    [InlineData("Uri signed = blob.GenerateSasUri(BlobSasPermissions.Create, DateTimeOffset.MaxValue); await new BlobClient(signed).UploadAsync(path);")]
    [InlineData("var sas = new BlobSasBuilder(); sas.SetPermissions(BlobSasPermissions.Create | BlobSasPermissions.Add); var client = new BlockBlobClient(blob.GenerateSasUri(sas)); await client.UploadAsync(file, new BlobUploadOptions());")]
    [InlineData("await new BlobClient(new Uri(\"https://account.blob.core.windows.net/photos/one?sv=2022-11-02&sp=c&sig=x\")).UploadAsync(path);")]
    // Other blobs and other calls.
    [InlineData("await container.GetAppendBlobClient(path).AppendBlockAsync(stream);")]
    [InlineData("await container.GetPageBlobClient(path).UploadPagesAsync(stream, 0);")]
    [InlineData("blob.Upload(path);")]
    [InlineData("await new Other().UploadAsync(path);")]
    [InlineData("System.Linq.Expressions.Expression<Func<BlobClient, Task>> setup = client => client.UploadAsync(\"path\");")]
    public Task Anything_else_is_not_reported(string body) => Check.IsSilentAsync(InMethod(body, Fields));

    [Theory]
    [Trait("Case", "Negative")]
    [InlineData("await blob.UploadAsync(Arg.Any<string>(), true);")]
    [InlineData("blob.UploadAsync(Arg.Any<Stream>(), Arg.Any<bool>(), Arg.Any<CancellationToken>());")]
    [InlineData("await blob.UploadAsync(path, overwrite: Arg.Any<bool>());")]
    [InlineData("await blob.Received(1).UploadAsync(path);")]
    [InlineData("blob.DidNotReceive().UploadAsync(file);")]
    public Task Calls_of_substitutes_are_not_reported(string body) => Check.IsSilentAsync(InMethod(body, "static class Arg { public static T Any<T>() => default!; }") + "\n" +
        "static class Substitutes { public static T Received<T>(this T substitute, int times) => substitute; public static T DidNotReceive<T>(this T substitute) => substitute; }");

    [Fact]
    [Trait("Case", "Negative")]
    public Task Methods_that_are_run_for_many_are_not_reported() => Check.IsSilentAsync(InMethod(
        "await Task.WhenAll(paths.Select(each => UploadOneAsync(container, each)));",
        "private static async Task UploadOneAsync(BlobContainerClient container, string path) { using var content = File.OpenRead(path); await container.UploadBlobAsync(path, content); }"));

    [Fact]
    [Trait("Case", "Negative")]
    public Task Code_without_the_types_is_not_reported() => Verify<StreamTuning.Analyzers.Copying.CopyBufferTooSmallAnalyzer, StreamTuning.CodeFixes.Copying.CopyBufferTooSmallCodeFix>.IsSilentAsync(
        "class C { void UploadAsync(C other) => other.UploadAsync(this); }");

    [Theory]
    [InlineData("await [|blob.UploadAsync(path)|];", "await blob.UploadBlocksAsync(path);")]
    [InlineData("await [|blob.UploadAsync(path, token)|].ConfigureAwait(false);", "await blob.UploadBlocksAsync(path, token).ConfigureAwait(false);")]
    [InlineData("await [|blob.UploadAsync(overwrite: flag, path: path)|];", "await blob.UploadBlocksAsync(overwrite: flag, path: path);")]
    [InlineData("await [|blob.UploadAsync(file, true, token)|];", "await blob.UploadBlocksAsync(file, true, token);")]
    [InlineData("await [|blob.UploadAsync(stream, new BlobUploadOptions { HttpHeaders = headers }, token)|];", "await blob.UploadBlocksAsync(stream, new BlobUploadOptions { HttpHeaders = headers }, token);")]
    [InlineData("var info = (await [|blob.UploadAsync(path, headers, metadata, progressHandler: progress)|]).Value;", "var info = (await blob.UploadBlocksAsync(path, headers, metadata, progressHandler: progress)).Value;")]
    [InlineData("await [|block.UploadAsync(file, headers)|];", "await block.UploadBlocksAsync(file, headers);")]
    [InlineData("await [|block.UploadAsync(file, new BlobUploadOptions())|];", "await block.UploadBlocksAsync(file, new BlobUploadOptions());")]
    [InlineData("await [|container.UploadBlobAsync(path, file, token)|];", "await container.GetBlobClient(path).UploadBlocksAsync(file, token);")]
    [InlineData("await [|container.UploadBlobAsync(path + form.FileName, content: stream)|];", "await container.GetBlobClient(path + form.FileName).UploadBlocksAsync(content: stream);")]
    [InlineData("await [|container.UploadBlobAsync(content: stream, blobName: path)|];", "await container.GetBlobClient(path).UploadBlocksAsync(content: stream);")]
    [InlineData("await (container?[|.UploadBlobAsync(path, file)|] ?? Task.CompletedTask);", "await (container?.GetBlobClient(path).UploadBlocksAsync(file) ?? Task.CompletedTask);")]
    [InlineData("await (blob?[|.UploadAsync(path)|] ?? Task.CompletedTask);", "await (blob?.UploadBlocksAsync(path) ?? Task.CompletedTask);")]
    [InlineData("Func<Task> upload = () => [|blob.UploadAsync(path)|]; await upload();", "Func<Task> upload = () => blob.UploadBlocksAsync(path); await upload();")]
    public Task The_runtime_takes_over_the_call(string call, string fixedCall) =>
        Check.FixesAsync(RuleFixes.Runtime, InMethod(call), InMethod(fixedCall, added: RuntimeDirective));

    [Theory]
    [InlineData("await [|blob.UploadAsync(path, overwrite: true)|];", "await blob.UploadAsync(path, options: " + Options + ");")]
    [InlineData("await [|blob.UploadAsync(path, true, token)|].ConfigureAwait(false);", "await blob.UploadAsync(path, " + Options + ", token).ConfigureAwait(false);")]
    [InlineData("await [|blob.UploadAsync(cancellationToken: token, overwrite: true, content: file)|];", "await blob.UploadAsync(cancellationToken: token, options: " + Options + ", content: file);")]
    [InlineData("await [|blob.UploadAsync(path, options: null, token)|];", "await blob.UploadAsync(path, options: " + Options + ", token);")]
    [InlineData("await [|blob.UploadAsync(path, (BlobUploadOptions?)null!, token)|];", "await blob.UploadAsync(path, " + Options + ", token);")]
    // Options where they are built.
    [InlineData(
        "await [|blob.UploadAsync(path, new BlobUploadOptions { HttpHeaders = headers, AccessTier = AccessTier.Cool }, token)|];",
        "await blob.UploadAsync(path, new BlobUploadOptions { HttpHeaders = headers, AccessTier = AccessTier.Cool, TransferOptions = " + Transfer + " }, token);")]
    [InlineData("await [|blob.UploadAsync(file, new BlobUploadOptions())|];", "await blob.UploadAsync(file, new BlobUploadOptions() { TransferOptions = " + Transfer + " });")]
    [InlineData("BlobUploadOptions options = new(); options.Metadata = metadata; await [|blob.UploadAsync(path, options)|];", "BlobUploadOptions options = new() { TransferOptions = " + Transfer + " }; options.Metadata = metadata; await blob.UploadAsync(path, options);")]
    [InlineData("await [|blob.UploadAsync(path, new BlobUploadOptions { TransferOptions = default, Metadata = metadata })|];", "await blob.UploadAsync(path, new BlobUploadOptions { TransferOptions = " + Transfer + ", Metadata = metadata });")]
    [InlineData("StorageTransferOptions own = default; await [|blob.UploadAsync(path, transferOptions: own)|];", "StorageTransferOptions own = " + Transfer + "; await blob.UploadAsync(path, transferOptions: own);")]
    [InlineData("StorageTransferOptions own = new(); await [|blob.UploadAsync(path, transferOptions: own)|];", "StorageTransferOptions own = new() { InitialTransferSize = 4 * 1024 * 1024, MaximumConcurrency = 16 }; await blob.UploadAsync(path, transferOptions: own);")]
    [InlineData(
        "await [|blob.UploadAsync(stream, transferOptions: new StorageTransferOptions { MaximumConcurrency = 8 })|];",
        "await blob.UploadAsync(stream, transferOptions: new StorageTransferOptions { MaximumConcurrency = 8, InitialTransferSize = 4 * 1024 * 1024 });")]
    [InlineData(
        "await [|blob.UploadAsync(stream, transferOptions: new StorageTransferOptions { MaximumTransferSize = 1 << 20 })|];",
        "await blob.UploadAsync(stream, transferOptions: new StorageTransferOptions { MaximumTransferSize = 1 << 20, InitialTransferSize = 4 * 1024 * 1024, MaximumConcurrency = 16 });")]
    // The overload with everything.
    [InlineData("await [|blob.UploadAsync(path, headers, metadata, progressHandler: progress, cancellationToken: token)|];", "await blob.UploadAsync(path, headers, metadata, progressHandler: progress, cancellationToken: token, transferOptions: " + Transfer + ");")]
    [InlineData("await [|blob.UploadAsync(file, httpHeaders: headers)|];", "await blob.UploadAsync(file, httpHeaders: headers, transferOptions: " + Transfer + ");")]
    // The overload of BlockBlobClient without transfer options.
    [InlineData("await [|block.UploadAsync(file)|];", "await block.UploadAsync(file, " + Options + ");")]
    [InlineData("await [|block.UploadAsync(file, cancellationToken: token)|];", "await block.UploadAsync(file, " + Options + ", cancellationToken: token);")]
    [InlineData(
        "await [|block.UploadAsync(file, headers, metadata, null, AccessTier.Hot, progress, token)|];",
        "await block.UploadAsync(file, new BlobUploadOptions { HttpHeaders = headers, Metadata = metadata, Conditions = null, AccessTier = AccessTier.Hot, ProgressHandler = progress, TransferOptions = " + Transfer + " }, token);")]
    [InlineData(
        "await [|block.UploadAsync(file, progressHandler: progress, httpHeaders: headers, cancellationToken: token)|];",
        "await block.UploadAsync(file, new BlobUploadOptions { ProgressHandler = progress, HttpHeaders = headers, TransferOptions = " + Transfer + " }, cancellationToken: token);")]
    [InlineData("await [|block.UploadAsync(httpHeaders: headers, content: file)|];", "await block.UploadAsync(options: new BlobUploadOptions { HttpHeaders = headers, TransferOptions = " + Transfer + " }, content: file);")]
    public Task In_plain_code_the_SDK_is_told_to_send_blocks(string call, string fixedCall) =>
        Check.FixesOneByOneAsync(RuleFixes.Plain, InMethod(call), InMethod(fixedCall));

    [Theory]
    [InlineData("await [|blob.UploadAsync(path)|];", "await blob.UploadAsync(path, " + OptionsForNew + ");")]
    [InlineData("await [|blob.UploadAsync(file, token)|].ConfigureAwait(false);", "await blob.UploadAsync(file, " + OptionsForNew + ", token).ConfigureAwait(false);")]
    [InlineData("await [|blob.UploadAsync(path, overwrite: false, token)|];", "await blob.UploadAsync(path, options: " + OptionsForNew + ", token);")]
    [InlineData("await [|blob.UploadAsync(path: path, cancellationToken: token)|];", "await blob.UploadAsync(path: path, options: " + OptionsForNew + ", cancellationToken: token);")]
    [InlineData(
        "await [|blob.UploadAsync(path, flag, token)|];",
        "await blob.UploadAsync(path, new BlobUploadOptions { TransferOptions = " + Transfer + ", Conditions = flag ? null : " + Condition + " }, token);")]
    [InlineData(
        "await [|blob.UploadAsync(path, flag ? true : false)|];",
        "await blob.UploadAsync(path, new BlobUploadOptions { TransferOptions = " + Transfer + ", Conditions = (flag ? true : false) ? null : " + Condition + " });")]
    [InlineData("await [|container.UploadBlobAsync(path, file)|];", "await container.GetBlobClient(path).UploadAsync(file, " + OptionsForNew + ");")]
    [InlineData("await [|container.UploadBlobAsync(path, file, token)|];", "await container.GetBlobClient(path).UploadAsync(file, " + OptionsForNew + ", token);")]
    [InlineData("await [|container.UploadBlobAsync(cancellationToken: token, content: file, blobName: path)|];", "await container.GetBlobClient(path).UploadAsync(cancellationToken: token, content: file, options: " + OptionsForNew + ");")]
    public Task In_plain_code_an_existing_blob_stays_as_before(string call, string fixedCall) =>
        Check.FixesOneByOneAsync(RuleFixes.Plain, InMethod(call), InMethod(fixedCall, added: AzureDirective));

    [Fact]
    public Task Options_in_a_field_are_changed_there() => Check.FixesOneByOneAsync(
        RuleFixes.Plain,
        InMethod("await [|blob.UploadAsync(path, _options)|];", "private readonly BlobUploadOptions _options = new BlobUploadOptions { AccessTier = AccessTier.Cool };"),
        InMethod("await blob.UploadAsync(path, _options);", "private readonly BlobUploadOptions _options = new BlobUploadOptions { AccessTier = AccessTier.Cool, TransferOptions = " + Transfer + " };"));

    [Fact]
    public Task Types_that_the_file_does_not_import_are_imported() => Check.FixesOneByOneAsync(
        RuleFixes.Plain,
        """
        using System.Threading.Tasks;
        using Azure.Storage.Blobs;

        class C
        {
            static Task M(BlobClient blob, string path) => [|blob.UploadAsync(path)|];
        }
        """,
        $$"""
        using System.Threading.Tasks;
        using Azure;
        using Azure.Storage;
        using Azure.Storage.Blobs;
        using Azure.Storage.Blobs.Models;

        class C
        {
            static Task M(BlobClient blob, string path) => blob.UploadAsync(path, {{OptionsForNew}});
        }
        """);

    [Fact]
    public Task Types_whose_names_mean_something_else_are_qualified() => Check.FixesOneByOneAsync(
        RuleFixes.Plain,
        """
        using System.Threading.Tasks;
        using Azure.Storage;
        using Azure.Storage.Blobs;
        using Azure.Storage.Blobs.Models;

        class ETag
        {
            static Task M(BlobClient blob, string path) => [|blob.UploadAsync(path)|];
        }
        """,
        $$"""
        using System.Threading.Tasks;
        using Azure.Storage;
        using Azure.Storage.Blobs;
        using Azure.Storage.Blobs.Models;

        class ETag
        {
            static Task M(BlobClient blob, string path) => blob.UploadAsync(path, {{OptionsForNew.Replace("ETag", "Azure.ETag")}});
        }
        """);

    [Fact]
    public Task A_directive_that_makes_other_names_ambiguous_is_not_added() => Check.FixesOneByOneAsync(
        RuleFixes.Plain,
        """
        using System.Threading.Tasks;
        using Azure.Storage;
        using Azure.Storage.Blobs;
        using Azure.Storage.Blobs.Models;
        using Other;

        namespace Other
        {
            class Response
            {
            }
        }

        class C
        {
            Response? _last;

            Task M(BlobClient blob, string path) => _last is null ? Task.CompletedTask : [|blob.UploadAsync(path)|];

            void Set() => _last = new Response();
        }
        """,
        $$"""
        using System.Threading.Tasks;
        using Azure.Storage;
        using Azure.Storage.Blobs;
        using Azure.Storage.Blobs.Models;
        using Other;

        namespace Other
        {
            class Response
            {
            }
        }

        class C
        {
            Response? _last;

            Task M(BlobClient blob, string path) => _last is null ? Task.CompletedTask : blob.UploadAsync(path, {{OptionsForNew.Replace("ETag", "Azure.ETag")}});

            void Set() => _last = new Response();
        }
        """);

    [Fact]
    public Task In_a_program_and_in_an_older_framework_too() => Check.FixesOneByOneAsync(
        RuleFixes.Plain,
        """
        using Azure.Storage;
        using Azure.Storage.Blobs;
        using Azure.Storage.Blobs.Models;

        var blob = new BlobClient("UseDevelopmentStorage=true", "photos", "one");
        await [|blob.UploadAsync("one.jpg", overwrite: true)|];
        """,
        $$"""
        using Azure.Storage;
        using Azure.Storage.Blobs;
        using Azure.Storage.Blobs.Models;

        var blob = new BlobClient("UseDevelopmentStorage=true", "photos", "one");
        await blob.UploadAsync("one.jpg", options: {{Options}});
        """,
        referencesRuntime: false,
        outputKind: OutputKind.ConsoleApplication);

    [Fact]
    public Task On_netstandard_the_same() => Check.FixesOneByOneAsync(
        RuleFixes.Plain,
        """
        using System.Threading.Tasks;
        using Azure.Storage;
        using Azure.Storage.Blobs;
        using Azure.Storage.Blobs.Models;

        class C
        {
            Task M(BlobClient blob, string path) => [|blob.UploadAsync(path, true)|];
        }
        """,
        $$"""
        using System.Threading.Tasks;
        using Azure.Storage;
        using Azure.Storage.Blobs;
        using Azure.Storage.Blobs.Models;

        class C
        {
            Task M(BlobClient blob, string path) => blob.UploadAsync(path, {{Options}});
        }
        """,
        target: TestTarget.NetStandard20);

    [Theory]
    [Trait("Case", "NoFix")]
    // The runtime is not referenced.
    [InlineData(RuleFixes.Runtime, "await [|blob.UploadAsync(path)|];", false)]
    // Another order in which the arguments are read.
    [InlineData(RuleFixes.Plain, "await [|container.UploadBlobAsync(content: File.OpenRead(path), blobName: path + DateTime.Now)|];", true)]
    [InlineData(RuleFixes.Runtime, "await [|container.UploadBlobAsync(content: File.OpenRead(path), blobName: path + DateTime.Now)|];", true)]
    [InlineData(RuleFixes.Plain, "await [|block.UploadAsync(httpHeaders: headers, content: file, metadata: metadata)|];", true)]
    // A comment that would go with the argument.
    [InlineData(RuleFixes.Runtime, "await [|container.UploadBlobAsync(path /* the name */, file)|];", true)]
    [InlineData(RuleFixes.Plain, "var options = flag ? new BlobUploadOptions { HttpHeaders = headers } : new BlobUploadOptions(); await [|blob.UploadAsync(path, options)|];", false)]
    public Task Where_it_does_not_fit_no_fix_is_offered(RuleFixes form, string call, bool referencesRuntime) =>
        Check.OffersNoFixAsync(form, InMethod(call), referencesRuntime);

    [Fact]
    [Trait("Case", "NoFix")]
    public Task Where_the_form_is_alone_it_is_not_taken_for_both() =>
        RuleTest<StreamTuning.Analyzers.Blobs.UnblockedBlobUploadAnalyzer, StreamTuning.CodeFixes.Blobs.UnblockedBlobUploadCodeFix>.VerifyNoFixAsync(
            InMethod("await [|blob.UploadAsync(path)|];"),
            new StreamTuning.CodeFixes.Blobs.UnblockedBlobUploadCodeFix().EquivalenceKey(RuleFixes.Runtime | RuleFixes.Plain),
            TestSetup.WithoutRuntime with { AspNetCore = true, AzureBlobs = true, Nullable = NullableContextOptions.Enable });

    [Fact]
    [Trait("Case", "Trivia")]
    public async Task Comments_and_layout_stay()
    {
        string source = InMethod("""
            // Before.
                    await [|blob /* where */
                        .UploadAsync( // what
                            path /* from */,
                            overwrite: true, // always
                            token)|] // when
                        .ConfigureAwait(false); // done
            """);
        await Check.FixesAsync(
            RuleFixes.Runtime,
            source,
            source.Replace("[|", "").Replace("|]", "").Replace(".UploadAsync(", ".UploadBlocksAsync(").Replace("using Microsoft.AspNetCore.Http;", "using Microsoft.AspNetCore.Http;\nusing StreamTuning;"));
        await Check.FixesOneByOneAsync(RuleFixes.Plain, source, source.Replace("[|", "").Replace("|]", "").Replace("overwrite: true", "options: " + Options));
    }

    [Fact]
    [Trait("Case", "Trivia")]
    public Task An_initializer_of_several_lines_gets_another_line() => Check.FixesOneByOneAsync(
        RuleFixes.Plain,
        InMethod("""
            var options = new BlobUploadOptions
                    {
                        HttpHeaders = headers, // as given
                        Metadata = metadata, // too
                    };
                    await [|blob.UploadAsync(path, options)|];
            """),
        InMethod($$"""
            var options = new BlobUploadOptions
                    {
                        HttpHeaders = headers, // as given
                        Metadata = metadata, // too
                        TransferOptions = {{Transfer}},
                    };
                    await blob.UploadAsync(path, options);
            """));

    [Fact]
    [Trait("Case", "FixAll")]
    public Task The_runtime_takes_over_all_calls() => Check.FixesAllAsync(
        RuleFixes.Runtime,
        [
            InMethod("await [|blob.UploadAsync(path)|]; await [|container.UploadBlobAsync(path, stream, token)|]; var options = new BlobUploadOptions(); await [|blob.UploadAsync(file, options)|]; await [|block.UploadAsync(stream, options)|];"),
            InMethod("await [|block.UploadAsync(file)|];").Replace("class C", "class D"),
        ],
        [
            InMethod("await blob.UploadBlocksAsync(path); await container.GetBlobClient(path).UploadBlocksAsync(stream, token); var options = new BlobUploadOptions(); await blob.UploadBlocksAsync(file, options); await block.UploadBlocksAsync(stream, options);", added: RuntimeDirective),
            InMethod("await block.UploadBlocksAsync(file);", added: RuntimeDirective).Replace("class C", "class D"),
        ]);

    private const string Fields = """
        private static readonly StorageTransferOptions Blocks = new StorageTransferOptions { InitialTransferSize = 1 << 20 };
        internal static readonly BlobUploadOptions Shared = new BlobUploadOptions();
        private readonly BlobUploadOptions _tuned = new BlobUploadOptions { TransferOptions = Blocks };
        private readonly BlobUploadOptions _headersOnly = new BlobUploadOptions { HttpHeaders = new BlobHttpHeaders { ContentType = "image/jpeg" } };
        private BlobUploadOptions _changeable = new BlobUploadOptions();
        private static BlobUploadOptions Make() => new BlobUploadOptions();
        private static void Tune(BlobUploadOptions options) => options.TransferOptions = Blocks;
        private class Other { public Task UploadAsync(string path) => Task.CompletedTask; }
        """;
}
