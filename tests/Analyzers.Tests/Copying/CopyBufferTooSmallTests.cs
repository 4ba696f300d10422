using Microsoft.CodeAnalysis;
using StreamTuning.RuleTesting;
using Check = StreamTuning.Analyzers.Tests.Verify<
    StreamTuning.Analyzers.Copying.CopyBufferTooSmallAnalyzer,
    StreamTuning.CodeFixes.Copying.CopyBufferTooSmallCodeFix>;

namespace StreamTuning.Analyzers.Tests.Copying;

public sealed class CopyBufferTooSmallTests
{
    [Theory]
    [Trait("Case", "Positive")]
    // A copy with a small buffer.
    [InlineData("using var file = File.Create(path); [|source.CopyTo(file, 4096)|];")]
    [InlineData("using var file = File.Create(path); await [|source.CopyToAsync(file, 65536)|];")]
    [InlineData("using var file = File.Create(path); await [|source.CopyToAsync(file, 8 * 1024, token)|].ConfigureAwait(false);")]
    [InlineData("using var file = File.Create(path); await [|source.CopyToAsync(cancellationToken: token, bufferSize: 1, destination: file)|];")]
    [InlineData("using Stream file = File.OpenWrite(path); await [|source.CopyToAsync(file, BufferSize)|];")]
    [InlineData("using Stream file = new FileInfo(path).OpenWrite(); int small = 4096; await [|source.CopyToAsync(file, small)|];")]
    [InlineData("using Stream file = new FileStream(path, new FileStreamOptions { Mode = FileMode.Create, BufferSize = 131072 }); [|source.CopyTo(file, _readonlySize)|];")]
    [InlineData("[|source.CopyTo(Open(path), 4096)|];")]
    [InlineData("[|request.Body.CopyTo(_file, 4096)|];")]
    [InlineData("using var file = File.Create(path); Action copy = () => [|source.CopyTo(file, 4096)|]; copy();")]
    [InlineData("using var file = File.Create(path); if (args.Length <= 2) { [|source.CopyTo(file, 4096)|]; }")]
    [InlineData("using var file = File.Create(path); if (source.Length > 4096) { [|source.CopyTo(file, 4096)|]; }")]
    // A loop.
    [InlineData("using var file = File.Create(path); var buffer = new byte[4096]; int n; while ((n = source.Read(buffer, 0, buffer.Length)) > 0) [|file.Write(buffer, 0, n)|];")]
    [InlineData("using var file = File.Create(path); var buffer = new byte[65536]; int n = 0; do { n = source.Read(buffer); [|file.Write(buffer.AsSpan(0, n))|]; } while (n > 0);")]
    [InlineData("using var file = File.Create(path); var buffer = new byte[BufferSize]; int n; while ((n = await source.ReadAsync(buffer, token)) != 0) { await [|file.WriteAsync(buffer.AsMemory(0, n), token)|].ConfigureAwait(false); }")]
    [InlineData("using var file = File.Create(path); Memory<byte> buffer = new byte[4096]; while (true) { int n = await source.ReadAsync(buffer); if (n == 0) break; await [|file.WriteAsync(buffer[..n])|]; }")]
    [InlineData("using var file = File.Create(path); var array = new byte[4096]; var memory = array.AsMemory(); int n; while ((n = await source.ReadAsync(memory)) > 0) { await [|file.WriteAsync(array, 0, n)|]; }")]
    [InlineData("using var file = File.Create(path); Span<byte> buffer = stackalloc byte[512]; int n; while ((n = source.Read(buffer)) > 0) { [|file.Write(buffer[..n])|]; }", Skip = Needs.CSharp13)]
    [InlineData("using var file = File.Create(path); var buffer = ArrayPool<byte>.Shared.Rent(10000); int n; while ((n = source.Read(buffer)) > 0) { [|file.Write(buffer, 0, n)|]; } ArrayPool<byte>.Shared.Return(buffer);")]
    [InlineData("using var file = File.Create(path); using var owner = MemoryPool<byte>.Shared.Rent(4096); int n; while ((n = await source.ReadAsync(owner.Memory)) > 0) { await [|file.WriteAsync(owner.Memory.Slice(0, n))|]; }")]
    [InlineData("using var file = File.Create(path); var buffer = GC.AllocateUninitializedArray<byte>(4096); int n; while ((n = source.Read(buffer)) > 0) { [|file.Write(new ReadOnlySpan<byte>(buffer, 0, n))|]; }")]
    [InlineData("using var file = File.Create(path); var buffer = new byte[1 << 20]; int n; while ((n = source.Read(buffer, 0, 4096)) > 0) { [|file.Write(buffer, 0, n)|]; }")]
    [InlineData("using var file = File.Create(path); var buffer = new byte[4096]; int n = source.Read(buffer); while (n > 0) { [|file.Write(buffer, 0, n)|]; n = source.Read(buffer); }")]
    [InlineData("using var file = File.Create(path); var buffer = new byte[4096]; while (size > 0) { int n = source.Read(buffer, 0, Math.Min(size, buffer.Length)); if (n == 0) { throw new EndOfStreamException(); } [|file.Write(buffer, 0, n)|]; size -= n; }")]
    [InlineData("using var file = File.Create(path); var buffer = new byte[4096]; while (size-- > 0) { source.ReadExactly(buffer); [|file.Write(buffer)|]; }")]
    [InlineData("using var file = File.Create(path); int n; while ((n = source.Read(_buffer, 0, _buffer.Length)) > 0) { if (n > 0) { [|file.Write(_buffer, 0, n)|]; } }")]
    [InlineData("var buffer = new byte[4096]; int n; while ((n = source.Read(buffer)) > 0) { foreach (FileStream each in new[] { _file }) { [|each.Write(buffer, 0, n)|]; } }")]
    // As large as the default buffer of a copy, and a file with a buffer that is no larger.
    [InlineData("await using var file = File.Create(path); var buffer = new byte[81920]; int n; while ((n = await source.ReadAsync(buffer, token)) > 0) await [|file.WriteAsync(buffer.AsMemory(0, n), token)|];")]
    [InlineData("await using var file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.None, 81920, useAsync: true); var buffer = new byte[81920]; int n; while ((n = await source.ReadAsync(buffer)) > 0) { await [|file.WriteAsync(buffer.AsMemory(0, n))|]; size += n; }")]
    [InlineData("using var file = File.Create(path); var buffer = ArrayPool<byte>.Shared.Rent(81920); int n; while ((n = source.Read(buffer)) > 0) { [|file.Write(buffer, 0, n)|]; } ArrayPool<byte>.Shared.Return(buffer);")]
    [InlineData("using var file = File.Create(path); [|source.CopyTo(file, 81919)|];")]
    // Two loops that share what they count with.
    [InlineData("using var file = File.Create(path); var a = new byte[4096]; var b = new byte[1 << 20]; int n; while ((n = source.Read(a)) > 0) [|file.Write(a, 0, n)|]; while ((n = source.Read(b)) > 0) file.Write(b, 0, n);")]
    public Task A_small_buffer_is_reported(string body) => Check.ReportsAsync(InMethod(body));

