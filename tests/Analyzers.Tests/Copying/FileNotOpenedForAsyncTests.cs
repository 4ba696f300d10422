using Microsoft.CodeAnalysis;
using StreamTuning.RuleTesting;
using Check = StreamTuning.Analyzers.Tests.Verify<
    StreamTuning.Analyzers.Copying.FileNotOpenedForAsyncAnalyzer,
    StreamTuning.CodeFixes.Copying.FileNotOpenedForAsyncCodeFix>;

namespace StreamTuning.Analyzers.Tests.Copying;

public sealed class FileNotOpenedForAsyncTests
{
    [Theory]
    [Trait("Case", "Positive")]
    // Every way to open a file.
    [InlineData("using var file = File.[|OpenRead|](path); await file.ReadAsync(buffer, token);")]
    [InlineData("using var file = File.[|OpenWrite|](path); await file.WriteAsync(buffer, 0, 10);")]
    [InlineData("using var file = File.[|Create|](path); await file.WriteAsync(buffer);")]
    [InlineData("using var file = File.[|Create|](path, 1); await file.WriteAsync(buffer);")]
    [InlineData("using var file = File.[|Create|](path, 4096, FileOptions.DeleteOnClose); await file.WriteAsync(buffer);")]
    [InlineData("using var file = File.[|Open|](path, FileMode.Open); await file.ReadAsync(buffer);")]
    [InlineData("using var file = File.[|Open|](path, mode); await file.ReadAsync(buffer);")]
    [InlineData("using var file = new [|FileStream|](path, FileMode.Open); await file.ReadAsync(buffer);")]
    [InlineData("using var file = new [|System.IO.FileStream|](path, mode, FileAccess.Read, FileShare.Read, 4096, useAsync: false); await file.ReadAsync(buffer);")]
    [InlineData("using FileStream file = [|new|](path, FileMode.Open); await file.ReadAsync(buffer);")]
    [InlineData("using var file = new [|FileStream|](path, FileMode.Open, FileAccess.Read, FileShare.Read, 4096, FileOptions.SequentialScan | FileOptions.WriteThrough); await file.ReadAsync(buffer);")]
    [InlineData("using var file = new [|FileStream|](path, new FileStreamOptions { Mode = FileMode.Create, Access = FileAccess.Write }); await file.WriteAsync(buffer);")]
    [InlineData("using var file = new [|FileStream|](path, new FileStreamOptions { Options = FileOptions.RandomAccess }); await file.ReadAsync(buffer);")]
    [InlineData("var own = new FileStreamOptions { Mode = FileMode.Create }; using var file = File.[|Open|](path, own); await file.ReadAsync(buffer);")]
    [InlineData("using var file = info.[|OpenRead|](); await file.ReadAsync(buffer);")]
    [InlineData("using var file = info.[|Create|](); await file.WriteAsync(buffer);")]
    [InlineData("using var file = new FileInfo(path).[|Open|](FileMode.Append); await file.WriteAsync(buffer);")]
    // Every way to hold it.
    [InlineData("await using (Stream file = File.[|OpenRead|](path)) { await file.ReadAsync(buffer); }")]
    [InlineData("using (var file = File.[|OpenRead|](path)) await file.ReadAsync(buffer);")]
    [InlineData("FileStream? file = null; try { file = File.[|OpenRead|](path); await file.ReadAsync(buffer); } finally { file?.Dispose(); }")]
    [InlineData("var file = File.[|OpenRead|](path); await using (file.ConfigureAwait(false)) { await file.ReadAsync(buffer).ConfigureAwait(false); }")]
    [InlineData("var file = File.[|OpenRead|](path); try { await file.ReadAsync(buffer); } finally { if (file != null) { await file.DisposeAsync(); } }")]
    [InlineData("Func<Task> later = async () => { using var file = File.[|OpenRead|](path); await file.ReadAsync(buffer); }; await later();")]
    [InlineData("async Task ReadAsync() { using var file = File.[|OpenRead|](path); await file.ReadAsync(buffer); } await ReadAsync();")]
    [InlineData("foreach (var name in names) { using var file = File.[|OpenRead|](name); await file.CopyToAsync(stream, 1048576); }")]
    [InlineData("if (size > 0) { using var file = File.[|OpenRead|](path); await file.ReadExactlyAsync(buffer); }")]
    // Everything that is known to be asynchronous.
    [InlineData("using var file = File.[|OpenRead|](path); await file.ReadAtLeastAsync(buffer, 10);")]
    [InlineData("using var file = File.[|OpenRead|](path); await file.CopyToAsync(stream);")]
    [InlineData("await File.[|OpenRead|](path).CopyToAsync(stream, token);")]
    [InlineData("using var file = File.[|Create|](path); await stream.CopyToAsync(file, token).ConfigureAwait(false);")]
    [InlineData("await stream.CopyToAsync(File.[|Create|](path));")]
    [InlineData("using var file = File.[|Create|](path); await form.CopyToAsync(file, token); await pipe.CopyToAsync(file); await content.CopyToAsync(file);")]
    [InlineData("using var file = File.[|OpenRead|](path); await StreamTuning.FileCopyExtensions.CopyToFileAsync(file, path + path);")]
    [InlineData("using var file = File.[|OpenRead|](path); _value = await JsonSerializer.DeserializeAsync<string>(file, cancellationToken: token);")]
    [InlineData("_value = await JsonSerializer.DeserializeAsync<string>(File.[|OpenRead|](path));")]
    [InlineData("await using var file = File.[|Create|](path); await JsonSerializer.SerializeAsync(file, names);")]
    [InlineData("using var file = File.[|OpenRead|](path); await foreach (var item in JsonSerializer.DeserializeAsyncEnumerable<string>(file)) { _value = item; }")]
    [InlineData("using var file = File.[|OpenRead|](path); await foreach (var item in JsonSerializer.DeserializeAsyncEnumerable<string>(file).WithCancellation(token).ConfigureAwait(false)) { _value = item; }")]
    [InlineData("using var file = File.[|OpenRead|](path); using var json = await JsonDocument.ParseAsync(file); var node = await JsonNode.ParseAsync(file);")]
    [InlineData("using var file = File.[|OpenRead|](path); _ = await SHA256.HashDataAsync(file, token);")]
    [InlineData("using var file = File.[|OpenRead|](path); using var hash = SHA256.Create(); _ = await hash.ComputeHashAsync(file);")]
    // What neither reads nor writes does not count.
    [InlineData("using var file = File.[|OpenRead|](path); file.Seek(4, SeekOrigin.Begin); file.Position += 4; await file.ReadAsync(new byte[file.Length]);")]
    [InlineData("using var file = File.[|Create|](path); file.SetLength(10); await file.WriteAsync(buffer); await file.FlushAsync(); Console.WriteLine(file.Name);")]
    // The task is awaited later, or with others.
    [InlineData("using var file = File.[|OpenRead|](path); Task copy = file.CopyToAsync(stream); await copy;")]
    [InlineData("using var file = File.[|OpenRead|](path); await Task.WhenAll(file.CopyToAsync(stream), Task.Delay(1));")]
    [InlineData("using var file = File.[|OpenRead|](path); await Task.WhenAll(new[] { file.CopyToAsync(stream) });")]
    [InlineData("using var file = File.[|OpenRead|](path); await file.ReadAsync(buffer).AsTask().WaitAsync(token);")]
    // A reader or writer.
    [InlineData("using var file = File.[|OpenRead|](path); using var reader = new StreamReader(file, leaveOpen: true); while (await reader.ReadLineAsync() is { } line) { _value = line; }")]
    [InlineData("using var reader = new StreamReader(File.[|OpenRead|](path)); _value = await reader.ReadToEndAsync(token);")]
    [InlineData("using (var reader = new StreamReader(File.[|OpenRead|](path))) { _value = await reader.ReadLineAsync(); Console.WriteLine(reader.CurrentEncoding); }")]
    [InlineData("_value = await new StreamReader(File.[|OpenRead|](path)).ReadToEndAsync();")]
    [InlineData("await using var writer = new StreamWriter(File.[|Create|](path)) { AutoFlush = true }; await writer.WriteLineAsync(path); await writer.FlushAsync();")]
    [InlineData("var file = File.[|Create|](path); await using (var writer = new StreamWriter(file)) { writer.NewLine = path; await writer.WriteAsync(path); }")]
    // A stream around it.
    [InlineData("using var file = File.[|OpenRead|](path); using var zip = new GZipStream(file, CompressionMode.Decompress); await zip.CopyToAsync(stream);")]
    [InlineData("await using var zip = new BrotliStream(File.[|Create|](path), CompressionLevel.Fastest); await stream.CopyToAsync(zip);")]
    [InlineData("using var file = File.[|OpenRead|](path); using var zip = new DeflateStream(file, mode: CompressionMode.Decompress); using var reader = new StreamReader(zip); _value = await reader.ReadToEndAsync();")]
    [InlineData("await using var file = File.[|Create|](path); await using var whole = new BufferedStream(file, 65536); await whole.WriteAsync(buffer);")]
    public Task A_file_whose_use_is_awaited_is_reported(string body) => Check.ReportsAsync(InMethod(body));

