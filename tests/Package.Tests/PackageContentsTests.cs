using System.Buffers.Binary;
using System.IO.Compression;
using System.Reflection;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using StreamTuning.PackageTests.Setup;

namespace StreamTuning.PackageTests;

/// <summary>What is in the packages, and that nothing else is.</summary>
[Collection(PackageCollection.Name)]
[Trait(Suite.Name, Suite.Slow)]
public sealed class PackageContentsTests(PackedPackages packed)
{
    [Fact]
    public void Packing_gives_every_package_and_the_symbols_of_the_runtimes_without_warnings()
    {
        string[] expected =
        [
            $"StreamTuning.{packed.Version}.nupkg",
            $"StreamTuning.{packed.Version}.snupkg",
            $"StreamTuning.Analyzers.{packed.Version}.nupkg",
            $"StreamTuning.AspNetCore.{packed.Version}.nupkg",
            $"StreamTuning.AspNetCore.{packed.Version}.snupkg",
            $"StreamTuning.AzureBlobs.{packed.Version}.nupkg",
            $"StreamTuning.AzureBlobs.{packed.Version}.snupkg",
            $"StreamTuning.Tool.{packed.Version}.nupkg",
            $"StreamTuning.Tool.{packed.Version}.snupkg",
        ];

        // Scratch projects may have added packages of their own.
        IEnumerable<string> files = Directory.EnumerateFiles(packed.Feed).Select(file => Path.GetFileName(file)).Where(file => file.StartsWith("StreamTuning", StringComparison.Ordinal));
        Assert.Equal(expected.Order(StringComparer.Ordinal), files.Order(StringComparer.Ordinal));
        // NU1603: a registry without the very version that a dependency of a dependency names.
        Assert.DoesNotMatch(new Regex("warning (?!NU1603)"), packed.PackOutput);
    }

    [Fact]
    public void The_analyzers_are_one_folder_and_no_dependency()
    {
        using ZipArchive package = Open("StreamTuning.Analyzers", "nupkg");
        string config = Path.Combine(PackedPackages.RepositoryRoot, "src", "CodeFixes", "Package", "config");

        Assert.Equal(
            [
                "README.md",
                "StreamTuning.Analyzers.nuspec",
                "analyzers/dotnet/cs/StreamTuning.Analyzers.dll",
                "analyzers/dotnet/cs/StreamTuning.CodeFixes.dll",
                "build/StreamTuning.Analyzers.props",
                "buildTransitive/StreamTuning.Analyzers.targets",
                "buildTransitive/StreamTuning.Presets.targets",
                .. Directory.EnumerateFiles(config).Select(file => "config/" + Path.GetFileName(file)).Order(StringComparer.Ordinal),
                "icon.png",
            ],
            Entries(package));
        XElement metadata = Metadata(package, "StreamTuning.Analyzers");
        Assert.Equal("true", Value(metadata, "developmentDependency"));
        Assert.Null(Child(metadata, "dependencies"));
    }

    [Fact]
    public void The_runtime_brings_the_analyzers_of_its_own_version()
    {
        using ZipArchive package = Open("StreamTuning", "nupkg");

        Assert.Equal(
            [
                "README.md",
                "StreamTuning.nuspec",
                "icon.png",
                "lib/net8.0/StreamTuning.dll",
                "lib/net8.0/StreamTuning.xml",
                "lib/netstandard2.0/StreamTuning.dll",
                "lib/netstandard2.0/StreamTuning.xml",
            ],
            Entries(package));
        XElement metadata = Metadata(package, "StreamTuning");
        Assert.Null(Child(metadata, "developmentDependency"));
        XElement[] groups = [.. Child(metadata, "dependencies")!.Elements()];
        Assert.Equal([".NETStandard2.0", "net8.0"], groups.Select(group => group.Attribute("targetFramework")!.Value).Order(StringComparer.Ordinal));
        foreach (XElement group in groups)
        {
            // What net8.0 has in its framework, netstandard2.0 needs as a package.
            string[] expected = group.Attribute("targetFramework")!.Value == "net8.0"
                ? ["StreamTuning.Analyzers", "System.IO.Pipelines"]
                : ["StreamTuning.Analyzers", "System.Diagnostics.DiagnosticSource", "System.IO.Pipelines"];
            Assert.Equal(expected, group.Elements().Select(dependency => dependency.Attribute("id")!.Value));
            XElement analyzers = group.Elements().First();
            Assert.Equal(packed.Version, analyzers.Attribute("version")!.Value);
            AssertBringsAnalyzers(analyzers);
        }
    }