    [Fact]
    [Trait("Case", "Positive")]
    public Task A_loop_into_what_all_callers_open_as_a_file_is_reported() => Check.ReportsAsync(InMethod(
        "using (var file = File.Create(path)) { await Copy(source, file, progress); } async Task Copy(Stream from, Stream to, IProgress<long> seen) { var buffer = new byte[8192]; long sum = 0; int n; while ((n = await from.ReadAsync(buffer)) > 0) { await [|to.WriteAsync(buffer.AsMemory(0, n))|]; seen.Report(sum += n); } }"));

    [Fact]
    [Trait("Case", "Negative")]
    public Task A_loop_into_what_may_be_something_else_is_silent() => Check.IsSilentAsync(InMethod(
        "using (var file = File.Create(path)) { await Copy(source, file); } await Copy(source, new MemoryStream()); async Task Copy(Stream from, Stream to) { var buffer = new byte[8192]; int n; while ((n = await from.ReadAsync(buffer)) > 0) { await to.WriteAsync(buffer.AsMemory(0, n)); } }"));

    [Theory]
    [Trait("Case", "Negative")]
    // Part of the program.
    [InlineData("using var file = File.Create(path); using var resource = typeof(string).Assembly.GetManifestResourceStream(path)!; resource.CopyTo(file, 4096);")]
    // Small by its name.
    [InlineData("using var file = File.Create(path + \".srt\"); var block = new byte[4096]; int n; while ((n = source.Read(block)) > 0) { file.Write(block, 0, n); }")]
    // What a program says while it runs.
    [InlineData("using var file = File.Create(path); using var process = System.Diagnostics.Process.Start(path); process.StandardOutput.BaseStream.CopyTo(file, 4096);")]
    [InlineData("using var file = File.Create(path); var said = new System.Diagnostics.Process().StandardError.BaseStream; var block = new byte[4096]; int n; while ((n = said.Read(block)) > 0) { file.Write(block, 0, n); }")]
    [InlineData("using var file = File.Create(path); var said = (FileStream)System.Diagnostics.Process.Start(path).StandardOutput.BaseStream; said.CopyTo(file, 4096);")]
    [InlineData("using var file = File.Create(path); Save(System.Diagnostics.Process.Start(path).StandardOutput.BaseStream, file); static void Save<T>(T from, Stream to) where T : Stream => from.CopyTo(to, 4096);")]
    // The default buffer, a larger one or one that is not known.
    [InlineData("using var file = File.Create(path); source.CopyTo(file);")]
    [InlineData("using var file = File.Create(path); source.CopyTo(file, 81920);")]
    [InlineData("using var file = File.Create(path); source.CopyTo(file, 81921);")]
    [InlineData("using var file = File.Create(path); source.CopyTo(file, size);")]
    [InlineData("using var file = File.Create(path); int other = 4096; other = size; source.CopyTo(file, other);")]
    [InlineData("using var file = File.Create(path); source.CopyTo(file, 0);")]
    [InlineData("using var file = File.Create(path); await form.CopyToAsync(file);")]
    [InlineData("using var file = File.Create(path); var buffer = new byte[81921]; int n; while ((n = source.Read(buffer)) > 0) file.Write(buffer, 0, n);")]
    [InlineData("using var file = File.Create(path); var buffer = new byte[size]; int n; while ((n = source.Read(buffer)) > 0) file.Write(buffer, 0, n);")]
    [InlineData("using var file = File.Create(path); int n; while ((n = source.Read(given)) > 0) file.Write(given, 0, n);")]
    [InlineData("using var file = File.Create(path); var buffer = new byte[4096]; buffer = given; int n; while ((n = source.Read(buffer)) > 0) file.Write(buffer, 0, n);")]
    // The data is known to be smaller than the buffer.
    [InlineData("using var file = File.Create(path); if (source.Length <= 4096) { source.CopyTo(file, 4096); }")]
    [InlineData("using var file = File.Create(path); long length = source.Length; if (length > 4096) { throw new InvalidDataException(); } source.CopyTo(file, 4096);")]
    [InlineData("if (4096 < form.Length) return; using var file = File.Create(path); using var input = form.OpenReadStream(); await input.CopyToAsync(file, 4096);")]
    [InlineData("ArgumentOutOfRangeException.ThrowIfGreaterThan(source.Length, 4096); using var file = File.Create(path); source.CopyTo(file, 8192);")]
    [InlineData("using var file = File.Create(path); if (size > 0 && source.Length is < 4096) { source.CopyTo(file, 4096); }")]
    [InlineData("using var file = File.Create(path); if (source.Length > 1024 || size == 0) { size++; } else { source.CopyTo(file, 4096); }")]
    [InlineData("using var file = File.Create(path); var memory = new MemoryStream(new byte[4096]); var buffer = new byte[4096]; int n; while ((n = memory.Read(buffer)) > 0) file.Write(buffer, 0, n);")]
    [InlineData("using var file = File.Create(path); unsafe { new UnmanagedMemoryStream((byte*)0, 100).CopyTo(file, 4096); }")]
    // The source arrives in one write.
    [InlineData("using var file = File.Create(path); new MemoryStream(given).CopyTo(file, 4096);")]
    // The destination is wrapped, or not known to be a file.
    [InlineData("using Stream file = new BufferedStream(File.Create(path), 1 << 20); source.CopyTo(file, 4096);")]
    [InlineData("using var file = new GZipStream(File.Create(path), CompressionMode.Compress); source.CopyTo(file, 4096);")]
    [InlineData("source.CopyTo(target, 4096);")]
    [InlineData("var buffer = new byte[4096]; int n; while ((n = source.Read(buffer)) > 0) target.Write(buffer, 0, n);")]
    // The buffer of the file is large enough, or unknown.
    [InlineData("using var file = File.Create(path, 1048576); source.CopyTo(file, 4096);")]
    [InlineData("using var file = File.Create(path, size); source.CopyTo(file, 4096);")]
    [InlineData("using var file = new FileStream(path, options); source.CopyTo(file, 4096);")]
    [InlineData("using var file = size switch { 0 => File.OpenWrite(path), _ => File.Create(path, 1 << 20) }; source.CopyTo(file, 4096);")]
    [InlineData("using var file = File.Create(path, 1 << 20); var buffer = new byte[4096]; int n; while ((n = source.Read(buffer)) > 0) file.Write(buffer, 0, n);")]
    // Small steps are meant.
    [InlineData("using var file = File.Create(path); var buffer = new byte[4096]; int n; while ((n = source.Read(buffer)) > 0) { file.Write(buffer, 0, n); await Task.Delay(size); }")]
    [InlineData("using var file = File.Create(path); var buffer = new byte[4096]; int n; while ((n = source.Read(buffer)) > 0) { file.Write(buffer, 0, n); file.Flush(true); }")]
    // The block is the part of another file.
    [InlineData("var buffer = new byte[4096]; int n; while ((n = source.Read(buffer)) > 0) { using var file = File.Create(path + size++); file.Write(buffer, 0, n); }")]
    // No loop that writes what it reads.
    [InlineData("using var file = File.Create(path); var buffer = new byte[4096]; int n = source.Read(buffer); file.Write(buffer, 0, n);")]
    [InlineData("using var file = File.Create(path); var buffer = new byte[4096]; for (int i = 0; i < size; i++) { Random.Shared.NextBytes(buffer); file.Write(buffer); }")]
    [InlineData("using var file = File.Create(path); var buffer = new byte[4096]; int n; while ((n = source.Read(buffer)) > 0) { n = Pack(buffer, n); file.Write(buffer, 0, n); }")]
    [InlineData("using var file = File.Create(path); var buffer = new byte[4096]; int n; while ((n = source.Read(buffer)) > 0) { file.Write(buffer, 0, n / 2); }")]
    [InlineData("using var file = File.Create(path); var buffer = new byte[4096]; int n; while ((n = source.Read(given)) > 0) { file.Write(buffer, 0, n); }")]
    // Not run but looked at.
    [InlineData("using var file = Open(path); System.Linq.Expressions.Expression<Action> copy = () => source.CopyTo(file, 4096);")]
    public Task Anything_else_is_not_reported(string body) => Check.IsSilentAsync(InMethod(body));

