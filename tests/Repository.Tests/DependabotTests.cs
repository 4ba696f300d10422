using System.Text.RegularExpressions;
using YamlDotNet.RepresentationModel;

namespace StreamTuning.RepositoryTests;

/// <summary>The updates of dependencies look where there are dependencies, and leave alone those that stay old on purpose.</summary>
public sealed partial class DependabotTests
{
    private static readonly YamlNode[] _updates = [.. RepositoryFiles.Yaml(".github/dependabot.yml").Get("updates").List()];

    [Theory]
    [InlineData("nuget", "Directory.Packages.props")]
    [InlineData("npm", "package-lock.json")]
    [InlineData("github-actions", ".github/workflows")]
    public void Every_folder_has_what_is_updated(string ecosystem, string file)
    {
        YamlNode update = _updates.Single(one => one.Get("package-ecosystem")!.ToString() == ecosystem);

        Assert.All(
            update.Get("directories")?.List() ?? [update.Get("directory")!],
            folder => Assert.True(RepositoryFiles.Exists(Path.Combine(folder.ToString().TrimStart('/'), file)), folder.ToString()));
    }

    /// <summary>Of the packages that users get as dependencies, or whose assemblies load the analyzers, the oldest is the one that is supported.</summary>
    [Fact]
    public void The_oldest_supported_versions_stay()
    {
        string[] referenced =
        [
            .. RepositoryFiles.In("src", "*.csproj").SelectMany(project => Reference().Matches(RepositoryFiles.Text(project))).Select(match => match.Groups[1].Value)
                .Except(["DiffPlex", "MathNet.Numerics", "Microsoft.Extensions.FileSystemGlobbing", "Spectre.Console", "System.CommandLine"]) // Of the tool, which brings its dependencies along.
                .Append("System.Collections.Immutable") // As old as the oldest Roslyn.
                .Distinct()
                .Order(StringComparer.Ordinal),
        ];

        Assert.Equal(
            referenced,
            _updates.Single(one => one.Get("package-ecosystem")!.ToString() == "nuget").Get("ignore").List().Select(ignored => ignored.Get("dependency-name")!.ToString()).Order(StringComparer.Ordinal));
    }

    [GeneratedRegex("<PackageReference Include=\"([^\"]+)\"")]
    private static partial Regex Reference();
}
