using Microsoft.CodeAnalysis;
using static StreamTuning.Analyzers.Tests.Blobs.BlobCode;
using Check = StreamTuning.Analyzers.Tests.Verify<
    StreamTuning.Analyzers.Blobs.OpenWriteUsedToUploadAnalyzer,
    StreamTuning.CodeFixes.Blobs.OpenWriteUsedToUploadCodeFix>;

namespace StreamTuning.Analyzers.Tests.Blobs;

public sealed class OpenWriteUsedToUploadTests
{
    private const string Transfer = "TransferOptions = new StorageTransferOptions { InitialTransferSize = 4 * 1024 * 1024, MaximumConcurrency = 16 }";
    private const string Options = "new BlobUploadOptions { " + Transfer + " }";

    [Theory]
    [Trait("Case", "Positive")]
    // How the stream is kept and closed.
    [InlineData("await using var target = await [|blob.OpenWriteAsync(true)|]; await stream.CopyToAsync(target);")]
    [InlineData("using Stream target = [|blob.OpenWrite(overwrite: true)|]; stream.CopyTo(target);")]
    [InlineData("using (var target = await [|block.OpenWriteAsync(true, cancellationToken: token)|].ConfigureAwait(false)) { await file.CopyToAsync(target, token).ConfigureAwait(false); }")]
    [InlineData("using (Stream source = File.OpenRead(path)) using (Stream target = [|blob.OpenWrite(true)|]) { source.CopyTo(target, 1 << 20); }")]
    [InlineData("Stream target = [|blob.OpenWriteAsync(true)|].Result; stream.CopyTo(target); target.Close();")]
    [InlineData("Stream? target = null; try { target = await [|blob.OpenWriteAsync(true)|]; await stream.CopyToAsync(target); } finally { target?.Dispose(); }")]
    [InlineData("var target = [|block.OpenWrite(true)|]; try { file.CopyTo(target); target.Flush(); } finally { target.Dispose(); }")]
    [InlineData("await using (Stream target = await [|container.GetBlobClient(path).OpenWriteAsync(flag)|]) { await request.Body.CopyToAsync(target); await target.FlushAsync(); }")]
    [InlineData("using var target = [|blob.OpenWrite(true)|]; stream.CopyTo(target); Console.WriteLine(target.Length);")]
    [InlineData("using var target = await [|container.GetBlockBlobClient(path).OpenWriteAsync(true, new BlockBlobOpenWriteOptions { BufferSize = 1 << 20 })|]; await stream.CopyToAsync(target);")]
    [InlineData("Stream target = await [|blob.OpenWriteAsync(true)|]; await using (target.ConfigureAwait(false)) { await stream.CopyToAsync(target); }")]
    [InlineData("await stream.CopyToAsync(await [|blob.OpenWriteAsync(true)|]);")]
    [InlineData("stream.CopyTo([|blob.OpenWrite(overwrite: true)|]);")]
    // What is copied.
    [InlineData("await using var target = await [|blob.OpenWriteAsync(true)|]; await form.CopyToAsync(target, token);")]
    [InlineData("await using var target = await [|blob.OpenWriteAsync(true)|]; using var response = await http.GetAsync(path); await response.Content.CopyToAsync(target);")]
    [InlineData("await using var target = await [|blob.OpenWriteAsync(true)|]; await request.BodyReader.CopyToAsync(target);")]
    [InlineData("using var target = [|blob.OpenWrite(true)|]; new MemoryStream(bytes).CopyTo(target);")]
    [InlineData("using var target = [|blob.OpenWrite(true)|]; var memory = new MemoryStream(bytes); memory.WriteTo(target);")]
    [InlineData("using var target = [|blob.OpenWrite(true)|]; using var zip = new GZipStream(file, CompressionMode.Decompress); zip.CopyTo(target);")]
    // Arrays, and loops that copy.
    [InlineData("foreach (string each in paths) { using var target = [|container.GetBlobClient(each).OpenWrite(true)|]; target.Write(bytes); }")]
    [InlineData("using var target = [|blob.OpenWrite(true)|]; target.Write(bytes);")]
    [InlineData("await using var target = await [|blob.OpenWriteAsync(true)|]; byte[] all = await File.ReadAllBytesAsync(path); await target.WriteAsync(all, 0, all.Length, token);")]
    [InlineData("ReadOnlyMemory<byte> all = bytes; await using var target = await [|blob.OpenWriteAsync(true)|]; await target.WriteAsync(all, token);")]
    [InlineData("BinaryData all = BinaryData.FromBytes(bytes); await using var target = await [|blob.OpenWriteAsync(true)|]; await target.WriteAsync(all);")]
    [InlineData("using var target = [|blob.OpenWrite(true)|]; int n; while ((n = stream.Read(bytes, 0, bytes.Length)) > 0) { target.Write(bytes, 0, n); }")]
    [InlineData("await using var target = await [|blob.OpenWriteAsync(true)|]; var buffer = new byte[81920]; int n; while ((n = await stream.ReadAsync(buffer)) != 0) { await target.WriteAsync(buffer.AsMemory(0, n)); await target.FlushAsync(); }")]
    [InlineData("using var target = [|blob.OpenWrite(true)|]; while (true) { int n = stream.Read(bytes); if (n == 0) { break; } target.Write(bytes, 0, n); }")]
    // Where.
    [InlineData("foreach (string each in paths) { using var source = File.OpenRead(each); await using var target = await [|container.GetBlobClient(each).OpenWriteAsync(true)|]; await source.CopyToAsync(target); }")]
    [InlineData("Func<Task> copy = async () => { await using var target = await [|blob.OpenWriteAsync(true)|]; await stream.CopyToAsync(target); }; await copy();")]
    [InlineData("Copy(); void Copy() { using var target = [|blob.OpenWrite(true)|]; file.CopyTo(target); }")]
    public Task A_stream_that_gets_one_whole_source_is_reported(string body) => Check.ReportsAsync(InMethod(body));

