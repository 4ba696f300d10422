using StreamTuning.PackageTests.Setup;

namespace StreamTuning.PackageTests;

/// <summary>Who gets warnings: whoever installs the package, and nobody behind them.</summary>
[Collection(PackageCollection.Name)]
[Trait(Suite.Name, Suite.Slow)]
public sealed class InstallationTests(PackedPackages packed)
{
    [Fact]
    public Task Only_the_project_that_references_the_package_gets_warnings() => packed.InScratchAsync(async scratch =>
    {
        string library = Sources.PhotoStore;
        // The same violations, and the proof that the runtime itself arrives.
        string behind = Sources.PhotoStore.Replace("namespace Photos", "namespace Behind") + """
            public static class UsesRuntime
            {
                public static Task<long> SaveAsync(Stream photo, string path) => StreamTuning.FileCopyExtensions.CopyToFileAsync(photo, path);
            }

            """;
        string version = "1.0.0-t" + packed.Version[^12..];
        scratch
            .AddProject("Library/Library.csproj", "net10.0", ["StreamTuning"], $"<Version>{version}</Version><Authors>Somebody</Authors>")
            .Add("Library/PhotoStore.cs", library)
            .AddProject("Behind/Behind.csproj", "net10.0", [], items: """<ProjectReference Include="../Library/Library.csproj" />""")
            .Add("Behind/Store.cs", behind)
            .AddSolution();

        string output = await scratch.DotNetAsync("build", "All.slnx");

        IReadOnlyList<Reported> expected = Reported.Expected("PhotoStore.cs", library);
        Assert.Equal(3, expected.Count);
        Assert.Equal(expected, Reported.Parse(output));
        Assert.Equal(expected, scratch.ErrorLog("Library/Library.csproj"));
        Assert.Empty(scratch.ErrorLog("Behind/Behind.csproj"));

        await scratch.DotNetAsync("pack", "Library", "--no-build", "-c", "Debug", "-o", packed.Feed);
        scratch
            .AddProject("Installed/Installed.csproj", "net10.0", [], items: $"""<PackageReference Include="Library" Version="{version}" />""")
            .Add("Installed/Store.cs", behind);

        output = await scratch.DotNetAsync("build", "Installed");

        Assert.Empty(Reported.Parse(output));
        Assert.Empty(scratch.ErrorLog("Installed/Installed.csproj"));
    });

    [Fact]
    public Task Libraries_for_net8_and_netstandard2_compile_against_the_runtime() => packed.InScratchAsync(async scratch =>
    {
        // C# 7.3, the default of netstandard2.0: no nullable annotations, no file-scoped namespace, no using declaration.
        const string Source = """
            using System;
            using System.IO;
            using System.IO.Pipelines;
            using System.Net.Http;
            using System.Security.Cryptography;
            using System.Threading;
            using System.Threading.Tasks;
            using StreamTuning;

            namespace Libraries
            {
                public static class Everything
                {
                    public static async Task<long> SaveAsync(Stream source, string path, CancellationToken cancellationToken)
                    {
                        using (var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256))
                        using (var file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.None, 4096, FileOptions.Asynchronous))
                        {
                            var options = new FileCopyOptions { LengthHint = 5, BlockSize = 65536, Depth = 1, Hash = hash, Progress = new Progress<long>() };
                            return await source.CopyToFileAsync(file, options, cancellationToken).ConfigureAwait(false);
                        }
                    }

                    public static long Replace(Stream source, string path)
                    {
                        return source.CopyToFile(path, new FileCopyOptions { ExactLength = 5, Replace = FileReplacement.Atomic });
                    }

                    public static Task<long> SaveAsync(Stream source, Stream target) { return source.CopyToFileAsync(target); }

                    public static Task<long> SaveAsync(HttpContent source, string path) { return source.CopyToFileAsync(path); }

                    public static Task<long> SaveAsync(PipeReader source, string path) { return source.CopyToFileAsync(path); }
                }
            }

            """;
        scratch
            .AddProject("Standard/Standard.csproj", "netstandard2.0", ["StreamTuning"], "<TreatWarningsAsErrors>true</TreatWarningsAsErrors>")
            .Add("Standard/Everything.cs", Source)
            .AddProject("Net8/Net8.csproj", "net8.0", ["StreamTuning"], "<TreatWarningsAsErrors>true</TreatWarningsAsErrors><IsAotCompatible>true</IsAotCompatible>")
            .Add("Net8/Everything.cs", Source)
            .AddSolution();

        await scratch.DotNetAsync("build", "All.slnx");

        Assert.Empty(scratch.ErrorLog("Standard/Standard.csproj"));
        Assert.Empty(scratch.ErrorLog("Net8/Net8.csproj"));
    });
}
