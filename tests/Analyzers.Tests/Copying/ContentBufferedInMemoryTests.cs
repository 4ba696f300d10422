using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using StreamTuning.RuleTesting;
using Check = StreamTuning.Analyzers.Tests.Verify<
    StreamTuning.Analyzers.Copying.ContentBufferedInMemoryAnalyzer,
    StreamTuning.CodeFixes.Copying.ContentBufferedInMemoryCodeFix>;
using OfBlobs = StreamTuning.RuleTesting.RuleTest<
    StreamTuning.Analyzers.Copying.ContentBufferedInMemoryAnalyzer,
    StreamTuning.CodeFixes.Copying.ContentBufferedInMemoryCodeFix>;

namespace StreamTuning.Analyzers.Tests.Copying;

public sealed class ContentBufferedInMemoryTests
{
    private static readonly TestSetup WithBlobs = new() { AzureBlobs = true, Nullable = NullableContextOptions.Enable };

    private const string Atomic = "new FileCopyOptions { Replace = FileReplacement.Atomic }";

    [Theory]
    [Trait("Case", "Positive")]
    // How the memory is written.
    [InlineData("using var memory = new MemoryStream(); await [|content.CopyToAsync(memory)|]; await File.WriteAllBytesAsync(path, memory.ToArray(), token);")]
    [InlineData("MemoryStream memory = new(4096); [|network.CopyTo(memory, 81920)|]; File.WriteAllBytes(path, memory.ToArray());")]
    [InlineData("var memory = new MemoryStream(); [|network.CopyTo(memory)|]; byte[] bytes = memory.ToArray(); File.WriteAllBytes(path, bytes);")]
    [InlineData("var memory = new MemoryStream(); [|network.CopyTo(memory)|]; using var file = File.Create(path); file.Write(memory.ToArray());")]
    [InlineData("var memory = new MemoryStream(); [|network.CopyTo(memory)|]; var bytes = memory.ToArray(); using var file = File.Create(path); file.Write(bytes, 0, bytes.Length);")]
    [InlineData("var memory = new MemoryStream(); [|network.CopyTo(memory)|]; var bytes = memory.ToArray(); using var file = File.Create(path); await file.WriteAsync(bytes.AsMemory(), token);")]
    [InlineData("var memory = new MemoryStream(); [|network.CopyTo(memory)|]; using var file = File.Create(path); file.Write(memory.GetBuffer(), 0, (int)memory.Length);")]
    [InlineData("var memory = new MemoryStream(); [|network.CopyTo(memory)|]; File.WriteAllBytes(path, memory.GetBuffer().AsSpan(0, (int)memory.Length));")]
    [InlineData("var memory = new MemoryStream(); [|network.CopyTo(memory)|]; memory.Position = 0; using var file = File.Create(path); await memory.CopyToAsync(file);")]
    [InlineData("Stream memory = new MemoryStream(); [|network.CopyTo(memory)|]; memory.Seek(0, SeekOrigin.Begin); memory.CopyTo(File.OpenWrite(path));")]
    [InlineData("using (var memory = new MemoryStream()) { [|network.CopyTo(memory)|]; memory.Flush(); using (var file = new FileInfo(path).Create()) { memory.WriteTo(file); } }")]
    // Where the content comes from: not from a file.
    [InlineData("var memory = new MemoryStream(); await [|(await content.ReadAsStreamAsync()).CopyToAsync(memory)|]; File.WriteAllBytes(path, memory.ToArray());")]
    [InlineData("var memory = new MemoryStream(); using (var body = await client.GetStreamAsync(path)) { await [|body.CopyToAsync(memory)|]; } File.WriteAllBytes(path, memory.ToArray());")]
    [InlineData("var memory = new MemoryStream(); await [|request.Body.CopyToAsync(memory)|]; File.WriteAllBytes(path, memory.ToArray());")]
    [InlineData("var memory = new MemoryStream(); await [|request.BodyReader.CopyToAsync(memory)|]; File.WriteAllBytes(path, memory.ToArray());")]
    [InlineData("var memory = new MemoryStream(); using var zip = new GZipStream(await content.ReadAsStreamAsync(), CompressionMode.Decompress); zip.Flush(); [|zip.CopyTo(memory)|]; File.WriteAllBytes(path, memory.ToArray());")]
    [InlineData("var bytes = await [|client.GetByteArrayAsync(path, token)|]; await File.WriteAllBytesAsync(other, bytes, token);")]
    [InlineData("byte[] bytes = await [|client.GetByteArrayAsync(path)|].ConfigureAwait(false); Directory.CreateDirectory(other); File.WriteAllBytes(other, bytes);")]
    [InlineData("File.WriteAllBytes(path, await [|content.ReadAsByteArrayAsync()|]);")]
    [InlineData("File.WriteAllBytes(path, [|client.GetByteArrayAsync(other)|].Result);")]
    [InlineData("response.EnsureSuccessStatusCode(); byte[] bytes; bytes = await [|response.Content.ReadAsByteArrayAsync(token)|]; using var file = File.Create(path); await file.WriteAsync(bytes, token);")]
    // From another file.
    [InlineData("var memory = new MemoryStream(); using var input = File.OpenRead(path); [|input.CopyTo(memory)|]; File.WriteAllBytes(path + \".bak\", memory.ToArray());")]
    [InlineData("var memory = new MemoryStream(); using var input = new GZipStream(new FileStream(path + \".gz\", FileMode.Open), CompressionMode.Decompress); [|input.CopyTo(memory)|]; File.WriteAllBytes(path, memory.ToArray());")]
    [InlineData("File.WriteAllBytes(\"b\", [|File.ReadAllBytes(\"a\")|]);")]
    [InlineData("await File.WriteAllBytesAsync(\"out/a.bin\", await [|File.ReadAllBytesAsync(\"in/a.bin\")|].ConfigureAwait(false), token);")]
    [InlineData("byte[] bytes = [|File.ReadAllBytes(path)|]; File.WriteAllBytes(path + \".bak\", bytes);")]
    [InlineData("byte[] bytes; bytes = await [|File.ReadAllBytesAsync(path + \".in\", token)|]; using var file = new FileStream($\"{other}.out\", FileMode.Create); await file.WriteAsync(bytes, 0, bytes.Length);")]
    [InlineData("var bytes = [|File.ReadAllBytes(path)|]; string target = $\"{path}.bak\"; Console.WriteLine(target); File.WriteAllBytes(target, bytes);")]
    [InlineData("var bytes = [|File.ReadAllBytes(path)|]; File.WriteAllBytes(Path.Combine(other, Guid.NewGuid() + \".jpg\"), bytes);")]
    [InlineData("var bytes = [|File.ReadAllBytes(path)|]; var name = Guid.NewGuid().ToString(\"N\"); File.WriteAllBytes($\"{other}/{name}\", bytes);")]
    [InlineData("var bytes = [|File.ReadAllBytes(path)|]; File.WriteAllBytes(Path.GetTempFileName(), bytes);")]
    [InlineData("string temporary = Path.Join(other, Path.GetRandomFileName()); File.WriteAllBytes(path, [|File.ReadAllBytes(temporary)|]);")]
    [InlineData("File.WriteAllBytes(Path.Combine(other, \"b.txt\"), [|File.ReadAllBytes(Path.Combine(path, \"a.txt\"))|]);")]
    [InlineData("File.WriteAllBytes(Path.Combine(path, other + \".bak\"), [|File.ReadAllBytes(Path.Combine(path, other))|]);")]
    [InlineData("foreach (string each in Directory.GetFiles(path)) { File.WriteAllBytes(each + \".bak\", [|File.ReadAllBytes(each)|]); }")]
    [InlineData("foreach (FileInfo each in new DirectoryInfo(path).GetFiles()) { File.WriteAllBytes(each.FullName + \".bak\", [|File.ReadAllBytes(each.FullName)|]); }")]
    [InlineData("File.WriteAllBytes(Path.ChangeExtension(path, \".bak\"), [|File.ReadAllBytes(Path.Combine(path, \"a.txt\"))|]);")]
    [InlineData("if (path.Length > 9) { var bytes = [|File.ReadAllBytes(path)|]; File.WriteAllBytes(path + \".bak\", bytes); }")]
    [InlineData("Action copy = () => File.WriteAllBytes(path + \".bak\", [|File.ReadAllBytes(path)|]); copy();")]
    public Task Content_that_is_in_memory_only_to_be_written_is_reported(string body) => Check.ReportsAsync(InMethod(body));