    [Fact]
    [Trait("Case", "Positive")]
    public Task The_message_names_the_call_that_opens() => Check.ReportsAsync(
        InMethod("await using var target = await {|#0:blob.OpenWriteAsync(true)|}; await stream.CopyToAsync(target);"),
        Check.Diagnostic(0, "OpenWriteAsync").WithSeverity(DiagnosticSeverity.Warning));

    [Theory]
    [Trait("Case", "Negative")]
    // Content that is made piece by piece.
    [InlineData("await using var target = await blob.OpenWriteAsync(true); using var writer = new StreamWriter(target); foreach (string each in paths) { writer.WriteLine(each); }")]
    [InlineData("await using var target = await blob.OpenWriteAsync(true); await System.Text.Json.JsonSerializer.SerializeAsync(target, paths);")]
    [InlineData("using var target = blob.OpenWrite(true); foreach (string each in paths) { target.Write(Encoding.UTF8.GetBytes(each)); }")]
    [InlineData("using var target = blob.OpenWrite(true); using var zip = new GZipStream(target, CompressionLevel.Fastest); stream.CopyTo(zip);")]
    [InlineData("using var target = blob.OpenWrite(true); using var archive = new ZipArchive(target, ZipArchiveMode.Create);")]
    [InlineData("using var target = blob.OpenWrite(true); target.Write(bytes, 0, 100);")]
    [InlineData("using var target = blob.OpenWrite(true); target.Write(Encoding.UTF8.GetBytes(path));")]
    [InlineData("ReadOnlyMemory<byte> head = bytes.AsMemory(0, 100); await using var target = await blob.OpenWriteAsync(true); await target.WriteAsync(head);")]
    [InlineData("BinaryData text = BinaryData.FromString(path); await using var target = await blob.OpenWriteAsync(true); await target.WriteAsync(text);")]
    [InlineData("byte[] json = System.Text.Json.JsonSerializer.SerializeToUtf8Bytes(paths); await using var target = await blob.OpenWriteAsync(true); await target.WriteAsync(json);")]
    [InlineData("using var target = blob.OpenWrite(true); target.Write(new byte[4096]);")]
    [InlineData("using var text = new MemoryStream(Encoding.UTF8.GetBytes(path)); await using var target = await blob.OpenWriteAsync(true); await text.CopyToAsync(target);")]
    [InlineData("using var json = new MemoryStream(); await System.Text.Json.JsonSerializer.SerializeAsync(json, paths); json.Position = 0; using var target = blob.OpenWrite(true); json.CopyTo(target);")]
    [InlineData("var text = new MemoryStream(); var writer = new StreamWriter(text); writer.Write(path); writer.Flush(); using var target = blob.OpenWrite(true); text.WriteTo(target);")]
    [InlineData("using var target = blob.OpenWrite(true); target.Write(BinaryData.FromObjectAsJson(paths).ToArray());")]
    [InlineData("stream.CopyTo(container.GetAppendBlobClient(path).OpenWrite(true));")]
    [InlineData("using var target = blob.OpenWrite(true); int n; while ((n = stream.Read(bytes, 0, bytes.Length)) > 0) { bytes[0] ^= 1; target.Write(bytes, 0, n); }")]
    [InlineData("using var target = blob.OpenWrite(true); while (true) { int n = stream.Read(bytes); if (n == 0) { break; } if (n == 9) { return; } target.Write(bytes, 0, n); }")]
    // More than one source, or another one before or behind it.
    [InlineData("using var target = blob.OpenWrite(true); stream.CopyTo(target); file.CopyTo(target);")]
    [InlineData("using var target = blob.OpenWrite(true); target.WriteByte(1); stream.CopyTo(target);")]
    [InlineData("await using var target = await blob.OpenWriteAsync(true); foreach (string each in paths) { using var part = File.OpenRead(each); await part.CopyToAsync(target); }")]
    // Not always.
    [InlineData("using var target = blob.OpenWrite(true); if (flag) { stream.CopyTo(target); }")]
    // Not here.
    [InlineData("Stream target = blob.OpenWrite(true); Use(target); stream.CopyTo(target);")]
    [InlineData("await stream.CopyToAsync(await OpenAsync()); Task<Stream> OpenAsync() => blob.OpenWriteAsync(true);")]
    [InlineData("Stream target = flag ? blob.OpenWrite(true) : file; stream.CopyTo(target);")]
    [InlineData("_target = blob.OpenWrite(true); stream.CopyTo(_target);")]
    // Small content.
    [InlineData("using var target = blob.OpenWrite(true); new MemoryStream(new byte[100]).CopyTo(target);")]
    [InlineData("if (form.Length < 100_000) { await using var target = await blob.OpenWriteAsync(true); await form.CopyToAsync(target); }")]
    // Other blobs.
    [InlineData("await using var target = await container.GetAppendBlobClient(path).OpenWriteAsync(true); await stream.CopyToAsync(target);")]
    [InlineData("await using var target = await container.GetPageBlobClient(path).OpenWriteAsync(true, 0); await stream.CopyToAsync(target);")]
    [InlineData("using var target = File.OpenWrite(path); stream.CopyTo(target);")]
    [InlineData("using var source = blob.OpenRead(); source.CopyTo(file);")]
    // A client that encrypts.
    [InlineData("var secret = blob.WithClientSideEncryptionOptions(new ClientSideEncryptionOptions(ClientSideEncryptionVersion.V2_0)); using var target = secret.OpenWrite(true); stream.CopyTo(target);")]
    public Task Anything_else_is_not_reported(string body) => Check.IsSilentAsync(InMethod(body, "Stream? _target; static void Use(Stream target) { }"));

