using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Testing;
using StreamTuning.RuleTesting;
using Check = StreamTuning.Analyzers.Tests.Verify<
    StreamTuning.Analyzers.Temp.HardCodedTempPathAnalyzer,
    StreamTuning.CodeFixes.Temp.HardCodedTempPathCodeFix>;

namespace StreamTuning.Analyzers.Tests.Temp;

public sealed class HardCodedTempPathTests
{
    [Theory]
    [Trait("Case", "Positive")]
    // File.
    [InlineData("""var info = new FileInfo("/tmp/a.txt"); File.WriteAllText([|info.FullName|], name);""")]
    [InlineData("""File.WriteAllText([|new FileInfo(Path.Combine("/tmp", name)).FullName|], name);""")]
    [InlineData("""var folder = new DirectoryInfo(@"C:\Temp\photos"); File.WriteAllText([|Path.Combine(folder.FullName, name)|], name);""")]
    [InlineData("""File.WriteAllText([|"/tmp/a.txt"|], name);""")]
    [InlineData("""await File.WriteAllTextAsync([|"/var/tmp/a.txt"|], name);""")]
    [InlineData("""File.WriteAllBytes(bytes: new byte[1], path: [|"/tmp/a.bin"|]);""")]
    [InlineData("""await File.WriteAllBytesAsync([|"/tmp/a.bin"|], new byte[1]);""")]
    [InlineData("""File.WriteAllLines([|"/tmp/a.txt"|], new[] { name });""")]
    [InlineData("""File.AppendAllText([|"/tmp/a.txt"|], name);""")]
    [InlineData("""await File.AppendAllLinesAsync([|"/tmp/a.txt"|], new[] { name });""")]
    [InlineData("""File.AppendAllBytes([|"/tmp/a.txt"|], new byte[1]);""")]
    [InlineData("""using var file = File.Create([|"/tmp/a.bin"|]);""")]
    [InlineData("""using var file = File.Create([|"/tmp/a.bin"|], 1, FileOptions.Asynchronous);""")]
    [InlineData("""using var file = File.CreateText([|"/tmp/a.txt"|]);""")]
    [InlineData("""using var file = File.AppendText([|"/tmp/a.txt"|]);""")]
    [InlineData("""using var file = File.OpenWrite([|"/tmp/a.bin"|]);""")]
    [InlineData("""using var file = File.Open([|"/tmp/a.bin"|], FileMode.Create);""")]
    [InlineData("""using var file = File.Open([|"/tmp/a.bin"|], FileMode.OpenOrCreate, FileAccess.Read);""")]
    [InlineData("""using var file = File.Open([|"/tmp/a.bin"|], FileMode.Open, FileAccess.ReadWrite);""")]
    [InlineData("""using var file = File.Open([|"/tmp/a.bin"|], new FileStreamOptions { Mode = FileMode.Append, Access = FileAccess.Write });""")]
    [InlineData("""using var file = File.Open([|"/tmp/a.bin"|], new FileStreamOptions { Access = FileAccess.Write });""")]
    [InlineData("""using var handle = File.OpenHandle([|"/tmp/a.bin"|], FileMode.CreateNew, FileAccess.Write);""")]
    [InlineData("""using var handle = File.OpenHandle([|"/tmp/a.bin"|], access: FileAccess.Write, mode: FileMode.Open);""")]
    [InlineData("""File.Copy(name, [|"/tmp/a.bin"|], overwrite: true);""")]
    [InlineData("""File.Move(name, [|"/tmp/a.bin"|]);""")]
    [InlineData("""File.Replace(name, [|"/tmp/a.bin"|], [|"/tmp/b.bin"|]);""")]
    [InlineData("""File.CreateSymbolicLink([|"/tmp/a"|], name);""")]
    // Streams.
    [InlineData("""using var file = new FileStream([|"/tmp/a.bin"|], FileMode.Create);""")]
    [InlineData("""using FileStream file = new([|"/tmp/a.bin"|], FileMode.Append, FileAccess.Write);""")]
    [InlineData("""await using (var file = new FileStream([|"/tmp/a.bin"|], new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write })) { }""")]
    [InlineData("""using var writer = new StreamWriter([|"/tmp/a.txt"|]);""")]
    [InlineData("""using var writer = new StreamWriter([|"/tmp/a.txt"|], append: true);""")]
    [InlineData("""using var map = MemoryMappedFile.CreateFromFile([|"/tmp/a.bin"|], FileMode.Create, null, 100);""")]
    // Directories, and what is packed into them.
    [InlineData("""Directory.CreateDirectory([|"/tmp/photos"|]);""")]
    [InlineData("""Directory.CreateDirectory([|"/tmp/photos/"|], UnixFileMode.UserRead);""")]
    [InlineData("""Directory.Move(name, [|"/tmp/photos"|]);""")]
    [InlineData("""ZipFile.CreateFromDirectory(name, [|"/tmp/a.zip"|]);""")]
    [InlineData("""ZipFile.ExtractToDirectory(name, [|"/tmp/photos"|]);""")]
    [InlineData("""using var zip = ZipFile.Open([|"/tmp/a.zip"|], ZipArchiveMode.Update);""")]
    [InlineData("""using var zip = ZipFile.OpenRead(name); zip.ExtractToDirectory([|"/tmp/photos"|]); zip.Entries[0].ExtractToFile([|"/tmp/a"|], true);""")]
    [InlineData("""await TarFile.CreateFromDirectoryAsync(name, [|"/tmp/a.tar"|], false);""")]
    [InlineData("""TarFile.ExtractToDirectory(name, [|"/tmp/photos"|], true);""")]
    // What stands for a file or directory.
    [InlineData("""using var file = new FileInfo([|"/tmp/a.bin"|]).Create();""")]
    [InlineData("""var info = new FileInfo([|"/tmp/a.bin"|]); if (!info.Exists) { using var file = info.Open(FileMode.CreateNew); } info.Delete();""")]
    [InlineData("""FileInfo info = new([|"/tmp/a.txt"|]); using (info.CreateText()) { } using (info.AppendText()) { } using (info.OpenWrite()) { }""")]
    [InlineData("""new DirectoryInfo([|"/tmp/photos"|]).Create();""")]
    [InlineData("""new DirectoryInfo([|"/tmp"|]).CreateSubdirectory(name);""")]
    [InlineData("""new FileInfo([|"/tmp/photos/a.jpg"|]).Directory!.Create();""")]
    [InlineData("""new FileInfo([|"/tmp/photos/a.jpg"|]).Directory?.Create();""")]
    [InlineData("""new FileInfo(name).CopyTo([|"/tmp/a.bin"|]); new FileInfo(name).MoveTo([|"/tmp/b.bin"|], true); new DirectoryInfo(name).MoveTo([|"/tmp/c"|]);""")]
    public Task A_constant_path_is_reported_at_every_call_that_creates_or_writes(string body) => Check.ReportsAsync(InMethod(body));

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData(""" "/var/tmp/a.txt" """)]
    [InlineData(""" @"C:\Temp\a.txt" """)]
    [InlineData(""" "C:\\tmp\\a.txt" """)]
    [InlineData(""" "c:/TEMP/a.txt" """)]
    [InlineData(""" @"E:\Windows\Temp/a.txt" """)]
    [InlineData(""" @"D:\local\Temp\a.txt" """)]
    [InlineData(""" @"C:\local\temp\a.txt" """)]
    [InlineData(""" @"\\?\C:\Temp\a.txt" """)]
    [InlineData(""" "%TEMP%/a.txt" """)]
    [InlineData(""" Environment.ExpandEnvironmentVariables(@"%tmp%\a.txt") """)]
    [InlineData(""" Environment.ExpandEnvironmentVariables("%TEMP%") + @"\a.txt" """)]
    [InlineData("\"\"\"/tmp/a.txt\"\"\"")]
    [InlineData(""" "/tmp/" + name """)]
    [InlineData(""" "/tmp" + "/" + name """)]
    [InlineData(""" @"C:\Temp\" + count + ".txt" """)]
    [InlineData(""" $"/tmp/{name}.txt" """)]
    [InlineData(""" $@"C:\Temp\photos\{count:D4}.txt" """)]
    [InlineData(""" $"{Root}/{name}" """)]
    [InlineData(""" Path.Combine("/tmp", name) """)]
    [InlineData(""" Path.Combine(path2: name, path1: "/tmp") """)]
    [InlineData(""" Path.Combine("/tmp/photos", "a", "b", "c", "d", name) """)]
    [InlineData(""" Path.Join("/tmp/", name, "a.txt") """)]
    [InlineData(""" Path.Combine(Path.Combine(Root, "photos"), name) """)]
    [InlineData(""" Path.Combine(name, "/tmp/a.txt") """)]
    [InlineData(""" Path.GetFullPath("/tmp/a.txt") """)]
    [InlineData(""" Path.ChangeExtension("/tmp/a.txt", name) """)]
    [InlineData(""" Path.ChangeExtension(extension: name, path: "/tmp/a.txt") """)]
    [InlineData(""" string.Concat("/tmp/", name) """)]
    [InlineData(""" string.Format("/tmp/{0}.txt", name) """)]
    [InlineData(""" string.Format(null, @"C:\Temp\{0}", name) """)]
    [InlineData(""" Root + "/a.txt" """)]
    [InlineData(""" Photos """)]
    [InlineData(""" Path.Combine(Cache, name) """)]
    [InlineData(""" Path.Combine(_work, name) """)]
    [InlineData(""" Path.Combine(this._later, name) """)]
    [InlineData(""" Path.Combine(count > 0 ? "/tmp" : @"C:\Temp", name) """)]
    public Task Every_way_to_write_a_path_is_followed(string path) => Check.ReportsAsync(InMethod($"File.WriteAllText([|{path.Trim()}|], name);"));

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("""string path = "/tmp/a.txt"; File.WriteAllText([|path|], name); Console.WriteLine(File.ReadAllText(path)); File.Delete(path);""")]
    [InlineData("""const string Folder = "/tmp/photos"; Directory.CreateDirectory([|Folder|]); File.WriteAllText([|Path.Combine(Folder, name)|], name);""")]
    [InlineData("""string path; path = "/tmp/a.txt"; File.WriteAllText([|path|], name);""")]
    [InlineData("""var folder = "/tmp/photos"; var path = $"{folder}/{name}"; if (!Directory.Exists(folder)) Directory.CreateDirectory([|folder|]); using var file = File.Create([|path|]);""")]
    [InlineData("""var path = Path.Combine("/tmp", name); using (var file = new FileStream([|path|], FileMode.Create)) { } Logger.LogInformation($"Wrote {path}"); throw new IOException("No " + path);""")]
    [InlineData("""var path = "/tmp/a.txt"; Console.WriteLine("{0} {1}", path, Path.GetFileName(path)); Debug.Assert(path.Length > 0, $"{path}"); Action write = () => File.WriteAllText([|path|], name); write();""")]
    [InlineData("""void Write(string text) => File.WriteAllText([|"/tmp/a.txt"|], text); Write(name);""")]
    [InlineData("""var info = new FileInfo("/tmp/a.txt"); using (info.OpenRead()) { } File.WriteAllText([|"/tmp/b.txt"|], name);""")]
    [InlineData("""var path = "/tmp/a.txt"; if (path.StartsWith("/tmp") && !string.IsNullOrEmpty(path)) { File.WriteAllText([|path|], nameof(path)); }""")]
    public Task A_path_is_followed_through_its_variables(string body) => Check.ReportsAsync(InMethod(body));

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("""File.WriteAllText({|#0:Path.Combine(Environment.GetEnvironmentVariable("TEMP")!, name)|}, name);""", "TEMP")]
    [InlineData("""File.WriteAllText({|#0:Environment.GetEnvironmentVariable("TMP") + "/a.txt"|}, name);""", "TMP")]
    [InlineData("""File.WriteAllText({|#0:$"{Environment.GetEnvironmentVariable("TMPDIR")}/a.txt"|}, name);""", "TMPDIR")]
    [InlineData("""var temp = Environment.GetEnvironmentVariable("TEMP") ?? "/tmp"; File.WriteAllText({|#0:Path.Combine(temp, name)|}, name);""", "TEMP")]
    [InlineData("""var temp = Environment.GetEnvironmentVariable("TEMP") ?? Environment.GetEnvironmentVariable("TMP") ?? throw new InvalidOperationException(); File.WriteAllText({|#0:Path.Combine(temp, name)|}, name);""", "TEMP")]
    [InlineData("""File.WriteAllText({|#0:Path.Combine(Variable, name)|}, name);""", "TMPDIR")]
    [InlineData("""File.WriteAllText({|#0:Environment.ExpandEnvironmentVariables(@"%TEMP%\a.txt")|}, name);""", "TEMP")]
    public Task An_environment_variable_is_a_suggestion(string body, string variable) => Check.ReportsAsync(
        InMethod(body), Check.Diagnostic(0, "WriteAllText", "%" + variable + "%").WithSeverity(DiagnosticSeverity.Info).WithOptions(DiagnosticOptions.IgnoreAdditionalLocations));

    [Fact]
    [Trait("Case", "Positive")]
    public Task The_message_names_the_call_and_the_root() => Check.ReportsAsync(
        InMethod("""using var file = new FileStream({|#0:@"C:\Temp\a.txt"|}, FileMode.Create); using var other = new FileInfo({|#1:"/tmp/a"|}).Create();"""),
        Check.Diagnostic(0).WithSeverity(DiagnosticSeverity.Warning).WithMessage(@"'FileStream' writes below 'C:\Temp', which may be missing, small, or slow; use Path.GetTempPath or TempSpace").WithOptions(DiagnosticOptions.IgnoreAdditionalLocations),
        Check.Diagnostic(1).WithMessage("'Create' writes below '/tmp', which may be missing, small, or slow; use Path.GetTempPath or TempSpace").WithOptions(DiagnosticOptions.IgnoreAdditionalLocations));

    [Theory]
    [Trait("Case", "Negative")]
    // Reads, tests and deletions.
    [InlineData("""var text = File.ReadAllText("/tmp/a.txt") + File.Exists("/tmp/a.txt"); File.Delete("/tmp/a.txt"); Directory.Delete("/tmp/photos", true);""")]
    [InlineData("""using var file = File.OpenRead("/tmp/a.txt"); using var reader = new StreamReader("/tmp/a.txt"); var files = Directory.GetFiles("/tmp/photos");""")]
    [InlineData("""using var file = new FileStream("/tmp/a.txt", FileMode.Open); using var other = File.Open("/tmp/a.txt", FileMode.Open, FileAccess.Read); using var handle = File.OpenHandle("/tmp/a.txt");""")]
    [InlineData("""using var file = File.Open("/tmp/a.txt", mode); using var other = new FileStream("/tmp/a.txt", options);""")]
    [InlineData("""File.Copy("/tmp/a.txt", name); File.Move("/tmp/a.txt", name); ZipFile.ExtractToDirectory("/tmp/a.zip", name); using var zip = ZipFile.Open("/tmp/a.zip", ZipArchiveMode.Read);""")]
    [InlineData("""var info = new FileInfo("/tmp/a.txt"); if (info.Exists) { info.Delete(); } new FileInfo("/tmp/b.txt").CopyTo(name);""")]
    [InlineData("""File.CreateSymbolicLink(name, "/tmp/a.txt");""")]
    // The root alone.
    [InlineData("""Directory.CreateDirectory("/tmp"); Directory.CreateDirectory("/tmp/"); Directory.CreateDirectory(@"C:\Temp"); Directory.CreateDirectory(Root); new DirectoryInfo("/tmp").Create();""")]
    // Other roots.
    [InlineData("""File.WriteAllText("/tmpfoo/a.txt", name); File.WriteAllText("a/tmp/b.txt", name); File.WriteAllText("tmp/b.txt", name); File.WriteAllText("/data/tmp/b.txt", name);""")]
    [InlineData("""File.WriteAllText("/tmp" + name, name); File.WriteAllText($"/tmp{count}/a", name); File.WriteAllText(@"C:\Temporary\a", name); File.WriteAllText(@"C:\Data\Temp\a", name);""")]
    [InlineData("""File.WriteAllText("/Tmp/a.txt", name); File.WriteAllText("//tmp/a.txt", name); File.WriteAllText("http://localhost/tmp/a.txt", name); File.WriteAllText("%HOME%/a.txt", name);""")]
    [InlineData("""File.WriteAllText("/tmp/../data/a.txt", name); File.WriteAllText(Path.Combine("/tmp", "/data/a.txt"), name);""")]
    [InlineData("""File.WriteAllText(Path.Combine(Path.GetTempPath(), "tmp", name), name); File.WriteAllText(Path.GetTempFileName(), name);""")]
    [InlineData("""File.WriteAllText(Environment.GetEnvironmentVariable("HOME") + "/a.txt", name); File.WriteAllText(Path.Combine(Environment.GetEnvironmentVariable("WORK") ?? "/tmp", name), name);""")]
    // Several values, or one from elsewhere.
    [InlineData("""var folder = "/tmp/"; if (count > 0) { folder = name; } File.WriteAllText(folder + name, name);""")]
    [InlineData("""File.WriteAllText(count > 0 ? "/tmp/a.txt" : name, name);""")]
    [InlineData("""foreach (var path in new[] { "/tmp/a.txt" }) { File.WriteAllText(path, name); }""")]
    // Sockets and pipes.
    [InlineData("""var point = new System.Net.Sockets.UnixDomainSocketEndPoint("/tmp/a"); using var pipe = new System.IO.Pipes.NamedPipeClientStream("/tmp/a"); File.WriteAllText("/tmp/app.sock", ""); using var fifo = new FileStream("/tmp/my.fifo", FileMode.Open, FileAccess.Write);""")]
    // The path goes elsewhere.
    [InlineData("""var path = "/tmp/a.txt"; File.WriteAllText(path, name); Process.Start("cat", path);""")]
    [InlineData("""var path = "/tmp/a.txt"; File.WriteAllText(path, name); Process.Start(new ProcessStartInfo("cat") { Arguments = "-n " + path });""")]
    [InlineData("""var path = "/tmp/a.txt"; File.WriteAllText(path, name); Keep(path);""")]
    [InlineData("""var path = "/tmp/a.txt"; File.WriteAllText(path, name); Environment.SetEnvironmentVariable("A", path);""")]
    [InlineData("""var path = "/tmp/a.txt"; File.WriteAllText(path, name); Property = path;""")]
    [InlineData("""var path = "/tmp/a.txt"; File.WriteAllText(path, name); var all = new[] { path };""")]
    [InlineData("""var path = "/tmp/a.txt"; File.WriteAllText(path, name); File.WriteAllText(name, "cat " + path);""")]
    [InlineData("""var info = new FileInfo("/tmp/a.txt"); using (info.Create()) { } Keep(info.FullName);""")]
    [InlineData("""var info = new FileInfo("/tmp/a.txt"); File.WriteAllText(info.FullName, name); Keep(info.FullName);""")]
    [InlineData("""var info = new FileInfo("/tmp/a.txt"); if (count > 0) { info = new FileInfo(name); } File.WriteAllText(info.FullName, name);""")]
    [InlineData("""Keep(Directory.CreateDirectory("/tmp/photos").FullName);""")]
    [InlineData("""var folder = Directory.CreateDirectory("/tmp/photos"); Property = folder.FullName;""")]
    [InlineData("""string Get() { var path = "/tmp/a.txt"; File.WriteAllText(path, name); return path; } Get();""")]
    [InlineData("""void Get(out string path) { path = "/tmp/a.txt"; File.WriteAllText(path, name); } Get(out _);""")]
    [InlineData("""File.WriteAllText(Property, name); File.WriteAllText(Shared, name);""")]
    // Texts that never reach a file.
    [InlineData("""Console.WriteLine("/tmp/a.txt"); var mount = "/tmp/photos:/photos"; Keep(mount); var url = new Uri("file:///tmp/a.txt");""")]
    // Not run here.
    [InlineData("""System.Linq.Expressions.Expression<Action> write = () => File.WriteAllText("/tmp/a.txt", "");""")]
    public Task Anything_else_is_not_reported(string body) => Check.IsSilentAsync(InMethod(body));

    [Theory]
    [Trait("Case", "Negative")]
    [InlineData("public const string Folder = \"/tmp/photos\"; void M() => File.WriteAllText(Folder + \"/a\", \"\");")]
    [InlineData("protected static readonly string Folder = \"/tmp/photos\"; void M() => File.WriteAllText(Folder + \"/a\", \"\");")]
    [InlineData("private const string Folder = \"/tmp/photos\"; void M() => File.WriteAllText(Folder + \"/a\", \"\"); string Get() => Folder; void Run() => System.Diagnostics.Process.Start(\"ls\", Get());")]
    [InlineData("private readonly string _folder = \"/tmp/photos\"; void M() => File.WriteAllText(_folder + \"/a\", \"\"); public string Folder => _folder;")]
    [InlineData("private const string Folder = \"/tmp/photos\"; void M() => File.WriteAllText(Folder + \"/a\", \"\"); [Obsolete(Folder)] void N() { }")]
    [InlineData("private string _folder = \"/tmp/photos\"; void M() => File.WriteAllText(_folder + \"/a\", \"\");")]
    [InlineData("protected virtual string Folder => \"/tmp/photos\"; void M() => File.WriteAllText(Folder + \"/a\", \"\");")]
    [InlineData("private static string Folder => \"/tmp/photos\"; void M() => File.WriteAllText(Folder + \"/a\", \"\"); void Run() => System.Diagnostics.Process.Start(\"ls\", Folder);")]
    [InlineData("private static string Folder { get; } = \"/tmp/photos\"; static C() => Folder = \"/data\"; void M() => File.WriteAllText(Folder + \"/a\", \"\");")]
    [InlineData("private static string PathOf(bool isTemp) { if (isTemp) { return \"/tmp/a\"; } return \"/data/a\"; } void M() => File.WriteAllText(PathOf(true), \"\");")]
    [InlineData("private readonly string _folder; C() => _folder = \"/tmp/photos\"; C(string folder) => _folder = folder; void M() => File.WriteAllText(_folder + \"/a\", \"\");")]
    [InlineData("void M(string path = \"/tmp/a\") => File.WriteAllText(path, \"\");")]
    [InlineData("DirectoryInfo M() => Directory.CreateDirectory(\"/tmp/photos\");")]
    [InlineData("private const string Folder = \"/tmp/photos\"; public string File { get; } C() { Directory.CreateDirectory(Folder); File = Folder + \"/a\"; }")]
    [InlineData("private string PathOf(bool isTemp) { if (isTemp) { return \"/tmp/a\"; } throw new Exception(); } void M() => File.WriteAllText(PathOf(true), \"\");")]
    // The name may be told in another way, or the folder is another's.
    [InlineData("void M(Guid id) { var path = $\"/tmp/{id}\"; File.WriteAllText(path, \"\"); System.Diagnostics.Process.Start(\"cat\", path); }")]
    [InlineData("void M() { var id = Guid.NewGuid(); var path = $\"/tmp/{id}\"; File.WriteAllText(path, \"\"); System.Diagnostics.Process.Start(\"cat\", path); }")]
    [InlineData("void M(System.Net.Sockets.Socket socket) { var folder = $\"/tmp/{Guid.NewGuid():N}\"; Directory.CreateDirectory(folder); socket.Bind(new System.Net.Sockets.UnixDomainSocketEndPoint(folder + \"/s\")); }")]
    [InlineData("void M() { var path = \"/tmp/\" + Guid.NewGuid().ToString(\"N\"); File.WriteAllText(path, \"a\"); System.Diagnostics.Process.Start(\"docker\", $\"cp x:{path} .\"); }")]
    [InlineData("void M() { var root = \"/tmp/shared\"; File.WriteAllText(Path.Combine(root, Guid.NewGuid().ToString()), \"\"); System.Diagnostics.Process.Start(\"ls\", root); }")]
    [InlineData("private const string Root = \"/tmp/shared\"; void M() { File.WriteAllText(Root + Guid.NewGuid(), \"\"); System.Diagnostics.Process.Start(\"ls\", Root); }")]
    [InlineData("FileInfo M() { var info = new FileInfo(\"/tmp/a\"); info.Create().Dispose(); return info; }")]
    [InlineData("void WriteAllText(string path, string text) { } void M() => WriteAllText(\"/tmp/a\", \"\");")]
    [InlineData("partial class D { private const string Folder = \"/tmp/photos\"; void M() => File.WriteAllText(Folder + \"/a\", \"\"); } partial class D { void Run() => System.Diagnostics.Process.Start(\"ls\", Folder); }")]
    public Task A_path_that_others_see_is_not_reported(string members) =>
        Check.IsSilentAsync(InClass(members).Replace("class C\n", "public class C\n", StringComparison.Ordinal));

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("private static class Paths { public const string Folder = \"/tmp/photos\"; } void M() => File.WriteAllText([|Paths.Folder + \"/a\"|], \"\");")]
    [InlineData("const string Folder = \"/tmp/photos\"; const string Thumbs = Folder + \"/thumbs\"; void M() { Directory.CreateDirectory([|Thumbs|]); File.WriteAllText([|Folder + \"/a\"|], \"\"); }")]
    [InlineData("private readonly string _folder; C() => _folder = \"/tmp/photos\"; void M() => File.WriteAllText([|_folder + \"/a\"|], \"\"); bool Has() => File.Exists(_folder + \"/a\");")]
    [InlineData("private readonly FileInfo _file = new([|\"/tmp/a\"|]); void M() { using var file = _file.Create(); }")]
    [InlineData("Stream M() => File.Create([|\"/tmp/a\"|]);")]
    [InlineData("FileStream M() => new([|\"/tmp/a\"|], FileMode.Create);")]
    [InlineData("Action M => () => File.WriteAllText([|\"/tmp/a\"|], \"\");")]
    [InlineData("private readonly Stream _stream = File.Create([|\"/tmp/a\"|]);")]
    [InlineData("internal const string Folder = \"/tmp/photos\"; void M() => File.WriteAllText([|Folder + \"/a\"|], \"\");")]
    [InlineData("private const string Folder = \"/tmp/photos\"; void M() => File.WriteAllText([|Folder + \"/a\"|], \"\"); string Get() => Folder;")]
    [InlineData("private static string Folder => \"/tmp/photos\"; void M() => File.WriteAllText([|Folder + \"/a\"|], \"\");")]
    [InlineData("private static string Folder { get; } = \"/tmp/photos\"; void M() => File.WriteAllText([|Folder + \"/a\"|], \"\");")]
    [InlineData("private static string Folder { get { return \"/tmp/photos\"; } } void M() => File.WriteAllText([|Folder + \"/a\"|], \"\");")]
    [InlineData("private static string PathOf(string name) => Path.Combine(\"/tmp\", name); void M() => File.WriteAllText([|PathOf(\"a\")|], \"\");")]
    [InlineData("public string Save() { var path = \"/tmp/a\"; File.WriteAllText([|path|], \"\"); return path; }")]
    [InlineData("private async System.Threading.Tasks.Task<string> SaveAsync() { var path = \"/tmp/a\"; await File.WriteAllTextAsync([|path|], \"\"); return path; } async System.Threading.Tasks.Task M() => File.Delete(await SaveAsync());")]
    [InlineData("private void Save() { var path = \"/tmp/a\"; File.WriteAllText([|path|], \"\"); Clean(path); } private static void Clean(string path) { if (File.Exists(path)) { File.Delete(path); } }")]
    [InlineData("private string PathOf(string name) { var folder = \"/tmp/photos\"; Directory.CreateDirectory([|folder|]); return Path.Combine(folder, name); } void M() => File.WriteAllText([|PathOf(\"a\")|], \"\");")]
    [InlineData("private const string Folder = \"/tmp/photos\"; private string File { get; } C() { Directory.CreateDirectory([|Folder|]); File = Folder + \"/a\"; } void M() => System.IO.File.Delete(File);")]
    [InlineData("public string Last { get; set; } void M() { Last = @\"C:\\Temp\\\" + Path.GetRandomFileName(); File.WriteAllText([|@\"C:\\Temp\\\" + Path.GetRandomFileName()|], Last); }")]
    public Task A_path_that_one_type_sees_is_reported(string members) => Check.ReportsAsync(InClass(members));

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("internal const string Folder = \"/tmp/photos\";", "Path.Combine(Paths.Folder, name)")]
    [InlineData("internal static readonly string Folder = \"/tmp/photos\";", "Path.Combine(Paths.Folder, name)")]
    [InlineData("internal static string Folder => Path.Combine(\"/tmp\", \"photos\");", "$\"{Paths.Folder}/{name}\"")]
    [InlineData("internal static string Folder { get; } = @\"C:\\Temp\\photos\";", "Paths.Folder + name")]
    [InlineData("internal static string Of(string name) => \"/tmp/\" + name;", "Paths.Of(name)")]
    public Task A_path_of_another_file_is_reported(string member, string path) => Check.ReportsAsync(
        [
            InClass("void M(string name) => File.WriteAllText([|" + path + "|], \"\");"),
            "using System.IO;\n\nstatic class Paths\n{\n    " + member + "\n}\n",
        ]);

    [Theory]
    [Trait("Case", "Negative")]
    [InlineData("internal const string Folder = \"/data/photos\";", "")]
    [InlineData("internal static string Folder { get; set; } = \"/tmp/photos\";", "")]
    [InlineData("public const string Folder = \"/tmp/photos\";", "")]
    [InlineData("internal const string Folder = \"/tmp/photos\";", "void Run() => System.Diagnostics.Process.Start(\"ls\", Paths.Folder);")]
    [InlineData("internal const string Folder = \"/tmp/photos\";", "string _folder = Paths.Folder;")]
    public Task A_path_of_another_file_that_is_relied_on_is_not_reported(string member, string other) => Check.ReportsAsync(
        [
            InClass("void M(string name) => File.WriteAllText(Path.Combine(Paths.Folder, name), \"\");"),
            "using System.IO;\n\npublic static class Paths\n{\n    " + member + "\n}\n",
            "class Other\n{\n    " + other + "\n}\n",
        ]);

    [Fact]
    [Trait("Case", "Negative")]
    public Task An_internal_path_that_friends_may_rely_on_is_not_reported() => Check.ReportsAsync(
        [
            InClass("internal const string Folder = \"/tmp/photos\"; void M() => File.WriteAllText(Folder + \"/a\", \"\");"),
            "[assembly: System.Runtime.CompilerServices.InternalsVisibleTo(\"Friend\")]",
        ]);

    [Theory]
    [Trait("Case", "Negative")]
    // By way of the interface.
    [InlineData("interface IPaths { string Folder { get; } } class Paths : IPaths { public string Folder => \"/tmp/photos\"; void M() => System.IO.Directory.CreateDirectory(Folder); static void Run(IPaths paths) => System.Diagnostics.Process.Start(\"ls\", paths.Folder); }")]
    // By an extension method, and by the result of a task.
    [InlineData("static class Names { internal static string In(this string name) { var path = \"/tmp/a\"; System.IO.File.WriteAllText(path, name); return path; } static void M(string name) => System.Diagnostics.Process.Start(\"cat\", name.In()); }")]
    [InlineData("class C { async System.Threading.Tasks.Task<string> SaveAsync() { var path = \"/tmp/a\"; await System.IO.File.WriteAllTextAsync(path, \"\"); return path; } void M() => System.Diagnostics.Process.Start(\"cat\", SaveAsync().Result); }")]
    public Task A_path_that_reaches_a_process_in_another_way_is_not_reported(string source) => Check.IsSilentAsync(source);

    [Fact]
    [Trait("Case", "Positive")]
    public Task A_path_that_an_interface_gives_to_nobody_else_is_reported() => Check.ReportsAsync(
        ["interface IPaths { string Folder { get; } } class Paths : IPaths { public string Folder => \"/tmp/photos\"; void M() => System.IO.Directory.CreateDirectory([|Folder|]); }"]);

    [Fact]
    [Trait("Case", "NoFix")]
    public Task A_root_that_another_part_of_the_type_uses_has_no_fix() => Check.OffersNoFixAsync(
        RuleFixes.Plain,
        "using System.IO;\n\npartial class C\n{\n    private const string Root = \"/tmp\";\n\n    void M(string name) => File.WriteAllText([|Path.Combine(Root, name)|], \"\");\n}\n");

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("void M(Azure.Storage.Blobs.BlobClient blob) => blob.DownloadTo([|\"/tmp/a\"|]);")]
    [InlineData("async System.Threading.Tasks.Task M(Azure.Storage.Blobs.BlobClient blob) { var path = \"/tmp/a\"; await blob.DownloadToAsync([|path|]); File.Delete(path); }")]
    [InlineData("void M(System.Net.WebClient client) => client.DownloadFile(\"https://localhost/a\", [|\"/tmp/a\"|]);")]
    public Task A_download_writes_the_file(string members) => Check.ReportsAsync([InClass(members)], azureBlobs: true);

    [Theory]
    [Trait("Case", "NoFix")]
    [InlineData("internal const string Folder = \"/tmp/photos\"; void M() => File.WriteAllText([|Folder + \"/a\"|], \"\");")]
    public async Task A_path_whose_other_uses_are_not_in_sight_has_no_fix(string members)
    {
        await Check.OffersNoFixAsync(RuleFixes.Runtime, InClass(members));
        await Check.OffersNoFixAsync(RuleFixes.Plain, InClass(members));
    }

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("/scratch", "File.WriteAllText([|\"/scratch/a\"|], name); File.WriteAllText([|\"/tmp/a\"|], name);")]
    [InlineData("-/tmp, -C:\\Temp", "File.WriteAllText(\"/tmp/a\", name); File.WriteAllText([|\"/var/tmp/a\"|], name); File.WriteAllText(@\"D:\\Temp\\a\", name);")]
    [InlineData("E:/Work/, nonsense, %SCRATCH%", "File.WriteAllText([|@\"f:\\work\\a\"|], name); File.WriteAllText([|\"%scratch%/a\"|], name);")]
    [InlineData("-%TEMP%", "File.WriteAllText(Environment.GetEnvironmentVariable(\"TEMP\") + \"/a\", name);")]
    public Task Roots_can_be_added_and_taken_away(string roots, string body) => Check.ReportsAsync(InMethod(body), "stream_tuning.hard_coded_temp_roots = " + roots);

    [Fact]
    [Trait("Case", "Positive")]
    public Task Types_can_be_added() => Check.ReportsAsync(
        InMethod(
            """
            new Images.Store([|"/tmp/photos"|]).Save([|"/tmp/a.jpg"|], "/tmp/title");
            Images.Store.Convert(sourcePath: "/tmp/a.jpg", outputPath: [|"/tmp/b.jpg"|]);
            var path = "/tmp/c.jpg"; new Images.Store().Save([|path|], "");
            new Images.Store().Load("/tmp/a.jpg");
            new Other().Save("/tmp/a.jpg");
            """) + Stores,
        "stream_tuning.temp_path_sinks = Images.Store, Missing");

    [Fact]
    [Trait("Case", "Negative")]
    public Task Types_are_not_known_by_themselves() => Check.IsSilentAsync(InMethod("""new Images.Store("/tmp/photos").Save("/tmp/a.jpg", "");""") + Stores);

    [Theory]
    [InlineData("""File.WriteAllText([|"/tmp/a.txt"|], name);""", """File.WriteAllText(TempSpace.Default.GetPath("a.txt"), name);""", """File.WriteAllText(Path.Combine(Path.GetTempPath(), "a.txt"), name);""")]
    [InlineData("""File.WriteAllText(path: [|"/var/tmp//photos/a.txt"|], contents: name);""", """File.WriteAllText(path: TempSpace.Default.GetPath("photos/a.txt"), contents: name);""", """File.WriteAllText(path: Path.Combine(Path.GetTempPath(), "photos/a.txt"), contents: name);""")]
    [InlineData("""File.WriteAllText([|@"C:\Temp\photos\a.txt"|], name);""", """File.WriteAllText(TempSpace.Default.GetPath("photos/a.txt"), name);""", """File.WriteAllText(Path.Combine(Path.GetTempPath(), "photos/a.txt"), name);""")]
    [InlineData("""Directory.CreateDirectory([|"/tmp/photos/"|]);""", """Directory.CreateDirectory(TempSpace.Default.GetPath("photos"));""", """Directory.CreateDirectory(Path.Combine(Path.GetTempPath(), "photos/"));""")]
    [InlineData("""using FileStream file = new([|"/tmp/" + "a" + ".txt"|], FileMode.Create);""", """using FileStream file = new(TempSpace.Default.GetPath("a.txt"), FileMode.Create);""", """using FileStream file = new(Path.Combine(Path.GetTempPath(), "a.txt"), FileMode.Create);""")]
    [InlineData("""File.WriteAllText([|"/tmp/" + name|], name);""", """File.WriteAllText(TempSpace.Default.GetPath(name), name);""", """File.WriteAllText(Path.GetTempPath() + name, name);""")]
    [InlineData("""File.WriteAllText([|"/tmp/photos/" + count + name|], name);""", """File.WriteAllText(TempSpace.Default.GetPath("photos/" + count + name), name);""", """File.WriteAllText(Path.Combine(Path.GetTempPath(), "photos/" + count + name), name);""")]
    [InlineData("""File.WriteAllText([|"/tmp" + "/" + name + ".txt"|], name);""", """File.WriteAllText(TempSpace.Default.GetPath(name + ".txt"), name);""", """File.WriteAllText(Path.GetTempPath() + name + ".txt", name);""")]
    [InlineData("""File.WriteAllText([|$"/tmp/{name}.txt"|], name);""", """File.WriteAllText(TempSpace.Default.GetPath($"{name}.txt"), name);""", """File.WriteAllText(Path.GetTempPath() + $"{name}.txt", name);""")]
    [InlineData("""File.WriteAllText([|$"/tmp/{Guid.NewGuid()}.txt"|], name);""", """File.WriteAllText(TempSpace.Default.GetPath($"{Guid.NewGuid()}.txt"), name);""", """File.WriteAllText(Path.Combine(Path.GetTempPath(), $"{Guid.NewGuid()}.txt"), name);""")]
    [InlineData("""File.WriteAllText([|$@"C:\Temp\photos\{count:D4}.txt"|], name);""", """File.WriteAllText(TempSpace.Default.GetPath($@"photos\{count:D4}.txt"), name);""", """File.WriteAllText(Path.Combine(Path.GetTempPath(), $@"photos\{count:D4}.txt"), name);""")]
    [InlineData("""File.WriteAllText([|$"C:\\Temp\\{name}"|], name);""", """File.WriteAllText(TempSpace.Default.GetPath(name), name);""", """File.WriteAllText(Path.GetTempPath() + name, name);""")]
    [InlineData("""File.WriteAllText([|Path.Combine("/tmp", name)|], name);""", """File.WriteAllText(TempSpace.Default.GetPath(name), name);""", """File.WriteAllText(Path.Combine(Path.GetTempPath(), name), name);""")]
    [InlineData("""File.WriteAllText([|Path.Combine("/tmp/", "photos", name)|], name);""", """File.WriteAllText(TempSpace.Default.GetPath(Path.Combine("photos", name)), name);""", """File.WriteAllText(Path.Combine(Path.GetTempPath(), "photos", name), name);""")]
    [InlineData("""File.WriteAllText([|Path.Combine("/tmp/photos/2026", name)|], name);""", """File.WriteAllText(Path.Combine(TempSpace.Default.GetPath("photos/2026"), name), name);""", """File.WriteAllText(Path.Combine(Path.GetTempPath(), "photos/2026", name), name);""")]
    [InlineData("""File.WriteAllText([|Path.GetFullPath("/tmp/a.txt")|], name);""", """File.WriteAllText(Path.GetFullPath(TempSpace.Default.GetPath("a.txt")), name);""", """File.WriteAllText(Path.GetFullPath(Path.Combine(Path.GetTempPath(), "a.txt")), name);""")]
    [InlineData("""File.WriteAllText([|Path.Combine(Environment.GetEnvironmentVariable("TEMP")!, name)|], name);""", """File.WriteAllText(TempSpace.Default.GetPath(name), name);""", """File.WriteAllText(Path.Combine(Path.GetTempPath(), name), name);""")]
    [InlineData("""File.WriteAllText([|Path.Combine(Environment.GetEnvironmentVariable("TEMP") ?? Environment.GetEnvironmentVariable("TMP") ?? "/tmp", name)|], name);""", """File.WriteAllText(TempSpace.Default.GetPath(name), name);""", """File.WriteAllText(Path.Combine(Path.GetTempPath(), name), name);""")]
    [InlineData("""File.WriteAllText([|(Environment.GetEnvironmentVariable("TEMP") ?? Path.GetTempPath()) + "/a.txt"|], name);""", """File.WriteAllText(TempSpace.Default.GetPath("a.txt"), name);""", """File.WriteAllText(Path.Combine(Path.GetTempPath(), "a.txt"), name);""")]
    [InlineData("""File.WriteAllText([|$"{Environment.GetEnvironmentVariable("TMPDIR")}/photos/{name}"|], name);""", """File.WriteAllText(TempSpace.Default.GetPath($"photos/{name}"), name);""", """File.WriteAllText(Path.Combine(Path.GetTempPath(), $"photos/{name}"), name);""")]
    [InlineData("""using var file = new FileInfo([|"/tmp/a.txt"|]).Create();""", """using var file = new FileInfo(TempSpace.Default.GetPath("a.txt")).Create();""", """using var file = new FileInfo(Path.Combine(Path.GetTempPath(), "a.txt")).Create();""")]
    [InlineData("""File.WriteAllText([|$"/tmp/{Guid.NewGuid():N}/{DateTime.Now:yyyyMMdd}"|], name);""", """File.WriteAllText(TempSpace.Default.GetPath($"{Guid.NewGuid():N}/{DateTime.Now:yyyyMMdd}"), name);""", """File.WriteAllText(Path.Combine(Path.GetTempPath(), $"{Guid.NewGuid():N}/{DateTime.Now:yyyyMMdd}"), name);""")]
    [InlineData("""File.WriteAllText([|$"/tmp/{name ?? "b"}" + ".txt"|], name);""", """File.WriteAllText(TempSpace.Default.GetPath($"{name ?? "b"}" + ".txt"), name);""", """File.WriteAllText(Path.GetTempPath() + $"{name ?? "b"}" + ".txt", name);""")]
    [InlineData("""ZipFile.ExtractToDirectory(name, [|"/tmp/photos"|], true);""", """ZipFile.ExtractToDirectory(name, TempSpace.Default.GetPath("photos"), true);""", """ZipFile.ExtractToDirectory(name, Path.Combine(Path.GetTempPath(), "photos"), true);""")]
    public Task The_root_gives_way_where_the_path_is_written(string body, string withRuntime, string plain) => FixesInBothForms(body, withRuntime, plain);

    [Theory]
    [InlineData("""var path = "/tmp/a.txt"; File.WriteAllText([|path|], name); File.Delete(path);""", """var path = TempSpace.Default.GetPath("a.txt"); File.WriteAllText(path, name); File.Delete(path);""", """var path = Path.Combine(Path.GetTempPath(), "a.txt"); File.WriteAllText(path, name); File.Delete(path);""")]
    [InlineData("""const string path = "/tmp/a.txt"; File.WriteAllText([|path|], name); File.AppendAllText([|path|], name);""", """string path = TempSpace.Default.GetPath("a.txt"); File.WriteAllText(path, name); File.AppendAllText(path, name);""", """string path = Path.Combine(Path.GetTempPath(), "a.txt"); File.WriteAllText(path, name); File.AppendAllText(path, name);""")]
    [InlineData("""string folder = "/tmp/photos/"; Directory.CreateDirectory([|folder|]); File.WriteAllText([|folder + name|], name);""", """string folder = TempSpace.Default.GetPath("photos") + "/"; Directory.CreateDirectory(folder); File.WriteAllText(folder + name, name);""", """string folder = Path.Combine(Path.GetTempPath(), "photos/"); Directory.CreateDirectory(folder); File.WriteAllText(folder + name, name);""")]
    [InlineData("""var path = Path.Combine("/tmp", name + ".txt"); using (var file = File.Create([|path|])) { } using var again = File.OpenRead(path);""", """var path = TempSpace.Default.GetPath(name + ".txt"); using (var file = File.Create(path)) { } using var again = File.OpenRead(path);""", """var path = Path.Combine(Path.GetTempPath(), name + ".txt"); using (var file = File.Create(path)) { } using var again = File.OpenRead(path);""")]
    [InlineData("""var info = new FileInfo([|"/tmp/a.txt"|]); using (info.Create()) { } info.Delete();""", """var info = new FileInfo(TempSpace.Default.GetPath("a.txt")); using (info.Create()) { } info.Delete();""", """var info = new FileInfo(Path.Combine(Path.GetTempPath(), "a.txt")); using (info.Create()) { } info.Delete();""")]
    public Task The_variable_that_holds_the_path_is_fixed(string body, string withRuntime, string plain) => FixesInBothForms(body, withRuntime, plain);

    [Theory]
    [InlineData("private const string Folder = \"/tmp/photos\";\n    void M() => File.WriteAllText([|Folder + \"/a\"|], \"\");", "private static readonly string Folder = {0};\n    void M() => File.WriteAllText(Folder + \"/a\", \"\");", "TempSpace.Default.GetPath(\"photos\")", "Path.Combine(Path.GetTempPath(), \"photos\")")]
    [InlineData("private static readonly string Folder = \"/tmp/photos\";\n    void M() { Directory.CreateDirectory([|Folder|]); File.WriteAllText([|Path.Combine(Folder, \"a\")|], \"\"); }", "private static readonly string Folder = {0};\n    void M() { Directory.CreateDirectory(Folder); File.WriteAllText(Path.Combine(Folder, \"a\"), \"\"); }", "TempSpace.Default.GetPath(\"photos\")", "Path.Combine(Path.GetTempPath(), \"photos\")")]
    [InlineData("private readonly string _path;\n    C() => _path = \"/tmp/a\";\n    void M() => File.WriteAllText([|_path|], \"\");", "private readonly string _path;\n    C() => _path = {0};\n    void M() => File.WriteAllText(_path, \"\");", "TempSpace.Default.GetPath(\"a\")", "Path.Combine(Path.GetTempPath(), \"a\")")]
    [InlineData("private readonly FileInfo _file = new([|\"/tmp/a\"|]);\n    void M() { using var file = _file.Create(); }", "private readonly FileInfo _file = new({0});\n    void M() { using var file = _file.Create(); }", "TempSpace.Default.GetPath(\"a\")", "Path.Combine(Path.GetTempPath(), \"a\")")]
    [InlineData("Stream M() => File.Create([|\"/tmp/a\"|]);", "Stream M() => File.Create({0});", "TempSpace.Default.GetPath(\"a\")", "Path.Combine(Path.GetTempPath(), \"a\")")]
    [InlineData("string Path => \"\"; void M() => File.WriteAllText([|\"/tmp/a\"|], \"\");", "string Path => \"\"; void M() => File.WriteAllText({0}, \"\");", "TempSpace.Default.GetPath(\"a\")", "System.IO.Path.Combine(System.IO.Path.GetTempPath(), \"a\")")]
    public async Task Fields_and_members_are_fixed(string members, string fixedMembers, string withRuntime, string plain)
    {
        await Check.FixesAsync(RuleFixes.Runtime, InClass(members), WithRuntime(InClass(fixedMembers.Replace("{0}", withRuntime))));
        await Check.FixesAsync(RuleFixes.Plain, InClass(members), InClass(fixedMembers.Replace("{0}", plain)));
    }

    [Theory]
    [Trait("Case", "NoFix")]
    // Written here, read there.
    [InlineData("""File.WriteAllText([|"/tmp/a.txt"|], name); Console.WriteLine(File.ReadAllText("/tmp/a.txt"));""")]
    [InlineData("""File.WriteAllText([|Path.Combine("/tmp", name)|], name); Console.WriteLine(File.ReadAllText(Path.Combine("/tmp", name)));""")]
    [InlineData("""File.WriteAllText([|Path.Combine("/tmp", name)|], name); Console.WriteLine(Directory.GetFiles("/tmp").Length);""")]
    [InlineData("""Directory.CreateDirectory([|"/tmp/photos"|]); File.WriteAllText([|"/tmp/photos/a.txt"|], name);""")]
    [InlineData("""File.WriteAllText([|$"/tmp/upload-{name}"|], name); File.Delete($"/tmp/upload-{Property}");""")]
    [InlineData("""File.WriteAllText([|"/tmp/a.txt"|], name); Process.Start("sh", "-c 'cat /tmp/a.txt'");""")]
    [InlineData("""File.WriteAllText([|Path.Combine(Environment.GetEnvironmentVariable("TEMP")!, name)|], name); File.Delete(Environment.GetEnvironmentVariable("TEMP") + "/" + name);""")]
    // Another directory where the variable is not set, or an exception.
    [InlineData("""File.WriteAllText([|Path.Combine(Environment.GetEnvironmentVariable("TEMP") ?? "/data", name)|], name);""")]
    [InlineData("""var temp = Environment.GetEnvironmentVariable("TEMP") ?? throw new InvalidOperationException(); File.WriteAllText([|Path.Combine(temp, name)|], name);""")]
    [InlineData("""File.WriteAllText([|Path.Combine(Environment.GetEnvironmentVariable("TEMP", EnvironmentVariableTarget.User)!, name)|], name);""")]
    // What is not expanded, other ways to write a path, and a choice.
    [InlineData("""File.WriteAllText([|"%TEMP%/a.txt"|], name);""")]
    [InlineData("""File.WriteAllText([|@"\\?\C:\Temp\a.txt"|], name);""")]
    [InlineData("""File.WriteAllText([|Environment.ExpandEnvironmentVariables("%TEMP%/a.txt")|], name);""")]
    [InlineData("""File.WriteAllText([|"/tmp/" + (name ?? "b")|], name);""")]
    [InlineData("""File.WriteAllText([|Path.Combine(count > 0 ? "/tmp" : @"C:\Temp", name)|], name);""")]
    [InlineData("""File.WriteAllText([|"/tmp/./a.txt"|], name);""")]
    [InlineData("""File.WriteAllText([|string.Format("/tmp/{0}", name)|], name);""")]
    // Without the text before them the numbers would be added, or are no text.
    [InlineData("""File.WriteAllText([|"/tmp/" + count|], name);""")]
    [InlineData("""File.WriteAllText([|"/tmp/" + count + count|], name);""")]
    // A comment.
    [InlineData("""File.WriteAllText([|"/tmp/" + /* the name */ name|], name);""")]
    [InlineData("""File.WriteAllText([|$"/tmp/{/* the name */name}.txt"|], name);""")]
    // A constant that has to stay one.
    [InlineData("""const string Path1 = "/tmp/a.txt"; Action write = static () => File.WriteAllText([|Path1|], "");""")]
    [InlineData("""const string Folder = "/tmp/photos"; const string Path1 = Folder + "/a.txt"; Directory.CreateDirectory([|Folder|]); File.WriteAllText([|Path1|], name);""")]
    public async Task Where_it_is_not_certain_there_is_no_fix(string body)
    {
        await Check.OffersNoFixAsync(RuleFixes.Runtime, InMethod(body, fields: false));
        await Check.OffersNoFixAsync(RuleFixes.Plain, InMethod(body, fields: false));
    }

    [Theory]
    [Trait("Case", "NoFix")]
    [InlineData("""File.WriteAllText([|$"/tmp/{DateTime.Now}"|], name);""")]
    [InlineData("""File.WriteAllText([|$"/tmp/{DateTime.Now:o}"|], name);""")]
    [InlineData("""File.WriteAllText([|$"/tmp/{DateTime.Now:HH:mm}"|], name);""")]
    [InlineData("""File.WriteAllText([|"/tmp/" + DateTime.Now|], name);""")]
    [InlineData("""File.WriteAllText([|Path.Combine("/tmp", name + ":1")|], name);""")]
    [InlineData("""File.WriteAllText([|Path.Combine("/tmp", ".", name)|], name);""")]
    [InlineData("""Directory.CreateDirectory([|"/tmp/" + name + "/"|]);""")]
    [InlineData("""Directory.CreateDirectory([|$"/tmp/{name}//a"|]);""")]
    [InlineData("""var prefix = "/tmp/upload-"; File.WriteAllText([|prefix + name|], name);""")]
    [InlineData("""File.WriteAllText([|string.Concat("/tmp/photos", name)|], name);""")]
    [InlineData("""File.WriteAllText([|Path.ChangeExtension("/tmp/a.txt", name)|], name);""")]
    [InlineData("""const string Start = "/tmp/app"; File.WriteAllText([|Start + count|], name);""")]
    [InlineData("""const string Start = "/tmp/app"; File.WriteAllText([|$"{Start}{count}.txt"|], name);""")]
    [InlineData("""new DirectoryInfo([|"/tmp"|]).CreateSubdirectory(name);""")]
    public Task What_the_runtime_takes_for_no_name_stays(string body) => Check.OffersNoFixAsync(RuleFixes.Runtime, InMethod(body, fields: false));

    [Fact]
    [Trait("Case", "Trivia")]
    public Task Comments_and_formatting_stay() => FixesInBothForms(
        """
        // The photo.
                File.WriteAllText( /* where */ [|"/tmp/a.txt"|] /* for now */ ,
                    name); // done
                var path =
                    $"/tmp/b/{name}.txt" ; // by name
                File.WriteAllText([|path|]
                    , name);
        """,
        """
        // The photo.
                File.WriteAllText( /* where */ TempSpace.Default.GetPath("a.txt") /* for now */ ,
                    name); // done
                var path =
                    TempSpace.Default.GetPath($"b/{name}.txt") ; // by name
                File.WriteAllText(path
                    , name);
        """,
        """
        // The photo.
                File.WriteAllText( /* where */ Path.Combine(Path.GetTempPath(), "a.txt") /* for now */ ,
                    name); // done
                var path =
                    Path.Combine(Path.GetTempPath(), $"b/{name}.txt") ; // by name
                File.WriteAllText(path
                    , name);
        """);

    [Theory]
    [Trait("Case", "FixAll")]
    [InlineData(RuleFixes.Runtime, "using StreamTuning;\n", "TempSpace.Default.GetPath(\"a\")", "TempSpace.Default.GetPath(\"b\")", "TempSpace.Default.GetPath(name)")]
    [InlineData(RuleFixes.Plain, "", "Path.Combine(Path.GetTempPath(), \"a\")", "Path.Combine(Path.GetTempPath(), \"b\")", "Path.Combine(Path.GetTempPath(), name)")]
    public Task All_of_a_project_are_fixed_at_once(RuleFixes form, string directive, string a, string b, string named) => Check.FixesAllAsync(
        form,
        [Source("", "[|\"/tmp/a\"|]", "\"/tmp/b\"", "[|Path.Combine(\"/var/tmp\", name)|]"), Source("", "[|\"/tmp/a\"|]", "\"/tmp/b\"", "[|Path.Combine(\"/var/tmp\", name)|]").Replace("class C", "class D")],
        [Source(directive, a, b, named), Source(directive, a, b, named).Replace("class C", "class D")]);

    [Fact]
    public Task Top_level_statements_are_fixed_too() => Check.FixesAsync(
        RuleFixes.Runtime,
        "using System.IO;\n\nconst string path = \"/tmp/a\";\nFile.WriteAllText([|path|], args[0]);\n",
        "using System.IO;\nusing StreamTuning;\n\nstring path = TempSpace.Default.GetPath(\"a\");\nFile.WriteAllText(path, args[0]);\n",
        outputKind: OutputKind.ConsoleApplication);

    [Theory]
    [InlineData(TestTarget.Net472)]
    [InlineData(TestTarget.NetStandard20)]
    public Task On_older_frameworks_a_name_that_may_be_rooted_is_appended(TestTarget target) => Check.FixesAsync(
        RuleFixes.Plain,
        "class C { void M(string name) { System.IO.File.WriteAllText([|@\"C:\\Temp\\\" + name|], name); System.IO.File.WriteAllText([|@\"D:\\local\\Temp\\a.txt\"|], name); } }",
        "class C { void M(string name) { System.IO.File.WriteAllText(System.IO.Path.GetTempPath() + name, name); System.IO.File.WriteAllText(System.IO.Path.Combine(System.IO.Path.GetTempPath(), \"a.txt\"), name); } }",
        referencesRuntime: false,
        target: target);

    [Fact]
    [Trait("Case", "NoFix")]
    public Task Where_the_name_is_taken_there_is_no_call_to_the_runtime() => Check.OffersNoFixAsync(RuleFixes.Runtime, InMethod("""File.WriteAllText([|$"/tmp/{name}"|], name);""", fields: false).Replace("using System;", "using System;\nusing TempSpace = System.String;"));

    [Fact]
    public Task A_directory_that_the_method_deletes_keeps_its_name() => Check.FixesAsync(
        RuleFixes.Plain,
        InMethod("""var folder = "/tmp/a"; Directory.CreateDirectory([|folder|]); Directory.Delete(folder, true);""", fields: false),
        InMethod("""var folder = Path.Combine(Path.GetTempPath(), "a"); Directory.CreateDirectory(folder); Directory.Delete(folder, true);""", fields: false));

    [Theory]
    [InlineData("""var prefix = "/tmp/upload-"; File.WriteAllText([|prefix + name|], name);""", """var prefix = Path.Combine(Path.GetTempPath(), "upload-"); File.WriteAllText(prefix + name, name);""")]
    [InlineData("""new DirectoryInfo([|"/tmp"|]).CreateSubdirectory(name);""", """new DirectoryInfo(Path.GetTempPath()).CreateSubdirectory(name);""")]
    [InlineData("""File.WriteAllText([|$"/tmp/{DateTime.Now:HH:mm}"|], name);""", """File.WriteAllText(Path.GetTempPath() + $"{DateTime.Now:HH:mm}", name);""")]
    // What may begin at a root of its own, or follow on nothing, isn't combined.
    [InlineData("""File.WriteAllText([|$"/tmp/{name,-10}"|], name);""", """File.WriteAllText(Path.GetTempPath() + $"{name,-10}", name);""")]
    [InlineData("""File.WriteAllText([|"/tmp/" + Path.GetExtension(name) + name|], name);""", """File.WriteAllText(Path.GetTempPath() + Path.GetExtension(name) + name, name);""")]
    [InlineData("""File.WriteAllText([|$"/tmp/{Path.GetExtension(name)}{name}"|], name);""", """File.WriteAllText(Path.GetTempPath() + $"{Path.GetExtension(name)}{name}", name);""")]
    // A variable that holds the directory is all that changes.
    [InlineData("""var temp = "/tmp"; File.WriteAllText([|Path.Combine(temp, name)|], name);""", """var temp = Path.GetTempPath(); File.WriteAllText(Path.Combine(temp, name), name);""")]
    [InlineData("""const string Temp = "/tmp/"; File.WriteAllText([|Temp + name|], name); File.WriteAllText([|$"{Temp}{count}"|], name);""", """string Temp = Path.GetTempPath(); File.WriteAllText(Temp + name, name); File.WriteAllText($"{Temp}{count}", name);""")]
    [InlineData("""string? temp = Environment.GetEnvironmentVariable("TEMP"); File.WriteAllText([|Path.Combine(temp!, "a", name)|], name);""", """string? temp = Path.GetTempPath(); File.WriteAllText(Path.Combine(temp!, "a", name), name);""")]
    public Task Plain_code_takes_any_name(string body, string plain) => Check.FixesAsync(RuleFixes.Plain, InMethod(body, fields: false), InMethod(plain, fields: false), referencesRuntime: false);

    private const string Stores =
        """
        namespace Images
        {
            class Store
            {
                public Store(string folder = "") { }
                public void Save(string fileName, string title) { }
                public void Load(string fileName) { }
                public static void Convert(string sourcePath, string outputPath) { }
            }
        }

        class Other
        {
            public void Save(string fileName) { }
        }

        """;

    private static string Source(string directive, string a, string b, string named) =>
        $$"""
        using System.IO;
        {{directive}}
        class C
        {
            void M(string name)
            {
                using var first = new FileStream({{a}}, FileMode.Create);
                var path = {{b}};
                File.WriteAllText({{(b.StartsWith('"') ? "[|path|]" : "path")}}, name);
                File.AppendAllText({{named}}, name);
            }
        }

        """;

    private static string InClass(string members) =>
        $$"""
        using System;
        using System.IO;

        class C
        {
            {{members}}
        }

        """;

    private static async Task FixesInBothForms(string body, string withRuntime, string plain)
    {
        await Check.FixesAsync(RuleFixes.Runtime, InMethod(body, fields: false), WithRuntime(InMethod(withRuntime, fields: false)));
        await Check.FixesAsync(RuleFixes.Plain, InMethod(body, fields: false), InMethod(plain, fields: false));
    }

    /// <summary>The source with the directive that the fix adds.</summary>
    private static string WithRuntime(string source) => source.Insert(source.IndexOf("\n\nclass C", StringComparison.Ordinal), "\nusing StreamTuning;");

    private const string Fields =
        """
        public const string Public = "/tmp/a.txt";
            protected const string Protected = "/tmp";
            internal const string Internal = "/tmp/a.txt";
            private const string Root = "/tmp";
            private const string Photos = Root + "/photos";
            private static readonly string Cache = Path.Combine("/tmp", "cache");
            private static readonly string Variable = Environment.GetEnvironmentVariable("TMPDIR") ?? "/tmp";
            private static readonly string Shared = "/tmp/shared";
            private readonly string _work = "/tmp/work";
            private readonly string _later;

            public C() => _later = "/tmp/later";
        """;

    private static string InMethod(string body, bool fields = true) =>
        $$"""
        using System;
        using System.Diagnostics;
        using System.Formats.Tar;
        using System.IO;
        using System.IO.Compression;
        using System.IO.MemoryMappedFiles;
        using System.Threading.Tasks;

        class C
        {
            {{(fields ? Fields : "")}}

            public string Property { get; set; } = {{(fields ? "Shared" : "\"\"")}};

            async Task M(string name, int count, FileMode mode, FileStreamOptions options)
            {
                await Task.CompletedTask;
                {{body}}
            }

            static void Keep(string text)
            {
            }
        }

        static class Logger
        {
            public static void LogInformation(string message)
            {
            }
        }

        """;
}
