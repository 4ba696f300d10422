using Microsoft.CodeAnalysis;
using StreamTuning.RuleTesting;
using Check = StreamTuning.Analyzers.Tests.Verify<
    StreamTuning.Analyzers.Copying.TransformedCopyInSmallWritesAnalyzer,
    StreamTuning.CodeFixes.Copying.TransformedCopyInSmallWritesCodeFix>;

namespace StreamTuning.Analyzers.Tests.Copying;

public sealed class TransformedCopyInSmallWritesTests
{
    private const string Create = "using var file = File.Create(path); ";
    private const string GZip = "using var gzip = new GZipStream(file, CompressionMode.Compress); ";
    private const string Copy = "await [|source.CopyToAsync(gzip)|];";

    [Theory]
    [Trait("Case", "Positive")]
    // The transform.
    [InlineData("using var gzip = new GZipStream(file, CompressionMode.Compress); await [|source.CopyToAsync(gzip)|];")]
    [InlineData("using var gzip = new GZipStream(file, CompressionLevel.Fastest); [|source.CopyTo(gzip)|];")]
    [InlineData("await using var gzip = new GZipStream(file, CompressionLevel.Optimal, leaveOpen: true); await [|source.CopyToAsync(gzip, token)|].ConfigureAwait(false);")]
    [InlineData("using var gzip = new GZipStream(mode: CompressionMode.Compress, stream: file); await [|source.CopyToAsync(gzip)|];")]
    [InlineData("using var deflate = new DeflateStream(file, CompressionMode.Compress); await [|source.CopyToAsync(deflate)|];")]
    [InlineData("using var zlib = new ZLibStream(file, CompressionMode.Compress); await [|source.CopyToAsync(zlib)|];")]
    [InlineData("using var brotli = new BrotliStream(file, CompressionLevel.Fastest); await [|source.CopyToAsync(brotli)|];")]
    [InlineData("using var crypto = new CryptoStream(file, transform, CryptoStreamMode.Write); await [|source.CopyToAsync(crypto)|];")]
    [InlineData("using var crypto = new CryptoStream(file, transform, CryptoStreamMode.Write, leaveOpen: false); await [|source.CopyToAsync(crypto, 81920)|];")]
    // How it is held.
    [InlineData("using Stream gzip = new GZipStream(file, CompressionMode.Compress); Stream same = gzip; await [|source.CopyToAsync(same)|];")]
    [InlineData("using GZipStream gzip = new(file, CompressionMode.Compress); await [|source.CopyToAsync(gzip)|];")]
    [InlineData("await [|source.CopyToAsync(new GZipStream(file, CompressionMode.Compress))|];")]
    [InlineData("using (var gzip = new GZipStream(file, CompressionMode.Compress)) { await [|source.CopyToAsync(gzip)|]; }")]
    [InlineData("const CompressionMode Mode = CompressionMode.Compress; using var gzip = new GZipStream(file, Mode); Func<Task> copy = () => [|source.CopyToAsync(gzip)|]; await copy();")]
    // Two of them.
    [InlineData("using var crypto = new CryptoStream(file, transform, CryptoStreamMode.Write); using var gzip = new GZipStream(crypto, CompressionMode.Compress); await [|source.CopyToAsync(gzip)|];")]
    [InlineData("using var crypto = new CryptoStream(new GZipStream(file, CompressionMode.Compress), transform, CryptoStreamMode.Write); await [|source.CopyToAsync(crypto)|];")]
    // A buffer of the copy changes nothing for a compression.
    [InlineData("using var gzip = new GZipStream(file, CompressionMode.Compress); await [|source.CopyToAsync(gzip, 1 << 20)|];")]
    [InlineData("using var brotli = new BrotliStream(file, CompressionMode.Compress); await [|source.CopyToAsync(brotli, size)|];")]
    // The source.
    [InlineData("using var gzip = new GZipStream(file, CompressionMode.Compress); await [|form.CopyToAsync(gzip)|];")]
    [InlineData("using var gzip = new GZipStream(file, CompressionMode.Compress); await [|reader.CopyToAsync(gzip)|];")]
    [InlineData("using var gzip = new GZipStream(file, CompressionMode.Compress); await [|request.Body.CopyToAsync(gzip)|];")]
    [InlineData("using var gzip = new GZipStream(file, CompressionMode.Compress); using var response = await client.GetAsync(path, HttpCompletionOption.ResponseHeadersRead); await [|response.Content.CopyToAsync(gzip)|];")]
    [InlineData("using var gzip = new GZipStream(file, CompressionMode.Compress); using var other = File.OpenRead(path); await [|other.CopyToAsync(gzip)|];")]
    // The file.
    [InlineData("using var gzip = new GZipStream(opened, CompressionMode.Compress); await [|source.CopyToAsync(gzip)|];")]
    [InlineData("using var gzip = new GZipStream(_file, CompressionMode.Compress); await [|source.CopyToAsync(gzip)|];")]
    [InlineData("using var gzip = new GZipStream(File.Create(path), CompressionMode.Compress); await [|source.CopyToAsync(gzip)|];")]
    [InlineData("using var gzip = new GZipStream(new FileInfo(path).OpenWrite(), CompressionMode.Compress); await [|source.CopyToAsync(gzip)|];")]
    [InlineData("using Stream small = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.None, 65535, true); using var gzip = new GZipStream(small, CompressionMode.Compress); await [|source.CopyToAsync(gzip)|];")]
    [InlineData("using var small = new FileStream(path, new FileStreamOptions { Mode = FileMode.Create, Access = FileAccess.Write, BufferSize = 0 }); using var gzip = new GZipStream(small, CompressionMode.Compress); await [|source.CopyToAsync(gzip)|];")]
    public Task A_copy_through_a_transform_into_a_file_is_reported(string body) => Check.ReportsAsync(InMethod(Create + body));

