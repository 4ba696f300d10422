using Microsoft.CodeAnalysis;
using static StreamTuning.Analyzers.Tests.Uploads.UploadCode;
using Check = StreamTuning.Analyzers.Tests.Verify<
    StreamTuning.Analyzers.Uploads.FormFileIntoMemoryAnalyzer,
    StreamTuning.CodeFixes.Uploads.FormFileIntoMemoryCodeFix>;

namespace StreamTuning.Analyzers.Tests.Uploads;

public sealed class FormFileIntoMemoryTests
{
    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; bytes = memory.ToArray();")]
    [InlineData("using (MemoryStream memory = new()) { [|form.CopyTo(memory)|]; bytes = memory.GetBuffer(); }")]
    [InlineData("Stream memory = new MemoryStream((int)form.Length); await [|form.CopyToAsync(memory, token)|].ConfigureAwait(false);")]
    [InlineData("var memory = new MemoryStream(bytes); await [|uploaded.CopyToAsync(target: memory, cancellationToken: token)|];")]
    [InlineData("foreach (IFormFile file in files) { var memory = new MemoryStream(); await [|file.CopyToAsync(memory)|]; memory.Position = 0; }")]
    [InlineData("MemoryStream memory; memory = new MemoryStream(); Task copy = [|form.CopyToAsync(memory)|]; await copy;")]
    [InlineData("await [|form.CopyToAsync(new MemoryStream(bytes))|];")]
    [InlineData("Func<MemoryStream, Task> copy = memory => [|form.CopyToAsync(memory)|];")]
    [InlineData("await ReadAsync(form); static async Task<int> ReadAsync(IFormFile file) { using var memory = new MemoryStream(); await [|file.CopyToAsync(memory)|]; var (all, length) = (memory.ToArray(), 1); File.WriteAllBytes(\"a\", all); return length; }")]
    [InlineData("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; await File.WriteAllBytesAsync(path, memory.ToArray());")]
    [InlineData("if (form.Length > 65537) { return; } using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|];")]
    [InlineData("if (form.Length is 0 or < 65536) { return; } using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|];")]
    [InlineData("if (form.Length is not 0 or < 65536) { using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; }")]
    // Through the stream of the file.
    [InlineData("await using var opened = form.OpenReadStream(); using var memory = new MemoryStream(); await [|opened.CopyToAsync(memory)|]; bytes = memory.ToArray();")]
    [InlineData("using var memory = new MemoryStream(); await [|form.OpenReadStream().CopyToAsync(memory)|];")]
    [InlineData("using var memory = new MemoryStream(); using (Stream opened = form.OpenReadStream()) { [|opened.CopyTo(memory, 4096)|]; }")]
    // An array that a stream can take the place of.
    [InlineData("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; bytes = SHA256.HashData(memory.ToArray());")]
    [InlineData("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; string text = System.Text.Encoding.UTF8.GetString(memory.ToArray());")]
    [InlineData("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; await stream.WriteAsync(memory.ToArray(), 0, 4);")]
    [InlineData("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; var all = memory.ToArray(); var other = new MemoryStream(all);")]
    [InlineData("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; var all = memory.ToArray(); Keep(all); bytes = all; static void Keep(byte[] content) { }")]
    // Memory that a stream can take the place of.
    [InlineData("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; memory.Position = 0; await Both.SendAsync(memory);")]
    [InlineData("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; memory.Position = 0; await SendAsync(memory); static async Task SendAsync<T>(T content) where T : Stream => await Task.Yield();")]
    public Task Form_files_that_are_copied_into_memory_are_reported(string body) => Check.ReportsAsync(
        InMethod(body) + "public static class Both { public static async Task SendAsync(MemoryStream content) => await Task.Yield(); public static async Task SendAsync(Stream content) => await Task.Yield(); }");

    [Fact]
    [Trait("Case", "Positive")]
    public Task The_message_names_the_call() => Check.ReportsAsync(
        InMethod("using var memory = new MemoryStream(); {|#0:form.CopyTo(memory)|};"),
        Check.Diagnostic(0, "CopyTo").WithSeverity(DiagnosticSeverity.Warning));