    [Fact]
    [Trait("Case", "Negative")]
    public Task Code_without_the_types_is_not_reported() => Check.IsSilentAsync("class C { void CopyTo(C other, int size) => other.CopyTo(this, 4096); void Write(C other) => other.Write(this); }");

    [Theory]
    [Trait("Case", "Negative")]
    [InlineData("source.CopyTo(file, 4096);")]
    [InlineData("var block = new byte[4096]; int n; while ((n = source.Read(block, 0, 4096)) > 0) { file.Write(block, 0, n); }")]
    public Task A_file_on_a_local_disk_is_not_reported(string body) =>
        Check.IsSilentAsync(InMethod("using var file = File.Create(Path.GetTempFileName()); " + body));

    [Fact]
    [Trait("Case", "Positive")]
    public Task The_message_names_the_method_and_the_size() => Check.ReportsAsync(
        InMethod("using var file = File.Create(path); {|#0:source.CopyTo(file, 4 * 1024)|};"),
        Check.Diagnostic(0, "CopyTo", 4096, "1 MiB").WithSeverity(DiagnosticSeverity.Warning));

    [Fact]
    [Trait("Case", "Positive")]
    public Task The_message_of_a_loop_names_the_write_and_the_sizes() => Check.ReportsAsync(
        InMethod("using var file = File.Create(path); var buffer = new byte[4096]; int n; while ((n = source.Read(buffer, 0, 4096)) > 0) {|#0:file.Write(buffer, 0, n)|};"),
        Check.Diagnostic(0, "Write", 4096, "1 MiB").WithSeverity(DiagnosticSeverity.Warning));

