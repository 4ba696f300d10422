using StreamTuning.PackageTests.Setup;

namespace StreamTuning.PackageTests;

/// <summary>The fixes as `dotnet format analyzers` applies them.</summary>
[Collection(PackageCollection.Name)]
[Trait(Suite.Name, Suite.Slow)]
public sealed class FormatTests(PackedPackages packed)
{
    [Fact]
    public Task A_solution_of_several_targets_with_and_without_the_runtime_is_fixed_until_stable_and_works() => packed.InScratchAsync(async scratch =>
    {
        string unfixable = Sources.OneLength("Length");
        const string Shared = """<Compile Include="../Shared/*.cs" />""";
        const string Program = "<OutputType>Exe</OutputType><UseAppHost>false</UseAppHost>";
        scratch
            .AddProject("Runtime/Runtime.csproj", "net10.0;net8.0", ["StreamTuning"], Program, Shared)
            .Add("Runtime/PhotoStore.cs", Sources.PhotoStore)
            .Add("Runtime/Program.cs", Sources.StoreProgram)
            // One part for each target.
            .Add("Runtime/Conditional.cs", $"#if NET10_0_OR_GREATER\n{Sources.OneCopy("Newer")}#else\n{Sources.OneLength("Older")}#endif\n")
            .AddProject("Plain/Plain.csproj", "net10.0", ["StreamTuning.Analyzers"], Program, Shared)
            .Add("Plain/PlainStore.cs", Sources.PhotoStore)
            .Add("Plain/Program.cs", Sources.StoreProgram)
            .Add("Plain/Length.cs", unfixable)
            .AddProject("Neither/Neither.csproj", "net10.0", [], items: """<ProjectReference Include="../Runtime/Runtime.csproj" />""")
            .Add("Neither/Store.cs", Sources.OneCopy("Store"))
            // Compiled by a project that has the runtime and by one that has not.
            .Add("Shared/Linked.cs", Sources.OneCopy("Linked").Replace("public static class", "internal static class"))
            .AddSolution();

        Assert.Equal(1, await scratch.FormatUntilStableAsync("All.slnx"));

        string output = await scratch.DotNetAsync("build", "All.slnx", "--no-restore");
        Assert.Equal(Reported.Expected("Length.cs", unfixable), Reported.Parse(output));
        Assert.DoesNotContain(": warning CS", output);
        // Each project gets the best form that it has, whichever finding the tool happens to take first.
        Assert.Equal(WithRuntime(Sources.PhotoStore), scratch["Runtime/PhotoStore.cs"]);
        Assert.Contains("photo.CopyToFile(file);", scratch["Runtime/Conditional.cs"]);
        Assert.Contains("source.CopyToFile(file);", scratch["Runtime/Conditional.cs"]);
        Assert.Equal(WithoutRuntime(Sources.PhotoStore), WithoutSeparators(scratch["Plain/PlainStore.cs"]));
        Assert.Contains("photo.CopyTo(file, 1048576);", WithoutSeparators(scratch["Shared/Linked.cs"]));
        Assert.Equal(unfixable, scratch["Plain/Length.cs"]);
        Assert.Equal(Sources.OneCopy("Store"), scratch["Neither/Store.cs"]);
        foreach (string program in new[] { "Runtime", "Plain" })
        {
            Assert.Equal(Sources.StoreProgram, scratch[program + "/Program.cs"]);
            Assert.Equal(Sources.StoreOutput, (await scratch.DotNetAsync("run", "--project", program, "--framework", "net10.0", "--no-build")).Trim());
        }
    });

    internal static string WithRuntime(string photoStore) => photoStore
        .Replace("using System.Threading.Tasks;\n", "using System.Threading.Tasks;\nusing StreamTuning;\n")
        .Replace("photo.CopyToAsync(file, cancellationToken);", "photo.CopyToFileAsync(file, cancellationToken: cancellationToken);")
        .Replace("photo.CopyTo(file);", "photo.CopyToFile(file);")
        .Replace("source.CopyToAsync(file, 1_048_576)", "source.CopyToFileAsync(file)");

    internal static string WithoutRuntime(string photoStore) => WithoutSeparators(photoStore)
        .Replace("photo.CopyToAsync(file, cancellationToken)", "photo.CopyToAsync(file, 1048576, cancellationToken)")
        .Replace("photo.CopyTo(file)", "photo.CopyTo(file, 1048576)")
        .Replace("            await source.", """
                        if (source.CanSeek)
                        {
                            file.SetLength(source.Length);
                        }

                        await source.
            """)
        .Replace(".ConfigureAwait(false);\n", ".ConfigureAwait(false);\n            file.SetLength(file.Position);\n");

    internal static string WithoutSeparators(string source) => source.Replace("1_048_576", "1048576");
}
