using Microsoft.CodeAnalysis;
using StreamTuning.RuleTesting;
using Check = StreamTuning.Analyzers.Tests.Verify<
    StreamTuning.Analyzers.Temp.FreeSpaceOfDriveNotDirectoryAnalyzer,
    StreamTuning.CodeFixes.Temp.FreeSpaceOfDriveNotDirectoryCodeFix>;

namespace StreamTuning.Analyzers.Tests.Temp;

public sealed class FreeSpaceOfDriveNotDirectoryTests
{
    [Theory]
    [Trait("Case", "Positive")]
    // Every way to ask.
    [InlineData("if ([|new DriveInfo(Path.GetPathRoot(folder)!).AvailableFreeSpace|] < size) throw new IOException();")]
    [InlineData("if ([|new DriveInfo(folder).TotalFreeSpace|] < size) throw new IOException();")]
    [InlineData("if ([|new DriveInfo(\"C\").AvailableFreeSpace|] < size) throw new IOException();")]
    [InlineData("var drive = new DriveInfo(Path.GetPathRoot(folder)!); if (drive.IsReady && [|drive.AvailableFreeSpace|] >= size) { File.Copy(\"a\", folder); }")]
    [InlineData("DriveInfo drive = new(Directory.GetDirectoryRoot(folder)); long free = [|drive.AvailableFreeSpace|]; if (free <= size) { return; }")]
    [InlineData("if ([|_drive.AvailableFreeSpace|] < size) return;")]
    [InlineData("DriveInfo? drive = null; drive = new DriveInfo(folder); if (drive?[|.AvailableFreeSpace|] < size) return;")]
    [InlineData("var drive = DriveInfo.GetDrives().First(each => each.Name == Path.GetPathRoot(folder)); if ([|drive.AvailableFreeSpace|] < size) return;")]
    [InlineData("if (DriveInfo.GetDrives().Single(each => each.RootDirectory.FullName == \"C:\\\\\") is var drive && [|drive.AvailableFreeSpace|] < size) return;", false)]
    // Every way to compare.
    [InlineData("if (size > [|new DriveInfo(folder).AvailableFreeSpace|]) return;")]
    [InlineData("if (!([|new DriveInfo(folder).AvailableFreeSpace|] > source.Length)) return;")]
    [InlineData("if ([|new DriveInfo(folder).AvailableFreeSpace|] - 1024 * 1024 < form.Length) return;")]
    [InlineData("if ([|new DriveInfo(folder).AvailableFreeSpace|] / 1024 / 1024 < size) return;")]
    [InlineData("if (Math.Min([|new DriveInfo(folder).AvailableFreeSpace|], _quota) < size) return;")]
    [InlineData("long free = [|new DriveInfo(folder).AvailableFreeSpace|]; long left = free - _quota; if (left > data.Length) { Save(folder, source); }")]
    [InlineData("long total = 0; foreach (var each in files) total += each.Length; if ([|new DriveInfo(folder).AvailableFreeSpace|] < total) return;")]
    [InlineData("long total = files.Sum(each => each.Length); if ([|new DriveInfo(folder).AvailableFreeSpace|] < total) return;")]
    [InlineData("if ([|new DriveInfo(folder).AvailableFreeSpace|] < content.Headers.ContentLength) return;")]
    // Every decision.
    [InlineData("string target = [|new DriveInfo(folder).AvailableFreeSpace|] > size ? folder : other; File.Delete(target);")]
    [InlineData("string target = folder; if ([|new DriveInfo(folder).AvailableFreeSpace|] < size) { target = other; } File.Delete(target);")]
    [InlineData("bool fits = [|new DriveInfo(folder).AvailableFreeSpace|] > size; if (!fits) { return; }")]
    [InlineData("bool Fits(string directory, long bytes) => [|new DriveInfo(directory).AvailableFreeSpace|] >= bytes; Fits(folder, size);")]
    [InlineData("string? found = names.FirstOrDefault(each => [|new DriveInfo(each).AvailableFreeSpace|] > size); Console.WriteLine(found);")]
    [InlineData("while ([|new DriveInfo(folder).AvailableFreeSpace|] < size) { File.Delete(names[0]); }")]
    [InlineData("if ([|new DriveInfo(folder).AvailableFreeSpace|] < 1_000_000) { throw new IOException(\"full\"); }")]
    [InlineData("if ([|new DriveInfo(folder).AvailableFreeSpace|] < 1_000_000) { return; } File.WriteAllBytes(folder, data);")]
    [InlineData("if ([|new DriveInfo(folder).AvailableFreeSpace|] is > 1_000_000) { File.WriteAllBytes(folder, data); }")]
    [InlineData("if ([|new DriveInfo(folder).AvailableFreeSpace|] > _quota) { await using var file = File.Create(folder); await source.CopyToAsync(file); }")]
    [InlineData("File.Move(\"a\", [|new DriveInfo(folder).AvailableFreeSpace|] > _quota ? folder : \"/home/a\");")]
    [InlineData("if ([|new DriveInfo(folder).AvailableFreeSpace|] < 1_000_000) { throw new InvalidOperationException($\"Not enough space in {folder}\"); }")]
    [InlineData("Func<bool> save = () => [|new DriveInfo(folder).AvailableFreeSpace|] < size ? false : Store(folder); save();")]
    [InlineData("if ([|new DriveInfo(folder).AvailableFreeSpace|] < SizeOf(names)) return;")]
    [InlineData("bool Fits(long incomingBytes) => [|new DriveInfo(folder).AvailableFreeSpace|] >= incomingBytes; Fits(size);")]
    // On Windows, too.
    [InlineData("if (OperatingSystem.IsWindows()) { if ([|new DriveInfo(folder).AvailableFreeSpace|] < size) return; }")]
    [InlineData("if (OperatingSystem.IsWindowsVersionAtLeast(10)) { } else if ([|new DriveInfo(folder).AvailableFreeSpace|] < size) return;")]
    public Task Free_space_that_decides_about_writing_is_reported(string body, bool isReported = true) =>
        isReported ? Check.ReportsAsync(InMethod(body)) : Check.IsSilentAsync(InMethod(body.Replace("[|", "", StringComparison.Ordinal).Replace("|]", "", StringComparison.Ordinal)));