    [Theory]
    [InlineData("await using var target = await [|blob.OpenWriteAsync(true)|]; await stream.CopyToAsync(target);", "await blob.UploadBlocksAsync(stream, overwrite: true);")]
    [InlineData("await using var target = await [|blob.OpenWriteAsync(true, cancellationToken: token)|]; await stream.CopyToAsync(target, token).ConfigureAwait(false);", "await blob.UploadBlocksAsync(stream, overwrite: true, cancellationToken: token).ConfigureAwait(false);")]
    [InlineData("await using (var target = await [|block.OpenWriteAsync(overwrite: true)|]) { await file.CopyToAsync(target, 81920, token); }", "await block.UploadBlocksAsync(file, new BlobUploadOptions(), token);")]
    [InlineData("using var target = await [|blob.OpenWriteAsync(true)|].ConfigureAwait(false); stream.CopyTo(target);", "await blob.UploadBlocksAsync(stream, overwrite: true).ConfigureAwait(false);")]
    [InlineData("Stream target = [|blob.OpenWrite(true)|]; await stream.CopyToAsync(target); await target.FlushAsync(); target.Dispose(); Console.WriteLine(path);", "await blob.UploadBlocksAsync(stream, overwrite: true); Console.WriteLine(path);")]
    [InlineData("using (Stream source = File.OpenRead(path)) using (Stream target = await [|blob.OpenWriteAsync(true)|]) { await source.CopyToAsync(target); }", "using (Stream source = File.OpenRead(path)) { await blob.UploadBlocksAsync(source, overwrite: true); }")]
    [InlineData("using (Stream target = await [|blob.OpenWriteAsync(true)|]) using (Stream source = File.OpenRead(path)) { await source.CopyToAsync(target); }", "using (Stream source = File.OpenRead(path)) { await blob.UploadBlocksAsync(source, overwrite: true); }")]
    [InlineData("await using var target = await [|container.GetBlobClient(path).OpenWriteAsync(true)|]; await using var source = File.OpenRead(path); await source.CopyToAsync(target);", "await using var source = File.OpenRead(path); await container.GetBlobClient(path).UploadBlocksAsync(source, overwrite: true);")]
    // Closed without the context.
    [InlineData("var target = await [|blob.OpenWriteAsync(true)|].ConfigureAwait(false); await using (target.ConfigureAwait(false)) { await stream.CopyToAsync(target).ConfigureAwait(false); }", "await blob.UploadBlocksAsync(stream, overwrite: true).ConfigureAwait(false);")]
    [InlineData("var target = await [|blob.OpenWriteAsync(true)|]; await using var disposal = target.ConfigureAwait(false); await stream.CopyToAsync(target, token);", "await blob.UploadBlocksAsync(stream, overwrite: true, cancellationToken: token);")]
    // What is returned.
    [InlineData("_ = M(); async Task<string> M() { await using var target = await [|blob.OpenWriteAsync(true)|]; await form.CopyToAsync(target); return blob.Uri.ToString(); }", "_ = M(); async Task<string> M() { await blob.UploadBlocksAsync(form.OpenReadStream(), overwrite: true); return blob.Uri.ToString(); }")]
    [InlineData("_ = M(); async Task<IResult> M() { await using var target = await [|blob.OpenWriteAsync(true)|]; await form.CopyToAsync(target); return Results.Ok(blob.Uri); }", "_ = M(); async Task<IResult> M() { await blob.UploadBlocksAsync(form.OpenReadStream(), overwrite: true); return Results.Ok(blob.Uri); }")]
    public Task With_the_runtime_the_source_is_uploaded_in_blocks(string body, string fixedBody) => Check.FixesAsync(RuleFixes.Runtime, InMethod(body), InMethod(fixedBody, added: RuntimeDirective));