    public static TheoryData<string, string, string> Copies => new()
    {
        // call, with the runtime, without
        { "[|source.CopyTo(file, 4096)|];", "source.CopyToFile(file);", "source.CopyTo(file, 1048576);" },
        { "await [|source.CopyToAsync(file, 4096)|];", "await source.CopyToFileAsync(file);", "await source.CopyToAsync(file, 1048576);" },
        { "await [|source.CopyToAsync(file, 4096, token)|].ConfigureAwait(false);", "await source.CopyToFileAsync(file, cancellationToken: token).ConfigureAwait(false);", "await source.CopyToAsync(file, 1048576, token).ConfigureAwait(false);" },
        { "await [|source.CopyToAsync(bufferSize: 4096, cancellationToken: token, destination: file)|];", "await source.CopyToFileAsync(cancellationToken: token, destination: file);", "await source.CopyToAsync(bufferSize: 1048576, cancellationToken: token, destination: file);" },
        { "const int Small = 4096;\n        [|source.CopyTo(file, Small)|];", "source.CopyToFile(file);", "const int Small = 1048576;\n        source.CopyTo(file, Small);" },
        { "int small = 4096;\n        [|source.CopyTo(file, small)|];", "source.CopyToFile(file);", "int small = 1048576;\n        source.CopyTo(file, small);" },
        { "[|source.CopyTo(file, _readonlySize)|];", "source.CopyToFile(file);", "source.CopyTo(file, 1048576);" },
        { "Action copy = () => [|source.CopyTo(file, 4096)|]; copy();", "Action copy = () => source.CopyToFile(file); copy();", "Action copy = () => source.CopyTo(file, 1048576); copy();" },
    };

    [Theory]
    [MemberData(nameof(Copies))]
    public Task The_runtime_takes_over_the_copy(string copy, string fixedCopy, string _) =>
        Check.FixesAsync(RuleFixes.Runtime, InMethod("using var file = File.Create(path);\n        " + copy), InMethod("using var file = File.Create(path);\n        " + fixedCopy, importsRuntime: true));

    [Theory]
    [MemberData(nameof(Copies))]
    public Task Without_the_runtime_the_copy_gets_a_larger_buffer(string copy, string _, string fixedCopy) =>
        Check.FixesAsync(RuleFixes.Plain, InMethod("using var file = File.Create(path);\n        " + copy), InMethod("using var file = File.Create(path);\n        " + fixedCopy), referencesRuntime: false);