    [Theory]
    [Trait("Case", "Negative")]
    // Other targets and sources.
    [InlineData("await using FileStream file = File.Create(path); await form.CopyToAsync(file);")]
    [InlineData("await form.CopyToAsync(stream);")]
    [InlineData("using var memory = new MemoryStream(); await stream.CopyToAsync(memory);")]
    [InlineData("using var memory = new MemoryStream(); await using var opened = form.OpenReadStream(); await using var zip = new System.IO.Compression.GZipStream(opened, System.IO.Compression.CompressionMode.Decompress); await zip.CopyToAsync(memory);")]
    [InlineData("if (form.Length > 65536) { return; } using var memory = new MemoryStream(); await using var opened = form.OpenReadStream(); await opened.CopyToAsync(memory);")]
    // The array is kept.
    [InlineData("using var memory = new MemoryStream(); await form.CopyToAsync(memory); var kept = new Kept { Content = memory.ToArray() };")]
    [InlineData("using var memory = new MemoryStream(); await form.CopyToAsync(memory); var kept = new { Content = memory.ToArray() }; memory.Position = 0; await memory.CopyToAsync(stream);")]
    [InlineData("Read(form); static byte[]? Read(IFormFile file) { using var memory = new MemoryStream(); file.CopyTo(memory); if (memory.Length == 0 || !IsPicture(memory)) { return null; } return memory.ToArray(); } static bool IsPicture(Stream content) => content.ReadByte() == 1;")]
    [InlineData("await ReadAsync(form); static async Task<object> ReadAsync(IFormFile file) { using var memory = new MemoryStream(); await file.CopyToAsync(memory); return memory.ToArray(); }")]
    [InlineData("var kept = new Kept(); using var memory = new MemoryStream(); form.CopyTo(memory); using var reader = new StreamReader(memory); path = reader.ReadLine()!; byte[] all; all = memory.ToArray(); kept.Content = all;")]
    [InlineData("var kept = new Kept(); using var memory = new MemoryStream(); form.CopyTo(memory); using var reader = new StreamReader(memory); path = reader.ReadLine()!; kept.Content = path.Length > 0 ? memory.ToArray() : null;")]
    [InlineData("Read(form); static (byte[] Content, bool IsEmpty) Read(IFormFile file) { using var memory = new MemoryStream(); file.CopyTo(memory); var all = memory.ToArray(); File.WriteAllBytes(\"a\", all); return (all, false); }")]
    [InlineData("using var memory = new MemoryStream(); await form.CopyToAsync(memory); var kept = new Kept(); memory.Position = 0; var all = memory.ToArray(); kept.Content = all; memory.Close();")]
    [InlineData("byte[] all; using (var memory = new MemoryStream()) { await form.CopyToAsync(memory); all = memory.ToArray(); } var kept = new Kept { Content = all };")]
    [InlineData("using (var memory = new MemoryStream()) { await form.OpenReadStream().CopyToAsync(memory); Keep(path, memory.ToArray()); } static void Keep(string name, byte[] content) { }")]
    [InlineData("using var memory = new MemoryStream(); await form.CopyToAsync(memory); if (memory.Length > 9) { string text = Convert.ToBase64String(memory.ToArray()); }")]
    [InlineData("using var memory = new MemoryStream(); await form.CopyToAsync(memory); new List<byte[]>().Add(memory.ToArray());")]
    [InlineData("using var memory = new MemoryStream(); await form.CopyToAsync(memory); Send(memory.ToArray()); static void Send(object content) { }")]
    [InlineData("byte[] all; using (var memory = new MemoryStream()) { await form.CopyToAsync(memory); all = memory.ToArray(); } System.Data.Common.DbParameter given = null!; given.Value = all;")]
    [InlineData("using var memory = new MemoryStream(); await form.CopyToAsync(memory); Run(path, memory.ToArray(), 1); static void Run(string command, params object[] values) { }")]
    [InlineData("var memory = new MemoryStream(); await form.CopyToAsync(memory); var all = memory.ToArray(); if (flag) { Run(path, values: new object[] { all, 1 }); } if (!flag) { Run(path, new object[] { all, 2 }); } static void Run(string command, params object[] values) { }")]
    // Memory is wanted.
    [InlineData("using var memory = new MemoryStream(); await form.CopyToAsync(memory); memory.Position = 0; await RunAsync(new Picture { Bytes = memory }); async Task RunAsync(Picture picture) => await Task.Yield();")]
    [InlineData("using var memory = new MemoryStream(); await form.CopyToAsync(memory); memory.Position = 0; await RunAsync(memory); async Task RunAsync(MemoryStream bytes) => await Task.Yield();")]
    [InlineData("using var memory = new MemoryStream(); await form.CopyToAsync(memory); {|CS0103:Library|}.Send(memory.ToArray());")]
    [InlineData("using var memory = new MemoryStream(); await form.CopyToAsync(memory); var image = new {|CS0246:Image|} { Bytes = memory };")]
    [InlineData("using var memory = new MemoryStream(); await form.CopyToAsync(memory); {|CS0103:Library|}.Send(memory);")]
    [InlineData("byte[]? all = null; if (flag) { using var memory = new MemoryStream(); await form.CopyToAsync(memory); all = memory.ToArray(); } if (all != null) { Keep(path, all); } static void Keep(string name, byte[] content) { }")]
    [InlineData("await ReadAsync(form); static async Task<byte[]> ReadAsync(IFormFile file) { using var memory = new MemoryStream(); await file.CopyToAsync(memory); return memory.ToArray(); }")]
    [InlineData("Read(form); static byte[] Read(IFormFile file) { MemoryStream memory = new MemoryStream(); file.CopyTo(memory); var all = memory.ToArray(); memory.Close(); memory.Dispose(); return all; }")]
    [InlineData("Func<IFormFile, byte[]> read = file => { using (var memory = new MemoryStream()) { file.CopyTo(memory); return memory.ToArray(); } };")]
    [InlineData("using var memory = new PooledStream(); await form.CopyToAsync(memory); MemoryStream other = new PooledStream(); await form.CopyToAsync(other);")]
    [InlineData("using MemoryStream memory = Pool.Get(); await form.CopyToAsync(memory);")]
    [InlineData("Stream target = flag ? stream : new MemoryStream(); await form.CopyToAsync(target);")]
    // Small.
    [InlineData("if (form is null || form.Length is 0 or > 65536) { return; } using var memory = new MemoryStream(); await form.CopyToAsync(memory);")]
    [InlineData("if (form.Length is > 0 and < 5000) { using var memory = new MemoryStream(); await form.CopyToAsync(memory); }")]
    [InlineData("if (form.Length is not (> 0 and < 5000)) { return; } using var memory = new MemoryStream(); await form.CopyToAsync(memory);")]
    [InlineData("if (form.Length > 65536) { return; } using var memory = new MemoryStream(); await form.CopyToAsync(memory);")]
    [InlineData("if (form.Length is > 0 and < 5000) { }  if (form.Length < 5000) { using var memory = new MemoryStream(); await form.CopyToAsync(memory); }")]
    // Methods that only have the name.
    [InlineData("Pool.CopyTo(); new PooledStream().CopyTo(); new PooledStream().CopyToAsync(form, 1, 2, 3);")]
    // What STRM3006 reports.
    [InlineData("using var memory = new MemoryStream(); await form.CopyToAsync(memory); memory.Position = 0; await blob.UploadAsync(memory);")]
    public Task Anything_else_is_not_reported(string body) => Check.IsSilentAsync(
        InMethod(body) + "public class Kept { public byte[]? Content { get; set; } } public class Picture { public MemoryStream? Bytes { get; set; } } public class PooledStream : MemoryStream { public void CopyTo() { } public void CopyToAsync(IFormFile form, int a, int b, int c) { } } public static class Pool { public static void CopyTo() { } public static MemoryStream Get() => new PooledStream(); }");

