using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using StreamTuning.Analyzers.Copying;
using StreamTuning.CodeFixes.Copying;
using StreamTuning.RuleTesting;
using Check = StreamTuning.Analyzers.Tests.Verify<
    StreamTuning.Analyzers.Copying.CopyIntoFileWithDefaultBufferAnalyzer,
    StreamTuning.CodeFixes.Copying.CopyIntoFileWithDefaultBufferCodeFix>;

namespace StreamTuning.Analyzers.Tests.Copying;

public sealed class CopyIntoFileWithDefaultBufferTests
{
    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("using var file = File.Create(path); [|source.CopyTo(file)|];")]
    [InlineData("using var file = File.Create(path); await [|source.CopyToAsync(file)|];")]
    [InlineData("using var file = File.Create(path); await [|source.CopyToAsync(file, 81920)|];")]
    [InlineData("if (form.Length > 262145) { return; } using var file = File.Create(path); [|form.CopyTo(file)|];")]
    [InlineData("if (form.Length / 1024 > 300) { return; } using var file = File.Create(path); [|form.CopyTo(file)|];")]
    [InlineData("if (form.Length / 1048576 > 0) { return; } using var file = File.Create(path); [|form.CopyTo(file)|];")]
    [InlineData("if (form.Length / 100000 > 2) { return; } using var file = File.Create(path); [|form.CopyTo(file)|];")]
    [InlineData("if (form.Length / 1024 > size) { return; } using var file = File.Create(path); [|form.CopyTo(file)|];")]
    [InlineData("if (form.Length / size > 200) { return; } using var file = File.Create(path); [|form.CopyTo(file)|];")]
    [InlineData("using var file = File.Create(path); await [|source.CopyToAsync(file, 80 * 1024, token)|];")]
    [InlineData("using Stream file = File.Create(path); await [|source.CopyToAsync(file)|];")]
    [InlineData("using Stream file = File.Open(path, FileMode.Append); await [|source.CopyToAsync(file)|];")]
    [InlineData("using Stream file = File.OpenWrite(path); await [|source.CopyToAsync(file)|];")]
    [InlineData("using Stream file = new FileInfo(path).Create(); await [|source.CopyToAsync(file)|];")]
    [InlineData("using Stream file = new FileInfo(path).Open(FileMode.Create); await [|source.CopyToAsync(file)|];")]
    [InlineData("using Stream file = new FileInfo(path).OpenWrite(); await [|source.CopyToAsync(file)|];")]
    [InlineData("using Stream file = new FileStream(path, FileMode.Create); await [|source.CopyToAsync(file)|];")]
    [InlineData("using Stream file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.None, 1048575); await [|source.CopyToAsync(file)|];")]
    [InlineData("using Stream file = new FileStream(path, new FileStreamOptions { Mode = FileMode.Create, BufferSize = 0 }); await [|source.CopyToAsync(file)|];")]
    [InlineData("Stream file; file = File.Create(path); await [|source.CopyToAsync(file)|]; file.Dispose();")]
    [InlineData("Stream? file = null; try { file = File.Create(path); await [|source.CopyToAsync(file)|]; } finally { file?.Dispose(); }")]
    [InlineData("using (var file = File.Create(path)) { Stream other = file; await [|source.CopyToAsync(other)|]; }")]
    [InlineData("using var file = File.Create(path); await [|source.CopyToAsync((Stream)file)|];")]
    [InlineData("using FileStream file = Open(path); await [|source.CopyToAsync(file)|];")]
    [InlineData("using Stream file = Open(path); await [|source.CopyToAsync(file)|];")]
    [InlineData("FileStream file; if (size > 0) { file = File.Create(path); } else { file = File.OpenWrite(path); } await [|source.CopyToAsync(file)|];")]
    [InlineData("using Stream file = size > 0 ? File.Create(path) : File.OpenWrite(path); await [|source.CopyToAsync(file)|];")]
    [InlineData("await [|source.CopyToAsync(_file)|];")]
    [InlineData("await [|source.CopyToAsync(_openedStream)|];")]
    [InlineData("await [|source.CopyToAsync(_assignedStream)|];")]
    [InlineData("using var file = File.Create(path); Stream memory = Stream.Null; memory = new MemoryStream(); await [|memory.CopyToAsync(file)|];")]
    [InlineData("using var file = File.Create(path); await [|new DerivedMemoryStream().CopyToAsync(file)|];")]
    [InlineData("using var file = File.Create(path); await [|form.CopyToAsync(file)|];")]
    [InlineData("using var file = File.Create(path); [|form.CopyTo(file)|];")]
    [InlineData("using var file = File.Create(path); await [|pipe.CopyToAsync(file)|];")]
    [InlineData("using var file = File.OpenWrite(path); [|request.Body.CopyTo(file)|];")]
    [InlineData("using var file = File.Create(path); using var response = await client.GetAsync(path, System.Net.Http.HttpCompletionOption.ResponseHeadersRead); using var body = await response.Content.ReadAsStreamAsync(); await [|body.CopyToAsync(file)|];")]
    [InlineData("using var file = File.Create(path); using var body = await content.ReadAsStreamAsync(); await [|body.CopyToAsync(file)|];")]
    [InlineData("using var file = File.Create(path); using var body = await client.GetStreamAsync(path); await [|body.CopyToAsync(file)|];")]
    [InlineData("using var file = File.Create(path); if (source.Length <= 262145) { [|source.CopyTo(file)|]; }")]
    // A path that is put together of itself.
    [InlineData("string? name = null; foreach (char each in path) { name = name + each; } using var file = File.Create(name!); [|source.CopyTo(file)|];")]
    [InlineData("string? name = null; foreach (char each in path) { name = Path.Combine(name!, path); } using var file = File.Create(name!); [|source.CopyTo(file)|];")]
    // Names that begin or end otherwise, and extensions that count more than names.
    [InlineData("string settingsPath = path + \".zip\"; using var file = File.Create(settingsPath); [|source.CopyTo(file)|];")]
    [InlineData("string settingspath = path; using var file = File.Create(settingspath); [|source.CopyTo(file)|];")]
    [InlineData("string pathFromSettings = path; using var file = File.Create(pathFromSettings); [|source.CopyTo(file)|];")]
    [InlineData("using var file = File.Create(path + \"talk.key\"); [|source.CopyTo(file)|];")]
    // On a drive that may be a share, or of a kind that may be large.
    [InlineData("using var file = File.Create(@\"S:\\Data\\\" + path); await [|source.CopyToAsync(file)|];")]
    [InlineData("using var file = File.Create(path + \".json\"); await [|source.CopyToAsync(file)|];")]
    public Task A_copy_into_a_file_with_the_default_buffer_is_reported(string body) => Check.ReportsAsync(InMethod(body));

    [Theory]
    [Trait("Case", "Positive")]
    // All that another method or a member gives is a file.
    [InlineData("await using Stream made = Make(path); await [|source.CopyToAsync(made)|];", "static Stream Make(string name) => File.Create(name);")]
    [InlineData("await using Stream made = await Make(path); await [|source.CopyToAsync(made)|];", "static async Task<Stream> Make(string name) { await Task.Yield(); if (name.Length > 9) { return File.OpenWrite(name); } return new FileStream(name, FileMode.Create); }")]
    [InlineData("using Stream made = Made; [|source.CopyTo(made)|];", "Stream Made => File.Create(\"a\");")]
    [InlineData("IFiles files = new Files(); using var made = files.Create(path); [|source.CopyTo(made)|];", "interface IFiles { Stream Create(string name); } class Files : IFiles { public Stream Create(string name) => new FileStream(name, FileMode.CreateNew); }")]
    [InlineData("await [|source.CopyToAsync(_mutableStream)|];", "")]
    // All that the method is called with.
    [InlineData("using var made = File.Create(path); Copy(source, made);", "static void Copy(Stream from, Stream to) { [|from.CopyTo(to)|]; }")]
    [InlineData("using (var made = File.Create(path)) { await Copy(made); } using var other = new FileStream(path, FileMode.Append); await Copy(to: other);", "async Task Copy(Stream to) { using var from = File.OpenRead(\"a\"); await [|from.CopyToAsync(to)|]; }")]
    public Task A_copy_into_a_file_of_another_method_is_reported(string body, string method) => Check.ReportsAsync(InMethod(body, method: method));

    [Theory]
    [Trait("Case", "Positive")]
    // All that the options may be leave the buffer as it is.
    [InlineData("var own = new FileStreamOptions { Mode = FileMode.Create }; own.Access = FileAccess.Write; using (var made = new FileStream(path, own)) { [|source.CopyTo(made)|]; } using var other = File.Open(path, own); [|source.CopyTo(other)|];", "")]
    [InlineData("using var made = new FileStream(path, Own.Write); [|source.CopyTo(made)|];", "static class Own { public static FileStreamOptions Write => new FileStreamOptions { Mode = FileMode.Create }; }")]
    [InlineData("using var made = new FileStream(path, _own); [|source.CopyTo(made)|];", "private readonly FileStreamOptions _own = new FileStreamOptions { Mode = FileMode.Create };")]
    // They may get another one, or come from elsewhere.
    [InlineData("var own = new FileStreamOptions { Mode = FileMode.Create }; own.BufferSize = 1048576; using var made = new FileStream(path, own); source.CopyTo(made); using var other = File.Open(path, own); source.CopyTo(other);", "")]
    [InlineData("var own = new FileStreamOptions { BufferSize = 1048576 }; using var made = new FileStream(path, own); source.CopyTo(made); using var other = File.Open(path, own); source.CopyTo(other);", "")]
    [InlineData("var own = Own.Write; own.BufferSize = size; using var made = new FileStream(path, own); source.CopyTo(made);", "static class Own { public static FileStreamOptions Write => new FileStreamOptions { Mode = FileMode.Create }; }")]
    [InlineData("using var made = new FileStream(path, _own); source.CopyTo(made);", "private readonly FileStreamOptions _own = new FileStreamOptions { Mode = FileMode.Create }; private void Grow() => _own.BufferSize = 1048576;")]
    [InlineData("using var made = new FileStream(path, _own); source.CopyTo(made);", "private readonly FileStreamOptions _own = new FileStreamOptions { Mode = FileMode.Create }; private void Grow() => Grow(_own); private static void Grow(FileStreamOptions grown) => grown.BufferSize = 1048576;")]
    [InlineData("using var made = new FileStream(path, options); source.CopyTo(made);", "")]
    [InlineData("Save(source, path, new FileStreamOptions { Mode = FileMode.Create });", "static void Save(Stream from, string name, FileStreamOptions own) { own.BufferSize = 1048576; using var made = new FileStream(name, own); from.CopyTo(made); }")]
    [InlineData("var all = new Settings { Own = { BufferSize = 1048576 } }; using var made = new FileStream(path, all.Own); source.CopyTo(made);", "class Settings { public FileStreamOptions Own { get; } = new FileStreamOptions { Mode = FileMode.Create }; }")]
    public Task A_copy_into_a_file_with_shared_options_is_reported_by_their_buffer(string body, string method) => Check.ReportsAsync(InMethod(body, method: method));

    [Theory]
    [Trait("Case", "Negative")]
    // Something else may be given, or nothing is in sight.
    [InlineData("await using Stream made = Make(path); await source.CopyToAsync(made);", "static Stream Make(string name) => name.Length > 9 ? new MemoryStream() : File.Create(name);")]
    [InlineData("using Stream made = Make(path); source.CopyTo(made);", "protected virtual Stream Make(string name) => File.Create(name);")]
    [InlineData("IFiles files = null!; using var made = files.Create(path); source.CopyTo(made);", "interface IFiles { Stream Create(string name); }")]
    [InlineData("using var made = File.Create(path); Copy(made); Copy(new MemoryStream()); void Copy(Stream to) => source.CopyTo(to);", "")]
    [InlineData("using var made = File.Create(path); Copy(source, made);", "public static void Copy(Stream from, Stream to) { from.CopyTo(to); }")]
    [InlineData("", "static void Copy(Stream from, Stream to) { from.CopyTo(to); }")]
    [InlineData("using var made = File.Create(path); new Sink(made).Save(source); Sink other = new(new MemoryStream()); other.Save(source);", "class Sink { private readonly Stream _to; public Sink(Stream to) => _to = to; public void Save(Stream from) => from.CopyTo(_to); }")]
    [InlineData("using var made = File.Create(path); new Sink(made).Save(source); new Memory().Save(source);", "class Sink { private readonly Stream _to; public Sink(Stream to) => _to = to; public void Save(Stream from) => from.CopyTo(_to); } class Memory : Sink { public Memory() : base(new MemoryStream()) { } }")]
    [InlineData("using var made = File.Create(path); new Files().Save(source, made); ISink<Stream> sink = new Files(); sink.Save(source, new MemoryStream());", "interface ISink<T> { void Save(T from, Stream to); } class Files : ISink<Stream> { public void Save(Stream from, Stream to) => from.CopyTo(to); }")]
    // The file has a large buffer, or is on a local disk, or is small.
    [InlineData("using Stream made = Make(path); source.CopyTo(made);", "static Stream Make(string name) => new FileStream(name, FileMode.Create, FileAccess.Write, FileShare.None, 1048576);")]
    [InlineData("using Stream made = Make(path); source.CopyTo(made);", "static Stream Make(string name) => File.Create(Path.Combine(Path.GetTempPath(), name));")]
    [InlineData("using Stream made = Make(Path.GetTempFileName()); source.CopyTo(made);", "static Stream Make(string name) => File.Create(name);")]
    [InlineData("using var made = File.Create(Path.GetTempFileName()); Copy(source, made);", "static void Copy(Stream from, Stream to) { from.CopyTo(to); }")]
    [InlineData("using var made = File.Create(Path.GetTempFileName()); Copy(source, made);", "static void Copy(Stream from, FileStream to) { from.CopyTo(to); }")]
    [InlineData("using var made = File.Create(path + \".srt\"); Copy(source, made);", "static void Copy(Stream from, Stream to) { from.CopyTo(to); }")]
    public Task A_copy_into_what_another_method_gives_is_silent(string body, string method) => Check.IsSilentAsync(InMethod(body, method: method));

    [Theory]
    [Trait("Case", "Positive")]
    // What other methods of the file have to do with it does not show that the source is in memory.
    [InlineData("using var file = File.Create(path); await [|Make().CopyToAsync(file)|];", "static Stream Make() { if (DateTime.Now.Hour > 9) { return File.OpenRead(\"a\"); } return new MemoryStream(); }")]
    [InlineData("using var file = File.Create(path); await [|Make().CopyToAsync(file)|];", "Stream Make() => Make();")]
    [InlineData("using var file = File.Create(path); await [|Make().CopyToAsync(file)|];", "protected virtual Stream Make() => new MemoryStream();")]
    [InlineData("using var file = File.Create(path); await [|(size > 0 ? Make() : source).CopyToAsync(file)|];", "Stream Make() => new MemoryStream();")]
    [InlineData("using var file = File.Create(path); var response = await Send(client); await [|(await response.Content.ReadAsStreamAsync()).CopyToAsync(file)|];", "static Task<HttpResponseMessage> Send(HttpClient client) => client.GetAsync(\"a\", HttpCompletionOption.ResponseHeadersRead);")]
    [InlineData("Save(new MemoryStream()); Save(source);", "void Save(Stream stream) { using var file = File.Create(\"a\"); [|stream.CopyTo(file)|]; }")]
    [InlineData("Save(new MemoryStream()); Action<Stream> save = Save;", "void Save(Stream stream) { using var file = File.Create(\"a\"); [|stream.CopyTo(file)|]; }")]
    [InlineData("Save(new MemoryStream());", "public void Save(Stream stream) { using var file = File.Create(\"a\"); [|stream.CopyTo(file)|]; }")]
    [InlineData("Save(new MemoryStream());", "void Save(Stream stream) { if (stream.Length == 0) { stream = File.OpenRead(\"b\"); } using var file = File.Create(\"a\"); [|stream.CopyTo(file)|]; }")]
    [InlineData("", "void Save(Stream stream) { using var file = File.Create(\"a\"); [|stream.CopyTo(file)|]; }")]
    public Task Copy_from_another_method_is_reported(string body, string method) => Check.ReportsAsync(InMethod(body, method: method));

    [Theory]
    [Trait("Case", "Negative")]
    // Another method of the file makes what is in memory, or gives it.
    [InlineData("using var file = File.Create(path); await Make().CopyToAsync(file);", "static Stream Make() { var made = new MemoryStream(); made.WriteByte(1); made.Position = 0; return made; }")]
    [InlineData("using var file = File.Create(path); using var made = await Make(); await made.CopyToAsync(file);", "static async Task<Stream> Make() { await Task.Yield(); Func<Stream> other = () => Stream.Null; return new MemoryStream(); }")]
    [InlineData("Stream Make() => new MemoryStream(); using var file = File.Create(path); await Make().CopyToAsync(file);", "")]
    [InlineData("using var file = File.Create(path); using var made = size > 0 ? Make(1) : Make(2); await made.CopyToAsync(file);", "Stream Make(int size) => new MemoryStream(size);")]
    [InlineData("using var file = File.Create(path); var response = await Send(client); await (await response.Content.ReadAsStreamAsync()).CopyToAsync(file);", "static async Task<HttpResponseMessage> Send(HttpClient client) { return await client.GetAsync(\"a\"); }")]
    [InlineData("HttpResponseMessage response; response = size > 0 ? await Send(client) : await Send(client); using (response) { using var file = File.Create(path); using var body = await response.Content.ReadAsStreamAsync(); await body.CopyToAsync(file); }", "static Task<HttpResponseMessage> Send(HttpClient client) => client.GetAsync(\"a\");")]
    [InlineData("Save(path, new MemoryStream()); Save(path, stream: new MemoryStream(size));", "static void Save(string path, Stream stream) { using var file = File.Create(path); stream.CopyTo(file); }")]
    [InlineData("try { await using var all = new MemoryStream(); await source.CopyToAsync(all); var bytes = all.ToArray(); if (size > 0) { await using var capture = new MemoryStream(bytes, writable: false); path = await SaveAsync(capture, size + 1, path, token); } } catch (IOException) { }", "private static async Task<string> SaveAsync(Stream stream, int page, string directory, CancellationToken token) { directory = string.IsNullOrWhiteSpace(directory) ? \"a\" : directory.Trim(); var path = Path.Combine(directory, \"b\"); await using var file = File.Create(path); await stream.CopyToAsync(file, token); return path; }")]
    [InlineData("using var file = File.Create(path); await using var made = await Make(); await made.CopyToAsync(file);", "Task<Stream> Make() { var made = new MemoryStream(); made.WriteByte(1); made.Position = 0; return Task.FromResult<Stream>(made); }")]
    [InlineData("using var file = File.Create(path); using var made = await Make(); await made.CopyToAsync(file);", "ValueTask<Stream> Make() => new ValueTask<Stream>(new MemoryStream());")]
    [InlineData("Save(new MemoryStream());", "protected void Save(Stream stream) => Save(stream, \"a\"); protected void Save(Stream stream, string path) { using var file = File.Create(path); stream.CopyTo(file); }")]
    [InlineData("await Save(await client.GetAsync(path));", "async Task Save(HttpResponseMessage response) { using var file = File.Create(\"a\"); await (await response.Content.ReadAsStreamAsync()).CopyToAsync(file); }")]
    [InlineData("void Save(Stream stream) { using var file = File.Create(path); stream.CopyTo(file); } Save(new MemoryStream());", "")]
    [InlineData("Helper.Save(new MemoryStream());", "private static class Helper { public static void Save(Stream stream) { using var file = File.Create(\"a\"); stream.CopyTo(file); } }")]
    // The same of a resource of the assembly.
    [InlineData("using var file = File.Create(path); using var resource = Open(); resource.CopyTo(file);", "static Stream Open() => typeof(C).Assembly.GetManifestResourceStream(\"a\") ?? throw new IOException();")]
    [InlineData("using var file = File.Create(path); using var resource = new DeflateStream(typeof(C).Assembly.GetManifestResourceStream(path)!, CompressionMode.Decompress); resource.CopyTo(file);", "")]
    public Task Copy_of_memory_of_another_method_is_silent(string body, string method) => Check.IsSilentAsync(InMethod(body, method: method));

    [Theory]
    [Trait("Case", "Negative")]
    // The request waits for all of the response.
    [InlineData("var response = await Requests.Send(client); await (await response.Content.ReadAsStreamAsync()).CopyToAsync(file);", "static class Requests { public static Task<HttpResponseMessage> Send(HttpClient client) => client.GetAsync(\"a\"); }")]
    [InlineData("var response = await new Requests(client).With(size).Send(); response.EnsureSuccessStatusCode(); using var body = await response.Content.ReadAsStreamAsync(); await body.CopyToAsync(file);", "class Requests { private readonly HttpClient client; public Requests(HttpClient client) => this.client = client; public Requests With(int retries) => this; public Task<HttpResponseMessage> Send() => SendAsync(); private async Task<HttpResponseMessage> SendAsync() { HttpResponseMessage response; if (DateTime.Now.Hour > 9) { response = await client.GetAsync(\"a\"); } else { response = await client.GetAsync(\"b\").ConfigureAwait(false); } return response; } }")]
    [InlineData("var requests = (IRequests)(object)options; var response = await requests.Get(path); await (await response.Content.ReadAsStreamAsync()).CopyToAsync(file);", "interface IRequests { Task<HttpResponseMessage> Get(string url, HttpCompletionOption option = HttpCompletionOption.ResponseContentRead); }")]
    // What returns or holds the source gives memory.
    [InlineData("Memory.Open().CopyTo(file);", "static class Memory { public static Stream Open() => new MemoryStream(); }")]
    [InlineData("using var body = new Message().Body; body.CopyTo(file);", "class Message { public Stream Body { get; } = new MemoryStream(); }")]
    [InlineData("new Message().Body.CopyTo(file);", "class Message { public Stream Body { get; private set; } public Message() => Body = new MemoryStream(); public void Clear() { this.Body = new MemoryStream(); } }")]
    [InlineData("new Message().Body.CopyTo(file);", "class Message { private readonly Stream _body = new MemoryStream(); public Stream Body => _body; }")]
    [InlineData("new Message().Body.CopyTo(file);", "class Message { public Stream Body { get; set; } = new MemoryStream(); }")]
    [InlineData("var message = new Message { Body = new MemoryStream() }; message.Body.CopyTo(file);", "class Message { public Stream Body { get; init; } }")]
    [InlineData("var message = new Message(path, new MemoryStream()); message.Body.CopyTo(file);", "record Message(string Name, Stream Body);")]
    [InlineData("var message = new Message(new MemoryStream()); message.Save(path);", "class Message(Stream body) { public void Save(string path) { using var file = File.Create(path); body.CopyTo(file); } }", Skip = Needs.CSharp12)]
    [InlineData("IFiles files = new Files(); files.Save(path, new MemoryStream());", "interface IFiles { void Save(string path, Stream stream); } class Files : IFiles { public void Save(string path, Stream stream) { using var file = File.Create(path); stream.CopyTo(file); } }")]
    [InlineData("Files.Save(path, new MemoryStream());", "static class Files { public static void Save(string path, object data) { using var file = File.Create(path); if (data is Stream stream) { stream.CopyTo(file); } } }")]
    // All that implements the interface gives memory, or the code says that it's memory.
    [InlineData("IMemory memory = new Memory(); (await memory.Open()).CopyTo(file);", "public interface IMemory { Task<Stream> Open(); } class Memory : IMemory { public async Task<Stream> Open() { await Task.Yield(); return new MemoryStream(); } }")]
    [InlineData("IMemory memory = new Memory(); (await memory.Open()).CopyTo(file);", "interface IMemory { Task<Stream> Open(); } class Memory : IMemory { public async Task<Stream> Open() { await Task.Yield(); return new MemoryStream(); } } class None : IMemory { public Task<Stream> Open() => throw new NotSupportedException(); }")]
    [InlineData("IMemory memory = new Memory(); memory.Body.CopyTo(file);", "interface IMemory { Stream Body { get; } } class Memory : IMemory { public Stream Body { get; } = new MemoryStream(); }")]
    [InlineData("Stream? copied = null; copied = Unknown.Of(source) as MemoryStream; copied!.CopyTo(file);", "static class Unknown { public static Stream Of(Stream stream) => stream; }")]
    // What a program says while it runs.
    [InlineData("(await Program2.Run()).CopyTo(file);", "static class Program2 { public static async Task<Stream> Run() { var process = System.Diagnostics.Process.Start(\"a\"); await Task.Yield(); return process.StandardOutput.BaseStream; } }")]
    // The name of what isn't in sight says so.
    [InlineData("using var resource = ((Resources)(object)path).ReadEmbeddedFile(path); resource.CopyTo(file);", "public abstract class Resources { public abstract Stream ReadEmbeddedFile(string name); }")]
    [InlineData("using var resource = Resources.Open(); resource.CopyTo(file);", "static class Resources { public static Stream Open() => typeof(Resources).Assembly.GetManifestResourceStream(\"a\")!; }")]
    // Only memory is handed over.
    [InlineData("void Save(Stream stream) => Files.Save(stream); Save(new MemoryStream()); Files.Save(path, new MemoryStream());", "static class Files { public static void Save(Stream stream) { } internal static void Save(string path, Stream stream) { using var file = File.Create(path); stream.CopyTo(file); } }")]
    public Task Copy_of_memory_of_another_file_is_silent(string body, string other) =>
        Check.ReportsAsync([InMethod("using var file = File.Create(path); " + body), Usings + other]);

    [Theory]
    [Trait("Case", "Positive")]
    // The other file does not show that the source is in memory.
    [InlineData("var response = await Requests.Send(client); await [|(await response.Content.ReadAsStreamAsync()).CopyToAsync(file)|];", "static class Requests { public static Task<HttpResponseMessage> Send(HttpClient client) => client.GetAsync(\"a\", HttpCompletionOption.ResponseHeadersRead); }")]
    [InlineData("var response = await Requests.Send(client, size > 0); await [|(await response.Content.ReadAsStreamAsync()).CopyToAsync(file)|];", "static class Requests { public static async Task<HttpResponseMessage> Send(HttpClient client, bool all) { HttpResponseMessage response; if (all) { response = await client.GetAsync(\"a\"); } else { response = await client.GetAsync(\"a\", HttpCompletionOption.ResponseHeadersRead); } return response; } }")]
    [InlineData("var requests = (IRequests)(object)options; var response = await requests.Get(path, HttpCompletionOption.ResponseHeadersRead); await [|(await response.Content.ReadAsStreamAsync()).CopyToAsync(file)|];", "interface IRequests { Task<HttpResponseMessage> Get(string url, HttpCompletionOption option = HttpCompletionOption.ResponseContentRead); }")]
    [InlineData("var requests = (IRequests)(object)options; var response = await requests.Get(path); await [|(await response.Content.ReadAsStreamAsync()).CopyToAsync(file)|];", "interface IRequests { Task<HttpResponseMessage> Get(string url, HttpCompletionOption option = HttpCompletionOption.ResponseHeadersRead); }")]
    [InlineData("IMemory memory = new Memory(); [|(await memory.Open()).CopyTo(file)|];", "interface IMemory { Task<Stream> Open(); } class Memory : IMemory { public async Task<Stream> Open() { await Task.Yield(); return new MemoryStream(); } } class Disk : IMemory { public async Task<Stream> Open() { await Task.Yield(); return File.OpenRead(\"a\"); } }")]
    [InlineData("IMemory memory = new Memory(); [|memory.Open().CopyTo(file)|];", "interface IMemory { Stream Open(); } class Memory : IMemory { public Stream Open() => new MemoryStream(); } class Disk : IMemory { Stream IMemory.Open() => File.OpenRead(\"a\"); }")]
    [InlineData("IMemory memory = new Memory(); [|memory.Open().CopyTo(file)|];", "interface IMemory { Stream Open(); } class Memory : IMemory { public Stream Open() => new MemoryStream(); } class OnDisk { public Stream Open() => File.OpenRead(\"a\"); } class Disk : OnDisk, IMemory { }")]
    [InlineData("IMemory memory = new Memory(); [|memory.Open().CopyTo(file)|];", "interface IMemory { Stream Open(); } class Memory : IMemory { public Stream Open() => new MemoryStream(); } interface IDisk : IMemory { Stream IMemory.Open() => File.OpenRead(\"a\"); } class Disk : IDisk { }")]
    [InlineData("IMemory memory = new Memory(); [|memory.Body.CopyTo(file)|];", "interface IMemory { Stream Body { get; } } class Memory : IMemory { public Stream Body => new MemoryStream(); } class Disk : IMemory { Stream IMemory.Body => File.OpenRead(\"a\"); }")]
    [InlineData("IMemory memory = null!; [|memory.Open().CopyTo(file)|];", "interface IMemory { Stream Open(); }")]
    [InlineData("using var other = Resources.EmbedWatermark(source); [|other.CopyTo(file)|];", "static class Resources { public static Stream EmbedWatermark(Stream video) => new BufferedStream(video); }")]
    [InlineData("IMemory memory = null!; [|memory.Open().CopyTo(file)|];", "public interface IMemory { Stream Open(); } class FakeMemory : IMemory { public Stream Open() => new MemoryStream(); }")]
    [InlineData("IMemory memory = null!; [|memory.Open().CopyTo(file)|];", "public interface IMemory { Stream Open(); } class Memory : IMemory { public Stream Open() => new MemoryStream(); } class Others : IMemory { public Stream Open() => new MemoryStream(); }")]
    [InlineData("PublicMemory memory = null!; [|memory.Open().CopyTo(file)|];", "public interface PublicMemory { Stream Open(); } class Memory : PublicMemory { public Stream Open() => new MemoryStream(); }")]
    [InlineData("[|Memory.Open().CopyTo(file)|];", "static class Memory { public static Stream Open() { if (DateTime.Now.Hour > 9) { return File.OpenRead(\"a\"); } return new MemoryStream(); } }")]
    [InlineData("var message = new Message { Body = source }; [|message.Body.CopyTo(file)|];", "class Message { public Stream Body { get; set; } = new MemoryStream(); }")]
    [InlineData("var message = new Message(new MemoryStream()); message = new Message(source); [|message.Body.CopyTo(file)|];", "record Message(Stream Body);")]
    [InlineData("IFiles files = new Files(); files.Save(path, new MemoryStream()); files.Save(path, source);", "interface IFiles { void Save(string path, Stream stream); } class Files : IFiles { public void Save(string path, Stream stream) { using var file = File.Create(path); [|stream.CopyTo(file)|]; } }")]
    [InlineData("Files.Save(path, new MemoryStream()); Files.Save(path, source);", "static class Files { public static void Save(string path, object data) { using var file = File.Create(path); if (data is Stream stream) { [|stream.CopyTo(file)|]; } } }")]
    [InlineData("[|new Message().Body.CopyTo(file)|];", "class Message { public virtual Stream Body { get; } = new MemoryStream(); }")]
    [InlineData("[|new Message(source).Body.CopyTo(file)|];", "class Message { public Stream Body { get; private set; } = new MemoryStream(); public Message(Stream body) => Body = body; }")]
    [InlineData("[|new Message().Body.CopyTo(file)|];", "class Message { private Stream _body = new MemoryStream(); public Stream Body => _body; public void Fill() => Replace(ref _body); static void Replace(ref Stream stream) => stream = File.OpenRead(\"a\"); }")]
    [InlineData("Files.Save(path, new MemoryStream()); Files.Save(path, source);", "static class Files { internal static void Save(string path, Stream stream) { using var file = File.Create(path); [|stream.CopyTo(file)|]; } }")]
    [InlineData("Files.Save(path, new MemoryStream());", "public static class Files { public static void Save(string path, Stream stream) { using var file = File.Create(path); [|stream.CopyTo(file)|]; } }")]
    public Task Copy_from_another_file_is_reported(string body, string other) =>
        Check.ReportsAsync([InMethod("using var file = File.Create(path); " + body), Usings + other]);

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("[assembly: System.Runtime.CompilerServices.InternalsVisibleTo(\"Friend\")]")]
    [InlineData("[assembly: System.Runtime.CompilerServices.InternalsVisibleTo(\"Testimonials.Contest\")]")]
    [InlineData("[assembly: Own.InternalsVisibleTo(\"A\", \"B\")] namespace Own { class InternalsVisibleToAttribute : System.Attribute { public InternalsVisibleToAttribute(params string[] names) { } } }")]
    public async Task Copy_of_what_a_friend_may_hand_over_is_reported(string friend) => await Check.ReportsAsync(
        [
            InMethod("Files.Save(path, new MemoryStream());"),
            Usings + "static class Files { internal static void Save(string path, Stream stream) { using var file = File.Create(path); [|stream.CopyTo(file)|]; } }",
            friend,
        ]);

    [Theory]
    [Trait("Case", "Negative")]
    [InlineData("App.Tests")]
    [InlineData("App.UnitTest, PublicKey=00")]
    [InlineData("DynamicProxyGenAssembly2")]
    [InlineData("Latest.Test")]
    public async Task Copy_of_what_only_tests_may_hand_over_besides_is_not_reported(string friend) => await Check.ReportsAsync(
        [
            InMethod("Files.Save(path, new MemoryStream());"),
            Usings + "static class Files { internal static void Save(string path, Stream stream) { using var file = File.Create(path); stream.CopyTo(file); } }",
            $"[assembly: System.Runtime.CompilerServices.InternalsVisibleTo(\"{friend}\")]",
        ]);

    [Theory]
    [Trait("Case", "Negative")]
    [InlineData("using var file = Make(path); await source.CopyToAsync(file);", "private readonly Settings _settings = new(); FileStream Make(string path) => new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.None, _settings.BufferSize); class Settings { public int BufferSize { get; set; } }")]
    [InlineData("await source.CopyToAsync(Make(path));", "static FileStream Make(string path) { if (path.Length > 9) { return new FileStream(path, FileMode.Create); } return File.Create(path, 1048576); }")]
    public Task A_file_of_another_method_whose_buffer_is_large_or_unknown_is_not_reported(string body, string method) =>
        Check.IsSilentAsync(InMethod(body, method: method));

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("using var file = Make(path); await [|source.CopyToAsync(file)|];", "static FileStream Make(string path) => new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.None, 8192);")]
    public Task A_file_of_another_method_with_a_small_buffer_is_reported(string body, string method) =>
        Check.ReportsAsync(InMethod(body, method: method));

    [Theory]
    // The formats of the clipboard are in memory.
    [Trait("Case", "Negative")]
    [InlineData("Stream stream = (Stream)data.GetData(path); stream.CopyTo(file);")]
    [InlineData("if (data.GetData(path) is Stream stream) { stream.CopyTo(file); }")]
    [InlineData("using var stream = data.GetData(path) as Stream; await stream!.CopyToAsync(file);")]
    [InlineData("using var sound = System.Windows.Forms.Clipboard.GetAudioStream(); sound.CopyTo(file);")]
    [InlineData("object format = data.GetData(path); switch (format) { case Stream stream: stream.CopyTo(file); break; }")]
    public Task A_stream_of_the_clipboard_is_not_reported(string body) => Check.ReportsAsync(Clipboard(body, "System.Windows.Forms"));

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("if (data.GetData(path) is Stream stream) { [|stream.CopyTo(file)|]; }")]
    [InlineData("Stream stream = (Stream)data.GetData(path); [|stream.CopyTo(file)|];")]
    public Task A_stream_of_other_data_is_reported(string body) => Check.ReportsAsync(Clipboard(body, "Other"));

    [Theory]
    [Trait("Case", "Negative")]
    // The source arrives in one write.
    [InlineData("using var file = File.Create(path); await new MemoryStream().CopyToAsync(file);")]
    [InlineData("using var file = File.Create(path); Stream memory = new MemoryStream(); await memory.CopyToAsync(file);")]
    [InlineData("using var file = File.Create(path); MemoryStream memory = GetMemory(); memory.CopyTo(file);")]
    [InlineData("using var file = File.Create(path); using var response = await client.GetAsync(path); using var body = await response.Content.ReadAsStreamAsync(); await body.CopyToAsync(file);")]
    [InlineData("using var file = File.Create(path); var response = (await client.PostAsync(path, null, token).ConfigureAwait(false)).EnsureSuccessStatusCode(); response.Content.ReadAsStream().CopyTo(file);")]
    [InlineData("using var file = File.Create(path); var response = client.GetAsync(path, System.Net.Http.HttpCompletionOption.ResponseContentRead).Result; await (await response.Content.ReadAsStreamAsync()).CopyToAsync(file);")]
    // The data is known to be small: two writes at most.
    [InlineData("using var file = File.Create(path); using var resource = typeof(string).Assembly.GetManifestResourceStream(path)!; await resource.CopyToAsync(file);")]
    [InlineData("using var file = File.Create(path); System.Reflection.Assembly.GetExecutingAssembly().GetManifestResourceStream(path)!.CopyTo(file);")]
    [InlineData("using var file = File.Create(path); var resource = typeof(string).Assembly.GetManifestResourceStream(path) ?? throw new IOException(path); resource.CopyTo(file);")]
    [InlineData("using var file = File.Create(path); if (form.Length <= 262144) { await form.CopyToAsync(file); }")]
    [InlineData("if (form.Length / 1024 > 200) { return; } using var file = File.Create(path); form.CopyTo(file);")]
    [InlineData("long kilobytes = form.Length / 1024; if (200 < kilobytes) { throw new ArgumentException(path); } using var file = File.Create(path); form.CopyTo(file);")]
    [InlineData("if (source.Length > 4096) { throw new ArgumentException(path); } using var file = File.Create(path); source.CopyTo(file);")]
    // Its name says so.
    [InlineData("using var file = File.Create(path + \".srt\"); await source.CopyToAsync(file);")]
    [InlineData("using var file = File.Create(Path.Combine(path, $\"{size}.VTT\")); await source.CopyToAsync(file);")]
    [InlineData("string key = Path.ChangeExtension(path, \".pem\"); using var file = File.OpenWrite(key); await source.CopyToAsync(file);")]
    [InlineData("string settingsPath = path; using var file = File.Create(settingsPath); await source.CopyToAsync(file);")]
    [InlineData("IFormFile lyricsFile = form; using var file = File.Create(path); await lyricsFile.CopyToAsync(file);")]
    // What a program says while it runs.
    [InlineData("using var log = File.Create(path); using var process = System.Diagnostics.Process.Start(path); await process.StandardOutput.BaseStream.CopyToAsync(log);")]
    [InlineData("using var log = File.Create(path); var errors = new System.Diagnostics.Process().StandardError; Stream source2 = errors.BaseStream; source2.CopyTo(log);")]
    // The destination is wrapped.
    [InlineData("using var file = File.Create(path); using var zip = new GZipStream(file, CompressionMode.Compress); await source.CopyToAsync(zip);")]
    [InlineData("using Stream file = new BufferedStream(File.Create(path), 1 << 20); await source.CopyToAsync(file);")]
    [InlineData("using Stream file = new CryptoStream(File.Create(path), encryptor, CryptoStreamMode.Write); await source.CopyToAsync(file);")]
    // The buffer of the file is large enough, or unknown.
    [InlineData("using Stream file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.None, 1048576); await source.CopyToAsync(file);")]
    [InlineData("using Stream file = File.Create(path, 1 << 21); await source.CopyToAsync(file);")]
    [InlineData("using var file = File.Create(path, size); await source.CopyToAsync(file);")]
    [InlineData("using var file = new FileStream(path, new FileStreamOptions { Mode = FileMode.Create, BufferSize = 1048576 }); await source.CopyToAsync(file);")]
    [InlineData("var own = new FileStreamOptions { Mode = FileMode.Create, BufferSize = 1048576 }; using var file = File.Open(path, own); await source.CopyToAsync(file);")]
    [InlineData("using var file = new FileStream(path, options); await source.CopyToAsync(file);")]
    [InlineData("using FileStream file = size > 0 ? File.Create(path, 1048576) : new FileStream(path, FileMode.Append, FileAccess.Write, FileShare.None, 1048576); await source.CopyToAsync(file);")]
    [InlineData("FileStream file; if (size > 0) { file = File.Create(path, 1048576); } else { file = File.Create(path, size); } await source.CopyToAsync(file);")]
    // The buffer of the copy is given.
    [InlineData("using var file = File.Create(path); await source.CopyToAsync(file, 1048576);")]
    [InlineData("using var file = File.Create(path); await source.CopyToAsync(file, 4096);")]
    [InlineData("using var file = File.Create(path); await source.CopyToAsync(file, size);")]
    // The destination is not known to be a file.
    [InlineData("await source.CopyToAsync(target);")]
    [InlineData("await source.CopyToAsync(_twiceAssignedStream);")]
    [InlineData("Stream file = File.Create(path); file = target; await source.CopyToAsync(file);")]
    [InlineData("Stream file = File.Create(path); Replace(ref file); await source.CopyToAsync(file);")]
    [InlineData("Stream file = size > 0 ? File.Create(path) : target; await source.CopyToAsync(file);")]
    [InlineData("if (!TryOpen(out Stream file)) { file = File.Create(path); } await source.CopyToAsync(file);")]
    [InlineData("using var file = new DerivedFileStream(path); await source.CopyToAsync(file);")]
    // Another method of that name.
    [InlineData("using var file = File.Create(path); await content.CopyToAsync(file);")]
    [InlineData("using var file = File.Create(path); this.CopyTo(file);")]
    [InlineData("using var file = File.Create(path); new HidingStream().CopyTo(file);")]
    [InlineData("new byte[4].CopyTo(new byte[4], 0);")]
    // Not run but looked at.
    [InlineData("using var file = Open(path); System.Linq.Expressions.Expression<Action> copy = () => source.CopyTo(file, 81920);")]
    public Task Anything_else_is_not_reported(string body) => Check.IsSilentAsync(InMethod(body));

    [Fact]
    [Trait("Case", "Negative")]
    public Task Binary_data_is_not_reported() => Check.IsSilentAsync(
        """
        using System;
        using System.IO;

        class C
        {
            void M(BinaryData data, string path)
            {
                using var file = File.Create(path);
                using var stream = data.ToStream();
                stream.CopyTo(file);
            }
        }

        namespace System
        {
            public class BinaryData
            {
                public Stream ToStream() => throw new NotImplementedException();
            }
        }
        """);

    [Theory]
    [Trait("Case", "Negative")]
    [InlineData("using var file = File.Create(@\"C:\\Temp\\\" + path);")]
    [InlineData("string folder = \"c:/data\"; string name = Path.Combine(folder, path); using var file = File.Create(name);")]
    [InlineData("using var file = File.Create($@\"C:\\Temp\\{path}.xlsx\");")]
    [InlineData("string folder = Path.Combine(\"C:/data\", path).Replace(\"\\\\\", \"/\"); using var file = File.Create(Path.Combine(folder, \"a\").Replace(\"\\\\\", \"/\"));")]
    [InlineData("using var file = File.Create(s_folder + path);")]
    [InlineData("using var file = File.OpenWrite(Path.GetTempFileName());")]
    [InlineData("string name = Path.Combine(Path.GetTempPath(), \"a\", path); using var file = new FileStream(name, FileMode.CreateNew);")]
    [InlineData("string name = Environment.GetFolderPath(Environment.SpecialFolder.LocalApplicationData); using var file = File.Create(name + path);")]
    [InlineData("using var file = File.Create(Path.Combine(Folder, path));")]
    [InlineData("using var file = File.Create(Path.GetFullPath(Path.Combine(Path.GetTempPath(), path)));")]
    [InlineData("using var file = File.Create(\"/tmp/\" + path);")]
    [InlineData("using var file = File.Create(Path.Combine(Environment.SystemDirectory, path));")]
    [InlineData("using var file = File.Create(Path.Combine(\"/tmp\", path));")]
    [InlineData("using var file = File.Create(string.Concat(Path.GetTempPath(), path));")]
    [InlineData("using var file = File.Create(Path.Combine(Path.GetTempPath(), \"a\", \"b\", \"c\", path));")]
    [InlineData("using var file = File.Create(Path.Combine(new[] { Path.GetTempPath(), path }));")]
    [InlineData("string name = Environment.GetFolderPath(Environment.SpecialFolder.CommonApplicationData); using var file = File.Create(name + path);")]
    [InlineData("string name = Environment.GetFolderPath(Environment.SpecialFolder.ApplicationData); using var file = File.Create(name + path);")]
    [InlineData("string name = size > 0 ? Path.GetTempPath() : @\"C:\\Data\\\"; using var file = File.Create(Path.Combine(name, path));")]
    [InlineData("string name = Path.GetTempPath(); if (size > 0) { name = Path.Combine(name, \"b\"); } using var file = File.Create(name + path);")]
    [InlineData("string name = Path.Combine(Path.GetTempPath(), path); var both = (path, name); using var file = File.Create(name); GC.KeepAlive(both);")]
    [InlineData("using var file = File.Create(StreamTuning.TempSpace.Default.GetPath(path));")]
    [InlineData("using var file = File.Create(@\"D:\\Data\\\" + path);")]
    public Task A_file_on_a_local_disk_is_not_reported(string opening) => Check.IsSilentAsync(InMethod(opening + " source.CopyTo(file);"));

    [Fact]
    [Trait("Case", "Negative")]
    public Task A_field_that_is_empty_before_it_gets_a_local_path_is_not_reported() => Check.IsSilentAsync(
        """
        using System.IO;

        class C
        {
            private string _path = "";

            void M(Stream source, string name)
            {
                _path = Path.Combine(Path.GetTempPath(), name);
                using var file = File.OpenWrite(_path);
                source.CopyTo(file);
            }
        }

        """);

    [Theory]
    [InlineData(OutputKind.WindowsApplication, DiagnosticSeverity.Info)]
    [InlineData(OutputKind.ConsoleApplication, DiagnosticSeverity.Warning)]
    public Task A_desktop_app_mostly_writes_to_a_local_disk(OutputKind kind, DiagnosticSeverity severity) =>
        RuleTesting.RuleTest<StreamTuning.Analyzers.Copying.CopyIntoFileWithDefaultBufferAnalyzer, StreamTuning.CodeFixes.Copying.CopyIntoFileWithDefaultBufferCodeFix>.VerifyAsync(
            InMethod("using var file = File.Create(path); {|#0:source.CopyTo(file)|};") + "static class Program { static void Main() { } }",
            new RuleTesting.TestSetup { AspNetCore = true, OutputKind = kind },
            Check.Diagnostic(0, "CopyTo", 128, "1 MiB").WithSeverity(severity));

    [Theory]
    [InlineData("System.Windows { public class Application { } }", false, DiagnosticSeverity.Info)]
    [InlineData("Microsoft.Maui.Controls { public class Application { } }", false, DiagnosticSeverity.Info)]
    [InlineData("Avalonia { public class Application { } }", false, DiagnosticSeverity.Info)]
    [InlineData("Avalonia { public class Application { } }", true, DiagnosticSeverity.Warning)]
    [InlineData("Own { public class Application { } }", false, DiagnosticSeverity.Warning)]
    public Task A_library_of_desktop_apps_mostly_writes_to_a_local_disk(string reference, bool aspNetCore, DiagnosticSeverity severity) =>
        RuleTesting.RuleTest<StreamTuning.Analyzers.Copying.CopyIntoFileWithDefaultBufferAnalyzer, StreamTuning.CodeFixes.Copying.CopyIntoFileWithDefaultBufferCodeFix>.VerifyAsync(
            $"using System.IO; static class Files {{ public static void Save(Stream source, string path) {{ using var file = File.Create(path); {{|#0:source.CopyTo(file)|}}; }} }} namespace {reference}",
            new RuleTesting.TestSetup { AspNetCore = aspNetCore },
            Check.Diagnostic(0, "CopyTo", 128, "1 MiB").WithSeverity(severity));

    [Theory]
    [InlineData("Environment.GetFolderPath(Environment.SpecialFolder.UserProfile)", false, DiagnosticSeverity.Info)]
    [InlineData("Environment.GetFolderPath(Environment.SpecialFolder.LocalApplicationData)", false, DiagnosticSeverity.Info)]
    [InlineData("Environment.GetFolderPath(SpecialFolder.MyDocuments)", false, DiagnosticSeverity.Info)]
    [InlineData("Environment.GetFolderPath(Environment.SpecialFolder.UserProfile)", true, DiagnosticSeverity.Warning)]
    [InlineData("Environment.GetFolderPath(Environment.SpecialFolder.CommonApplicationData)", false, DiagnosticSeverity.Warning)]
    [InlineData("nameof(Environment.SpecialFolder) + \"UserProfile\"", false, DiagnosticSeverity.Warning)]
    public Task A_program_without_a_server_that_names_folders_of_its_user_mostly_writes_to_a_local_disk(
        string folder, bool aspNetCore, DiagnosticSeverity severity) =>
        RuleTesting.RuleTest<StreamTuning.Analyzers.Copying.CopyIntoFileWithDefaultBufferAnalyzer, StreamTuning.CodeFixes.Copying.CopyIntoFileWithDefaultBufferCodeFix>.VerifyAsync(
            "using System.IO; static class Files { public static void Save(Stream source, string path) { using var file = File.Create(path); {|#0:source.CopyTo(file)|}; } }",
            new RuleTesting.TestSetup
            {
                AspNetCore = aspNetCore,
                OtherSources = [("Settings.cs", $"using System; using static System.Environment; static class Settings {{ public static string Folder => {folder}; }}")],
            },
            Check.Diagnostic(0, "CopyTo", 128, "1 MiB").WithSeverity(severity));

    [Theory]
    [Trait("Case", "Negative")]
    // All that is handed over, or held, is local.
    [InlineData("Files.Save(Path.Combine(Path.GetTempPath(), path), source);", "static class Files { public static void Save(string path, Stream stream) { using var file = File.Create(path); stream.CopyTo(file); } }")]
    [InlineData("Files.Save(Path.GetTempPath(), source); Files.Save(@\"C:\\Data\", source);", "static class Files { public static void Save(string folder, Stream stream) { string name = Path.Combine(folder, \"a\"); using var file = File.Create(name); stream.CopyTo(file); } }")]
    [InlineData("Files.Save(source);", "static class Files { public static void Save(Stream stream) { using var file = File.Create(Path.Combine(Folders.Updates, \"a\")); stream.CopyTo(file); } } static class Folders { public static readonly string Updates = Path.Combine(Path.GetTempPath(), \"Updates\"); }")]
    [InlineData("new Files(Path.GetTempPath()).Save(source);", "class Files { private readonly string _folder; public Files(string root) { _folder = Path.Combine(root, \"a\"); } public void Save(Stream stream) { using var file = File.Create(Path.Combine(_folder, \"a\")); stream.CopyTo(file); } }")]
    public Task A_file_on_a_local_disk_by_another_file_is_not_reported(string body, string other) =>
        Check.ReportsAsync([InMethod(body), Usings + other]);

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("new Own.Task().M(source);", "static class Own { public class Task { string FromResult() => \"x\"; public void M(Stream stream) { using var file = File.Create(FromResult()); [|stream.CopyTo(file)|]; } } }")]
    [InlineData("Files.Save(Path.GetTempPath(), source); Files.Save(path, source);", "static class Files { public static void Save(string folder, Stream stream) { string name = Path.Combine(folder, \"a\"); using var file = File.Create(name); [|stream.CopyTo(file)|]; } }")]
    [InlineData("Files.Save(Path.GetTempPath(), source);", "public static class Files { public static void Save(string folder, Stream stream) { string name = Path.Combine(folder, \"a\"); using var file = File.Create(name); [|stream.CopyTo(file)|]; } }")]
    [InlineData("new Files().Folder = path;", "class Files { public string Folder = @\"C:\\data\"; public void Save(Stream stream) { using var file = File.Create(Path.Combine(Folder, \"a\")); [|stream.CopyTo(file)|]; } }")]
    [InlineData("new Files(Path.GetTempPath()).Folder = path;", "class Files { public string Folder { get; set; } public Files(string root) { Folder = root; } public void Save(Stream stream) { using var file = File.Create(Path.Combine(Folder, \"a\")); [|stream.CopyTo(file)|]; } }")]
    public Task A_file_that_may_be_on_a_share_by_another_file_is_reported(string body, string other) =>
        Check.ReportsAsync([InMethod(body), Usings + other]);

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("using var file = File.Create(path + Path.GetTempPath());")]
    [InlineData("string name = size > 0 ? Path.GetTempPath() : path; using var file = File.Create(Path.Combine(name, path));")]
    [InlineData("using var file = File.Create(@\"S:\\Temp\\\" + path);")]
    [InlineData("using var file = File.Create(@\"C:\\home\\data\\\" + path);")]
    [InlineData("using var file = File.Create(Path.Combine(\"C:/data\", path).Replace(\"C:/data\", path));")]
    [InlineData("using var file = File.Create(Path.Combine(@\"C:\\Home\", path));")]
    [InlineData("using var file = File.Create(Path.Combine(@\"D:\\\", \"home\", path));")]
    [InlineData("using var file = File.Create(@\"D:\\home\\data\\\" + path);")]
    [InlineData("string name = Path.GetTempPath(); (name, path) = (path, name); using var file = File.Create(name);")]
    [InlineData("string name = Path.GetTempPath(); (path, (name, _)) = (path, (path, 0)); using var file = File.Create(name);")]
    [InlineData("using var file = File.Create(\"C:\" + path);")]
    [InlineData("string name = Environment.GetFolderPath(Environment.SpecialFolder.MyDocuments); using var file = File.Create(name + path);")]
    public Task A_file_that_may_be_on_a_share_is_a_warning(string opening) => Check.ReportsAsync(
        InMethod(opening + " {|#0:source.CopyTo(file)|};"),
        Check.Diagnostic(0, "CopyTo", 128, "1 MiB").WithSeverity(DiagnosticSeverity.Warning));

    [Fact]
    [Trait("Case", "Negative")]
    public Task Code_without_the_types_is_not_reported() => Check.IsSilentAsync("class C { void CopyTo(C other) => other.CopyTo(this); }");

    [Fact]
    [Trait("Case", "Positive")]
    public Task The_message_names_the_method() => Check.ReportsAsync(
        InMethod("using var file = File.OpenWrite(path); {|#0:source.CopyTo(file)|};"),
        Check.Diagnostic(0, "CopyTo", 128, "1 MiB"));

    public static TheoryData<string, string, string> Fixes => new()
    {
        // call, with the runtime, without
        { "await [|source.CopyToAsync(file)|];", "await source.CopyToFileAsync(file);", "await source.CopyToAsync(file, 1048576);" },
        { "await [|source.CopyToAsync(file, token)|];", "await source.CopyToFileAsync(file, cancellationToken: token);", "await source.CopyToAsync(file, 1048576, token);" },
        { "await [|source.CopyToAsync(file, 81920)|];", "await source.CopyToFileAsync(file);", "await source.CopyToAsync(file, 1048576);" },
        { "await [|source.CopyToAsync(file, 81920, token)|];", "await source.CopyToFileAsync(file, cancellationToken: token);", "await source.CopyToAsync(file, 1048576, token);" },
        { "await [|source.CopyToAsync(file, cancellationToken: token)|];", "await source.CopyToFileAsync(file, cancellationToken: token);", "await source.CopyToAsync(file, 1048576, cancellationToken: token);" },
        { "await [|source.CopyToAsync(cancellationToken: token, destination: file)|];", "await source.CopyToFileAsync(cancellationToken: token, destination: file);", "await source.CopyToAsync(cancellationToken: token, destination: file, bufferSize: 1048576);" },
        { "await [|source.CopyToAsync(destination: file, cancellationToken: token)|];", "await source.CopyToFileAsync(destination: file, cancellationToken: token);", "await source.CopyToAsync(destination: file, bufferSize: 1048576, cancellationToken: token);" },
        { "await [|source.CopyToAsync(bufferSize: 81920, cancellationToken: token, destination: file)|];", "await source.CopyToFileAsync(cancellationToken: token, destination: file);", "await source.CopyToAsync(bufferSize: 1048576, cancellationToken: token, destination: file);" },
        { "await [|source.CopyToAsync(file)|].ConfigureAwait(false);", "await source.CopyToFileAsync(file).ConfigureAwait(false);", "await source.CopyToAsync(file, 1048576).ConfigureAwait(false);" },
        { "[|source.CopyTo(file)|];", "source.CopyToFile(file);", "source.CopyTo(file, 1048576);" },
        { "[|source.CopyTo(file, 81920)|];", "source.CopyToFile(file);", "source.CopyTo(file, 1048576);" },
        { "[|source.CopyTo(destination: file)|];", "source.CopyToFile(destination: file);", "source.CopyTo(destination: file, bufferSize: 1048576);" },
        { "await [|source.CopyToAsync((Stream)file)|];", "await source.CopyToFileAsync((Stream)file);", "await source.CopyToAsync((Stream)file, 1048576);" },
        { "await (source?[|.CopyToAsync(file)|] ?? Task.CompletedTask);", "await (source?.CopyToFileAsync(file) ?? Task.CompletedTask);", "await (source?.CopyToAsync(file, 1048576) ?? Task.CompletedTask);" },
        { "source?[|.CopyTo(file)|];", "source?.CopyToFile(file);", "source?.CopyTo(file, 1048576);" },
        { "Task copy = [|source.CopyToAsync(file)|]; await copy;", "Task copy = source.CopyToFileAsync(file); await copy;", "Task copy = source.CopyToAsync(file, 1048576); await copy;" },
        { "var copy = [|source.CopyToAsync(file)|]; await copy;", "var copy = source.CopyToFileAsync(file); await copy;", "var copy = source.CopyToAsync(file, 1048576); await copy;" },
        { "await Task.Run(() => [|source.CopyToAsync(file)|]);", "await Task.Run(() => source.CopyToFileAsync(file));", "await Task.Run(() => source.CopyToAsync(file, 1048576));" },
        { "await Task.Run(async () => await [|source.CopyToAsync(file)|]);", "await Task.Run(async () => await source.CopyToFileAsync(file));", "await Task.Run(async () => await source.CopyToAsync(file, 1048576));" },
        { "await Task.WhenAll([|source.CopyToAsync(file)|], Task.CompletedTask);", "await Task.WhenAll(source.CopyToFileAsync(file), Task.CompletedTask);", "await Task.WhenAll(source.CopyToAsync(file, 1048576), Task.CompletedTask);" },
        { "await Task.WhenAll(new[] { path }.Select(name => [|source.CopyToAsync(file)|]));", "await Task.WhenAll(new[] { path }.Select(name => source.CopyToFileAsync(file)));", "await Task.WhenAll(new[] { path }.Select(name => source.CopyToAsync(file, 1048576)));" },
        { "await [|source.CopyToAsync(file!)|];", "await source.CopyToFileAsync(file!);", "await source.CopyToAsync(file!, 1048576);" },
        { "Action copy = () => [|source.CopyTo(file)|]; copy();", "Action copy = () => source.CopyToFile(file); copy();", "Action copy = () => source.CopyTo(file, 1048576); copy();" },
        { "Task Copy() => [|source.CopyToAsync(file)|]; await Copy();", "Task Copy() => source.CopyToFileAsync(file); await Copy();", "Task Copy() => source.CopyToAsync(file, 1048576); await Copy();" },
        { "[|source.CopyToAsync(file)|].GetAwaiter().GetResult();", "source.CopyToFileAsync(file).GetAwaiter().GetResult();", "source.CopyToAsync(file, 1048576).GetAwaiter().GetResult();" },
        { "[|source.CopyToAsync(file)|].Wait();", "source.CopyToFileAsync(file).Wait();", "source.CopyToAsync(file, 1048576).Wait();" },
    };

    [Theory]
    [MemberData(nameof(Fixes))]
    public Task The_runtime_takes_over_the_call(string call, string fixedCall, string _) =>
        Check.FixesAsync(RuleFixes.Runtime, InMethod("using var file = Open(path); " + call), InMethod("using var file = Open(path); " + fixedCall, importsRuntime: true));

    [Theory]
    [MemberData(nameof(Fixes))]
    public Task Without_the_runtime_the_call_gets_a_buffer(string call, string _, string fixedCall) =>
        Check.FixesAsync(RuleFixes.Plain, InMethod("using var file = Open(path); " + call), InMethod("using var file = Open(path); " + fixedCall), referencesRuntime: false);

    [Theory]
    [InlineData("using var file = File.Create(path);", "using var file = File.Create(path, 1048576);")]
    [InlineData("using var file = File.Create(path, 4096);", "using var file = File.Create(path, 1048576);")]
    [InlineData("using var file = File.Create(path, 4096, FileOptions.Asynchronous);", "using var file = File.Create(path, 1048576, FileOptions.Asynchronous);")]
    [InlineData("using var file = File.Create(path: path);", "using var file = File.Create(path: path, bufferSize: 1048576);")]
    [InlineData("using var file = File.OpenWrite(path);", "using var file = new FileStream(path, FileMode.OpenOrCreate, FileAccess.Write, FileShare.None, 1048576);")]
    [InlineData("using var file = File.Open(path, FileMode.Create);", "using var file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.None, 1048576);")]
    [InlineData("using var file = File.Open(path, FileMode.Append);", "using var file = new FileStream(path, FileMode.Append, FileAccess.Write, FileShare.None, 1048576);")]
    [InlineData("using var file = File.Open(path, FileMode.Create, FileAccess.Write);", "using var file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.None, 1048576);")]
    [InlineData("using var file = System.IO.File.Open(path, FileMode.Create, FileAccess.Write, FileShare.Read);", "using var file = new System.IO.FileStream(path, FileMode.Create, FileAccess.Write, FileShare.Read, 1048576);")]
    [InlineData("using var file = new FileStream(path, FileMode.Create);", "using var file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.Read, 1048576);")]
    [InlineData("using var file = new FileStream(path, FileMode.Append);", "using var file = new FileStream(path, FileMode.Append, FileAccess.Write, FileShare.Read, 1048576);")]
    [InlineData("using var file = new System.IO.FileStream(path, FileMode.Create);", "using var file = new System.IO.FileStream(path, FileMode.Create, System.IO.FileAccess.Write, System.IO.FileShare.Read, 1048576);")]
    [InlineData("using var file = new FileStream(mode: FileMode.Create, path: path);", "using var file = new FileStream(mode: FileMode.Create, path: path, access: FileAccess.Write, share: FileShare.Read, bufferSize: 1048576);")]
    [InlineData("using FileStream file = new(path, FileMode.Create, FileAccess.Write, FileShare.None, 4096, useAsync: true);", "using FileStream file = new(path, FileMode.Create, FileAccess.Write, FileShare.None, 1048576, useAsync: true);")]
    [InlineData("using var file = new FileStream(path, new FileStreamOptions { Mode = FileMode.Create, Access = FileAccess.Write });", "using var file = new FileStream(path, new FileStreamOptions { Mode = FileMode.Create, Access = FileAccess.Write, BufferSize = 1048576 });")]
    [InlineData("using var file = File.Open(path, new FileStreamOptions { BufferSize = 0, Mode = FileMode.Create });", "using var file = File.Open(path, new FileStreamOptions { BufferSize = 1048576, Mode = FileMode.Create });")]
    [InlineData("var own = new FileStreamOptions { Mode = FileMode.Create, Access = FileAccess.Write }; using var file = File.Open(path, own);", "var own = new FileStreamOptions { Mode = FileMode.Create, Access = FileAccess.Write, BufferSize = 1048576 }; using var file = File.Open(path, own);")]
    public async Task Where_the_source_hands_out_segments_the_file_gets_the_buffer(string opening, string fixedOpening)
    {
        foreach (string copy in new[] { "await {0}form.CopyToAsync(file, token){1};", "await {0}pipe.CopyToAsync(file){1};", "{0}request.Body.CopyTo(file){1};" })
        {
            await Check.FixesAsync(
                RuleFixes.Plain,
                InMethod(opening + " " + string.Format(copy, "[|", "|]")),
                InMethod(fixedOpening + " " + string.Format(copy, "", "")),
                referencesRuntime: false);
        }
    }

    [Theory]
    [InlineData("file.ReadByte();")]
    [InlineData("if (!file.CanRead) return;")]
    [InlineData("GC.KeepAlive(file);")]
    public Task A_file_that_may_be_read_keeps_its_access(string use) => Check.FixesAsync(
        RuleFixes.Plain,
        InMethod($"using var file = new FileStream(path, FileMode.Create); {use} await [|form.CopyToAsync(file, token)|];"),
        InMethod($"using var file = new FileStream(path, FileMode.Create, FileAccess.ReadWrite, FileShare.Read, 1048576); {use} await form.CopyToAsync(file, token);"),
        referencesRuntime: false);

    [Theory]
    [InlineData("using var file = File.Create(path); var body = await client.GetStreamAsync(path); await [|body.CopyToAsync(file)|];", "using var file = File.Create(path, 1048576); var body = await client.GetStreamAsync(path); await body.CopyToAsync(file);")]
    [InlineData("using var file = File.Create(path); [|client.GetStreamAsync(path).GetAwaiter().GetResult().CopyTo(file)|];", "using var file = File.Create(path, 1048576); client.GetStreamAsync(path).GetAwaiter().GetResult().CopyTo(file);")]
    [InlineData("using var file = File.Create(path); [|client.GetStreamAsync(path).Result.CopyTo(file)|];", "using var file = File.Create(path, 1048576); client.GetStreamAsync(path).Result.CopyTo(file);")]
    [InlineData("using var file = File.Create(path); await [|(await content.ReadAsStreamAsync(token).ConfigureAwait(false)).CopyToAsync(file)|];", "using var file = File.Create(path, 1048576); await (await content.ReadAsStreamAsync(token).ConfigureAwait(false)).CopyToAsync(file);")]
    [InlineData("using var file = File.Create(path); await [|section.Body.CopyToAsync(file)|];", "using var file = File.Create(path, 1048576); await section.Body.CopyToAsync(file);")]
    [InlineData("using var file = File.Create(path); await [|section.AsFileSection()!.FileStream!.CopyToAsync(file)|];", "using var file = File.Create(path, 1048576); await section.AsFileSection()!.FileStream!.CopyToAsync(file);")]
    [InlineData("using var file = File.Create(path); [|new NetworkStream(socket).CopyTo(file)|];", "using var file = File.Create(path, 1048576); new NetworkStream(socket).CopyTo(file);")]
    public Task A_connection_hands_out_segments(string body, string fixedBody) =>
        Check.FixesAsync(RuleFixes.Plain, InMethod(body), InMethod(fixedBody), referencesRuntime: false);

    [Theory]
    [Trait("Case", "NoFix")]
    // What is around the call would bind to another method or not at all.
    [InlineData("Overloaded(() => [|source.CopyTo(file)|]);")]
    [InlineData("Overloaded([|source.CopyToAsync(file)|]);")]
    [InlineData("var copy = [|source.CopyToAsync(file)|]; copy = Task.CompletedTask;")]
    [InlineData("await [|source.CopyToAsync(file)|].ContinueWith(task => { });")]
    [InlineData("var copy = [|source.CopyToAsync(file)|]; Overloaded(copy);")]
    [InlineData("Delegate copy = (Stream s) => [|s.CopyTo(file)|];")]
    [InlineData("var copy = () => [|source.CopyToAsync(file)|]; await copy();")]
    [InlineData("await [|source.CopyToAsync(file)|].ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);")]
    // A comment would be lost.
    [InlineData("await [|source.CopyToAsync(file, /* the default */ 81920)|];")]
    [InlineData("await [|source.CopyToAsync(file, 81920, // the default\n                    token)|];")]
    // The runtime has no copy of these, yet.
    [InlineData("await [|form.CopyToAsync(file)|];")]
    public Task The_runtime_is_not_offered_where_it_does_not_fit(string body) => Check.OffersNoFixAsync(RuleFixes.Runtime, InMethod("using var file = Open(path); " + body));

    [Theory]
    [Trait("Case", "NoFix")]
    [InlineData("using var file = new FileInfo(path).Create(); await [|form.CopyToAsync(file)|];")]
    [InlineData("using var file = Open(path); await [|form.CopyToAsync(file)|];")]
    // What the larger buffer holds back would be missed.
    [InlineData("using var file = File.Create(path); await [|form.CopyToAsync(file)|]; await Task.Yield();")]
    [InlineData("var file = File.Create(path); await [|form.CopyToAsync(file)|];")]
    [InlineData("using var file = File.Create(path); try { await [|form.CopyToAsync(file)|]; } catch (IOException) { }")]
    [InlineData("await [|pipe.CopyToAsync(Open(path))|];")]
    [InlineData("using var file = new FileStream(path, mode); await [|form.CopyToAsync(file)|];")]
    public Task Without_a_place_for_the_buffer_there_is_no_plain_fix(string body) => Check.OffersNoFixAsync(RuleFixes.Plain, InMethod(body), referencesRuntime: false);

    [Theory]
    [Trait("Case", "NoFix")]
    [InlineData(TestTarget.Net472)]
    [InlineData(TestTarget.NetStandard20)]
    public Task Where_the_buffer_may_not_be_pooled_there_is_no_plain_fix(TestTarget target) =>
        Check.OffersNoFixAsync(RuleFixes.Plain, OldCode("[|source.CopyTo(file)|];"), referencesRuntime: false, target);

    [Theory]
    [InlineData(TestTarget.Net472)]
    [InlineData(TestTarget.NetStandard20)]
    public Task The_runtime_serves_old_frameworks_too(TestTarget target) =>
        Check.FixesAsync(RuleFixes.Runtime, OldCode("[|source.CopyTo(file)|];"), OldCode("source.CopyToFile(file);", importsRuntime: true), target: target, languageVersion: LanguageVersion.CSharp7_3);

    [Theory]
    [InlineData("await [|form.CopyToAsync(file, token)|];", "await form.CopyToFileAsync(file, cancellationToken: token);")]
    [InlineData("[|form.CopyTo(file)|];", "form.CopyToFile(file);")]
    public Task A_form_file_is_copied_by_the_runtime_for_uploads(string copy, string fixedCopy) => RuleTest<CopyIntoFileWithDefaultBufferAnalyzer, CopyIntoFileWithDefaultBufferCodeFix>.VerifyFixAsync(
        InMethod("using var file = File.Create(path); " + copy),
        InMethod("using var file = File.Create(path); " + fixedCopy, importsRuntime: true),
        new CopyIntoFileWithDefaultBufferCodeFix().EquivalenceKey(RuleFixes.Runtime),
        new TestSetup { AspNetCore = true, References = TestReferences.RuntimeForUploads, Nullable = NullableContextOptions.Enable });

    [Fact]
    [Trait("Case", "Trivia")]
    public Task Comments_and_formatting_stay() => Check.FixesAsync(
        RuleFixes.Runtime,
        """
        // The licence.

        // Why there is a using.
        using System.IO; // files
        using System.Threading.Tasks;
        using Zebra;

        namespace Zebra
        {
            class C
            {
                // before
                public static Task Copy( Stream source,FileStream file )   =>   /* a */ [|source /* b */ . // c
                    CopyToAsync /* d */ ( /* e */ file /* f */ )|] /* g */ ; // h
                // after
            }
        }
        """,
        """
        // The licence.

        // Why there is a using.
        using System.IO; // files
        using System.Threading.Tasks;
        using StreamTuning;
        using Zebra;

        namespace Zebra
        {
            class C
            {
                // before
                public static Task Copy( Stream source,FileStream file )   =>   /* a */ source /* b */ . // c
                    CopyToFileAsync /* d */ ( /* e */ file /* f */ ) /* g */ ; // h
                // after
            }
        }
        """);

    [Fact]
    [Trait("Case", "Trivia")]
    public Task Arguments_on_lines_of_their_own_stay_there() => Check.FixesAsync(
        RuleFixes.Plain,
        InMethod(
            """
            using var file = Open(path);
                    await [|source.CopyToAsync(
                        file, // where to
                        token)|]; // until then
            """),
        InMethod(
            """
            using var file = Open(path);
                    await source.CopyToAsync(
                        file, 1048576, // where to
                        token); // until then
            """),
        referencesRuntime: false);

    [Theory]
    [Trait("Case", "Trivia")]
    [InlineData("[|source.CopyTo(file /* where to */)|];", "source.CopyTo(file /* where to */, 1048576);")]
    [InlineData("await [|source.CopyToAsync(/* where to */ file /* here */, /* until */ token)|];", "await source.CopyToAsync(/* where to */ file /* here */, 1048576, /* until */ token);")]
    public Task Comments_stay_with_their_arguments(string call, string fixedCall) => Check.FixesAsync(
        RuleFixes.Plain, InMethod("using var file = Open(path); " + call), InMethod("using var file = Open(path); " + fixedCall), referencesRuntime: false);

    [Fact]
    [Trait("Case", "Trivia")]
    public Task Windows_line_ends_stay() => Check.FixesAsync(
        RuleFixes.Runtime,
        "using System.IO;\r\n\r\nclass C\r\n{\r\n    void M(Stream s, FileStream f) => [|s.CopyTo(f)|];\r\n}\r\n",
        "using System.IO;\r\nusing StreamTuning;\r\n\r\nclass C\r\n{\r\n    void M(Stream s, FileStream f) => s.CopyToFile(f);\r\n}\r\n");

    [Fact]
    [Trait("Case", "FixAll")]
    public Task All_copies_of_a_project_are_fixed_at_once() => Check.FixesAllAsync(
        RuleFixes.Runtime,
        [
            InMethod("using var file = Open(path); await [|source.CopyToAsync(file)|]; await Task.WhenAll([|source.CopyToAsync(file)|], [|source.CopyToAsync(file, token)|]);"),
            "using System.IO;\nusing StreamTuning;\n\nclass D\n{\n    void M(Stream s, FileStream f) => [|s.CopyTo(f)|];\n}\n",
        ],
        [
            InMethod("using var file = Open(path); await source.CopyToFileAsync(file); await Task.WhenAll(source.CopyToFileAsync(file), source.CopyToFileAsync(file, cancellationToken: token));", importsRuntime: true),
            "using System.IO;\nusing StreamTuning;\n\nclass D\n{\n    void M(Stream s, FileStream f) => s.CopyToFile(f);\n}\n",
        ]);

    [Fact]
    [Trait("Case", "FixAll")]
    public Task Copies_into_one_file_share_its_buffer() => Check.FixesAsync(
        RuleFixes.Plain,
        InMethod("using var file = File.Create(path); await [|form.CopyToAsync(file)|]; await [|pipe.CopyToAsync(file)|];"),
        InMethod("using var file = File.Create(path, 1048576); await form.CopyToAsync(file); await pipe.CopyToAsync(file);"),
        referencesRuntime: false);

    [Theory]
    [InlineData(RuleFixes.Runtime, "using var file = Open(path);\n        await source.CopyToFileAsync(file);")]
    [InlineData(RuleFixes.Plain, "const int BufferSize = 1048576;\n        using var file = Open(path);\n        await source.CopyToAsync(file, BufferSize);")]
    public Task A_constant_for_this_copy_alone_goes_with_it(RuleFixes form, string fixedBody) => Check.FixesAsync(
        form,
        InMethod("const int BufferSize = 80 * 1024;\n        using var file = Open(path);\n        await [|source.CopyToAsync(file, BufferSize)|];"),
        InMethod(fixedBody, importsRuntime: form == RuleFixes.Runtime),
        referencesRuntime: form == RuleFixes.Runtime);

    [Fact]
    public Task A_constant_with_other_uses_stays() => Check.FixesAsync(
        RuleFixes.Runtime,
        InMethod("const int BufferSize = 80 * 1024;\n        using var file = Open(path);\n        await [|source.CopyToAsync(file, BufferSize)|];\n        Console.WriteLine(BufferSize);"),
        InMethod("const int BufferSize = 80 * 1024;\n        using var file = Open(path);\n        await source.CopyToFileAsync(file);\n        Console.WriteLine(BufferSize);", importsRuntime: true));

    [Fact]
    public Task An_inherited_copy_is_called_on_this() => Check.FixesAsync(
        RuleFixes.Runtime,
        "using System.IO;\n\nclass C : MemoryStream\n{\n    void M(FileStream f) => [|CopyTo(f)|];\n}\n",
        "using System.IO;\nusing StreamTuning;\n\nclass C : MemoryStream\n{\n    void M(FileStream f) => this.CopyToFile(f);\n}\n");

    [Fact]
    [Trait("Case", "NoFix")]
    public Task A_call_on_base_is_not_handed_to_the_runtime() => Check.OffersNoFixAsync(
        RuleFixes.Runtime,
        "using System.IO;\n\nclass C : FileStream\n{\n    C() : base(\"a\", FileMode.Open)\n    {\n    }\n\n    void M(FileStream f) => [|base.CopyTo(f)|];\n}\n");

    [Fact]
    public Task The_namespace_is_imported_where_the_file_imports_others() => Check.FixesAsync(
        RuleFixes.Runtime,
        "namespace N\n{\n    using System.IO;\n\n    class C\n    {\n        void M(Stream s, FileStream f) => [|s.CopyTo(f)|];\n    }\n}\n",
        "namespace N\n{\n    using System.IO;\n    using StreamTuning;\n\n    class C\n    {\n        void M(Stream s, FileStream f) => s.CopyToFile(f);\n    }\n}\n");

    [Fact]
    public Task A_file_without_imports_gets_one_below_its_header() => Check.FixesAsync(
        RuleFixes.Runtime,
        "// The licence.\n\nclass C\n{\n    void M(System.IO.Stream s, System.IO.FileStream f) => [|s.CopyTo(f)|];\n}\n",
        "// The licence.\n\nusing StreamTuning;\n\nclass C\n{\n    void M(System.IO.Stream s, System.IO.FileStream f) => s.CopyToFile(f);\n}\n");

    [Fact]
    [Trait("Case", "NoFix")]
    public Task A_name_that_would_become_ambiguous_prevents_the_import() => Check.OffersNoFixAsync(
        RuleFixes.Runtime,
        "using System.IO;\nusing Mine;\n\nnamespace Mine { class FileCopyOptions { } }\n\nclass C\n{\n    FileCopyOptions? _options;\n\n    void M(Stream s, FileStream f) => [|s.CopyTo(f)|];\n}\n");

    [Theory]
    [InlineData("stream_tuning.copy_buffer_size = 4194304")]
    [InlineData("stream_tuning.STRM1001.copy_buffer_size = 4194304")]
    [InlineData("stream_tuning.copy_buffer_size = 2097152\nstream_tuning.STRM1001.copy_buffer_size = 4194304")]
    public Task The_buffer_size_is_an_option(string setting) => Check.FixesAsync(
        RuleFixes.Plain,
        InMethod("using var file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.None, 1048576); await [|source.CopyToAsync(file)|];"),
        InMethod("using var file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.None, 1048576); await source.CopyToAsync(file, 4194304);"),
        referencesRuntime: false,
        editorConfig: setting);

    [Theory]
    [InlineData("stream_tuning.copy_buffer_size = 4096")]
    [InlineData("stream_tuning.copy_buffer_size = large")]
    [InlineData("stream_tuning.copy_buffer_size = ")]
    public Task An_option_that_is_not_allowed_counts_as_not_set(string setting) => Check.FixesAsync(
        RuleFixes.Plain,
        InMethod("using var file = Open(path); [|source.CopyTo(file)|];"),
        InMethod("using var file = Open(path); source.CopyTo(file, 1048576);"),
        referencesRuntime: false,
        editorConfig: setting);

    [Fact]
    public Task Top_level_statements_are_fixed_too() => Check.FixesAsync(
        RuleFixes.Runtime,
        "using System.IO;\n\nusing var file = File.Create(args[0]);\nawait [|System.Console.OpenStandardInput().CopyToAsync(file)|];\n",
        "using System.IO;\nusing StreamTuning;\n\nusing var file = File.Create(args[0]);\nawait System.Console.OpenStandardInput().CopyToFileAsync(file);\n",
        outputKind: OutputKind.ConsoleApplication);

    private const string Usings =
        "using System; using System.IO; using System.Net.Http; using System.Reflection; using System.Threading.Tasks;\n";

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("File.Create(path)", 128)]
    [InlineData("File.Create(path, 131072)", 128)]
    // A buffer of the file that is larger than the blocks of the copy gathers them.
    [InlineData("new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.None, 262144)", 256)]
    [InlineData("File.Open(path, new FileStreamOptions { Mode = FileMode.Create, Access = FileAccess.Write, BufferSize = 1 << 19 })", 512)]
    public Task The_message_says_how_much_is_written_at_a_time(string opening, int kibibytes) => Check.ReportsAsync(
        InMethod($"using var file = {opening}; {{|#0:source.CopyTo(file)|}};"), Check.Diagnostic(0, "CopyTo", kibibytes, "1 MiB"));

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("262144", "256 KiB")]
    [InlineData("8388608", "8 MiB")]
    [InlineData("1000000", "1000000 bytes")]
    public Task The_message_says_the_size_that_the_fix_writes(string option, string size) =>
        Verify<CopyIntoFileWithDefaultBufferAnalyzer>.ReportsAsync(
            InMethod("using var file = Open(path); {|#0:source.CopyTo(file)|};"),
            "stream_tuning.copy_buffer_size = " + option,
            Check.Diagnostic(0, "CopyTo", 128, size));

    [Theory]
    [InlineData(RuleFixes.Plain, "using var file = Open(path); [|source.CopyToAsync(file, token)|];", "using var file = Open(path); await source.CopyToAsync(file, 1048576, token);")]
    [InlineData(RuleFixes.Plain, "using var file = Open(path); [|source.CopyToAsync(file)|].ConfigureAwait(false);", "using var file = Open(path); await source.CopyToAsync(file, 1048576).ConfigureAwait(false);")]
    [InlineData(RuleFixes.Plain, "using (var file = File.Create(path)) { [|form.CopyToAsync(file)|]; }", "using (var file = File.Create(path, 1048576)) { await form.CopyToAsync(file); }")]
    [InlineData(RuleFixes.Runtime, "using var file = Open(path); [|source.CopyToAsync(file)|];", "using var file = Open(path); await source.CopyToFileAsync(file);")]
    // Who keeps the task waits elsewhere.
    [InlineData(RuleFixes.Plain, "using var file = Open(path); Task copy = [|source.CopyToAsync(file)|]; await copy;", "using var file = Open(path); Task copy = source.CopyToAsync(file, 1048576); await copy;")]
    [InlineData(RuleFixes.Plain, "using var file = Open(path); source?[|.CopyToAsync(file)|];", "using var file = Open(path); source?.CopyToAsync(file, 1048576);")]
    public Task A_copy_that_nobody_waits_for_is_awaited(RuleFixes form, string body, string fixedBody) => Check.FixesAsync(
        form, InMethod(body), InMethod(fixedBody, importsRuntime: form == RuleFixes.Runtime), referencesRuntime: form == RuleFixes.Runtime);

    [Fact]
    [Trait("Case", "NoFix")]
    public async Task A_copy_that_cannot_be_awaited_has_no_fix()
    {
        string body = InMethod("Copy(); void Copy() { using var file = Open(path); [|source.CopyToAsync(file)|]; }");
        await Check.OffersNoFixAsync(RuleFixes.Plain, body);
        await Check.OffersNoFixAsync(RuleFixes.Runtime, body);
    }

    [Theory]
    // They hand out small segments, which never fill a buffer of the copy.
    [InlineData("response.ResponseStream")]
    [InlineData("browserFile.OpenReadStream()")]
    [InlineData("web.GetResponseStream()")]
    [InlineData("body")]
    public Task A_source_of_segments_gets_the_buffer_in_the_file(string source) => Check.FixesAsync(
        RuleFixes.Plain,
        Segments("File.Create(path)", $"[|{source}.CopyTo(file)|]"),
        Segments("File.Create(path, 1048576)", $"{source}.CopyTo(file)"),
        referencesRuntime: false);

    private static string Segments(string opening, string copy) =>
        $$"""
        using System.IO;

        class C
        {
            void M(Amazon.S3.Model.GetObjectResponse response, Microsoft.AspNetCore.Components.Forms.IBrowserFile browserFile, System.Net.WebResponse web, [Microsoft.AspNetCore.Mvc.FromBody] Stream body, string path)
            {
                using var file = {{opening}};
                {{copy}};
            }
        }

        namespace Amazon.S3.Model
        {
            public abstract class StreamResponse
            {
                public Stream ResponseStream { get; set; } = Stream.Null;
            }

            public class GetObjectResponse : StreamResponse
            {
            }
        }
        """;

    private static string Clipboard(string body, string owner) =>
        $$"""
        using System.IO;
        using System.Threading.Tasks;

        class C
        {
            async Task M({{owner}}.IDataObject data, string path)
            {
                await Task.Yield();
                using var file = File.Create(path);
                {{body}}
            }
        }

        namespace {{owner}}
        {
            public interface IDataObject
            {
                object? GetData(string format);
            }

            public static class Clipboard
            {
                public static Stream GetAudioStream() => Stream.Null;
            }
        }
        """;

    private static string InMethod(string body, bool importsRuntime = false, string method = "") =>
        $$"""
        using System;
        using System.IO;
        using System.IO.Compression;
        using System.IO.Pipelines;
        using System.Linq;
        using System.Net.Http;
        using System.Net.Sockets;
        using System.Security.Cryptography;
        using System.Threading;
        using System.Threading.Tasks;
        using Microsoft.AspNetCore.Http;
        using Microsoft.AspNetCore.WebUtilities;
        {{(importsRuntime ? "using StreamTuning;\n" : "")}}
        public class C
        {
            private readonly FileStream _file = File.Create("a");
            private readonly Stream _openedStream = File.Create("b");
            private readonly Stream _assignedStream;
            private readonly Stream _twiceAssignedStream = File.Create("c");
            private Stream _mutableStream = File.Create("d");
            private static string s_folder = @"C:\Temp\";
            private static string Folder => Path.Combine(Path.GetTempPath(), "a");

            C(Stream other)
            {
                _assignedStream = File.OpenWrite("e");
                _twiceAssignedStream = other;
            }

            async Task M(
                Stream source, string path, int size, Stream target, FileMode mode, FileStreamOptions options, ICryptoTransform encryptor, Socket socket,
                IFormFile form, HttpRequest request, MultipartSection section, PipeReader pipe, HttpClient client, HttpContent content, CancellationToken token)
            {
                await Task.Yield();
                {{body}}
            }

            {{method}}

            static FileStream Open(string path) => File.Create(path);

            static bool TryOpen(out Stream stream) => (stream = Stream.Null) is null;

            static MemoryStream GetMemory() => new MemoryStream();

            static void Replace(ref Stream stream) => stream = Stream.Null;

            void CopyTo(Stream other) => other.Flush();

            static void Overloaded(Action action) => action();

            static void Overloaded(Func<long> function) => function();

            static void Overloaded(Task task) => task.Wait();

            static void Overloaded<T>(Task<T> task) => task.Wait();
        }

        class DerivedMemoryStream : MemoryStream
        {
        }

        class HidingStream : MemoryStream
        {
            public new void CopyTo(Stream other) => other.Flush();
        }

        class DerivedFileStream : FileStream
        {
            public DerivedFileStream(string path)
                : base(path, FileMode.Create)
            {
            }
        }

        """;

    private static string OldCode(string statement, bool importsRuntime = false) =>
        "using System.IO;\n" + (importsRuntime ? "using StreamTuning;\n" : "") + "\nclass C\n{\n    void M(Stream source, FileStream file)\n    {\n        " + statement + "\n    }\n}\n";
}