    [Fact]
    public Task A_private_constant_for_copies_alone_is_changed() => Check.FixesAsync(
        RuleFixes.Plain,
        "using System.IO;\n\nclass C\n{\n    private const int Small = 4096; // for all copies\n\n    void M(Stream s, FileStream f)\n    {\n        [|s.CopyTo(f, Small)|];\n        [|s.CopyTo(f, C.Small)|];\n    }\n}\n",
        "using System.IO;\n\nclass C\n{\n    private const int Small = 1048576; // for all copies\n\n    void M(Stream s, FileStream f)\n    {\n        s.CopyTo(f, Small);\n        s.CopyTo(f, C.Small);\n    }\n}\n");

    [Fact]
    public Task A_private_readonly_field_that_nothing_else_uses_goes_with_the_argument() => Check.FixesAsync(
        RuleFixes.Runtime,
        "using System.IO;\n\nclass C\n{\n    private static readonly int Small = 4096;\n    private readonly int _other = 512;\n\n    void M(Stream s, FileStream f)\n    {\n        [|s.CopyTo(f, Small)|];\n        [|s.CopyTo(f, this._other)|];\n    }\n\n    int Uses() => _other;\n}\n",
        "using System.IO;\nusing StreamTuning;\n\nclass C\n{\n    private readonly int _other = 512;\n\n    void M(Stream s, FileStream f)\n    {\n        s.CopyToFile(f);\n        s.CopyToFile(f);\n    }\n\n    int Uses() => _other;\n}\n");

    [Fact]
    [Trait("Case", "NoFix")]
    public Task A_field_is_not_left_unused_to_keep_its_comment() => Check.OffersNoFixAsync(
        RuleFixes.Runtime,
        "using System.IO;\n\nclass C\n{\n    private static readonly int Small = 4096; // one page\n\n    void M(Stream s, FileStream f) => [|s.CopyTo(f, Small)|];\n}\n");

    [Fact]
    public Task Where_the_source_hands_out_segments_the_file_gets_the_buffer() => Check.FixesAsync(
        RuleFixes.Plain,
        InMethod("using var file = File.Create(path, 4096); [|request.Body.CopyTo(file, 4096)|];"),
        InMethod("using var file = File.Create(path, 1048576); request.Body.CopyTo(file, 4096);"),
        referencesRuntime: false);

    [Theory]
    [InlineData("File.Create(path)", "File.Create(path, 1048576)", "")]
    [InlineData("new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.None, 8192, true)", "new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.None, 1048576, true)", "")]
    [InlineData("File.Create(path)", "File.Create(path, 1048576)", " file.Close(); Console.WriteLine(size);")]
    [InlineData("File.Create(path)", "File.Create(path, 1048576)", " await file.DisposeAsync(); Console.WriteLine(size);")]
    public Task Where_a_loop_reads_segments_the_file_gets_the_buffer(string opening, string fixedOpening, string after)
    {
        string loop = $"; var buffer = new byte[8192]; int n; while ((n = await request.Body.ReadAsync(buffer, token)) > 0) {{ await [|file.WriteAsync(buffer.AsMemory(0, n), token)|]; size += n; }}{after}";
        return Check.FixesAsync(
            RuleFixes.Plain,
            InMethod("using var file = " + opening + loop),
            InMethod("using var file = " + fixedOpening + loop.Replace("[|", "", StringComparison.Ordinal).Replace("|]", "", StringComparison.Ordinal)),
            referencesRuntime: false);
    }

    [Theory]
    [Trait("Case", "NoFix")]
    // A larger array would never be filled, and the file is not closed with the loop.
    [InlineData("using var file = File.Create(path); var buffer = new byte[8192]; int n; while ((n = await request.Body.ReadAsync(buffer, token)) > 0) await [|file.WriteAsync(buffer.AsMemory(0, n), token)|]; Console.WriteLine(new FileInfo(path).Length);")]
    [InlineData("var buffer = new byte[8192]; int n; while ((n = await request.Body.ReadAsync(buffer, token)) > 0) await [|_file.WriteAsync(buffer.AsMemory(0, n), token)|];")]
    // The client is told what is written, and would be told before it is.
    [InlineData("using var file = File.Create(path); var buffer = new byte[8192]; int n; while ((n = await request.Body.ReadAsync(buffer, token)) > 0) { await [|file.WriteAsync(buffer.AsMemory(0, n), token)|]; await target.WriteAsync(buffer, token); }")]
    public Task A_loop_over_segments_gets_no_larger_array(string body) => Check.OffersNoFixAsync(RuleFixes.Plain, InMethod(body), referencesRuntime: false);

