using System.Text.RegularExpressions;

namespace StreamTuning.PackageTests.Setup;

/// <summary>A page of docs/start, done as its reader would: files are saved, commands run, and what they say is compared with what the page says they do.</summary>
internal sealed partial class Guide(string page, ScratchFolder scratch, string version)
{
    /// <summary>The versions of packages that are not ours.</summary>
    private static readonly string _otherVersions = File.ReadAllText(Path.Combine(PackedPackages.RepositoryRoot, "Directory.Packages.props"));

    private string _directory = ".";
    private string _output = "";
    private string[] _expected = [];

    public async Task FollowAsync()
    {
        Block[] blocks = [.. Fenced().Matches(File.ReadAllText(page)).Select(match => new Block(match.Groups["language"].Value, match.Groups["content"].Value))];
        for (int i = 0; i < blocks.Length; i++)
        {
            switch (blocks[i].Language)
            {
                case "csharp":
                    Save(FileNameIn().Match(blocks[i].Content) is { Success: true } name ? name.Groups["name"].Value : throw Wrong(blocks[i], "does not begin with the name of its file"), blocks[i].Content);
                    break;
                case "xml":
                    Save("Directory.Build.props", blocks[i].Content);
                    break;
                case "sh":
                    _expected = i + 1 < blocks.Length && blocks[i + 1].Language == "text" ? blocks[i + 1].Content.Split('\n', StringSplitOptions.RemoveEmptyEntries) : [];
                    await RunAsync(blocks[i]);
                    break;
                case "diff":
                    Compare(blocks[i]);
                    break;
                case "text" when i > 0 && blocks[i - 1].Language == "sh":
                    break;
                default:
                    throw Wrong(blocks[i], "is nothing that a reader can do");
            }
        }
    }

    private void Save(string file, string text) => scratch.Add(Path.Combine(_directory, file), text);

    private async Task RunAsync(Block commands)
    {
        _output = "";
        bool builds = false;
        foreach (string command in commands.Content.Split('\n', StringSplitOptions.RemoveEmptyEntries))
        {
            string[] words = [.. Word().Matches(command).Select(match => match.Value.Trim('"'))];
            switch (words)
            {
                case ["cd", var directory]:
                    _directory = Path.Combine(_directory, directory);
                    break;
                // What serves until it is stopped, and what asks it. To npx the package has to be named, as its command has another name.
                case ["npx", "--package", "azurite", "azurite-blob", ..]:
                case ["curl", ..]:
                case ["dotnet", "run", "--urls", ..]:
                    break;
                case ["dotnet", "add", "package", var id]:
                    await TryAsync([.. words[1..], "--version", VersionOf(id)]);
                    break;
                case ["dotnet", .. var arguments]:
                    builds |= arguments[0] == "build";
                    await TryAsync(arguments);
                    break;
                default:
                    throw Wrong(commands, $"has a command that nobody knows: {command}");
            }
        }

        foreach (string line in _expected)
        {
            Assert.Contains(line, _output, StringComparison.Ordinal);
        }

        if (builds)
        {
            string[] surplus = [.. Finding().Matches(_output).Select(match => match.Value).Where(found => !_expected.Any(line => line.Contains(found, StringComparison.Ordinal)))];
            Assert.True(surplus.Length == 0, $"{page} does not tell of {string.Join(", ", surplus)}:\n{_output}");
        }

        async Task TryAsync(string[] arguments)
        {
            (int exitCode, string output) = await scratch.TryDotNetAsync(_directory, arguments);
            _output += output;
            bool fails = _expected.Any(line => line.Contains(": error ", StringComparison.Ordinal));
            Assert.True(exitCode == 0 != fails, $"'dotnet {string.Join(' ', arguments)}' of {page} ended with {exitCode}:\n{output}");
        }
    }

    /// <summary>The lines that a fix has written are there, and those it has replaced are not.</summary>
    private void Compare(Block diff)
    {
        string[] lines = [.. scratch.Files(_directory, "*.cs").SelectMany(file => file.Split('\n')).Select(line => line.TrimEnd('\r'))];
        foreach (string line in diff.Content.Split('\n', StringSplitOptions.RemoveEmptyEntries))
        {
            if (line[0] == '+')
            {
                Assert.Contains(line[1..], lines);
            }
            else
            {
                Assert.Equal('-', line[0]);
                Assert.DoesNotContain(line[1..], lines);
            }
        }
    }

    private string VersionOf(string id) =>
        id.StartsWith("StreamTuning", StringComparison.Ordinal) ? version : Regex.Match(_otherVersions, $"Include=\"{Regex.Escape(id)}\" Version=\"([^\"]+)\"").Groups[1].Value;

    private InvalidDataException Wrong(Block block, string what) => new($"{page}: a block of '{block.Language}' {what}:\n{block.Content}");

    [GeneratedRegex(@"^```(?<language>\w+)\r?\n(?<content>.*?)^```\r?$", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex Fenced();

    [GeneratedRegex(@"^// (?<name>\w+\.cs)\r?\n")]
    private static partial Regex FileNameIn();

    [GeneratedRegex("""("[^"]*"|\S)+""")]
    private static partial Regex Word();

    [GeneratedRegex(@"\w+\.cs\(\d+,\d+\): (warning|error) STRM\d+")]
    private static partial Regex Finding();

    private sealed record Block(string Language, string Content);
}