    [Theory]
    [Trait("Case", "Negative")]
    // Opened for asynchronous use.
    [InlineData("using var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read, 4096, true); await file.ReadAsync(buffer);")]
    [InlineData("using var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read, 4096, FileOptions.Asynchronous | FileOptions.SequentialScan); await file.ReadAsync(buffer);")]
    [InlineData("using var file = File.Create(path, 4096, FileOptions.Asynchronous); await file.WriteAsync(buffer);")]
    [InlineData("using var file = new FileStream(path, new FileStreamOptions { Options = FileOptions.Asynchronous }); await file.ReadAsync(buffer);")]
    // It may be.
    [InlineData("using var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read, 4096, isAsync); await file.ReadAsync(buffer);")]
    [InlineData("using var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read, 4096, flags); await file.ReadAsync(buffer);")]
    [InlineData("using var file = new FileStream(path, options); await file.ReadAsync(buffer);")]
    [InlineData("var own = new FileStreamOptions(); own.Options = flags; using var file = File.Open(path, own); await file.ReadAsync(buffer);")]
    [InlineData("using var file = new FileStream(path, new FileStreamOptions { Options = flags }); await file.ReadAsync(buffer);")]
    [InlineData("using var file = new FileStream(handle, FileAccess.Read); await file.ReadAsync(buffer);")]
    [InlineData("using var file = new FileStream(handle, FileAccess.Read, 4096, false); await file.ReadAsync(buffer);")]
    // Nothing is read or written, or not here.
    [InlineData("await using var file = File.Create(path); await Task.Delay(1);")]
    [InlineData("await using (File.Create(path)) { await Task.Delay(1); }")]
    [InlineData("using var file = File.OpenRead(path); await file.FlushAsync();")]
    [InlineData("using var file = File.OpenRead(path); _ = file.ReadAsync(buffer); await Task.Delay(1);")]
    // Synchronous use.
    [InlineData("using var file = File.OpenRead(path); file.Read(buffer); await Task.Delay(1);")]
    [InlineData("using var file = File.OpenRead(path); await file.ReadAsync(buffer); file.ReadByte();")]
    [InlineData("using var file = File.Create(path); await file.WriteAsync(buffer); file.WriteByte(0);")]
    [InlineData("using var file = File.Create(path); await file.WriteAsync(buffer); file.Flush();")]
    [InlineData("using var file = File.Create(path); await file.WriteAsync(buffer); file.Flush(true);")]
    [InlineData("using var file = File.OpenRead(path); await file.ReadAsync(buffer); file.CopyTo(stream);")]
    [InlineData("using var file = File.Create(path); await file.WriteAsync(buffer); stream.CopyTo(file);")]
    [InlineData("using var file = File.OpenRead(path); await file.ReadAsync(buffer); file.EndRead(file.BeginRead(buffer, 0, 1, null, null));")]
    [InlineData("using var file = File.OpenRead(path); await file.ReadAsync(buffer); file.CopyToAsync(stream).Wait();")]
    [InlineData("using var file = File.OpenRead(path); await file.ReadAsync(buffer); size = file.ReadAsync(buffer).Result;")]
    [InlineData("using var file = File.OpenRead(path); await file.ReadAsync(buffer); size = file.ReadAsync(buffer).ConfigureAwait(false).GetAwaiter().GetResult();")]
    [InlineData("using var file = File.OpenRead(path); await file.ReadAsync(buffer); _value = JsonSerializer.Deserialize<string>(file);")]
    // It leaves the method.
    [InlineData("var file = File.OpenRead(path); await file.ReadAsync(buffer); Keep(file);")]
    [InlineData("var file = File.OpenRead(path); await file.ReadAsync(buffer); _field = file;")]
    [InlineData("_field = File.OpenRead(path); await _field.ReadAsync(buffer);")]
    [InlineData("var file = File.OpenRead(path); await file.ReadAsync(buffer); Stream other = file; other.ReadByte();")]
    [InlineData("var file = File.OpenRead(path); await file.ReadAsync(buffer); Action later = () => file.ReadByte();")]
    [InlineData("using var file = File.OpenRead(path); Func<Task> later = async () => await file.ReadAsync(buffer); await later();")]
    [InlineData("using var file = File.OpenRead(path); await client.PostAsync(path, new StreamContent(file));")]
    [InlineData("using var file = File.OpenRead(path); await file.ReadAsync(buffer); var own = file.SafeFileHandle;")]
    [InlineData("using var file = File.OpenRead(path); await file.ReadAsync(buffer); if (file.IsAsync) { }")]
    [InlineData("using var file = File.OpenRead(path); await file.ReadAsync(buffer); if (file is Stream { CanRead: true } other) { other.ReadByte(); }")]
    [InlineData("using var file = File.OpenRead(path); await KeepAsync(file);")]
    [InlineData("using var zip = new ZipArchive(File.OpenRead(path)); await zip.Entries[0].Open().CopyToAsync(stream);")]
    // It may be another file.
    [InlineData("var file = File.OpenRead(path); await file.ReadAsync(buffer); file = File.OpenRead(path + path);")]
    [InlineData("var file = size > 0 ? File.OpenRead(path) : File.Create(path); await file.ReadAsync(buffer);")]
    // The reader or writer reads or writes synchronously.
    [InlineData("using var reader = new StreamReader(File.OpenRead(path)); while (!reader.EndOfStream) { _value = await reader.ReadLineAsync(); }")]
    [InlineData("using var reader = new StreamReader(File.OpenRead(path)); _value = await reader.ReadLineAsync(); _value = reader.ReadLine();")]
    [InlineData("using var reader = new StreamReader(File.OpenRead(path)); _value = await reader.ReadLineAsync(); Keep(reader.BaseStream);")]
    [InlineData("await using var writer = new StreamWriter(File.Create(path)); await writer.WriteLineAsync(path); writer.Write(path);")]
    [InlineData("await using var writer = new StreamWriter(File.Create(path)); await writer.WriteLineAsync(path); writer.Flush();")]
    [InlineData("using var writer = new StreamWriter(File.Create(path)); await writer.WriteLineAsync(path);")]
    [InlineData("var writer = new StreamWriter(File.Create(path)); await writer.WriteLineAsync(path); writer.Dispose();")]
    [InlineData("using var zip = new GZipStream(File.Create(path), CompressionMode.Compress); await stream.CopyToAsync(zip);")]
    [InlineData("await using var file = File.Create(path); using (var buffered = new BufferedStream(file)) { await buffered.WriteAsync(buffer); }")]
    [InlineData("await using var zip = new GZipStream(File.OpenRead(path), CompressionMode.Decompress); await zip.CopyToAsync(stream); zip.ReadByte();")]
    // Other methods of these names.
    [InlineData("using var reader = File.OpenText(path); _value = await reader.ReadLineAsync();")]
    [InlineData("using var file = ZipFile.Open(path, ZipArchiveMode.Read); await Task.Delay(1);")]
    public Task Anything_else_is_not_reported(string body) => Check.IsSilentAsync(InMethod(body));

