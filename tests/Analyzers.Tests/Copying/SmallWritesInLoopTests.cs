using Check = StreamTuning.Analyzers.Tests.Verify<StreamTuning.Analyzers.Copying.SmallWritesInLoopAnalyzer>;

namespace StreamTuning.Analyzers.Tests.Copying;

public sealed class SmallWritesInLoopTests
{
    private const string Unbuffered = "await using var file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.None, 1, FileOptions.Asynchronous); ";
    private const string Buffered = "await using var file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.None, 4096, FileOptions.Asynchronous); ";

    [Theory]
    [Trait("Case", "Positive")]
    // A constant count.
    [InlineData(Unbuffered + "foreach (var name in names) { await [|file.WriteAsync(buffer, 0, 16)|]; }")]
    [InlineData(Unbuffered + "foreach (var name in names) await [|file.WriteAsync(buffer, 0, Small, token)|].ConfigureAwait(false);")]
    [InlineData(Unbuffered + "for (int i = 0; i < size; i++) { await [|file.WriteAsync(count: 4095, buffer: buffer, offset: i)|]; }")]
    [InlineData(Unbuffered + "while (size-- > 0) { await [|file.WriteAsync(buffer.AsMemory(0, 16), token)|]; }")]
    [InlineData(Unbuffered + "do { await [|file.WriteAsync(memory.Slice(size, 16))|]; } while (size-- > 0);")]
    [InlineData(Unbuffered + "await foreach (var item in items) { await [|file.WriteAsync(new ReadOnlyMemory<byte>(buffer, 0, 8))|]; }")]
    // A whole array of constant length.
    [InlineData(Unbuffered + "var record = new byte[64]; foreach (var name in names) { Fill(record); await [|file.WriteAsync(record)|]; }")]
    [InlineData(Unbuffered + "foreach (var name in names) { await [|file.WriteAsync(NewLine)|]; }")]
    [InlineData(Unbuffered + "byte[] end = { 0 }; foreach (var name in names) { await [|file.WriteAsync(end)|]; }")]
    [InlineData(Unbuffered + "foreach (var name in names) { await file.WriteAsync(Bytes(name)); await [|file.WriteAsync(new byte[] { 13, 10 }.AsMemory())|]; }")]
    [InlineData(Unbuffered + "foreach (var name in names) { await [|file.WriteAsync(new Memory<byte>(new byte[1]))|]; }")]
    // Every way to open it without a buffer.
    [InlineData("await using var file = File.Create(path, 0); foreach (var name in names) { await [|file.WriteAsync(buffer, 0, 16)|]; }")]
    [InlineData("await using Stream file = new FileStream(path, new FileStreamOptions { Mode = FileMode.Append, Access = FileAccess.Write, BufferSize = 1 }); foreach (var name in names) { await [|file.WriteAsync(buffer, 0, 16)|]; }")]
    [InlineData("FileStream file = new(path, FileMode.Open, FileAccess.Write, FileShare.None, bufferSize: 0); foreach (var name in names) { await [|file.WriteAsync(buffer, 0, 16)|]; }")]
    [InlineData("foreach (var name in names) { await [|_unbuffered.WriteAsync(buffer, 0, 16)|]; }")]
    [InlineData("foreach (var name in names) { await [|this._unbuffered.WriteAsync(buffer, 0, 16)|]; }")]
    // A flush of whatever file.
    [InlineData(Buffered + "foreach (var name in names) { await file.WriteAsync(Bytes(name)); await [|file.FlushAsync()|]; }")]
    [InlineData("await using Stream file = File.OpenWrite(path); foreach (var name in names) { file.Write(Bytes(name)); await [|file.FlushAsync(token)|].ConfigureAwait(false); }")]
    [InlineData(Unbuffered + "foreach (var name in names) { await file.WriteAsync(Bytes(name)); await [|file.FlushAsync()|]; }")]
    [InlineData("foreach (var name in names) { await given.WriteAsync(Bytes(name), token); await [|given.FlushAsync(token)|]; }")]
    [InlineData("foreach (var name in names) { await _later!.WriteAsync(Bytes(name), token); await [|_later.FlushAsync(token)|]; }")]
    [InlineData("while (true) { int read = await stream.ReadAsync(buffer); if (read == 0) { break; } await given.WriteAsync(buffer.AsMemory(0, read)); await [|given.FlushAsync()|]; }")]
    [InlineData("while (true) { if (size-- == 0) { return; } given.WriteByte(1); await [|given.FlushAsync()|]; }")]
    [InlineData("foreach (var name in names) { await JsonSerializer.SerializeAsync(given, name); await [|given.FlushAsync()|]; }")]
    [InlineData("foreach (var name in names) { if (name.Length > 0) { await given.WriteAsync(Bytes(name)); } await [|given.FlushAsync()|]; }")]
    [InlineData("foreach (var name in names) { try { await given.WriteAsync(Bytes(name)); await [|given.FlushAsync()|]; } catch (IOException) { Console.WriteLine(name); throw; } }")]
    [InlineData("foreach (var name in names) { try { await given.WriteAsync(Bytes(name)); } finally { await [|given.FlushAsync()|]; } }")]
    [InlineData("foreach (var name in names) { using (stream) { await given.WriteAsync(Bytes(name)); await [|given.FlushAsync()|]; } }")]
    [InlineData("foreach (var name in names) { foreach (var c in name) { if (c == 120) continue; } given.WriteByte(1); await [|given.FlushAsync()|]; }")]
    [InlineData("Func<Task> later = async () => { foreach (var name in names) { await given.WriteAsync(Bytes(name)); await [|given.FlushAsync()|]; } }; await later();")]
    public Task Small_writes_in_a_loop_are_reported(string body) => Check.ReportsAsync(InMethod(body));