    [Fact]
    public void The_runtime_for_Azure_blobs_needs_the_runtime_and_the_SDK_alone()
    {
        using ZipArchive package = Open("StreamTuning.AzureBlobs", "nupkg");

        Assert.Equal(
            [
                "README.md",
                "StreamTuning.AzureBlobs.nuspec",
                "icon.png",
                "lib/net8.0/StreamTuning.AzureBlobs.dll",
                "lib/net8.0/StreamTuning.AzureBlobs.xml",
                "lib/netstandard2.0/StreamTuning.AzureBlobs.dll",
                "lib/netstandard2.0/StreamTuning.AzureBlobs.xml",
            ],
            Entries(package));
        XElement[] groups = [.. Child(Metadata(package, "StreamTuning.AzureBlobs"), "dependencies")!.Elements()];
        Assert.Equal([".NETStandard2.0", "net8.0"], groups.Select(group => group.Attribute("targetFramework")!.Value).Order(StringComparer.Ordinal));
        foreach (XElement group in groups)
        {
            XElement[] dependencies = [.. group.Elements().OrderBy(dependency => dependency.Attribute("id")!.Value, StringComparer.Ordinal)];
            Assert.Equal(["Azure.Storage.Blobs", "StreamTuning"], dependencies.Select(dependency => dependency.Attribute("id")!.Value));
            // The oldest that will do: a newer one is the choice of whoever installs this.
            Assert.Equal(["12.17.0", packed.Version], dependencies.Select(dependency => dependency.Attribute("version")!.Value));
            AssertBringsAnalyzers(dependencies[1]);
        }
    }

    [Fact]
    public void The_runtime_for_ASP_NET_Core_needs_the_runtime_and_the_shared_framework_alone()
    {
        using ZipArchive package = Open("StreamTuning.AspNetCore", "nupkg");

        Assert.Equal(
            [
                "README.md",
                "StreamTuning.AspNetCore.nuspec",
                "icon.png",
                "lib/net8.0/StreamTuning.AspNetCore.dll",
                "lib/net8.0/StreamTuning.AspNetCore.xml",
            ],
            Entries(package));
        XElement metadata = Metadata(package, "StreamTuning.AspNetCore");
        XElement group = Assert.Single(Child(metadata, "dependencies")!.Elements());
        XElement runtime = Assert.Single(group.Elements());
        Assert.Equal(("net8.0", "StreamTuning", packed.Version), (group.Attribute("targetFramework")!.Value, runtime.Attribute("id")!.Value, runtime.Attribute("version")!.Value));
        AssertBringsAnalyzers(runtime);
        Assert.Equal("Microsoft.AspNetCore.App", Assert.Single(Child(metadata, "frameworkReferences")!.Descendants(), element => element.Name.LocalName == "frameworkReference").Attribute("name")!.Value);
    }