    [Theory]
    [InlineData("await using var target = await [|blob.OpenWriteAsync(true)|]; await stream.CopyToAsync(target);", "await blob.UploadAsync(stream, " + Options + ");")]
    [InlineData("await using var target = await [|block.OpenWriteAsync(true, null, token)|]; await request.BodyReader.CopyToAsync(target);", "await block.UploadAsync(request.BodyReader.AsStream(), " + Options + ", token);")]
    [InlineData("await using var target = await [|block.OpenWriteAsync(true)|]; await target.WriteAsync(bytes, token);", "await block.UploadAsync(new MemoryStream(bytes), " + Options + ", token);")]
    [InlineData("await using var target = await [|blob.OpenWriteAsync(true)|]; await target.WriteAsync(await http.GetByteArrayAsync(path));", "await blob.UploadAsync(new MemoryStream(await http.GetByteArrayAsync(path)), " + Options + ");")]
    // Synchronous code stays synchronous.
    [InlineData("var target = [|blob.OpenWrite(true)|]; using (target) { stream.CopyTo(target); }", "blob.Upload(stream, overwrite: true);")]
    [InlineData("using (var target = [|blob.OpenWrite(true)|]) { target.Write(bytes, 0, bytes.Length); }", "blob.Upload(new MemoryStream(bytes), overwrite: true);")]
    [InlineData("using var target = [|blob.OpenWrite(true)|]; stream.CopyTo(target);", "blob.Upload(stream, overwrite: true);")]
    [InlineData("using (var target = [|blob.OpenWrite(true)|]) { using (var source = File.OpenRead(path)) { source.CopyTo(target); } }", "using (var source = File.OpenRead(path)) { blob.Upload(source, overwrite: true); }")]
    public Task In_plain_code_the_source_is_uploaded_with_options(string body, string fixedBody) => Check.FixesOneByOneAsync(RuleFixes.Plain, InMethod(body), InMethod(fixedBody));

