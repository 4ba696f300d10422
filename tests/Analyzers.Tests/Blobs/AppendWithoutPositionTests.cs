using Microsoft.CodeAnalysis;
using static StreamTuning.Analyzers.Tests.Blobs.BlobCode;
using Check = StreamTuning.Analyzers.Tests.Verify<StreamTuning.Analyzers.Blobs.AppendWithoutPositionAnalyzer>;

namespace StreamTuning.Analyzers.Tests.Blobs;

public sealed class AppendWithoutPositionTests
{
    private const string Start = "AppendBlobClient log = container.GetAppendBlobClient(path); await log.CreateAsync(); ";

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("foreach (string each in paths) { await [|log.AppendBlockAsync(File.OpenRead(each))|]; }")]
    [InlineData("foreach (string each in paths) { using var part = File.OpenRead(each); await [|log.AppendBlockAsync(part, cancellationToken: token)|].ConfigureAwait(false); }")]
    [InlineData("int n; while ((n = stream.Read(bytes)) > 0) { [|log.AppendBlock(new MemoryStream(bytes, 0, n))|]; }")]
    [InlineData("while (true) { int n = stream.Read(bytes); if (n == 0) { break; } var info = await [|log.AppendBlockAsync(new MemoryStream(bytes, 0, n), new AppendBlobAppendBlockOptions { ProgressHandler = progress })|]; }")]
    [InlineData("for (int i = 0; i < 9; i++) { if (flag) { await [|log.AppendBlockAsync(stream, null, new AppendBlobRequestConditions { LeaseId = path }, progress, token)|]; } }")]
    [InlineData("var options = new AppendBlobAppendBlockOptions { Conditions = new AppendBlobRequestConditions { LeaseId = path } }; foreach (string each in paths) { await [|log.AppendBlockAsync(stream, options, token)|]; }")]
    [InlineData("foreach (string each in paths) { try { await [|log.AppendBlockAsync(stream)|]; } catch (IOException) { throw; } }")]
    [InlineData("if (flag) { foreach (string each in paths) { await [|log.AppendBlockAsync(stream)|]; } }")]
    [InlineData("try { await log.CreateAsync(); } catch (IOException) { throw; } try { foreach (string each in paths) { await [|log.AppendBlockAsync(stream)|]; } } finally { stream.Dispose(); }")]
    public Task Blocks_of_one_writer_without_a_position_are_reported(string body) => Check.ReportsAsync(InMethod(Start + body));

    [Fact]
    [Trait("Case", "Positive")]
    public Task The_message_names_the_call() => Check.ReportsAsync(
        InMethod("var log = container.GetAppendBlobClient(path); log.Create(); foreach (string each in paths) { {|#0:log.AppendBlock(stream)|}; }"),
        Check.Diagnostic(0, "AppendBlock").WithSeverity(DiagnosticSeverity.Info));

    [Theory]
    [Trait("Case", "Negative")]
    // The position is said.
    [InlineData(Start + "long position = 0; foreach (string each in paths) { await log.AppendBlockAsync(stream, new AppendBlobAppendBlockOptions { Conditions = new AppendBlobRequestConditions { IfAppendPositionEqual = position } }); position += stream.Length; }")]
    [InlineData(Start + "var conditions = new AppendBlobRequestConditions(); foreach (string each in paths) { conditions.IfAppendPositionEqual = stream.Position; await log.AppendBlockAsync(stream, null, conditions, progress, token); }")]
    [InlineData(Start + "var conditions = new AppendBlobRequestConditions(); foreach (string each in paths) { var info = await log.AppendBlockAsync(stream, null, conditions, progress, token); conditions.IfMatch = info.Value.ETag; }")]
    // It cannot be seen.
    [InlineData(Start + "foreach (string each in paths) { await log.AppendBlockAsync(stream, Options()); }")]
    [InlineData(Start + "foreach (string each in paths) { await log.AppendBlockAsync(stream, new AppendBlobAppendBlockOptions { Conditions = Conditions(each) }); }")]
    [InlineData(Start + "var options = new AppendBlobAppendBlockOptions(); foreach (string each in paths) { options.Conditions = Conditions(each); await log.AppendBlockAsync(stream, options); }")]
    // The blob is not created here, or only where there is none, and may have other writers.
    [InlineData("var log = container.GetAppendBlobClient(path); foreach (string each in paths) { await log.AppendBlockAsync(stream); }")]
    [InlineData("var log = container.GetAppendBlobClient(path); if (!await log.ExistsAsync()) { await log.CreateAsync(); } foreach (string each in paths) { await log.AppendBlockAsync(stream); }")]
    [InlineData("var log = container.GetAppendBlobClient(path); try { await log.CreateAsync(); } catch (Exception) { } foreach (string each in paths) { await log.AppendBlockAsync(stream); }")]
    [InlineData("var log = container.GetAppendBlobClient(path); await log.CreateIfNotExistsAsync(); foreach (string each in paths) { await log.AppendBlockAsync(stream); }")]
    [InlineData(Start + "var other = container.GetAppendBlobClient(path + 1); foreach (string each in paths) { await other.AppendBlockAsync(stream); }")]
    [InlineData("foreach (string each in paths) { var log = container.GetAppendBlobClient(each); await log.CreateAsync(); await log.AppendBlockAsync(stream); }")]
    // Not in a loop, or only tried again.
    [InlineData(Start + "await log.AppendBlockAsync(stream);")]
    [InlineData(Start + "for (int i = 0; i < 3; i++) { try { await log.AppendBlockAsync(stream); break; } catch (IOException) { } }")]
    // Other blobs.
    [InlineData("foreach (string each in paths) { await block.StageBlockAsync(each, stream); }")]
    [InlineData(Start + "foreach (string each in paths) { await log.AppendBlockFromUriAsync(uri); }")]
    public Task Anything_else_is_not_reported(string body) => Check.IsSilentAsync(InMethod(
        body, "static AppendBlobAppendBlockOptions Options() => new(); static AppendBlobRequestConditions Conditions(string name) => new();"));
}