    [Fact]
    public void The_tool_brings_the_analyzers_and_all_that_it_needs()
    {
        using ZipArchive package = Open("StreamTuning.Tool", "nupkg");

        string[] entries = Entries(package);
        Assert.All(
            entries.Except(["README.md", "StreamTuning.Tool.nuspec", "icon.png"]),
            entry => Assert.Matches(@"^tools/net(8|10)\.0/any/(DotnetToolSettings\.xml|StreamTuning\.Tool\.(deps|runtimeconfig)\.json|StreamTuning(\.\w+)?\.pdb|[^/]+\.dll)$", entry));
        string[] own = [.. entries.Where(entry => entry.EndsWith(".dll", StringComparison.Ordinal)).Select(entry => Path.GetFileName(entry)).Where(name => name.StartsWith("StreamTuning", StringComparison.Ordinal))];
        string[] each = ["StreamTuning.Analyzers.dll", "StreamTuning.AzureBlobs.dll", "StreamTuning.CodeFixes.dll", "StreamTuning.Measuring.dll", "StreamTuning.Tool.dll", "StreamTuning.dll"];
        Assert.Equal([.. each, .. each], own);
        XElement metadata = Metadata(package, "StreamTuning.Tool");
        Assert.Equal("DotnetTool", Assert.Single(Child(metadata, "packageTypes")!.Elements()).Attribute("name")!.Value);
        Assert.Null(Child(metadata, "dependencies"));
        Assert.Contains("Command Name=\"streamtuning\"", System.Text.Encoding.UTF8.GetString(Read(package, "tools/net10.0/any/DotnetToolSettings.xml")));
    }

    [Theory]
    [InlineData("StreamTuning", "net8.0", "netstandard2.0")]
    [InlineData("StreamTuning.AzureBlobs", "net8.0", "netstandard2.0")]
    [InlineData("StreamTuning.AspNetCore", "net8.0")]
    public void The_symbols_are_those_of_every_build(string id, params string[] frameworks)
    {
        using ZipArchive package = Open(id, "snupkg");

        Assert.Equal([$"{id}.nuspec", .. frameworks.Select(framework => $"lib/{framework}/{id}.pdb")], Entries(package));
    }

    [Theory]
    [InlineData("StreamTuning")]
    [InlineData("StreamTuning.AzureBlobs")]
    [InlineData("StreamTuning.AspNetCore")]
    [InlineData("StreamTuning.Analyzers")]
    [InlineData("StreamTuning.Tool")]
    public void A_package_says_what_it_is(string id)
    {
        using ZipArchive package = Open(id, "nupkg");
        XElement metadata = Metadata(package, id);

        Assert.Equal(id, Value(metadata, "id"));
        Assert.Equal(packed.Version, Value(metadata, "version"));
        Assert.Equal("MIT", Value(metadata, "license"));
        Assert.Equal("expression", Child(metadata, "license")!.Attribute("type")!.Value);
        Assert.Equal("README.md", Value(metadata, "readme"));
        Assert.Equal("icon.png", Value(metadata, "icon"));
        Assert.EndsWith("/CHANGELOG.md", Value(metadata, "releaseNotes"));
        Assert.Contains("performance", Value(metadata, "tags").Split(' '));
        Assert.True(Value(metadata, "description").Length > 80);
        Assert.StartsWith("https://", Value(metadata, "projectUrl"));
        string readme = Path.Combine(PackedPackages.RepositoryRoot, "build", "readme", id + ".md");
        Assert.Equal(File.ReadAllBytes(readme), Read(package, "README.md"));

        byte[] icon = Read(package, "icon.png");
        Assert.Equal([0x89, (byte)'P', (byte)'N', (byte)'G', 0x0D, 0x0A, 0x1A, 0x0A], icon[..8]);
        Assert.Equal((128, 128), (BinaryPrimitives.ReadInt32BigEndian(icon.AsSpan(16)), BinaryPrimitives.ReadInt32BigEndian(icon.AsSpan(20))));
    }