    [Theory]
    [InlineData("var buffer = new byte[4096]; int n; while ((n = source.Read(buffer, 0, buffer.Length)) > 0) [|file.Write(buffer, 0, n)|];", "var buffer = new byte[1048576]; int n; while ((n = source.Read(buffer, 0, buffer.Length)) > 0) file.Write(buffer, 0, n);")]
    [InlineData("var buffer = new byte[4096]; int n; while ((n = source.Read(buffer, 0, 4096)) > 0) [|file.Write(buffer, 0, n)|];", "var buffer = new byte[1048576]; int n; while ((n = source.Read(buffer, 0, 1048576)) > 0) file.Write(buffer, 0, n);")]
    [InlineData("const int Small = 4096; var buffer = new byte[Small]; int n; while ((n = source.Read(buffer, 0, Small)) > 0) [|file.Write(buffer, 0, n)|];", "const int Small = 1048576; var buffer = new byte[Small]; int n; while ((n = source.Read(buffer, 0, Small)) > 0) file.Write(buffer, 0, n);")]
    [InlineData("const int Small = 4096; var buffer = new byte[Small]; int n; while ((n = source.Read(buffer)) > 0) [|file.Write(buffer, 0, n)|]; Console.WriteLine(Small);", "const int Small = 4096; var buffer = new byte[1048576]; int n; while ((n = source.Read(buffer)) > 0) file.Write(buffer, 0, n); Console.WriteLine(Small);")]
    [InlineData("var buffer = ArrayPool<byte>.Shared.Rent(4096); try { int n; while ((n = await source.ReadAsync(buffer, token)) > 0) { await [|file.WriteAsync(buffer.AsMemory(0, n), token)|]; } } finally { ArrayPool<byte>.Shared.Return(buffer); }", "var buffer = ArrayPool<byte>.Shared.Rent(1048576); try { int n; while ((n = await source.ReadAsync(buffer, token)) > 0) { await file.WriteAsync(buffer.AsMemory(0, n), token); } } finally { ArrayPool<byte>.Shared.Return(buffer); }")]
    [InlineData("using var owner = MemoryPool<byte>.Shared.Rent(4096); var memory = owner.Memory; int n; while ((n = await source.ReadAsync(memory)) > 0) { await [|file.WriteAsync(memory[..n])|]; }", "using var owner = MemoryPool<byte>.Shared.Rent(1048576); var memory = owner.Memory; int n; while ((n = await source.ReadAsync(memory)) > 0) { await file.WriteAsync(memory[..n]); }")]
    [InlineData("long total = 0; Memory<byte> buffer = new byte[4096]; while (true) { token.ThrowIfCancellationRequested(); int n = await source.ReadAsync(buffer); if (n == 0) break; await [|file.WriteAsync(buffer.Slice(0, n))|]; total += n; progress.Report(total); }", "long total = 0; Memory<byte> buffer = new byte[1048576]; while (true) { token.ThrowIfCancellationRequested(); int n = await source.ReadAsync(buffer); if (n == 0) break; await file.WriteAsync(buffer.Slice(0, n)); total += n; progress.Report(total); }")]
    [InlineData("var buffer = new byte[4096]; int n = source.Read(buffer); while (n > 0) { [|file.Write(buffer, 0, n)|]; n = source.Read(buffer); }", "var buffer = new byte[1048576]; int n = source.Read(buffer); while (n > 0) { file.Write(buffer, 0, n); n = source.Read(buffer); }")]
    [InlineData("var buffer = new byte[81920]; int n; while ((n = await source.ReadAsync(buffer, token)) > 0) await [|file.WriteAsync(buffer.AsMemory(0, n), token)|];", "var buffer = new byte[1048576]; int n; while ((n = await source.ReadAsync(buffer, token)) > 0) await file.WriteAsync(buffer.AsMemory(0, n), token);")]
    [InlineData("int n; var a = new byte[4096]; while ((n = source.Read(a)) > 0) [|file.Write(a, 0, n)|]; var b = new byte[1 << 20]; while ((n = source.Read(b)) > 0) file.Write(b, 0, n);", "int n; var a = new byte[1048576]; while ((n = source.Read(a)) > 0) file.Write(a, 0, n); var b = new byte[1 << 20]; while ((n = source.Read(b)) > 0) file.Write(b, 0, n);")]
    public Task The_buffer_of_a_loop_grows(string body, string fixedBody) =>
        Check.FixesAsync(RuleFixes.Plain, InMethod("using var file = File.Create(path); " + body), InMethod("using var file = File.Create(path); " + fixedBody), referencesRuntime: false);