    [Theory]
    [Trait("Case", "Negative")]
    // The bytes are used otherwise.
    [InlineData("var memory = new MemoryStream(); await content.CopyToAsync(memory); if (memory.Length > 9) { return; } File.WriteAllBytes(path, memory.ToArray());")]
    [InlineData("var bytes = await client.GetByteArrayAsync(other); ArgumentOutOfRangeException.ThrowIfGreaterThan(bytes.Length, 10_000_000); File.WriteAllBytes(path, bytes);")]
    [InlineData("var bytes = await client.GetByteArrayAsync(other); if (LogicalBlocks(bytes.Length) > 9) { return; } File.WriteAllBytes(path, bytes); static int LogicalBlocks(int length) => length / 512;")]
    [InlineData("var bytes = await client.GetByteArrayAsync(other); LogicalBlocks(bytes.Length); File.WriteAllBytes(path, bytes); static void LogicalBlocks(int length) { }")]
    [InlineData("var bytes = await client.GetByteArrayAsync(other); if (Log(bytes.Length)) { File.WriteAllBytes(path, bytes); } static bool Log(int length) => length > 9;")]
    [InlineData("var bytes = await client.GetByteArrayAsync(other); bool isLogged = Log(bytes.Length); File.WriteAllBytes(path, bytes); static bool Log(int length) => length > 9;")]
    [InlineData("var bytes = await client.GetByteArrayAsync(other); Log(bytes.Length > 9 ? throw new IOException() : 1); File.WriteAllBytes(path, bytes); static void Log(int a) { }")]
    // What came in before the copy failed is written.
    [InlineData("using var memory = new MemoryStream(); try { await content.CopyToAsync(memory); } catch (HttpRequestException) { } File.WriteAllBytes(path, memory.ToArray());")]
    [InlineData("using var memory = new MemoryStream(); byte[] bytes; try { await content.CopyToAsync(memory); } catch (IOException) { throw; } catch (HttpRequestException) { Next(); } bytes = memory.ToArray(); File.WriteAllBytes(path, bytes);")]
    [InlineData("var memory = new MemoryStream(); await content.CopyToAsync(memory); Look(memory.Length); File.WriteAllBytes(path, memory.ToArray());")]
    [InlineData("var bytes = await client.GetByteArrayAsync(path); int length = bytes.Length; File.WriteAllBytes(other, bytes); Console.WriteLine(length);")]
    [InlineData("var bytes = await client.GetByteArrayAsync(path); Console.WriteLine(bytes.LongLength + SHA256.HashData(bytes).Length); File.WriteAllBytes(other, bytes);")]
    [InlineData("var memory = new MemoryStream(); await content.CopyToAsync(memory); File.WriteAllBytes(path, memory.ToArray()); File.WriteAllBytes(other, memory.ToArray());")]
    [InlineData("var memory = new MemoryStream(); await content.CopyToAsync(memory); var hash = SHA256.HashData(memory.ToArray()); File.WriteAllBytes(path, memory.ToArray());")]
    [InlineData("var memory = new MemoryStream(); await content.CopyToAsync(memory); Look(memory); File.WriteAllBytes(path, memory.ToArray());")]
    [InlineData("var bytes = File.ReadAllBytes(path); Look(bytes); File.WriteAllBytes(path + \".bak\", bytes);")]
    [InlineData("var bytes = File.ReadAllBytes(path); if (bytes.Length == 0) { return; } File.WriteAllBytes(path + \".bak\", bytes);")]
    [InlineData("var bytes = File.ReadAllBytes(path); bytes[0] = 0; File.WriteAllBytes(path + \".bak\", bytes);")]
    [InlineData("var bytes = File.ReadAllBytes(path); File.WriteAllBytes(path + \".bak\", bytes); File.WriteAllBytes(path + \".bak2\", bytes);")]
    [InlineData("var bytes = File.ReadAllBytes(path); Func<byte[]> later = () => bytes; File.WriteAllBytes(path + \".bak\", bytes);")]
    [InlineData("var memory = new MemoryStream(); await content.CopyToAsync(memory); await network.CopyToAsync(memory); File.WriteAllBytes(path, memory.ToArray());")]
    [InlineData("var memory = new MemoryStream(); memory.WriteByte(1); await content.CopyToAsync(memory); File.WriteAllBytes(path, memory.ToArray());")]
    [InlineData("var memory = new MemoryStream(given); await content.CopyToAsync(memory); File.WriteAllBytes(path, memory.ToArray());")]
    [InlineData("var bytes = await client.GetByteArrayAsync(path); if (bytes.Length == 0) { return; } File.WriteAllBytes(other, bytes);")]
    [InlineData("var bytes = await response.Content.ReadAsByteArrayAsync(); Look(SHA256.HashData(bytes)); File.WriteAllBytes(path, bytes);")]
    [InlineData("var bytes = await content.ReadAsByteArrayAsync(); if (size > 0) { File.WriteAllBytes(path, bytes); }")]
    // It is in memory anyway.
    [InlineData("using var made = new ByteArrayContent(given); File.WriteAllBytes(path, await made.ReadAsByteArrayAsync());")]
    // Not all of it is written, or not as it was.
    [InlineData("var memory = new MemoryStream(); await content.CopyToAsync(memory); memory.Position = 4; using var file = File.Create(path); memory.CopyTo(file);")]
    [InlineData("var memory = new MemoryStream(); await content.CopyToAsync(memory); using var file = File.Create(path); memory.CopyTo(file);")]
    [InlineData("var memory = new MemoryStream(); memory.Position = 0; await content.CopyToAsync(memory); using var file = File.Create(path); memory.CopyTo(file);")]
    [InlineData("var memory = new MemoryStream(); await content.CopyToAsync(memory); memory.SetLength(9); File.WriteAllBytes(path, memory.ToArray());")]
    [InlineData("var memory = new MemoryStream(); await content.CopyToAsync(memory); File.WriteAllBytes(path, memory.GetBuffer());")]
    [InlineData("var memory = new MemoryStream(); await content.CopyToAsync(memory); using var file = File.Create(path); file.Write(memory.GetBuffer());")]
    [InlineData("var memory = new MemoryStream(); await content.CopyToAsync(memory); using var file = File.Create(path); file.Write(memory.GetBuffer(), 4, (int)memory.Length);")]
    [InlineData("var read = File.ReadAllBytes(path); using var file = File.Create(path + \".bak\"); file.Write(read, 0, 9);")]
    [InlineData("var read = File.ReadAllBytes(path); using var file = File.Create(path + \".bak\"); file.Write(read.AsSpan(4));")]
    [InlineData("var read = File.ReadAllBytes(path); using var file = File.Create(path + \".bak\"); file.Write(read.AsSpan(..4));")]
    // A resource of an assembly is small.
    [InlineData("var memory = new MemoryStream(); typeof(C).Assembly.GetManifestResourceStream(\"a\")!.CopyTo(memory); File.WriteAllBytes(path, memory.ToArray());")]
    [InlineData("using var resource = typeof(C).Assembly.GetManifestResourceStream(\"a\")!; var memory = new MemoryStream(); resource.CopyTo(memory); memory.Position = 0; using var file = File.Create(path); memory.CopyTo(file);")]
    [InlineData("var memory = new MemoryStream(); using var zip = new GZipStream(typeof(C).Assembly.GetManifestResourceStream(\"a\")!, CompressionMode.Decompress); zip.CopyTo(memory); File.WriteAllBytes(path, memory.ToArray());")]
    // Perhaps it is not written, or several times.
    [InlineData("var memory = new MemoryStream(); await content.CopyToAsync(memory); if (path.Length > 9) { File.WriteAllBytes(path, memory.ToArray()); }")]
    [InlineData("var read = File.ReadAllBytes(path); for (int i = 0; i < 3; i++) { File.WriteAllBytes(path + \".bak\" + i + \"b\", read); }")]
    [InlineData("var read = File.ReadAllBytes(path); try { Next(); } catch (IOException) { File.WriteAllBytes(path + \".bak\", read); }")]
    [InlineData("byte[] read = given; try { read = File.ReadAllBytes(path); } catch (IOException) { } File.WriteAllBytes(path + \".bak\", read);")]
    [InlineData("var memory = new MemoryStream(); foreach (var each in new[] { content }) { await each.CopyToAsync(memory); } File.WriteAllBytes(path, memory.ToArray());")]
    [InlineData("var read = File.ReadAllBytes(path); Action write = () => File.WriteAllBytes(path + \".bak\", read); write();")]
    // It may be the same file.
    [InlineData("File.WriteAllBytes(path, File.ReadAllBytes(path));")]
    [InlineData("File.WriteAllBytes(path, File.ReadAllBytes(other));")]
    [InlineData("File.WriteAllBytes(path + size, File.ReadAllBytes(path));")]
    [InlineData("File.WriteAllBytes(\"A\", File.ReadAllBytes(\"a\"));")]
    [InlineData("File.WriteAllBytes(\"/tmp/a\", File.ReadAllBytes(\"a\"));")]
    [InlineData("File.WriteAllBytes(\"x/../a\", File.ReadAllBytes(\"a\"));")]
    [InlineData("File.WriteAllBytes(\"a.\", File.ReadAllBytes(\"a\"));")]
    [InlineData("File.WriteAllBytes(Path.Combine(other, \"a\"), File.ReadAllBytes(Path.Combine(path, \"a\")));")]
    [InlineData("File.WriteAllBytes(Path.Combine(other, Path.GetFileName(path)), File.ReadAllBytes(path));")]
    [InlineData("File.WriteAllBytes(Path.Combine(path, other), File.ReadAllBytes(Path.Combine(other, other + 1)));")]
    [InlineData("File.WriteAllBytes(Path.Combine(path, other, \"a\"), File.ReadAllBytes(Path.Combine(path, path, \"a\")));")]
    [InlineData("File.WriteAllBytes(Path.ChangeExtension(path, \".bak\"), File.ReadAllBytes(path));")]
    [InlineData("File.WriteAllBytes(Path.Combine(Path.GetRandomFileName(), path), File.ReadAllBytes(path));")]
    [InlineData("string unique = Guid.NewGuid().ToString(); string same = unique; File.WriteAllBytes(unique, File.ReadAllBytes(same));")]
    [InlineData("string unique = Guid.NewGuid().ToString(); _path = unique; File.WriteAllBytes(unique, File.ReadAllBytes(_path));")]
    [InlineData("string unique = Guid.NewGuid().ToString(); path = unique; File.WriteAllBytes(unique, File.ReadAllBytes(path));")]
    [InlineData("string unique = Guid.NewGuid().ToString(); void Copy(string same) => File.WriteAllBytes(unique, File.ReadAllBytes(same)); Copy(unique);")]
    [InlineData("string unique = Guid.NewGuid().ToString(); var info = new FileInfo(unique); File.WriteAllBytes(unique, File.ReadAllBytes(info.FullName));")]
    [InlineData("string? last = null; while (true) { string next = Next(); if (last != null) { File.WriteAllBytes(next + \".bak\", File.ReadAllBytes(last)); } last = next; }")]
    [InlineData("var memory = new MemoryStream(); unknown.CopyTo(memory); File.WriteAllBytes(path, memory.ToArray());")]
    [InlineData("var memory = new MemoryStream(); opened.CopyTo(memory); File.WriteAllBytes(path, memory.ToArray());")]
    [InlineData("var memory = new MemoryStream(); using (var input = File.OpenRead(path)) { input.CopyTo(memory); } File.WriteAllBytes(path, memory.ToArray());")]
    [InlineData("var memory = new MemoryStream(); using (var zip = new GZipStream(File.OpenRead(path), CompressionMode.Decompress)) { zip.CopyTo(memory); } File.WriteAllBytes(path, memory.ToArray());")]
    [InlineData("var memory = new MemoryStream(); using (var zip = new GZipStream(unknown, CompressionMode.Decompress)) { zip.CopyTo(memory); } File.WriteAllBytes(path, memory.ToArray());")]
    [InlineData("var memory = new MemoryStream(); await pipe.CopyToAsync(memory); File.WriteAllBytes(path, memory.ToArray());")]
    [InlineData("var memory = new MemoryStream(); await new StreamContent(unknown).CopyToAsync(memory); File.WriteAllBytes(path, memory.ToArray());")]
    // An uploaded file is another rule's.
    [InlineData("var memory = new MemoryStream(); await form.CopyToAsync(memory); File.WriteAllBytes(path, memory.ToArray());")]
    [InlineData("var memory = new MemoryStream(); await form.OpenReadStream().CopyToAsync(memory); File.WriteAllBytes(path, memory.ToArray());")]
    // The target is no file that the method opens.
    [InlineData("var memory = new MemoryStream(); await content.CopyToAsync(memory); memory.Position = 0; await memory.CopyToAsync(unknown);")]
    [InlineData("var memory = new MemoryStream(); await content.CopyToAsync(memory); memory.WriteTo(opened);")]
    [InlineData("var memory = new MemoryStream(); await content.CopyToAsync(memory); memory.WriteTo(_file);")]
    [InlineData("var memory = new MemoryStream(); await content.CopyToAsync(memory); Look(memory.ToArray());")]
    [InlineData("Look(File.ReadAllBytes(path));")]
    [InlineData("_ = new MemoryStream(File.ReadAllBytes(path));")]
    public Task Anything_else_is_not_reported(string body) => Check.IsSilentAsync(InMethod(body));

