using StreamTuning.RuleTesting;
using Check = StreamTuning.Analyzers.Tests.Verify<
    StreamTuning.Analyzers.Copying.FileBufferLargerThanWritesAnalyzer,
    StreamTuning.CodeFixes.Copying.FileBufferLargerThanWritesCodeFix>;

namespace StreamTuning.Analyzers.Tests.Copying;

public sealed class FileBufferLargerThanWritesTests
{
    private const string Large = "new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.None, 1048576)";

    private const string Reported = "new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.None, [|1048576|])";

    [Theory]
    [Trait("Case", "Positive")]
    // One copy of a source that fills its blocks.
    [InlineData("using var file = " + Reported + "; source.CopyTo(file, 131072);")]
    [InlineData("using var file = " + Reported + "; source.CopyTo(file, 524288);")]
    [InlineData("await using var file = File.Create(path, [|4 * 1024 * 1024|]); await source.CopyToAsync(file, 1 << 20, token);")]
    [InlineData("using Stream file = File.Create(path, [|1 << 20|], FileOptions.Asynchronous); using Stream input = File.OpenRead(path); input.CopyTo(file, 100000);")]
    [InlineData("using var file = new FileStream(path, new FileStreamOptions { Mode = FileMode.Create, Access = FileAccess.Write, BufferSize = [|1 << 20|] }); source.CopyTo(file, 131072);")]
    [InlineData("using var file = File.Open(path, options: new() { Mode = FileMode.Create, Access = FileAccess.Write, BufferSize = [|262144|] }); source.CopyTo(file, 131072);")]
    [InlineData("using FileStream file = new(bufferSize: [|262144|], path: path, mode: FileMode.Append, access: FileAccess.Write, share: FileShare.None); source.CopyTo(file, 131072);")]
    [InlineData("source.CopyTo(" + Reported + ", 131072);")]
    [InlineData("using var file = " + Reported + "; new Derived().CopyTo(file, 131072);")]
    [InlineData("using var file = " + Reported + "; unmanaged.CopyTo(file, 131072);", true)]
    [InlineData("int size = 1 << 20; FileStream? file = null; try { file = File.Create(path, [|size|]); file.SetLength(source.Length); source.CopyTo(file, 131072); file.Flush(); } finally { file?.Dispose(); }")]
    [InlineData("foreach (var name in names) { using var file = File.Create(name, [|1048576|]); File.OpenRead(name).CopyTo(file, 131072); }")]
    [InlineData("Action<string> copy = to => { using var file = File.Create(to, [|1048576|]); source.CopyTo(file, 131072); }; copy(path);")]
    [InlineData("using var file = " + Reported + "; source.CopyTo(file, 131072); File.OpenRead(path).CopyTo(file, 131072);")]
    // A loop that reads a source that fills its blocks.
    [InlineData("using var file = " + Reported + "; var buffer = new byte[81920]; int n; while ((n = source.Read(buffer, 0, buffer.Length)) > 0) file.Write(buffer, 0, n);")]
    [InlineData("using var file = " + Reported + "; var buffer = ArrayPool<byte>.Shared.Rent(131072); int n; while ((n = await source.ReadAsync(buffer, token)) > 0) { await file.WriteAsync(buffer.AsMemory(0, n), token); if (token.IsCancellationRequested) { break; } } ArrayPool<byte>.Shared.Return(buffer);")]
    [InlineData("using var file = " + Reported + "; var memory = new MemoryStream(); var buffer = new byte[131072]; int n; while ((n = memory.Read(buffer)) > 0) file.Write(buffer, 0, n);")]
    // A loop that fills its blocks, whatever the source.
    [InlineData("using var file = " + Reported + "; var buffer = new byte[131072]; int n; while ((n = stream.ReadAtLeast(buffer, buffer.Length, throwOnEndOfStream: false)) > 0) file.Write(buffer, 0, n);")]
    [InlineData("using var file = " + Reported + "; Memory<byte> buffer = new byte[131072]; int n; while ((n = await stream.ReadAtLeastAsync(buffer, 131072, false, token)) > 0) await file.WriteAsync(buffer[..n], token);")]
    [InlineData("using var file = " + Reported + "; var buffer = new byte[131072]; for (int i = 0; i < count; i++) { stream.ReadExactly(buffer); file.Write(buffer); }")]
    [InlineData("using var file = " + Reported + "; var buffer = new byte[131072]; for (int i = 0; i < count; i++) { Random.Shared.NextBytes(buffer); file.Write(buffer, 0, buffer.Length); }")]
    // A loop over an array.
    [InlineData("using var file = " + Reported + "; for (int i = 0; i < data.Length; i += 131072) file.Write(data, i, Math.Min(131072, data.Length - i));")]
    public Task A_buffer_larger_than_the_blocks_is_reported(string body, bool isUnsafe = false) =>
        Check.ReportsAsync(InMethod(isUnsafe ? "unsafe { using var unmanaged = new UnmanagedMemoryStream((byte*)0, 1L << 30); " + body + " }" : body));