    [Theory]
    [Trait("Case", "Negative")]
    // It reads from the file: such a copy throws.
    [InlineData("using var gzip = new GZipStream(file, CompressionMode.Decompress); await source.CopyToAsync(gzip);")]
    [InlineData("using var gzip = new GZipStream(file, CompressionMode.Decompress); await gzip.CopyToAsync(target);")]
    [InlineData("using var crypto = new CryptoStream(file, transform, CryptoStreamMode.Read); await crypto.CopyToAsync(target);")]
    [InlineData("using var crypto = new CryptoStream(file, transform, CryptoStreamMode.Read); await source.CopyToAsync(crypto);")]
    // The mode, the transform, or the file isn't known.
    [InlineData("using var gzip = new GZipStream(file, mode); await source.CopyToAsync(gzip);")]
    [InlineData("await source.CopyToAsync(given);")]
    [InlineData("await source.CopyToAsync(target);")]
    [InlineData("using var gzip = new GZipStream(target, CompressionMode.Compress); await source.CopyToAsync(gzip);")]
    [InlineData("using var gzip = new GZipStream(Wrap(file), CompressionMode.Compress); await source.CopyToAsync(gzip);")]
    [InlineData("var gzip = new GZipStream(file, CompressionMode.Compress); gzip = new GZipStream(target, CompressionMode.Compress); await source.CopyToAsync(gzip);")]
    [InlineData("using var gzip = new Own(file); await source.CopyToAsync(gzip);")]
    // Another destination.
    [InlineData("using var memory = new MemoryStream(); using var gzip = new GZipStream(memory, CompressionMode.Compress); await source.CopyToAsync(gzip);")]
    [InlineData("using var gzip = new GZipStream(new BufferedStream(file, 1 << 20), CompressionMode.Compress); await source.CopyToAsync(gzip);")]
    [InlineData("using var zip = new ZipArchive(file, ZipArchiveMode.Create); using var entry = zip.CreateEntry(path).Open(); await source.CopyToAsync(entry);")]
    [InlineData("using var gzip = new GZipStream(request.HttpContext.Response.Body, CompressionMode.Compress); await source.CopyToAsync(gzip);")]
    // Three transforms.
    [InlineData("using var gzip = new GZipStream(new CryptoStream(new CryptoStream(file, transform, CryptoStreamMode.Write), transform, CryptoStreamMode.Write), CompressionMode.Compress); await source.CopyToAsync(gzip);")]
    // The file has, or may have, a buffer.
    [InlineData("using var large = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.None, 65536); using var gzip = new GZipStream(large, CompressionMode.Compress); await source.CopyToAsync(gzip);")]
    [InlineData("using var large = File.Create(path, 1 << 20); using var gzip = new GZipStream(large, CompressionMode.Compress); await source.CopyToAsync(gzip);")]
    [InlineData("using var large = File.Create(path, size); using var gzip = new GZipStream(large, CompressionMode.Compress); await source.CopyToAsync(gzip);")]
    [InlineData("using var large = new FileStream(path, new FileStreamOptions { Mode = FileMode.Create, Access = FileAccess.Write, BufferSize = 1 << 20 }); using var gzip = new GZipStream(large, CompressionMode.Compress); await source.CopyToAsync(gzip);")]
    // An encryption writes what it is given.
    [InlineData("using var crypto = new CryptoStream(file, transform, CryptoStreamMode.Write); await source.CopyToAsync(crypto, 1 << 20);")]
    [InlineData("using var crypto = new CryptoStream(file, transform, CryptoStreamMode.Write); await source.CopyToAsync(crypto, size);")]
    // The source is in memory, small, or live.
    [InlineData("using var gzip = new GZipStream(file, CompressionMode.Compress); using var memory = new MemoryStream(); await memory.CopyToAsync(gzip);")]
    [InlineData("using var gzip = new GZipStream(file, CompressionMode.Compress); using var memory = new MemoryStream(new byte[1024]); memory.CopyTo(gzip);")]
    [InlineData("if (source.Length <= 81920) { using var gzip = new GZipStream(file, CompressionMode.Compress); await source.CopyToAsync(gzip); }")]
    [InlineData("using var gzip = new GZipStream(file, CompressionMode.Compress); Stream settings = source; await settings.CopyToAsync(gzip);")]
    [InlineData("using var gzip = new GZipStream(file, CompressionMode.Compress); await process.StandardOutput.BaseStream.CopyToAsync(gzip);")]
    [InlineData("using var gzip = new GZipStream(file, CompressionMode.Compress); await content.CopyToAsync(gzip);")]
    [InlineData("using var gzip = new GZipStream(file, CompressionMode.Compress); using var response = await client.GetAsync(path); await response.Content.CopyToAsync(gzip);")]
    // The file is local, or small by its name.
    [InlineData("using var local = File.Create(Path.GetTempFileName()); using var gzip = new GZipStream(local, CompressionMode.Compress); await source.CopyToAsync(gzip);")]
    [InlineData("using var gzip = new GZipStream(File.Create(Path.Combine(Path.GetTempPath(), path)), CompressionMode.Compress); await source.CopyToAsync(gzip);")]
    [InlineData("using var small = File.Create(path + \".config\"); using var crypto = new CryptoStream(small, transform, CryptoStreamMode.Write); await source.CopyToAsync(crypto);")]
    // Nobody closes the file.
    [InlineData("using var gzip = new GZipStream(File.Create(path), CompressionMode.Compress, leaveOpen: true); await source.CopyToAsync(gzip);")]
    // No copy.
    [InlineData("using var gzip = new GZipStream(file, CompressionMode.Compress); gzip.Write(new byte[1 << 20]); list.CopyTo(new int[9], 0);")]
    public Task Others_are_not(string body) => Check.IsSilentAsync(InMethod(Create + body));

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("new GZipStream(file, CompressionMode.Compress)", 8, DiagnosticSeverity.Warning)]
    [InlineData("new ZLibStream(file, CompressionMode.Compress)", 8, DiagnosticSeverity.Warning)]
    [InlineData("new GZipStream(File.Create(path, 32768), CompressionMode.Compress)", 32, DiagnosticSeverity.Info)]
    [InlineData("new BrotliStream(file, CompressionMode.Compress)", 64, DiagnosticSeverity.Info)]
    [InlineData("new CryptoStream(file, transform, CryptoStreamMode.Write)", 128, DiagnosticSeverity.Info)]
    [InlineData("new CryptoStream(new BrotliStream(file, CompressionMode.Compress), transform, CryptoStreamMode.Write)", 64, DiagnosticSeverity.Info)]
    [InlineData("new BrotliStream(new GZipStream(file, CompressionMode.Compress), CompressionMode.Compress)", 8, DiagnosticSeverity.Warning)]
    public Task The_message_says_how_much_is_written_at_a_time(string transform, int kibibytes, DiagnosticSeverity severity) =>
        Check.ReportsAsync(
            InMethod(Create + $"using var stream = {transform}; await {{|#0:source.CopyToAsync(stream)|}};"),
            Check.Diagnostic(0, "CopyToAsync", kibibytes, "1 MiB").WithSeverity(severity));

    [Theory]
    [InlineData("using var file = File.Create(path);", "using var file = File.Create(path, 1048576);")]
    [InlineData("await using var file = File.Create(path, 4096, FileOptions.Asynchronous);", "await using var file = File.Create(path, 1048576, FileOptions.Asynchronous);")]
    [InlineData("using var file = File.OpenWrite(path);", "using var file = new FileStream(path, FileMode.OpenOrCreate, FileAccess.Write, FileShare.None, 1048576);")]
    [InlineData("using FileStream file = new(path, FileMode.Create, FileAccess.Write);", "using FileStream file = new(path, FileMode.Create, FileAccess.Write, FileShare.Read, 1048576);")]
    // A compression or encryption reads nothing of the file.
    [InlineData("using var file = File.Open(path, FileMode.Create);", "using var file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.None, 1048576);")]
    [InlineData("using Stream file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.None, bufferSize: 8192, useAsync: true);", "using Stream file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.None, bufferSize: 1048576, useAsync: true);")]
    [InlineData("using var file = new FileStream(path, new FileStreamOptions { Mode = FileMode.Create, Access = FileAccess.Write });", "using var file = new FileStream(path, new FileStreamOptions { Mode = FileMode.Create, Access = FileAccess.Write, BufferSize = 1048576 });")]
    public async Task The_file_gets_a_buffer(string opening, string fixedOpening)
    {
        string[] copies =
        [
            "using var gzip = new GZipStream(file, CompressionMode.Compress); await {0}source.CopyToAsync(gzip, token){1};",
            "using (var brotli = new BrotliStream(file, CompressionMode.Compress)) {{ {0}source.CopyTo(brotli){1}; }}",
            "using var crypto = new CryptoStream(file, transform, CryptoStreamMode.Write); using var gzip = new GZipStream(crypto, CompressionMode.Compress); {0}source.CopyTo(gzip){1};",
        ];
        foreach (string copy in copies)
        {
            await Check.FixesAsync(
                RuleFixes.Plain, InMethod(opening + " " + string.Format(copy, "[|", "|]")), InMethod(fixedOpening + " " + string.Format(copy, "", "")));
        }
    }

    [Theory]
    [InlineData("using (var gzip = new GZipStream(File.Create(path), CompressionMode.Compress)) { await [|source.CopyToAsync(gzip)|]; } Console.WriteLine(path);", "using (var gzip = new GZipStream(File.Create(path, 1048576), CompressionMode.Compress)) { await source.CopyToAsync(gzip); } Console.WriteLine(path);")]
    [InlineData("using (var file = File.Create(path)) using (var gzip = new GZipStream(file, CompressionMode.Compress)) { await [|source.CopyToAsync(gzip)|]; } Console.WriteLine(path);", "using (var file = File.Create(path, 1048576)) using (var gzip = new GZipStream(file, CompressionMode.Compress)) { await source.CopyToAsync(gzip); } Console.WriteLine(path);")]
    [InlineData("using (var file = File.Create(path)) { using (var crypto = new CryptoStream(file, transform, CryptoStreamMode.Write)) { [|source.CopyTo(crypto)|]; crypto.FlushFinalBlock(); } }", "using (var file = File.Create(path, 1048576)) { using (var crypto = new CryptoStream(file, transform, CryptoStreamMode.Write)) { source.CopyTo(crypto); crypto.FlushFinalBlock(); } }")]
    [InlineData("using var file = File.Create(path); using var crypto = new CryptoStream(file, transform, CryptoStreamMode.Write); await [|source.CopyToAsync(crypto)|]; await crypto.FlushFinalBlockAsync(token);", "using var file = File.Create(path, 1048576); using var crypto = new CryptoStream(file, transform, CryptoStreamMode.Write); await source.CopyToAsync(crypto); await crypto.FlushFinalBlockAsync(token);")]
    [InlineData("using var file = File.Create(path); using var gzip = new GZipStream(file, CompressionMode.Compress); await [|source.CopyToAsync(gzip)|]; await gzip.FlushAsync(token);", "using var file = File.Create(path, 1048576); using var gzip = new GZipStream(file, CompressionMode.Compress); await source.CopyToAsync(gzip); await gzip.FlushAsync(token);")]
    [InlineData("using (var file = File.Create(path)) { file.Write(header); using (var gzip = new GZipStream(file, CompressionMode.Compress)) { await [|source.CopyToAsync(gzip)|]; } }", "using (var file = File.Create(path, 1048576)) { file.Write(header); using (var gzip = new GZipStream(file, CompressionMode.Compress)) { await source.CopyToAsync(gzip); } }")]
    // The file may be read through the other stream.
    [InlineData("using var file = File.Open(path, FileMode.OpenOrCreate); using var gzip = new GZipStream(file, CompressionMode.Compress); Console.WriteLine(gzip.BaseStream.ReadByte()); [|source.CopyTo(gzip)|];", "using var file = new FileStream(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None, 1048576); using var gzip = new GZipStream(file, CompressionMode.Compress); Console.WriteLine(gzip.BaseStream.ReadByte()); source.CopyTo(gzip);")]
    [InlineData("using var file = File.Open(path, FileMode.OpenOrCreate); using var gzip = new GZipStream(file, CompressionMode.Compress); GC.KeepAlive(gzip); [|source.CopyTo(gzip)|];", "using var file = new FileStream(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None, 1048576); using var gzip = new GZipStream(file, CompressionMode.Compress); GC.KeepAlive(gzip); source.CopyTo(gzip);")]
    public Task Each_statement_may_have_a_using_of_its_own(string body, string fixedBody) =>
        Check.FixesAsync(RuleFixes.Plain, InMethod(body), InMethod(fixedBody));

    [Theory]
    [Trait("Case", "NoFix")]
    // The file is opened elsewhere, or by a FileInfo, which forgets its length then.
    [InlineData("using var gzip = new GZipStream(opened, CompressionMode.Compress); await [|source.CopyToAsync(gzip)|];")]
    [InlineData("using var file = new FileInfo(path).Create(); using var gzip = new GZipStream(file, CompressionMode.Compress); await [|source.CopyToAsync(gzip)|];")]
    // A comment would be lost.
    [InlineData("using var file = File.Create(path, 16 * /* KiB */ 1024); using var gzip = new GZipStream(file, CompressionMode.Compress); await [|source.CopyToAsync(gzip)|];")]
    // What the buffer holds back would be missed.
    [InlineData("using var file = File.Create(path); using (var gzip = new GZipStream(file, CompressionMode.Compress, leaveOpen: true)) { await [|source.CopyToAsync(gzip)|]; } Console.WriteLine(new FileInfo(path).Length);")]
    [InlineData("var file = File.Create(path); using var gzip = new GZipStream(file, CompressionMode.Compress); await [|source.CopyToAsync(gzip)|];")]
    [InlineData("using var file = File.Create(path); using var gzip = new GZipStream(file, CompressionMode.Compress); await [|source.CopyToAsync(gzip)|]; Console.WriteLine(file.Length);")]
    [InlineData("using var file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.Read); using (var gzip = new GZipStream(file, CompressionMode.Compress, leaveOpen: true)) { await [|source.CopyToAsync(gzip)|]; } new FileInfo(path).CopyTo(path + \"2\");")]
    [InlineData("using var file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.Read); using (var gzip = new GZipStream(file, CompressionMode.Compress, leaveOpen: true)) { await [|source.CopyToAsync(gzip)|]; } new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite).CopyTo(target);")]
    [InlineData("using var file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.Read); using (var gzip = new GZipStream(file, CompressionMode.Compress, leaveOpen: true)) { await [|source.CopyToAsync(gzip)|]; } await File.OpenRead(path).CopyToAsync(target);")]
    // A full disk would be an IOException.
    [InlineData("using var response = await client.GetAsync(path, HttpCompletionOption.ResponseHeadersRead); try { using var gzip = new GZipStream(File.Create(path), CompressionMode.Compress); await [|response.Content.CopyToAsync(gzip)|]; } catch (HttpRequestException) { }")]
    public Task Without_a_place_for_the_buffer_there_is_no_fix(string body) => Check.OffersNoFixAsync(RuleFixes.Plain, InMethod(body));

    [Theory]
    [Trait("Case", "NoFix")]
    [InlineData(TestTarget.Net472)]
    [InlineData(TestTarget.NetStandard20)]
    public Task Old_frameworks_get_no_fix(TestTarget target) => Check.OffersNoFixAsync(
        RuleFixes.Plain,
        "using System.IO;\nusing System.IO.Compression;\n\nclass C\n{\n    void M(Stream source, string path)\n    {\n"
            + "        using (var file = File.Create(path))\n        using (var gzip = new GZipStream(file, CompressionMode.Compress))\n        {\n"
            + "            [|source.CopyTo(gzip)|];\n        }\n    }\n}\n",
        target: target);

    [Fact]
    [Trait("Case", "Trivia")]
    public Task Comments_and_formatting_stay()
    {
        return Check.FixesAsync(RuleFixes.Plain, InMethod(Code("File.Create( /* where */ path )")), InMethod(Code("File.Create( /* where */ path, 1048576 )").Replace("[|", "").Replace("|]", "")));

        static string Code(string opening) =>
            "\n        // A new file.\n        using  var file = " + opening + "; // here\n        " + GZip + "\n        await   /* a */ [|source . // c\n            CopyToAsync ( /* e */ gzip )|] /* g */ ; // h\n        // done";
    }

    [Fact]
    [Trait("Case", "FixAll")]
    public Task All_copies_of_a_project_are_fixed_at_once() => Check.FixesAllAsync(
        RuleFixes.Plain,
        [
            InMethod(Create + GZip + Copy + " await [|source.CopyToAsync(gzip, token)|];"),
            "using System.IO;\nusing System.IO.Compression;\n\nclass D\n{\n    void M(Stream s, string p)\n    {\n        using var z = new ZLibStream(File.Create(p), CompressionMode.Compress);\n        [|s.CopyTo(z)|];\n    }\n}\n",
        ],
        [
            InMethod(Create.Replace("path", "path, 1048576") + GZip + "await source.CopyToAsync(gzip); await source.CopyToAsync(gzip, token);"),
            "using System.IO;\nusing System.IO.Compression;\n\nclass D\n{\n    void M(Stream s, string p)\n    {\n        using var z = new ZLibStream(File.Create(p, 1048576), CompressionMode.Compress);\n        s.CopyTo(z);\n    }\n}\n",
        ]);

    [Theory]
    [InlineData("stream_tuning.copy_buffer_size = 4194304")]
    [InlineData("stream_tuning.STRM1013.copy_buffer_size = 4194304")]
    public Task The_buffer_size_is_an_option(string setting) => Check.FixesAsync(
        RuleFixes.Plain,
        InMethod(Create + GZip + Copy),
        InMethod(Create.Replace("path", "path, 4194304") + GZip + "await source.CopyToAsync(gzip);"),
        editorConfig: setting);

    private static string InMethod(string body) =>
        $$"""
        using System;
        using System.Collections.Generic;
        using System.Diagnostics;
        using System.IO;
        using System.IO.Compression;
        using System.IO.Pipelines;
        using System.Net.Http;
        using System.Security.Cryptography;
        using System.Threading;
        using System.Threading.Tasks;
        using Microsoft.AspNetCore.Http;

        class C
        {
            private readonly FileStream _file = File.Create("a");

            async Task M(
                Stream source, string path, int size, FileStream opened, Stream target, GZipStream given, CompressionMode mode, ICryptoTransform transform,
                byte[] header, HttpClient client, HttpContent content, HttpRequest request, IFormFile form, PipeReader reader, Process process, List<int> list,
                CancellationToken token)
            {
                await Task.Yield();
                {{body}}
            }

            static Stream Wrap(Stream stream) => stream.CanRead ? new BufferedStream(stream) : stream;

            private sealed class Own : MemoryStream
            {
                public Own(Stream stream) => Inner = stream;

                public Stream Inner { get; }
            }
        }

        """;
}