    [Theory]
    [Trait("Case", "Positive")]
    // An array as long as the stream.
    [InlineData("using var input = File.OpenRead(path); var bytes = new byte[input.Length]; [|input.Read(bytes, 0, bytes.Length)|]; File.WriteAllBytes(path + \".bak\", bytes);")]
    [InlineData("using var input = File.OpenRead(path); var bytes = new byte[(int)input.Length]; int count = [|input.Read(bytes, 0, (int)input.Length)|]; using var file = File.Create(path + \".bak\"); file.Write(bytes, 0, count);")]
    [InlineData("using var input = File.OpenRead(path); int length = Convert.ToInt32(input.Length); var bytes = new byte[length]; [|input.ReadExactly(bytes, 0, length)|]; using var file = File.Create(path + \".bak\"); file.Write(bytes, 0, length);")]
    [InlineData("using var input = File.OpenRead(path); var bytes = new byte[input.Length]; await [|input.ReadExactlyAsync(bytes, token)|]; await File.WriteAllBytesAsync(path + \".bak\", bytes);")]
    [InlineData("using var input = File.OpenRead(path); byte[] bytes; bytes = new byte[input.Length]; int count = await [|input.ReadAsync(bytes)|]; using var file = File.Create(path + \".bak\"); await file.WriteAsync(bytes.AsMemory(0, count), token); bytes = null!;")]
    [InlineData("using var input = File.OpenRead(path); var bytes = new byte[input.Length]; int count = [|input.Read(bytes, 0, bytes.Length)|]; if (count != bytes.Length) { throw new IOException(); } File.WriteAllBytes(path + \".bak\", bytes);")]
    [InlineData("using var input = File.OpenRead(path); using var reader = new BinaryReader(input); File.WriteAllBytes(path + \".bak\", [|reader.ReadBytes((int)input.Length)|]);")]
    [InlineData("using var reader = new BinaryReader(File.OpenRead(path)); byte[] bytes = [|reader.ReadBytes((int)reader.BaseStream.Length)|]; using var writer = new BinaryWriter(File.Create(path + \".bak\")); writer.Write(bytes);")]
    [InlineData("var info = new FileInfo(path); using var input = info.OpenRead(); var bytes = new byte[info.Length]; [|input.Read(bytes, 0, bytes.Length)|]; File.WriteAllBytes(path + \".bak\", bytes);")]
    [InlineData("var input = form.OpenReadStream(); var bytes = new byte[form.Length]; [|input.Read(bytes, 0, bytes.Length)|]; File.WriteAllBytes(path, bytes);")]
    // Another file: the source is still open, and allows no writing.
    [InlineData("using var input = File.OpenRead(path); var bytes = new byte[input.Length]; [|input.Read(bytes, 0, bytes.Length)|]; File.WriteAllBytes(other, bytes);")]
    [InlineData("using (var input = new FileStream(path, FileMode.Open)) { var bytes = new byte[input.Length]; [|input.Read(bytes, 0, bytes.Length)|]; using (var file = File.Create(other)) { file.Write(bytes, 0, bytes.Length); } }")]
    [InlineData("var input = File.OpenRead(path); var bytes = new byte[input.Length]; [|input.Read(bytes, 0, bytes.Length)|]; var file = File.Create(other); file.Write(bytes, 0, bytes.Length); input.Close(); file.Close();")]
    // The file was open, and empty, before anything was read.
    [InlineData("var file = File.Create(path); var bytes = new byte[unknown.Length]; [|unknown.Read(bytes, 0, bytes.Length)|]; file.Write(bytes, 0, bytes.Length); file.Close();")]
    [InlineData("using var file = File.Create(other); foreach (string part in Directory.GetFiles(path)) { byte[] bytes = [|File.ReadAllBytes(part)|]; file.Write(bytes, 0, bytes.Length); }")]
    [InlineData("using var file = File.Create(path); using var memory = new MemoryStream(); [|unknown.CopyTo(memory)|]; memory.WriteTo(file);")]
    [InlineData("var output = new FileStream(path, FileMode.Create); var input = new FileStream(other, FileMode.Open); var bytes = new byte[input.Length]; int count; while ((count = [|input.Read(bytes, 0, bytes.Length)|]) > 0) { output.Write(bytes, 0, count); } output.Close();")]
    // The file is written through other streams, or holds others.
    [InlineData("using var zip = new GZipStream(File.Create(path + \".gz\"), CompressionMode.Compress); zip.Write([|File.ReadAllBytes(path)|]);")]
    [InlineData("using var zip = ZipFile.Open(path, ZipArchiveMode.Create); foreach (string each in Directory.GetFiles(other)) { byte[] bytes = [|File.ReadAllBytes(each)|]; using var entry = zip.CreateEntry(each).Open(); entry.Write(bytes, 0, bytes.Length); }")]
    [InlineData("byte[] bytes = [|File.ReadAllBytes(other)|]; using var file = File.Create(path); using var zip = new ZipArchive(file, ZipArchiveMode.Create); using var entry = zip.CreateEntry(\"a\").Open(); entry.Write(bytes, 0, bytes.Length);")]
    // An entry of an archive.
    [InlineData("using var zip = ZipFile.OpenRead(other); foreach (var each in zip.Entries) { using var entry = each.Open(); using var memory = new MemoryStream(); [|entry.CopyTo(memory)|]; File.WriteAllBytes(Path.Combine(path, each.Name), memory.ToArray()); }")]
    [InlineData("using var zip = ZipFile.OpenRead(other); foreach (var each in zip.Entries) { using var entry = each.Open(); var bytes = new byte[each.Length]; [|entry.ReadExactly(bytes)|]; File.WriteAllBytes(Path.Combine(path, each.Name), bytes); }")]
    public Task Content_that_is_read_by_hand_or_into_an_open_file_is_reported(string body) => Check.ReportsAsync(InMethod(body));

