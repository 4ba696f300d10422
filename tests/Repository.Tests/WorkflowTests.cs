using System.Text.RegularExpressions;
using YamlDotNet.RepresentationModel;

namespace StreamTuning.RepositoryTests;

/// <summary>The workflows of GitHub Actions: each step names commands, folders and scripts that exist here, and no job may do more than it must.</summary>
public sealed partial class WorkflowTests
{
    public static TheoryData<string> Workflows => [.. RepositoryFiles.In(".github/workflows")];

    public static TheoryData<string> CallsOfActions => [.. RepositoryFiles.In(".github/workflows"), "action.yml"];

    [Theory]
    [MemberData(nameof(Workflows))]
    public void Every_command_runs_here_too(string workflow)
    {
        Assert.All(Jobs(workflow).SelectMany(Steps).Select(step => step.Get("run")?.ToString()).OfType<string>(), command => Assert.Matches(Command(), command));
    }

    [Theory]
    [MemberData(nameof(Workflows))]
    public void Every_folder_and_script_exists(string workflow)
    {
        string[] paths = [.. Jobs(workflow).SelectMany(Steps).SelectMany(step => RepositoryPath().Matches(step.Get("run")?.ToString() ?? "")).Select(match => match.Value)];

        Assert.NotEmpty(paths);
        Assert.All(paths, path => Assert.True(RepositoryFiles.Exists(path), path));
    }

    [Theory]
    [MemberData(nameof(Workflows))]
    public void The_SDK_is_that_of_global_json(string workflow)
    {
        YamlNode[] setups = [.. Jobs(workflow).SelectMany(Steps).Where(step => step.Get("uses")?.ToString().StartsWith("actions/setup-dotnet@", StringComparison.Ordinal) == true)];

        Assert.NotEmpty(setups);
        Assert.All(setups, step => Assert.Equal([("global-json-file", "global.json")], step.Get("with").Pairs().Select(pair => (pair.Key, pair.Value.ToString()))));
        Assert.True(RepositoryFiles.Exists("global.json"));
    }

    /// <summary>A tag can be moved to other code; a commit cannot.</summary>
    [Theory]
    [MemberData(nameof(CallsOfActions))]
    public void Every_action_is_named_by_its_commit_and_version(string workflow) =>
        Assert.All(RepositoryFiles.Text(workflow).Split('\n').Where(line => line.Contains("uses:", StringComparison.Ordinal)), line => Assert.Matches(PinnedAction(), line.TrimEnd()));

    [Theory]
    [MemberData(nameof(Workflows))]
    public void Every_job_ends_by_itself(string workflow) =>
        Assert.All(Jobs(workflow), job => Assert.True(int.Parse(job.Get("timeout-minutes")!.ToString(), System.Globalization.CultureInfo.InvariantCulture) <= 120));

    [Theory]
    [MemberData(nameof(Workflows))]
    public void Only_the_jobs_that_publish_may_write(string workflow)
    {
        YamlMappingNode root = RepositoryFiles.Yaml(workflow);

        Assert.Equal([("contents", "read")], Permissions(root));
        Assert.Equal(
            workflow.EndsWith("/release.yml", StringComparison.Ordinal)
                ? ["publish: artifact-metadata", "publish: attestations", "publish: id-token", "release: contents"]
                : [],
            root.Get("jobs").Pairs().SelectMany(job => Permissions(job.Value).Where(permission => permission.Access == "write").Select(permission => $"{job.Key}: {permission.Scope}")).Order(StringComparer.Ordinal));
    }

    [Fact]
    public void The_page_of_the_scan_names_every_input_of_the_action() =>
        Assert.All(
            RepositoryFiles.Yaml("action.yml").Get("inputs").Pairs(),
            static input => Assert.Contains($"| `{input.Key}` | ", RepositoryFiles.Text("docs/scan.md")));

    [Fact]
    public void A_release_has_every_package() =>
        Assert.Equal(
            RepositoryFiles.Packages,
            PackageLine().Matches(RepositoryFiles.Text(".ci/check-packages")).Select(match => match.Groups[1].Value).Order(StringComparer.Ordinal));

    private static IEnumerable<YamlNode> Jobs(string workflow) => RepositoryFiles.Yaml(workflow).Get("jobs").Pairs().Select(job => job.Value);

    private static IEnumerable<YamlNode> Steps(YamlNode job) => job.Get("steps").List();

    private static IEnumerable<(string Scope, string Access)> Permissions(YamlNode node) =>
        node.Get("permissions").Pairs().Select(permission => (permission.Key, permission.Value.ToString()));

    /// <summary>A command of the SDK or a script, as root or not; or one that writes the release where it is published.</summary>
    [GeneratedRegex("""^(sudo (-E env "PATH=\$PATH" "HOME=\$HOME" )?)?(dotnet (build|test|pack|run|nuget push)|bash (\.ci|build)/\S+)( |$)|^gh release create """)]
    private static partial Regex Command();

    [GeneratedRegex(@"(?<=\s)(\.ci|build|src|tests|tools)/\S+")]
    private static partial Regex RepositoryPath();

    [GeneratedRegex("uses: [A-Za-z]+(?:/[a-z-]+)+@[0-9a-f]{40} # v[0-9]+(\\.[0-9]+)+$")]
    private static partial Regex PinnedAction();

    [GeneratedRegex(@"^(\S+)\.\$version\.nupkg$", RegexOptions.Multiline)]
    private static partial Regex PackageLine();
}
