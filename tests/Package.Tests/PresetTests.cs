using System.IO.Compression;
using System.Text.RegularExpressions;
using StreamTuning.PackageTests.Setup;

namespace StreamTuning.PackageTests;

/// <summary>StreamTuningMode, its switches for categories, StreamTuningStorage and StreamTuningLevel: what they set, and that the settings of users take precedence.</summary>
[Collection(PackageCollection.Name)]
[Trait(Suite.Name, Suite.Slow)]
public sealed partial class PresetTests(PackedPackages packed)
{
    /// <summary>Writes which files of settings the compiler gets, for each framework; after our targets, since this is read after them.</summary>
    private const string ListSettings = """
        <Project>
          <Target Name="ListSettings" BeforeTargets="CoreCompile">
            <WriteLinesToFile File="$(MSBuildProjectDirectory)/settings.$(TargetFramework).txt" Lines="@(EditorConfigFiles->'%(Filename)%(Extension)')" Overwrite="true" />
          </Target>
        </Project>
        """;

    [Fact]
    public Task Builds_follow_the_presets_and_users_go_before() => packed.InScratchAsync(async scratch =>
    {
        scratch.Add("Directory.Build.targets", ListSettings);
        Add(scratch, "Unset", "");
        // A suggestion that is no error, a warning that is turned off, and what else there is, which is an error.
        Add(scratch, "Strict", "<StreamTuningMode>strict</StreamTuningMode><TreatWarningsAsErrors>true</TreatWarningsAsErrors><WarningsNotAsErrors>STRM1002, STRM9999</WarningsNotAsErrors><NoWarn>$(NoWarn);STRM1001</NoWarn>")
            .Add("Strict/.editorconfig", "[*.cs]\nstream_tuning.copy_buffer_size = 4 MiB\n");
        Add(scratch, "Targets", "<StreamTuningMode>Strict</StreamTuningMode><ErrorLog>$(MSBuildProjectDirectory)/Targets.$(TargetFramework).sarif,version=2.1</ErrorLog>", "net10.0;net8.0");
        Add(scratch, "None", "<StreamTuningMode>None</StreamTuningMode><WarningsNotAsErrors>STRM1001</WarningsNotAsErrors>");
        Add(scratch, "OneOff", "<StreamTuningMode>Strict</StreamTuningMode><StreamTuningModeTemp>None</StreamTuningModeTemp>");
        Add(scratch, "OneOn", "<StreamTuningMode>None</StreamTuningMode><StreamTuningModeCopying>Strict</StreamTuningModeCopying><StreamTuningModeTemp>Default</StreamTuningModeTemp>");
        Add(scratch, "Pinned", "<StreamTuningMode>Strict</StreamTuningMode><StreamTuningLevel>0.1</StreamTuningLevel>");
        Add(scratch, "PinnedToFirst", LaterRelease(scratch) + "<StreamTuningMode>Strict</StreamTuningMode><StreamTuningLevel>0.1</StreamTuningLevel>")
            .Add("PinnedToFirst/.editorconfig", "[Second.cs]\ndotnet_diagnostic.STRM1001.severity = warning\n")
            .Add("PinnedToFirst/Second.cs", Sources.OneCopy("Second"));
        Add(scratch, "PinnedToSecond", LaterRelease(scratch) + "<StreamTuningMode>Strict</StreamTuningMode><StreamTuningLevel>0.2.5</StreamTuningLevel>");
        Add(scratch, "NotPinned", LaterRelease(scratch) + "<StreamTuningMode>Strict</StreamTuningMode><StreamTuningLevel>Latest</StreamTuningLevel>");
        AddUserSettings(Add(scratch, "UserOverStrict", "<StreamTuningMode>Strict</StreamTuningMode>"), "UserOverStrict");
        AddUserSettings(Add(scratch, "UserOverNone", "<StreamTuningMode>None</StreamTuningMode>"), "UserOverNone");
        Add(scratch, "WrongMode", "<StreamTuningMode>All</StreamTuningMode>");
        Add(scratch, "WrongSwitch", "<StreamTuningMode>Strict</StreamTuningMode><StreamTuningModeTemp>Strickt</StreamTuningModeTemp>");
        Add(scratch, "WrongLevel", "<StreamTuningLevel>newest</StreamTuningLevel>");
        Add(scratch, "LevelBeforeAll", "<StreamTuningLevel>0.0.9</StreamTuningLevel>");
        Add(scratch, "WrongStorage", "<StreamTuningStorage>Cloud</StreamTuningStorage>");
        // Behind a project with the package nothing is added, and nothing looked at.
        scratch
            .AddProject("Behind/Behind.csproj", "net10.0", [], "<StreamTuningMode>All</StreamTuningMode>", """<ProjectReference Include="../Unset/Unset.csproj" />""")
            .Add("Behind/Copy.cs", Sources.OneCopy("Copy"))
            .AddSolution();

        (int exitCode, string output) = await scratch.TryDotNetAsync("build", "All.slnx");

        Assert.True(exitCode == 1, output);
        AssertFound("Unset", "STRM1001 warning", "STRM1002 warning", "STRM2001 warning");
        Assert.Empty(OurSettings("Unset"));
        Assert.DoesNotContain("build_property.StreamTuning", scratch["Unset/obj/Debug/net10.0/Unset.GeneratedMSBuildEditorConfig.editorconfig"]);
        AssertFound("Behind");
        Assert.Empty(OurSettings("Behind"));

        AssertFound("Strict", "STRM0001 error", "STRM1002 warning", "STRM2001 error");
        Assert.Equal(
            [
                "dotnet_analyzer_diagnostic.category-StreamTuning.Configuration.severity = warning",
                "dotnet_analyzer_diagnostic.category-StreamTuning.Copying.severity = warning",
                "dotnet_analyzer_diagnostic.category-StreamTuning.Temp.severity = warning",
                "dotnet_analyzer_diagnostic.category-StreamTuning.Blobs.severity = warning",
                "dotnet_analyzer_diagnostic.category-StreamTuning.Uploads.severity = warning",
                "dotnet_diagnostic.STRM1002.severity = warning",
                "dotnet_diagnostic.STRM1006.severity = warning",
            ],
            OurSettings("Strict"));
        Assert.Contains("build_property.StreamTuningMode = strict", scratch["Strict/obj/Debug/net10.0/Strict.GeneratedMSBuildEditorConfig.editorconfig"]);
        AssertFound("Targets.net10.0", "STRM1001 warning", "STRM1002 warning", "STRM2001 warning");
        AssertFound("Targets.net8.0", "STRM1001 warning", "STRM1002 warning", "STRM2001 warning");
        Assert.Equal(OurSettings("Targets"), OurSettings("Targets", "net8.0"));
        AssertFound("None");
        AssertFound("OneOff", "STRM1001 warning", "STRM1002 warning");
        AssertFound("OneOn", "STRM1001 warning", "STRM1002 warning", "STRM2001 warning");
        Assert.Equal(
            [
                "dotnet_analyzer_diagnostic.category-StreamTuning.Configuration.severity = none",
                "dotnet_analyzer_diagnostic.category-StreamTuning.Copying.severity = warning",
                "dotnet_analyzer_diagnostic.category-StreamTuning.Blobs.severity = none",
                "dotnet_analyzer_diagnostic.category-StreamTuning.Uploads.severity = none",
                "dotnet_diagnostic.STRM1006.severity = warning",
            ],
            OurSettings("OneOn"));

        AssertFound("Pinned", "STRM1001 warning", "STRM1002 warning", "STRM2001 warning");
        Assert.DoesNotContain(OurSettings("Pinned"), key => key.EndsWith("= none", StringComparison.Ordinal));
        Assert.Equal(
            ["dotnet_diagnostic.STRM1001.severity = none", "dotnet_diagnostic.STRM1002.severity = none"],
            OurSettings("PinnedToFirst").Where(key => key.EndsWith("= none", StringComparison.Ordinal)));
        // What users set for a rule goes before the level, too.
        AssertFound("PinnedToFirst", "STRM2001 warning", "STRM1001 warning");
        AssertFound("PinnedToSecond", "STRM1001 warning", "STRM2001 warning");
        AssertFound("NotPinned", "STRM1001 warning", "STRM1002 warning", "STRM2001 warning");

        // First.cs: the .globalconfig. Second.cs: the category in the .editorconfig, but for rules that are named. Third.cs: the rule in the .editorconfig.
        string[] ofUsers = ["STRM1001 note", "STRM1002 error", "STRM1001 error", "STRM1002 error", "STRM1001 warning", "STRM1002 error"];
        AssertFound("UserOverStrict", [.. ofUsers[..2], "STRM2001 warning", .. ofUsers[2..4], "STRM2001 warning", .. ofUsers[4..], "STRM2001 warning"]);
        AssertFound("UserOverNone", ofUsers);

        string[] errors = [.. BuildError().Matches(output).Select(match => match.Value.TrimEnd()).Distinct().Order(StringComparer.Ordinal)];
        Assert.Collection(
            errors,
            error => AssertError(error, "LevelBeforeAll", "STRMBUILD2: StreamTuningLevel is '0.0.9', which is not a version of StreamTuning. Allowed are latest, 0.1 and versions in between or later."),
            error => AssertError(error, "WrongLevel", "STRMBUILD2: StreamTuningLevel is 'newest', which is not a version of StreamTuning. Allowed are latest, 0.1 and versions in between or later."),
            error => AssertError(error, "WrongMode", "STRMBUILD1: StreamTuningMode is 'All', which is not a mode. Allowed are None, Default and Strict."),
            error => AssertError(error, "WrongStorage", "STRMBUILD1: StreamTuningStorage is 'Cloud', which is not a storage. Allowed are Share, Local and Unknown."),
            error => AssertError(error, "WrongSwitch", "STRMBUILD1: StreamTuningModeTemp is 'Strickt', which is not a mode. Allowed are None, Default and Strict."));

        void AssertFound(string log, params string[] expected) =>
            Assert.Equal(expected, scratch.ErrorLog($"{log.Split('.')[0]}/{log}.csproj").Select(reported => $"{reported.Id} {reported.Level}"));

        void AssertError(string error, string project, string text)
        {
            Assert.StartsWith(Path.Combine(scratch.Path, project, project + ".csproj") + " : error ", error);
            Assert.Contains(text, error);
        }

        // The keys in the file of the build, if the compiler gets one.
        string[] OurSettings(string project, string framework = "net10.0")
        {
            string name = project + ".StreamTuning.globalconfig";
            return scratch[$"{project}/settings.{framework}.txt"].Split('\n', StringSplitOptions.TrimEntries).Contains(name)
                ? [.. scratch[$"{project}/obj/Debug/{framework}/{name}"].Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries)[3..]]
                : [];
        }
    });

    [Fact]
    public Task Storage_sets_rules_about_round_trips_unless_anything_else_does() => packed.InScratchAsync(async scratch =>
    {
        scratch.Add("Directory.Build.targets", ListSettings);
        string larger = Violations("Larger").Replace("4096", "16384", StringComparison.Ordinal);
        const string Local = "<StreamTuningStorage>local</StreamTuningStorage>";
        const string Share = "<StreamTuningStorage>Share</StreamTuningStorage>";
        Add(scratch, "UnsetStorage", "").Add("UnsetStorage/Larger.cs", larger);
        Add(scratch, "Share", Share).Add("Share/Larger.cs", larger);
        Add(scratch, "Local", Local).Add("Local/Larger.cs", larger);
        Add(scratch, "LocalStrict", Local + "<StreamTuningMode>Strict</StreamTuningMode>");
        Add(scratch, "LocalDefault", Local + "<StreamTuningMode>Strict</StreamTuningMode><StreamTuningModeCopying>Default</StreamTuningModeCopying>");
        Add(scratch, "ShareNone", Share + "<StreamTuningModeCopying>None</StreamTuningModeCopying>");
        Add(scratch, "ShareErrors", Share + "<TreatWarningsAsErrors>true</TreatWarningsAsErrors><WarningsNotAsErrors>STRM1002;STRM2001</WarningsNotAsErrors><NoWarn>$(NoWarn);STRM1003</NoWarn>");
        Add(scratch, "UnsetErrors", "<TreatWarningsAsErrors>true</TreatWarningsAsErrors><WarningsNotAsErrors>STRM1002;STRM2001</WarningsNotAsErrors><NoWarn>$(NoWarn);STRM1001</NoWarn>");
        Add(scratch, "NoWarn", "<NoWarn>$(NoWarn);STRM1002</NoWarn>");
        // First.cs: the .globalconfig. Second.cs: the category in the .editorconfig, but for rules that are named. Third.cs: the rule in the .editorconfig.
        AddUserSettings(Add(scratch, "UserOverShare", Share), "UserOverShare");
        Add(scratch, "CategoryOverShare", Share).Add("CategoryOverShare/.editorconfig", "[*.cs]\ndotnet_analyzer_diagnostic.category-StreamTuning.Copying.severity = suggestion\n");
        Add(scratch, "RuleOverUnset", "").Add("RuleOverUnset/.editorconfig", "[*.cs]\ndotnet_diagnostic.STRM1002.severity = suggestion\n");
        scratch.AddSolution();

        (int exitCode, string output) = await scratch.TryDotNetAsync("build", "All.slnx");

        Assert.True(exitCode == 1, output);
        AssertFound("UnsetStorage", "STRM1001 warning", "STRM1002 warning", "STRM2001 warning", "STRM1001 warning", "STRM1002 note", "STRM2001 warning");
        AssertFound("Share", "STRM1001 warning", "STRM1002 warning", "STRM2001 warning", "STRM1001 warning", "STRM1002 warning", "STRM2001 warning");
        AssertFound("Local", "STRM1001 note", "STRM1002 note", "STRM2001 warning", "STRM1001 note", "STRM1002 note", "STRM2001 warning");
        AssertFound("LocalStrict", "STRM1001 warning", "STRM1002 warning", "STRM2001 warning");
        AssertFound("LocalDefault", "STRM1001 note", "STRM1002 note", "STRM2001 warning");
        AssertFound("ShareNone", "STRM2001 warning");
        AssertFound("ShareErrors", "STRM1001 error", "STRM1002 warning", "STRM2001 warning");
        AssertFound("UnsetErrors", "STRM1002 warning", "STRM2001 warning");
        AssertFound("NoWarn", "STRM1001 warning", "STRM2001 warning");
        AssertFound(
            "UserOverShare",
            "STRM1001 note", "STRM1002 error", "STRM2001 warning", "STRM1001 error", "STRM1002 error", "STRM2001 warning", "STRM1001 warning", "STRM1002 error", "STRM2001 warning");
        AssertFound("CategoryOverShare", "STRM1001 note", "STRM1002 note", "STRM2001 warning");
        AssertFound("RuleOverUnset", "STRM1001 warning", "STRM1002 note", "STRM2001 warning");

        void AssertFound(string project, params string[] expected) =>
            Assert.Equal(expected, scratch.ErrorLog($"{project}/{project}.csproj").Select(reported => $"{reported.Id} {reported.Level}"));
    });

    [Fact]
    public Task Rule_about_Windows_is_on_where_the_project_names_it() => packed.InScratchAsync(async scratch =>
    {
        const string Windows = "<EnableWindowsTargeting>true</EnableWindowsTargeting><DisableTransitiveFrameworkReferenceDownloads>true</DisableTransitiveFrameworkReferenceDownloads>";
        AddOpening(scratch, "Nowhere", "");
        AddOpening(scratch, "Linux", "<RuntimeIdentifiers>linux-x64;linux-musl-x64</RuntimeIdentifiers>");
        AddOpening(scratch, "Framework", Windows, "net10.0-windows;net10.0");
        AddOpening(scratch, "Runtimes", "<RuntimeIdentifiers>linux-x64; win-x64</RuntimeIdentifiers>");
        AddOpening(scratch, "Strict", "<StreamTuningMode>Strict</StreamTuningMode>");
        AddOpening(scratch, "None", "<RuntimeIdentifiers>win-x64</RuntimeIdentifiers><StreamTuningMode>None</StreamTuningMode>");
        AddOpening(scratch, "NamedOnWindows", "<RuntimeIdentifiers>win-x64</RuntimeIdentifiers><WarningsNotAsErrors>STRM1006</WarningsNotAsErrors>");
        AddOpening(scratch, "UserOn", "").Add("UserOn/.editorconfig", "[*.cs]\ndotnet_diagnostic.STRM1006.severity = warning\n");
        AddOpening(scratch, "UserOff", "<StreamTuningMode>Strict</StreamTuningMode>").Add("UserOff/.editorconfig", "[*.cs]\ndotnet_diagnostic.STRM1006.severity = none\n");
        scratch.AddSolution();

        await scratch.DotNetAsync("build", "All.slnx");

        AssertFound("Nowhere");
        AssertFound("Linux");
        AssertFound("Framework.net10.0");
        AssertFound("Framework.net10.0-windows", "STRM1006 note");
        AssertFound("Runtimes", "STRM1006 note");
        AssertFound("Strict", "STRM1006 warning");
        AssertFound("None");
        AssertFound("NamedOnWindows", "STRM1006 note");
        AssertFound("UserOn", "STRM1006 warning");
        AssertFound("UserOff");

        void AssertFound(string log, params string[] expected) =>
            Assert.Equal(expected, scratch.ErrorLog($"{log.Split('.')[0]}/{log}.csproj").Select(reported => $"{reported.Id} {reported.Level}"));
    });

    [Fact]
    public Task Another_mode_compiles_again_and_the_fixes_follow_it() => packed.InScratchAsync(async scratch =>
    {
        scratch.AddProject("App.csproj", "net10.0", ["StreamTuning.Analyzers"]).Add("Small.cs", Sources.OneSmallCopy("Small"));

        IReadOnlyList<Reported> expected = Reported.Expected("Small.cs", Sources.OneSmallCopy("Small"));
        Assert.Empty(Reported.Parse(await scratch.DotNetAsync("build", "App.csproj")));
        Assert.Equal(expected, Reported.Parse(await scratch.DotNetAsync("build", "App.csproj", "--no-restore", "-p:StreamTuningStorage=Share")));
        Assert.Empty(Reported.Parse(await scratch.DotNetAsync("build", "App.csproj", "--no-restore", "-p:StreamTuningStorage=Local")));
        Assert.Equal(expected, Reported.Parse(await scratch.DotNetAsync("build", "App.csproj", "--no-restore", "-p:StreamTuningMode=Strict")));
        string settings = Path.Combine(scratch.Path, "obj", "Debug", "net10.0", "App.StreamTuning.globalconfig");
        DateTime written = File.GetLastWriteTimeUtc(settings);
        Assert.Empty(Reported.Parse(await scratch.DotNetAsync("build", "App.csproj", "--no-restore", "-p:StreamTuningMode=Strict")));
        Assert.Equal(written, File.GetLastWriteTimeUtc(settings));
        Assert.Empty(Reported.Parse(await scratch.DotNetAsync("build", "App.csproj", "--no-restore", "-p:StreamTuningMode=None")));
        Assert.Empty(scratch.ErrorLog("App.csproj"));
        await scratch.DotNetAsync("clean", "App.csproj", "-p:StreamTuningMode=None");
        Assert.False(File.Exists(settings));

        // What is no warning is left alone where no severity is given.
        await scratch.DotNetAsync("format", "analyzers", "App.csproj", "--no-restore");
        Assert.Equal(Sources.OneSmallCopy("Small"), scratch["Small.cs"]);
        scratch.Add("Directory.Build.props", "<Project><PropertyGroup><StreamTuningMode>Strict</StreamTuningMode></PropertyGroup></Project>");
        await scratch.DotNetAsync("format", "analyzers", "App.csproj", "--no-restore");
        Assert.Contains("photo.CopyTo(file, 1048576);", scratch["Small.cs"]);
    });

    /// <summary>A project with a warning and a suggestion about copies, and a warning about temporary files.</summary>
    private static ScratchFolder Add(ScratchFolder scratch, string project, string properties, string frameworks = "net10.0") => scratch
        .AddProject($"{project}/{project}.csproj", frameworks, [project == "Unset" ? "StreamTuning" : "StreamTuning.Analyzers"], properties)
        .Add($"{project}/First.cs", Violations("First"));

    /// <summary>A project with one finding, of the rule about files that Windows opens for synchronous use.</summary>
    private static ScratchFolder AddOpening(ScratchFolder scratch, string project, string properties, string frameworks = "net10.0") => scratch
        .AddProject(
            $"{project}/{project}.csproj",
            frameworks,
            ["StreamTuning.Analyzers"],
            properties + (frameworks == "net10.0" ? "" : $"<ErrorLog>$(MSBuildProjectDirectory)/{project}.$(TargetFramework).sarif,version=2.1</ErrorLog>"))
        .Add($"{project}/Lists.cs", """
            using System.IO;
            using System.Threading.Tasks;

            public static class Lists
            {
                public static async Task SaveAsync(byte[] list, string path)
                {
                    await using FileStream file = File.Create(path);
                    await file.WriteAsync(list);
                }
            }

            """);

    private static string Violations(string type) => Sources.OneCopy(type) + $$"""

        public static class {{type}}More
        {
            public static void Save(Stream photo, string path)
            {
                using FileStream file = File.Create(path);
                photo.CopyTo(file, 4096); // STRM1002
            }

            public static void Dump(string text)
            {
                File.WriteAllText("/tmp/photos.txt", text); // STRM2001
            }
        }

        """;

    private static void AddUserSettings(ScratchFolder scratch, string project) => scratch
        .Add($"{project}/Second.cs", Violations("Second"))
        .Add($"{project}/Third.cs", Violations("Third"))
        .Add($"{project}/.globalconfig", """
            is_global = true
            global_level = 0
            dotnet_analyzer_diagnostic.category-StreamTuning.Copying.severity = suggestion
            dotnet_diagnostic.STRM1002.severity = error
            """)
        .Add($"{project}/.editorconfig", """
            [Second.cs]
            dotnet_analyzer_diagnostic.category-StreamTuning.Copying.severity = error
            [Third.cs]
            dotnet_diagnostic.STRM1001.severity = warning
            """);

    /// <summary>The files of the package as a later release would have them, in which STRM1001 came with 0.2 and STRM1002 with 0.10.</summary>
    /// <returns>The property that a project takes them by.</returns>
    private string LaterRelease(ScratchFolder scratch)
    {
        const string Folder = "LaterRelease";
        string target = Path.Combine(scratch.Path, Folder);
        if (!Directory.Exists(target))
        {
            using ZipArchive package = ZipFile.OpenRead(packed.PathOf($"StreamTuning.Analyzers.{packed.Version}.nupkg"));
            Directory.CreateDirectory(target);
            foreach (ZipArchiveEntry entry in package.Entries.Where(entry => entry.FullName.StartsWith("config/", StringComparison.Ordinal)))
            {
                entry.ExtractToFile(Path.Combine(target, entry.Name));
            }

            const string First = "    <_StreamTuningVersion Include=\"0.1\" />\n";
            string tables = scratch[Folder + "/StreamTuning.Presets.props"];
            Assert.Contains(First, tables);
            scratch.Add(
                Folder + "/StreamTuning.Presets.props",
                Since(Since(tables.Replace(First, First + First.Replace("0.1", "0.2") + First.Replace("0.1", "0.10")), "STRM1001", "0.2"), "STRM1002", "0.10"));
        }

        return $"<_StreamTuningConfigFolder>{target}/</_StreamTuningConfigFolder>";
    }

    private static string Since(string tables, string rule, string version)
    {
        string row = $"<_StreamTuningRule Include=\"{rule}\" Category=\"Copying\" Since=\"";
        Assert.Contains(row + "0.1\"", tables);
        return tables.Replace(row + "0.1\"", row + version + "\"");
    }

    [GeneratedRegex(@"^.*error STRMBUILD.*$", RegexOptions.Multiline)]
    private static partial Regex BuildError();
}
