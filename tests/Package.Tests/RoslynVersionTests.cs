using System.IO.Compression;
using System.Text.RegularExpressions;
using StreamTuning.PackageTests.Setup;

namespace StreamTuning.PackageTests;

/// <summary>The packed analyzers and fixes in versions of Roslyn: the oldest they are for, one between, the newest, and that of the SDK.</summary>
[Collection(PackageCollection.Name)]
[Trait(Suite.Name, Suite.Slow)]
public sealed partial class RoslynVersionTests(PackedPackages packed)
{
    /// <summary>What the sources need besides .NET.</summary>
    private const string References = """
        <FrameworkReference Include="Microsoft.AspNetCore.App" />
        <PackageReference Include="Azure.Storage.Blobs" Version="12.17.0" />
        """;

    [Theory]
    [InlineData("4.5.0")]
    [InlineData("4.14.0")]
    [InlineData("5.12.0")]
    public Task Diagnostics_and_fixes_are_the_same_in_every_version(string version) => packed.InScratchAsync(
        async scratch =>
        {
            AddDriver(scratch, version);

            await scratch.DotNetAsync("build", "Driver.csproj");
            string output = await scratch.DotNetAsync("exec", "bin/Debug/net10.0/Driver.dll", "Analyzers", "Areas.cs", "PhotoStore.cs");

            Assert.StartsWith($"roslyn {version}.0", output);
            Assert.Equal(Marks(), Lines(output, "found"));
            Assert.DoesNotContain(Lines(output, "left"), left => left.File == "PhotoStore.cs");
            Assert.Equal(FormatTests.WithRuntime(Sources.PhotoStore), scratch["PhotoStore.cs"]);
            Assert.NotEqual(Sources.Areas, scratch["Areas.cs"]);
        },
        name: "Roslyn-" + version);

    [Fact]
    public Task The_compiler_of_the_SDK_reports_the_same() => packed.InScratchAsync(async scratch =>
    {
        AddSources(scratch).AddProject("App.csproj", "net10.0", ["StreamTuning.Analyzers"], items: References);

        string output = await scratch.DotNetAsync("build", "App.csproj");

        Assert.DoesNotMatch("AD0001|CS8032|CS8033|CS8034", output);
        Assert.Equal(Marks(), scratch.ErrorLog("App.csproj").Select(reported => (reported.File, reported.Id, reported.Line)));
    });

    private void AddDriver(ScratchFolder scratch, string version)
    {
        AddSources(scratch);
        using (ZipArchive package = ZipFile.OpenRead(packed.PathOf($"StreamTuning.Analyzers.{packed.Version}.nupkg")))
        {
            Directory.CreateDirectory(Path.Combine(scratch.Path, "Analyzers"));
            foreach (ZipArchiveEntry entry in package.Entries.Where(entry => entry.FullName.StartsWith("analyzers/dotnet/cs/", StringComparison.Ordinal)))
            {
                entry.ExtractToFile(Path.Combine(scratch.Path, "Analyzers", entry.Name));
            }
        }

        scratch
            .AddProject(
                "Driver.csproj",
                "net10.0",
                ["StreamTuning"],
                // The sources are for the driver to read. NU1603: a registry may have newer versions only of what old versions of Roslyn depend on.
                "<OutputType>Exe</OutputType><ImplicitUsings>disable</ImplicitUsings><Nullable>enable</Nullable><EnableDefaultCompileItems>false</EnableDefaultCompileItems><NoWarn>$(NoWarn);NU1603</NoWarn>",
                $"""
                <Compile Include="RoslynDriver.cs" />
                <PackageReference Include="Microsoft.CodeAnalysis.CSharp.Workspaces" Version="{version}" />
                {References}
                """)
            .Add("RoslynDriver.cs", File.ReadAllText(Path.Combine(PackedPackages.RepositoryRoot, "tests", "Package.Tests", "Drivers", "RoslynDriver.cs")));
    }

    private static ScratchFolder AddSources(ScratchFolder scratch) => scratch
        .Add("PhotoStore.cs", Sources.PhotoStore)
        .Add("Areas.cs", Sources.Areas);

    private static IEnumerable<(string File, string Id, int Line)> Marks() =>
        Reported.Expected("Areas.cs", Sources.Areas).Concat(Reported.Expected("PhotoStore.cs", Sources.PhotoStore)).Select(reported => (reported.File, reported.Id, reported.Line));

    private static IEnumerable<(string File, string Id, int Line)> Lines(string output, string what) =>
        DriverLine().Matches(output)
            .Where(match => match.Groups["what"].Value == what)
            .Select(match => (match.Groups["file"].Value, match.Groups["id"].Value, int.Parse(match.Groups["line"].Value, System.Globalization.CultureInfo.InvariantCulture)));

    [GeneratedRegex(@"^(?<what>found|left) (?<file>\S+) (?<id>STRM\d{4}) (?<line>\d+)\r?$", RegexOptions.Multiline)]
    private static partial Regex DriverLine();
}