    [Theory]
    [Trait("Case", "NoFix")]
    // The buffer is also used otherwise, or not made here.
    [InlineData("var buffer = new byte[4096]; int n; while ((n = source.Read(buffer)) > 0) [|file.Write(buffer, 0, n)|]; source.Read(buffer);")]
    [InlineData("int n; while ((n = source.Read(_buffer)) > 0) [|file.Write(_buffer, 0, n)|];")]
    [InlineData("int n; while ((n = source.Read(given, 0, 4096)) > 0) [|file.Write(given, 0, n)|];")]
    [InlineData("Span<byte> buffer = stackalloc byte[4096]; int n; while ((n = source.Read(buffer)) > 0) [|file.Write(buffer[..n])|];", Skip = Needs.CSharp13)]
    // The size decides about more than the blocks.
    [InlineData("var buffer = new byte[4096]; int n; while ((n = source.Read(buffer)) > 0) { Pack(buffer, n); [|file.Write(buffer, 0, n)|]; }")]
    [InlineData("var buffer = new byte[4096]; int n; while ((n = source.Read(buffer)) > 0) { [|file.Write(buffer, 0, n)|]; if (n < buffer.Length) break; }")]
    [InlineData("var buffer = new byte[4096]; int n; do { n = source.Read(buffer); [|file.Write(buffer, 0, n)|]; } while (n == 4096);")]
    [InlineData("var buffer = new byte[4096]; int n; while ((n = source.Read(buffer)) > 0) { [|file.Write(buffer, 0, n)|]; Console.WriteLine(n); }")]
    [InlineData("var buffer = new byte[4096]; int n; while ((n = source.Read(buffer)) > 0) { [|file.Write(buffer, 0, n)|]; size -= n; if (size < 0) { throw new IOException(); } }")]
    [InlineData("var buffer = new byte[4096]; for (int i = 0; i < size; i++) { int n = source.Read(buffer); [|file.Write(buffer, 0, n)|]; }")]
    [InlineData("var buffer = new byte[4096]; while (size > 0) { int n = source.Read(buffer, 0, Math.Min(size, 4096)); [|file.Write(buffer, 0, n)|]; size -= n; }")]
    [InlineData("var buffer = new byte[4096]; while (size-- > 0) { source.ReadExactly(buffer); [|file.Write(buffer)|]; }")]
    [InlineData("int n; do { var buffer = new byte[4096]; n = source.Read(buffer); [|file.Write(buffer, 0, n)|]; } while (n > 0);")]
    public async Task A_loop_whose_buffer_cannot_grow_has_no_fix(string body)
    {
        await Check.OffersNoFixAsync(RuleFixes.Plain, InMethod("using var file = File.Create(path); " + body), referencesRuntime: false);
        await Check.OffersNoFixAsync(RuleFixes.Runtime, InMethod("using var file = File.Create(path); " + body));
    }

    [Theory]
    [Trait("Case", "NoFix")]
    [InlineData(TestTarget.Net472)]
    [InlineData(TestTarget.NetStandard20)]
    public async Task Where_the_buffer_may_not_be_pooled_there_is_no_plain_fix(TestTarget target)
    {
        await Check.OffersNoFixAsync(RuleFixes.Plain, OldCode("[|source.CopyTo(file, 4096)|];"), referencesRuntime: false, target);
        await Check.OffersNoFixAsync(RuleFixes.Plain, OldCode("var b = new byte[4096]; int n; while ((n = source.Read(b, 0, b.Length)) > 0) { [|file.Write(b, 0, n)|]; }"), referencesRuntime: false, target);
    }

    [Fact]
    [Trait("Case", "NoFix")]
    public Task A_loop_is_not_handed_to_the_runtime() => Check.OffersNoFixAsync(
        RuleFixes.Runtime, InMethod("using var file = File.Create(path); var buffer = new byte[4096]; int n; while ((n = source.Read(buffer)) > 0) [|file.Write(buffer, 0, n)|];"));

    [Fact]
    [Trait("Case", "Trivia")]
    public Task Comments_and_formatting_stay() => Check.FixesAsync(
        RuleFixes.Plain,
        InMethod(
            """
            using var file = File.Create(path);
                    await [|source.CopyToAsync( // the rest
                        file /* where to */ ,
                        /* small */ 4_096 /* bytes */,
                        token)|]; // until then
                    var buffer = new byte[ /* small */ 4 * 1024 /* too */ ]; // for the loop
                    int n;
                    while ((n = source.Read(buffer)) > 0) // until it ends
                        [|file.Write(buffer, 0, n)|];
            """),
        InMethod(
            """
            using var file = File.Create(path);
                    await source.CopyToAsync( // the rest
                        file /* where to */ ,
                        /* small */ 1048576 /* bytes */,
                        token); // until then
                    var buffer = new byte[ /* small */ 1048576 /* too */ ]; // for the loop
                    int n;
                    while ((n = source.Read(buffer)) > 0) // until it ends
                        file.Write(buffer, 0, n);
            """),
        referencesRuntime: false);

    [Fact]
    [Trait("Case", "NoFix")]
    public Task A_comment_at_the_buffer_is_not_lost_to_the_runtime() =>
        Check.OffersNoFixAsync(RuleFixes.Runtime, InMethod("using var file = File.Create(path); [|source.CopyTo(file, /* small */ 4096)|];"));

    [Theory]
    [Trait("Case", "NoFix")]
    [InlineData("using var file = File.Create(path); [|source.CopyTo(file, 4 * /* KiB */ 1024)|];")]
    [InlineData("using var file = File.Create(path); var buffer = new byte[4 * /* KiB */ 1024]; int n; while ((n = source.Read(buffer)) > 0) [|file.Write(buffer, 0, n)|];")]
    public Task A_comment_in_the_size_is_not_lost(string body) => Check.OffersNoFixAsync(RuleFixes.Plain, InMethod(body), referencesRuntime: false);