    [Fact]
    public void Every_assembly_has_the_strong_name_and_the_version_of_the_package()
    {
        byte[] key = typeof(PackageContentsTests).Assembly.GetName().GetPublicKey()!;
        Assert.NotEmpty(key);
        foreach (string id in new[] { "StreamTuning", "StreamTuning.Analyzers", "StreamTuning.AspNetCore", "StreamTuning.AzureBlobs", "StreamTuning.Tool" })
        {
            using ZipArchive package = Open(id, "nupkg");
            // The tool has assemblies of others beside its own.
            foreach (string entry in Entries(package).Where(entry => entry.EndsWith(".dll", StringComparison.Ordinal) && Path.GetFileName(entry).StartsWith("StreamTuning", StringComparison.Ordinal)))
            {
                string copy = Path.GetTempFileName();
                try
                {
                    File.WriteAllBytes(copy, Read(package, entry));
                    AssemblyName name = AssemblyName.GetAssemblyName(copy);

                    Assert.Equal(Path.GetFileNameWithoutExtension(entry), name.Name);
                    Assert.Equal(key, name.GetPublicKey());
                    Assert.Equal(new Version(0, 0, 1, 0), name.Version);
                }
                finally
                {
                    File.Delete(copy);
                }
            }
        }
    }

    [Theory]
    [InlineData("StreamTuning", "T:StreamTuning.FileCopyOptions", "M:StreamTuning.FileCopyExtensions.CopyToFileAsync(System.IO.Stream,", "net8.0", "netstandard2.0")]
    [InlineData("StreamTuning.AzureBlobs", "T:StreamTuning.BlobPlacement", "M:StreamTuning.BlobUploadExtensions.UploadBlocksAsync(Azure.Storage.Blobs.BlobClient,System.IO.Stream,", "net8.0", "netstandard2.0")]
    [InlineData("StreamTuning.AspNetCore", "T:StreamTuning.StreamedFile", "M:StreamTuning.StreamFilesExtensions.StreamFiles``1(Microsoft.AspNetCore.Mvc.ControllerBase,", "net8.0")]
    public void The_documentation_comes_along(string id, string type, string method, params string[] frameworks)
    {
        using ZipArchive package = Open(id, "nupkg");
        foreach (string framework in frameworks)
        {
            using var documentation = new MemoryStream(Read(package, $"lib/{framework}/{id}.xml"));

            string[] members = [.. XDocument.Load(documentation).Descendants("member").Select(member => member.Attribute("name")!.Value)];

            Assert.Contains(type, members);
            Assert.Contains(members, member => member.StartsWith(method, StringComparison.Ordinal));
        }
    }

    private static void AssertBringsAnalyzers(XElement dependency)
    {
        foreach (string assets in new[] { "Analyzers", "Build", "BuildTransitive" })
        {
            string[] included = (dependency.Attribute("include")?.Value ?? "All").Split(',');
            Assert.True(included.Contains("All") || included.Contains(assets), $"{assets} are not in {string.Join(",", included)}.");
            Assert.DoesNotContain(assets, (dependency.Attribute("exclude")?.Value ?? "").Split(','));
        }
    }

    private static string[] Entries(ZipArchive package) =>
        [.. package.Entries
            .Select(entry => entry.FullName)
            // What the container format itself needs.
            .Where(name => name != "[Content_Types].xml" && !name.StartsWith("_rels/", StringComparison.Ordinal) && !name.StartsWith("package/", StringComparison.Ordinal))
            .Order(StringComparer.Ordinal)];

    private static XElement Metadata(ZipArchive package, string id)
    {
        using var nuspec = new MemoryStream(Read(package, id + ".nuspec"));
        return XDocument.Load(nuspec).Root!.Elements().Single(element => element.Name.LocalName == "metadata");
    }

    private static XElement? Child(XElement element, string name) => element.Elements().SingleOrDefault(child => child.Name.LocalName == name);

    private static string Value(XElement metadata, string name) => Child(metadata, name)?.Value ?? throw new Xunit.Sdk.XunitException($"The nuspec has no <{name}>.");

    private static byte[] Read(ZipArchive package, string name)
    {
        using Stream content = package.GetEntry(name)!.Open();
        using var copy = new MemoryStream();
        content.CopyTo(copy);
        return copy.ToArray();
    }

    private ZipArchive Open(string id, string extension) => ZipFile.OpenRead(packed.PathOf($"{id}.{packed.Version}.{extension}"));
}