    [Theory]
    [Trait("Case", "Negative")]
    // The bytes are used otherwise, or are not all.
    [InlineData("using var input = File.OpenRead(path); var bytes = new byte[input.Length]; input.Read(bytes, 0, bytes.Length); Look(SHA256.HashData(bytes)); File.WriteAllBytes(path + \".bak\", bytes);")]
    [InlineData("using var input = File.OpenRead(path); var bytes = new byte[input.Length]; input.Read(bytes, 0, 9); File.WriteAllBytes(path + \".bak\", bytes);")]
    [InlineData("using var input = File.OpenRead(path); var bytes = new byte[4096]; input.Read(bytes, 0, bytes.Length); File.WriteAllBytes(path + \".bak\", bytes);")]
    [InlineData("using var input = File.OpenRead(path); var bytes = new byte[opened.Length]; input.Read(bytes, 0, bytes.Length); File.WriteAllBytes(path + \".bak\", bytes);")]
    [InlineData("using var input = File.OpenRead(path); var bytes = new byte[input.Length + 1]; input.Read(bytes, 0, bytes.Length); File.WriteAllBytes(path + \".bak\", bytes);")]
    [InlineData("using var input = File.OpenRead(path); var bytes = new byte[input.Length]; input.Read(bytes, 9, bytes.Length - 9); File.WriteAllBytes(path + \".bak\", bytes);")]
    [InlineData("using var input = File.OpenRead(path); var bytes = new byte[input.Length]; input.Read(bytes, 0, bytes.Length); bytes[0] = 1; File.WriteAllBytes(path + \".bak\", bytes);")]
    [InlineData("using var input = File.OpenRead(path); var bytes = new byte[input.Length]; input.Read(bytes, 0, bytes.Length); using var file = File.Create(path + \".bak\"); file.Write(bytes, 0, 9);")]
    [InlineData("using var input = File.OpenRead(path); var bytes = new byte[input.Length]; int count = input.Read(bytes, 0, bytes.Length); if (bytes.Length > 9) { return; } File.WriteAllBytes(path + \".bak\", bytes);")]
    [InlineData("using var input = File.OpenRead(path); using var reader = new BinaryReader(input); File.WriteAllBytes(path + \".bak\", reader.ReadBytes(reader.ReadInt32()));")]
    [InlineData("using var input = File.OpenRead(path); if (input.Length > 4096) { return; } var bytes = new byte[input.Length]; input.Read(bytes, 0, bytes.Length); File.WriteAllBytes(path + \".bak\", bytes);")]
    // It is in memory anyway, or part of the program.
    [InlineData("using var file = File.Create(path); var input = new MemoryStream(given); var bytes = new byte[input.Length]; input.Read(bytes, 0, bytes.Length); file.Write(bytes);")]
    [InlineData("using var file = File.Create(path); var input = typeof(C).Assembly.GetManifestResourceStream(\"a\")!; var bytes = new byte[input.Length]; input.Read(bytes, 0, bytes.Length); file.Write(bytes);")]
    [InlineData("using var file = File.Create(path); var input = typeof(C).Assembly.GetManifestResourceStream(\"a\")!; using var memory = new MemoryStream(); input.CopyTo(memory); memory.WriteTo(file);")]
    // It may be the same file.
    [InlineData("var bytes = new byte[unknown.Length]; unknown.Read(bytes, 0, bytes.Length); File.WriteAllBytes(path, bytes);")]
    [InlineData("byte[] bytes; using (var input = File.OpenRead(path)) { bytes = new byte[input.Length]; input.Read(bytes, 0, bytes.Length); } File.WriteAllBytes(other, bytes);")]
    [InlineData("var input = File.OpenRead(path); var bytes = new byte[input.Length]; input.Read(bytes, 0, bytes.Length); input.Close(); File.WriteAllBytes(other, bytes);")]
    [InlineData("using var input = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite); var bytes = new byte[input.Length]; input.Read(bytes, 0, bytes.Length); File.WriteAllBytes(other, bytes);")]
    [InlineData("using var input = File.OpenRead(path); Look(input); var bytes = new byte[input.Length]; input.Read(bytes, 0, bytes.Length); File.WriteAllBytes(other, bytes);")]
    [InlineData("byte[] bytes = File.ReadAllBytes(other); using var zip = new GZipStream(File.Create(path), CompressionMode.Compress); zip.Write(bytes);")]
    // The file is its own source, or an entry of its own archive is.
    [InlineData("using var file = new FileStream(path, FileMode.Open, FileAccess.ReadWrite); var bytes = new byte[file.Length]; file.ReadExactly(bytes); file.Position = 0; file.Write(given); file.Write(bytes);")]
    [InlineData("using var file = new FileStream(path, FileMode.Create, FileAccess.ReadWrite); await content.CopyToAsync(file); file.Position = 0; Stream same = file; var bytes = new byte[same.Length]; same.ReadExactly(bytes); file.SetLength(0); file.Write(bytes);")]
    [InlineData("using var file = new FileStream(path, FileMode.Open, FileAccess.ReadWrite); using var memory = new MemoryStream(); new GZipStream(file, CompressionMode.Decompress, true).CopyTo(memory); file.SetLength(0); memory.WriteTo(file);")]
    [InlineData("using var file = new FileStream(path, FileMode.Append, FileAccess.Write, FileShare.ReadWrite); byte[] bytes = File.ReadAllBytes(path); file.Write(bytes);")]
    [InlineData("using var file = new FileStream(path, FileMode.Open, FileAccess.Write, FileShare.ReadWrite); using var input = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite); var bytes = new byte[input.Length]; input.ReadExactly(bytes); file.Write(given); file.Write(bytes);")]
    [InlineData("using var zip = ZipFile.Open(path, ZipArchiveMode.Update); var old = zip.GetEntry(\"a\")!; using var memory = new MemoryStream(); using (var entry = old.Open()) { entry.CopyTo(memory); } old.Delete(); using var file = zip.CreateEntry(\"a\").Open(); memory.WriteTo(file);")]
    // How much was read decides.
    [InlineData("using var file = File.Create(path); var bytes = new byte[opened.Length]; int count = opened.Read(bytes, 0, bytes.Length); if (count != size) { return; } file.Write(bytes, 0, count);")]
    [InlineData("using var file = File.Create(path); var bytes = new byte[opened.Length]; int count = opened.Read(bytes, 0, bytes.Length); if (count < 4) { throw new IOException(); } file.Write(bytes, 0, count);")]
    // The length is that of something else.
    [InlineData("using var file = File.Create(path); var bytes = new byte[unknown.Length]; unknown = opened; unknown.ReadExactly(bytes); file.Write(bytes);")]
    // The target is no file that the method opens.
    [InlineData("using var zip = new ZipArchive(new MemoryStream(), ZipArchiveMode.Create); using var entry = zip.CreateEntry(\"a\").Open(); entry.Write(File.ReadAllBytes(path));")]
    [InlineData("var bytes = new byte[opened.Length]; opened.Read(bytes, 0, bytes.Length); unknown.Write(bytes, 0, bytes.Length);")]
    public Task Content_that_is_read_by_hand_for_more_than_another_file_is_not_reported(string body) => Check.IsSilentAsync(InMethod(body));

    [Theory]
    [Trait("Case", "NoFix")]
    // The length is only logged, or asked for when the bytes have been written.
    [InlineData("var bytes = await [|client.GetByteArrayAsync(other)|]; Console.WriteLine(\"{0} bytes\", bytes.Length); await File.WriteAllBytesAsync(path, bytes);")]
    [InlineData("var bytes = await [|client.GetByteArrayAsync(other)|]; await File.WriteAllBytesAsync(path, bytes); Console.WriteLine($\"{bytes.Length / 1024:N0} KiB\");")]
    [InlineData("var bytes = [|File.ReadAllBytes(path)|]; File.WriteAllBytes(path + \".bak\", bytes); if (bytes.Length > 9) { Look(bytes.Length); }")]
    [InlineData("var memory = new MemoryStream(); await [|content.CopyToAsync(memory)|]; System.Diagnostics.Debug.WriteLine($\"{memory.Length}\"); File.WriteAllBytes(path, memory.ToArray());")]
    [InlineData("var memory = new MemoryStream(); await [|content.CopyToAsync(memory)|]; byte[] bytes = memory.ToArray(); File.WriteAllBytes(path, bytes); size = bytes.Length; Console.WriteLine(memory.Length);")]
    // The array is filled by hand, or written through another stream.
    [InlineData("using var input = File.OpenRead(path); var bytes = new byte[input.Length]; [|input.ReadExactly(bytes)|]; File.WriteAllBytes(path + \".bak\", bytes);")]
    [InlineData("using var reader = new BinaryReader(File.OpenRead(path)); File.WriteAllBytes(path + \".bak\", [|reader.ReadBytes((int)reader.BaseStream.Length)|]);")]
    [InlineData("using var zip = new GZipStream(File.Create(path + \".gz\"), CompressionMode.Compress); zip.Write([|File.ReadAllBytes(path)|]);")]
    // One of the two is in a try block of its own.
    [InlineData("byte[] bytes; try { bytes = await [|client.GetByteArrayAsync(other)|]; } catch (HttpRequestException) { return; } await File.WriteAllBytesAsync(path, bytes);")]
    [InlineData("var read = [|File.ReadAllBytes(path)|]; try { File.WriteAllBytes(path + \".bak\", read); } catch (IOException) { }")]
    [InlineData("var memory = new MemoryStream(); await [|content.CopyToAsync(memory)|]; try { File.WriteAllBytes(path, memory.ToArray()); } finally { Next(); }")]
    [InlineData("var memory = new MemoryStream(); try { await [|content.CopyToAsync(memory)|]; } catch (HttpRequestException) { Next(); return; } File.WriteAllBytes(path, memory.ToArray());")]
    public Task Content_that_is_read_by_hand_told_of_or_handled_by_one_try_block_is_reported_without_a_fix(string body) =>
        Check.OffersNoFixAsync(RuleFixes.Runtime, InMethod(body));

