using System.Reflection;
using System.Xml.Linq;

namespace StreamTuning.Architecture.Tests;

/// <summary>Which project below <c>src</c> refers to which; nothing there refers to tests, samples, benchmarks or tools.</summary>
public sealed class ProjectArrowTests
{
    private static readonly string _sources = Path.Combine(
        typeof(ProjectArrowTests).Assembly
            .GetCustomAttributes<AssemblyMetadataAttribute>()
            .Single(attribute => attribute.Key == "RepositoryRoot").Value!,
        "src");

    /// <summary>Packages bring the analyzers along; that reference is none of the code.</summary>
    private static readonly Dictionary<string, string[]> _below = new()
    {
        ["Analyzers"] = [],
        ["CodeFixes"] = ["Analyzers"],
        ["Runtime"] = ["CodeFixes"],
        ["Runtime.AzureBlobs"] = ["Runtime"],
        ["Runtime.AspNetCore"] = ["Runtime"],
        ["Measuring"] = ["Runtime"],
        ["Tool"] = ["Analyzers", "CodeFixes", "Measuring", "Runtime.AzureBlobs"],
    };

    [Fact]
    public void Every_project_refers_to_those_below_it_only()
    {
        Dictionary<string, string[]> found = Directory.EnumerateFiles(_sources, "*.csproj", SearchOption.AllDirectories).ToDictionary(
            file => Path.GetFileName(Path.GetDirectoryName(file)!),
            file => XDocument.Load(file).Descendants("ProjectReference")
                .Select(reference => reference.Attribute("Include")?.Value)
                .OfType<string>()
                .Select(path => path.StartsWith("../", StringComparison.Ordinal) && path.Count(c => c == '/') == 2 ? path.Split('/')[1] : path)
                .Distinct()
                .ToArray());

        Assert.Equal(_below.Keys.Order(), found.Keys.Order());
        Assert.All(found, project => Assert.Subset(_below[project.Key].ToHashSet(), project.Value.ToHashSet()));
    }

    [Fact]
    public void No_line_of_the_measuring_library_is_longer_than_140_characters() => Assert.Empty(
        Directory.EnumerateFiles(Path.Combine(_sources, "Measuring"), "*.cs", SearchOption.AllDirectories)
            .SelectMany(file => File.ReadLines(file).Select((line, index) => (line, place: $"{file}({index + 1})")))
            .Where(each => each.line.Length > 140)
            .Select(each => each.place));
}