    [Theory]
    [Trait("Case", "Negative")]
    // The buffer is the default, no larger than the blocks, or not known.
    [InlineData("using var file = File.Create(path); source.CopyTo(file, 131072);")]
    [InlineData("using var file = File.Create(path, 4096); source.CopyTo(file, 131072);")]
    [InlineData("using var file = File.Create(path, 1); source.CopyTo(file, 131072);")]
    [InlineData("using var file = File.Create(path, 131072); source.CopyTo(file, 131072);")]
    [InlineData("using var file = File.Create(path, 131072); source.CopyTo(file, 100000);")]
    [InlineData("using var file = File.Create(path, count); source.CopyTo(file, 131072);")]
    [InlineData("using var file = new FileStream(path, options); source.CopyTo(file, 131072);")]
    [InlineData("using var file = File.Create(path, 262144); var buffer = ArrayPool<byte>.Shared.Rent(200000); int n; while ((n = source.Read(buffer)) > 0) file.Write(buffer, 0, n);")]
    // Their size is not known.
    [InlineData("using var file = " + Large + "; source.CopyTo(file, count);")]
    [InlineData("using var file = " + Large + "; var buffer = new byte[count]; int n; while ((n = source.Read(buffer)) > 0) file.Write(buffer, 0, n);")]
    // STRM1001 reports a copy with the default buffer, or its plain fix has set that of the file, or the data is small or one write.
    [InlineData("using var file = File.Create(path, 262144); source.CopyTo(file);")]
    [InlineData("using var file = File.Create(path, 1048575); await stream.CopyToAsync(file, token);")]
    [InlineData("using var file = " + Large + "; await network.CopyToAsync(file, token);")]
    [InlineData("using var file = File.Create(path, 1 << 22); await form.CopyToAsync(file);")]
    [InlineData("using var file = File.Create(path, 1 << 22); await content.CopyToAsync(file);")]
    [InlineData("using var file = File.Create(path, 1 << 22); await request.Body.CopyToAsync(file);")]
    [InlineData("using var file = " + Large + "; new MemoryStream(data).CopyTo(file);")]
    [InlineData("using var file = " + Large + "; if (stream.Length < 10000) stream.CopyTo(file);")]
    // Such a copy is not all of the file.
    [InlineData("using var file = " + Large + "; stream.CopyTo(file); network.CopyTo(file);")]
    [InlineData("using var file = " + Large + "; source.CopyTo(file); source.CopyTo(file, 131072);")]
    [InlineData("using var file = " + Large + "; source.CopyTo(file, 131072); source.CopyTo(file);")]
    [InlineData("using var file = " + Large + "; file.Write(data); stream.CopyTo(file);")]
    [InlineData("using var file = " + Large + "; foreach (var name in names) { using var input = File.OpenRead(name); input.CopyTo(file); }")]
    [InlineData("var opened = new FileStreamOptions { Mode = FileMode.Create, Access = FileAccess.Write, BufferSize = 1 << 20 }; using var file = new FileStream(path, opened); stream.CopyTo(file);")]
    // The source hands out what it likes.
    [InlineData("using var file = " + Large + "; stream.CopyTo(file, 131072);")]
    [InlineData("using var file = " + Large + "; await request.Body.CopyToAsync(file, 131072);")]
    [InlineData("using var file = " + Large + "; await (await content.ReadAsStreamAsync()).CopyToAsync(file, 131072);")]
    [InlineData("using var file = " + Large + "; await content.CopyToAsync(file);")]
    [InlineData("using var file = " + Large + "; await form.CopyToAsync(file);")]
    [InlineData("using var file = " + Large + "; await pipe.CopyToAsync(file);")]
    [InlineData("using var file = " + Large + "; using var zip = new GZipStream(source, CompressionMode.Decompress); zip.CopyTo(file, 131072);")]
    [InlineData("using var file = " + Large + "; new Short().CopyTo(file, 131072);")]
    [InlineData("using var file = " + Large + "; derived.CopyTo(file, 131072);")]
    [InlineData("using var file = " + Large + "; var buffer = new byte[131072]; int n; while ((n = stream.Read(buffer)) > 0) file.Write(buffer, 0, n);")]
    [InlineData("using var file = " + Large + "; var buffer = new byte[131072]; int n; while ((n = stream.ReadAtLeast(buffer, 1, false)) > 0) file.Write(buffer, 0, n);")]
    [InlineData("using var file = " + Large + "; new MemoryStream(data).CopyTo(file, 131072);")]
    // Sources that may be small.
    [InlineData("using var file = " + Large + "; foreach (var name in names) { File.OpenRead(name).CopyTo(file, 131072); }")]
    [InlineData("using var file = " + Large + "; var buffer = new byte[131072]; int n; foreach (var name in names) { using var input = File.OpenRead(name); while ((n = input.Read(buffer)) > 0) file.Write(buffer, 0, n); }")]
    [InlineData("using var file = " + Large + "; var buffer = new byte[131072]; while (count > 0) { int n = source.Read(buffer, 0, Math.Min(count, buffer.Length)); file.Write(buffer, 0, n); count -= n; }")]
    // Small scattered writes.
    [InlineData("using var file = " + Large + "; file.WriteByte(1); source.CopyTo(file, 131072);")]
    [InlineData("using var file = " + Large + "; file.Write(data); source.CopyTo(file, 131072);")]
    [InlineData("using var file = " + Large + "; file.Write(data);")]
    [InlineData("using var file = " + Large + "; using var writer = new StreamWriter(file); writer.WriteLine(path);")]
    [InlineData("using var file = " + Large + "; using var writer = new BinaryWriter(file); writer.Write(1); source.CopyTo(file, 131072);")]
    // The file is read, wrapped or handed on, or not written.
    [InlineData("using var file = File.Create(path, 1048576); source.CopyTo(file, 131072); file.Position = 0; count = file.ReadByte();")]
    [InlineData("using var file = File.OpenRead(path); file.CopyTo(source, 131072);")]
    [InlineData("using var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read, 1048576); file.CopyTo(source, 131072);")]
    [InlineData("using var file = " + Large + "; using var zip = new GZipStream(file, CompressionMode.Compress); source.CopyTo(zip, 131072);")]
    [InlineData("using var file = " + Large + "; Keep(file); source.CopyTo(file, 131072);")]
    [InlineData("using var file = " + Large + "; Stream other = file; source.CopyTo(file, 131072);")]
    [InlineData("using var file = " + Large + "; Action copy = () => source.CopyTo(file, 131072); copy();")]
    [InlineData("_file = " + Large + "; source.CopyTo(_file, 131072);")]
    [InlineData("FileStream file = " + Large + "; source.CopyTo(file, 131072); file = File.Create(path);")]
    [InlineData("using var file = " + Large + ";")]
    public Task Anything_else_is_not_reported(string body) => Check.IsSilentAsync(InMethod(body));

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("using var file = " + Reported + "; source.CopyTo(file);")]
    [InlineData("using var file = " + Reported + "; source.CopyTo(file, 81920);")]
    [InlineData("using var file = " + Reported + "; source.CopyTo(file, 65536);")]
    [InlineData("using var file = " + Reported + "; source.CopyTo(file, 2048);")]
    [InlineData("using var file = " + Reported + "; file.SetLength(stream.Length); await stream.CopyToAsync(file, token); await file.FlushAsync();")]
    [InlineData("source.CopyTo(" + Reported + ");")]
    [InlineData("stream.CopyTo(" + Reported + ");")]
    [InlineData("using Stream file = File.Create(path, [|1 << 20|], FileOptions.Asynchronous); await derived.CopyToAsync(file, token);")]
    [InlineData("using var file = File.Open(path, new FileStreamOptions { Mode = FileMode.Create, Access = FileAccess.Write, BufferSize = [|1 << 20|] }); await stream.CopyToAsync(file, token);")]
    [InlineData("foreach (var name in names) { using var file = File.Create(name, [|1048576|]); using var input = File.OpenRead(name); input.CopyTo(file); }")]
    [InlineData("using var file = File.Create(path, [|1 << 21|]); await network.CopyToAsync(file, token);")]
    [InlineData("using var file = File.Create(path, [|1 << 21|]); await pipe.CopyToAsync(file, token);")]
    public Task A_buffer_that_gathers_the_writes_of_a_copy_is_reported(string body) => Check.ReportsAsync(InMethod(body));

    [Fact]
    [Trait("Case", "Positive")]
    public async Task The_message_names_the_calls_that_need_no_buffer()
    {
        await Check.ReportsAsync(
            InMethod("using var file = File.Create(path, {|#0:1 << 20|}); source.CopyTo(file);"),
            Check.Diagnostic(0, 1048576, "with CopyToFile(Async) or a copy buffer"));
        await Check.ReportsAsync(
            InMethod("using var file = File.Create(path, {|#0:1 << 20|}); stream.CopyTo(file);"),
            Check.Diagnostic(0, 1048576, "with CopyToFile(Async)"));
    }

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("using var file = File.Create(path, [|262144|]); source.CopyTo(file);")]
    [InlineData("using var file = File.Create(path, [|1 << 20|]); pipe.CopyToAsync(file);")]
    public Task The_buffer_that_STRM1001_does_not_report_is_an_option(string body) =>
        Check.ReportsAsync(InMethod(body), "stream_tuning.copy_buffer_size = 262144");

    [Theory]
    [InlineData("source.CopyTo(file);", "source.CopyToFile(file);")]
    [InlineData("source.CopyTo(file, 65536);", "source.CopyToFile(file);")]
    [InlineData("await stream.CopyToAsync(file, token).ConfigureAwait(false);", "await stream.CopyToFileAsync(file, cancellationToken: token).ConfigureAwait(false);")]
    [InlineData("await stream.CopyToAsync(cancellationToken: token, destination: file);", "await stream.CopyToFileAsync(cancellationToken: token, destination: file);")]
    [InlineData("await network.CopyToAsync(file, 81920, token);", "await network.CopyToFileAsync(file, cancellationToken: token);")]
    [InlineData("await pipe.CopyToAsync(file, token);", "await pipe.CopyToFileAsync(file, cancellationToken: token);")]
    public async Task The_copy_of_the_runtime_needs_no_buffer(string copy, string fixedCopy)
    {
        foreach (var (opening, fixedOpening) in new[]
        {
            ("using var file = File.Create(path, [|1 << 21|]);", "using var file = File.Create(path, 1 << 12);"),
            ("using var file = new FileStream(path, FileMode.Append, FileAccess.Write, FileShare.None, bufferSize: [|2 * Large|], useAsync: true);", "using var file = new FileStream(path, FileMode.Append, FileAccess.Write, FileShare.None, bufferSize: 4096, useAsync: true);"),
            ("using Stream file = File.Open(path, new FileStreamOptions { Access = FileAccess.Write, BufferSize = [|2 << 20|], Mode = FileMode.Append });", "using Stream file = File.Open(path, new FileStreamOptions { Access = FileAccess.Write, BufferSize = 4096, Mode = FileMode.Append });"),
        })
        {
            await Check.FixesAsync(
                RuleFixes.Runtime, InMethod(opening + " " + copy, importsRuntime: true), InMethod(fixedOpening + " " + fixedCopy, importsRuntime: true));
        }
    }

    [Theory]
    [InlineData("using var file = File.Create(path, [|1 << 20|]); source.CopyTo(file);", "using var file = File.Create(path, 1 << 12); source.CopyTo(file, 1 << 20);")]
    [InlineData("using var file = File.Create(path, [|0x100000|]); await source.CopyToAsync(file, token);", "using var file = File.Create(path, 0x1000); await source.CopyToAsync(file, 0x100000, token);")]
    [InlineData("using var file = File.Create(path, [|Large|]); source.CopyTo(file, 81_920);", "using var file = File.Create(path, 4096); source.CopyTo(file, Large);")]
    [InlineData("const int Copied = 65536;\n        using var file = File.Create(path, [|4_194_304|]); source.CopyTo(file, Copied);", "const int Copied = 4_194_304;\n        using var file = File.Create(path, 4_096); source.CopyTo(file, Copied);")]
    [InlineData("using Stream input = File.OpenRead(path); await input.CopyToAsync(cancellationToken: token, destination: new FileStream(path, FileMode.Append, FileAccess.Write, FileShare.None, bufferSize: [|1_048_576|]));", "using Stream input = File.OpenRead(path); await input.CopyToAsync(cancellationToken: token, destination: new FileStream(path, FileMode.Append, FileAccess.Write, FileShare.None, bufferSize: 4_096), bufferSize: 1_048_576);")]
    public async Task A_source_that_fills_it_gets_the_buffer_for_the_copy(string body, string fixedBody)
    {
        await Check.FixesAsync(RuleFixes.Plain, InMethod(body), InMethod(fixedBody), referencesRuntime: false);
        await Check.FixesAsync(RuleFixes.Plain, InMethod(body), InMethod(fixedBody));
    }

    [Theory]
    [InlineData("using var file = File.Create(path, [|1 << 20|]); stream.CopyTo(file);")]
    [InlineData("using var file = File.Create(path, [|1 << 21|]); await network.CopyToAsync(file, token);")]
    [InlineData("using var file = File.Create(path, [|1 << 21|]); await pipe.CopyToAsync(file, token);")]
    [InlineData("FileStream file; { const int Size = 1 << 20; file = File.Create(path, [|Size|]); } source.CopyTo(file);")]
    [Trait("Case", "NoFix")]
    public Task A_source_that_may_hand_out_segments_gets_no_buffer_for_the_copy(string body) =>
        Check.OffersNoFixAsync(RuleFixes.Plain, InMethod(body));

    [Theory]
    [InlineData(TestTarget.Net472)]
    [InlineData(TestTarget.NetStandard20)]
    [Trait("Case", "NoFix")]
    public async Task Old_frameworks_pool_no_buffers_of_copies(TestTarget target)
    {
        await Check.FixesAsync(
            RuleFixes.Runtime,
            OldCode("File.Create(path, [|1 << 20|])", "source.CopyTo(file)"),
            OldCode("File.Create(path, 1 << 12)", "source.CopyToFile(file)").Replace("System.IO;\n", "System.IO;\nusing StreamTuning;\n"),
            target: target);
        await Check.OffersNoFixAsync(RuleFixes.Plain, OldCode("File.Create(path, [|1 << 20|])", "source.CopyTo(file)"), target: target);
    }

    [Fact]
    [Trait("Case", "Negative")]
    public async Task Without_the_runtime_the_buffer_is_the_cure_for_other_sources()
    {
        foreach (var (source, target) in new[]
        {
            (InMethod("using var file = File.Create(path, 1 << 20); stream.CopyTo(file); using var other = File.Create(path, 1 << 21); network.CopyTo(other);"), TestTarget.Net100),
            (OldCode("File.Create(path, 1 << 20)", "source.CopyTo(file)"), TestTarget.Net472),
        })
        {
            await Check.FixesAsync(RuleFixes.Plain, source, source, referencesRuntime: false, target: target);
        }
    }

    [Fact]
    [Trait("Case", "Negative")]
    public Task Code_without_the_types_is_not_reported() => Check.IsSilentAsync("class C { C Create() => new C(); }");

    [Fact]
    [Trait("Case", "Positive")]
    public Task The_message_names_both_sizes() => Check.ReportsAsync(
        InMethod("using var file = File.Create(path, {|#0:1 << 20|}); source.CopyTo(file, 100000);"),
        Check.Diagnostic(0, 1048576, "for full blocks of up to 131072 bytes"));

    [Theory]
    [InlineData("using var file = File.Create(path, [|65536|]); source.CopyTo(file, 8192);")]
    [InlineData("using var file = File.Create(path, [|1048576|]); source.CopyTo(file, 65536);")]
    [InlineData("using var file = File.Create(path, [|1048576|]); source.CopyTo(file, 4096);")]
    [InlineData("using var file = File.Create(path, [|32768|]); var buffer = new byte[16384]; while (count-- > 0) { source.ReadExactly(buffer); file.Write(buffer); }")]
    [Trait("Case", "Positive")]
    public Task Small_blocks_are_full_blocks(string body) => Check.ReportsAsync(InMethod(body));

    [Theory]
    [InlineData("using var file = File.Create(path, 65536); source.CopyTo(file, 2048);")]
    [InlineData("using var file = File.Create(path, 1048576); var buffer = new byte[4095]; while (count-- > 0) { source.ReadExactly(buffer); file.Write(buffer); }")]
    [Trait("Case", "Negative")]
    public Task Blocks_of_less_than_the_default_buffer_go_through_it_anyway(string body) => Check.IsSilentAsync(InMethod(body));

    [Theory]
    [InlineData("1048576", "4096")]
    [InlineData("1_048_576", "4_096")]
    [InlineData("0x100000", "0x1000")]
    [InlineData("1 << 20", "1 << 12")]
    [InlineData("1024 * 1024", "4 * 1024")]
    [InlineData("4 *  1_024*1024", "4*1024")]
    [InlineData("2 * Large", "4096")]
    [InlineData("Large", "4096")]
    public async Task The_default_is_written_as_the_size_was(string size, string fixedSize)
    {
        foreach (string opening in new[]
        {
            "File.Create(path, {0})",
            "File.Create(path, {0}, FileOptions.Asynchronous)",
            "new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.None, {0}, useAsync: true)",
            "new FileStream(bufferSize: {0}, path: path, mode: FileMode.Append, access: FileAccess.Write, share: FileShare.None)",
            "new FileStream(path, new FileStreamOptions {{ BufferSize = {0}, Mode = FileMode.Create, Access = FileAccess.Write }})",
        })
        {
            await Check.FixesAsync(
                RuleFixes.Plain,
                InMethod("using var file = " + string.Format(opening, "[|" + size + "|]") + "; source.CopyTo(file, 131072);"),
                InMethod("using var file = " + string.Format(opening, fixedSize) + "; source.CopyTo(file, 131072);"),
                referencesRuntime: false);
        }
    }

    [Theory]
    [InlineData("const int Size = 1 << 20; using var file = File.Create(path, [|Size|]); source.CopyTo(file, 131072);", "const int Size = 1 << 12; using var file = File.Create(path, Size); source.CopyTo(file, 131072);")]
    [InlineData("int size = 1048576; using var file = File.Create(path, [|size|]); source.CopyTo(file, 131072);", "int size = 4096; using var file = File.Create(path, size); source.CopyTo(file, 131072);")]
    [InlineData("const int Size = 1 << 20; using var file = File.Create(path, [|Size|]); source.CopyTo(file, 131072); using var other = File.Create(path); source.CopyTo(other, Size);", "const int Size = 1 << 20; using var file = File.Create(path, 4096); source.CopyTo(file, 131072); using var other = File.Create(path); source.CopyTo(other, Size);")]
    public Task A_name_for_this_buffer_alone_keeps_it(string body, string fixedBody) =>
        Check.FixesAsync(RuleFixes.Plain | RuleFixes.Runtime, InMethod(body), InMethod(fixedBody));

    [Theory]
    [InlineData(TestTarget.Net472)]
    [InlineData(TestTarget.NetStandard20)]
    public Task Old_frameworks_copy_twice_too(TestTarget target) => Check.FixesAsync(
        RuleFixes.Plain, OldCode("File.Create(path, [|1 << 20|])"), OldCode("File.Create(path, 1 << 12)"), referencesRuntime: false, target: target);

    [Fact]
    [Trait("Case", "NoFix")]
    public Task A_comment_in_the_size_is_not_lost() => Check.OffersNoFixAsync(
        RuleFixes.Plain, InMethod("using var file = File.Create(path, [|1024 * /* a megabyte */ 1024|]); source.CopyTo(file, 131072);"), referencesRuntime: false);

    [Fact]
    [Trait("Case", "NoFix")]
    public Task There_is_no_fix_to_the_runtime() => Check.OffersNoFixAsync(
        RuleFixes.Runtime, InMethod("using var file = File.Create(path, [|1048576|]); source.CopyTo(file, 131072);"));

    [Fact]
    [Trait("Case", "Trivia")]
    public Task Comments_and_formatting_stay() => Check.FixesAsync(
        RuleFixes.Plain,
        InMethod(
            """
            using var file = new FileStream( // where to
                        path , FileMode.Create,FileAccess.Write,
                        FileShare.None, // nobody else
                        /* buffer */ [|1048576|] /* bytes */ ); // for long
                    source . CopyTo( file,131072 ); // all of it
            """),
        InMethod(
            """
            using var file = new FileStream( // where to
                        path , FileMode.Create,FileAccess.Write,
                        FileShare.None, // nobody else
                        /* buffer */ 4096 /* bytes */ ); // for long
                    source . CopyTo( file,131072 ); // all of it
            """),
        referencesRuntime: false);

    [Fact]
    [Trait("Case", "FixAll")]
    public Task All_files_of_a_project_are_fixed_at_once() => Check.FixesAllAsync(
        RuleFixes.Plain | RuleFixes.Runtime,
        [
            InMethod("using (var file = File.Create(path, [|1048576|])) source.CopyTo(file, 131072); using (var file = File.Create(path, [|1 << 20|])) source.CopyTo(file, 131072);"),
            "using System.IO;\n\nclass D\n{\n    void M(FileStream s, string path)\n    {\n        using var file = File.Create(path, [|1048576|]);\n        s.CopyTo(file, 131072);\n    }\n}\n",
        ],
        [
            InMethod("using (var file = File.Create(path, 4096)) source.CopyTo(file, 131072); using (var file = File.Create(path, 1 << 12)) source.CopyTo(file, 131072);"),
            "using System.IO;\n\nclass D\n{\n    void M(FileStream s, string path)\n    {\n        using var file = File.Create(path, 4096);\n        s.CopyTo(file, 131072);\n    }\n}\n",
        ]);

    private static string InMethod(string body, bool importsRuntime = false) =>
        $$"""
        using System;
        using System.Buffers;
        using System.Collections.Generic;
        using System.IO;
        using System.IO.Compression;
        using System.IO.Pipelines;
        using System.Net.Http;
        using System.Net.Sockets;
        using System.Threading;
        using System.Threading.Tasks;
        using Microsoft.AspNetCore.Http;
        {{(importsRuntime ? "using StreamTuning;\n" : "")}}
        class C
        {
            public const int Large = 524288 + 524288;
            private FileStream? _file;

            async Task M(
                FileStream source, Stream stream, string path, int count, byte[] data, IEnumerable<string> names, FileStreamOptions options, Derived derived,
                IFormFile form, HttpRequest request, HttpContent content, PipeReader pipe, NetworkStream network, CancellationToken token)
            {
                await Task.CompletedTask;
                {{body}}
            }

            static void Keep(Stream stream)
            {
            }
        }

        class Derived : MemoryStream
        {
        }

        class Short : MemoryStream
        {
            public override int Read(byte[] buffer, int offset, int count) => base.Read(buffer, offset, 1);
        }

        """;

    private static string OldCode(string opening, string copy = "source.CopyTo(file, 131072)") =>
        "using System.IO;\n\nclass C\n{\n    void M(FileStream source, string path)\n    {\n        using (FileStream file = " + opening + ")\n        {\n            " + copy + ";\n        }\n    }\n}\n";
}