    [Fact]
    [Trait("Case", "Negative")]
    public Task Code_without_the_types_is_not_reported() => Check.IsSilentAsync("class C { void CopyTo(C other) => other.CopyTo(this); byte[] ReadAllBytes(string path) => ReadAllBytes(path); }");

    [Fact]
    [Trait("Case", "Positive")]
    public Task The_message_names_the_method() => Check.ReportsAsync(
        InMethod("var memory = new MemoryStream(); await {|#0:content.CopyToAsync(memory)|}; File.WriteAllBytes(path, memory.ToArray());"),
        Check.Diagnostic(0, "CopyToAsync", "CopyToFile(Async)"));

    [Fact]
    [Trait("Case", "Positive")]
    public Task The_message_names_a_copy_that_the_target_takes() => Check.ReportsAsync(
        InMethod("using var zip = new GZipStream(File.Create(path + \".gz\"), CompressionMode.Compress); zip.Write({|#0:File.ReadAllBytes(path)|});"),
        Check.Diagnostic(0, "ReadAllBytes", "CopyTo(Async)"));

    public static TheoryData<string, string> Fixes => new()
    {
        // From a stream or content, in the place of the call that fills the memory.
        { "using var memory = new MemoryStream(); await [|content.CopyToAsync(memory)|]; await File.WriteAllBytesAsync(path, memory.ToArray());", $"await content.CopyToFileAsync(path, {Atomic});" },
        { "using var memory = new MemoryStream(); await [|content.CopyToAsync(memory, token)|].ConfigureAwait(false); await File.WriteAllBytesAsync(path, memory.ToArray(), token).ConfigureAwait(false);", $"await content.CopyToFileAsync(path, {Atomic}, cancellationToken: token).ConfigureAwait(false);" },
        { "using var memory = new MemoryStream(); await [|content.CopyToAsync(memory)|]; await File.WriteAllBytesAsync(path, memory.ToArray(), token);", $"await content.CopyToFileAsync(path, {Atomic}, cancellationToken: token);" },
        { "using var memory = new MemoryStream(); await [|content.CopyToAsync(stream: memory)|]; await File.WriteAllBytesAsync(path, memory.ToArray(), token);", $"await content.CopyToFileAsync(destination: path, options: {Atomic}, cancellationToken: token);" },
        { "var memory = new MemoryStream(); await [|network.CopyToAsync(memory, 81920, token)|]; File.WriteAllBytes(bytes: memory.ToArray(), path: path + \".jpg\");", $"await network.CopyToFileAsync(path + \".jpg\", {Atomic}, cancellationToken: token);" },
        { "var memory = new MemoryStream(); [|network.CopyTo(memory)|]; var all = memory.ToArray(); memory.Dispose(); File.WriteAllBytes(path, all);", $"network.CopyToFile(path, {Atomic});" },
        { "var memory = new MemoryStream(); [|content.CopyTo(memory, null, default)|]; memory.Seek(0, SeekOrigin.Begin); File.WriteAllBytes(path, memory.ToArray());", $"content.CopyToFile(path, {Atomic}, cancellationToken: default);" },
        { "var memory = new MemoryStream(); Console.WriteLine(path); await [|content.CopyToAsync(memory, CancellationToken.None)|]; await memory.FlushAsync(); memory.Position = 0; await File.WriteAllBytesAsync(path, memory.ToArray(), CancellationToken.None); await Task.Yield();", $"Console.WriteLine(path); await content.CopyToFileAsync(path, {Atomic}, cancellationToken: CancellationToken.None); await Task.Yield();" },
        { "var memory = new MemoryStream(); using (var input = File.OpenRead(path + \".in\")) { [|input.CopyTo(memory)|]; File.WriteAllBytes(path, memory.ToArray()); }", $"using (var input = File.OpenRead(path + \".in\")) {{ input.CopyToFile(path, {Atomic}); }}" },
        { "using var input = File.OpenRead(path); var memory = new MemoryStream(); [|input.CopyTo(memory)|]; File.WriteAllBytes(other, memory.ToArray());", $"using var input = File.OpenRead(path); input.CopyToFile(other, {Atomic});" },
        { "using var zip = ZipFile.OpenRead(other); using var entry = zip.Entries[0].Open(); var memory = new MemoryStream(); [|entry.CopyTo(memory)|]; File.WriteAllBytes(path, memory.ToArray());", $"using var zip = ZipFile.OpenRead(other); using var entry = zip.Entries[0].Open(); entry.CopyToFile(path, {Atomic});" },
        // In one block, whatever that is.
        { "try { using var memory = new MemoryStream(); await [|content.CopyToAsync(memory)|]; await File.WriteAllBytesAsync(path, memory.ToArray()); } catch (IOException) { }", $"try {{ await content.CopyToFileAsync(path, {Atomic}); }} catch (IOException) {{ }}" },
        { "foreach (string each in new[] { path }) { if (size > 0) { var memory = new MemoryStream(); await [|content.CopyToAsync(memory)|]; await File.WriteAllBytesAsync(each, memory.ToArray()); } }", $"foreach (string each in new[] {{ path }}) {{ if (size > 0) {{ await content.CopyToFileAsync(each, {Atomic}); }} }}" },
        // In the place of the call that writes.
        { "var memory = new MemoryStream(); [|network.CopyTo(memory)|]; await File.WriteAllBytesAsync(path, memory.ToArray(), token);", $"await network.CopyToFileAsync(path, {Atomic}, token);" },
        { "var memory = new MemoryStream(); await [|content.CopyToAsync(memory, token)|]; await File.WriteAllBytesAsync(path, memory.ToArray()).ConfigureAwait(false);", $"await content.CopyToFileAsync(path, {Atomic}, token).ConfigureAwait(false);" },
        { "var memory = new MemoryStream(); await [|content.CopyToAsync(memory, token)|]; string name = Path.Combine(path, Guid.NewGuid() + \".jpg\"); await System.IO.File.WriteAllBytesAsync(bytes: memory.ToArray(), path: name); Console.WriteLine(name);", $"string name = Path.Combine(path, Guid.NewGuid() + \".jpg\"); await content.CopyToFileAsync(options: {Atomic}, destination: name, cancellationToken: token); Console.WriteLine(name);" },
        // From file to file.
        { "var read = [|File.ReadAllBytes(path)|]; File.WriteAllBytes(path + \".bak\", read);", $"new FileInfo(path).CopyToFile(path + \".bak\", {Atomic});" },
        { "byte[] read = await [|File.ReadAllBytesAsync(path, token)|]; await File.WriteAllBytesAsync(path + \".bak\", read, token);", $"await new FileInfo(path).CopyToFileAsync(path + \".bak\", {Atomic}, token);" },
        { "var read = await [|System.IO.File.ReadAllBytesAsync(path, token)|].ConfigureAwait(false); string target = path + \".bak\"; await System.IO.File.WriteAllBytesAsync(target, read).ConfigureAwait(false);", $"string target = path + \".bak\"; await new System.IO.FileInfo(path).CopyToFileAsync(target, {Atomic}, token).ConfigureAwait(false);" },
        { "File.WriteAllBytes(path + \".bak\", [|File.ReadAllBytes(path)|]);", $"new FileInfo(path).CopyToFile(path + \".bak\", {Atomic});" },
        { "await File.WriteAllBytesAsync(path + \".bak\", await [|File.ReadAllBytesAsync(path, token)|], token);", $"await new FileInfo(path).CopyToFileAsync(path + \".bak\", {Atomic}, token);" },
        { "await File.WriteAllBytesAsync(path + \".bak\", (await [|File.ReadAllBytesAsync(path)|].ConfigureAwait(false))!).ConfigureAwait(false);", $"await new FileInfo(path).CopyToFileAsync(path + \".bak\", {Atomic}).ConfigureAwait(false);" },
        { "await File.WriteAllBytesAsync(path + \".bak\", [|File.ReadAllBytes(path)|]);", $"await new FileInfo(path).CopyToFileAsync(path + \".bak\", {Atomic});" },
        { "Action copy = () => File.WriteAllBytes(path + \".bak\", [|File.ReadAllBytes(path)|]); copy();", $"Action copy = () => new FileInfo(path).CopyToFile(path + \".bak\", {Atomic}); copy();" },
        { "void Copy(string name) => File.WriteAllBytes(name + \".bak\", [|File.ReadAllBytes(name)|]); Copy(path);", $"void Copy(string name) => new FileInfo(name).CopyToFile(name + \".bak\", {Atomic}); Copy(path);" },
    };