    [Theory]
    [Trait("Case", "Negative")]
    // Reports.
    [InlineData("Console.WriteLine(new DriveInfo(folder).AvailableFreeSpace);")]
    [InlineData("var gigabytes = new DriveInfo(folder).AvailableFreeSpace / 1024.0 / 1024 / 1024; Console.WriteLine($\"{gigabytes:F1} GB\");")]
    [InlineData("if (new DriveInfo(folder).AvailableFreeSpace < 1_000_000) { Console.WriteLine(\"low\"); }")]
    [InlineData("if (new DriveInfo(folder).AvailableFreeSpace < size) { Console.WriteLine(\"low\"); LogWarning(folder); }")]
    [InlineData("var issue = new System.Collections.Generic.Dictionary<string, string>(); if (new DriveInfo(folder).AvailableFreeSpace < _quota) { issue[\"kind\"] = folder; }")]
    [InlineData("if (new DriveInfo(folder).AvailableFreeSpace < _quota) { Console.WriteLine(\"low\"); } File.WriteAllBytes(folder, data);")]
    [InlineData("Console.WriteLine(new DriveInfo(folder).AvailableFreeSpace < size ? \"low\" : \"fine\");")]
    [InlineData("Console.WriteLine(new DriveInfo(folder).AvailableFreeSpace < size);")]
    [InlineData("bool low = new DriveInfo(folder).AvailableFreeSpace < size; Console.WriteLine(low);")]
    [InlineData("bool IsLow() => new DriveInfo(folder).AvailableFreeSpace < 1_000_000; IsLow();")]
    [InlineData("bool IsLow() => new DriveInfo(folder).AvailableFreeSpace < _quota; IsLow();")]
    [InlineData("bool IsLow(long threshold) => new DriveInfo(folder).AvailableFreeSpace < threshold; IsLow(size);")]
    [InlineData("bool IsLow(long minimumBytes) => new DriveInfo(folder).AvailableFreeSpace < minimumBytes; IsLow(size);")]
    [InlineData("if (new DriveInfo(folder).AvailableFreeSpace < 1_000_000) { throw new InvalidOperationException(\"unhealthy\"); }")]
    [InlineData("long Free(string directory) => new DriveInfo(directory).AvailableFreeSpace; Free(folder);")]
    [InlineData("_quota = new DriveInfo(folder).AvailableFreeSpace;")]
    // The share that is left, or another drive.
    [InlineData("var drive = new DriveInfo(folder); if ((double)drive.AvailableFreeSpace / drive.TotalSize < 0.1) throw new IOException();")]
    [InlineData("var drive = new DriveInfo(folder); if (drive.AvailableFreeSpace < drive.TotalSize / 10) throw new IOException();")]
    [InlineData("var drive = new DriveInfo(folder); if (drive.TotalSize - drive.AvailableFreeSpace > size) throw new IOException();")]
    [InlineData("if (new DriveInfo(folder).AvailableFreeSpace > new DriveInfo(other).AvailableFreeSpace) folder = other;")]
    [InlineData("if (new DriveInfo(folder).AvailableFreeSpace > 0) { File.WriteAllBytes(folder, data); }")]
    // Another number of the drive.
    [InlineData("if (new DriveInfo(folder).TotalSize < size) return;")]
    // Nobody knows which drive.
    [InlineData("if (given.AvailableFreeSpace < size) return;")]
    [InlineData("foreach (var drive in DriveInfo.GetDrives()) { if (drive.AvailableFreeSpace > size) return; }")]
    [InlineData("var drive = DriveInfo.GetDrives().First(each => each.AvailableFreeSpace > size); Console.WriteLine(drive);")]
    // Not on Windows.
    [InlineData("if (OperatingSystem.IsLinux()) { if (new DriveInfo(folder).AvailableFreeSpace < size) return; }")]
    [InlineData("if (!OperatingSystem.IsWindows() && new DriveInfo(folder).AvailableFreeSpace < size) return;")]
    [InlineData("if (OperatingSystem.IsWindows()) { return; } if (new DriveInfo(folder).AvailableFreeSpace < size) return;")]
    [InlineData("if (OperatingSystem.IsLinux() || OperatingSystem.IsMacOS()) { if (new DriveInfo(folder).AvailableFreeSpace < size) return; }")]
    [InlineData("if (RuntimeInformation.IsOSPlatform(OSPlatform.Windows)) { } else { if (new DriveInfo(folder).AvailableFreeSpace < size) return; }")]
    [InlineData("bool isLinux = RuntimeInformation.IsOSPlatform(OSPlatform.Linux); if (isLinux) { if (new DriveInfo(folder).AvailableFreeSpace < size) return; }")]
    [InlineData("if (Environment.OSVersion.Platform == PlatformID.Unix && new DriveInfo(folder).AvailableFreeSpace < size) return;")]
    [InlineData("if (OperatingSystem.IsOSPlatform(\"linux\") && new DriveInfo(folder).AvailableFreeSpace < size) return;")]
    public Task Anything_else_is_not_reported(string body) => Check.IsSilentAsync(InMethod(body));