    [Theory]
    [Trait("Case", "Negative")]
    [InlineData("[SupportedOSPlatform(\"linux\")] async Task M(string path) { using var file = File.OpenRead(path); await file.ReadAsync(new byte[1]); }")]
    [InlineData("[SupportedOSPlatform(\"linux\"), SupportedOSPlatform(\"macos\")] async Task M(string path) { using var file = File.OpenRead(path); await file.ReadAsync(new byte[1]); }")]
    [InlineData("[UnsupportedOSPlatform(\"windows\")] async Task M(string path) { using var file = File.OpenRead(path); await file.ReadAsync(new byte[1]); }")]
    [InlineData("[SupportedOSPlatform(\"linux\")] class D { async Task M(string path) { using var file = File.OpenRead(path); await file.ReadAsync(new byte[1]); } }")]
    [InlineData("[SupportedOSPlatform(\"linux\")] class D { class E { Func<string, Task> _f = async path => { using var file = File.OpenRead(path); await file.ReadAsync(new byte[1]); }; } }")]
    [InlineData("[SupportedOSPlatform(\"linux\")] Func<string, Task> F => async path => { using var file = File.OpenRead(path); await file.ReadAsync(new byte[1]); };")]
    [InlineData("async Task M(string path) { await L(); [SupportedOSPlatform(\"linux\")] async Task L() { using var file = File.OpenRead(path); await file.ReadAsync(new byte[1]); } }")]
    [InlineData("class UnixFiles { async Task M(string path) { using var file = File.OpenRead(path); await file.ReadAsync(new byte[1]); } }")]
    [InlineData("class FilesOnLinux { async Task M(string path) { using var file = File.OpenRead(path); await file.ReadAsync(new byte[1]); } }")]
    public Task Code_that_is_not_for_Windows_is_not_reported(string member) => Check.IsSilentAsync(InClass(member));