    [Theory]
    [MemberData(nameof(Fixes))]
    public Task The_runtime_copies_to_the_path(string body, string fixedBody) =>
        Check.FixesAsync(RuleFixes.Runtime, InMethod(body), InMethod(fixedBody, importsRuntime: true));

    [Theory]
    [Trait("Case", "NoFix")]
    // A FileStream stays one.
    [InlineData("var memory = new MemoryStream(); await [|content.CopyToAsync(memory)|]; using var file = File.Create(path); memory.WriteTo(file);")]
    [InlineData("var memory = new MemoryStream(); await [|content.CopyToAsync(memory)|]; memory.Position = 0; using var file = File.Create(path); await memory.CopyToAsync(file);")]
    [InlineData("var read = [|File.ReadAllBytes(path)|]; using var file = File.Create(path + \".bak\"); file.Write(read);")]
    // The limits of HttpClient would end with the headers: such a fix is taken one by one.
    [InlineData("var bytes = await [|client.GetByteArrayAsync(other, token)|]; await File.WriteAllBytesAsync(path, bytes, token);")]
    [InlineData("await File.WriteAllBytesAsync(path, await [|response.Content.ReadAsByteArrayAsync(token)|], token);")]
    // Something is done in between.
    [InlineData("var memory = new MemoryStream(); await [|content.CopyToAsync(memory)|]; Console.WriteLine(path); File.WriteAllBytes(path, memory.ToArray());")]
    [InlineData("var memory = new MemoryStream(); await [|content.CopyToAsync(memory)|]; string name = Next(); File.WriteAllBytes(name, memory.ToArray());")]
    [InlineData("var memory = new MemoryStream(); using (var body = await client.GetStreamAsync(path)) { await [|body.CopyToAsync(memory)|]; } File.WriteAllBytes(path, memory.ToArray());")]
    // The path would be made before the content is there.
    [InlineData("var memory = new MemoryStream(); await [|content.CopyToAsync(memory)|]; File.WriteAllBytes(Next(), memory.ToArray());")]
    [InlineData("var memory = new MemoryStream(); await [|content.CopyToAsync(memory)|]; File.WriteAllBytes(Path.GetTempFileName(), memory.ToArray());")]
    // Two tokens.
    [InlineData("var memory = new MemoryStream(); await [|content.CopyToAsync(memory, token)|]; await File.WriteAllBytesAsync(path, memory.ToArray(), CancellationToken.None);")]
    // What is awaited would not be, or the reverse.
    [InlineData("var memory = new MemoryStream(); [|content.CopyToAsync(memory)|].Wait(); File.WriteAllBytes(path, memory.ToArray());")]
    [InlineData("var read = await [|File.ReadAllBytesAsync(path)|]; File.WriteAllBytes(path + \".bak\", read);")]
    [InlineData("Task Copy() => File.WriteAllBytesAsync(path + \".bak\", [|File.ReadAllBytes(path)|]); await Copy();")]
    [InlineData("Task copy = File.WriteAllBytesAsync(path + \".bak\", [|File.ReadAllBytes(path)|]); await copy;")]
    // The memory has other lines that do not go with it.
    [InlineData("MemoryStream memory; memory = new MemoryStream(); await [|content.CopyToAsync(memory)|]; File.WriteAllBytes(path, memory.ToArray());")]
    [InlineData("MemoryStream memory = new(), second = new(); await [|content.CopyToAsync(memory)|]; File.WriteAllBytes(path, memory.ToArray()); Look(second);")]
    [InlineData("using (var memory = new MemoryStream()) { Console.WriteLine(path); await [|content.CopyToAsync(memory)|]; File.WriteAllBytes(path, memory.ToArray()); }")]
    // A comment would be lost.
    [InlineData("var memory = new MemoryStream(/* empty */); await [|content.CopyToAsync(memory)|]; File.WriteAllBytes(path, memory.ToArray());")]
    [InlineData("File.WriteAllBytes(path + \".bak\", /* all */ [|File.ReadAllBytes(/* of */ path)|]);")]
    [InlineData("var memory = new MemoryStream(); await [|content.CopyToAsync(memory)|]; File.WriteAllBytes(/* to */ path, memory.ToArray());")]
    // Part of some builds only.
    [InlineData("var memory = new MemoryStream(); await [|content.CopyToAsync(memory)|];\n#if !DEBUG\n        File.WriteAllBytes(path, memory.ToArray());\n#endif\n")]
    public Task No_fix_is_offered_where_it_does_not_fit(string body) => Check.OffersNoFixAsync(RuleFixes.Runtime, InMethod(body));

    [Theory]
    [InlineData(
        "var bytes = await [|client.GetByteArrayAsync(other, token)|]; await File.WriteAllBytesAsync(path, bytes, token);",
        "using var response = await client.GetAsync(other, HttpCompletionOption.ResponseHeadersRead, token); response.EnsureSuccessStatusCode(); await response.Content.CopyToFileAsync(path, *, token);")]
    [InlineData(
        "byte[] bytes = await [|client.GetByteArrayAsync(requestUri: new Uri(other))|].ConfigureAwait(false); File.WriteAllBytes(path, bytes);",
        "using var response = await client.GetAsync(new Uri(other), HttpCompletionOption.ResponseHeadersRead).ConfigureAwait(false); response.EnsureSuccessStatusCode(); await response.Content.CopyToFileAsync(path, *).ConfigureAwait(false);")]
    [InlineData(
        "await File.WriteAllBytesAsync(path, await [|client.GetByteArrayAsync(other)|].ConfigureAwait(false), token).ConfigureAwait(true);",
        "using var response = await client.GetAsync(other, HttpCompletionOption.ResponseHeadersRead, token).ConfigureAwait(false);\n        response.EnsureSuccessStatusCode();\n        await response.Content.CopyToFileAsync(path, *, token).ConfigureAwait(true);")]
    [InlineData(
        "var bytes = await [|client.GetByteArrayAsync(other, token)|]; string target = path + \".bin\"; await File.WriteAllBytesAsync(bytes: bytes, path: target);",
        "string target = path + \".bin\"; using var response = await client.GetAsync(other, HttpCompletionOption.ResponseHeadersRead, token); response.EnsureSuccessStatusCode(); await response.Content.CopyToFileAsync(options: *, destination: target, cancellationToken: token);")]
    [InlineData(
        "using var answer = await client.GetAsync(other, token); answer.EnsureSuccessStatusCode(); await File.WriteAllBytesAsync(path, await [|answer.Content.ReadAsByteArrayAsync(token)|], token);",
        "using var answer = await client.GetAsync(other, HttpCompletionOption.ResponseHeadersRead, token); answer.EnsureSuccessStatusCode(); await answer.Content.CopyToFileAsync(path, *, token);")]
    [InlineData(
        "var answer = await client.SendAsync(new HttpRequestMessage()); var bytes = await [|answer.Content.ReadAsByteArrayAsync()|]; File.WriteAllBytes(path, bytes);",
        "using var answer = await client.SendAsync(new HttpRequestMessage(), HttpCompletionOption.ResponseHeadersRead); await answer.Content.CopyToFileAsync(path, *);")]
    [InlineData(
        "using var answer = await client.GetAsync(other, HttpCompletionOption.ResponseHeadersRead); File.WriteAllBytes(path, await [|answer.Content.ReadAsByteArrayAsync()|]);",
        "using var answer = await client.GetAsync(other, HttpCompletionOption.ResponseHeadersRead); await answer.Content.CopyToFileAsync(path, *);")]
    public Task A_download_is_streamed_to_the_path_after_a_review(string body, string fixedBody) => Check.FixesOneByOneAsync(
        RuleFixes.Reviewed,
        InMethod(body, response: "received"),
        InMethod(fixedBody.Replace("*", Atomic, StringComparison.Ordinal), importsRuntime: true, response: "received"));

    [Theory]
    [Trait("Case", "NoFix")]
    // The response of somebody else, or one that is read again.
    [InlineData("File.WriteAllBytes(path, await [|received.Content.ReadAsByteArrayAsync()|]);")]
    [InlineData("using var answer = await client.GetAsync(other); Console.WriteLine(await answer.Content.ReadAsStringAsync()); File.WriteAllBytes(path, await [|answer.Content.ReadAsByteArrayAsync()|]);")]
    // The name is taken.
    [InlineData("string response = other; File.WriteAllBytes(path, await [|client.GetByteArrayAsync(response)|]);")]
    // There is no place for a statement, or for an await.
    [InlineData("if (size > 0) await File.WriteAllBytesAsync(path, await [|client.GetByteArrayAsync(other)|]);")]
    [InlineData("Func<Task> save = async () => await File.WriteAllBytesAsync(path, await [|client.GetByteArrayAsync(other)|]); await save();")]
    [InlineData("File.WriteAllBytes(path, [|client.GetByteArrayAsync(other)|].Result);")]
    // Something is done in between, or the path is made afterwards.
    [InlineData("var bytes = await [|client.GetByteArrayAsync(other)|]; Directory.CreateDirectory(path); File.WriteAllBytes(path, bytes);")]
    [InlineData("var bytes = await [|client.GetByteArrayAsync(other)|]; File.WriteAllBytes(Next(), bytes);")]
    [InlineData("var bytes = await [|client.GetByteArrayAsync(other, token)|]; await File.WriteAllBytesAsync(path, bytes, CancellationToken.None);")]
    // A failure of the response would be another exception.
    [InlineData("try { var bytes = await [|client.GetByteArrayAsync(other)|]; File.WriteAllBytes(path, bytes); } catch (HttpRequestException) { }")]
    // A FileStream stays one.
    [InlineData("var bytes = await [|client.GetByteArrayAsync(other)|]; using var file = File.Create(path); file.Write(bytes);")]
    // A comment would be lost.
    [InlineData("var bytes = await [|client.GetByteArrayAsync(/* where */ other)|]; File.WriteAllBytes(path, bytes);")]
    // What is no download has the other fix.
    [InlineData("File.WriteAllBytes(path + \".bak\", [|File.ReadAllBytes(path)|]);")]
    public Task A_download_is_not_streamed_where_that_does_not_fit(string body) =>
        Check.OffersNoFixAsync(RuleFixes.Reviewed, InMethod(body, response: "received"));