    [Theory]
    [Trait("Case", "Negative")]
    [InlineData("public class P : ControllerBase { [RequestSizeLimit(10_000)] public async Task Post(IFormFile file) { var memory = new MemoryStream(); await file.CopyToAsync(memory); } }")]
    [InlineData("[RequestFormLimits(MultipartBodyLengthLimit = 10_000)] public class P : PageModel { public async Task OnPostAsync(List<IFormFile> files) { await Task.WhenAll(files.Select(async file => { var memory = new MemoryStream(); await file.CopyToAsync(memory); })); } }")]
    [InlineData("public static class R { public static void Map(WebApplication app) => app.MapPost(\"/\", async (IFormFile file) => { var memory = new MemoryStream(); await file.CopyToAsync(memory); }).WithMetadata(new RequestSizeLimitAttribute(10)); }")]
    [InlineData("[RequestSizeLimit(10_000)] public class P : ControllerBase { public Task<byte[]> Post(IFormFile file) => ReadAsync(file); private static async Task<byte[]> ReadAsync(IFormFile file) { var memory = new MemoryStream(); await file.CopyToAsync(memory); return memory.ToArray(); } }")]
    [InlineData("public sealed class FakeFile { public void CopyTo(Stream target) { } void M() => CopyTo(new MemoryStream()); }")]
    public Task Small_requests_are_not_reported(string types) => Check.IsSilentAsync(InFile(types));