    [Fact]
    [Trait("Case", "FixAll")]
    public Task All_of_a_project_is_fixed_at_once() => Check.FixesAllAsync(
        RuleFixes.Plain,
        [
            InMethod("using var file = File.Create(path); [|source.CopyTo(file, 4096)|]; [|request.Body.CopyTo(file, 4096)|];"),
            "using System.IO;\n\nclass D\n{\n    void M(Stream s, FileStream f)\n    {\n        const int Small = 512;\n        [|s.CopyTo(f, Small)|];\n        [|s.CopyTo(f, Small)|];\n    }\n}\n",
        ],
        [
            InMethod("using var file = File.Create(path, 1048576); source.CopyTo(file, 1048576); request.Body.CopyTo(file, 4096);"),
            "using System.IO;\n\nclass D\n{\n    void M(Stream s, FileStream f)\n    {\n        const int Small = 1048576;\n        s.CopyTo(f, Small);\n        s.CopyTo(f, Small);\n    }\n}\n",
        ]);

    [Fact]
    [Trait("Case", "FixAll")]
    public Task Copies_that_share_a_constant_go_to_the_runtime_together() => Check.FixesAsync(
        RuleFixes.Runtime,
        InMethod("const int Small = 4096;\n        using var file = File.Create(path);\n        [|source.CopyTo(file, Small)|];\n        [|source.CopyTo(file, Small)|];"),
        InMethod("using var file = File.Create(path);\n        source.CopyToFile(file);\n        source.CopyToFile(file);", importsRuntime: true));

    [Theory]
    [InlineData("stream_tuning.maximum_small_copy_buffer = 131072", "[|source.CopyTo(file, 131072)|];")]
    [InlineData("stream_tuning.STRM1002.maximum_small_copy_buffer = 4095", "source.CopyTo(file, 4096);")]
    [InlineData("stream_tuning.maximum_small_copy_buffer = 262144", "source.CopyTo(file, 131072);")]
    [InlineData("stream_tuning.maximum_small_copy_buffer = 131072", "source.CopyTo(file, 81920);")]
    [InlineData("stream_tuning.maximum_small_copy_buffer = 65536", "var buffer = new byte[81920]; int n; while ((n = source.Read(buffer)) > 0) file.Write(buffer, 0, n);")]
    public Task What_is_small_is_an_option(string setting, string copy) => Check.ReportsAsync(InMethod("using var file = File.Create(path); " + copy), setting);

    [Theory]
    [InlineData("stream_tuning.copy_buffer_size = 4194304")]
    [InlineData("stream_tuning.STRM1002.copy_buffer_size = 4194304")]
    public Task The_new_buffer_size_is_an_option(string setting) => Check.FixesAsync(
        RuleFixes.Plain,
        InMethod("using var file = File.Create(path, 1048576); [|source.CopyTo(file, 4096)|];"),
        InMethod("using var file = File.Create(path, 1048576); source.CopyTo(file, 4194304);"),
        referencesRuntime: false,
        editorConfig: setting);

    [Fact]
    public Task Top_level_statements_are_fixed_too() => Check.FixesAsync(
        RuleFixes.Plain,
        "using System.IO;\n\nusing var source = File.OpenRead(args[0]);\nusing var file = File.Create(args[1]);\nvar buffer = new byte[4096];\nint n;\nwhile ((n = source.Read(buffer)) > 0)\n{\n    [|file.Write(buffer, 0, n)|];\n}\n",
        "using System.IO;\n\nusing var source = File.OpenRead(args[0]);\nusing var file = File.Create(args[1]);\nvar buffer = new byte[1048576];\nint n;\nwhile ((n = source.Read(buffer)) > 0)\n{\n    file.Write(buffer, 0, n);\n}\n",
        referencesRuntime: false,
        outputKind: OutputKind.ConsoleApplication);

    private static string InMethod(string body, bool importsRuntime = false) =>
        $$"""
        using System;
        using System.Buffers;
        using System.IO;
        using System.IO.Compression;
        using System.Threading;
        using System.Threading.Tasks;
        using Microsoft.AspNetCore.Http;
        {{(importsRuntime ? "using StreamTuning;\n" : "")}}
        class C
        {
            private const int BufferSize = 4096;
            private readonly FileStream _file = File.Create("a");
            private readonly byte[] _buffer = new byte[4096];
            private readonly int _readonlySize = 4096;

            async Task M(
                Stream source, string path, int size, Stream target, FileStreamOptions options, byte[] given, string[] args,
                IFormFile form, HttpRequest request, IProgress<long> progress, CancellationToken token)
            {
                await Task.CompletedTask;
                {{body}}
            }

            static FileStream Open(string path) => File.Create(path);

            static int Pack(byte[] buffer, int count) => buffer.Length + count;

            int Uses() => _buffer.Length + _readonlySize + BufferSize;
        }

        """;

    private static string OldCode(string statement) =>
        "using System.IO;\n\nclass C\n{\n    void M(Stream source, FileStream file)\n    {\n        " + statement + "\n    }\n}\n";
}
