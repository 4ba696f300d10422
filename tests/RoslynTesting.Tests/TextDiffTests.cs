using Microsoft.CodeAnalysis.Testing;

namespace StreamTuning.RoslynTesting;

public class TextDiffTests
{
    [Fact]
    public void Equal_texts_have_no_diff() => Assert.Null(TextDiff.Describe("a\nb", "a\nb"));

    [Fact]
    public void A_changed_line_is_shown_with_its_surroundings_only()
    {
        string expected = string.Join('\n', Enumerable.Range(1, 20));
        string actual = expected.Replace("\n10\n", "\nten\n");

        string? diff = TextDiff.Describe(expected, actual);

        Assert.Equal("- expected, + actual:|  ...|  8|  9|- 10|+ ten|  11|  12", diff?.ReplaceLineEndings("|"));
    }

    [Fact]
    public void Added_and_removed_lines_are_shown()
    {
        Assert.Equal("- expected, + actual:|- a|  b|+ c|  ", TextDiff.Describe("a\nb\n", "b\nc\n")?.ReplaceLineEndings("|") + "|  ");
    }

    [Fact]
    public void A_missing_last_line_end_is_shown()
    {
        Assert.Contains("(no line end)", TextDiff.Describe("a\n", "a"));
    }
}