    [Theory]
    [Trait("Case", "Negative")]
    [InlineData("Shop.Tests")]
    [InlineData("Shop.IntegrationTests.Common")]
    public Task Files_that_tests_make_are_not_reported(string assembly) => VerifyInAssemblyAsync(assembly, "form.CopyTo(memory)");

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("Shop.TestsOfTaste")]
    [InlineData("LatestNews")]
    public Task The_name_of_other_projects_has_no_such_word(string assembly) => VerifyInAssemblyAsync(assembly, "[|form.CopyTo(memory)|]");

    private static Task VerifyInAssemblyAsync(string assembly, string copy) =>
        RuleTesting.RuleTest<StreamTuning.Analyzers.Uploads.FormFileIntoMemoryAnalyzer, StreamTuning.CodeFixes.Uploads.FormFileIntoMemoryCodeFix>.VerifyAsync(
            InMethod($"using var memory = new MemoryStream(); {copy}; memory.Position = 0;"),
            new RuleTesting.TestSetup { AspNetCore = true, AzureBlobs = true, AssemblyName = assembly });

    [Fact]
    [Trait("Case", "Positive")]
    public Task What_counts_as_small_is_an_option() => Check.ReportsAsync(
        InController("[HttpPost, RequestSizeLimit(5000)] public void Post(IFormFile file) { var memory = new MemoryStream(); [|file.CopyTo(memory)|]; }"),
        editorConfig: "stream_tuning.small_upload_bytes = 4096");

    [Theory]
    [InlineData("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory, token)|]; await File.WriteAllBytesAsync(path, memory.ToArray(), token);", "await form.CopyToFileAsync(path, new FileCopyOptions { Replace = FileReplacement.Atomic }, cancellationToken: token);")]
    [InlineData("var memory = new MemoryStream(); [|form.CopyTo(memory)|]; File.WriteAllBytes(path, memory.ToArray());", "form.CopyToFile(path, new FileCopyOptions { Replace = FileReplacement.Atomic });")]
    [InlineData("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|].ConfigureAwait(false); byte[] all = memory.ToArray(); await File.WriteAllBytesAsync(path, all).ConfigureAwait(false);", "await form.CopyToFileAsync(path, new FileCopyOptions { Replace = FileReplacement.Atomic }).ConfigureAwait(false);")]
    [InlineData("var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; File.WriteAllBytes(path, memory.ToArray());", "await form.CopyToFileAsync(path, new FileCopyOptions { Replace = FileReplacement.Atomic });")]
    public Task Memory_that_is_written_to_a_file_becomes_a_copy_with_the_runtime(string body, string fixedBody) =>
        Check.FixesAsync(RuleFixes.Runtime, InMethod(body), InMethod(fixedBody, usesRuntime: true));

    [Theory]
    [InlineData("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; memory.Position = 0; bytes = await SHA256.HashDataAsync(memory, token);", "await using var memory = form.OpenReadStream(); bytes = await SHA256.HashDataAsync(memory, token);")]
    // The method awaits something all the same.
    [InlineData("Func<Task> later = async () => await Task.Yield(); using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; memory.Position = 0; bytes = SHA256.HashData(memory);", "Func<Task> later = async () => await Task.Yield(); await using var memory = form.OpenReadStream(); bytes = SHA256.HashData(memory);")]
    [InlineData("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; memory.Position = 0; bytes = SHA256.HashData(memory);", "await using var memory = form.OpenReadStream(); bytes = SHA256.HashData(memory);")]
    [InlineData("using (var memory = new MemoryStream()) { await [|form.CopyToAsync(memory)|]; memory.Position = 0; bytes = SHA256.HashData(memory); }", "await using (var memory = form.OpenReadStream()) { bytes = SHA256.HashData(memory); }")]
    [InlineData("using (MemoryStream memory = new()) { await [|form.CopyToAsync(memory, token)|].ConfigureAwait(false); memory.Seek(0, SeekOrigin.Begin); await memory.CopyToAsync(stream); }", "using (Stream memory = form.OpenReadStream()) { await memory.CopyToAsync(stream); }")]
    [InlineData("Stream memory = new MemoryStream(4096); [|form.CopyTo(memory)|]; memory.Position = 0; using var reader = new StreamReader(memory); string text = await reader.ReadToEndAsync();", "Stream memory = form.OpenReadStream(); using var reader = new StreamReader(memory); string text = await reader.ReadToEndAsync();")]
    [InlineData("await using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; memory.Position = 0; int count = memory.Read(bytes, 0, 4); memory.Position = 0; var photo = await JsonSerializer.DeserializeAsync<object>(memory);", "await using var memory = form.OpenReadStream(); int count = memory.Read(bytes, 0, 4); memory.Position = 0; var photo = await JsonSerializer.DeserializeAsync<object>(memory);")]
    [InlineData("var memory = new MemoryStream(); [|form.CopyTo(memory)|]; memory.Position = 0; if (memory.Length > 4 && memory.CanRead) { memory.CopyTo(stream); }", "var memory = form.OpenReadStream(); if (memory.Length > 4 && memory.CanRead) { memory.CopyTo(stream); }")]
    [InlineData("var memory = new MemoryStream(); [|form.CopyTo(memory)|]; memory.Position = 0; string text = await new StreamReader(memory).ReadToEndAsync();", "var memory = form.OpenReadStream(); string text = await new StreamReader(memory).ReadToEndAsync();")]
    [InlineData("System.IO.MemoryStream memory = new(); [|form.CopyTo(memory)|]; memory.Position = 0; memory.CopyTo(stream);", "System.IO.Stream memory = form.OpenReadStream(); memory.CopyTo(stream);")]
    [InlineData("foreach (IFormFile file in files) { var memory = new MemoryStream(); await [|file.CopyToAsync(memory)|]; memory.Position = 0; await memory.CopyToAsync(stream); }", "foreach (IFormFile file in files) { var memory = file.OpenReadStream(); await memory.CopyToAsync(stream); }")]
    public Task Memory_that_is_read_as_a_stream_becomes_that_of_the_file(string body, string fixedBody) =>
        Check.FixesAsync(RuleFixes.Plain, InMethod(body), InMethod(fixedBody), referencesRuntime: false);

    [Theory]
    [Trait("Case", "NoFix")]
    [InlineData("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; bytes = SHA256.HashData(memory.ToArray());")]
    [InlineData("using var client = new System.Net.Http.HttpClient(); using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; await client.PutAsync(path, new System.Net.Http.ByteArrayContent(memory.ToArray()), token);")]
    public Task An_array_has_no_fix(string body) => Check.OffersNoFixAsync(RuleFixes.Plain, InMethod(body), referencesRuntime: false);

    [Theory]
    [InlineData("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; memory.Position = 0; await using var file = File.Create(path); await memory.CopyToAsync(file, token);", "await using var memory = form.OpenReadStream(); await using var file = File.Create(path); await memory.CopyToFileAsync(file, cancellationToken: token);")]
    [InlineData("var memory = new MemoryStream(); [|form.CopyTo(memory)|]; memory.Position = 0; using (FileStream file = File.OpenWrite(path)) { memory.CopyTo(file); }", "var memory = form.OpenReadStream(); using (FileStream file = File.OpenWrite(path)) { memory.CopyToFile(file); }")]
    [InlineData("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; memory.Position = 0; bytes = SHA256.HashData(memory); memory.Position = 0; await using var file = File.Create(path); await memory.CopyToAsync(file, token);", "await using var memory = form.OpenReadStream(); bytes = SHA256.HashData(memory); memory.Position = 0; await using var file = File.Create(path); await memory.CopyToFileAsync(file, cancellationToken: token);")]
    public Task Memory_that_is_copied_into_a_file_becomes_a_copy_with_the_runtime(string body, string fixedBody) =>
        Check.FixesAsync(RuleFixes.Runtime, InMethod(body), InMethod(fixedBody, usesRuntime: true));

    [Theory]
    [InlineData("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; memory.Position = 0; string name = form.FileName; bytes = await SHA256.HashDataAsync(memory); await form.CopyToAsync(stream);", "await using var memory = form.OpenReadStream(); string name = form.FileName; bytes = await SHA256.HashDataAsync(memory); await form.CopyToAsync(stream);")]
    [InlineData("await form.CopyToAsync(stream); if (form.Length > 0) { using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; memory.Position = 0; while (memory.Read(bytes, 0, 4) > form.Length) { } await memory.CopyToAsync(stream); }", "await form.CopyToAsync(stream); if (form.Length > 0) { await using var memory = form.OpenReadStream(); while (memory.Read(bytes, 0, 4) > form.Length) { } await memory.CopyToAsync(stream); }")]
    public Task The_file_may_be_read_before_and_after_and_asked_for_its_name(string body, string fixedBody) =>
        Check.FixesAsync(RuleFixes.Plain, InMethod(body), InMethod(fixedBody), referencesRuntime: false);

    [Theory]
    // Memory is written at once, but a stream in blocks.
    [InlineData("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; memory.Position = 0; await using var file = new FileStream(path, FileMode.Append); await memory.CopyToAsync(file, token);", "await using var memory = form.OpenReadStream(); await using var file = new FileStream(path, FileMode.Append); await memory.CopyToAsync(file, 1048576, token);")]
    [InlineData("using var memory = new MemoryStream(); [|form.CopyTo(memory)|]; memory.Position = 0; bytes = SHA256.HashData(memory); memory.Position = 0; using var file = File.OpenWrite(path); memory.CopyTo(file, 4096);", "using var memory = form.OpenReadStream(); bytes = SHA256.HashData(memory); memory.Position = 0; using var file = File.OpenWrite(path); memory.CopyTo(file, 1048576);")]
    public Task In_plain_code_a_copy_into_a_file_gets_a_buffer(string body, string fixedBody) =>
        Check.FixesAsync(RuleFixes.Plain, InMethod(body), InMethod(fixedBody), referencesRuntime: false);

    private const string Libraries =
        """
        namespace ClosedXML.Excel { public sealed class XLWorkbook : IDisposable { public XLWorkbook(Stream stream) { } public object Worksheet(int number) => this; public void Save() { } public void Dispose() { } } }
        namespace OfficeOpenXml { public sealed class ExcelPackage : IDisposable { public ExcelPackage(Stream stream) { } public object Workbook => this; public void Save() { } public byte[] GetAsByteArray() => null!; public void Dispose() { } } }
        namespace Amazon.S3 { public interface IAmazonS3 { Task PutObjectAsync(Model.PutObjectRequest request); } }
        namespace Amazon.S3.Model { public sealed class PutObjectRequest { public string Key { get; set; } = ""; public Stream? InputStream { get; set; } } }
        namespace SixLabors.ImageSharp { public abstract class Image : IDisposable { public static Image Load(Stream stream) => null!; public static Task<Image> LoadAsync(Stream stream) => null!; public void Dispose() { } } }
        namespace MimeKit { public class AttachmentCollection { public void Add(string fileName, Stream stream) { } } }
        public interface IStorage { Task SaveAsync(Stream content, string name); Task PutAsync(Amazon.S3.Model.PutObjectRequest request); void Convert(Stream output); }
        public static class Storages { public static IStorage All { get; set; } = null!; public static Task Run(Conversion request) => Task.CompletedTask; }
        public sealed class Conversion { public Stream? Output { get; set; } }
        public sealed class Upload { public IFormFile File { get; set; } = null!; }
        """;

    private static string WithLibraries(string body) => InMethod("Amazon.S3.IAmazonS3 s3 = null!; " + body) + Libraries;

    [Theory]
    [InlineData("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; memory.Position = 0; using var picture = SixLabors.ImageSharp.Image.Load(memory); await Task.Yield();", "await using var memory = form.OpenReadStream(); using var picture = SixLabors.ImageSharp.Image.Load(memory); await Task.Yield();")]
    [InlineData("using (var memory = new MemoryStream()) { await [|form.CopyToAsync(memory)|]; memory.Seek(0, SeekOrigin.Begin); using var picture = await SixLabors.ImageSharp.Image.LoadAsync(memory); }", "await using (var memory = form.OpenReadStream()) { using var picture = await SixLabors.ImageSharp.Image.LoadAsync(memory); }")]
    [InlineData("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; memory.Position = 0; using var picture = SixLabors.ImageSharp.Image.Load(memory); memory.Position = 0; await s3.PutObjectAsync(new Amazon.S3.Model.PutObjectRequest { InputStream = memory });", "await using var memory = form.OpenReadStream(); using var picture = SixLabors.ImageSharp.Image.Load(memory); memory.Position = 0; await s3.PutObjectAsync(new Amazon.S3.Model.PutObjectRequest { InputStream = memory });")]
    [InlineData("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; using var book = new ClosedXML.Excel.XLWorkbook(memory); object sheet = book.Worksheet(1); await Task.Yield();", "await using var memory = form.OpenReadStream(); using var book = new ClosedXML.Excel.XLWorkbook(memory); object sheet = book.Worksheet(1); await Task.Yield();")]
    [InlineData("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; using var package = new OfficeOpenXml.ExcelPackage(memory); object book = package.Workbook; await Task.Yield();", "await using var memory = form.OpenReadStream(); using var package = new OfficeOpenXml.ExcelPackage(memory); object book = package.Workbook; await Task.Yield();")]
    [InlineData("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; var request = new Amazon.S3.Model.PutObjectRequest { Key = path, InputStream = memory }; await s3.PutObjectAsync(request);", "await using var memory = form.OpenReadStream(); var request = new Amazon.S3.Model.PutObjectRequest { Key = path, InputStream = memory }; await s3.PutObjectAsync(request);")]
    [InlineData("using var client = new System.Net.Http.HttpClient(); using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; memory.Position = 0; using var content = new System.Net.Http.MultipartFormDataContent(); content.Add(new System.Net.Http.StreamContent(memory), path); await client.PostAsync(path, content);", "using var client = new System.Net.Http.HttpClient(); await using var memory = form.OpenReadStream(); using var content = new System.Net.Http.MultipartFormDataContent(); content.Add(new System.Net.Http.StreamContent(memory), path); await client.PostAsync(path, content);")]
    [InlineData("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; memory.Position = 0; var mail = new System.Net.Mail.MailMessage(); mail.Attachments.Add(new System.Net.Mail.Attachment(memory, path)); using var client = new System.Net.Mail.SmtpClient(); await client.SendMailAsync(mail);", "await using var memory = form.OpenReadStream(); var mail = new System.Net.Mail.MailMessage(); mail.Attachments.Add(new System.Net.Mail.Attachment(memory, path)); using var client = new System.Net.Mail.SmtpClient(); await client.SendMailAsync(mail);")]
    [InlineData("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; memory.Position = 0; new MimeKit.AttachmentCollection().Add(path, memory); await Task.Yield();", "await using var memory = form.OpenReadStream(); new MimeKit.AttachmentCollection().Add(path, memory); await Task.Yield();")]
    // The file of a model.
    [InlineData("await Do(new Upload()); static async Task Do(Upload upload) { using (var memory = new MemoryStream()) { await [|upload.File.CopyToAsync(memory)|]; memory.Position = 0; byte[] hash = SHA256.HashData(memory); string name = upload.File.FileName; } await Task.Yield(); }", "await Do(new Upload()); static async Task Do(Upload upload) { await using (var memory = upload.File.OpenReadStream()) { byte[] hash = SHA256.HashData(memory); string name = upload.File.FileName; } await Task.Yield(); }")]
    public Task Memory_that_ends_with_the_method_may_be_given_to_libraries_that_only_read(string body, string fixedBody) =>
        Check.FixesAsync(RuleFixes.Plain, WithLibraries(body), WithLibraries(fixedBody), referencesRuntime: false);

    [Theory]
    [InlineData("async (IFormFile form) => { ", "});")]
    [InlineData("Handle); static async Task<byte[]> Handle(IFormFile form) { ", "}")]
    public Task A_function_that_handles_requests_may_read_the_file(string begin, string end) => Check.FixesAsync(
        RuleFixes.Plain,
        InRoutes($"app.MapPost(\"/\", {begin}using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; memory.Position = 0; return await SHA256.HashDataAsync(memory); {end}"),
        InRoutes($"app.MapPost(\"/\", {begin}await using var memory = form.OpenReadStream(); return await SHA256.HashDataAsync(memory); {end}"),
        referencesRuntime: false);

    [Theory]
    [Trait("Case", "NoFix")]
    // They may have it for longer, go on without this method, write to it, or ask what it is.
    [InlineData("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; memory.Position = 0; await Storages.All.SaveAsync(memory, path);")]
    [InlineData("var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; memory.Position = 0; using var picture = SixLabors.ImageSharp.Image.Load(memory);")]
    [InlineData("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; memory.Position = 0; Task load = SixLabors.ImageSharp.Image.LoadAsync(memory); await load;")]
    [InlineData("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; memory.Position = 0; Storages.All.Convert(memory);")]
    [InlineData("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; memory.Position = 0; new List<Stream>().Add(memory);")]
    [InlineData("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; memory.Position = 0; Stamp(memory); static void Stamp(Stream picture) { picture.Seek(0, SeekOrigin.End); picture.WriteByte(0); }")]
    [InlineData("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; memory.Position = 0; bytes = Bytes(memory); static byte[] Bytes(Stream content) => ((MemoryStream)content).ToArray();")]
    [InlineData("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; memory.Position = 0; var writer = System.IO.Pipelines.PipeWriter.Create(memory); await writer.WriteAsync(bytes);")]
    [InlineData("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; memory.Position = 0; await Storages.Run(new Conversion { Output = memory });")]
    [InlineData("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; using var book = new ClosedXML.Excel.XLWorkbook(memory); book.Save();")]
    [InlineData("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; using var package = new OfficeOpenXml.ExcelPackage(memory); package.Save();")]
    [InlineData("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; using var package = new OfficeOpenXml.ExcelPackage(memory); byte[] all = package.GetAsByteArray(); Console.WriteLine(all.Length);")]
    [InlineData("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; var book = new ClosedXML.Excel.XLWorkbook(memory); Use(book); static void Use(object book) { }")]
    [InlineData("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; memory.Position = 0; using var zip = new System.IO.Compression.ZipArchive(memory, System.IO.Compression.ZipArchiveMode.Update);")]
    [InlineData("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; memory.Position = 0; System.Xml.Linq.XDocument.Parse(\"<a/>\").Save(memory);")]
    [InlineData("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; var request = new Amazon.S3.Model.PutObjectRequest { Key = path, InputStream = memory }; await s3.PutObjectAsync(request); memory.Position = 0; await s3.PutObjectAsync(request);")]
    [InlineData("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; await Storages.All.PutAsync(new Amazon.S3.Model.PutObjectRequest { InputStream = memory });")]
    // Who gets it reads from where it stands.
    [InlineData("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; using var picture = SixLabors.ImageSharp.Image.Load(memory);")]
    // The stream would be opened earlier: before a check, or outside of a try.
    [InlineData("var memory = new MemoryStream(); if (form is not null) { await [|form.CopyToAsync(memory)|]; memory.Position = 0; memory.CopyTo(stream); }")]
    [InlineData("using var memory = new MemoryStream(); if (form == null || form.Length == 0) { return; } await [|form.CopyToAsync(memory)|]; memory.Position = 0; bytes = SHA256.HashData(memory);")]
    [InlineData("using var memory = new MemoryStream(); try { await [|form.CopyToAsync(memory)|]; memory.Position = 0; bytes = SHA256.HashData(memory); } catch (IOException) { }")]
    // The request may end before, or files of one form be read at the same time.
    [InlineData("Do(form); static async void Do(IFormFile file) { using var memory = new MemoryStream(); await [|file.CopyToAsync(memory)|]; memory.Position = 0; var all = await SHA256.HashDataAsync(memory); }")]
    [InlineData("_ = Do(form); static async Task Do(IFormFile file) { using var memory = new MemoryStream(); await [|file.CopyToAsync(memory)|]; memory.Position = 0; var all = await SHA256.HashDataAsync(memory); }")]
    [InlineData("_ = Task.Run(() => Do(form)); static async Task Do(IFormFile file) { using var memory = new MemoryStream(); await [|file.CopyToAsync(memory)|]; memory.Position = 0; var all = await SHA256.HashDataAsync(memory); }")]
    [InlineData("_ = Task.Run(async () => { using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; memory.Position = 0; bytes = await SHA256.HashDataAsync(memory); }); await Task.Yield();")]
    [InlineData("await Task.WhenAll(files.Select(async file => { using var memory = new MemoryStream(); await [|file.CopyToAsync(memory)|]; memory.Position = 0; var all = await SHA256.HashDataAsync(memory); }));")]
    [InlineData("await Task.WhenAll(files.Select(Do)); static async Task Do(IFormFile file) { using var memory = new MemoryStream(); await [|file.CopyToAsync(memory)|]; memory.Position = 0; var all = await SHA256.HashDataAsync(memory); }")]
    // The same file, or another of the form, is read meanwhile, or may be.
    [InlineData("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; memory.Position = 0; using var picture = SixLabors.ImageSharp.Image.Load(memory); await form.CopyToAsync(stream);")]
    [InlineData("await Do(new Upload()); static async Task Do(Upload upload) { var file = upload.File; using var memory = new MemoryStream(); await [|file.CopyToAsync(memory)|]; memory.Position = 0; Read(upload); byte[] hash = SHA256.HashData(memory); static void Read(object any) { } }")]
    [InlineData("await Do(new Upload()); static async Task Do(Upload upload) { using var memory = new MemoryStream(); await [|upload.File.CopyToAsync(memory)|]; memory.Position = 0; Read(upload); byte[] hash = SHA256.HashData(memory); static void Read(object any) { } }")]
    [InlineData("await Do(new Upload()); static async Task Do(Upload upload) { using var memory = new MemoryStream(); upload.File = null!; await [|upload.File.CopyToAsync(memory)|]; memory.Position = 0; byte[] hash = SHA256.HashData(memory); }")]
    public Task Memory_that_others_may_keep_or_write_to_stays(string body) =>
        Check.OffersNoFixAsync(RuleFixes.Plain, WithLibraries(body), referencesRuntime: false);

    [Theory]
    [Trait("Case", "NoFix")]
    // STRM1001 and STRM1003 would report what is left.
    [InlineData("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; memory.Position = 0; await using var file = File.Create(path); await memory.CopyToAsync(file, token);")]
    [InlineData("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; memory.Position = 0; bytes = SHA256.HashData(memory); memory.Position = 0; using var file = new FileStream(path, FileMode.CreateNew); memory.CopyTo(file);")]
    public Task In_plain_code_no_other_rule_gets_something_to_report(string body) => Check.OffersNoFixAsync(RuleFixes.Plain, InMethod(body), referencesRuntime: false);

    [Fact]
    [Trait("Case", "Trivia")]
    public Task Comments_and_lines_stay() => Check.FixesAsync(
        RuleFixes.Plain,
        InMethod(
            """
            // What was sent.
                    using (var memory = new MemoryStream()) // Not large.
                    {
                        // All of it.
                        await [|form.CopyToAsync(memory, token)|];

                        memory.Position = 0;
                        bytes = await SHA256.HashDataAsync(
                            memory, // From the start.
                            token);
                    }
            """),
        InMethod(
            """
            // What was sent.
                    await using (var memory = form.OpenReadStream()) // Not large.
                    {
                        // All of it.

                        bytes = await SHA256.HashDataAsync(
                            memory, // From the start.
                            token);
                    }
            """),
        referencesRuntime: false);

    [Theory]
    [Trait("Case", "NoFix")]
    // The bytes are needed.
    [InlineData("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; bytes = memory.ToArray();")]
    [InlineData("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; bytes = memory.GetBuffer(); Console.WriteLine(memory.Length);")]
    // The stream is there already.
    [InlineData("using var opened = form.OpenReadStream(); using var memory = new MemoryStream(); [|opened.CopyTo(memory)|]; memory.Position = 0; memory.CopyTo(stream);")]
    // Who reads it may keep it, write to it, or ask what it is.
    [InlineData("var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; memory.Position = 0; Keep(memory); static void Keep(Stream stream) { }")]
    [InlineData("var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; memory.Position = 0; memory.WriteByte(1); memory.CopyTo(stream);")]
    [InlineData("var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; memory.Position = 0; object kept = memory;")]
    [InlineData("var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; memory.Position = 0; stream = memory;")]
    // There is more in it, or something else.
    [InlineData("var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; await [|uploaded.CopyToAsync(memory)|]; memory.Position = 0; await memory.CopyToAsync(stream);")]
    [InlineData("var memory = new MemoryStream(bytes); await [|form.CopyToAsync(memory)|]; memory.Position = 0; await memory.CopyToAsync(stream);")]
    [InlineData("var memory = new MemoryStream(); if (flag) { await [|form.CopyToAsync(memory)|]; } memory.Position = 0; await memory.CopyToAsync(stream);")]
    // Nothing is read.
    [InlineData("var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; await memory.CopyToAsync(stream);")]
    // Nobody waits.
    [InlineData("var memory = new MemoryStream(); Task copy = [|form.CopyToAsync(memory)|]; await copy; memory.Position = 0; await memory.CopyToAsync(stream);")]
    // Another file.
    [InlineData("var memory = new MemoryStream(); form = files[0]; await [|form.CopyToAsync(memory)|]; memory.Position = 0; await memory.CopyToAsync(stream);")]
    [InlineData("var memory = new MemoryStream(); await [|files[0].CopyToAsync(memory)|]; memory.Position = 0; await memory.CopyToAsync(stream);")]
    // The streams of a form file, and those of the files of a form, may share one position.
    [InlineData("var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; memory.Position = 0; await form.CopyToAsync(stream); await memory.CopyToAsync(stream);")]
    [InlineData("var memory = new MemoryStream(); await form.CopyToAsync(stream); await [|form.CopyToAsync(memory)|]; memory.Position = 0; await memory.CopyToAsync(stream);")]
    [InlineData("var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; memory.Position = 0; await uploaded.CopyToAsync(stream); await memory.CopyToAsync(stream);")]
    [InlineData("var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; memory.Position = 0; await files[0].CopyToAsync(stream); await memory.CopyToAsync(stream);")]
    [InlineData("var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; memory.Position = 0; Save(form); memory.CopyTo(stream); static void Save(IFormFile file) { }")]
    [InlineData("var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; memory.Position = 0; Save(); memory.CopyTo(stream); void Save() => form.CopyTo(stream);")]
    [InlineData("var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; memory.Position = 0; Task copy = memory.CopyToAsync(stream); await form.CopyToAsync(Stream.Null); await copy;")]
    [InlineData("var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; memory.Position = 0; while (memory.Read(bytes, 0, 4) > 0) { form.CopyTo(stream); }")]
    [InlineData("using Stream other = form.OpenReadStream(); var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; memory.Position = 0; other.Position = 0; other.CopyTo(stream); memory.CopyTo(stream);")]
    // Others read it later.
    [InlineData("var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; memory.Position = 0; Func<byte[]> read = () => SHA256.HashData(memory); await Task.Run(read);")]
    [InlineData("await Read(form); static Task<string> Read(IFormFile file) { var memory = new MemoryStream(); [|file.CopyTo(memory)|]; memory.Position = 0; return new StreamReader(memory).ReadToEndAsync(); }")]
    [InlineData("await Read(form); static Task<byte[]> Read(IFormFile file) { var memory = new MemoryStream(); [|file.CopyTo(memory)|]; memory.Position = 0; return SHA256.HashDataAsync(memory).AsTask(); }")]
    [InlineData("var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; memory.Position = 0; TextReader reader = new StreamReader(memory); Keep(reader); static void Keep(TextReader reader) { }")]
    [InlineData("var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; memory.Position = 0; Keep(new StreamReader(memory)); static void Keep(TextReader reader) { }")]
    // A comment would go.
    [InlineData("var memory = new MemoryStream(/* empty */); await [|form.CopyToAsync(memory)|]; memory.Position = 0; await memory.CopyToAsync(stream);")]
    [InlineData("var memory = new MemoryStream(); await [|form.CopyToAsync(memory /* all */)|]; memory.Position = 0; await memory.CopyToAsync(stream);")]
    public async Task Where_the_program_might_do_something_else_nothing_is_offered(string body)
    {
        await Check.OffersNoFixAsync(RuleFixes.Plain, InMethod(body));
        await Check.OffersNoFixAsync(RuleFixes.Runtime, InMethod(body));
    }

    [Fact]
    [Trait("Case", "NoFix")]
    public Task Without_the_runtime_memory_that_is_written_to_a_file_stays() => Check.OffersNoFixAsync(
        RuleFixes.Runtime,
        InMethod("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; await File.WriteAllBytesAsync(path, memory.ToArray());"),
        referencesRuntime: false);

    [Fact]
    [Trait("Case", "FixAll")]
    public Task Several_in_one_method_still_await_something() => Check.FixesAsync(
        RuleFixes.Plain,
        InMethod("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; memory.Position = 0; bytes = SHA256.HashData(memory); using (var other = new MemoryStream()) { await [|uploaded.CopyToAsync(other)|]; other.Position = 0; bytes = SHA256.HashData(other); }"),
        InMethod("await using var memory = form.OpenReadStream(); bytes = SHA256.HashData(memory); await using (var other = uploaded.OpenReadStream()) { bytes = SHA256.HashData(other); }"),
        referencesRuntime: false);

    [Fact]
    [Trait("Case", "FixAll")]
    public Task All_of_a_project_are_fixed_at_once() => Check.FixesAllAsync(
        RuleFixes.Runtime,
        [
            InMethod("""
                using var memory = new MemoryStream();
                        await [|form.CopyToAsync(memory)|];
                        await File.WriteAllBytesAsync(path, memory.ToArray());
                        using var other = new MemoryStream();
                        await [|uploaded.CopyToAsync(other)|];
                        await File.WriteAllBytesAsync(path + ".bak", other.ToArray());
                """),
            """
            using System.IO;
            using Microsoft.AspNetCore.Http;

            class D
            {
                void M(IFormFile file, string path)
                {
                    var memory = new MemoryStream();
                    [|file.CopyTo(memory)|];
                    File.WriteAllBytes(path, memory.ToArray());
                }
            }
            """,
        ],
        [
            InMethod(
                """
                await form.CopyToFileAsync(path, new FileCopyOptions { Replace = FileReplacement.Atomic });
                        await uploaded.CopyToFileAsync(path + ".bak", new FileCopyOptions { Replace = FileReplacement.Atomic });
                """,
                usesRuntime: true),
            """
            using System.IO;
            using Microsoft.AspNetCore.Http;
            using StreamTuning;

            class D
            {
                void M(IFormFile file, string path)
                {
                    file.CopyToFile(path, new FileCopyOptions { Replace = FileReplacement.Atomic });
                }
            }
            """,
        ]);
}
