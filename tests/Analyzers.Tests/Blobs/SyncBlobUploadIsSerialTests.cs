using Microsoft.CodeAnalysis;
using StreamTuning.RuleTesting;
using static StreamTuning.Analyzers.Tests.Blobs.BlobCode;
using Check = StreamTuning.Analyzers.Tests.Verify<
    StreamTuning.Analyzers.Blobs.SyncBlobUploadIsSerialAnalyzer,
    StreamTuning.CodeFixes.Blobs.SyncBlobUploadIsSerialCodeFix>;

namespace StreamTuning.Analyzers.Tests.Blobs;

public sealed class SyncBlobUploadIsSerialTests
{
    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("[|blob.Upload(path)|];")]
    [InlineData("[|blob.Upload(path, overwrite: true, token)|];")]
    [InlineData("[|blob.Upload(file)|];")]
    [InlineData("[|blob.Upload(stream)|];")]
    [InlineData("[|blob.Upload(form.OpenReadStream(), flag)|];")]
    [InlineData("[|blob.Upload(request.Body)|];")]
    [InlineData("using var content = File.OpenRead(path); [|block.Upload(content)|];")]
    [InlineData("[|block.Upload(stream, new BlobUploadOptions())|];")]
    [InlineData("[|container.UploadBlob(path, stream, token)|];")]
    [InlineData("[|blob.Upload(path, given)|];")]
    [InlineData("[|blob.Upload(path, transferOptions: new StorageTransferOptions { InitialTransferSize = 1 << 20 })|];")]
    [InlineData("var info = [|blob.Upload(path, headers, metadata)|].Value;")]
    [InlineData("await Task.Run(() => [|blob.Upload(path)|]);")]
    [InlineData("blob?[|.Upload(path)|];")]
    [InlineData("foreach (string each in paths) { [|container.GetBlobClient(each).Upload(each)|]; }")]
    [InlineData("Upload(); void Upload() => [|blob.Upload(path)|];")]
    [InlineData("var infos = paths.Select(each => [|blob.Upload(each)|]).ToList(); paths.ToList().ForEach(each => { [|blob.Upload(each)|]; });")]
    [InlineData("var infos = new List<object>(); foreach (string each in paths) { infos.Add([|blob.Upload(each)|].Value); }")]
    [InlineData("object[] infos = new[] { [|blob.Upload(path)|], [|block.Upload(file)|] }; var named = new Dictionary<string, object> { [path] = [|blob.Upload(path)|] };")]
    [InlineData("if (file.Length > 10_000_000) { throw new IOException(); } [|blob.Upload(file)|];")]
    public Task A_synchronous_upload_is_reported(string body) => Check.ReportsAsync(InMethod(body));

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("{|#0:blob.Upload(path)|};", "Upload", "", DiagnosticSeverity.Info)]
    [InlineData("{|#0:container.UploadBlob(path, stream)|};", "UploadBlob", "", DiagnosticSeverity.Info)]
    [InlineData("{|#0:blob.Upload(path, transferOptions: transfer)|};", "Upload", "", DiagnosticSeverity.Info)]
    [InlineData("{|#0:blob.Upload(path, transferOptions: new StorageTransferOptions { MaximumConcurrency = 8 })|};", "Upload", Whatever, DiagnosticSeverity.Warning)]
    [InlineData("{|#0:blob.Upload(stream, new BlobUploadOptions { TransferOptions = new() { InitialTransferSize = 1 << 20, MaximumConcurrency = Environment.ProcessorCount } })|};", "Upload", Whatever, DiagnosticSeverity.Warning)]
    [InlineData("var options = new BlobUploadOptions(); options.TransferOptions = new() { MaximumConcurrency = 4 }; {|#0:block.Upload(stream, options)|};", "Upload", Whatever, DiagnosticSeverity.Warning)]
    [InlineData("{|#0:blob.Upload(new MemoryStream(bytes), transferOptions: new StorageTransferOptions { MaximumConcurrency = 8 })|};", "Upload", Whatever, DiagnosticSeverity.Warning)]
    public Task Blocks_that_are_meant_to_be_sent_at_the_same_time_are_a_warning(string body, string method, string concurrency, DiagnosticSeverity severity) =>
        Check.ReportsAsync(InMethod(body), Check.Diagnostic(0, method, concurrency).WithSeverity(severity));

    [Theory]
    [Trait("Case", "Negative")]
    [InlineData("await blob.UploadAsync(path);")]
    // Content that is in memory, or small.
    [InlineData("blob.Upload(BinaryData.FromString(path));")]
    [InlineData("blob.Upload(new MemoryStream(bytes), overwrite: true);")]
    [InlineData("using var content = new MemoryStream(Encoding.UTF8.GetBytes(path)); blob.Upload(content);")]
    [InlineData("container.UploadBlob(path, new BinaryData(bytes));")]
    [InlineData("if (form.Length < 100_000) { using var content = form.OpenReadStream(); blob.Upload(content); }")]
    // One block after the other is asked for: another rule's.
    [InlineData("blob.Upload(path, transferOptions: new StorageTransferOptions { MaximumConcurrency = 1 });")]
    // Many at the same time.
    [InlineData("Parallel.ForEach(paths, each => container.GetBlobClient(each).Upload(each));")]
    [InlineData("paths.AsParallel().ForAll(each => { using var content = File.OpenRead(each); container.UploadBlob(each, content); });")]
    [InlineData("var infos = paths.AsParallel().Select(each => blob.Upload(each)).ToList();")]
    [InlineData("await Task.WhenAll(paths.Select(each => Task.Run(() => blob.Upload(each))));")]
    // Other calls.
    [InlineData("container.GetAppendBlobClient(path).AppendBlock(stream);")]
    [InlineData("new Other().Upload(path);")]
    [InlineData("System.Linq.Expressions.Expression<Action<BlobClient>> setup = client => client.Upload(\"path\");")]
    public Task Anything_else_is_not_reported(string body) => Check.IsSilentAsync(InMethod(body, "class Other { public void Upload(string path) { } }"));

    [Fact]
    [Trait("Case", "Negative")]
    public Task Code_without_the_types_is_not_reported() => Check.IsSilentAsync("class C { void Upload(C other) => other.Upload(this); }");

    [Theory]
    [InlineData("[|blob.Upload(path)|];", "await blob.UploadAsync(path);")]
    [InlineData("[|blob.Upload(path, overwrite: true, token)|];", "await blob.UploadAsync(path, overwrite: true, token);")]
    [InlineData("[|blob.Upload(path, given, token)|];", "await blob.UploadAsync(path, given, token);")]
    [InlineData("[|blob.Upload(stream, headers, transferOptions: transfer)|];", "await blob.UploadAsync(stream, headers, transferOptions: transfer);")]
    [InlineData("[|block.Upload(stream, headers, metadata)|];", "await block.UploadAsync(stream, headers, metadata);")]
    [InlineData("[|container.UploadBlob(path, stream, token)|];", "await container.UploadBlobAsync(path, stream, token);")]
    [InlineData("var info = [|blob.Upload(path)|].Value;", "var info = (await blob.UploadAsync(path)).Value;")]
    [InlineData("var info = [|blob.Upload(path)|]?.Value;", "var info = (await blob.UploadAsync(path))?.Value;")]
    [InlineData("Console.WriteLine([|blob.Upload(path)|]!);", "Console.WriteLine((await blob.UploadAsync(path))!);")]
    [InlineData("Console.WriteLine([|blob.Upload(path)|]);", "Console.WriteLine(await blob.UploadAsync(path));")]
    [InlineData("await UploadAsync(); async Task UploadAsync() => [|blob.Upload(path)|];", "await UploadAsync(); async Task UploadAsync() => await blob.UploadAsync(path);")]
    [InlineData("Func<Task> upload = async () => { [|blob.Upload(path)|]; await Task.Yield(); }; await upload();", "Func<Task> upload = async () => { await blob.UploadAsync(path); await Task.Yield(); }; await upload();")]
    [InlineData("try { [|blob.Upload(path)|]; } catch (Azure.RequestFailedException e) when (e.Status == 409) { }", "try { await blob.UploadAsync(path); } catch (Azure.RequestFailedException e) when (e.Status == 409) { }")]
    [InlineData("await stream.FlushAsync().ConfigureAwait(false); [|blob.Upload(stream)|];", "await stream.FlushAsync().ConfigureAwait(false); await blob.UploadAsync(stream).ConfigureAwait(false);")]
    [InlineData("await stream.FlushAsync().ConfigureAwait(false); var info = [|blob.Upload(stream)|].Value;", "await stream.FlushAsync().ConfigureAwait(false); var info = (await blob.UploadAsync(stream).ConfigureAwait(false)).Value;")]
    [InlineData("if (path.AsSpan().Trim().Length > 0) { string name = path.AsSpan(1).ToString(); [|blob.Upload(name)|]; }", "if (path.AsSpan().Trim().Length > 0) { string name = path.AsSpan(1).ToString(); await blob.UploadAsync(name); }")]
    [InlineData("await stream.FlushAsync(); [|blob.Upload(stream)|]; await stream.FlushAsync().ConfigureAwait(false);", "await stream.FlushAsync(); await blob.UploadAsync(stream); await stream.FlushAsync().ConfigureAwait(false);")]
    public Task The_asynchronous_twin_is_awaited(string body, string fixedBody) => Check.FixesAsync(RuleFixes.Plain, InMethod(body), InMethod(fixedBody));

    [Fact]
    public Task A_program_can_await() => Check.FixesAsync(
        RuleFixes.Plain,
        """
        using Azure.Storage.Blobs;

        var blob = new BlobClient("UseDevelopmentStorage=true", "photos", "one");
        [|blob.Upload("one.jpg")|];
        """,
        """
        using Azure.Storage.Blobs;

        var blob = new BlobClient("UseDevelopmentStorage=true", "photos", "one");
        await blob.UploadAsync("one.jpg");
        """,
        outputKind: OutputKind.ConsoleApplication);

    [Theory]
    [Trait("Case", "NoFix")]
    // The code around it does not await.
    [InlineData("Upload(); void Upload() => [|blob.Upload(path)|];")]
    [InlineData("Action upload = () => [|blob.Upload(path)|]; upload();")]
    [InlineData("await Task.Run(() => { [|blob.Upload(path)|]; });")]
    // It cannot there.
    [InlineData("lock (headers) { [|blob.Upload(path)|]; }")]
    [InlineData("Monitor.Enter(headers); try { [|blob.Upload(path)|]; } finally { Monitor.Exit(headers); }")]
    [InlineData("using var mutex = new Mutex(); mutex.WaitOne(); [|blob.Upload(path)|]; mutex.ReleaseMutex();")]
    [InlineData("using var scope = new System.Transactions.TransactionScope(); [|blob.Upload(path)|]; scope.Complete();")]
    [InlineData("try { await Task.Yield(); } catch (Exception) when ([|blob.Upload(path)|] is null) { }")]
    [InlineData("var infos = from each in paths select [|blob.Upload(each)|];")]
    // A span or another reference cannot be kept meanwhile.
    [InlineData("ReadOnlySpan<char> name = path.AsSpan(1); [|blob.Upload(path)|]; Console.WriteLine(name.Length);", Skip = Needs.CSharp13)]
    [InlineData("ref byte first = ref bytes[0]; [|blob.Upload(path)|]; first = 1;", Skip = Needs.CSharp13)]
    [InlineData("foreach (char each in path.AsSpan()) { [|blob.Upload(path)|]; }", Skip = Needs.CSharp13)]
    [InlineData("foreach (ref byte each in bytes.AsSpan()) { if (each == 0) { [|blob.Upload(path)|]; each++; } }", Skip = Needs.CSharp13)]
    [InlineData("var door = new Lock(); using (door.EnterScope()) { [|blob.Upload(path)|]; }")]
    [InlineData("Use(path, [|blob.Upload(path)|]); static void Use(ReadOnlySpan<char> name, object info) { }")]
    [InlineData("First() = [|blob.Upload(path)|].GetRawResponse().Status; ref int First() => ref (new int[1])[0];")]
    // Nothing may come of it, which cannot be awaited.
    [InlineData("blob?[|.Upload(path)|];")]
    public Task Where_it_does_not_fit_no_fix_is_offered(string body) => Check.OffersNoFixAsync(RuleFixes.Plain, InMethod(body));

    [Theory]
    [Trait("Case", "NoFix")]
    [InlineData("void M(Azure.Storage.Blobs.BlobClient blob) => [|blob.Upload(\"path\")|];")]
    [InlineData("C(Azure.Storage.Blobs.BlobClient blob) { [|blob.Upload(\"path\")|]; }")]
    [InlineData("Azure.Storage.Blobs.BlobClient? _blob; object P { get { return [|_blob!.Upload(\"path\")|]; } }")]
    public Task Members_that_are_not_asynchronous_stay_so(string member) => Check.OffersNoFixAsync(RuleFixes.Plain, "class C { " + member + " }");

    [Fact]
    [Trait("Case", "Trivia")]
    public Task Comments_and_layout_stay()
    {
        string source = InMethod("""
            // Before.
                    var info = /* the call */ [|blob
                        // The path, and
                        .Upload( // what is done
                            path,
                            overwrite: true /* always */)|]
                        .Value; // done
            """);
        return Check.FixesAsync(
            RuleFixes.Plain,
            source,
            source.Replace("[|blob", "(await blob").Replace("*/)|]", "*/))").Replace(".Upload(", ".UploadAsync("));
    }

    [Fact]
    [Trait("Case", "FixAll")]
    public Task All_are_awaited() => Check.FixesAllAsync(
        RuleFixes.Plain,
        [InMethod("[|blob.Upload(path)|]; [|container.UploadBlob(path, stream)|];"), InMethod("[|block.Upload(file)|];").Replace("class C", "class D")],
        [InMethod("await blob.UploadAsync(path); await container.UploadBlobAsync(path, stream);"), InMethod("await block.UploadAsync(file);").Replace("class C", "class D")]);

    private const string Whatever = ", even with MaximumConcurrency set";
}
