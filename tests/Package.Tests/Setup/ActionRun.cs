using System.Text.RegularExpressions;
using YamlDotNet.RepresentationModel;

namespace StreamTuning.PackageTests.Setup;

/// <summary>Runs the steps of <c>action.yml</c> as GitHub does: their commands by bash, and what another action gets is noted.</summary>
/// <param name="scratch">The folder that is the workspace of the job.</param>
/// <param name="given">The inputs that the workflow gives.</param>
internal sealed partial class ActionRun(ScratchFolder scratch, IReadOnlyDictionary<string, string> given)
{
    private readonly YamlMappingNode _action = Load();
    private readonly Dictionary<string, string> _outputs = [];

    /// <summary>The names of the steps that ran, each with its exit code.</summary>
    public List<(string Name, int ExitCode)> Steps { get; } = [];

    /// <summary>What the commands wrote.</summary>
    public string Output { get; private set; } = "";

    /// <summary>The inputs of the other action that is called; empty if it is not.</summary>
    public Dictionary<string, string> Uploaded { get; } = [];

    /// <summary>The summary of the job.</summary>
    public string Summary => File.ReadAllText(PathOf("summary"));

    public async Task RunAsync()
    {
        Directory.CreateDirectory(PathOf("."));
        File.WriteAllText(PathOf("summary"), "# Before\n");
        foreach (YamlMappingNode step in ((YamlSequenceNode)_action["runs"]["steps"]).Cast<YamlMappingNode>().Where(ShallRun))
        {
            string name = Text(step, "name")!;
            if (Text(step, "run") is not { } command)
            {
                foreach ((YamlNode key, YamlNode value) in (YamlMappingNode)step["with"])
                {
                    Uploaded.Add(key.ToString(), Expand(value.ToString()));
                }

                Steps.Add((name, 0));
                continue;
            }

            Assert.Equal("bash", Text(step, "shell"));
            // Inputs reach a command as variables: in its text they would be run.
            Assert.DoesNotContain("${{", command);
            var environment = new Dictionary<string, string>
            {
                ["RUNNER_TEMP"] = PathOf("."),
                ["GITHUB_STEP_SUMMARY"] = PathOf("summary"),
                ["GITHUB_OUTPUT"] = PathOf("output"),
            };
            foreach ((YamlNode key, YamlNode value) in step.Children.TryGetValue("env", out YamlNode? variables) ? (YamlMappingNode)variables : [])
            {
                environment.Add(key.ToString(), Expand(value.ToString()));
            }

            File.WriteAllText(PathOf("output"), "");
            (int exitCode, string output) = await scratch.TryBashAsync(command, environment);
            Steps.Add((name, exitCode));
            Output += output;
            foreach (string[] pair in File.ReadLines(PathOf("output")).Select(static line => line.Split('=', 2)))
            {
                _outputs[$"steps.{Text(step, "id")}.outputs.{pair[0]}"] = pair[1];
            }
        }
    }

    private static YamlMappingNode Load()
    {
        var yaml = new YamlStream();
        yaml.Load(new StringReader(File.ReadAllText(Path.Combine(PackedPackages.RepositoryRoot, "action.yml"))));
        return (YamlMappingNode)yaml.Documents.Single().RootNode;
    }

    private static string? Text(YamlMappingNode node, string key) => node.Children.TryGetValue(key, out YamlNode? value) ? value.ToString() : null;

    /// <summary>A condition is a conjunction of <c>always()</c> and comparisons with a literal.</summary>
    private bool ShallRun(YamlMappingNode step)
    {
        string[] parts = Text(step, "if")?.Split(" && ") ?? [];
        return (parts.Contains("always()") || Steps.All(static one => one.ExitCode == 0))
            && parts.Where(static part => part != "always()").All(part =>
            {
                Match comparison = Comparison().Match(part);
                Assert.True(comparison.Success, part);
                return (ValueOf(comparison.Groups[1].Value) == comparison.Groups[3].Value) == (comparison.Groups[2].Value == "==");
            });
    }

    private string Expand(string text) => Expression().Replace(text, match => ValueOf(match.Groups[1].Value));

    private string ValueOf(string name) =>
        name.StartsWith("inputs.", StringComparison.Ordinal)
            ? given.TryGetValue(name[7..], out string? value) ? value : _action["inputs"][name[7..]]["default"].ToString()
            : _outputs.GetValueOrDefault(name, "");

    private string PathOf(string file) => Path.GetFullPath(Path.Combine(scratch.Path, "runner", file));

    [GeneratedRegex(@"\$\{\{ ([\w.-]+) \}\}")]
    private static partial Regex Expression();

    [GeneratedRegex(@"^([\w.-]+) (==|!=) '([^']*)'$")]
    private static partial Regex Comparison();
}
