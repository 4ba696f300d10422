using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using StreamTuning.Analyzers.Temp;
using StreamTuning.CodeFixes.Temp;
using StreamTuning.RuleTesting;
using Check = StreamTuning.Analyzers.Tests.Verify<
    StreamTuning.Analyzers.Temp.TempFileWithoutSpaceCheckAnalyzer,
    StreamTuning.CodeFixes.Temp.TempFileWithoutSpaceCheckCodeFix>;

namespace StreamTuning.Analyzers.Tests.Temp;

/// <summary>STRM2002 for paths that one member keeps and another hands to a library, a program, or another class.</summary>
public sealed class KeptTempFileTests
{
    [Theory]
    [Trait("Case", "Positive")]
    // The field is set where it is declared, or by the constructor, and a program gets it.
    [InlineData("readonly string file = Path.Combine(Path.GetTempPath(), \"a.wav\");", "Process.Start(\"arecord\", $\"-c 1 {[|file|]}\");")]
    [InlineData("readonly string file; C() { file = Path.Combine(Path.GetTempPath(), \"a.wav\"); }", "if (File.Exists(file)) { File.Delete(file); } var info = new ProcessStartInfo { Arguments = $\"-c 1 \\\"{[|file|]}\\\"\" }; Process.Start(info);")]
    [InlineData("static readonly string Output = Path.Combine(Path.GetTempPath(), \"piper\");", "Process.Start(\"piper\", $\"--output_file {[|Output|]}\");")]
    [InlineData("const string Name = \"a.mp4\"; string file = Path.Combine(Path.GetTempPath(), Name);", "Process.Start(\"ffmpeg\", \"-i \" + name + \" \" + [|file|]);")]
    // Another method sets it, and perhaps resets it.
    [InlineData("string? file; void Begin() { file = Path.Combine(Path.GetTempPath(), Guid.NewGuid() + \".mp4\"); } void End() { file = null; }", "var info = new ProcessStartInfo(\"ffmpeg\"); info.ArgumentList.Add([|file|]!); Process.Start(info);")]
    [InlineData("string File1 { get; set; } = \"\"; void Begin(bool wide) { File1 = wide ? Path.GetTempPath() + \"a.mkv\" : Path.GetTempPath() + \"b.mkv\"; }", "Tool.Run($\"-o {[|File1|]}\");")]
    // A directory in a field, and several files in it.
    [InlineData("readonly string folder; C() { folder = Path.Combine(Path.GetTempPath(), \"a\"); }", "var input = Path.Combine(folder, \"a.webm\"); var wav = Path.Combine(folder, \"a.wav\"); using (var file = File.Create([|input|])) { source.CopyTo(file); } Tool.Run($\"-i {input} {[|wav|]}\"); File.Delete(wav);")]
    [InlineData("string folder = \"\"; void Begin() { folder = Path.Combine(Path.GetTempPath(), \"a\"); }", "using var file = File.Create([|Path.Combine(folder, name)|]); source.CopyTo(file);")]
    // A class of the project is given the path, and opens the file later.
    [InlineData("string? file;", "file = [|Path.Combine(Path.GetTempPath(), \"a.wav\")|]; new Recorder().Begin(file);")]
    [InlineData("string? file;", "file = [|Path.Combine(Path.GetTempPath(), \"a.wav\")|]; new Recorder(file).Begin();")]
    // One that keeps it only where nothing else is kept is told by its own constructor.
    [InlineData("", "var path = [|Path.Combine(Path.GetTempPath(), name)|]; Tool.Cut(name, path); File.Delete(path);")]
    [InlineData("", "var path = [|Path.Combine(Path.GetTempPath(), name)|]; Tool.CutAll(name, path); File.Delete(path);")]
    [InlineData("", "var path = [|Path.Combine(Path.GetTempPath(), name)|]; Tool.Command($\"-o {path}\"); File.Delete(path);")]
    [InlineData("", "var path = [|Path.Combine(Path.GetTempPath(), name)|]; var all = new List<string>(); all.Add(\"-o\"); all.Add(path); Tool.Run(string.Join(\" \", all)); File.Delete(path);")]
    // The name says that it's written there: nothing has to use it afterwards.
    [InlineData("", "var path = [|Path.Combine(Path.GetTempPath(), name)|]; Tool.Convert(name, path);")]
    [InlineData("", "Tool.Convert(name, [|Path.Combine(Path.GetTempPath(), name)|]);")]
    // Options are kept for the method that runs the program.
    [InlineData("", "var path = [|Path.Combine(Path.GetTempPath(), name)|]; Tool.Cut(new Options { ClipPath = path }); File.Delete(path);")]
    [InlineData("", "var path = [|Path.Combine(Path.GetTempPath(), name)|]; var job = new Job(name, path); job.Run(); File.Delete(path);")]
    // All that implements the interface runs a program.
    [InlineData("", "var path = [|Path.Combine(Path.GetTempPath(), name)|]; client.Begin(path); File.Delete(path);")]
    // The file is kept open, and another method writes what it is given.
    [InlineData("FileStream? file; void Add(byte[] data, int count) => file?.Write(data, 0, count);", "var path = [|Path.Combine(Path.GetTempPath(), \"a.wav\")|]; file = new FileStream(path, FileMode.Create);")]
    [InlineData("Stream? file; void Add(byte[] data) { file!.Write(data); }", "file = File.Create([|Path.Combine(Path.GetTempPath(), Guid.NewGuid() + \".mp4\")|]);")]
    [InlineData("FileStream? file; BinaryWriter? writer; void Add(byte[] data, int count) { writer?.Write(data, 0, count); }", "file = File.OpenWrite([|Path.GetTempPath() + \"a.wav\"|]); writer = new BinaryWriter(file);")]
    [InlineData("Stream? file; void Add(ReadOnlyMemory<byte> data, byte[] all) { file!.Write(data.Span); file!.Write(all.AsSpan(1)); } void End() { file = null; }", "file = File.Create([|Path.GetTempPath() + \"a.wav\"|]);")]
    [InlineData("BinaryWriter? writer; void Add(byte[] data, int count) { writer?.Write(data, 0, count); }", "writer = new BinaryWriter(new BufferedStream(File.Create([|Path.GetTempPath() + \"a.wav\"|])));")]
    // A directory that all callers give.
    [InlineData("void Caller(Stream data) => Keep(data, Path.GetTempPath()); void Keep(Stream data, string folder) { using var file = File.Create([|Path.Combine(folder, \"a.bin\")|]); data.CopyTo(file); }", "")]
    public Task A_kept_path_is_reported(string members, string body) => Check.ReportsAsync(InClass(members, body));