    [Theory]
    [Trait("Case", "NoFix")]
    // Something else happens before the stream is closed.
    [InlineData("await using var target = await [|blob.OpenWriteAsync(true)|]; await stream.CopyToAsync(target); await blob.SetTagsAsync(metadata);")]
    [InlineData("await using (var target = await [|blob.OpenWriteAsync(true)|]) { await stream.CopyToAsync(target); Console.WriteLine(path); }")]
    [InlineData("await using var target = await [|blob.OpenWriteAsync(true)|]; await container.CreateIfNotExistsAsync(); await stream.CopyToAsync(target);")]
    [InlineData("await using var target = await [|blob.OpenWriteAsync(true)|]; try { await stream.CopyToAsync(target); } catch (IOException) { }")]
    [InlineData("var target = [|block.OpenWrite(true)|]; try { file.CopyTo(target); } finally { target.Dispose(); }")]
    [InlineData("using var target = [|blob.OpenWrite(true)|]; stream.CopyTo(target); Console.WriteLine(target.Length);")]
    // It is never closed.
    [InlineData("var target = [|blob.OpenWrite(true)|]; stream.CopyTo(target);")]
    // It is opened with options, or they cannot be seen.
    [InlineData("await using var target = await [|blob.OpenWriteAsync(true, new BlobOpenWriteOptions { HttpHeaders = headers })|]; await stream.CopyToAsync(target);")]
    [InlineData("var options = new BlockBlobOpenWriteOptions(); await using var target = await [|block.OpenWriteAsync(true, options, token)|]; await stream.CopyToAsync(target, token);")]
    [InlineData("await using var target = await [|blob.OpenWriteAsync(flag)|]; await stream.CopyToAsync(target);")]
    [InlineData("await using var target = await [|blob.OpenWriteAsync(true, cancellationToken: token)|]; await stream.CopyToAsync(target, request.HttpContext.RequestAborted);")]
    // There is no stream to upload.
    [InlineData("await using var target = await [|blob.OpenWriteAsync(true)|]; int n; while ((n = await stream.ReadAsync(bytes)) != 0) { await target.WriteAsync(bytes.AsMemory(0, n)); }")]
    [InlineData("using var target = [|blob.OpenWrite(true)|]; var memory = new MemoryStream(bytes); memory.WriteTo(target);")]
    // The source would live longer.
    [InlineData("await using (var target = await [|blob.OpenWriteAsync(true)|]) { await using var source = File.OpenRead(path); await source.CopyToAsync(target); }")]
    [InlineData("var target = await [|blob.OpenWriteAsync(true)|]; await container.CreateIfNotExistsAsync(); await using (target.ConfigureAwait(false)) { await stream.CopyToAsync(target); }")]
    [InlineData("var target = await [|blob.OpenWriteAsync(true)|]; await using var disposal = target.ConfigureAwait(false); await stream.CopyToAsync(target); await container.CreateIfNotExistsAsync();")]
    // It is closed by nothing that is there for it alone.
    [InlineData("await stream.CopyToAsync(await [|blob.OpenWriteAsync(true)|]);")]
    // A comment.
    [InlineData("await using var target = await [|blob.OpenWriteAsync(true /* always */)|]; await stream.CopyToAsync(target);")]
    public async Task Where_the_program_might_do_something_else_nothing_is_offered(string body)
    {
        await Check.OffersNoFixAsync(RuleFixes.Runtime, InMethod(body));
        await Check.OffersNoFixAsync(RuleFixes.Plain, InMethod(body));
    }

    [Fact]
    [Trait("Case", "NoFix")]
    public Task The_runtime_has_no_synchronous_upload() => Check.OffersNoFixAsync(RuleFixes.Runtime, InMethod("using var target = [|blob.OpenWrite(true)|]; stream.CopyTo(target);"));

    [Fact]
    [Trait("Case", "Trivia")]
    public Task Comments_and_odd_formatting_stay() => Check.FixesAsync(
        RuleFixes.Runtime,
        InMethod(
            """
            // Open it.
                    await using (var target = await [|blob . OpenWriteAsync( true )|])
                    {
                        await   stream.CopyToAsync( target ) ; // the photo
                    }

                    // Then.
                    Console.WriteLine(path);
            """),
        InMethod(
            """
            // Open it.
                    await   blob.UploadBlocksAsync(stream, overwrite: true) ; // the photo

                    // Then.
                    Console.WriteLine(path);
            """,
            added: RuntimeDirective));

    [Fact]
    [Trait("Case", "FixAll")]
    public Task All_places_are_fixed_at_once() => Check.FixesAllAsync(
        RuleFixes.Runtime,
        [
            InMethod("await using (var target = await [|blob.OpenWriteAsync(true)|]) { await stream.CopyToAsync(target); } await using var second = await [|block.OpenWriteAsync(true)|]; await file.CopyToAsync(second);"),
            InMethod("await using var target = await [|blob.OpenWriteAsync(true)|]; await file.CopyToAsync(target); return;").Replace("class C", "class D"),
        ],
        [
            InMethod("await blob.UploadBlocksAsync(stream, overwrite: true); await block.UploadBlocksAsync(file, new BlobUploadOptions());", added: RuntimeDirective),
            InMethod("await blob.UploadBlocksAsync(file, overwrite: true); return;", added: RuntimeDirective).Replace("class C", "class D"),
        ]);
}
