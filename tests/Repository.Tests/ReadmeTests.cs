namespace StreamTuning.RepositoryTests;

/// <summary>The README tells how to build the packages until they are published.</summary>
public sealed class ReadmeTests
{
    private const string Pack = "dotnet pack -c Release -o artifacts/packages";

    [Fact]
    public void Packages_of_a_clone_are_built_as_those_of_a_release()
    {
        Assert.Contains($"\n{Pack}\n", RepositoryFiles.Text("README.md"));
        Assert.Contains($"run: {Pack}\n", RepositoryFiles.Text(".github/workflows/release.yml"));
    }

    [Fact]
    public void The_folder_of_the_packages_is_the_source_that_is_added() =>
        Assert.Contains($"dotnet nuget add source \"$PWD/{Pack.Split(' ')[^1]}\" ", RepositoryFiles.Text("README.md"));
}