    [Fact]
    [Trait("Case", "Negative")]
    public Task An_assembly_that_is_not_for_Windows_is_not_reported() => Check.IsSilentAsync(
        InClass("async Task M(string path) { using var file = File.OpenRead(path); await file.ReadAsync(new byte[1]); }", "[assembly: SupportedOSPlatform(\"android21.0\")]"));

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("[SupportedOSPlatform(\"windows\")] async Task M(string path) { using var file = File.[|OpenRead|](path); await file.ReadAsync(new byte[1]); }")]
    [InlineData("[SupportedOSPlatform(\"linux\"), SupportedOSPlatform(\"Windows10.0.17763\")] async Task M(string path) { using var file = File.[|OpenRead|](path); await file.ReadAsync(new byte[1]); }")]
    [InlineData("[UnsupportedOSPlatform(\"browser\")] async Task M(string path) { using var file = File.[|OpenRead|](path); await file.ReadAsync(new byte[1]); }")]
    [InlineData("[UnsupportedOSPlatform(\"windows6.1\")] async Task M(string path) { using var file = File.[|OpenRead|](path); await file.ReadAsync(new byte[1]); }")]
    [InlineData("class UnixTimeFiles { async Task M(string path) { using var file = File.[|OpenRead|](path); await file.ReadAsync(new byte[1]); } }")]
    [InlineData("class WindowsAndUnix { async Task M(string path) { using var file = File.[|OpenRead|](path); await file.ReadAsync(new byte[1]); } }")]
    public Task Code_that_is_for_Windows_too_is_reported(string member) => Check.ReportsAsync(InClass(member));

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("async Task<string?> M(string path) => await JsonSerializer.DeserializeAsync<string>(File.[|OpenRead|](path));")]
    [InlineData("Func<string, Task> _f = async path => await File.[|OpenRead|](path).CopyToAsync(Stream.Null);")]
    [InlineData("async IAsyncEnumerable<string> M(string path) { using var reader = new StreamReader(File.[|OpenRead|](path)); while (await reader.ReadLineAsync() is { } line) { yield return line; } }")]
    [InlineData("async void M(string path) { using var file = File.[|OpenRead|](path); await file.ReadAsync(new byte[1]); }")]
    public Task Every_kind_of_member_is_looked_at(string member) => Check.ReportsAsync(InClass(member));

    [Fact]
    [Trait("Case", "Negative")]
    public Task Code_without_the_types_is_not_reported() => Check.IsSilentAsync("class C { C Create() => new C(); }");

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("using var file = File.{|#0:Create|}(path); await file.WriteAsync(buffer);", "File.Create")]
    [InlineData("using var file = info.{|#0:OpenRead|}(); await file.ReadAsync(buffer);", "FileInfo.OpenRead")]
    [InlineData("using FileStream file = {|#0:new|}(path, FileMode.Open); await file.ReadAsync(buffer);", "new FileStream")]
    public Task The_message_says_what_opens_the_file(string body, string name) => Check.ReportsAsync(InMethod(body), Check.Diagnostic(0, name));

    [Theory]
    // What is not written down is written out.
    [InlineData("File.[|Create|](path)", "File.Create(path, 4096, FileOptions.Asynchronous)")]
    [InlineData("File.[|Create|](path, 16384)", "File.Create(path, 16384, FileOptions.Asynchronous)")]
    [InlineData("File.[|Create|](bufferSize: size, path: path)", "File.Create(bufferSize: size, path: path, options: FileOptions.Asynchronous)")]
    [InlineData("File.[|OpenRead|](path)", "new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read, 4096, FileOptions.Asynchronous)")]
    [InlineData("File.[|OpenRead|](path: path)", "new FileStream(path: path, mode: FileMode.Open, access: FileAccess.Read, share: FileShare.Read, bufferSize: 4096, options: FileOptions.Asynchronous)")]
    [InlineData("File.[|OpenWrite|](path)", "new FileStream(path, FileMode.OpenOrCreate, FileAccess.Write, FileShare.None, 4096, FileOptions.Asynchronous)")]
    [InlineData("File.[|Open|](path, FileMode.Open)", "new FileStream(path, FileMode.Open, FileAccess.ReadWrite, FileShare.None, 4096, FileOptions.Asynchronous)")]
    [InlineData("File.[|Open|](path, FileMode.Append)", "new FileStream(path, FileMode.Append, FileAccess.Write, FileShare.None, 4096, FileOptions.Asynchronous)")]
    [InlineData("File.[|Open|](path, mode, FileAccess.Read)", "new FileStream(path, mode, FileAccess.Read, FileShare.None, 4096, FileOptions.Asynchronous)")]
    [InlineData("File.[|Open|](path, mode, FileAccess.Read, share: FileShare.Delete)", "new FileStream(path, mode, FileAccess.Read, share: FileShare.Delete, bufferSize: 4096, options: FileOptions.Asynchronous)")]
    [InlineData("new [|FileStream|](path, FileMode.Create)", "new FileStream(path, FileMode.Create, FileAccess.ReadWrite, FileShare.Read, 4096, FileOptions.Asynchronous)")]
    [InlineData("new [|FileStream|](path, FileMode.Append)", "new FileStream(path, FileMode.Append, FileAccess.Write, FileShare.Read, 4096, FileOptions.Asynchronous)")]
    [InlineData("new [|FileStream|](path, mode, FileAccess.Read)", "new FileStream(path, mode, FileAccess.Read, FileShare.Read, 4096, FileOptions.Asynchronous)")]
    [InlineData("new [|FileStream|](path, mode, FileAccess.Read, FileShare.None, size)", "new FileStream(path, mode, FileAccess.Read, FileShare.None, size, FileOptions.Asynchronous)")]
    [InlineData("new [|FileStream|](path, mode, FileAccess.Read, FileShare.None, bufferSize: 1)", "new FileStream(path, mode, FileAccess.Read, FileShare.None, bufferSize: 1, options: FileOptions.Asynchronous)")]
    [InlineData("[|new|](access: FileAccess.Read, mode: mode, path: path)", "new(access: FileAccess.Read, mode: mode, path: path, share: FileShare.Read, bufferSize: 4096, options: FileOptions.Asynchronous)")]
    [InlineData("System.IO.File.[|OpenRead|](path)", "new System.IO.FileStream(path, System.IO.FileMode.Open, System.IO.FileAccess.Read, System.IO.FileShare.Read, 4096, System.IO.FileOptions.Asynchronous)")]
    [InlineData("new [|global::System.IO.FileStream|](path, mode, FileAccess.Read)", "new global::System.IO.FileStream(path, mode, FileAccess.Read, global::System.IO.FileShare.Read, 4096, global::System.IO.FileOptions.Asynchronous)")]
    // What is given is added to.
    [InlineData("new [|FileStream|](path, mode, FileAccess.Read, FileShare.Read, 4096, false)", "new FileStream(path, mode, FileAccess.Read, FileShare.Read, 4096, true)")]
    [InlineData("new [|FileStream|](path, mode, FileAccess.Read, FileShare.Read, 4096, useAsync: false)", "new FileStream(path, mode, FileAccess.Read, FileShare.Read, 4096, useAsync: true)")]
    [InlineData("new [|FileStream|](path, mode, FileAccess.Read, FileShare.Read, 4096, FileOptions.None)", "new FileStream(path, mode, FileAccess.Read, FileShare.Read, 4096, FileOptions.Asynchronous)")]
    [InlineData("new [|FileStream|](path, mode, FileAccess.Read, FileShare.Read, 4096, FileOptions.SequentialScan)", "new FileStream(path, mode, FileAccess.Read, FileShare.Read, 4096, FileOptions.SequentialScan | FileOptions.Asynchronous)")]
    [InlineData("File.[|Create|](path, 4096, FileOptions.DeleteOnClose | FileOptions.WriteThrough)", "File.Create(path, 4096, FileOptions.DeleteOnClose | FileOptions.WriteThrough | FileOptions.Asynchronous)")]
    [InlineData("File.[|Create|](path, 4096, Delete)", "File.Create(path, 4096, Delete | FileOptions.Asynchronous)")]
    [InlineData("File.[|Create|](path, 4096, true ? Delete : 0)", "File.Create(path, 4096, (true ? Delete : 0) | FileOptions.Asynchronous)")]
    [InlineData("File.[|Create|](path, 4096, 0)", "File.Create(path, 4096, FileOptions.Asynchronous)")]
    [InlineData("new [|FileStream|](path, new FileStreamOptions { Mode = mode })", "new FileStream(path, new FileStreamOptions { Mode = mode, Options = FileOptions.Asynchronous })")]
    [InlineData("new [|FileStream|](path, new FileStreamOptions { Options = FileOptions.WriteThrough, Mode = mode })", "new FileStream(path, new FileStreamOptions { Options = FileOptions.WriteThrough | FileOptions.Asynchronous, Mode = mode })")]
    [InlineData("new [|FileStream|](path, new FileStreamOptions { Options = FileOptions.None })", "new FileStream(path, new FileStreamOptions { Options = FileOptions.Asynchronous })")]
    [InlineData("File.[|Open|](path, new FileStreamOptions())", "File.Open(path, new FileStreamOptions() { Options = FileOptions.Asynchronous })")]
    [InlineData("File.[|Open|](path, options: new())", "File.Open(path, options: new() { Options = FileOptions.Asynchronous })")]
    // A FileInfo stays one.
    [InlineData("info.[|OpenRead|]()", "info.Open(new FileStreamOptions { Mode = FileMode.Open, Access = FileAccess.Read, Share = FileShare.Read, Options = FileOptions.Asynchronous })")]
    [InlineData("info.[|OpenWrite|]()", "info.Open(new FileStreamOptions { Mode = FileMode.OpenOrCreate, Access = FileAccess.Write, Share = FileShare.None, Options = FileOptions.Asynchronous })")]
    [InlineData("new FileInfo(path).[|Open|](FileMode.Append)", "new FileInfo(path).Open(new FileStreamOptions { Mode = FileMode.Append, Access = FileAccess.Write, Share = FileShare.None, Options = FileOptions.Asynchronous })")]
    [InlineData("info.[|Open|](share: FileShare.Read, mode: mode, access: FileAccess.Read)", "info.Open(new FileStreamOptions { Share = FileShare.Read, Mode = mode, Access = FileAccess.Read, Options = FileOptions.Asynchronous })")]
    [InlineData("info.[|Open|](new FileStreamOptions { Mode = mode })", "info.Open(new FileStreamOptions { Mode = mode, Options = FileOptions.Asynchronous })")]
    public Task The_file_is_opened_for_asynchronous_use(string opening, string fixedOpening) => Check.FixesAsync(
        RuleFixes.Plain,
        InMethod("using FileStream file = " + opening + "; await file.ReadAsync(buffer);"),
        InMethod("using FileStream file = " + fixedOpening + "; await file.ReadAsync(buffer);"));

    [Fact]
    public Task Options_in_a_local_of_their_own_are_added_to() => Check.FixesAsync(
        RuleFixes.Plain,
        InMethod("var own = new FileStreamOptions { Mode = mode, Access = FileAccess.Read }; using var file = File.[|Open|](path, own); await file.ReadAsync(buffer);"),
        InMethod("var own = new FileStreamOptions { Mode = mode, Access = FileAccess.Read, Options = FileOptions.Asynchronous }; using var file = File.Open(path, own); await file.ReadAsync(buffer);"));

    [Fact]
    public Task The_opening_may_be_part_of_an_expression() => Check.FixesAsync(
        RuleFixes.Plain,
        InMethod("await File.[|OpenRead|](path).CopyToAsync(File.[|OpenWrite|](path + path));"),
        InMethod("await new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read, 4096, FileOptions.Asynchronous).CopyToAsync(new FileStream(path + path, FileMode.OpenOrCreate, FileAccess.Write, FileShare.None, 4096, FileOptions.Asynchronous));"));

    [Fact]
    public Task Types_that_are_not_imported_are_qualified() => Check.FixesAsync(
        RuleFixes.Plain,
        "using System.Threading.Tasks;\nusing F = System.IO.File;\n\nclass C { async Task M(string path) { using var file = F.[|OpenRead|](path); await file.ReadAsync(new byte[1]); } }\n",
        "using System.Threading.Tasks;\nusing F = System.IO.File;\n\nclass C { async Task M(string path) { using var file = new System.IO.FileStream(path, System.IO.FileMode.Open, System.IO.FileAccess.Read, System.IO.FileShare.Read, 4096, System.IO.FileOptions.Asynchronous); await file.ReadAsync(new byte[1]); } }\n");

    [Fact]
    public Task Types_that_are_hidden_are_qualified() => Check.FixesAsync(
        RuleFixes.Plain,
        InClass("enum FileShare { } async Task M(string path) { using var file = File.[|OpenRead|](path); await file.ReadAsync(new byte[1]); }"),
        InClass("enum FileShare { } async Task M(string path) { using var file = new System.IO.FileStream(path, System.IO.FileMode.Open, System.IO.FileAccess.Read, System.IO.FileShare.Read, 4096, System.IO.FileOptions.Asynchronous); await file.ReadAsync(new byte[1]); }"));

    [Fact]
    public Task Top_level_statements_are_fixed() => Check.FixesAsync(
        RuleFixes.Plain,
        "using System.IO;\nusing static System.IO.File;\n\nusing var file = [|OpenRead|](args[0]);\nawait file.CopyToAsync(Stream.Null);\n",
        "using System.IO;\nusing static System.IO.File;\n\nusing var file = new FileStream(args[0], FileMode.Open, FileAccess.Read, FileShare.Read, 4096, FileOptions.Asynchronous);\nawait file.CopyToAsync(Stream.Null);\n",
        outputKind: OutputKind.ConsoleApplication);

    [Theory]
    [InlineData(TestTarget.Net472)]
    [InlineData(TestTarget.NetStandard20)]
    public Task Older_frameworks_are_fixed_as_well(TestTarget target) => Check.FixesAsync(
        RuleFixes.Plain,
        "using System.IO;\nusing System.Threading.Tasks;\n\nclass C { async Task M(string path) { using (var file = File.[|Create|](path)) await file.WriteAsync(new byte[1], 0, 1); } }\n",
        "using System.IO;\nusing System.Threading.Tasks;\n\nclass C { async Task M(string path) { using (var file = File.Create(path, 4096, FileOptions.Asynchronous)) await file.WriteAsync(new byte[1], 0, 1); } }\n",
        target: target);

    [Theory]
    [Trait("Case", "NoFix")]
    // Which access the mode stands for cannot be told.
    [InlineData("using var file = File.[|Open|](path, mode); await file.ReadAsync(buffer);")]
    [InlineData("using var file = new [|FileStream|](path, mode); await file.ReadAsync(buffer);")]
    [InlineData("using var file = info.[|Open|](mode); await file.ReadAsync(buffer);")]
    // FileInfo.Create also forgets what it knows of the file.
    [InlineData("using var file = info.[|Create|](); await file.WriteAsync(buffer);")]
    // The comment would be lost.
    [InlineData("using var file = File./* read */[|OpenRead|](path); await file.ReadAsync(buffer);")]
    public Task What_cannot_be_written_out_is_left_alone(string body) => Check.OffersNoFixAsync(RuleFixes.Plain, InMethod(body));

    [Fact]
    [Trait("Case", "NoFix")]
    public Task A_FileInfo_of_an_older_framework_is_left_alone() => Check.OffersNoFixAsync(
        RuleFixes.Plain,
        "using System.IO;\nusing System.Threading.Tasks;\n\nclass C { async Task M(FileInfo info) { using (var file = info.[|OpenRead|]()) await file.ReadAsync(new byte[1], 0, 1); } }\n",
        target: TestTarget.Net472);

    [Fact]
    [Trait("Case", "Trivia")]
    public Task Comments_and_layout_stay() => Check.FixesAsync(
        RuleFixes.Plain,
        InMethod(
            """
            // What comes in.
                    await using (var file = new [|FileStream|](
                        path, // where it is
                        FileMode.Create,
                        FileAccess.Write /* only */))
                    {
                        await file.WriteAsync ( buffer ,  token ) ;   // all
                    }

                    using var own = new [|FileStream|](path, new FileStreamOptions
                    {
                        Mode = FileMode.Open, // must be there
                        Access = FileAccess.Read // for now
                    });
                    await own.ReadAsync(buffer);
                    using var other = new [|FileStream|](path, new FileStreamOptions
                    {
                        Mode = FileMode.Open, // must be there
                    });
                    await other.ReadAsync(buffer);
                    using var read = /* a */ File . [|OpenRead|] /* b */ ( /* c */ path /* d */ ) /* e */ ;
                    await read.ReadAsync(buffer);
            """),
        InMethod(
            """
            // What comes in.
                    await using (var file = new FileStream(
                        path, // where it is
                        FileMode.Create,
                        FileAccess.Write /* only */, FileShare.Read, 4096, FileOptions.Asynchronous))
                    {
                        await file.WriteAsync ( buffer ,  token ) ;   // all
                    }

                    using var own = new FileStream(path, new FileStreamOptions
                    {
                        Mode = FileMode.Open, // must be there
                        Access = FileAccess.Read, // for now
                        Options = FileOptions.Asynchronous
                    });
                    await own.ReadAsync(buffer);
                    using var other = new FileStream(path, new FileStreamOptions
                    {
                        Mode = FileMode.Open, // must be there
                        Options = FileOptions.Asynchronous,
                    });
                    await other.ReadAsync(buffer);
                    using var read = /* a */ new FileStream /* b */ ( /* c */ path /* d */, FileMode.Open, FileAccess.Read, FileShare.Read, 4096, FileOptions.Asynchronous ) /* e */ ;
                    await read.ReadAsync(buffer);
            """));

    [Fact]
    [Trait("Case", "FixAll")]
    public Task All_files_of_a_project_are_fixed_at_once() => Check.FixesAllAsync(
        RuleFixes.Plain,
        [
            InMethod("using var file = File.[|OpenRead|](path); using var copy = info.[|OpenWrite|](); await file.CopyToAsync(copy, 1048576);"),
            "using System.IO;\nusing System.Threading.Tasks;\n\nclass D { async Task M(string p) { using var f = File.[|Create|](p); await f.WriteAsync(new byte[1]); } }\n",
        ],
        [
            InMethod("using var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read, 4096, FileOptions.Asynchronous); using var copy = info.Open(new FileStreamOptions { Mode = FileMode.OpenOrCreate, Access = FileAccess.Write, Share = FileShare.None, Options = FileOptions.Asynchronous }); await file.CopyToAsync(copy, 1048576);"),
            "using System.IO;\nusing System.Threading.Tasks;\n\nclass D { async Task M(string p) { using var f = File.Create(p, 4096, FileOptions.Asynchronous); await f.WriteAsync(new byte[1]); } }\n",
        ]);

    private static string InMethod(string body) => InClass(
        $$"""
        private const FileOptions Delete = FileOptions.DeleteOnClose;
            private FileStream? _field;
            private string? _value;

            async Task M(string path, FileInfo info, Stream stream, byte[] buffer, CancellationToken token, int size, bool isAsync, string[] names, FileMode mode,
                FileOptions flags, FileStreamOptions options, SafeFileHandle handle, IFormFile form, PipeReader pipe, HttpContent content, HttpClient client)
            {
                {{body}}
            }

            static void Keep(Stream stream)
            {
            }

            static Task KeepAsync(Stream stream) => Task.CompletedTask;
        """);

    private static string InClass(string members, string attribute = "") =>
        $$"""
        using System;
        using System.Collections.Generic;
        using System.IO;
        using System.IO.Compression;
        using System.IO.Pipelines;
        using System.Net.Http;
        using System.Runtime.Versioning;
        using System.Security.Cryptography;
        using System.Text.Json;
        using System.Text.Json.Nodes;
        using System.Threading;
        using System.Threading.Tasks;
        using Microsoft.AspNetCore.Http;
        using Microsoft.Win32.SafeHandles;
        {{attribute}}
        class C
        {
            {{members}}
        }

        """;
}
