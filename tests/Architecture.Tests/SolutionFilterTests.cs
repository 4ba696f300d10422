using System.Text.Json;

namespace StreamTuning.Architecture.Tests;

/// <summary>The solution filter opens what is in <c>src</c> and its own tests, and nothing else.</summary>
public sealed class SolutionFilterTests
{
    private const string Filter = "src/StreamTuning.slnf";
    private const string Architecture = "tests/Architecture.Tests/";

    [Fact]
    public void It_has_the_product_and_its_own_tests()
    {
        string[] product = [.. ProjectsIn("src")];
        string[] tests =
        [
            .. ProjectsIn("tests").Where(test =>
                test.StartsWith(Architecture, StringComparison.Ordinal) || product.Any(project => IsOf(project, test))),
        ];

        using var filter = JsonDocument.Parse(File.ReadAllText(Path.Combine(Sources.Root, Filter)));
        JsonElement solution = filter.RootElement.GetProperty("solution");
        string[] listed = [.. solution.GetProperty("projects").EnumerateArray().Select(project => project.GetString()!)];

        Assert.Equal("../StreamTuning.slnx", solution.GetProperty("path").GetString());
        Assert.Equal([.. product, .. tests], listed);
    }

    /// <summary>Whether a test project is named after a project: <c>tests/Runtime.Tests.NetStandard</c> tests <c>src/Runtime</c>.</summary>
    private static bool IsOf(string project, string test) =>
        $"{test.Split('/')[1]}.".StartsWith($"{project.Split('/')[1]}.Tests.", StringComparison.Ordinal);

    private static IEnumerable<string> ProjectsIn(string folder) => Directory
        .EnumerateFiles(Path.Combine(Sources.Root, folder), "*.csproj", SearchOption.AllDirectories)
        .Select(path => Path.GetRelativePath(Sources.Root, path).Replace('\\', '/'))
        .Order(StringComparer.Ordinal);
}