    [Theory]
    [Trait("Case", "Negative")]
    // Not small, or not known to be.
    [InlineData(Unbuffered + "foreach (var name in names) { await file.WriteAsync(buffer, 0, 4096); }")]
    [InlineData(Unbuffered + "foreach (var name in names) { await file.WriteAsync(buffer, 0, size); }")]
    [InlineData(Unbuffered + "foreach (var name in names) { await file.WriteAsync(buffer); }")]
    [InlineData(Unbuffered + "foreach (var name in names) { await file.WriteAsync(buffer.AsMemory(16)); }")]
    [InlineData(Unbuffered + "foreach (var name in names) { await file.WriteAsync(memory.Slice(16)); }")]
    [InlineData(Unbuffered + "foreach (var name in names) { await file.WriteAsync(Bytes(name)); }")]
    [InlineData(Unbuffered + "var block = new byte[65536]; foreach (var name in names) { await file.WriteAsync(block); }")]
    [InlineData(Buffered + "var block = new byte[65536]; foreach (var name in names) { await file.WriteAsync(block); await file.FlushAsync(); }")]
    // The file has a buffer, may have one, or may be something else.
    [InlineData(Buffered + "foreach (var name in names) { await file.WriteAsync(buffer, 0, 16); }")]
    [InlineData("await using var file = File.Create(path); foreach (var name in names) { await file.WriteAsync(buffer, 0, 16); }")]
    [InlineData("await using var file = File.Create(path, size); foreach (var name in names) { await file.WriteAsync(buffer, 0, 16); }")]
    [InlineData("foreach (var name in names) { await given.WriteAsync(buffer, 0, 16); }")]
    [InlineData("foreach (var name in names) { await stream.WriteAsync(buffer, 0, 16); await stream.FlushAsync(); }")]
    [InlineData("foreach (var name in names) { await response.Body.WriteAsync(buffer, 0, 16); await response.Body.FlushAsync(); }")]
    // Buffered writers.
    [InlineData(Unbuffered + "await using var writer = new StreamWriter(file); foreach (var name in names) { await writer.WriteLineAsync(name); await writer.FlushAsync(); }")]
    [InlineData(Unbuffered + "await using var whole = new BufferedStream(file); foreach (var name in names) { await whole.WriteAsync(buffer, 0, 16); await whole.FlushAsync(); }")]
    [InlineData(Unbuffered + "var pipe = PipeWriter.Create(file); foreach (var name in names) { await pipe.WriteAsync(buffer.AsMemory(0, 16)); await pipe.FlushAsync(); }")]
    [InlineData(Buffered + "await using var writer = new StreamWriter(file); foreach (var name in names) { await writer.WriteLineAsync(name); await writer.FlushAsync(); await file.FlushAsync(); }")]
    // Durability is meant.
    [InlineData(Buffered + "foreach (var name in names) { await file.WriteAsync(Bytes(name)); file.Flush(true); }")]
    [InlineData(Buffered + "foreach (var name in names) { await file.WriteAsync(Bytes(name)); await file.FlushAsync(); file.Flush(flushToDisk: true); }")]
    [InlineData(Unbuffered + "foreach (var name in names) { await file.WriteAsync(buffer, 0, 16); file.Flush(true); }")]
    [InlineData("await using var file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.None, 1, FileOptions.WriteThrough); foreach (var name in names) { await file.WriteAsync(buffer, 0, 16); }")]
    [InlineData("await using var file = File.Create(path, 4096, FileOptions.WriteThrough | FileOptions.Asynchronous); foreach (var name in names) { await file.WriteAsync(Bytes(name)); await file.FlushAsync(); }")]
    [InlineData("await using var file = File.Create(path, 1, options); foreach (var name in names) { await file.WriteAsync(buffer, 0, 16); await file.FlushAsync(); }")]
    // A retry.
    [InlineData("await foreach (string line in items) { await given.WriteAsync(Bytes(line)); await given.FlushAsync(); }")]
    [InlineData("var reader = new StreamReader(stream); while (await reader.ReadLineAsync() is { } line) { await given.WriteAsync(Bytes(line)); await given.FlushAsync(); }")]
    [InlineData("for (int attempt = 0; attempt < 3; attempt++) { try { await given.WriteAsync(Bytes(path)); await given.FlushAsync(); break; } catch (IOException) { given.Position = 0; } }")]
    [InlineData("for (int attempt = 0; ; attempt++) { try { await given.WriteAsync(Bytes(path)); await given.FlushAsync(); return; } catch (IOException) when (attempt < 3) { } }")]
    [InlineData("bool done = false; while (!done) { try { await given.WriteAsync(Bytes(path)); await given.FlushAsync(); done = true; } catch (IOException) { given.Position = 0; } }")]
    [InlineData("while (true) { try { await given.WriteAsync(Bytes(path)); await given.FlushAsync(); } catch (IOException) { continue; } break; }")]
    [InlineData("while (true) { given.Position = 0; await given.WriteAsync(Bytes(path)); await given.FlushAsync(); if (Verify(given)) { break; } }")]
    [InlineData("while (true) { given.Position = 0; await given.WriteAsync(Bytes(path)); await given.FlushAsync(); if (Verify(given)) return; else size++; }")]
    [InlineData(Unbuffered + "while (true) { try { await file.WriteAsync(buffer, 0, 16); break; } catch (IOException) { } }")]
    [InlineData("foreach (var name in names) { await given.WriteAsync(Bytes(name)); await given.FlushAsync(); throw new IOException(); }")]
    // Not in every round.
    [InlineData("foreach (var name in names) { await given.WriteAsync(Bytes(name)); if (size++ % 1000 == 0) { await given.FlushAsync(); } }")]
    [InlineData("foreach (var name in names) { await given.WriteAsync(Bytes(name)); if (size++ % 1000 != 0) { continue; } await given.FlushAsync(); }")]
    [InlineData("foreach (var name in names) { await given.WriteAsync(Bytes(name)); switch (size++) { case 1000: await given.FlushAsync(); break; } }")]
    [InlineData("foreach (var name in names) { try { await given.WriteAsync(Bytes(name)); } catch (IOException) { await given.FlushAsync(); throw; } }")]
    [InlineData(Unbuffered + "foreach (var name in names) { if (name.Length == 0) { await file.WriteAsync(buffer, 0, 16); } }")]
    // A batch before each flush.
    [InlineData("foreach (var batch in new[] { names }) { foreach (var name in batch) { await given.WriteAsync(Bytes(name)); } await given.FlushAsync(); }")]
    [InlineData("foreach (var name in names) { await File.OpenRead(name).CopyToAsync(given); await given.FlushAsync(); }")]
    // The rounds are far apart, or write elsewhere.
    [InlineData("while (await timer.WaitForNextTickAsync()) { await given.WriteAsync(Bytes(path)); await given.FlushAsync(); }")]
    [InlineData("while (true) { await given.WriteAsync(Bytes(path)); await given.FlushAsync(); await Task.Delay(1000, token); }")]
    [InlineData("foreach (var name in names) { await stream.WriteAsync(Bytes(name)); await given.FlushAsync(); }")]
    // A file for each round.
    [InlineData("foreach (var name in names) { await using var file = File.Create(name, 1); await file.WriteAsync(buffer, 0, 16); await file.FlushAsync(); }")]
    [InlineData("foreach (var name in names) { await using FileStream file = Next(); await file.WriteAsync(Bytes(name)); await file.FlushAsync(); }")]
    [InlineData("foreach (FileStream file in new[] { given }) { await file.WriteAsync(buffer, 0, 16); await file.FlushAsync(); }")]
    [InlineData("FileStream file; foreach (var name in names) { file = File.Create(name, 1); await file.WriteAsync(buffer, 0, 16); await file.FlushAsync(); }")]
    [InlineData("foreach (var name in names) { _later = Next(); await _later.WriteAsync(Bytes(name)); await _later.FlushAsync(); }")]
    [InlineData("foreach (var name in names) { await Next().WriteAsync(Bytes(name)); await Next().FlushAsync(); }")]
    // No loop, or not awaited in it.
    [InlineData(Unbuffered + "await file.WriteAsync(buffer, 0, 16); await file.FlushAsync();")]
    [InlineData("foreach (var name in names) { await given.WriteAsync(Bytes(name)); } await given.FlushAsync();")]
    [InlineData("foreach (var name in names) { Func<Task> later = async () => { await given.WriteAsync(Bytes(name)); await given.FlushAsync(); }; await later(); }")]
    [InlineData(Unbuffered + "foreach (var name in names) { file.Write(buffer, 0, 16); file.Flush(); }")]
    [InlineData(Unbuffered + "foreach (var name in names) { _ = file.WriteAsync(buffer, 0, 16); }")]
    public Task Anything_else_is_not_reported(string body) => Check.IsSilentAsync(InMethod(body));

