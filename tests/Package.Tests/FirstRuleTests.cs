using System.Text.RegularExpressions;
using StreamTuning.PackageTests.Setup;

namespace StreamTuning.PackageTests;

/// <summary>The first rule of CONTRIBUTING.md, written in a copy of the repository as a newcomer would.</summary>
[Trait(Suite.Name, Suite.Slow)]
public sealed partial class FirstRuleTests : IDisposable
{
    private readonly string _copy = Directory.CreateTempSubdirectory("first-rule-").FullName;

    public void Dispose() => Directory.Delete(_copy, recursive: true);

    [Fact]
    public async Task The_steps_of_the_guide_give_a_rule_that_passes_its_tests()
    {
        await CopyRepositoryAsync();
        string guide = Section().Match(await File.ReadAllTextAsync(Path.Combine(Packing.RepositoryRoot, "CONTRIBUTING.md"))).Value;
        await using var compiler = new CompilerServer();
        string output = "";
        foreach (Match block in Block().Matches(guide))
        {
            string[] lines = [.. block.Groups["content"].Value.Split('\n').Select(line => line.Length > 3 ? line[3..] : "")];
            switch (block.Groups["language"].Value)
            {
                case "diff":
                    Change(lines[0], lines[1..]);
                    break;
                case "csharp":
                    await File.WriteAllLinesAsync(Path.Combine(_copy, lines[0]["// ".Length..]), lines[1..]);
                    break;
                case "sh":
                    output = await new DotNet(compiler: compiler).RunAsync(_copy, [.. lines[0].Split(' ').Skip(1)]);
                    break;
            }
        }

        Assert.Matches(@"Failed:\s+0, Passed:\s+3, Skipped:\s+0", output);
    }

    /// <summary>Adds the lines with a plus before the line that follows them.</summary>
    private void Change(string file, string[] change)
    {
        string path = Path.Combine(_copy, file);
        List<string> lines = [.. File.ReadAllLines(path)];
        var added = new List<string>();
        foreach (string line in change.Where(line => line.Length > 0))
        {
            if (line[0] == '+')
            {
                added.Add(line[1..]);
                continue;
            }

            int next = lines.IndexOf(line[1..]);
            Assert.True(next >= 0, $"{file} has no line '{line}'.");
            lines.InsertRange(next, added);
            added.Clear();
        }

        Assert.Empty(added);
        File.WriteAllLines(path, lines);
    }

    private async Task CopyRepositoryAsync()
    {
        (int exitCode, string files) = await DotNet.TryStartAsync("git", Packing.RepositoryRoot, "ls-files", "--cached", "--others", "--exclude-standard");
        Assert.Equal(0, exitCode);
        foreach (string file in files.Split(['\r', '\n'], StringSplitOptions.RemoveEmptyEntries).Where(file => File.Exists(Path.Combine(Packing.RepositoryRoot, file))))
        {
            string target = Path.Combine(_copy, file);
            Directory.CreateDirectory(Path.GetDirectoryName(target)!);
            File.Copy(Path.Combine(Packing.RepositoryRoot, file), target);
        }
    }

    [GeneratedRegex("^## Your first rule.*?(?=^## )", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex Section();

    [GeneratedRegex(@"^   ```(?<language>\w+)\n(?<content>.*?)^   ```$", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex Block();
}