    [Theory]
    [Trait("Case", "Negative")]
    [InlineData("[SupportedOSPlatform(\"linux\")]", "class Store")]
    [InlineData("[UnsupportedOSPlatform(\"windows\")]", "class Store")]
    [InlineData("", "class LinuxStore")]
    [InlineData("", "class StoreOfUnix")]
    [InlineData("", "class DiskHealthCheck")]
    public Task A_type_that_is_not_for_Windows_or_watches_is_not_reported(string attribute, string type) => Check.IsSilentAsync(
        $$"""
        using System.IO;
        using System.Runtime.Versioning;

        {{attribute}}
        {{type}}
        {
            bool Fits(string directory, long size)
            {
                return new DriveInfo(directory).AvailableFreeSpace > size;
            }
        }
        """);

    [Fact]
    [Trait("Case", "Negative")]
    public Task Code_without_the_types_is_not_reported() => Check.IsSilentAsync("class C { C Create() => new C(); }");

    [Fact]
    [Trait("Case", "Positive")]
    public Task The_message_names_the_property() => Check.ReportsAsync(
        InMethod("var drive = new DriveInfo(folder); if ({|#0:drive.AvailableFreeSpace|} < size) return;"),
        Check.Diagnostic(0, "AvailableFreeSpace"));

    [Theory]
    [InlineData("new DriveInfo(Path.GetPathRoot(folder)!)", "folder")]
    [InlineData("new DriveInfo(folder)", "folder")]
    [InlineData("new System.IO.DriveInfo(Path.GetPathRoot(Path.GetFullPath(folder))!)", "folder")]
    [InlineData("new DriveInfo(Path.GetFullPath(folder))", "folder")]
    [InlineData("new DriveInfo(Directory.GetDirectoryRoot(folder))", "folder")]
    [InlineData("new DriveInfo(new DirectoryInfo(folder).Root.FullName)", "folder")]
    [InlineData("new DriveInfo(new DirectoryInfo(folder).Root.Name)", "folder")]
    [InlineData("new DriveInfo(new DirectoryInfo(folder).Root.ToString())", "folder")]
    [InlineData("new DriveInfo(new FileInfo(name).Directory!.Root.FullName)", "name")]
    [InlineData("new DriveInfo(info.Root.FullName)", "info.FullName")]
    [InlineData("new DriveInfo(info.FullName)", "info.FullName")]
    [InlineData("new DriveInfo(Path.GetPathRoot(Path.Combine(folder, name))!)", "Path.Combine(folder, name)")]
    [InlineData("new DriveInfo(Path.GetTempPath())", "Path.GetTempPath()")]
    [InlineData("new DriveInfo(Path.GetPathRoot(Path.GetTempPath())!)", "Path.GetTempPath()")]
    [InlineData("new DriveInfo(\"/mnt/data\")", "\"/mnt/data\"")]
    [InlineData("new DriveInfo(\"/d\")", "\"/d\"")]
    [InlineData("new DriveInfo(driveName: Path.GetPathRoot(path: name)!)", "name")]
    public Task The_directory_is_asked_instead(string drive, string directory) => Check.FixesAsync(
        RuleFixes.Runtime,
        InMethod("if ([|" + drive + ".AvailableFreeSpace|] < size) return;"),
        InMethod("if (TempSpace.GetAvailableBytes(" + directory + ") < size) return;", importsRuntime: true));

