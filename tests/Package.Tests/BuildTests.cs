using StreamTuning.PackageTests.Setup;

namespace StreamTuning.PackageTests;

/// <summary>Kinds of builds: with generated files on the disk, parallel by one compiler server, and incremental.</summary>
[Collection(PackageCollection.Name)]
[Trait(Suite.Name, Suite.Slow)]
public sealed class BuildTests(PackedPackages packed)
{
    private const int Projects = 12;

    [Fact]
    public Task Files_that_generators_write_change_nothing() => packed.InScratchAsync(async scratch =>
    {
        // The generators of regular expressions and of JSON are part of the SDK.
        scratch
            .AddProject(
                "App.csproj",
                "net10.0",
                ["StreamTuning"],
                "<CompilerGeneratedFilesOutputPath>Generated</CompilerGeneratedFilesOutputPath>",
                """<Compile Remove="Generated/**" />""")
            .Add("PhotoStore.cs", Sources.PhotoStore)
            .Add("Generators.cs", """
                using System.Text.Json.Serialization;
                using System.Text.RegularExpressions;

                namespace Photos;

                public sealed record Photo(string Name, byte[] Content);

                [JsonSerializable(typeof(Photo))]
                public sealed partial class PhotoContext : JsonSerializerContext;

                public static partial class Names
                {
                    [GeneratedRegex("^[a-z]+$")]
                    public static partial Regex Valid();
                }

                """);
        IReadOnlyList<Reported> expected = Reported.Expected("PhotoStore.cs", Sources.PhotoStore);

        string with = await scratch.DotNetAsync("build", "App.csproj", "-p:EmitCompilerGeneratedFiles=true");

        Assert.True(Directory.EnumerateFiles(Path.Combine(scratch.Path, "Generated"), "*.cs", SearchOption.AllDirectories).Count() > 2);
        Assert.Equal(expected, Reported.Parse(with));
        Assert.Equal(expected, scratch.ErrorLog("App.csproj"));
    });

    [Fact]
    public Task A_solution_of_many_projects_builds_in_parallel_and_again_only_what_has_changed() => packed.InScratchAsync(async scratch =>
    {
        AddSolution(scratch);
        // The server of the tests compiles several projects at the same time, and keeps the analyzers from build to build.
        string[] build = ["build", "All.slnx", "-m:8"];
        string all = await scratch.DotNetAsync(build);

        Assert.Equal(Expected(Enumerable.Range(0, Projects)), Reported.Parse(all));
        Assert.DoesNotContain("AD0001", all, StringComparison.Ordinal);
        Assert.Equal(Expected([Projects - 1]), scratch.ErrorLog(Project(Projects - 1)));

        // A project is compiled again when a file or an option of it changes; those that depend on it are not, as its surface is what it was.
        scratch
            .Add(File(3), "// Changed.\n" + Source(3))
            .Add("P5/.editorconfig", "[*.cs]\ndotnet_diagnostic.STRM1001.severity = none\n");
        string changed = await scratch.DotNetAsync([.. build, "--no-restore"]);

        Assert.Equal([new("STRM1001", "warning", "Copy3.cs", 9)], Reported.Parse(changed));
        Assert.DoesNotContain("AD0001", changed, StringComparison.Ordinal);
        Assert.Empty(scratch.ErrorLog(Project(5)));
    });

    /// <summary>Projects, each of which refers to two before it and has one violation.</summary>
    private static void AddSolution(ScratchFolder scratch)
    {
        for (int i = 0; i < Projects; i++)
        {
            IEnumerable<int> before = i == 0 ? [] : new[] { i - 1, i / 2 }.Where(other => other < i).Distinct();
            scratch
                .AddProject(Project(i), "net10.0", ["StreamTuning"], items: string.Join('\n', before.Select(other => $"""<ProjectReference Include="../P{other}/P{other}.csproj" />""")))
                .Add(File(i), Source(i));
        }

        scratch.AddSolution();
    }

    private static string Project(int i) => $"P{i}/P{i}.csproj";

    private static string File(int i) => $"P{i}/Copy{i}.cs";

    private static string Source(int i) => Sources.OneCopy($"Copy{i}");

    private static IEnumerable<Reported> Expected(IEnumerable<int> projects) =>
        projects.Select(i => Reported.Expected($"Copy{i}.cs", Source(i)).Single()).OrderBy(reported => reported.File, StringComparer.Ordinal);
}