    [Fact]
    [Trait("Case", "Trivia")]
    public Task Comments_around_a_download_stay() => Check.FixesOneByOneAsync(
        RuleFixes.Reviewed,
        InMethod(
            """
            // First all of it.
                    var bytes = await [|client.GetByteArrayAsync(other, token)|]; // large

                    // Then the file.
                    await  File.WriteAllBytesAsync( path /* to */, bytes, token ) ; // now
            """,
            response: "received"),
        InMethod(
            """
            // First all of it.
                    // large

                    // Then the file.
                    using var response = await client.GetAsync(other, HttpCompletionOption.ResponseHeadersRead, token);
                    response.EnsureSuccessStatusCode();
                    await  response.Content.CopyToFileAsync( path /* to */, new FileCopyOptions { Replace = FileReplacement.Atomic }, token ) ; // now
            """,
            importsRuntime: true,
            response: "received"));

    [Fact]
    [Trait("Case", "NoFix")]
    public Task Without_the_runtime_there_is_no_fix() => Check.OffersNoFixAsync(
        RuleFixes.Plain, InMethod("File.WriteAllBytes(path + \".bak\", [|File.ReadAllBytes(path)|]);"), referencesRuntime: false);

    [Theory]
    [InlineData(TestTarget.Net472)]
    [InlineData(TestTarget.NetStandard20)]
    public Task Old_frameworks_are_served_too(TestTarget target) => Check.FixesAsync(
        RuleFixes.Runtime,
        "using System.IO;\nusing System.Net.Http;\nusing System.Threading.Tasks;\nusing StreamTuning;\n\nclass C\n{\n    async Task M(HttpContent content, string path)\n    {\n        using (var memory = new MemoryStream())\n        {\n            await [|content.CopyToAsync(memory)|];\n            File.WriteAllBytes(path, memory.ToArray());\n        }\n\n        File.WriteAllBytes(path + \".bak\", [|File.ReadAllBytes(path)|]);\n    }\n}\n",
        $"using System.IO;\nusing System.Net.Http;\nusing System.Threading.Tasks;\nusing StreamTuning;\n\nclass C\n{{\n    async Task M(HttpContent content, string path)\n    {{\n        await content.CopyToFileAsync(path, {Atomic});\n\n        new FileInfo(path).CopyToFile(path + \".bak\", {Atomic});\n    }}\n}}\n",
        target: target,
        languageVersion: LanguageVersion.CSharp7_3);

    [Theory]
    [Trait("Case", "Trivia")]
    [InlineData(
        """
        // First all of it.
                using var memory = new MemoryStream(); // grows

                // Then what arrives.
                await [|content.CopyToAsync( memory /* here */, token )|]; // now
                memory.Position = 0;

                // Then the file.
                await File.WriteAllBytesAsync(path, memory.ToArray(), token );

                // Done.
                Console.WriteLine(path);
        """,
        """
        // First all of it.
                // grows

                // Then what arrives.
                await content.CopyToFileAsync( path /* here */, new FileCopyOptions { Replace = FileReplacement.Atomic }, cancellationToken: token ); // now

                // Then the file.

                // Done.
                Console.WriteLine(path);
        """)]
    [InlineData(
        """
        using (var memory = new MemoryStream())
                {
                    await [|content.CopyToAsync(
                        memory,
                        token)|];

                    await File.WriteAllBytesAsync(path, memory.ToArray(), token);
                }

                Console.WriteLine(path);
        """,
        """
        await content.CopyToFileAsync(
                    path, new FileCopyOptions { Replace = FileReplacement.Atomic },
                    cancellationToken: token);

                Console.WriteLine(path);
        """)]
    [InlineData(
        """
        using (var body = await content.ReadAsStreamAsync())
                using (var memory = new MemoryStream())
                {
                    await [|body.CopyToAsync(memory)|];

                    await File.WriteAllBytesAsync(path, memory.ToArray());
                }
        """,
        """
        using (var body = await content.ReadAsStreamAsync())
                {
                    await body.CopyToFileAsync(path, new FileCopyOptions { Replace = FileReplacement.Atomic });
                }
        """)]
    [InlineData(
        """
        using (var memory = new MemoryStream())
                using (var body = await content.ReadAsStreamAsync())
                {
                    // All.
                    await [|body.CopyToAsync(memory)|];
                    await File.WriteAllBytesAsync(path, memory.ToArray());
                }
        """,
        """
        using (var body = await content.ReadAsStreamAsync())
                {
                    // All.
                    await body.CopyToFileAsync(path, new FileCopyOptions { Replace = FileReplacement.Atomic });
                }
        """)]
    [InlineData(
        """
        // Keep the old one.
                byte[] old = [|File.ReadAllBytes(path)|];
                File . WriteAllBytes ( /* to */ path + ".bak", old ) ; // done
        """,
        """
        // Keep the old one.
                new FileInfo(path) . CopyToFile ( /* to */ path + ".bak", new FileCopyOptions { Replace = FileReplacement.Atomic } ) ; // done
        """)]
    public Task Comments_and_formatting_stay(string body, string fixedBody) =>
        Check.FixesAsync(RuleFixes.Runtime, InMethod(body), InMethod(fixedBody, importsRuntime: true));

    [Fact]
    [Trait("Case", "FixAll")]
    public Task All_are_fixed_at_once() => Check.FixesAllAsync(
        RuleFixes.Runtime,
        [
            InMethod("File.WriteAllBytes(\"b\", [|File.ReadAllBytes(\"a\")|]); using var memory = new MemoryStream(); await [|content.CopyToAsync(memory)|]; await File.WriteAllBytesAsync(path, memory.ToArray()); var read = [|File.ReadAllBytes(path)|]; File.WriteAllBytes(path + \".bak\", read);"),
            "using System.IO;\nusing StreamTuning;\n\nclass D\n{\n    void M(string path) => File.WriteAllBytes(path + \".bak\", [|File.ReadAllBytes(path)|]);\n}\n",
        ],
        [
            InMethod($"new FileInfo(\"a\").CopyToFile(\"b\", {Atomic}); await content.CopyToFileAsync(path, {Atomic}); new FileInfo(path).CopyToFile(path + \".bak\", {Atomic});", importsRuntime: true),
            $"using System.IO;\nusing StreamTuning;\n\nclass D\n{{\n    void M(string path) => new FileInfo(path).CopyToFile(path + \".bak\", {Atomic});\n}}\n",
        ]);