    [Theory]
    [InlineData("var drive = new DriveInfo(Path.GetPathRoot(folder)!); if (drive.IsReady && [|drive.AvailableFreeSpace|] < size) return;", "var drive = new DriveInfo(Path.GetPathRoot(folder)!); if (drive.IsReady && TempSpace.GetAvailableBytes(folder) < size) return;")]
    [InlineData("if (size > Math.Min([|new DriveInfo(folder).TotalFreeSpace|], _quota)) return;", "if (size > Math.Min(TempSpace.GetAvailableBytes(folder), _quota)) return;")]
    [InlineData("long free = [|new DriveInfo(folder).AvailableFreeSpace|] - _quota; if (free < size) return;", "long free = TempSpace.GetAvailableBytes(folder) - _quota; if (free < size) return;")]
    [InlineData("string? found = names.FirstOrDefault(each => [|new DriveInfo(Path.GetPathRoot(each)!).AvailableFreeSpace|] > size); Console.WriteLine(found);", "string? found = names.FirstOrDefault(each => TempSpace.GetAvailableBytes(each) > size); Console.WriteLine(found);")]
    [InlineData("if ([|_drive.AvailableFreeSpace|] < size) return;", "if (TempSpace.GetAvailableBytes(Folder) < size) return;")]
    public Task What_is_around_stays(string body, string fixedBody) => Check.FixesAsync(RuleFixes.Runtime, InMethod(body), InMethod(fixedBody, importsRuntime: true));