    [Fact]
    [Trait("Case", "Negative")]
    public Task Code_without_the_types_is_not_reported() => Check.IsSilentAsync("class C { C Create() => new C(); }");

    [Fact]
    [Trait("Case", "Positive")]
    public Task One_cause_is_reported_once() => Check.ReportsAsync(
        InMethod(Unbuffered + "foreach (var name in names) { await [|file.WriteAsync(buffer, 0, 16)|]; await file.FlushAsync(); }"));

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData(Unbuffered + "foreach (var name in names) { await {|#0:file.WriteAsync(buffer, 0, 16)|}; }", "WriteAsync", "16 bytes")]
    [InlineData(Unbuffered + "foreach (var name in names) { await {|#0:file.WriteAsync(new byte[1])|}; }", "WriteAsync", "1 byte")]
    [InlineData("foreach (var name in names) { given.WriteByte(1); await {|#0:given.FlushAsync()|}; }", "FlushAsync", "the buffer")]
    public Task The_message_says_what_is_written(string body, string method, string what) => Check.ReportsAsync(InMethod(body), Check.Diagnostic(0, method, what));

    private static string InMethod(string body) =>
        $$"""
        using System;
        using System.Collections.Generic;
        using System.IO;
        using System.IO.Pipelines;
        using System.Text;
        using System.Text.Json;
        using System.Threading;
        using System.Threading.Tasks;
        using Microsoft.AspNetCore.Http;

        class C
        {
            private const int Small = 100;
            private static readonly byte[] NewLine = { 13, 10 };
            private readonly FileStream _unbuffered = new FileStream("a", FileMode.Create, FileAccess.Write, FileShare.None, 1);
            private FileStream? _later;

            async Task M(string path, FileStream given, Stream stream, byte[] buffer, Memory<byte> memory, CancellationToken token, int size, string[] names,
                IAsyncEnumerable<string> items, FileOptions options, HttpResponse response, PeriodicTimer timer)
            {
                {{body}}
            }

            static byte[] Bytes(string text) => Encoding.UTF8.GetBytes(text);

            static void Fill(byte[] record)
            {
            }

            static FileStream Next() => File.Create("b");

            static bool Verify(Stream file) => file.Length > 0;
        }

        """;
}