    [Theory]
    [Trait("Case", "Negative")]
    // The method only reads the file, whatever the parameter is named.
    [InlineData("", "Tool.Tell(Path.Combine(Path.GetTempPath(), name)); Tool.Show(Path.Combine(Path.GetTempPath(), name));")]
    [InlineData("", "var path = Path.Combine(Path.GetTempPath(), name); Tool.Import(path); File.Delete(path);")]
    [InlineData("readonly string _recordsDir = Path.Combine(Path.GetTempPath(), \"a\");", "Process.Start(\"ls\", $\"-l {_recordsDir}\");")]
    // Small by its name, or perhaps.
    [InlineData("readonly string file = Path.Combine(Path.GetTempPath(), \"a.json\");", "Process.Start(\"tool\", $\"--config {file}\");")]
    [InlineData("readonly string file = Path.Combine(Path.GetTempPath(), \"a\");", "Process.Start(\"tool\", $\"--data {file}\");")]
    [InlineData("readonly string lockFile = Path.Combine(Path.GetTempPath(), \"a.bin\");", "Process.Start(\"tool\", $\"--data {lockFile}\");")]
    [InlineData("", "var path = Path.Combine(Path.GetTempPath(), \"a.pid\"); Tool.Run($\"--pid {path}\"); File.Delete(path);")]
    [InlineData("", "var scriptPath = Path.GetTempFileName(); Tool.Run($\"-f {scriptPath}\"); File.Delete(scriptPath);")]
    // The program writes it itself, or may have.
    [InlineData("readonly string file = Path.Combine(Path.GetTempPath(), \"a.wav\"); void Write(byte[] data) => File.WriteAllBytes(file, data);", "Process.Start(\"aplay\", $\"-q {file}\");")]
    [InlineData("readonly string file = Path.Combine(Path.GetTempPath(), \"a.wav\");", "if (File.Exists(file)) { return; } Process.Start(\"arecord\", $\"-c 1 {file}\");")]
    // It may be elsewhere.
    [InlineData("string? file; void Begin(string other) { file = Path.Combine(Path.GetTempPath(), \"a.wav\"); file = other; }", "Process.Start(\"arecord\", $\"-c 1 {file}\");")]
    [InlineData("internal string Output = Path.Combine(Path.GetTempPath(), \"a.wav\");", "Process.Start(\"arecord\", $\"-c 1 {Output}\");")]
    [InlineData("public string Output { get; set; } = Path.Combine(Path.GetTempPath(), \"a.wav\");", "Process.Start(\"arecord\", $\"-c 1 {Output}\");")]
    [InlineData("void Caller(Stream data, string other) { Keep(data, Path.GetTempPath()); Keep(data, other); } void Keep(Stream data, string folder) { using var file = File.Create(Path.Combine(folder, \"a.bin\")); data.CopyTo(file); }", "")]
    // The room is asked for.
    [InlineData("readonly string file = Path.Combine(Path.GetTempPath(), \"a.wav\");", "if (new DriveInfo(name).AvailableFreeSpace < 100) { return; } Process.Start(\"arecord\", $\"-c 1 {file}\");")]
    // The file that is kept open is small by its name, elsewhere, or gets no more than a header.
    [InlineData("FileStream? file; void Add(byte[] data, int count) => file?.Write(data, 0, count);", "file = new FileStream(Path.Combine(Path.GetTempPath(), \"a.log\"), FileMode.Create);")]
    [InlineData("FileStream? file; void Add(byte[] data, int count) => file?.Write(data, 0, count);", "file = File.Create(Path.GetTempFileName());")]
    [InlineData("FileStream? file; void Add(byte[] data, int count) => file?.Write(data, 0, count);", "file = File.Create(Path.Combine(name, \"a.wav\"));")]
    [InlineData("FileStream? file; void Add(byte[] data, int count) => file?.Read(data, 0, count);", "file = File.OpenRead(Path.Combine(Path.GetTempPath(), \"a.wav\"));")]
    [InlineData("FileStream? file; void Add() => file?.Write(new byte[44], 0, 44);", "file = File.Create(Path.Combine(Path.GetTempPath(), \"a.wav\"));")]
    [InlineData("FileStream? file; void Add() => file?.Write(System.Text.Encoding.ASCII.GetBytes(\"RIFF\"));", "file = File.Create(Path.Combine(Path.GetTempPath(), \"a.wav\"));")]
    [InlineData("FileStream? file; void Add(byte[] data, int count) => file?.Write(data, 0, count);", "if (new DriveInfo(name).AvailableFreeSpace < 100) { return; } file = File.Create(Path.Combine(Path.GetTempPath(), \"a.wav\"));")]
    [InlineData("BinaryWriter? a; BinaryWriter? b; void Wrap() { b = new BinaryWriter(a!.BaseStream); a = new BinaryWriter(b.BaseStream); }", "a = new BinaryWriter(File.Create(Path.Combine(Path.GetTempPath(), \"a.wav\")));")]
    [InlineData("Stream? a; Stream? b; void Wrap() { b = new BufferedStream(a!); a = new BufferedStream(b); }", "a = File.Create(Path.Combine(Path.GetTempPath(), \"a.wav\"));")]
    [InlineData("FileStream? file; void Add(Guid id) { file!.Write(id.ToByteArray()); file!.Write(System.Text.Encoding.UTF8.GetBytes(id.ToString())); file!.Write(new byte[] { (byte)(id == Guid.Empty ? 1 : 0) }); }", "file = File.Create(Path.Combine(Path.GetTempPath(), \"a.wav\"));")]
    [InlineData("Stream? file; void Use(Stream other) { file = other; } void Add(byte[] data) => file?.Write(data);", "file = File.Create(Path.Combine(Path.GetTempPath(), \"a.wav\"));")]
    [InlineData("FileStream? file; void Add(byte[] data) => file?.Write(data);", "var path = Path.Combine(Path.GetTempPath(), \"a.bak\"); if (!File.Exists(path)) { file = new FileStream(path, FileMode.Append); }")]
    // The class does nothing with it, or the method runs nothing.
    [InlineData("string? file;", "file = Path.Combine(Path.GetTempPath(), \"a.wav\"); new Note(file);")]
    [InlineData("", "var path = Path.Combine(Path.GetTempPath(), name); Tool.Tell($\"-o {path}\"); File.Delete(path);")]
    [InlineData("", "var path = Path.Combine(Path.GetTempPath(), name); Tool.Look(path); File.Delete(path);")]
    [InlineData("", "var path = Path.Combine(Path.GetTempPath(), name); var options = new Options { NotePath = path }; File.Delete(path);")]
    [InlineData("", "var path = Path.Combine(Path.GetTempPath(), name); client.End(path); File.Delete(path);")]
    public Task Anything_else_is_not_reported(string members, string body) => Check.IsSilentAsync(InClass(members, body));

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("public static string Updates { get; private set; } = Path.Combine(Path.GetTempPath(), \"updates\");")]
    [InlineData("public static string Updates { get; } = Path.Combine(Path.GetTempPath(), \"updates\");")]
    [InlineData("public static string Updates { get; } static AppPaths() { Updates = Path.Combine(Path.GetTempPath(), \"updates\"); }")]
    [InlineData("private static readonly string Root = Path.Combine(Path.GetTempPath(), \"app\"); public static string Updates => Path.Combine(Root, \"updates\");")]
    public Task A_directory_of_another_class_is_reported(string member) => Check.ReportsAsync(
        [
            InClass("", "using (var file = File.Create([|Path.Combine(AppPaths.Updates, name)|])) { source.CopyTo(file); }"),
            "using System.IO;\n\ninternal static class AppPaths\n{\n    " + member + "\n}\n",
        ]);

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("client.DownloadAsync(name, [|AppPaths.Downloads|]);")]
    [InlineData("client.DownloadAsync(name, [|Path.Combine(AppPaths.Downloads, name)|]);")]
    [InlineData("client.DownloadAsync(name, [|AppPaths.Below|]); Directory.Delete(AppPaths.Below, true);")]
    public Task A_directory_that_a_library_downloads_to_is_reported(string body) => Check.ReportsAsync(
        [
            InClass("", body),
            "using System.IO;\n\ninternal static class AppPaths\n{\n    public static string Downloads => Path.Combine(Path.GetTempPath(), \"app\");\n\n    public static string Below => Path.Combine(Downloads, \"below\");\n}\n",
        ]);

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("string path = [|Path.Combine(Path.GetTempPath(), \"a.pdf\")|]; using (var stream = new SKFileWStream(path)) { } File.Delete(path);")]
    [InlineData("string path = [|Path.Combine(Path.GetTempPath(), \"a.wav\")|]; using (var writer = new WaveFileWriter(path)) { } return File.OpenRead(path);")]
    [InlineData("string path = [|Path.Combine(Path.GetTempPath(), \"a.wav\")|]; kept = new WaveFileWriter(path);")]
    [InlineData("string path = [|Path.GetTempFileName()|]; Cv2.ImWrite(path); return File.OpenRead(path);")]
    [InlineData("string path = [|Path.GetTempFileName()|]; new Cv2().ExportToDisk(1, path); return File.OpenRead(path);")]
    [InlineData("string path = [|Path.GetTempFileName()|]; new Cv2().WriteResponseStreamToFileAsync(path);")]
    [InlineData("string path = [|Path.GetTempFileName()|]; new Cv2().SetOutput(path); return File.OpenRead(path);")]
    [InlineData("string path = [|Path.GetTempFileName()|]; var options = new Cv2 { Output = path }; return File.OpenRead(path);")]
    [InlineData("string path = [|Path.GetTempFileName()|]; Cv2.ImWrite(new Cv2 { FilePath = path }); return File.OpenRead(path);")]
    public Task A_file_that_a_library_opens_is_reported(string body) => InLibraryAsync(body);

    [Theory]
    [Trait("Case", "Negative")]
    [InlineData("string path = Path.GetTempFileName(); Cv2.ImRead(path); return File.OpenRead(path);")]
    [InlineData("string path = Path.GetTempFileName(); new WaveFileReader(path); return File.OpenRead(path);")]
    [InlineData("string path = Path.GetTempFileName(); var options = new Cv2 { Input = path }; return File.OpenRead(path);")]
    [InlineData("string path = Path.GetTempFileName(); Cv2.ImRead(new Cv2 { FilePath = path }); return File.OpenRead(path);")]
    [InlineData("string path = Path.GetTempFileName(); var options = new Cv2 { FilePath = path }; Cv2.ImWrite(options); return File.OpenRead(path);")]
    [InlineData("string path = Path.ChangeExtension(Path.GetTempFileName(), \".json\"); Cv2.ImWrite(path); return File.OpenRead(path);")]
    [InlineData("string path = Path.GetTempFileName(); new Cv2().SetOutput(path); return null;")]
    [InlineData("string path = Path.Combine(Path.GetTempPath(), \"a.wav\"); kept = new WaveFileReader(path);")]
    [InlineData("string path = Path.Combine(Path.GetTempPath(), \"a.wav\"); if (File.Exists(path)) { return null; } kept = new WaveFileWriter(path); return kept;")]
    [InlineData("string path = Path.Combine(Path.GetTempPath(), \"a.txt\"); kept = new WaveFileWriter(path);")]
    public Task A_file_that_a_library_reads_is_not_reported(string body) => InLibraryAsync(body);

    private static async Task InLibraryAsync(string body)
    {
        using var image = new MemoryStream();
        Assert.True(CSharpCompilation.Create(
            "Library",
            [
                CSharpSyntaxTree.ParseText(
                    """
                    using System;

                    public class SKFileWStream : IDisposable { public SKFileWStream(string path) { } public void Dispose() { } }

                    public class WaveFileWriter : SKFileWStream { public WaveFileWriter(string filename) : base(filename) { } }

                    public class WaveFileReader : SKFileWStream { public WaveFileReader(string filename) : base(filename) { } }

                    public class Cv2
                    {
                        public string Output { get; set; } = "";

                        public string Input { get; set; } = "";

                        public string FilePath { get; set; } = "";

                        public static void ImWrite(string fileName) { }

                        public static void ImWrite(Cv2 options) { }

                        public static void ImRead(string fileName) { }

                        public static void ImRead(Cv2 options) { }

                        public void ExportToDisk(int type, string fileName) { }

                        public void WriteResponseStreamToFileAsync(string filePath) { }

                        public void SetOutput(string filePath) { }
                    }
                    """),
            ],
            new TestSetup().AllReferences,
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary)).Emit(image).Success);
        await RuleTest<TempFileWithoutSpaceCheckAnalyzer, TempFileWithoutSpaceCheckCodeFix>.VerifyAsync(
            "using System.IO;\n\nclass C\n{\n    object? kept;\n\n    object? M() { " + body + (body.Contains("return") ? "" : " return null;") + " }\n}\n",
            new TestSetup { Nullable = NullableContextOptions.Enable, References = [MetadataReference.CreateFromImage(image.ToArray())] });
    }

    private static string InClass(string members, string body) =>
        $$"""
        #nullable enable
        using System;
        using System.Collections.Generic;
        using System.Diagnostics;
        using System.IO;

        interface IClient
        {
            void DownloadAsync(string url, string outputDirectory);

            void Begin(string file);

            void End(string file);
        }

        class Client : IClient
        {
            public void DownloadAsync(string url, string outputDirectory)
            {
            }

            public void Begin(string file) => new Recorder().Begin(file);

            public void End(string file) => Console.WriteLine(file);
        }

        class Options
        {
            public string ClipPath { get; init; } = "";

            public string NotePath { get; init; } = "";
        }

        record Job(string Video, string Clip)
        {
            public void Run() => Tool.Run($"-i {Video} {Clip}");
        }

        class C
        {
            {{members}}

            void M(IClient client, Stream source, string name)
            {
                {{body}}
            }
        }

        class Recorder
        {
            private string path;
            private Process? process;

            public Recorder(string path = "") => this.path = path;

            public void Begin(string path)
            {
                this.path = path;
                Begin();
            }

            public void Begin() => process = Process.Start("arecord", $"-c 1 {path}");
        }

        class Note
        {
            private string path;

            public Note(string path) => this.path = path;

            public override string ToString() => path;
        }

        static class Tool
        {
            public static void Run(string arguments) => Process.Start("ffmpeg", arguments);

            public static void Command(string text) => Process.Start("ffmpeg", "-y " + text);

            public static void Tell(string text) => Console.WriteLine(text);

            public static void Show(string outputFile) => Console.WriteLine(File.ReadAllText(outputFile));

            public static void Import(string localPath)
            {
                using var file = File.OpenRead(localPath);
            }

            public static void Look(string wav) => Console.WriteLine(new FileInfo(wav).Length);

            public static void Convert(string input, string outputPath) => Process.Start("ffmpeg", $"-i {input} {outputPath}");

            public static void Cut(string video, string wav)
            {
                var all = $"-i {video} {wav}";
                Run(all);
            }

            public static void Cut(Options options) => Run("-y " + options.ClipPath);

            public static void CutAll(string video, string clip) => Cut(video, clip);
        }

        """;
}