    [Theory]
    [InlineData("var drive = new DriveInfo(Path.GetPathRoot(folder)!);\n", "drive", "folder")]
    [InlineData("DriveInfo drive = new(folder);\n", "drive", "folder")]
    [InlineData("string? root = Path.GetPathRoot(folder);\n        var drive = new DriveInfo(root!);\n", "drive", "folder")]
    [InlineData("string root = Directory.GetDirectoryRoot(folder);\n", "new DriveInfo(root)", "folder")]
    public Task Variables_that_are_there_for_nothing_else_go(string declarations, string drive, string directory) => Check.FixesAsync(
        RuleFixes.Runtime,
        InMethod(declarations + "        if ([|" + drive + ".AvailableFreeSpace|] < size) return;"),
        InMethod("if (TempSpace.GetAvailableBytes(" + directory + ") < size) return;", importsRuntime: true));

    [Fact]
    [Trait("Case", "FixAll")]
    public Task All_places_are_fixed_at_once() => Check.FixesAllAsync(
        RuleFixes.Runtime,
        [
            InMethod("var drive = new DriveInfo(Path.GetPathRoot(folder)!);\n        if ([|drive.AvailableFreeSpace|] < size) return;\n        if ([|drive.TotalFreeSpace|] < data.Length) return;"),
            InMethod("if ([|new DriveInfo(folder).AvailableFreeSpace|] < size) return;").Replace("class C", "class D", StringComparison.Ordinal),
        ],
        [
            InMethod("if (TempSpace.GetAvailableBytes(folder) < size) return;\n        if (TempSpace.GetAvailableBytes(folder) < data.Length) return;", importsRuntime: true),
            InMethod("if (TempSpace.GetAvailableBytes(folder) < size) return;", importsRuntime: true).Replace("class C", "class D", StringComparison.Ordinal),
        ]);

    [Fact]
    [Trait("Case", "Trivia")]
    public Task Comments_and_layout_are_kept() => Check.FixesAsync(
        RuleFixes.Runtime,
        InMethod(
            """
            // Is there room?
                    if ( /* a */ [|new DriveInfo( Path.GetPathRoot( folder )! ).AvailableFreeSpace|]  <  size ) // b
                    {
                        return; // c
                    }
            """),
        InMethod(
            """
            // Is there room?
                    if ( /* a */ TempSpace.GetAvailableBytes(folder)  <  size ) // b
                    {
                        return; // c
                    }
            """,
            importsRuntime: true));

