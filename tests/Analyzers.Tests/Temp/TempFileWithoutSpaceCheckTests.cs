using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using StreamTuning.RuleTesting;
using Check = StreamTuning.Analyzers.Tests.Verify<
    StreamTuning.Analyzers.Temp.TempFileWithoutSpaceCheckAnalyzer,
    StreamTuning.CodeFixes.Temp.TempFileWithoutSpaceCheckCodeFix>;

namespace StreamTuning.Analyzers.Tests.Temp;

public sealed class TempFileWithoutSpaceCheckTests
{
    [Theory]
    [Trait("Case", "Positive")]
    // Every way to open the file.
    [InlineData("using var file = File.Create([|Path.GetTempFileName()|]); await source.CopyToAsync(file);")]
    [InlineData("string path = [|Path.GetTempFileName()|]; using var file = File.OpenWrite(path); source.CopyTo(file);")]
    [InlineData("string path = [|System.IO.Path.GetTempFileName()|]; using (var file = new FileStream(path, FileMode.Create)) { await source.CopyToAsync(file, token).ConfigureAwait(false); } File.Delete(path);")]
    [InlineData("var path = [|Path.GetTempFileName()|]; await using FileStream file = new(path, FileMode.Open, FileAccess.Write, FileShare.None, 1 << 20, useAsync: true); await source.CopyToAsync(file);")]
    [InlineData("var path = [|Path.GetTempFileName()|]; using Stream file = new FileStream(mode: FileMode.Truncate, path: path); source.CopyTo(file);")]
    [InlineData("var path = [|Path.GetTempFileName()|]; using var file = new FileStream(path, new FileStreamOptions { Mode = FileMode.Create, Access = FileAccess.Write }); source.CopyTo(file);")]
    [InlineData("var path = [|Path.GetTempFileName()|]; using var file = File.Open(path, FileMode.Append); source.CopyTo(file);")]
    [InlineData("var info = new FileInfo([|Path.GetTempFileName()|]); using var file = info.OpenWrite(); source.CopyTo(file);")]
    [InlineData("var path = [|Path.GetTempFileName()|]; using var file = new FileInfo(path).Create(); source.CopyTo(file);")]
    [InlineData("FileStream? file = null; string path = [|Path.GetTempFileName()|]; try { file = File.Create(path); source.CopyTo(file); } finally { file?.Dispose(); }")]
    [InlineData("string path; path = [|Path.GetTempFileName()|]; source.CopyTo(File.Create(path));")]
    // Every source.
    [InlineData("var path = [|Path.GetTempFileName()|]; using var file = File.Create(path); await form.CopyToAsync(file, token);")]
    [InlineData("var path = [|Path.GetTempFileName()|]; using var file = File.Create(path); await content.CopyToAsync(file);")]
    [InlineData("var path = [|Path.GetTempFileName()|]; using var file = File.Create(path); await pipe.CopyToAsync(file);")]
    [InlineData("var path = [|Path.GetTempFileName()|]; using var file = File.Create(path); new MemoryStream(data).CopyTo(file);")]
    [InlineData("var path = [|Path.GetTempFileName()|]; using var file = File.Create(path); source?.CopyTo(file);")]
    [InlineData("var path = [|Path.GetTempFileName()|]; await StreamTuning.FileCopyExtensions.CopyToFileAsync(source, path);")]
    [InlineData("var path = [|Path.GetTempFileName()|]; using var file = File.Create(path); StreamTuning.FileCopyExtensions.CopyToFile(source, destination: file);")]
    // A loop.
    [InlineData("using var file = File.Create([|Path.GetTempFileName()|]); while ((read = source.Read(buffer, 0, buffer.Length)) > 0) file.Write(buffer, 0, read);")]
    [InlineData("using var file = File.Create([|Path.GetTempFileName()|]); while (true) { read = await source.ReadAsync(buffer, token); if (read == 0) break; await file.WriteAsync(buffer.AsMemory(0, read), token); size += read; }")]
    [InlineData("using var file = File.Create([|Path.GetTempFileName()|]); int count; do { count = source.Read(buffer); file.Write(buffer.AsSpan(0, count)); } while (count > 0);")]
    [InlineData("using var file = File.Create([|Path.GetTempFileName()|]); await foreach (var block in blocks) { await file.WriteAsync(block, token); }")]
    [InlineData("using var file = File.Create([|Path.GetTempFileName()|]); foreach (var line in names) { file.Write(System.Text.Encoding.UTF8.GetBytes(line)); }")]
    [InlineData("using var file = File.Create([|Path.GetTempFileName()|]); foreach (var each in names) { var part = File.ReadAllBytes(each); file.Write(part, 0, part.Length); }")]
    [InlineData("using var file = File.Create([|Path.GetTempFileName()|]); foreach (var each in names) { using var input = File.OpenRead(each); input.CopyTo(file); }")]
    // Through a stream that changes the data.
    [InlineData("using var file = File.Create([|Path.GetTempFileName()|]); using var zip = new GZipStream(file, CompressionLevel.Fastest); source.CopyTo(zip);")]
    [InlineData("using var zip = new BufferedStream(new BrotliStream(File.Create([|Path.GetTempFileName()|]), CompressionLevel.Fastest)); source.CopyTo(zip);")]
    [InlineData("using var file = File.Create([|Path.GetTempFileName()|]); await content.CopyToAsync(new Tally(file, name));")]
    // Every way to put a name behind the directory.
    [InlineData("using var file = File.Create([|Path.Combine(Path.GetTempPath(), name)|]); source.CopyTo(file);")]
    [InlineData("using var file = File.Create([|Path.Combine(path2: name, path1: Path.GetTempPath())|]); source.CopyTo(file);")]
    [InlineData("using var file = File.Create([|Path.Join(Path.GetTempPath(), \"photos\", name)|]); source.CopyTo(file);")]
    [InlineData("using var file = File.Create([|Path.Combine(Path.GetTempPath(), \"a\", \"b\", \"c\", name)|]); source.CopyTo(file);")]
    [InlineData("using var file = File.Create([|Path.Combine(new[] { Path.GetTempPath(), name })|]); source.CopyTo(file);")]
    [InlineData("using var file = File.Create([|Path.GetTempPath() + name|]); source.CopyTo(file);")]
    [InlineData("using var file = File.Create([|Path.GetTempPath() + Guid.NewGuid() + \".tmp\"|]); source.CopyTo(file);")]
    [InlineData("using var file = File.Create([|string.Concat(Path.GetTempPath(), name)|]); source.CopyTo(file);")]
    [InlineData("using var file = File.Create([|$\"{Path.GetTempPath()}{Guid.NewGuid():N}.tmp\"|]); source.CopyTo(file);")]
    [InlineData("var temp = Path.GetTempPath(); string path = [|Path.Combine(temp, Path.GetRandomFileName())|]; using var file = File.Create(path); source.CopyTo(file);")]
    [InlineData("using var file = File.Create(Own.Combine([|Path.GetTempPath()|], name)); source.CopyTo(file);")]
    [InlineData("string path = [|Path.Combine(Temp, name)|]; using var file = File.Create(path); source.CopyTo(file);")]
    [InlineData("string folder = [|Path.Combine(Path.GetTempPath(), \"photos\")|]; Directory.CreateDirectory(folder); using var file = File.Create(Path.Combine(folder, name)); source.CopyTo(file);")]
    [InlineData("string path = Path.ChangeExtension([|Path.GetTempFileName()|], \".zip\"); using var file = File.Create(path); source.CopyTo(file);")]
    [InlineData("string path = [|Path.GetTempFileName()|] + \".zip\"; using var file = File.Create(path); source.CopyTo(file);")]
    [InlineData("string path = Path.GetFullPath([|Path.Combine(Path.GetTempPath(), name)|]); using var file = File.Create(path); source.CopyTo(file);")]
    // Several uses are one cause.
    [InlineData("var path = [|Path.GetTempFileName()|]; using (var file = File.Create(path)) { source.CopyTo(file); } using (var file = File.OpenWrite(path)) { form.CopyTo(file); } Console.WriteLine(path);")]
    [InlineData("var a = [|Path.GetTempFileName()|]; var b = [|Path.GetTempFileName()|]; source.CopyTo(File.Create(a)); form.CopyTo(File.Create(b));")]
    // A copy of a file.
    [InlineData("File.Copy(name, [|Path.GetTempFileName()|], true);")]
    [InlineData("foreach (var each in names) { File.Copy(each, [|Path.Combine(Path.GetTempPath(), Path.GetFileName(each))|]); }")]
    [InlineData("var info = new FileInfo(name); info.CopyTo([|Path.Combine(Path.GetTempPath(), info.Name)|]);")]
    [InlineData("string path = [|Path.GetTempFileName()|]; File.Copy(destFileName: path, sourceFileName: name); File.Delete(path);")]
    // In other functions.
    [InlineData("Func<Stream, Task> save = async stream => { await using var file = File.Create([|Path.GetTempFileName()|]); await stream.CopyToAsync(file); }; await save(source);")]
    [InlineData("string path = [|Path.GetTempFileName()|]; void Save() { using var file = File.Create(path); source.CopyTo(file); } Save();")]
    [InlineData("string Save(Stream stream) { string path = [|Path.GetTempFileName()|]; using var file = File.Create(path); stream.CopyTo(file); return path; } Save(source);")]
    // A limit that is not small.
    [InlineData("if (form.Length > 100_000_000) { throw new IOException(); } using var file = File.Create([|Path.GetTempFileName()|]); form.CopyTo(file);")]
    public Task A_temporary_file_that_is_filled_is_reported(string body) => Check.ReportsAsync(InMethod(body));

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("blob.DownloadTo([|Path.GetTempFileName()|]);")]
    [InlineData("string path = [|Path.Combine(Path.GetTempPath(), name)|]; await blob.DownloadToAsync(path); File.Delete(path);")]
    [InlineData("client.DownloadFile(name, [|Path.GetTempFileName()|]);")]
    [InlineData("ZipFile.CreateFromDirectory(name, [|Path.Combine(Path.GetTempPath(), Guid.NewGuid() + \".zip\")|]);")]
    [InlineData("var folder = [|Path.Combine(Path.GetTempPath(), Guid.NewGuid().ToString())|]; Directory.CreateDirectory(folder); ZipFile.ExtractToDirectory(name, folder);")]
    [InlineData("entry.ExtractToFile([|Path.GetTempFileName()|], overwrite: true);")]
    // Archives that are filled entry by entry.
    [InlineData("string path = [|Path.Combine(Path.GetTempPath(), name)|]; using (var archive = ZipFile.Open(path, ZipArchiveMode.Create)) { archive.CreateEntryFromFile(name, name); } await blob.UploadAsync(path);")]
    [InlineData("string path = [|Path.GetTempFileName()|]; await Task.Run(() => { using var file = new FileStream(path, FileMode.Create); using var archive = new ZipArchive(file, ZipArchiveMode.Create); archive.CreateEntryFromFile(name, name); });")]
    [InlineData("using var archive = ZipFile.Open([|Path.Combine(Path.GetTempPath(), name)|], ZipArchiveMode.Update); using var target = archive.CreateEntry(name).Open(); using var source = entry.Open(); await source.CopyToAsync(target);")]
    // Arrays of any length.
    [InlineData("using var memory = new MemoryStream(); entry.Open().CopyTo(memory); File.WriteAllBytes(bytes: memory.ToArray(), path: [|Path.GetTempFileName()|]);")]
    [InlineData("string path = [|Path.GetTempFileName()|]; byte[] bytes = await http.GetByteArrayAsync(name); await File.WriteAllBytesAsync(path, bytes);")]
    [InlineData("using var memory = new MemoryStream(); entry.Open().CopyTo(memory); File.WriteAllBytes([|Path.GetTempFileName()|], memory.ToArray());")]
    [InlineData("File.WriteAllBytes([|Path.Combine(Path.GetTempPath(), \"photo.png\")|], Convert.FromBase64String(name));")]
    [InlineData("foreach (var each in model.Files ?? new List<Model.Item>()) { var path = [|Path.Combine(Path.GetTempPath(), each.Name)|]; await File.WriteAllBytesAsync(path, each.Content); }")]
    [InlineData("using var file = File.Create([|Path.GetTempFileName()|]); var bytes = await http.GetByteArrayAsync(name); await file.WriteAsync(bytes);")]
    [InlineData("var bytes = Convert.FromBase64String(name); using var file = File.Create([|Path.GetTempFileName()|]); file.Write(bytes, 0, bytes.Length);")]
    // Texts of any length.
    [InlineData("string text; using (var reader = new StreamReader(entry.Open())) { text = reader.ReadToEnd(); } File.WriteAllText([|Path.Combine(Path.GetTempPath(), \"dump.sql\")|], text);")]
    [InlineData("var path = [|Path.Combine(Path.GetTempPath(), $\"{name}.sql\")|]; using var run = Process.Start(name)!; var text = await run.StandardOutput.ReadToEndAsync(); await File.WriteAllTextAsync(path, text);")]
    public Task A_call_that_fills_what_is_at_the_path_is_reported(string body) => Check.ReportsAsync([Filling(body)], azureBlobs: true);

    [Theory]
    [Trait("Case", "Negative")]
    [InlineData("blob.DownloadTo(name);")]
    [InlineData("ZipFile.ExtractToDirectory(Path.GetTempFileName(), name);")]
    [InlineData("blob.Upload(Path.GetTempFileName());")]
    [InlineData("string path = Path.GetTempFileName(); using var archive = ZipFile.Open(name, ZipArchiveMode.Create); archive.CreateEntryFromFile(path, name);")]
    [InlineData("using var archive = ZipFile.Open(Path.GetTempFileName(), ZipArchiveMode.Read); using var read = archive.GetEntry(name)!.Open(); using var target = File.Create(name); await read.CopyToAsync(target);")]
    [InlineData("string path = Path.GetTempFileName(); await File.WriteAllBytesAsync(path, new byte[10]);")]
    [InlineData("File.WriteAllBytes(Path.GetTempFileName(), System.Text.Encoding.UTF8.GetBytes(name));")]
    [InlineData("File.WriteAllText(Path.GetTempFileName(), name);")]
    [InlineData("File.WriteAllText(Path.Combine(Path.GetTempPath(), \"dump.sql\"), name);")]
    [InlineData("using var run = Process.Start(name)!; File.WriteAllText(Path.GetTempFileName(), run.StandardOutput.ReadToEnd());")]
    [InlineData("using var run = Process.Start(name)!; File.WriteAllText(Path.Combine(Path.GetTempPath(), \"out.json\"), run.StandardOutput.ReadToEnd());")]
    [InlineData("using var run = Process.Start(name)!; File.WriteAllText(name + \".sql\", run.StandardOutput.ReadToEnd());")]
    [InlineData("using var reader = new StreamReader(typeof(C).Assembly.GetManifestResourceStream(\"a.sql\")!); File.WriteAllText(Path.Combine(Path.GetTempPath(), \"a.sql\"), reader.ReadToEnd());")]
    [InlineData("using var run = Process.Start(name)!; File.WriteAllText(Path.Combine(Path.GetTempPath(), \"export.csv\"), run.StandardOutput.ReadToEnd());")]
    [InlineData("using var run = Process.Start(name)!; var text = run.StandardOutput.ReadToEnd(); if (text.Length > 1000) { return; } File.WriteAllText(Path.Combine(Path.GetTempPath(), \"a.sql\"), text);")]
    [InlineData("using var reader = new StreamReader(new MemoryStream(System.Text.Encoding.UTF8.GetBytes(name))); File.WriteAllText(Path.Combine(Path.GetTempPath(), \"a.sql\"), reader.ReadToEnd());")]
    [InlineData("using var reader = new StreamReader(File.OpenRead(Path.Combine(AppContext.BaseDirectory, \"schema.sql\"))); File.WriteAllText(Path.Combine(Path.GetTempPath(), \"a.sql\"), reader.ReadToEnd());")]
    [InlineData("using var reader = new StringReader(name); File.WriteAllText(Path.Combine(Path.GetTempPath(), \"a.sql\"), reader.ReadToEnd());")]
    // Small arrays.
    [InlineData("File.WriteAllBytes(Path.GetTempFileName(), Convert.FromBase64String(\"iVBORw0KGgo=\"));")]
    [InlineData("var memory = new MemoryStream(); typeof(C).Assembly.GetManifestResourceStream(name)!.CopyTo(memory); File.WriteAllBytes(Path.GetTempFileName(), memory.ToArray());")]
    [InlineData("var memory = new MemoryStream(new byte[100]); File.WriteAllBytes(Path.GetTempFileName(), memory.ToArray());")]
    [InlineData("var memory = new MemoryStream(); new BinaryWriter(memory).Write(42); File.WriteAllBytes(Path.GetTempFileName(), memory.ToArray());")]
    [InlineData("var bytes = await http.GetByteArrayAsync(name); if (bytes.Length > 1000) { return; } await File.WriteAllBytesAsync(Path.GetTempFileName(), bytes);")]
    [InlineData("using var file = File.Create(Path.GetTempFileName()); file.Write(System.Text.Encoding.UTF8.GetBytes(name));")]
    [InlineData("var bytes = await http.GetByteArrayAsync(name); if (bytes.Length > 1000) { return; } using var file = File.Create(Path.GetTempFileName()); file.Write(bytes);")]
    [InlineData("using var file = File.Create(name); await file.WriteAsync(await http.GetByteArrayAsync(name));")]
    [InlineData("File.WriteAllBytes(Path.GetTempFileName(), BinaryData.FromString(name).ToArray());")]
    [InlineData("foreach (var each in model.Files!) { await File.WriteAllBytesAsync(Path.Combine(Path.GetTempPath(), each.Name + \".ico\"), each.Content); }")]
    [InlineData("foreach (var each in new[] { new Model.Item(), new Model.Item() }) { await File.WriteAllBytesAsync(Path.GetTempFileName(), each.Content); }")]
    [InlineData("foreach (var each in model.Files!) { await File.WriteAllBytesAsync(Path.GetTempFileName(), each.Hash); }")]
    [InlineData("foreach (var each in model.Files!) { if (each.FileSize > 65536) { continue; } await File.WriteAllBytesAsync(Path.GetTempFileName(), each.Content); }")]
    [InlineData("foreach (var each in Model.All) { await File.WriteAllBytesAsync(Path.GetTempFileName(), each.Content); }")]
    [InlineData("foreach (var each in model.Files!) { if (each.Content.Length > 1000) { continue; } File.WriteAllBytes(Path.GetTempFileName(), each.Content); }")]
    public Task A_call_that_fills_another_path_is_not_reported(string body) => Check.ReportsAsync([Filling(body)], azureBlobs: true);

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("using var response = await http.GetAsync(url); return await response.Content.ReadAsByteArrayAsync();")]
    [InlineData("return await http.GetByteArrayAsync(url);")]
    public Task A_download_by_a_method_of_the_project_is_reported(string body) => Check.ReportsAsync(OfDownload(body));

    [Theory]
    [Trait("Case", "Negative")]
    [InlineData("await Task.Yield(); return System.Text.Encoding.UTF8.GetBytes(url);")]
    [InlineData("var bytes = await http.GetByteArrayAsync(url); return System.Security.Cryptography.SHA256.HashData(bytes);")]
    public Task What_a_method_of_the_project_gives_else_is_not_reported(string body) =>
        Check.IsSilentAsync(OfDownload(body).Replace("[|", "").Replace("|]", ""));

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("internal static readonly string Folder = Path.GetTempPath();", "Path.Combine(Paths.Folder, name)")]
    [InlineData("internal static readonly string Folder = Path.Combine(Path.GetTempPath(), \"photos\");", "$\"{Paths.Folder}/{name}\"")]
    [InlineData("internal static string Folder => Path.GetTempPath();", "Paths.Folder + name")]
    [InlineData("internal static string Folder { get; } = Path.Combine(Path.GetTempPath(), \"photos\");", "Path.Combine(Paths.Folder, name)")]
    [InlineData("internal static string Of(string name) => Path.Combine(Path.GetTempPath(), name);", "Paths.Of(name)")]
    [InlineData("internal static string New() { return Path.GetTempFileName(); }", "Paths.New()")]
    [InlineData("internal static readonly DirectoryInfo Folder = new DirectoryInfo(Path.GetTempPath());", "Path.Combine(Paths.Folder.FullName, name)")]
    [InlineData("internal static DirectoryInfo Folder => new(Path.Combine(Path.GetTempPath(), \"photos\"));", "Path.Combine(Paths.Folder.FullName, name)")]
    public Task A_path_of_another_file_is_reported(string member, string path) => Check.ReportsAsync(
        [
            "using System.IO;\n\nclass C\n{\n    void M(Stream source, string name) { using var file = File.Create([|" + path + "|]); source.CopyTo(file); }\n}\n",
            "using System.IO;\n\nstatic class Paths\n{\n    " + member + "\n}\n",
        ]);

    [Theory]
    [Trait("Case", "Negative")]
    [InlineData("internal static string Folder { get; set; } = Path.GetTempPath();", "Paths.Folder")]
    [InlineData("internal static string Folder = Path.GetTempPath();", "Paths.Folder")]
    [InlineData("internal static string Folder => Path.GetDirectoryName(Path.GetTempPath())!;", "Paths.Folder")]
    [InlineData("internal static DirectoryInfo Folder = new DirectoryInfo(Path.GetTempPath());", "Paths.Folder.FullName")]
    [InlineData("internal static DirectoryInfo Folder => new DirectoryInfo(Path.GetTempPath()).Parent!;", "Paths.Folder.FullName")]
    // One that is made of itself.
    [InlineData("internal static DirectoryInfo Folder => new DirectoryInfo(Folder.FullName); internal static string Other => Path.GetTempPath();", "Paths.Folder.FullName")]
    public Task A_path_of_another_file_that_may_be_elsewhere_is_not_reported(string member, string folder) => Check.ReportsAsync(
        [
            "using System.IO;\n\nclass C\n{\n    void M(Stream source, string name) { using var file = File.Create(Path.Combine(" + folder + ", name)); source.CopyTo(file); }\n}\n",
            "using System.IO;\n\nstatic class Paths\n{\n    " + member + "\n}\n",
        ]);

    [Fact]
    [Trait("Case", "Positive")]
    public Task A_path_that_all_callers_give_is_reported_in_the_method() => Check.ReportsAsync(
        [
            "using System.IO;\n\npublic class Downloads\n{\n    internal void Fetch(Stream source, string path) { using var file = File.Create([|path|]); source.CopyTo(file); }\n}\n",
            "using System.IO;\n\nclass C\n{\n    void M(Stream source, Downloads downloads) { var path = Path.Combine(Path.GetTempPath(), \"a.zip\"); downloads.Fetch(source, path); }\n}\n",
            "using System.IO;\n\nclass D\n{\n    void M(Stream source, Downloads downloads) => downloads.Fetch(source, Path.GetTempFileName());\n}\n",
        ]);

    [Fact]
    [Trait("Case", "Negative")]
    public Task A_path_that_callers_of_callers_give_is_not_reported() => Check.IsSilentAsync(
        """
        using System.IO;

        class C
        {
            void M(Stream source) => First(source, Path.GetTempFileName());

            private void First(Stream source, string path) => Second(source, path);

            private void Second(Stream source, string path)
            {
                using var file = File.Create(path);
                source.CopyTo(file);
            }
        }
        """);

    [Fact]
    [Trait("Case", "Negative")]
    public Task A_path_that_one_caller_has_elsewhere_is_not_reported() => Check.ReportsAsync(
        [
            "using System.IO;\n\npublic class Downloads\n{\n    public void Fetch(Stream source, string path) { using var file = File.Create(path); source.CopyTo(file); }\n}\n",
            "using System.IO;\n\nclass C\n{\n    void M(Stream source, Downloads downloads) { var path = Path.Combine(Path.GetTempPath(), \"a.zip\"); downloads.Fetch(source, path); }\n}\n",
            "using System.IO;\n\nclass D\n{\n    void M(Stream source, Downloads downloads, string path) => downloads.Fetch(source, path);\n}\n",
        ]);

    [Theory]
    [Trait("Case", "Negative")]
    [InlineData("public interface IDownloads { void Fetch(Stream source, string path); } class Downloads : IDownloads", "public")]
    [InlineData("public class Downloads", "public")]
    [InlineData("class Downloads", "protected internal virtual")]
    public Task A_method_that_others_may_call_is_not_reported(string type, string modifiers) => Check.ReportsAsync(
        [
            "using System.IO;\n\n" + type + "\n{\n    " + modifiers + " void Fetch(Stream source, string path) { using var file = File.Create(path); source.CopyTo(file); }\n}\n",
            "using System.IO;\n\nclass D\n{\n    void M(Stream source, Downloads downloads) => downloads.Fetch(source, Path.GetTempFileName());\n}\n",
        ]);

    [Fact]
    [Trait("Case", "NoFix")]
    public Task A_directory_that_is_filled_has_no_fix() => Check.OffersNoFixAsync(
        RuleFixes.Runtime,
        InMethod("var folder = [|Path.Combine(Path.GetTempPath(), Guid.NewGuid().ToString())|]; Directory.CreateDirectory(folder); ZipFile.ExtractToDirectory(name, folder);"));

    [Theory]
    [Trait("Case", "Negative")]
    // Only logged, returned or passed on.
    [InlineData("Console.WriteLine(Path.GetTempFileName());")]
    [InlineData("var path = Path.Combine(Path.GetTempPath(), name); Save(path, source);")]
    [InlineData("var path = Path.GetTempFileName(); using var file = File.Create(path); Save(path, file);")]
    [InlineData("_path = Path.GetTempFileName();")]
    // Read.
    [InlineData("using var file = File.OpenRead(Path.Combine(Path.GetTempPath(), name)); file.CopyTo(source);")]
    // No copy and no loop.
    [InlineData("File.Copy(\"/data/a.bin\", Path.GetTempFileName(), true);")]
    [InlineData("File.Copy(Path.Combine(AppContext.BaseDirectory, name), Path.GetTempFileName(), true);")]
    [InlineData("File.Copy(Path.Combine(GetTemplateFolder(), name), Path.GetTempFileName(), true); string GetTemplateFolder() => name + name;")]
    [InlineData("var source1 = Path.Combine(GetTemplateFolder(name), name); File.Copy(source1, Path.GetTempFileName(), true);")]
    [InlineData("string templatePath = name + name; File.Copy(templatePath, Path.GetTempFileName(), true);")]
    [InlineData("File.Copy(Path.Combine(Path.GetDirectoryName(typeof(C).Assembly.Location)!, name), Path.GetTempFileName(), true);")]
    [InlineData("File.Copy(Path.Combine(Path.GetTempPath(), name), Path.GetTempFileName(), true);")]
    [InlineData("foreach (var each in Directory.GetFiles(AppContext.BaseDirectory)) { File.Copy(each, Path.Combine(Path.GetTempPath(), Path.GetFileName(each))); }")]
    [InlineData("File.Copy(name, Path.Combine(Path.GetTempPath(), \"copy.json\"), true);")]
    [InlineData("string settingsFile = name; File.Copy(settingsFile, Path.GetTempFileName(), true);")]
    [InlineData("File.Copy(Path.GetTempFileName(), name, true);")]
    [InlineData("if (new FileInfo(name).Length > 1000) { return; } File.Copy(name, Path.GetTempFileName(), true);")]
    [InlineData("File.WriteAllBytes(Path.GetTempFileName(), data);")]
    [InlineData("using var file = File.Create(Path.GetTempFileName()); file.Write(data);")]
    [InlineData("using var file = File.Create(Path.GetTempFileName()); file.Write(buffer, 0, source.Read(buffer));")]
    // Data of a constant size, or small.
    [InlineData("using var file = File.Create(Path.GetTempFileName()); new MemoryStream(new byte[100_000_000]).CopyTo(file);")]
    [InlineData("using var file = File.Create(Path.GetTempFileName()); for (int i = 0; i < 100; i++) file.Write(buffer);")]
    [InlineData("using var file = File.Create(Path.GetTempFileName()); foreach (var part in new[] { data, buffer }) file.Write(part);")]
    [InlineData("using var file = File.Create(Path.GetTempFileName()); foreach (var part in Enumerable.Range(1, 10)) file.Write(new byte[part]);")]
    [InlineData("if (form.Length > 1_000_000) { throw new IOException(); } using var file = File.Create(Path.GetTempFileName()); form.CopyTo(file);")]
    [InlineData("using var file = File.Create(Path.GetTempFileName()); using var resource = typeof(C).Assembly.GetManifestResourceStream(\"native.dll\"); resource!.CopyTo(file);")]
    [InlineData("foreach (var part in names) { int count = source.Read(buffer); using var file = File.Create(Path.GetTempFileName()); file.Write(buffer, 0, count); }")]
    // The room is asked for.
    [InlineData("if (new DriveInfo(\"C\").AvailableFreeSpace < form.Length) { return; } using var file = File.Create(Path.GetTempFileName()); form.CopyTo(file);")]
    [InlineData("long free; free = new DriveInfo(\"C\").AvailableFreeSpace; if (free < form.Length) { return; } using var file = File.Create(Path.GetTempFileName()); form.CopyTo(file);")]
    [InlineData("if (drive.TotalFreeSpace > form.Length) { Fill(File.Create(Path.GetTempFileName())); } void Fill(Stream file) => form.CopyTo(file);")]
    [InlineData("if (drive.TotalFreeSpace < form.Length) { return; } using var file = File.Create(Path.GetTempFileName()); form.CopyTo(file);")]
    [InlineData("if (GetDiskFreeSpaceEx(Path.GetTempPath(), out long free) && free < 100) { return; } using var file = File.Create(Path.GetTempFileName()); form.CopyTo(file);")]
    [InlineData("if (!HasRoomFor(form.Length)) { return; } using var file = File.Create(Path.GetTempFileName()); form.CopyTo(file);")]
    [InlineData("if (StreamTuning.TempSpace.GetAvailableBytes(Path.GetTempPath()) < form.Length) { return; } using var file = File.Create(Path.GetTempFileName()); form.CopyTo(file);")]
    // Not the temp directory, or not for sure.
    [InlineData("using var file = File.Create(Path.Combine(\"/data\", name)); source.CopyTo(file);")]
    [InlineData("using var file = File.Create(Path.Combine(name, Path.GetTempPath())); source.CopyTo(file);")]
    [InlineData("using var file = File.Create(Path.Combine(\"/data\", Path.GetFileName(Path.GetTempFileName()))); source.CopyTo(file);")]
    [InlineData("string path = Path.GetTempFileName(); if (size > 0) { path = name; } using var file = File.Create(path); source.CopyTo(file);")]
    [InlineData("using var file = File.Create(size > 0 ? Path.GetTempFileName() : name); source.CopyTo(file);")]
    [InlineData("using var file = File.Create(Own.GetTempFileName()); source.CopyTo(file);")]
    // What the fix writes.
    [InlineData("using var file = File.Create(StreamTuning.TempSpace.Default.CreateEmptyFile()); source.CopyTo(file);")]
    [InlineData("using var file = File.Create(StreamTuning.TempSpace.Default.GetPath(Path.GetRandomFileName())); source.CopyTo(file);")]
    // Opened elsewhere.
    [InlineData("source.CopyTo(_file);")]
    public Task Anything_else_is_not_reported(string body) => Check.IsSilentAsync(InMethod(body));

    [Fact]
    [Trait("Case", "Negative")]
    public Task Code_without_the_types_is_not_reported() => Check.IsSilentAsync("class C { C Create() => new C(); }");

    [Fact]
    [Trait("Case", "Positive")]
    public Task The_message_names_the_method() => Check.ReportsAsync(
        InMethod("var path = {|#0:Path.GetTempFileName()|}; using var file = File.Create(path); source.CopyTo(file);"),
        Check.Diagnostic(0, "GetTempFileName"));

    [Fact]
    [Trait("Case", "Positive")]
    public Task A_path_in_a_field_is_reported_in_each_method_that_fills_the_file() => Check.ReportsAsync(
        """
        using System.IO;

        class C
        {
            private readonly string _first = Path.GetTempFileName();
            private readonly string _second;

            C()
            {
                _second = Path.Combine(Path.GetTempPath(), "second");
            }

            void Create(Stream source)
            {
                using var file = File.Create({|#0:_first|});
                source.CopyTo(file);
                source.CopyTo(file);
            }

            void Append(Stream source)
            {
                using var file = File.Open({|#1:_first|}, FileMode.Append);
                source.CopyTo(file);
            }

            void Second(Stream source)
            {
                using var file = File.Open({|#2:_second|}, FileMode.Append);
                source.CopyTo(file);
            }
        }
        """,
        Check.Diagnostic(0, "GetTempFileName"),
        Check.Diagnostic(1, "GetTempFileName"),
        Check.Diagnostic(2, "GetTempPath"));

    [Theory]
    [InlineData("var path = [|Path.GetTempFileName()|]; using var file = File.Create(path); source.CopyTo(file);", "var path = TempSpace.Default.CreateEmptyFile(); using var file = File.Create(path); source.CopyTo(file);")]
    [InlineData("using var file = File.Create([|System.IO.Path.GetTempFileName()|]); await source.CopyToAsync(file);", "using var file = File.Create(TempSpace.Default.CreateEmptyFile()); await source.CopyToAsync(file);")]
    [InlineData("string path = Path.ChangeExtension([|Path.GetTempFileName()|], \".zip\"); source.CopyTo(File.Create(path));", "string path = Path.ChangeExtension(TempSpace.Default.CreateEmptyFile(), \".zip\"); source.CopyTo(File.Create(path));")]
    // The length is known.
    [InlineData("var path = [|Path.GetTempFileName()|]; using var file = File.Create(path); await form.CopyToAsync(file);", "var path = TempSpace.Default.CreateEmptyFile(form.Length); using var file = File.Create(path); await form.CopyToAsync(file);")]
    [InlineData("using var input = form.OpenReadStream(); var path = [|Path.GetTempFileName()|]; using var file = File.Create(path); input.CopyTo(file);", "using var input = form.OpenReadStream(); var path = TempSpace.Default.CreateEmptyFile(form.Length); using var file = File.Create(path); input.CopyTo(file);")]
    [InlineData("using var input = File.OpenRead(name); using var file = File.Create([|Path.GetTempFileName()|]); input.CopyTo(file);", "using var input = File.OpenRead(name); using var file = File.Create(TempSpace.Default.CreateEmptyFile(input.CanSeek ? input.Length : null)); input.CopyTo(file);")]
    [InlineData("using var file = File.Create([|Path.GetTempFileName()|]); while ((read = local.Read(buffer, 0, buffer.Length)) > 0) file.Write(buffer, 0, read);", "using var file = File.Create(TempSpace.Default.CreateEmptyFile(local.CanSeek ? Math.Max(0, local.Length - local.Position) : null)); while ((read = local.Read(buffer, 0, buffer.Length)) > 0) file.Write(buffer, 0, read);")]
    [InlineData("using var file = File.Create([|Path.GetTempFileName()|]); await content.CopyToAsync(file);", "using var file = File.Create(TempSpace.Default.CreateEmptyFile(content.Headers.ContentLength)); await content.CopyToAsync(file);")]
    [InlineData("using var response = await client.GetAsync(name); var path = [|Path.GetTempFileName()|]; using var file = File.Create(path); await response.Content.CopyToAsync(file);", "using var response = await client.GetAsync(name); var path = TempSpace.Default.CreateEmptyFile(response.Content.Headers.ContentLength); using var file = File.Create(path); await response.Content.CopyToAsync(file);")]
    [InlineData("using var body = await content.ReadAsStreamAsync(token); using var file = File.Create([|Path.GetTempFileName()|]); await body.CopyToAsync(file);", "using var body = await content.ReadAsStreamAsync(token); using var file = File.Create(TempSpace.Default.CreateEmptyFile(content.Headers.ContentLength)); await body.CopyToAsync(file);")]
    [InlineData("using var file = File.Create([|Path.GetTempFileName()|]); await request.Body.CopyToAsync(file); await Task.Yield();", "using var file = File.Create(TempSpace.Default.CreateEmptyFile(request.ContentLength)); await request.Body.CopyToAsync(file); await Task.Yield();")]
    [InlineData("foreach (var each in forms) { var path = [|Path.GetTempFileName()|]; using var file = File.Create(path); await each.CopyToAsync(file); }", "foreach (var each in forms) { var path = TempSpace.Default.CreateEmptyFile(each.Length); using var file = File.Create(path); await each.CopyToAsync(file); }")]
    // It is not yet, or not of all that is written.
    [InlineData("var path = [|Path.GetTempFileName()|]; using var input = form.OpenReadStream(); using var other = File.OpenRead(name); using var file = File.Create(path); other.CopyTo(file);", "var path = TempSpace.Default.CreateEmptyFile(); using var input = form.OpenReadStream(); using var other = File.OpenRead(name); using var file = File.Create(path); other.CopyTo(file);")]
    [InlineData("var path = [|Path.GetTempFileName()|]; using var file = File.Create(path); form.CopyTo(file); form.CopyTo(file);", "var path = TempSpace.Default.CreateEmptyFile(); using var file = File.Create(path); form.CopyTo(file); form.CopyTo(file);")]
    [InlineData("using var file = File.Create([|Path.GetTempFileName()|]); using var zip = new GZipStream(file, CompressionLevel.Fastest); form.CopyTo(zip);", "using var file = File.Create(TempSpace.Default.CreateEmptyFile()); using var zip = new GZipStream(file, CompressionLevel.Fastest); form.CopyTo(zip);")]
    [InlineData("var path = [|Path.GetTempFileName()|]; form = forms[0]; using var file = File.Create(path); form.CopyTo(file);", "var path = TempSpace.Default.CreateEmptyFile(); form = forms[0]; using var file = File.Create(path); form.CopyTo(file);")]
    [InlineData("var path = [|Path.GetTempFileName()|]; if (form == null) { return; } using var file = File.Create(path); form.CopyTo(file);", "var path = TempSpace.Default.CreateEmptyFile(); if (form == null) { return; } using var file = File.Create(path); form.CopyTo(file);")]
    [InlineData("var path = [|Path.GetTempFileName()|]; Console.WriteLine(form?.Name); using var file = File.Create(path); form!.CopyTo(file);", "var path = TempSpace.Default.CreateEmptyFile(); Console.WriteLine(form?.Name); using var file = File.Create(path); form!.CopyTo(file);")]
    [InlineData("using var file = File.Create([|Path.GetTempFileName()|]); maybe?.CopyTo(file);", "using var file = File.Create(TempSpace.Default.CreateEmptyFile()); maybe?.CopyTo(file);")]
    [InlineData("using var file = File.Create([|Path.GetTempFileName()|]); foreach (var each in forms) { each.CopyTo(file); }", "using var file = File.Create(TempSpace.Default.CreateEmptyFile()); foreach (var each in forms) { each.CopyTo(file); }")]
    public Task A_new_file_stays_one(string body, string fixedBody) => Check.FixesAsync(RuleFixes.Runtime, InMethod(body), InMethod(fixedBody, importsRuntime: true));

    [Theory]
    [InlineData("Path.Combine(Path.GetTempPath(), Path.GetRandomFileName())", "TempSpace.Default.GetPath(Path.GetRandomFileName())")]
    [InlineData("Path.Combine(Path.GetTempPath(), \"upload.bin\")", "TempSpace.Default.GetPath(\"upload.bin\")")]
    [InlineData("Path.Combine(Path.GetTempPath(), Guid.NewGuid().ToString(\"N\") + \".tmp\")", "TempSpace.Default.GetPath(Guid.NewGuid().ToString(\"N\") + \".tmp\")")]
    [InlineData("Path.Combine(Path.GetTempPath(), $\"{Guid.NewGuid()}-{Path.GetFileName(name)}\")", "TempSpace.Default.GetPath($\"{Guid.NewGuid()}-{Path.GetFileName(name)}\")")]
    [InlineData("Path.Combine(Path.GetTempPath(), $\"photo-{size}-{DateTime.UtcNow:yyyyMMddHHmmss}{Path.GetExtension(name)}\")", "TempSpace.Default.GetPath($\"photo-{size}-{DateTime.UtcNow:yyyyMMddHHmmss}{Path.GetExtension(name)}\")")]
    [InlineData("$\"\"\"{Path.GetTempPath()}{size}.tmp\"\"\"", "TempSpace.Default.GetPath($\"\"\"{size}.tmp\"\"\")")]
    [InlineData("Path.Combine(Path.GetTempPath(), Path.GetFileName(name))", "TempSpace.Default.GetPath(Path.GetFileName(name))")]
    [InlineData("Path.Combine(Path.GetTempPath(), \"photos\", \"upload.bin\")", "TempSpace.Default.GetPath(Path.Combine(\"photos\", \"upload.bin\"))")]
    [InlineData("Path.Combine(Path.GetTempPath(), \"photos/upload.bin\")", "TempSpace.Default.GetPath(\"photos/upload.bin\")")]
    [InlineData("Path.Combine(Path.GetTempPath(), \"photos/\" + Guid.NewGuid())", "TempSpace.Default.GetPath(\"photos/\" + Guid.NewGuid())")]
    [InlineData("Path.Join(Path.GetTempPath(), \"upload.bin\")", "TempSpace.Default.GetPath(\"upload.bin\")")]
    [InlineData("System.IO.Path.Combine(Path.GetTempPath(), \"upload.bin\")", "TempSpace.Default.GetPath(\"upload.bin\")")]
    [InlineData("Path.GetTempPath() + Guid.NewGuid() + \".tmp\"", "TempSpace.Default.GetPath(Guid.NewGuid() + \".tmp\")")]
    [InlineData("$\"{Path.GetTempPath()}{Path.GetFileName(name)}\"", "TempSpace.Default.GetPath(Path.GetFileName(name))")]
    [InlineData("Path.GetTempPath() + \"upload\" + 1 + 2 + \".tmp\"", "TempSpace.Default.GetPath(\"upload\" + 1 + 2 + \".tmp\")")]
    [InlineData("Path.GetTempPath() + \"/\" + \"upload.tmp\"", "TempSpace.Default.GetPath(\"upload.tmp\")")]
    [InlineData("Path.GetTempPath() + \"\\\\upload.tmp\"", "TempSpace.Default.GetPath(\"upload.tmp\")")]
    [InlineData("Path.GetTempPath() + @\"\\upload.tmp\"", "TempSpace.Default.GetPath(\"upload.tmp\")")]
    [InlineData("Path.GetTempPath() + $\"/{Guid.NewGuid()}.tmp\"", "TempSpace.Default.GetPath($\"{Guid.NewGuid()}.tmp\")")]
    [InlineData("$\"{Path.GetTempPath()}{Guid.NewGuid():N}.tmp\"", "TempSpace.Default.GetPath($\"{Guid.NewGuid():N}.tmp\")")]
    [InlineData("$\"{Path.GetTempPath()}/{Guid.NewGuid():N}.tmp\"", "TempSpace.Default.GetPath($\"{Guid.NewGuid():N}.tmp\")")]
    [InlineData("$\"{Path.GetTempPath()}\\\\upload-{size}\"", "TempSpace.Default.GetPath($\"upload-{size}\")")]
    public Task A_name_stays_that_name(string path, string fixedPath) => Check.FixesAsync(
        RuleFixes.Runtime,
        InMethod("string path = [|" + path + "|]; using var file = File.Create(path); source.CopyTo(file);"),
        InMethod("string path = " + fixedPath + "; using var file = File.Create(path); source.CopyTo(file);", importsRuntime: true));

    [Theory]
    [InlineData("Path.Combine(Path.GetTempPath(), Path.GetRandomFileName())", "TempSpace.Default.GetPath(Path.GetRandomFileName(), form.Length)")]
    [InlineData("Path.GetTempPath() + Guid.NewGuid() + \".tmp\"", "TempSpace.Default.GetPath(Guid.NewGuid() + \".tmp\", form.Length)")]
    [InlineData("$\"{Path.GetTempPath()}{Guid.NewGuid():N}.tmp\"", "TempSpace.Default.GetPath($\"{Guid.NewGuid():N}.tmp\", form.Length)")]
    public Task A_name_gets_the_length(string path, string fixedPath) => Check.FixesAsync(
        RuleFixes.Runtime,
        InMethod("using (var file = File.Create([|" + path + "|])) { form.CopyTo(file); }"),
        InMethod("using (var file = File.Create(" + fixedPath + ")) { form.CopyTo(file); }", importsRuntime: true));

    [Theory]
    [InlineData("string own = Path.GetRandomFileName(); string path = [|Path.Combine(Path.GetTempPath(), own)|];", "string own = Path.GetRandomFileName(); string path = TempSpace.Default.GetPath(own);")]
    [InlineData("string path = [|$\"{Path.GetTempPath()}{Guid.NewGuid():N}.tmp\"|];", "string path = TempSpace.Default.GetPath($\"{Guid.NewGuid():N}.tmp\");")]
    public Task A_unique_name_is_nobody_elses(string path, string fixedPath) => Check.FixesAsync(
        RuleFixes.Runtime,
        InMethod(path + " using var file = File.Create(path); source.CopyTo(file); Clean(name); void Clean(string each) => File.Delete(Path.Combine(Path.GetTempPath(), each));"),
        InMethod(fixedPath + " using var file = File.Create(path); source.CopyTo(file); Clean(name); void Clean(string each) => File.Delete(Path.Combine(Path.GetTempPath(), each));", importsRuntime: true));

    [Fact]
    public Task Directories_are_kept_in_the_name() => Check.FixesAsync(
        RuleFixes.Runtime,
        InMethod("string path = [|Path.Combine(Path.GetTempPath(), \"photos\", Path.GetRandomFileName())|]; Directory.CreateDirectory(Path.GetDirectoryName(path)!); using var file = File.Create(path); form.CopyTo(file);"),
        InMethod("string path = TempSpace.Default.GetPath(Path.Combine(\"photos\", Path.GetRandomFileName()), form.Length); Directory.CreateDirectory(Path.GetDirectoryName(path)!); using var file = File.Create(path); form.CopyTo(file);", importsRuntime: true));

    [Fact]
    public Task A_directory_that_the_method_creates_is_chosen() => Check.FixesAsync(
        RuleFixes.Runtime,
        InMethod("string folder = [|Path.Combine(Path.GetTempPath(), Guid.NewGuid().ToString())|]; Directory.CreateDirectory(folder); using var file = File.Create(Path.Combine(folder, name)); form.CopyTo(file);"),
        InMethod("string folder = TempSpace.Default.GetPath(Guid.NewGuid().ToString(), form.Length); Directory.CreateDirectory(folder); using var file = File.Create(Path.Combine(folder, name)); form.CopyTo(file);", importsRuntime: true));

    [Theory]
    [Trait("Case", "NoFix")]
    // The name may lead anywhere.
    [InlineData("using var file = File.Create([|Path.Combine(Path.GetTempPath(), name)|]); source.CopyTo(file);")]
    [InlineData("using var file = File.Create([|Path.Combine(Path.GetTempPath(), form.FileName)|]); source.CopyTo(file);")]
    [InlineData("using var file = File.Create([|Path.Combine(Path.GetTempPath(), \"upload-\" + name)|]); source.CopyTo(file);")]
    [InlineData("using var file = File.Create([|Path.Combine(Path.GetTempPath(), $\"{DateTime.Now}.tmp\")|]); source.CopyTo(file);")]
    [InlineData("using var file = File.Create([|Path.Combine(Path.GetTempPath(), \"/upload.tmp\")|]); source.CopyTo(file);")]
    [InlineData("using var file = File.Create([|Path.Combine(Path.GetTempPath(), \"../upload.tmp\")|]); source.CopyTo(file);")]
    [InlineData("using var file = File.Create([|Path.Combine(Path.GetTempPath(), \"upload/..\")|]); source.CopyTo(file);")]
    [InlineData("using var file = File.Create([|Path.GetTempPath() + \"../upload.tmp\"|]); source.CopyTo(file);")]
    [InlineData("using var file = File.Create([|Path.Combine(Path.GetTempPath(), \"C:upload.tmp\")|]); source.CopyTo(file);")]
    [InlineData("using var file = File.Create([|Path.GetTempPath() + size + 1|]); source.CopyTo(file);")]
    // The directory would not exist in another place.
    [InlineData("string folder = [|Path.Combine(Path.GetTempPath(), \"photos\")|]; using var file = File.Create(Path.Combine(folder, \"a.jpg\")); source.CopyTo(file);")]
    // The file may be looked for in the temp directory.
    [InlineData("using var file = File.Create([|Path.Combine(Path.GetTempPath(), \"upload.tmp\")|]); source.CopyTo(file); File.Delete(Path.Combine(Path.GetTempPath(), \"upload.tmp\"));")]
    [InlineData("using var file = File.Create([|Path.Combine(Path.GetTempPath(), \"upload.tmp\")|]); source.CopyTo(file); File.Delete(Path.Combine(Path.GetTempPath(), name));")]
    [InlineData("using var file = File.Create([|Path.Combine(Path.GetTempPath(), Path.GetRandomFileName())|]); source.CopyTo(file); foreach (var old in Directory.GetFiles(Path.GetTempPath())) File.Delete(old);")]
    [InlineData("string own = Path.GetRandomFileName(); using var file = File.Create([|Path.Combine(Path.GetTempPath(), own)|]); source.CopyTo(file); Save(own, source); Clean(name); void Clean(string each) => File.Delete(Path.Combine(Path.GetTempPath(), each));")]
    [InlineData("string path = [|Path.Combine(Path.GetTempPath(), Path.GetRandomFileName())|]; using var file = File.Create(path); source.CopyTo(file); Save(Path.GetFileName(path), source); Clean(name); void Clean(string each) => File.Delete(Path.Combine(Path.GetTempPath(), each));")]
    [InlineData("string path = [|Path.Combine(Path.GetTempPath(), Path.GetRandomFileName())|]; using var file = File.Create(path); source.CopyTo(file); Save(new FileInfo(path).Name, source); Clean(name); void Clean(string each) => File.Delete(Path.Combine(Path.GetTempPath(), each));")]
    [InlineData("string temp = Path.GetTempPath(); string path = [|Path.Combine(temp, \"upload.tmp\")|]; using var file = File.Create(path); source.CopyTo(file); if (path.StartsWith(temp)) File.Delete(path);")]
    [InlineData("using var file = File.Create([|string.Concat(Path.GetTempPath(), \"/upload.tmp\")|]); source.CopyTo(file);")]
    // Built in a way that is not taken apart.
    [InlineData("using var file = File.Create([|Path.Combine(path2: \"upload.bin\", path1: Path.GetTempPath())|]); source.CopyTo(file);")]
    [InlineData("using var file = File.Create([|string.Concat(Path.GetTempPath(), \"upload.bin\")|]); source.CopyTo(file);")]
    [InlineData("using var file = File.Create([|Path.Combine(Path.GetTempPath(), Convert.ToHexString(data))|]); source.CopyTo(file);")]
    [InlineData("using var file = File.Create([|Path.GetTempPath() + Path.DirectorySeparatorChar + \"upload.bin\"|]); source.CopyTo(file);")]
    [InlineData("using var file = File.Create([|Path.Combine(Path.GetTempPath(), \"upload.tmp\" /* local */)|]); source.CopyTo(file);")]
    [InlineData("using var file = File.Create([|Path.Combine(new[] { Path.GetTempPath(), \"upload.tmp\" })|]); source.CopyTo(file);")]
    // A comment would be lost.
    [InlineData("using var file = File.Create([|Path.Combine(Path.GetTempPath() /* local */, \"upload.tmp\")|]); source.CopyTo(file);")]
    [InlineData("using var file = File.Create([|Path.GetTempPath() /* local */ + \"upload.tmp\"|]); source.CopyTo(file);")]
    public Task The_runtime_is_not_offered_where_it_does_not_fit(string body) => Check.OffersNoFixAsync(RuleFixes.Runtime, InMethod(body));

    [Fact]
    [Trait("Case", "NoFix")]
    public Task A_name_in_a_field_is_left_alone() => Check.OffersNoFixAsync(
        RuleFixes.Runtime,
        """
        using System.IO;

        class C
        {
            private static readonly string Target = Path.Combine(Path.GetTempPath(), "upload.tmp");

            void Save(Stream source)
            {
                using var file = File.Create([|Target|]);
                source.CopyTo(file);
            }
        }
        """);

    [Fact]
    [Trait("Case", "NoFix")]
    public Task Without_the_runtime_there_is_no_fix() =>
        Check.OffersNoFixAsync(RuleFixes.Runtime, InMethod("using var file = File.Create([|Path.GetTempFileName()|]); source.CopyTo(file);").Replace("StreamTuning.", "", StringComparison.Ordinal), referencesRuntime: false);

    [Fact]
    [Trait("Case", "NoFix")]
    public Task A_type_of_the_same_name_is_not_called() => Check.OffersNoFixAsync(
        RuleFixes.Runtime,
        InMethod("using var file = File.Create([|Path.GetTempFileName()|]); source.CopyTo(file);") + "static class TempSpace { public static TempFiles Default { get; } = new(); }\nclass TempFiles { public string CreateEmptyFile() => \"\"; }\n");

    [Fact]
    [Trait("Case", "Trivia")]
    public Task Comments_and_layout_are_kept() => Check.FixesAsync(
        RuleFixes.Runtime,
        InMethod(
            """
            // Staged first.
                    var path = /* a */ [|Path
                        .GetTempFileName( /* b */ )|]; // c
                    string temp = Path.GetTempPath();

                    string other = [|Path.Combine( temp,  "upload.tmp" )|]; // f
                    using (var file = File.Create( path ))  { form.CopyTo(file);   } /* g */
                    using (var file = File.Create( other )) { source.CopyTo(file); }
            """),
        InMethod(
            """
            // Staged first.
                    var path = /* a */ TempSpace.Default.CreateEmptyFile(form.Length /* b */ ); // c

                    string other = TempSpace.Default.GetPath("upload.tmp"); // f
                    using (var file = File.Create( path ))  { form.CopyTo(file);   } /* g */
                    using (var file = File.Create( other )) { source.CopyTo(file); }
            """,
            importsRuntime: true));

    [Fact]
    [Trait("Case", "FixAll")]
    public Task All_places_are_fixed_at_once() => Check.FixesAllAsync(
        RuleFixes.Runtime,
        [
            InMethod("var a = [|Path.GetTempFileName()|]; form.CopyTo(File.Create(a)); var b = [|Path.Combine(Path.GetTempPath(), Path.GetRandomFileName())|]; source.CopyTo(File.Create(b)); var c = [|Path.GetTempPath() + \"c.tmp\"|]; form.CopyTo(File.Create(c));"),
            InMethod("var a = [|Path.GetTempFileName()|]; source.CopyTo(File.Create(a));").Replace("class C", "class D", StringComparison.Ordinal).Replace("class Own", "class DOwn", StringComparison.Ordinal),
        ],
        [
            InMethod("var a = TempSpace.Default.CreateEmptyFile(form.Length); form.CopyTo(File.Create(a)); var b = TempSpace.Default.GetPath(Path.GetRandomFileName()); source.CopyTo(File.Create(b)); var c = TempSpace.Default.GetPath(\"c.tmp\", form.Length); form.CopyTo(File.Create(c));", importsRuntime: true),
            InMethod("var a = TempSpace.Default.CreateEmptyFile(); source.CopyTo(File.Create(a));", importsRuntime: true).Replace("class C", "class D", StringComparison.Ordinal).Replace("class Own", "class DOwn", StringComparison.Ordinal),
        ]);

    [Fact]
    public Task Code_in_lambdas_of_any_delegate_is_fixed() => Check.FixesAsync(
        RuleFixes.Runtime,
        InMethod("Map(async (IFormFile photo, HttpRequest own) => { string path = [|Path.GetTempFileName()|]; await using var file = File.Create(path); await photo.CopyToAsync(file); return path; });"),
        InMethod("Map(async (IFormFile photo, HttpRequest own) => { string path = TempSpace.Default.CreateEmptyFile(photo.Length); await using var file = File.Create(path); await photo.CopyToAsync(file); return path; });", importsRuntime: true));

    [Fact]
    public Task Properties_are_asked_for_the_length() => Check.FixesAsync(
        RuleFixes.Runtime,
        InController("string path = [|Path.GetTempFileName()|]; using var file = File.Create(path); await Request.Body.CopyToAsync(file);", "string other = [|Path.GetTempFileName()|]; File.Delete(other); using var file = File.Create(other); await model.Photo.CopyToAsync(file);"),
        InController("string path = TempSpace.Default.CreateEmptyFile(Request.ContentLength); using var file = File.Create(path); await Request.Body.CopyToAsync(file);", "string other = TempSpace.Default.CreateEmptyFile(model.Photo.Length); File.Delete(other); using var file = File.Create(other); await model.Photo.CopyToAsync(file);", importsRuntime: true));

    [Fact]
    public Task Top_level_statements_are_fixed() => Check.FixesAsync(
        RuleFixes.Runtime,
        """
        using System.IO;

        string temp = Path.GetTempPath();
        string path = [|Path.Combine(temp, Path.GetRandomFileName())|];
        using (FileStream file = File.Create(path))
        {
            System.Console.OpenStandardInput().CopyTo(file);
        }

        """,
        """
        using System.IO;
        using StreamTuning;

        string path = TempSpace.Default.GetPath(Path.GetRandomFileName());
        using (FileStream file = File.Create(path))
        {
            System.Console.OpenStandardInput().CopyTo(file);
        }

        """,
        outputKind: OutputKind.ConsoleApplication);

    [Fact]
    public Task Static_imports_are_followed() => Check.FixesAsync(
        RuleFixes.Runtime,
        """
        using System.IO;
        using static System.IO.Path;

        class C
        {
            static void Save(Stream source) => source.CopyTo(File.Create([|GetTempFileName()|]));
        }

        """,
        """
        using System.IO;
        using StreamTuning;
        using static System.IO.Path;

        class C
        {
            static void Save(Stream source) => source.CopyTo(File.Create(TempSpace.Default.CreateEmptyFile()));
        }

        """);

    [Fact]
    public Task An_older_language_gets_no_length_that_it_cannot_say() => Check.FixesAsync(
        RuleFixes.Runtime,
        InClass("using (FileStream input = File.OpenRead(name)) using (FileStream file = File.Create([|Path.GetTempFileName()|])) { input.CopyTo(file); }"),
        InClass("using (FileStream input = File.OpenRead(name)) using (FileStream file = File.Create(TempSpace.Default.CreateEmptyFile())) { input.CopyTo(file); }", importsRuntime: true),
        target: TestTarget.Net472,
        languageVersion: LanguageVersion.CSharp7_3);

    private static string Filling(string body) =>
        $$"""
        using System;
        using System.Collections.Generic;
        using System.Diagnostics;
        using System.IO;
        using System.IO.Compression;
        using System.Net;
        using System.Threading.Tasks;
        using Azure.Storage.Blobs;

        class C
        {
            async Task M(BlobClient blob, WebClient client, System.Net.Http.HttpClient http, ZipArchiveEntry entry, Model model, string name)
            {
                {{body}}
                await Task.Yield();
            }
        }

        class Model
        {
            public static readonly List<Item> All = new();

            public List<Item>? Files { get; set; }

            public class Item
            {
                public byte[] Hash { get; set; } = null!;

                public long FileSize { get; set; }

                public string Name { get; set; } = "";

                public byte[] Content { get; set; } = new byte[0];
            }
        }

        """;

    private static string InClass(string body, bool importsRuntime = false) =>
        $$"""
        using System.IO;
        {{(importsRuntime ? "using StreamTuning;\n" : "")}}
        class C
        {
            void M(string name)
            {
                {{body}}
            }
        }

        """;

    private static string InController(string first, string second, bool importsRuntime = false) =>
        $$"""
        using System.IO;
        using System.Threading.Tasks;
        using Microsoft.AspNetCore.Http;
        {{(importsRuntime ? "using StreamTuning;\n" : "")}}
        class Model
        {
            public required IFormFile Photo { get; init; }
        }

        abstract class Controller
        {
            public abstract HttpRequest Request { get; }

            public async Task First()
            {
                {{first}}
            }

            public async Task Second(Model model)
            {
                {{second}}
            }
        }

        """;

    private static string InMethod(string body, bool importsRuntime = false) =>
        $$"""
        using System;
        using System.Collections.Generic;
        using System.IO;
        using System.IO.Compression;
        using System.IO.Pipelines;
        using System.Linq;
        using System.Net.Http;
        using System.Threading;
        using System.Threading.Tasks;
        using Microsoft.AspNetCore.Http;
        {{(importsRuntime ? "using StreamTuning;\n" : "")}}
        class C
        {
            private static readonly string Temp = Path.GetTempPath();
            private readonly FileStream _file = File.Create("/data/a");
            private string _path = "";

            async Task M(
                Stream source, FileStream local, string name, int size, byte[] data, IFormFile form, IFormFile? maybe, IReadOnlyList<IFormFile> forms, PipeReader pipe, HttpContent content,
                HttpRequest request, HttpClient client, IEnumerable<string> names, IAsyncEnumerable<ReadOnlyMemory<byte>> blocks, DriveInfo drive, CancellationToken token)
            {
                var buffer = new byte[4096];
                int read;
                {{body}}
                await Task.Yield();
            }

            static void Save(string path, Stream source)
            {
            }

            static string GetTemplateFolder(string root) => Path.Combine(root, "files");

            static void Map(Delegate handler)
            {
            }

            static bool HasRoomFor(long size) => size > 0;

            static bool GetDiskFreeSpaceEx(string directory, out long free) => (free = directory.Length) > 0;

            private class Tally : GZipStream
            {
                public Tally(Stream written, string name)
                    : base(written, CompressionLevel.Fastest) => Name = name;

                public string Name { get; }
            }
        }

        static class Own
        {
            public static string GetTempFileName() => "";

            public static string Combine(string left, string right) => left + right;
        }

        """;

    private static string OfDownload(string body) =>
        $$"""
        using System.IO;
        using System.Net.Http;
        using System.Threading.Tasks;

        internal sealed class C
        {
            private static readonly HttpClient http = new();

            public async Task<string> M(string url)
            {
                string path = [|Path.Combine(Path.GetTempPath(), "setup.exe")|];
                byte[] data = await DownloadAsync(url);
                await File.WriteAllBytesAsync(path, data);
                return path;
            }

            private async Task<byte[]> DownloadAsync(string url) { {{body}} }
        }

        """;
}
