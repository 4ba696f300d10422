using Check = StreamTuning.Analyzers.Tests.Verify<
    StreamTuning.Analyzers.Temp.TempFileWithoutSpaceCheckAnalyzer,
    StreamTuning.CodeFixes.Temp.TempFileWithoutSpaceCheckCodeFix>;

namespace StreamTuning.Analyzers.Tests.Temp;

/// <summary>STRM2002 for paths that go to another library or a process, which fills the file.</summary>
public sealed class HandedTempFileTests
{
    [Theory]
    [Trait("Case", "Positive")]
    // The parameter is named after a target.
    [InlineData("var path = [|Path.GetTempFileName()|]; await tool.DownloadAsync(name, path); return path;")]
    [InlineData("var path = [|Path.Combine(Path.GetTempPath(), Guid.NewGuid() + \".mp4\")|]; tool.Convert(name, path); File.Delete(path); return name;")]
    [InlineData("var folder = [|Path.Combine(Path.GetTempPath(), \"preview\")|]; Directory.CreateDirectory(folder); var path = Path.Combine(folder, name); await tool.DownloadAsync(name, path); Process.Start(path); return name;")]
    [InlineData("var path = [|Path.GetTempFileName()|]; File.Delete(path); tool.Convert(name, path); return File.ReadAllText(path);")]
    [InlineData("var path = [|Path.GetTempFileName()|]; Console.WriteLine(path); tool.Convert(name, path); return path;")]
    [InlineData("var path = [|Path.GetTempFileName()|]; await Task.Run(() => tool.Convert(name, path)); tool.Upload(path); return name;")]
    [InlineData("var path = [|Path.GetTempFileName()|]; Own.ExtractAny(name, path); Own.ExtractAny(name, name); return path;")]
    // Or the method after writing.
    [InlineData("var path = [|Path.GetTempFileName()|]; tool.SaveAs(path); return path;")]
    [InlineData("var path = [|Path.Combine(Path.GetTempPath(), $\"{name}.wav\")|]; tool.SaveAs(path); using var file = File.OpenRead(path); return name;")]
    // What Office is asked for is known at runtime.
    [InlineData("dynamic document = tool; var path = [|Path.Combine(Path.GetTempPath(), name + \".pdf\")|]; document.ExportAsFixedFormat(path, 17); document.Close(); return path;")]
    [InlineData("dynamic document = tool; var path = [|Path.GetTempFileName()|]; document.SaveAs(path, 32); using var file = File.OpenRead(path); return name;")]
    [InlineData("dynamic workbook = tool; var path = [|Path.Combine(Path.GetTempPath(), name + \".pdf\")|]; workbook.ExportAsFixedFormat(0, path); return path;")]
    [InlineData("var path = [|Path.Combine(Path.GetTempPath(), name + \".pdf\")|]; Own.ToPdf(tool, path); Own.ToPdf(tool, name); return path;")]
    // Or the compiler doesn't know the library.
    [InlineData("var item = new {|CS0246:MailItem|}(); var path = Path.ChangeExtension([|Path.GetTempFileName()|], \".msg\"); item.SaveAsFile(path); using var file = File.OpenRead(path); return name;")]
    [InlineData("var part = new {|CS0246:Part|}(); var path = [|Path.Combine(Path.GetTempPath(), name)|]; using (var file = new FileStream(path, FileMode.Create)) { part.GetStream().CopyTo(file); } return path;")]
    [InlineData("var book = new {|CS0246:Book|}(); var path = [|Path.Combine(Path.GetTempPath(), name)|]; book?.SaveAs(path); book.Close(path); return name;")]
    // A library is given the file as an object.
    [InlineData("var path = [|Path.Combine(Path.GetTempPath(), name + \".xlsx\")|]; tool.SaveAs(new FileInfo(path)); return path;")]
    [InlineData("var info = new FileInfo([|Path.Combine(Path.GetTempPath(), name + \".xlsx\")|]); tool.SaveAs(info); return File.ReadAllText(info.FullName);")]
    // More of the words for what writes.
    [InlineData("var folder = [|Path.Combine(Path.GetTempPath(), name)|]; tool.Clone(name, folder); return Directory.GetFiles(folder)[0];")]
    // A method puts names behind the directory.
    [InlineData("var folder = [|Path.Combine(Path.GetTempPath(), name)|]; Own.Pages(tool, folder, 3); Own.Pages(tool, name, 3); return Directory.GetFiles(folder)[0];")]
    [InlineData("var folder = [|Path.Combine(Path.GetTempPath(), name)|]; Own.Unpack(source, folder); Own.Unpack(source, name); return Directory.GetFiles(folder)[0];")]
    [InlineData("var folder = [|Path.Combine(Path.GetTempPath(), name)|]; Directory.CreateDirectory(folder); var all = Own.Pages(tool, folder, 3); Own.Pages(tool, name, 3); return all[0];")]
    [InlineData("var path = [|Path.GetTempFileName()|]; Own.Store(tool, path); Own.Store(tool, name); return path;")]
    // A method makes the path of the directory that it's given.
    [InlineData("var folder = [|Path.Combine(Path.GetTempPath(), name)|]; var path = Own.Within(folder, name); using var file = File.Create(path); source.CopyTo(file); return Own.Within(name, name);")]
    [InlineData("var path = Own.Within([|Path.GetTempPath()|], name); using var file = File.Create(path); source.CopyTo(file); return Own.Within(name, name);")]
    // It's used if all went well.
    [InlineData("var path = [|Path.GetTempFileName()|]; tool.Convert(name, path); return name.Length > 1 ? path : \"\";")]
    [InlineData("var path = [|Path.GetTempFileName()|]; tool.Execute(\"-i \" + name + \" \" + path); var result = new { Output = name.Length > 1 ? path : null }; return result.Output ?? name;")]
    // It's told to people before.
    [InlineData("var path = [|Path.Combine(Path.GetTempPath(), \"a.bin\")|]; var text = $\"Saving to {path} now\"; Console.WriteLine(text); tool.SaveAs(path); return path;")]
    // A process, and then another.
    [InlineData("var path = [|Path.GetTempFileName()|]; Process.Start(\"ffmpeg\", $\"-i {name} \\\"{path}\\\"\")!.WaitForExit(); Process.Start(\"whisper\", $\"-f \\\"{path}\\\"\")!.WaitForExit(); return name;")]
    [InlineData("var path = [|Path.GetTempFileName()|]; tool.SaveAs(path); Process.Start(\"cat\", $\"-n {path}\")!.WaitForExit(); return name;")]
    // A process.
    [InlineData("var path = [|Path.GetTempFileName()|]; Process.Start(\"ffmpeg\", \"-i \" + name + \" \" + path)!.WaitForExit(); return File.ReadAllText(path);")]
    [InlineData("var path = [|Path.GetTempFileName()|]; Process.Start(new ProcessStartInfo(\"ffmpeg\", $\"-i {name} \\\"{path}\\\"\"))!.WaitForExit(); using var file = File.OpenRead(path); return name;")]
    [InlineData("var path = [|Path.GetTempFileName()|]; var info = new ProcessStartInfo(\"ffmpeg\") { Arguments = $\"-i {name} {path}\" }; Process.Start(info)!.WaitForExit(); return path;")]
    [InlineData("var path = [|Path.GetTempFileName()|]; var arguments = $\"-i {name} {path}\"; Process.Start(\"ffmpeg\", arguments)!.WaitForExit(); return path;")]
    [InlineData("var path = [|Path.GetTempFileName()|]; var info = new ProcessStartInfo(\"ffmpeg\"); info.ArgumentList.Add(path); Process.Start(info)!.WaitForExit(); return path;")]
    [InlineData("var path = \"\"; try { path = [|Path.Combine(Path.GetTempPath(), Guid.NewGuid().ToString(\"N\") + \".mp4\")|]; tool.Convert(name, path); } finally { if (path != \"\") File.Delete(path); } return name;")]
    // The path is changed on its way.
    [InlineData("var path = [|Path.GetTempFileName()|]; path = Path.ChangeExtension(path, \".mp4\"); using var file = File.Create(path); source.CopyTo(file); return path;")]
    [InlineData("var path = Path.Combine(\"\", [|Path.GetTempFileName()|]); using var file = File.Create(path); source.CopyTo(file); return path;")]
    [InlineData("var path = Path.Combine(name, [|Path.GetTempFileName()|]); using var file = File.Create(path); source.CopyTo(file); return path;")]
    [InlineData("var path = Path.ChangeExtension(extension: \".mp4\", path: [|Path.GetTempFileName()|]); using var file = File.Create(path); source.CopyTo(file); return path;")]
    [InlineData("kept = [|Path.GetTempFileName()|].Replace(\".tmp\", \".wav\"); using var file = File.Create(kept); source.CopyTo(file); return kept;")]
    // A method of the project or of an interface runs the process.
    [InlineData("var path = [|Path.GetTempFileName()|]; Own.Run($\"-i {name} {Own.Quote(path)}\"); return File.ReadAllText(path);")]
    [InlineData("var path = [|Path.GetTempFileName()|]; tool.Execute(\"-i \" + name + \" \" + path); File.Delete(path); return name;")]
    [InlineData("var path = [|Path.GetTempFileName()|]; var all = new[] { \"-i\", name, path }; tool.Execute(all); File.Delete(path); return name;")]
    [InlineData("var path = [|Path.GetTempFileName()|]; var text = string.Format(\"-i {0} {1}\", name, path); tool.Execute(text); File.Delete(path); return name;")]
    [InlineData("var path = [|Path.GetTempFileName()|]; Process.Start(new ProcessStartInfo(\"ffmpeg\") { ArgumentList = { \"-i\", name, path } })!.WaitForExit(); return path;")]
    [InlineData("var archive = Path.GetTempFileName(); File.WriteAllText(archive, name); var folder = [|Path.Combine(Path.GetTempPath(), name)|]; Own.Run($\"-xf {archive} -C {folder}\"); return Directory.GetFiles(folder)[0];")]
    // The path is kept in a field or property.
    [InlineData("kept = [|Path.GetTempFileName()|]; tool.StartRecording(kept); return name;")]
    [InlineData("if (File.Exists(kept)) { File.Delete(kept); } kept = [|Path.Combine(Path.GetTempPath(), name)|]; tool.SaveAs(kept); return name;")]
    [InlineData("this.Kept = [|Path.Combine(Path.GetTempPath(), name)|]; using (var file = File.Create(Kept)) { source.CopyTo(file); } this.Kept = null; return name;")]
    [InlineData("var other = new C(); other.kept = [|Path.GetTempFileName()|]; using var file = File.Create(kept); source.CopyTo(file); return name;")]
    // A method of the project fills it, or hands it to a library that does.
    [InlineData("var path = [|Path.GetTempFileName()|]; Own.Keep(source, path); Own.Keep(source, name); return path;")]
    [InlineData("var path = [|Path.GetTempFileName()|]; Own.KeepAll(source, path); Own.Keep(source, name); return path;")]
    [InlineData("var path = [|Path.GetTempFileName()|]; Own.Render(tool, path); return path;")]
    [InlineData("var path = [|Path.GetTempFileName()|]; Own.Fetch(source, name, path); Own.Fetch(source, name, name); return path;")]
    [InlineData("var path = [|Path.GetTempFileName()|]; Own.Resume(source, path); Own.Resume(source, name); return path;")]
    // A text that is made of itself.
    [InlineData("var path = [|Path.GetTempFileName()|]; string? all = null; foreach (var each in new[] { name, name }) { all = all + \" -i \" + each; } Process.Start(\"ffmpeg\", all + \" \" + path)!.WaitForExit(); return path;")]
    [InlineData("var path = [|Path.GetTempFileName()|]; string? filter = null; string? inputs = null; for (int n = 0; n < 2; n++) { inputs = $\"{filter} -i {n}\"; filter = $\"{inputs};\"; } Process.Start(\"ffmpeg\", $\"{filter} {path}\")!.WaitForExit(); return path;")]
    [InlineData("var path = [|Path.Combine(Path.GetTempPath(), name)|]; var command = $\"ffmpeg -i {name} \" + $\"\\\"{path}\\\" -y\"; using var run = Process.Start(new ProcessStartInfo { FileName = \"cmd.exe\", Arguments = $\"/C {command}\" }); tool.Upload(path); return name;")]
    // A function that is made afterwards uses it.
    [InlineData("var path = [|Path.Combine(Path.GetTempPath(), name)|]; if (File.Exists(path)) { File.Delete(path); } await tool.DownloadAsync(name, path); await Task.Run(() => { System.IO.Compression.ZipFile.ExtractToDirectory(path, name); File.Delete(path); }); return name;")]
    [InlineData("var folder = [|Path.Combine(Path.GetTempPath(), name)|]; Own.CopyAll(Path.Combine(name, \"a\"), folder); Own.CopyAll(name, name); return Directory.GetFiles(folder)[0];")]
    [InlineData("var path = [|Path.GetTempFileName()|]; var all = new System.Collections.Generic.List<string>(); all.Add(path); Own.Keep(source, path); Own.Keep(source, name); return name;")]
    [InlineData("kept = [|Path.Combine(Path.GetTempPath(), name)|]; Own.Keep(source, kept); Own.Keep(source, name); return name;")]
    [InlineData("var folder = [|Path.Combine(Path.GetTempPath(), name)|]; tool.Convert(name, Path.Combine(folder, \"a\", name)); return Directory.GetFiles(folder)[0];")]
    [InlineData("var path = [|Path.GetTempFileName()|]; Own.Start(\"ffmpeg\", \"-i\", name, path); File.Delete(path); return name;")]
    [InlineData("var path = Path.Combine(Path.GetTempPath(), [|Path.GetTempFileName()|] + \".zip\"); tool.SaveAs(path); return path;")]
    // The path of an object that stands for the file or directory.
    [InlineData("var info = new FileInfo([|Path.Combine(Path.GetTempPath(), name)|]); tool.Convert(name, info.FullName); return name;")]
    [InlineData("var info = new FileInfo([|Path.Combine(new DirectoryInfo(Path.GetTempPath()).FullName, name)|]); Own.Keep(source, info.FullName); Own.Keep(source, name); return File.ReadAllText(info.FullName);")]
    [InlineData("var info = new FileInfo([|Path.GetTempFileName()|]); info.Delete(); await tool.DownloadAsync(name, info.FullName); info.MoveTo(name); return name;")]
    [InlineData("var info = new DirectoryInfo([|Path.Combine(Path.GetTempPath(), name)|]); System.IO.Compression.ZipFile.ExtractToDirectory(name, info.FullName); return name;")]
    // The directory is only made sure of.
    [InlineData("var folder = [|Path.Combine(Path.GetTempPath(), name)|]; if (!Directory.Exists(folder)) { Directory.CreateDirectory(folder); } tool.Convert(name, folder); return name;")]
    [InlineData("var folder = [|Path.Combine(Path.GetTempPath(), name)|]; if (Directory.Exists(folder) == false) Directory.CreateDirectory(folder); tool.Convert(name, folder); return name;")]
    [InlineData("var folder = [|Path.Combine(Path.GetTempPath(), name)|]; Own.ConvertAll(tool, folder); Own.ConvertAll(tool, name); return Directory.GetFiles(folder)[0];")]
    // The arguments grow one by one.
    [InlineData("var path = [|Path.GetTempFileName()|]; var info = new ProcessStartInfo(\"ffmpeg\"); info.Arguments += \" -i \" + name; info.Arguments += \" \" + path; Process.Start(info)!.WaitForExit(); return path;")]
    [InlineData("var path = [|Path.GetTempFileName()|]; Own.Extract(name, path); return path;")]
    // A method of the project writes a whole download.
    [InlineData("var path = [|Path.GetTempFileName()|]; await Own.ReceiveAsync(name, path); await Own.ReceiveAsync(name, name); return path;")]
    [InlineData("var path = [|Path.GetTempFileName()|]; Own.Receive(new UnityWebRequest(), path); Own.Receive(new UnityWebRequest(), name); return path;")]
    // The call uses the file when it's done.
    [InlineData("var path = [|Path.GetTempFileName()|]; tool.SaveAs(path, done => { if (done) { tool.Upload(path); } }); return name;")]
    [InlineData("var info = new FileInfo([|Path.GetTempFileName()|]); tool.SaveAs(info.FullName, done => info.Delete()); return name;")]
    // A library is given its stream.
    [InlineData("var path = [|Path.Combine(Path.GetTempPath(), name)|]; using (var file = File.Create(path)) { await tool.DownloadToStreamAsync(name, file); } return path;")]
    [InlineData("var path = [|Path.Combine(Path.GetTempPath(), name)|]; using (var file = File.Create(path)) { tool.DecodeTo(file); } return path;")]
    [InlineData("using var file = new FileStream([|Path.GetTempFileName()|], FileMode.Create); tool.SaveTo(file); return file.Name;")]
    public Task A_file_that_something_else_fills_is_reported(string body) => Check.ReportsAsync(InMethod(body));

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("static string Folder => Path.Combine(Path.GetTempPath(), \"a\");", "Path.Combine(Paths.Folder, Guid.NewGuid() + \".pdf\")", "[|path|]")]
    [InlineData("static readonly string Folder = Path.GetTempPath();", "[|Path.Combine(Paths.Folder, Guid.NewGuid() + \".pdf\")|]", "path")]
    [InlineData("static string Folder() { var folder = Path.Combine(Path.GetTempPath(), \"a\"); Directory.CreateDirectory(folder); return folder; }", "Path.Combine(Paths.Folder(), name)", "[|path|]")]
    public Task A_directory_that_another_class_keeps_is_followed(string member, string value, string use) => Check.ReportsAsync(
        InMethod($"var path = {value}; tool.Convert(name, {use}); return path;") + "static class Paths { public " + member + " }\n");

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("public static string New(string tag) => Path.Combine(Path.GetTempPath(), tag + Guid.NewGuid());")]
    [InlineData("public static string New(string tag) { return Path.GetTempFileName(); }")]
    public async Task A_path_of_another_class_is_reported_where_the_file_is_filled(string member)
    {
        await ReportsAsync("try { tool.DownloadFile(name, [|path|]); tool.Upload(path); } finally { File.Delete(path); }");
        // Others use it.
        await ReportsAsync("tool.SaveAs([|path|]); Console.WriteLine(path);");

        Task ReportsAsync(string body) => Check.ReportsAsync(
            InMethod("var path = Paths.New(\"a\"); " + body + " return name;") + "static class Paths { " + member + " }\n");
    }

    [Theory]
    [Trait("Case", "Negative")]
    [InlineData("Process.Start(\"explorer\", path);")]
    [InlineData("tool.Execute(\"--data \" + path);")]
    public Task A_path_of_another_class_may_be_of_what_is_there(string body) => Check.IsSilentAsync(
        InMethod("var path = Paths.New(); " + body + " return name;")
            + "static class Paths { public static string New() => Path.Combine(Path.GetTempPath(), \"a\"); }\n");

    [Theory]
    [Trait("Case", "Negative")]
    // The program wrote it before, or looks if it exists.
    [InlineData("var path = Path.GetTempFileName(); File.WriteAllText(path, name); Process.Start(\"cat\", $\"-n {path}\")!.WaitForExit(); Process.Start(\"wc\", $\"-l {path}\")!.WaitForExit(); return name;")]
    // It's a copy of a file for which there was room.
    [InlineData("var folder = StreamTuning.TempSpace.Default.GetPath(name); var path = Path.GetTempFileName(); File.Copy(Path.Combine(folder, name), path, true); return path;")]
    // A method of the project copies what the program brings along.
    [InlineData("var folder = Path.Combine(Path.GetTempPath(), name); Directory.CreateDirectory(folder); Own.ExtractResource(name, Path.Combine(folder, \"a.dll\")); return folder;")]
    [InlineData("var path = Path.GetTempFileName(); Own.ExtractResource(name, path); return path;")]
    // The code asks for the file, or writes it, by the path or by what is made of it.
    [InlineData("var path = Path.Combine(Path.GetTempPath(), name + \".mp4\"); var info = new FileInfo(path); if (File.Exists(path)) { return path; } tool.Convert(name, info.FullName); return path;")]
    [InlineData("var path = Path.Combine(Path.GetTempPath(), name + \".mp4\"); var info = new FileInfo(path); File.WriteAllText(path, name); tool.Convert(name, info.FullName); return path;")]
    [InlineData("var path = Path.Combine(Path.GetTempPath(), name + \".mp4\"); var info = new FileInfo(path); if (info.Exists && info.Length > 0) { return path; } tool.Convert(name, path); return path;")]
    [InlineData("var folder = Path.Combine(Path.GetTempPath(), name); if (!Directory.Exists(folder)) { Directory.CreateDirectory(folder); } var path = Path.Combine(folder, \"x.mp4\"); if (File.Exists(path)) { return path; } tool.Convert(name, path); return path;")]
    // A small file, by the name of what has its path.
    [InlineData("var logFile = new FileInfo(Path.GetTempFileName()); tool.SaveAs(logFile.FullName); return File.ReadAllText(logFile.FullName);")]
    // Nothing is known of what a call at runtime does.
    [InlineData("dynamic log = tool; var path = Path.GetTempFileName(); log.WriteLine(path); return path;")]
    [InlineData("dynamic document = tool; var path = Path.GetTempFileName(); document.SaveSetting(path, 3); return path;")]
    [InlineData("dynamic folder = tool; var path = Path.GetTempFileName(); folder.Print(path); return path;")]
    [InlineData("dynamic document = tool; var path = Path.GetTempFileName(); document.Show(path); return path;")]
    [InlineData("dynamic document = tool; var path = Path.GetTempFileName(); document.Save(); return path;")]
    [InlineData("dynamic document = tool; var path = Path.GetTempFileName(); document.CopyToClipboard(path); return path;")]
    [InlineData("dynamic store = tool; var path = Path.GetTempFileName(); store.SaveToDatabase(path); return path;")]
    [InlineData("dynamic store = tool; var path = Path.GetTempFileName(); store.Save(3, path); return path;")]
    [InlineData("dynamic settings = tool; var path = Path.GetTempFileName(); settings.Save(path); return path;")]
    [InlineData("dynamic keys = tool; var path = Path.GetTempFileName(); keys.SaveAs(path); return path;")]
    [InlineData("var item = new {|CS0246:Item|}(); var path = Path.GetTempFileName(); item.Load(path); return path;")]
    [InlineData("var item = new {|CS0246:Item|}(); var path = Path.GetTempFileName(); item.Save(path); item.LogInformation(path); return name;")]
    [InlineData("var item = new {|CS0246:Item|}(); var path = Path.Combine(Path.GetTempPath(), \"a.json\"); item.Save(path); return path;")]
    [InlineData("var item = new {|CS0246:Item|}(); var path = Path.GetTempFileName(); File.WriteAllText(path, name); item.SaveAs(path); return path;")]
    [InlineData("var item = new {|CS0246:Item|}(); using var file = File.OpenRead(Path.GetTempFileName()); item.CopyTo(file); return name;")]
    [InlineData("tool.SaveAs(new FileInfo(name)); return name;")]
    [InlineData("var path = Path.Combine(Path.GetTempPath(), name + \".xlsx\"); File.WriteAllText(path, name); tool.SaveAs(new FileInfo(path)); return path;")]
    [InlineData("var path = Path.Combine(Path.GetTempPath(), name + \".json\"); tool.SaveAs(new FileInfo(path)); return path;")]
    // The method writes small files into the directory, or looks if they are there, or only names them.
    [InlineData("var folder = Path.Combine(Path.GetTempPath(), name); Own.Pages(tool, folder, 3); Own.Pages(tool, name, 3); return name;")]
    [InlineData("var folder = Path.Combine(Path.GetTempPath(), name); Own.Name(folder); Own.Name(name); return Directory.GetFiles(folder)[0];")]
    [InlineData("using var file = File.Create(Path.Combine(Path.GetTempPath(), \"a.json\")); tool.SaveTo(file); return name;")]
    [InlineData("var folder = Path.Combine(Path.GetTempPath(), name); Own.Settings(tool, folder); Own.Settings(tool, name); return Directory.GetFiles(folder)[0];")]
    [InlineData("var folder = Path.Combine(Path.GetTempPath(), name); Own.Complete(tool, folder); Own.Complete(tool, name); return Directory.GetFiles(folder)[0];")]
    [InlineData("var path = Own.Within(name, Path.GetTempPath()); using var file = File.Create(path); source.CopyTo(file); return path;")]
    // It's only told to people afterwards.
    [InlineData("var path = Path.GetTempFileName(); tool.SaveAs(path); throw new InvalidOperationException($\"Failed: {path}\");")]
    [InlineData("var path = Path.GetTempFileName(); tool.SaveAs(path); var text = $\"Saved: {path}\"; Console.WriteLine(text); return name;")]
    [InlineData("var path = Path.GetTempFileName(); tool.SaveAs(path); Console.WriteLine($\"Saved: {path}\"); return name;")]
    [InlineData("var path = Path.GetTempFileName(); File.WriteAllText(path, name); tool.SaveAs(path); return path;")]
    [InlineData("var path = Path.GetTempFileName(); using (var file = File.Create(path)) { file.WriteByte(1); } Process.Start(\"cat\", path)!.WaitForExit(); return path;")]
    [InlineData("var path = Path.Combine(Path.GetTempPath(), name); if (!File.Exists(path)) { await tool.DownloadAsync(name, path); } return path;")]
    [InlineData("var path = Path.GetTempFileName(); tool.Upload(path); await tool.DownloadAsync(name, path); return path;")]
    // It writes it afterwards, by one call.
    [InlineData("var path = Path.GetTempFileName(); Own.Run($\"600 {path}\"); File.WriteAllText(path, name); return path;")]
    [InlineData("kept = Path.GetTempFileName(); Process.Start(\"touch\", kept); File.WriteAllText(kept, name); return name;")]
    // Nothing is done with the file afterwards.
    [InlineData("var path = Path.GetTempFileName(); tool.SaveAs(path); return name;")]
    [InlineData("var path = Path.GetTempFileName(); tool.SaveAs(path); Console.WriteLine(path); return Path.GetFileName(path);")]
    [InlineData("var path = Path.GetTempFileName(); Process.Start(\"server\", \"--log \" + path); return name;")]
    // It's read.
    [InlineData("var path = Path.GetTempFileName(); tool.Convert(path, name); File.Delete(path); return path;")]
    [InlineData("var path = Path.GetTempFileName(); tool.Upload(path); return path;")]
    [InlineData("var path = Path.Combine(Path.GetTempPath(), name); Directory.CreateDirectory(path); File.WriteAllText(Path.Combine(path, \"a\"), name); Process.Start(\"cat\", path + \"/a\")!.WaitForExit(); Directory.Delete(path, true); return name;")]
    [InlineData("var path = Path.GetTempFileName(); Write(); Process.Start(\"sh\", path)!.WaitForExit(); File.Delete(path); return name; void Write() { File.WriteAllText(path, name); }")]
    [InlineData("var path = Path.Combine(Path.GetTempPath(), name); Process.Start(\"server\", \"--socket \" + path); Console.WriteLine(new System.Net.Sockets.UnixDomainSocketEndPoint(path)); return name;")]
    // The method makes something else.
    [InlineData("var path = Path.Combine(Path.GetTempPath(), name); tool.CreateDirectory(path); Directory.Delete(path, true); return name;")]
    [InlineData("var path = Path.GetTempFileName(); tool.CreateReader(path); File.Delete(path); return name;")]
    [InlineData("var path = Path.GetTempFileName(); Own.DeleteOld(path); File.WriteAllText(path, \"x\"); return path;")]
    [InlineData("var path = Path.GetTempFileName(); Own.EnsureParent(path); File.WriteAllBytes(path, new byte[10]); return path;")]
    [InlineData("var path = Path.GetTempFileName(); tool.UploadFile(path, name); File.Delete(path); return name;")]
    [InlineData("var path = Path.Combine(Path.GetTempPath(), Guid.NewGuid() + \".json\"); Own.Record(path); File.WriteAllText(path, name); return path;")]
    [InlineData("var path = Path.GetTempFileName(); Own.DumpInfo(path); File.Delete(path); return path;")]
    [InlineData("var path = Path.Combine(Path.GetTempPath(), name + \".png\"); tool.Decode(path); File.Delete(path); return path;")]
    [InlineData("var path = Path.GetTempFileName(); Action write = () => File.WriteAllText(path, name); write(); tool.SaveAs(path); return path;")]
    [InlineData("var path = Path.GetTempFileName(); tool.SaveAs(path); Action write = () => File.WriteAllText(path, name); write(); return path;")]
    [InlineData("var path = Path.Combine(Path.GetTempPath(), name); Own.TryMove(name, path); File.Delete(path); return path;")]
    // The object was asked, or written, before, or stands for another file.
    [InlineData("var info = new FileInfo(Path.GetTempFileName()); if (!info.Exists) { await tool.DownloadAsync(name, info.FullName); } return File.ReadAllText(info.FullName);")]
    [InlineData("var info = new FileInfo(Path.GetTempFileName()); using (var file = info.Create()) { file.WriteByte(1); } Process.Start(\"cat\", info.FullName)!.WaitForExit(); info.Delete(); return name;")]
    [InlineData("var info = new FileInfo(Path.Combine(name, \"a\")); tool.Convert(name, info.FullName); return name;")]
    [InlineData("var info = new FileInfo(Path.GetTempFileName()); await tool.DownloadAsync(name, info.FullName); return name;")]
    [InlineData("FileInfo? info = null; info = new FileInfo(info!.FullName); tool.Convert(name, info.FullName); return name;")]
    [InlineData("var info = new FileInfo(Path.GetTempFileName()); info = new FileInfo(Path.Combine(name, info.FullName)); tool.Convert(name, info.FullName); return name;")]
    [InlineData("var path = Path.GetTempFileName(); Own.Wrap(path); Own.Wrap(name); return path;")]
    [InlineData("var path = Path.GetTempFileName(); Own.FetchMissing(name, path); Own.FetchMissing(name, name); return path;")]
    [InlineData("var path = Path.GetTempFileName(); tool.SaveAs(path, done => Console.WriteLine(path)); return name;")]
    [InlineData("var path = Path.GetTempFileName(); tool.SaveAs(path, done => File.WriteAllText(path, name)); return name;")]
    // What is there already is used.
    [InlineData("var folder = Path.Combine(Path.GetTempPath(), name); if (!Directory.Exists(folder)) { Directory.CreateDirectory(folder); tool.Convert(name, folder); } return folder;")]
    [InlineData("var folder = Path.Combine(Path.GetTempPath(), name); if (Directory.Exists(folder)) { return folder; } tool.Convert(name, folder); return folder;")]
    // The array is small, or the text of a process no command line.
    [InlineData("var path = Path.GetTempFileName(); Own.Put(name, path); Own.Put(name, name); return path;")]
    [InlineData("var path = Path.GetTempFileName(); var info = new ProcessStartInfo(\"ffmpeg\"); info.WorkingDirectory += \" \" + path; Process.Start(info)!.WaitForExit(); return path;")]
    // It copies files of the program.
    [InlineData("var folder = Path.Combine(Path.GetTempPath(), name); Own.CopyAll(Path.Combine(AppContext.BaseDirectory, \"a\"), folder); Own.CopyAll(name, name); return Directory.GetFiles(folder)[0];")]
    [InlineData("var folder = Path.Combine(Path.GetTempPath(), name); var source1 = AppContext.BaseDirectory; Own.CopyAll(source1, folder); Own.CopyAll(name, name); return Directory.GetFiles(folder)[0];")]
    // The text is put into another one, or is no command line.
    [InlineData("var path = Path.GetTempFileName(); Own.Tell(\"Writing {0}\", path); File.Delete(path); return path;")]
    [InlineData("var path = Path.GetTempFileName(); Own.TellAll(\"Writing {0}\", path); File.Delete(path); return path;")]
    [InlineData("var path = Path.GetTempFileName(); Own.Dispatch(new Own.Started(path)); File.Delete(path); return path;")]
    [InlineData("var path = Path.GetTempFileName(); Own.Query($\"select * from t where p = '{path}'\"); File.Delete(path); return path;")]
    // The target is elsewhere.
    [InlineData("var path = Path.GetTempFileName(); Own.Export(outputPath: Path.Combine(\"/data\", Path.GetFileName(path))); File.Delete(path); return name;")]
    [InlineData("var path = Path.GetTempFileName(); Own.Export(Path.GetFileName(path) + \".txt\"); File.Delete(path); return name;")]
    // A method of the project whose names don't say that it writes there.
    [InlineData("var path = Path.GetTempFileName(); Own.Save(path); return path;")]
    // The command line only names it after it was written, or nothing is done with it; or the method runs nothing.
    [InlineData("var path = Path.GetTempFileName(); File.WriteAllText(path, name); Own.Run($\"-i {path}\"); File.Delete(path); return name;")]
    [InlineData("var path = Path.GetTempFileName(); Own.Run($\"-log {path}\"); return name;")]
    [InlineData("var log = Path.GetTempFileName(); Own.Run($\"-passlogfile {log}\"); File.Delete(log); return name;")]
    [InlineData("var logPath = Path.GetTempFileName(); Own.Run($\"--log {logPath}\"); return File.ReadAllText(logPath);")]
    [InlineData("var path = Path.GetTempFileName(); tool.ParseArguments(\"-o \" + path); File.Delete(path); return name;")]
    // The field may hold another path, or one that was there before.
    [InlineData("if (name == \"\") { kept = Path.GetTempFileName(); } tool.SaveAs(kept); return name;")]
    [InlineData("kept = Path.GetTempFileName(); kept = name; tool.SaveAs(kept); return name;")]
    [InlineData("tool.SaveAs(kept); kept = Path.GetTempFileName(); return name;")]
    [InlineData("kept = Path.GetTempFileName(); File.WriteAllText(kept, name); tool.SaveAs(kept); return name;")]
    [InlineData("tool.SaveAs(fixedPath); return name;")]
    // The method of the project looks whether it's there, or only reads it.
    [InlineData("var path = Path.GetTempFileName(); Own.KeepNew(source, path); return path;")]
    [InlineData("var path = Path.GetTempFileName(); Own.KeepNew(source, path, path.Length); return path;")]
    [InlineData("var path = Path.GetTempFileName(); Own.FetchNew(source, path, path.Length); return path;")]
    [InlineData("var path = Path.GetTempFileName(); bool isLong = path.Length > 200; Process.Start(\"cmd\", $\"-long {isLong}\")!.WaitForExit(); return File.ReadAllText(path);")]
    [InlineData("var path = Path.GetTempFileName(); Own.ReadAll(tool, path); return path;")]
    // The stream is read, or that of another file.
    [InlineData("using var file = new FileStream(Path.GetTempFileName(), FileMode.Open); tool.SaveTo(file); return name;")]
    [InlineData("using var file = File.Create(Path.GetTempFileName()); tool.SaveFrom(file); tool.UploadStream(file); return name;")]
    [InlineData("using var file = File.Create(name); tool.SaveTo(file); return name;")]
    // The room is asked for, or it may be elsewhere.
    [InlineData("if (new DriveInfo(name).AvailableFreeSpace < 100) { return name; } var path = Path.GetTempFileName(); tool.SaveAs(path); return path;")]
    [InlineData("var path = Path.Combine(name, \"a\"); tool.SaveAs(path); return path;")]
    [InlineData("var path = Path.GetTempFileName(); path = name + Path.ChangeExtension(path, \".mp4\"); using var file = File.Create(path); source.CopyTo(file); return path;")]
    [InlineData("var path = Path.Join(name, Path.GetTempFileName()); using var file = File.Create(path); source.CopyTo(file); return path;")]
    public Task Anything_else_is_not_reported(string body) => Check.IsSilentAsync(InMethod(body));

    [Fact]
    [Trait("Case", "Positive")]
    public Task An_image_saves_itself_as_those_of_libraries() => Check.ReportsAsync(
        InMethod("var path = [|Path.Combine(Path.GetTempPath(), name + \".png\")|]; ((System.Drawing.Image)(object)tool).Save(path); return path;")
            + "namespace System.Drawing { public abstract class Image { public abstract void Save(string filename); } }\n");

    /// <summary>An empty name is everywhere: the search for it didn't end.</summary>
    [Fact]
    public void A_member_whose_name_is_still_to_be_typed_is_used_nowhere()
    {
        const string Source = "class C { private static string => System.IO.Path.GetTempPath(); }";
        Assert.Empty(Flow.MemberUses.PlacesOf("", Microsoft.CodeAnalysis.CSharp.CSharpSyntaxTree.ParseText(Source), Source));
    }

    [Theory]
    [Trait("Case", "Negative")]
    [InlineData("Fact")]
    [InlineData("SkippableFact")]
    public async Task Tests_are_not_reported(string attribute) => await Check.IsSilentAsync(
        InMethod("var path = Path.GetTempFileName(); tool.SaveAs(path); return path;")
            .Replace("class C\n{", $"class {attribute}Attribute : Attribute {{ }}\n\nclass C\n{{\n    [{attribute}]\n    void Test() {{ }}\n", StringComparison.Ordinal));

    [Fact]
    [Trait("Case", "Positive")]
    public Task A_file_that_a_method_of_the_project_fills_is_reported_once() => Check.ReportsAsync(
        InMethod("var path = Path.GetTempFileName(); Own.Fetch(source, path); return path;")
            .Replace("File.Create(outputPath)", "File.Create([|outputPath|])", StringComparison.Ordinal));

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("File.Copy(part.FullName, target.FullName, true);")]
    [InlineData("File.Move(part.FullName, path);")]
    public Task A_file_that_is_filled_under_another_name_is_reported(string end) => Check.ReportsAsync(
        InMethod("var info = new FileInfo([|Path.GetTempFileName()|]); Net.Fetch(name, info.FullName); Net.Fetch(name, name); return File.ReadAllText(info.FullName);")
            + "static class Net { public static void Fetch(string url, string path) { var part = new FileInfo([|Path.GetTempFileName()|]); var target = new FileInfo(path); "
            + "new System.Net.WebClient().DownloadFile(url, part.FullName); " + end + " } }\n");

    [Theory]
    [InlineData("var path = [|Path.GetTempFileName()|]; tool.SaveAs(path); return path;", "var path = TempSpace.Default.CreateEmptyFile(); tool.SaveAs(path); return path;")]
    [InlineData("var path = [|Path.Combine(Path.GetTempPath(), Guid.NewGuid() + \".mp4\")|]; tool.SaveAs(path); return path;", "var path = TempSpace.Default.GetPath(Guid.NewGuid() + \".mp4\"); tool.SaveAs(path); return path;")]
    [InlineData("var path = [|Path.GetTempFileName()|]; path = Path.ChangeExtension(path, \".mp4\"); tool.SaveAs(path); return path;", "var path = TempSpace.Default.CreateEmptyFile(); path = Path.ChangeExtension(path, \".mp4\"); tool.SaveAs(path); return path;")]
    public Task The_runtime_chooses_the_directory(string body, string fixedBody) =>
        Check.FixesAsync(RuleFixes.Runtime, InMethod(body), InMethod(fixedBody, importsRuntime: true));

    private static string InMethod(string body, bool importsRuntime = false) =>
        $$"""
        using System;
        using System.Diagnostics;
        using System.IO;
        using System.Threading.Tasks;
        {{(importsRuntime ? "using StreamTuning;\n" : "")}}
        interface ITool
        {
            Task DownloadAsync(string remotePath, string localPath);

            void DownloadFile(string source, string destination);

            void Convert(string inputPath, string outputPath);

            void SaveAs(string path);

            void SaveAs(string path, Action<bool> done);

            void SaveAs(FileInfo file);

            void Clone(string url, string workPath);

            void Upload(string path);

            void UploadFile(string localPath, string remotePath);

            void CreateDirectory(string path);

            void CreateReader(string path);

            void Execute(string arguments);

            void Execute(string[] arguments);

            void ParseArguments(string arguments);

            void StartRecording(string filePath);

            void SaveTo(Stream stream);

            void SaveFrom(Stream source);

            void UploadStream(Stream stream);

            Task DownloadToStreamAsync(string name, Stream stream);
            void DecodeTo(Stream stream);

            string Decode(string imagePath);
        }

        class C
        {
            private static readonly string fixedPath = Path.Combine(Path.GetTempPath(), "fixed");
            private string kept = "";

            private string? Kept { get; set; }

            async Task<string> M(ITool tool, Stream source, string name)
            {
                await Task.Yield();
                {{body}}
            }
        }

        class UnityWebRequest
        {
            public DownloadHandler downloadHandler => new();
        }

        class DownloadHandler
        {
            public byte[] data => new byte[0];
        }

        static class Own
        {
            public static void ExtractResource(string resource, string outputPath)
            {
                using var content = typeof(Own).Assembly.GetManifestResourceStream(resource)!;
                using var file = new FileStream(outputPath, FileMode.Create);
                content.CopyTo(file);
            }

            public static void ExtractAny(string resource, string outputPath)
            {
                using var content = typeof(Own).Assembly.GetManifestResourceStream(resource) ?? File.OpenRead(resource);
                using var file = new FileStream(outputPath, FileMode.Create);
                content.CopyTo(file);
            }

            public static void Save(string path)
            {
            }

            public static void ToPdf(ITool tool, string pdf) => Export(pdf, tool);

            private static void Export(string pdf, object word)
            {
                dynamic document = word;
                document.ExportAsFixedFormat(pdf, 17);
                document.Close(false);
            }

            public static string[] Pages(ITool tool, string folder, int count)
            {
                var all = new string[count];
                Directory.CreateDirectory(folder);
                for (int page = 0; page < count; page++)
                {
                    var path = Path.Combine(folder, page + ".png");
                    Render(tool, path);
                    all[page] = path;
                }

                return all;
            }

            public static void Unpack(Stream source, string folder)
            {
                using var file = File.Create(Path.Combine(folder, "all"));
                source.CopyTo(file);
            }

            public static void Store(ITool tool, string path)
            {
                using var file = File.Create(path);
                tool.SaveTo(file);
            }

            public static void Name(string folder)
            {
                string? a = null;
                string? b = null;
                for (int n = 0; n < 3; n++)
                {
                    a = Path.Combine(b ?? folder, "a");
                    b = Path.Combine(a!, Path.Combine(a!, "b"));
                }

                string? path = null;
                path = Path.Combine(path!, Path.Combine(folder, "x"));
                path = Path.Combine(Path.Combine(path, "y"), folder);
            }

            public static void Settings(ITool tool, string folder)
            {
                tool.SaveAs(Path.Combine(folder, "a.json"));
                File.WriteAllText(Path.Combine(folder, "b"), folder);
            }

            public static void Complete(ITool tool, string folder)
            {
                var path = Path.Combine(folder, "all");
                if (!File.Exists(path))
                {
                    tool.SaveAs(path);
                }
            }

            public static string Within(string folder, string name)
            {
                var root = Path.GetFullPath(folder).TrimEnd('/') + "/";
                var path = Path.GetFullPath(Path.Combine(root, name));
                if (!path.StartsWith(root))
                {
                    throw new IOException();
                }

                return path;
            }

            public static void DeleteOld(string outputPath)
            {
                if (File.Exists(outputPath))
                {
                    File.Delete(outputPath);
                }
            }

            public static void Run(string arguments) => Process.Start("ffmpeg", "-y " + arguments)!.WaitForExit();

            public static string Quote(string text) => "'" + text + "'";

            public static void KeepAll(Stream source, string file)
            {
                Console.WriteLine(file);
                Keep(source, file);
            }

            public static void Keep(Stream source, string filePath)
            {
                using var file = new FileStream(filePath, FileMode.Create);
                source.CopyTo(file);
            }

            public static void CopyAll(string sourceFolder, string targetFolder)
            {
                foreach (var file in Directory.EnumerateFiles(sourceFolder))
                {
                    File.Copy(file, Path.Combine(targetFolder, Path.GetFileName(file)), true);
                }
            }

            public static void Fetch(Stream source, string url, string destination)
            {
                var part = destination + "." + url.Length + ".download";
                using (var file = File.Create(part))
                {
                    source.CopyTo(file);
                }

                File.Move(part, destination, true);
            }

            public static void FetchMissing(string url, string path)
            {
                var target = new FileInfo(path);
                if (!target.Exists)
                {
                    new System.Net.WebClient().DownloadFile(url, target.FullName);
                }
            }

            public static void Wrap(string path)
            {
                var info = new FileInfo(path);
                info = new FileInfo(info.FullName);
                Console.WriteLine(info.FullName);
            }

            public static void ConvertAll(ITool tool, string folder)
            {
                if (!Directory.Exists(folder))
                {
                    Directory.CreateDirectory(folder);
                }

                tool.Convert("a", folder);
            }

            public static void Extract(string video, string audio)
            {
                var info = new ProcessStartInfo("ffmpeg");
                info.AddArgument("-i");
                info.AddArgument(video);
                info.AddArgument(audio);
                Process.Start(info)!.WaitForExit();
            }

            public static void AddArgument(this ProcessStartInfo info, string text) => info.Arguments += " " + Quote(text);

            public static async Task ReceiveAsync(string url, string filePath)
            {
                using var client = new System.Net.Http.HttpClient();
                File.WriteAllBytes(filePath, await client.GetByteArrayAsync(url));
            }

            public static void Receive(UnityWebRequest request, string filePath)
            {
                byte[] data = request.downloadHandler.data;
                File.WriteAllBytes(filePath, data);
            }

            public static void Put(string text, string filePath) => File.WriteAllBytes(filePath, System.Text.Encoding.UTF8.GetBytes(text));

            public static void TryMove(string path, string destination) => File.Move(path, destination);

            public static void KeepNew(Stream source, string filePath)
            {
                if (!File.Exists(filePath))
                {
                    Keep(source, filePath);
                }
            }

            public static long KeepNew(Stream source, string filePath, long length)
            {
                if (File.Exists(filePath) && new FileInfo(filePath).Length == length)
                {
                    return length;
                }

                Keep(source, filePath);
                return 0;
            }

            public static void FetchNew(Stream source, string filePath, long length)
            {
                long done = File.Exists(filePath) ? new FileInfo(filePath).Length : -1;
                if (done != length)
                {
                    Keep(source, filePath);
                }
            }

            public static void Resume(Stream source, string filePath)
            {
                long done = File.Exists(filePath) ? new FileInfo(filePath).Length : 0;
                source.Position = done;
                using var file = new FileStream(filePath, done > 0 ? FileMode.Append : FileMode.Create, FileAccess.Write);
                source.CopyTo(file);
            }

            public static void Record(string filePath) => last = filePath;

            private static string last = "";

            public static void DumpInfo(string filePath) => Console.WriteLine(new FileInfo(filePath).Length);

            public static void Tell(string format, params object[] args)
            {
            }

            public static void TellAll(string message, params string[] args)
            {
            }

            public static void Start(string program, params string[] args)
            {
            }

            public static void Export(string outputPath)
            {
            }

            public static void Dispatch(object command)
            {
            }

            public static void Query(string command)
            {
            }

            public record Started(string Path);

            public static void Render(ITool tool, string path) => tool.SaveAs(path);

            public static void ReadAll(ITool tool, string path) => tool.Upload(path);

            public static void EnsureParent(string targetFile) => Directory.CreateDirectory(Path.GetDirectoryName(targetFile)!);

            internal static void Fetch(Stream source, string outputPath)
            {
                using var file = File.Create(outputPath);
                source.CopyTo(file);
            }
        }

        """;
}