    [Theory]
    [Trait("Case", "NoFix")]
    // No directory is at hand.
    [InlineData("if ([|new DriveInfo(\"C\").AvailableFreeSpace|] < size) return;")]
    [InlineData("if ([|new DriveInfo(\"C:\\\\\").AvailableFreeSpace|] < size) return;")]
    [InlineData("if ([|new DriveInfo(\"/\").AvailableFreeSpace|] < size) return;")]
    [InlineData("if ([|new DriveInfo(name).AvailableFreeSpace|] < size) return;")]
    [InlineData("string drivePath = name; if ([|new DriveInfo(drivePath).AvailableFreeSpace|] < size) return;")]
    [InlineData("var drive = DriveInfo.GetDrives().First(each => each.Name == Path.GetPathRoot(folder)); if ([|drive.AvailableFreeSpace|] < size) return;")]
    // It may be another by then, or is not there.
    [InlineData("var drive = new DriveInfo(Path.GetPathRoot(folder)!); folder = other; if ([|drive.AvailableFreeSpace|] < size) return;")]
    [InlineData("var drive = new DriveInfo(Path.GetPathRoot(Next())!); if ([|drive.AvailableFreeSpace|] < size) return;")]
    [InlineData("DriveInfo drive; { string inner = folder; drive = new DriveInfo(Path.GetPathRoot(inner)!); } if ([|drive.AvailableFreeSpace|] < size) return;")]
    // A drive that does not exist is treated in a way of its own.
    [InlineData("try { if ([|new DriveInfo(folder).AvailableFreeSpace|] < size) return; } catch (DriveNotFoundException) { }")]
    [InlineData("try { if ([|new DriveInfo(folder).AvailableFreeSpace|] < size) return; } catch (ArgumentException) { }")]
    // A comment would be lost.
    [InlineData("if ([|new DriveInfo(folder /* all */).AvailableFreeSpace|] < size) return;")]
    [InlineData("DriveInfo? drive = new DriveInfo(folder); if (drive?[|.AvailableFreeSpace|] < size) return;")]
    public Task The_runtime_is_not_offered_where_it_does_not_fit(string body) => Check.OffersNoFixAsync(RuleFixes.Runtime, InMethod(body));

    [Fact]
    [Trait("Case", "NoFix")]
    public Task Without_the_runtime_there_is_no_fix() =>
        Check.OffersNoFixAsync(RuleFixes.Runtime, InMethod("if ([|new DriveInfo(folder).AvailableFreeSpace|] < size) return;"), referencesRuntime: false);

    [Fact]
    [Trait("Case", "NoFix")]
    public Task A_name_that_means_something_else_there_is_not_used() => Check.OffersNoFixAsync(
        RuleFixes.Runtime,
        """
        using System.IO;

        class C
        {
            private readonly DriveInfo _drive;

            C(string folder) => _drive = new DriveInfo(folder);

            bool Fits(string folder, long size) => [|_drive.AvailableFreeSpace|] > size;
        }
        """);

    [Fact]
    public Task Top_level_statements_are_fixed() => Check.FixesAsync(
        RuleFixes.Runtime,
        """
        using System.IO;

        string folder = Path.GetTempPath();
        var drive = new DriveInfo(Path.GetPathRoot(folder)!);
        string target = [|drive.AvailableFreeSpace|] < new FileInfo(args[0]).Length ? "/home" : folder;
        File.Copy(args[0], Path.Combine(target, "a"));

        """,
        """
        using System.IO;
        using StreamTuning;

        string folder = Path.GetTempPath();
        string target = TempSpace.GetAvailableBytes(folder) < new FileInfo(args[0]).Length ? "/home" : folder;
        File.Copy(args[0], Path.Combine(target, "a"));

        """,
        outputKind: OutputKind.ConsoleApplication);

    private static string InMethod(string body, bool importsRuntime = false) =>
        $$"""
        using System;
        using System.Collections.Generic;
        using System.IO;
        using System.Linq;
        using System.Net.Http;
        using System.Runtime.InteropServices;
        using System.Threading.Tasks;
        using Microsoft.AspNetCore.Http;
        {{(importsRuntime ? "using StreamTuning;\n" : "")}}
        class C
        {
            private const string Folder = "/data/photos";
            private readonly DriveInfo _drive = new DriveInfo(Path.GetPathRoot(Folder)!);
            private long _quota;

            async Task M(string folder, string other, string name, IReadOnlyList<string> names, long size, Stream source, byte[] data, IFormFile form, HttpContent content, IReadOnlyList<FileInfo> files, DirectoryInfo info, DriveInfo given)
            {
                {{body}}
                await Task.Yield();
            }

            static string Next() => "";

            static bool Store(string path) => path.Length > 0;

            static long SizeOf(IReadOnlyList<string> paths) => paths.Count;

            static void Save(string path, Stream source)
            {
            }

            static void LogWarning(string text)
            {
            }
        }

        """;
}
