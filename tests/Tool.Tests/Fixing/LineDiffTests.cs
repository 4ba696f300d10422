using System.Globalization;
using System.Text.RegularExpressions;
using StreamTuning.Tool.Fixing;
using Xunit.Abstractions;

namespace StreamTuning.Tool.Tests.Fixing;

public sealed class LineDiffTests(ITestOutputHelper output)
{
    [Fact]
    public void Equal_texts_have_no_difference() => Assert.Empty(LineDiff.Unified("a\nb\n", "a\nb\n"));

    [Fact]
    public void A_hunk_has_context_and_says_where_a_line_end_is_missing() =>
        Assert.Equal(
            ["@@ -2,4 +2,4 @@", " b", " c", " d", "-e", "\\ No newline at end of file", "+E"],
            LineDiff.Unified("a\nb\nc\nd\ne", "a\nb\nc\nd\nE\n"));

    [Fact]
    public void Applying_a_difference_gives_the_new_text()
    {
        int seed = Random.Shared.Next();
        output.WriteLine($"Seed: {seed}");
        var random = new Random(seed);
        for (int round = 0; round < 500; round++)
        {
            string[] before = RandomLines(random, 40);
            List<string> after = [.. before];
            for (int change = random.Next(8); change > 0; change--)
            {
                int at = random.Next(after.Count + 1);
                if (random.Next(2) == 0 || at == after.Count)
                {
                    after.Insert(at, RandomLines(random, 2).FirstOrDefault("x\n"));
                }
                else
                {
                    after.RemoveAt(at);
                }
            }

            string[] diff = [.. LineDiff.Unified(string.Concat(before), string.Concat(after))];

            Assert.True(string.Concat(after) == Apply(before, diff), $"Seed {seed}, round {round}:\n{string.Join('\n', diff)}");
        }
    }

    private static string[] RandomLines(Random random, int maximum) => [.. Enumerable.Range(0, random.Next(maximum)).Select(_ => $"{(char)('a' + random.Next(6))}\n")];

    private static string Apply(string[] before, string[] diff)
    {
        var result = new List<string>();
        int read = 0;
        foreach (string line in diff)
        {
            if (Regex.Match(line, @"^@@ -(\d+),(\d+) \+\d+,\d+ @@$") is { Success: true } header)
            {
                int start = int.Parse(header.Groups[1].Value, CultureInfo.InvariantCulture) - (header.Groups[2].Value == "0" ? 0 : 1);
                result.AddRange(before[read..start]);
                read = start;
            }
            else if (line[0] == '+')
            {
                result.Add(line[1..] + "\n");
            }
            else
            {
                Assert.Equal(before[read], line[1..] + "\n");
                read++;
                if (line[0] == ' ')
                {
                    result.Add(line[1..] + "\n");
                }
            }
        }

        return string.Concat([.. result, .. before[read..]]);
    }
}