    [Fact]
    public Task Top_level_statements_are_fixed_too() => Check.FixesAsync(
        RuleFixes.Runtime,
        "using System.IO;\nusing System.Net.Http;\n\nusing var client = new HttpClient();\nusing var memory = new MemoryStream();\nawait [|(await client.GetStreamAsync(args[0])).CopyToAsync(memory)|];\nFile.WriteAllBytes(\"page\", memory.ToArray());\n",
        $"using System.IO;\nusing System.Net.Http;\nusing StreamTuning;\n\nusing var client = new HttpClient();\nawait (await client.GetStreamAsync(args[0])).CopyToFileAsync(\"page\", {Atomic});\n",
        outputKind: OutputKind.ConsoleApplication);

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("public Task<byte[]> GetAsync(string url) => http.GetByteArrayAsync(url);")]
    [InlineData("public async Task<byte[]> GetAsync(string url) { var response = await http.GetAsync(url); response.EnsureSuccessStatusCode(); return await response.Content.ReadAsByteArrayAsync(); }")]
    // Failures give nothing, or are tried again.
    [InlineData("public async Task<byte[]?> GetAsync(string url) { try { var data = await http.GetByteArrayAsync(url); Console.WriteLine(data.Length); return data; } catch (HttpRequestException) { return null; } }")]
    [InlineData("public async Task<byte[]> GetAsync(string url) { using var response = await http.GetAsync(url); if (!response.IsSuccessStatusCode) { return Array.Empty<byte>(); } return await response.Content.ReadAsByteArrayAsync(); }")]
    [InlineData("public async Task<byte[]> GetAsync(string url) { for (int i = 0; i < 3; i++) { try { return await http.GetByteArrayAsync(url); } catch (IOException) { await Task.Delay(i); } } throw new IOException(); }")]
    // Through another method.
    [InlineData("public async Task<byte[]> GetAsync(string url) => await InnerAsync(url); private Task<byte[]> InnerAsync(string url) => http.GetByteArrayAsync(url);")]
    public Task A_download_of_a_method_of_the_project_is_reported(string method) => Check.ReportsAsync(
        OfDownloads("byte[]? data = await [|downloads.GetAsync(url)|]; if (data == null) { return; } await File.WriteAllBytesAsync(path, data);", method));

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("await File.WriteAllBytesAsync(path, await [|downloads.GetAsync(url)|]);")]
    [InlineData("File.WriteAllBytes(path, [|downloads.GetAsync(url)|].Result);")]
    [InlineData("var data = await [|downloads.GetAsync(url)|].ConfigureAwait(false); Console.WriteLine(data.Length); await File.WriteAllBytesAsync(path, data); Console.WriteLine(data.Length);")]
    // By the clients of others.
    [InlineData("await File.WriteAllBytesAsync(path, [|new System.Net.WebClient().DownloadData(url)|]);")]
    [InlineData("await File.WriteAllBytesAsync(path, await [|new System.Net.WebClient().DownloadDataTaskAsync(url)|]);")]
    public Task A_download_of_any_client_is_reported(string body) => Check.ReportsAsync(
        OfDownloads(body, "public Task<byte[]> GetAsync(string url) => http.GetByteArrayAsync(url);"));

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("File.WriteAllBytes(path, {|#0:blob.DownloadContent().Value.Content.ToArray()|});")]
    [InlineData("BlobDownloadResult result = await blob.DownloadContentAsync(); await File.WriteAllBytesAsync(path, {|#0:result.Content.ToArray()|});")]
    [InlineData("var result = await blob.DownloadContentAsync(); var bytes = {|#0:result.Value.Content.ToArray()|}; File.WriteAllBytes(path, bytes);")]
    public async Task A_blob_that_is_downloaded_as_data_is_reported_without_a_fix(string body)
    {
        string source = OfDownloads(body.Replace("blob.", "Downloads.Blob."), "public static Azure.Storage.Blobs.BlobClient Blob = null!;", "using Azure.Storage.Blobs.Models;");
        await OfBlobs.VerifyAsync(source, WithBlobs, Check.Diagnostic(0, "ToArray", "DownloadTo(Async)").WithSeverity(DiagnosticSeverity.Info));
        await OfBlobs.VerifyNoFixAsync(source.Replace("{|#0:", "[|").Replace("|}", "|]"), setup: WithBlobs);
    }

    [Theory]
    [Trait("Case", "Negative")]
    [InlineData("var bytes = blob.DownloadContent().Value.Content.ToArray(); Console.WriteLine(SHA256.HashData(bytes)); File.WriteAllBytes(path, bytes);")]
    [InlineData("var data = new BinaryData(path); File.WriteAllBytes(path, data.ToArray());")]
    [InlineData("BlobDownloadResult result = await blob.DownloadContentAsync(); Console.WriteLine(result.Content.ToString()); File.WriteAllBytes(path, result.Content.ToArray());")]
    [InlineData("var data = blob.DownloadContent().Value.Content; Console.WriteLine(data.ToString()); File.WriteAllBytes(path, data.ToArray());")]
    [InlineData("File.WriteAllBytes(path, blob.DownloadContent(new BlobDownloadOptions { Range = new Azure.HttpRange(0, 1024) }).Value.Content.ToArray());")]
    public Task Data_that_is_used_otherwise_or_made_here_is_silent(string body) => OfBlobs.VerifyAsync(
        OfDownloads(body.Replace("blob.", "Downloads.Blob."), "public static Azure.Storage.Blobs.BlobClient Blob = null!;", "using Azure.Storage.Blobs.Models;"),
        WithBlobs);

    [Fact]
    [Trait("Case", "Positive")]
    public Task A_download_behind_an_interface_is_reported() => Check.ReportsAsync(
        """
        using System.IO;
        using System.Net.Http;
        using System.Threading.Tasks;

        internal interface IDownloads
        {
            Task<byte[]> GetAsync(string url);
        }

        internal sealed class Downloads : IDownloads
        {
            private static readonly HttpClient http = new();

            public Task<byte[]> GetAsync(string url) => http.GetByteArrayAsync(url);
        }

        internal sealed class C
        {
            public async Task M(IDownloads downloads, string url, string path) => await File.WriteAllBytesAsync(path, await [|downloads.GetAsync(url)|]);
        }

        """);

    [Theory]
    [Trait("Case", "Negative")]
    // The method may give something else.
    [InlineData("public Task<byte[]> GetAsync(string url) => Task.FromResult(Convert.FromBase64String(url));")]
    [InlineData("public async Task<byte[]> GetAsync(string url) { await Task.Yield(); return url.Length > 9 ? await http.GetByteArrayAsync(url) : new byte[9]; }")]
    [InlineData("public async Task<byte[]> GetAsync(string url) { var data = await http.GetByteArrayAsync(url); return SHA256.HashData(data); }")]
    [InlineData("public virtual Task<byte[]> GetAsync(string url) => http.GetByteArrayAsync(url);")]
    [InlineData("public async Task<byte[]?> GetAsync(string url) { await Task.Yield(); return null; }")]
    // It does something else with the array.
    [InlineData("private byte[]? _last; public async Task<byte[]> GetAsync(string url) { var data = await http.GetByteArrayAsync(url); _last = data; return data; }")]
    [InlineData("public async Task<byte[]> GetAsync(string url) { var data = await http.GetByteArrayAsync(url); Array.Reverse(data); return data; }")]
    [InlineData("public async Task<byte[]> GetAsync(string url) { var data = await http.GetByteArrayAsync(url); return data.Length > 9 ? throw new IOException() : data; }")]
    [InlineData("private byte[]? _last; public async Task<byte[]> GetAsync(string url) => _last ??= await http.GetByteArrayAsync(url);")]
    [InlineData("private readonly Task<byte[]> _first = http.GetByteArrayAsync(\"a\"); public Task<byte[]> GetAsync(string url) => _first;")]
    [InlineData("public async Task<byte[]> GetAsync(string url) { var data = await http.GetByteArrayAsync(url); var result = data; Array.Reverse(data); return result; }")]
    // The content is what the program makes, or something else has that name.
    [InlineData("public async Task<byte[]> GetAsync(string url) { using var content = new StringContent(url); return await content.ReadAsByteArrayAsync(); }")]
    [InlineData("public Task<byte[]> GetAsync(string url) => ((ICache)(object)this).GetByteArrayAsync(url); private interface ICache { Task<byte[]> GetByteArrayAsync(string key); }")]
    public Task What_a_method_of_the_project_uses_itself_is_not_reported(string method) => Check.IsSilentAsync(
        OfDownloads("var data = await downloads.GetAsync(url); await File.WriteAllBytesAsync(path, data!);", method));

    [Theory]
    [Trait("Case", "Negative")]
    [InlineData("var data = await downloads.GetAsync(url); if (data.Length > 9) { await File.WriteAllBytesAsync(path, data); }")]
    [InlineData("var data = await downloads.GetAsync(url); Console.WriteLine(SHA256.HashData(data).Length); await File.WriteAllBytesAsync(path, data);")]
    [InlineData("var data = await downloads.GetAsync(url); foreach (var each in path.Split(';')) { await File.WriteAllBytesAsync(each, data); }")]
    [InlineData("await File.WriteAllBytesAsync(path, new byte[9]);")]
    public Task A_download_that_is_used_otherwise_is_not_reported(string body) => Check.IsSilentAsync(
        OfDownloads(body, "public Task<byte[]> GetAsync(string url) => http.GetByteArrayAsync(url);"));

    [Fact]
    [Trait("Case", "NoFix")]
    public Task A_download_of_a_method_of_the_project_has_no_fix() => Check.OffersNoFixAsync(
        RuleFixes.Reviewed,
        OfDownloads(
            "await File.WriteAllBytesAsync(path, await [|downloads.GetAsync(url)|]);",
            "public Task<byte[]> GetAsync(string url) => http.GetByteArrayAsync(url);"));

    private static string OfDownloads(string body, string method, string directive = "") =>
        $$"""
        {{directive}}
        using System;
        using System.IO;
        using System.Net.Http;
        using System.Security.Cryptography;
        using System.Threading.Tasks;

        internal class Downloads
        {
            private static readonly HttpClient http = new();

            {{method}}
        }

        internal sealed class C
        {
            async Task M(Downloads downloads, string url, string path)
            {
                {{body}}
            }
        }

        """;

    private static string InMethod(string body, bool importsRuntime = false, string response = "response") =>
        $$"""
        using System;
        using System.IO;
        using System.IO.Compression;
        using System.IO.Pipelines;
        using System.Net.Http;
        using System.Net.Sockets;
        using System.Security.Cryptography;
        using System.Threading;
        using System.Threading.Tasks;
        using Microsoft.AspNetCore.Http;
        {{(importsRuntime ? "using StreamTuning;\n" : "")}}
        class C
        {
            private static readonly FileStream _file = File.Create("a");
            private string _path = "a";

            async Task M(
                HttpClient client, HttpResponseMessage {{response}}, HttpContent content, NetworkStream network, HttpRequest request, IFormFile form, PipeReader pipe, Stream unknown,
                FileStream opened, string path, string other, int size, byte[] given, CancellationToken token)
            {
                await Task.Yield();
                {{body}}
            }

            static string Next() => "a";

            static void Look(object bytes) => Console.WriteLine(bytes);
        }

        """;
}
