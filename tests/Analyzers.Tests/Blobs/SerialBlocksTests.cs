using Microsoft.CodeAnalysis;
using static StreamTuning.Analyzers.Tests.Blobs.BlobCode;
using Check = StreamTuning.Analyzers.Tests.Verify<
    StreamTuning.Analyzers.Blobs.SerialBlocksAnalyzer,
    StreamTuning.CodeFixes.Blobs.SerialBlocksCodeFix>;

namespace StreamTuning.Analyzers.Tests.Blobs;

public sealed class SerialBlocksTests
{
    private const string Fields =
        """
        const int One = 1;
            static readonly StorageTransferOptions Slow = new StorageTransferOptions { MaximumConcurrency = 1 };
            readonly StorageTransferOptions _tuned = new StorageTransferOptions { InitialTransferSize = 1 << 20, MaximumConcurrency = 16 };
        """;

    [Theory]
    [Trait("Case", "Positive")]
    // One block at a time.
    [InlineData("await blob.UploadAsync(path, new BlobUploadOptions { TransferOptions = new StorageTransferOptions { [|MaximumConcurrency = 1|] } });")]
    [InlineData("await blob.UploadAsync(stream, new BlobUploadOptions { TransferOptions = new() { InitialTransferSize = 1 << 20, [|MaximumConcurrency = One|] } }, token);")]
    [InlineData("await blob.UploadAsync(path, transferOptions: new StorageTransferOptions { MaximumTransferSize = 1 << 20, [|MaximumConcurrency = 1|] });")]
    [InlineData("blob.Upload(file, transferOptions: new StorageTransferOptions { [|MaximumConcurrency = 1|] });")]
    [InlineData("await blob.UploadAsync(request.Body, new BlobUploadOptions { TransferOptions = new StorageTransferOptions { [|MaximumConcurrency = 1|] } });")]
    [InlineData("StorageTransferOptions own = default; [|own.MaximumConcurrency = 1|]; await blob.UploadAsync(path, transferOptions: own);")]
    [InlineData("var options = new BlobUploadOptions(); options.TransferOptions = new StorageTransferOptions { [|MaximumConcurrency = 1|] }; await block.UploadAsync(file, options);")]
    [InlineData("var own = new StorageTransferOptions { [|MaximumConcurrency = 1|] }; var options = new BlobUploadOptions { TransferOptions = own }; await blob.UploadAsync(path, options); await blob.UploadAsync(file, options);")]
    // Small blocks.
    [InlineData("await blob.UploadAsync(path, new BlobUploadOptions { TransferOptions = new StorageTransferOptions { InitialTransferSize = 1 << 20, [|MaximumTransferSize = 64 * 1024|] } });")]
    [InlineData("await blob.UploadAsync(request.Body, new BlobUploadOptions { TransferOptions = new StorageTransferOptions { [|MaximumTransferSize = 16384L|] } });")]
    [InlineData("await blob.UploadAsync(path, transferOptions: new StorageTransferOptions { InitialTransferLength = 1, [|MaximumTransferLength = 1024|], MaximumConcurrency = 8 });")]
    // Loops.
    [InlineData("foreach (string each in paths) { await [|block.StageBlockAsync(each, stream)|]; }")]
    [InlineData("for (int i = 0; i < 100; i++) { [|block.StageBlock(path, stream)|]; }")]
    [InlineData("int n; while ((n = await stream.ReadAsync(bytes)) > 0) { string id = path + n; await [|block.StageBlockAsync(id, new MemoryStream(bytes, 0, n), cancellationToken: token)|].ConfigureAwait(false); }")]
    [InlineData("while (true) { int n = stream.Read(bytes); if (n == 0) { break; } using (var part = new MemoryStream(bytes, 0, n)) { [|block.StageBlockAsync(path, part)|].GetAwaiter().GetResult(); } }")]
    [InlineData("do { [|block.StageBlockAsync(path, stream)|].Wait(); } while (stream.Position < stream.Length);")]
    [InlineData("foreach (string each in paths) { Azure.Response<BlockInfo> info = await [|block.StageBlockAsync(each, stream, null)|]; if (flag) { Console.WriteLine(info); } }")]
    [InlineData("foreach (string each in paths) { if (each.Length > 0) { await [|container.GetBlockBlobClient(path).StageBlockAsync(each, stream)|]; } }")]
    [InlineData("foreach (string each in paths) { for (int attempt = 0; attempt < 3; attempt++) { try { await [|block.StageBlockAsync(each, stream)|]; } catch (IOException) { throw; } } }")]
    [InlineData("for (long i = 0; i < 100_000; i++) { await [|block.StageBlockAsync(path, stream)|]; }")]
    // Loops that end with the data.
    [InlineData("while (true) { int n = await stream.ReadAsync(bytes); await [|block.StageBlockAsync(path, new MemoryStream(bytes, 0, n))|]; if (n < bytes.Length) { break; } }")]
    [InlineData("long left = file.Length; for (; ; ) { using (var part = new MemoryStream(bytes)) { [|block.StageBlock(path, part)|]; } left -= bytes.Length; if (left <= 0) return; }")]
    // Blocks of each of several blobs.
    [InlineData("foreach (string each in paths) { var client = container.GetBlockBlobClient(each); while (stream.Read(bytes) > 0) { await [|client.StageBlockAsync(each, stream)|]; } await client.CommitBlockListAsync(paths); }")]
    [InlineData("foreach (string each in paths) { var client = container.GetBlockBlobClient(path); await [|client.StageBlockAsync(each, stream)|]; } await block.CommitBlockListAsync(paths);")]
    public Task Blocks_one_after_the_other_or_too_small_are_reported(string body) => Check.ReportsAsync(InMethod(body, "const int One = 1;"));

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("await blob.UploadAsync(path, transferOptions: new StorageTransferOptions { {|#0:MaximumConcurrency = 1|} });", "MaximumConcurrency = 1", "one block after another; send several at a time")]
    [InlineData("await blob.UploadAsync(path, transferOptions: new StorageTransferOptions { InitialTransferSize = 1, {|#0:MaximumTransferSize = 64 * 1024|} });", "MaximumTransferSize = 64 * 1024", "a request for every 65536 bytes; use blocks of 4 MiB")]
    [InlineData("foreach (string each in paths) { await {|#0:block.StageBlockAsync(each, stream)|}; }", "StageBlockAsync", "one block after another; send several at a time")]
    [InlineData("for (int i = 1; i <= 50_000; i++) { await {|#0:block.StageBlockAsync(path, stream)|}; }", "StageBlockAsync", "one block after another; send several at a time")]
    [InlineData("for (int i = 0; i <= 50_000; i++) { await {|#0:block.StageBlockAsync(path, stream)|}; }", "StageBlockAsync", "more than the 50,000 blocks that a blob can have; use larger blocks")]
    [InlineData("const long Length = 20L << 30; for (long i = 0; i < Length; i += 262_144) { {|#0:block.StageBlock(path, stream)|}; }", "StageBlock", "more than the 50,000 blocks that a blob can have; use larger blocks")]
    public Task The_message_says_what_is_wrong(string body, string what, string sends) =>
        Check.ReportsAsync(InMethod(body), Check.Diagnostic(0, what, sends).WithSeverity(DiagnosticSeverity.Info));

    [Fact]
    [Trait("Case", "Positive")]
    public Task Options_in_a_field_are_reported_there() => Check.ReportsAsync(InMethod(
        "await blob.UploadAsync(path, transferOptions: Slow); await blob.UploadAsync(file, transferOptions: Slow);",
        Fields.Replace("MaximumConcurrency = 1 }", "[|MaximumConcurrency = 1|] }", StringComparison.Ordinal)));

    [Theory]
    [Trait("Case", "Negative")]
    // Several blocks at a time, large enough.
    [InlineData("await blob.UploadAsync(path, new BlobUploadOptions { TransferOptions = new StorageTransferOptions { InitialTransferSize = 1 << 20, MaximumConcurrency = 2, MaximumTransferSize = 262144 } });")]
    [InlineData("await blob.UploadAsync(path, transferOptions: _tuned);")]
    [InlineData("await blob.UploadAsync(path, transferOptions: new StorageTransferOptions { InitialTransferSize = 4096, MaximumConcurrency = flag ? 1 : 8 });")]
    [InlineData("var own = new StorageTransferOptions { MaximumConcurrency = 1 }; own.MaximumConcurrency = 8; await blob.UploadAsync(path, transferOptions: own);")]
    // Small blocks that are never sent: another rule's.
    [InlineData("await blob.UploadAsync(path, new BlobUploadOptions { TransferOptions = new StorageTransferOptions { MaximumTransferSize = 65536 } });")]
    // The options also serve something else, or nothing.
    [InlineData("var own = new StorageTransferOptions { MaximumConcurrency = 1 }; await blob.UploadAsync(path, transferOptions: own); await blob.DownloadToAsync(file, transferOptions: own);")]
    [InlineData("await blob.DownloadToAsync(path, new BlobDownloadToOptions { TransferOptions = new StorageTransferOptions { MaximumConcurrency = 1 } });")]
    [InlineData("var unused = new StorageTransferOptions { MaximumConcurrency = 1 };")]
    [InlineData("Use(new StorageTransferOptions { MaximumConcurrency = 1 });")]
    [InlineData("given.TransferOptions = new StorageTransferOptions { MaximumConcurrency = 1 }; await blob.UploadAsync(path, given);")]
    // Content in memory, or small.
    [InlineData("await blob.UploadAsync(new BinaryData(bytes), new BlobUploadOptions { TransferOptions = new StorageTransferOptions { MaximumConcurrency = 1 } });")]
    [InlineData("if (file.Length < 65536) { await blob.UploadAsync(file, transferOptions: new StorageTransferOptions { MaximumConcurrency = 1 }); }")]
    // Many blobs at the same time.
    [InlineData("await Parallel.ForEachAsync(paths, async (each, stop) => await container.GetBlobClient(each).UploadAsync(each, transferOptions: new StorageTransferOptions { MaximumConcurrency = 1 }));")]
    // A client that encrypts.
    [InlineData("var secret = blob.WithClientSideEncryptionOptions(new ClientSideEncryptionOptions(ClientSideEncryptionVersion.V2_0)); await secret.UploadAsync(path, transferOptions: new StorageTransferOptions { MaximumConcurrency = 1 });")]
    // Blocks that are gathered, staged by several loops, or tried again.
    [InlineData("var tasks = new List<Task>(); foreach (string each in paths) { tasks.Add(block.StageBlockAsync(each, stream)); } await Task.WhenAll(tasks);")]
    [InlineData("await Task.WhenAll(paths.Select(each => block.StageBlockAsync(each, stream)));")]
    [InlineData("await Parallel.ForEachAsync(paths, async (each, stop) => await block.StageBlockAsync(each, stream, cancellationToken: stop));")]
    [InlineData("await Task.WhenAll(paths.Select(async each => { foreach (string part in paths) { await block.StageBlockAsync(part, stream); } }));")]
    [InlineData("for (int attempt = 0; attempt < 3; attempt++) { try { await block.StageBlockAsync(path, stream); break; } catch (IOException) { } }")]
    [InlineData("while (true) { try { await block.StageBlockAsync(path, stream); return; } catch (IOException) { await Task.Delay(1); } }")]
    [InlineData("while (true) { var info = await block.StageBlockAsync(path, stream); if (info.GetRawResponse().Status == 201) { break; } }")]
    // One block for each of several blobs.
    [InlineData("foreach (string each in paths) { var client = container.GetBlockBlobClient(each); await client.StageBlockAsync(path, stream); await client.CommitBlockListAsync(new[] { path }); }")]
    // Other calls.
    [InlineData("await block.StageBlockAsync(path, stream);")]
    [InlineData("foreach (string each in paths) { await block.StageBlockFromUriAsync(uri, each); }")]
    [InlineData("foreach (string each in paths) { await container.GetPageBlobClient(path).UploadPagesAsync(stream, 0); await container.GetAppendBlobClient(path).AppendBlockAsync(stream); }")]
    public Task Anything_else_is_not_reported(string body) => Check.IsSilentAsync(InMethod(body, Fields.Replace("static readonly StorageTransferOptions Slow = new StorageTransferOptions { MaximumConcurrency = 1 };", "static void Use(StorageTransferOptions options) { }", StringComparison.Ordinal)));

    [Theory]
    [InlineData(
        "await blob.UploadAsync(path, transferOptions: new StorageTransferOptions { InitialTransferSize = 1 << 20, [|MaximumConcurrency = 1|] });",
        "await blob.UploadAsync(path, transferOptions: new StorageTransferOptions { InitialTransferSize = 1 << 20, MaximumConcurrency = 16 });")]
    [InlineData(
        "await blob.UploadAsync(path, new BlobUploadOptions { HttpHeaders = headers, TransferOptions = new() { [|MaximumConcurrency = 1|], MaximumTransferSize = 1 << 20 } }, token);",
        "await blob.UploadAsync(path, new BlobUploadOptions { HttpHeaders = headers, TransferOptions = new() { MaximumConcurrency = 16, MaximumTransferSize = 1 << 20, InitialTransferSize = 4 * 1024 * 1024 } }, token);")]
    [InlineData(
        "StorageTransferOptions own = default; own.InitialTransferSize = 1 << 20; [|own.MaximumConcurrency = 1|]; await blob.UploadAsync(path, transferOptions: own);",
        "StorageTransferOptions own = default; own.InitialTransferSize = 1 << 20; own.MaximumConcurrency = 16; await blob.UploadAsync(path, transferOptions: own);")]
    [InlineData(
        "await blob.UploadAsync(request.Body, transferOptions: new StorageTransferOptions { [|MaximumTransferSize = 64 * 1024|] });",
        "await blob.UploadAsync(request.Body, transferOptions: new StorageTransferOptions { MaximumTransferSize = 4 * 1024 * 1024 });")]
    [InlineData(
        "blob.Upload(path, transferOptions: new StorageTransferOptions { InitialTransferSize = 1, [|MaximumTransferSize = 4096|] });",
        "blob.Upload(path, transferOptions: new StorageTransferOptions { InitialTransferSize = 1, MaximumTransferSize = 4 * 1024 * 1024 });")]
    public Task Another_value_is_set(string body, string fixedBody) => Check.FixesOneByOneAsync(RuleFixes.Plain, InMethod(body), InMethod(fixedBody));

    [Theory]
    [Trait("Case", "NoFix")]
    // The blocks of a loop are the author's own.
    [InlineData("foreach (string each in paths) { await [|block.StageBlockAsync(each, stream)|]; }")]
    // Another value would change nothing.
    [InlineData("blob.Upload(path, transferOptions: new StorageTransferOptions { [|MaximumConcurrency = 1|] });")]
    // There is no initializer for the other option.
    [InlineData("StorageTransferOptions own = default; [|own.MaximumConcurrency = 1|]; await blob.UploadAsync(path, transferOptions: own);")]
    // A comment, and a name that would be left over.
    [InlineData("await blob.UploadAsync(path, transferOptions: new StorageTransferOptions { InitialTransferSize = 1, [|MaximumConcurrency = (1 /* slow */)|] });")]
    [InlineData("const int Serial = 1; await blob.UploadAsync(path, transferOptions: new StorageTransferOptions { InitialTransferSize = 1, [|MaximumConcurrency = Serial|] });")]
    public Task Where_it_might_be_wrong_nothing_is_offered(string body) => Check.OffersNoFixAsync(RuleFixes.Plain, InMethod(body));

    [Fact]
    [Trait("Case", "Trivia")]
    public Task Comments_and_odd_formatting_stay() => Check.FixesOneByOneAsync(
        RuleFixes.Plain,
        InMethod(
            """
            var own = new StorageTransferOptions
                    {
                        // Size.
                        MaximumTransferSize = 1 << 20, // 1 MiB

                        /* Number. */ [|MaximumConcurrency  =  1|] // one
                    };
                    await blob.UploadAsync(path, transferOptions: own);
            """),
        InMethod(
            """
            var own = new StorageTransferOptions
                    {
                        // Size.
                        MaximumTransferSize = 1 << 20, // 1 MiB

                        /* Number. */ MaximumConcurrency  =  16, InitialTransferSize = 4 * 1024 * 1024 // one
                    };
                    await blob.UploadAsync(path, transferOptions: own);
            """));

    [Fact]
    [Trait("Case", "FixAll")]
    public Task Several_places_are_fixed_one_by_one() => Check.FixesOneByOneAsync(
        RuleFixes.Plain,
        InMethod("await blob.UploadAsync(path, transferOptions: Slow); await blob.UploadAsync(request.Body, transferOptions: new StorageTransferOptions { [|MaximumConcurrency = 1|] });", Fields.Replace("MaximumConcurrency = 1 }", "[|MaximumConcurrency = 1|] }", StringComparison.Ordinal)),
        InMethod("await blob.UploadAsync(path, transferOptions: Slow); await blob.UploadAsync(request.Body, transferOptions: new StorageTransferOptions { MaximumConcurrency = 16, InitialTransferSize = 4 * 1024 * 1024 });", Fields.Replace("MaximumConcurrency = 1 }", "MaximumConcurrency = 16, InitialTransferSize = 4 * 1024 * 1024 }", StringComparison.Ordinal)));
}
