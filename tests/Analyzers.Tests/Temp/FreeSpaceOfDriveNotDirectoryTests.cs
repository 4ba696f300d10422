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
    [InlineData("if ([|new DriveInfo(Path.GetPathRoot(folder)!).AvailableFreeSpace|] < size) throw new IOException();")]
    [InlineData("if ([|new DriveInfo(Path.GetPathRoot(folder)!).TotalFreeSpace|] < size) throw new IOException();")]
    [InlineData("if ([|new DriveInfo(Path.GetPathRoot(folder) ?? folder).AvailableFreeSpace|] < size) return;")]
    [InlineData("string root = Path.GetPathRoot(folder) ?? \"C:\\\\\"; DriveInfo drive = new(root); if (drive.IsReady && [|drive.AvailableFreeSpace|] < size + (64L << 20)) { return; }")]
    [InlineData("DriveInfo drive = new(Directory.GetDirectoryRoot(folder)); long free = [|drive.AvailableFreeSpace|]; if (free <= size) { return; }")]
    [InlineData("if ([|_drive.AvailableFreeSpace|] < size) return;")]
    [InlineData("if (size > [|new DriveInfo(Path.GetPathRoot(folder)!).AvailableFreeSpace|]) return;")]
    [InlineData("if (!([|new DriveInfo(Path.GetPathRoot(folder)!).AvailableFreeSpace|] > source.Length)) return;")]
    [InlineData("if ([|new DriveInfo(Path.GetPathRoot(folder)!).AvailableFreeSpace|] - 1024 * 1024 < form.Length) return;")]
    [InlineData("if ([|new DriveInfo(Path.GetPathRoot(folder)!).AvailableFreeSpace|] < content.Headers.ContentLength) return;")]
    [InlineData("if ([|new DriveInfo(Path.GetPathRoot(folder)!).AvailableFreeSpace|] < 500L * 1024 * 1024) { throw new InvalidOperationException(\"full\"); }")]
    [InlineData("const long UploadLimit = 1_000_000; if ([|new DriveInfo(Path.GetPathRoot(folder)!).AvailableFreeSpace|] < UploadLimit) throw new IOException();")]
    [InlineData("foreach (var each in names) { if ([|new DriveInfo(Path.GetPathRoot(each)!).AvailableFreeSpace|] < size) continue; File.Delete(each); }")]
    [InlineData("string target = [|new DriveInfo(Path.GetPathRoot(folder)!).AvailableFreeSpace|] > size ? folder : other; File.Delete(target);")]
    [InlineData("bool Fits(string directory, long bytes) => [|new DriveInfo(Path.GetPathRoot(directory)!).AvailableFreeSpace|] >= bytes; Fits(folder, size);")]
    [InlineData("if (OperatingSystem.IsWindows()) { if ([|new DriveInfo(Path.GetPathRoot(folder)!).AvailableFreeSpace|] < size) return; }")]
    public Task The_root_of_a_path_that_is_compared_with_a_length_is_reported(string body) => Check.ReportsAsync(InMethod(body));

    [Theory]
    [Trait("Case", "Negative")]
    // Reports.
    [InlineData("Console.WriteLine(new DriveInfo(Path.GetPathRoot(folder)!).AvailableFreeSpace);")]
    [InlineData("if (new DriveInfo(Path.GetPathRoot(folder)!).AvailableFreeSpace < size) { Console.WriteLine(\"low\"); }")]
    [InlineData("Console.WriteLine(new DriveInfo(Path.GetPathRoot(folder)!).AvailableFreeSpace < size ? \"low\" : \"fine\");")]
    [InlineData("bool IsLow() => new DriveInfo(Path.GetPathRoot(folder)!).AvailableFreeSpace < 1_000_000; IsLow();")]
    [InlineData("bool IsLow(long threshold) => new DriveInfo(Path.GetPathRoot(folder)!).AvailableFreeSpace < threshold; IsLow(size);")]
    [InlineData("if (new DriveInfo(Path.GetPathRoot(folder)!).AvailableFreeSpace < 1_000_000) { return; }")]
    // The share that is left, or another drive.
    [InlineData("var drive = new DriveInfo(Path.GetPathRoot(folder)!); if (drive.AvailableFreeSpace < drive.TotalSize / 10) throw new IOException();")]
    [InlineData("if (new DriveInfo(Path.GetPathRoot(folder)!).AvailableFreeSpace > new DriveInfo(Path.GetPathRoot(other)!).AvailableFreeSpace) return;")]
    [InlineData("if (new DriveInfo(Path.GetPathRoot(folder)!).AvailableFreeSpace > 0) { return; }")]
    [InlineData("if (new DriveInfo(Path.GetPathRoot(folder)!).TotalSize < size) return;")]
    // The path itself, a letter, or a drive that nobody knows.
    [InlineData("if (new DriveInfo(folder).AvailableFreeSpace < size) return;")]
    [InlineData("if (new DriveInfo(\"C\").AvailableFreeSpace < size) return;")]
    [InlineData("if (given.AvailableFreeSpace < size) return;")]
    [InlineData("foreach (var drive in DriveInfo.GetDrives()) { if (drive.AvailableFreeSpace > size) return; }")]
    // Not on Windows.
    [InlineData("if (OperatingSystem.IsLinux()) { if (new DriveInfo(Path.GetPathRoot(folder)!).AvailableFreeSpace < size) return; }")]
    [InlineData("if (OperatingSystem.IsWindows()) { return; } if (new DriveInfo(Path.GetPathRoot(folder)!).AvailableFreeSpace < size) return;")]
    [InlineData("bool isLinux = RuntimeInformation.IsOSPlatform(OSPlatform.Linux); if (isLinux) { if (new DriveInfo(Path.GetPathRoot(folder)!).AvailableFreeSpace < size) return; }")]
    public Task Anything_else_is_not_reported(string body) => Check.IsSilentAsync(InMethod(body));

    [Theory]
    [Trait("Case", "Negative")]
    [InlineData("[SupportedOSPlatform(\"linux\")]", "class Store")]
    [InlineData("[UnsupportedOSPlatform(\"windows\")]", "class Store")]
    [InlineData("", "class LinuxStore")]
    [InlineData("", "class StoreOfUnix")]
    public Task A_type_that_is_not_for_Windows_is_not_reported(string attribute, string type) => Check.IsSilentAsync(
        $$"""
        using System.IO;
        using System.Runtime.Versioning;

        {{attribute}}
        {{type}}
        {
            bool Fits(string directory, long size)
            {
                return new DriveInfo(Path.GetPathRoot(directory)).AvailableFreeSpace > size;
            }
        }
        """);

    [Fact]
    [Trait("Case", "Negative")]
    public Task Code_without_the_types_is_not_reported() => Check.IsSilentAsync("class C { C Create() => new C(); }");

    [Fact]
    [Trait("Case", "Positive")]
    public Task The_message_names_the_property() => Check.ReportsAsync(
        InMethod("var drive = new DriveInfo(Path.GetPathRoot(folder)!); if ({|#0:drive.AvailableFreeSpace|} < size) return;"),
        Check.Diagnostic(0, "AvailableFreeSpace"));

    [Theory]
    [InlineData("new DriveInfo(Path.GetPathRoot(folder)!)", "folder")]
    [InlineData("new DriveInfo(Path.GetPathRoot(folder) ?? folder)", "folder")]
    [InlineData("new System.IO.DriveInfo(Directory.GetDirectoryRoot(folder))", "folder")]
    [InlineData("new DriveInfo(Path.GetPathRoot(Path.Combine(folder, name))!)", "Path.Combine(folder, name)")]
    [InlineData("new DriveInfo(driveName: Path.GetPathRoot(path: name)!)", "name")]
    public Task The_directory_is_asked_instead(string drive, string directory) => Check.FixesAsync(
        RuleFixes.Runtime,
        InMethod("if ([|" + drive + ".AvailableFreeSpace|] < size) return;"),
        InMethod("if (TempSpace.GetAvailableBytes(" + directory + ") < size) return;", importsRuntime: true));

    [Theory]
    [InlineData("var drive = new DriveInfo(Path.GetPathRoot(folder)!); if (drive.IsReady && [|drive.AvailableFreeSpace|] < size) return;", "var drive = new DriveInfo(Path.GetPathRoot(folder)!); if (drive.IsReady && TempSpace.GetAvailableBytes(folder) < size) return;")]
    [InlineData("long free = [|new DriveInfo(Path.GetPathRoot(folder)!).AvailableFreeSpace|]; if (free < size) return;", "long free = TempSpace.GetAvailableBytes(folder); if (free < size) return;")]
    public Task What_is_around_stays(string body, string fixedBody) => Check.FixesAsync(RuleFixes.Runtime, InMethod(body), InMethod(fixedBody, importsRuntime: true));

    [Theory]
    [InlineData("var drive = new DriveInfo(Path.GetPathRoot(folder)!);\n", "drive")]
    [InlineData("string? root = Path.GetPathRoot(folder);\n        var drive = new DriveInfo(root!);\n", "drive")]
    [InlineData("string root = Directory.GetDirectoryRoot(folder);\n", "new DriveInfo(root)")]
    public Task Variables_that_are_there_for_nothing_else_go(string declarations, string drive) => Check.FixesAsync(
        RuleFixes.Runtime,
        InMethod(declarations + "        if ([|" + drive + ".AvailableFreeSpace|] < size) return;"),
        InMethod("if (TempSpace.GetAvailableBytes(folder) < size) return;", importsRuntime: true));

    [Fact]
    [Trait("Case", "FixAll")]
    public Task All_places_are_fixed_at_once() => Check.FixesAllAsync(
        RuleFixes.Runtime,
        [
            InMethod("var drive = new DriveInfo(Path.GetPathRoot(folder)!);\n        if ([|drive.AvailableFreeSpace|] < size) return;\n        if ([|drive.TotalFreeSpace|] < data.Length) return;"),
            InMethod("if ([|new DriveInfo(Path.GetPathRoot(folder)!).AvailableFreeSpace|] < size) return;").Replace("class C", "class D", StringComparison.Ordinal),
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
    // It may be another by then, or is not there.
    [InlineData("var drive = new DriveInfo(Path.GetPathRoot(folder)!); folder = other; if ([|drive.AvailableFreeSpace|] < size) return;")]
    [InlineData("var drive = new DriveInfo(Path.GetPathRoot(Next())!); if ([|drive.AvailableFreeSpace|] < size) return;")]
    [InlineData("DriveInfo drive; { string inner = folder; drive = new DriveInfo(Path.GetPathRoot(inner)!); } if ([|drive.AvailableFreeSpace|] < size) return;")]
    [InlineData("if ([|_drive.AvailableFreeSpace|] < size) return;")]
    // A comment would be lost.
    [InlineData("if ([|new DriveInfo(Path.GetPathRoot(folder /* all */)!).AvailableFreeSpace|] < size) return;")]
    public Task The_runtime_is_not_offered_where_it_does_not_fit(string body) => Check.OffersNoFixAsync(RuleFixes.Runtime, InMethod(body));

    [Fact]
    [Trait("Case", "NoFix")]
    public Task Without_the_runtime_there_is_no_fix() =>
        Check.OffersNoFixAsync(RuleFixes.Runtime, InMethod("if ([|new DriveInfo(Path.GetPathRoot(folder)!).AvailableFreeSpace|] < size) return;"), referencesRuntime: false);

    [Fact]
    public Task A_property_that_only_the_constructor_sets_is_asked_too()
    {
        const string Members = "class Inbox { string Folder { get; } = \"a\"; void M(long size) {";
        return Check.FixesAsync(
            RuleFixes.Runtime,
            "using System.IO;\n" + Members
                + " var drive = new DriveInfo(Path.GetPathRoot(Folder)!);\nif ([|drive.AvailableFreeSpace|] < size) throw new IOException(); } }",
            "using System.IO;\nusing StreamTuning;\n" + Members
                + "\nif (TempSpace.GetAvailableBytes(Folder) < size) throw new IOException(); } }");
    }

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
        }

        """;
}
