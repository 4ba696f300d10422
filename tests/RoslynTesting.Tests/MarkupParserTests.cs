using Microsoft.CodeAnalysis.Testing;

namespace StreamTuning.RoslynTesting;

public class MarkupParserTests
{
    [Theory]
    [InlineData("abc", "abc", "")]
    [InlineData("a[|b|]c", "abc", "[1..2)")]
    [InlineData("[||]", "", "[0..0)")]
    [InlineData("a{|ID1:b|}c", "abc", "ID1[1..2)")]
    [InlineData("a{|#0:b|}c", "abc", "#0[1..2)")]
    [InlineData("{|A:a[|b{|B:c|}|]|}", "abc", "A[0..3) [1..3) B[2..3)")]
    [InlineData("{|A:a|}{|A:b|}", "ab", "A[0..1) A[1..2)")]
    [InlineData("{|#0:a{|#1:b|#0}c|#1}", "abc", "#0[0..2) #1[1..3)")]
    [InlineData("{|#0:{|#1:b|}|#0}", "b", "#0[0..1) #1[0..1)")]
    [InlineData("a$$b$$", "ab", "$1 $2")]
    [InlineData("a[|$$b|]", "ab", "$1 [1..2)")]
    [InlineData("{ | a || b | }", "{ | a || b | }", "")]
    [InlineData("{|no name|", "{|no name|", "")]
    [InlineData("$\"{x}|#a\"", "$\"{x}|#a\"", "")]
    [InlineData("[\r\n[|\r\n|]]", "[\r\n\r\n]", "[3..5)")]
    public void Marks_are_read(string source, string text, string marks)
    {
        var markup = MarkupParser.Parse(source);

        Assert.Equal(text, markup.Text);
        Assert.Equal(marks, string.Join(' ', markup.Positions.Select(static position => $"${position}").Concat(markup.Spans.Select(static span => $"{span.Name}{span.Span}"))));
    }

    [Theory]
    [InlineData("a[|b", "The mark '[|' is not closed, at line 1, column 2")]
    [InlineData("{|ID:a", "The mark '{|ID' is not closed")]
    [InlineData("a\nb|]", "'|]' ends a mark that was not opened, at line 2, column 2")]
    [InlineData("a|}", "'|}' ends a mark that was not opened")]
    [InlineData("a|#0}", "'|#0}' ends a mark that was not opened")]
    [InlineData("[|a|}", "'|}' ends a mark, but the innermost open one began with '[|'")]
    [InlineData("[|{|A:a|]|}", "'|]' ends a mark, but the innermost open one began with '{|'")]
    [InlineData("{|#0:a|#1}", "'|#1}' ends a mark that was not opened")]
    [InlineData("{|#0:a|}{|#0:b|}", "The key '#0' is used twice")]
    public void Wrong_marks_throw(string source, string message)
    {
        Assert.Contains(message, Assert.Throws<FormatException>(() => MarkupParser.Parse(source)).Message);
    }

    [Fact]
    public void Positions_can_be_code()
    {
        Assert.Equal("$$[a]", MarkupParser.Parse("$$[[|a|]]", positionsAreCode: true).Text);
    }

    [Fact]
    public void Marks_put_into_random_text_are_found_again()
    {
        int seed = Random.Shared.Next();
        var random = new Random(seed);
        for (int round = 0; round < 200; round++)
        {
            string text = new([.. Enumerable.Range(0, random.Next(40)).Select(_ => "ab{}[]#: \r\n"[random.Next(11)])]);
            int start = random.Next(text.Length + 1);
            int end = random.Next(start, text.Length + 1);
            if (end > start && text[end - 1] == '[')
            {
                // It would open a mark together with the bar of the end.
                continue;
            }

            var markup = MarkupParser.Parse($"{text[..start]}{{|#0:{text[start..end]}|#0}}{text[end..]}");

            Assert.True(markup.Text == text && markup.Spans is [("#0", var span)] && span.Start == start && span.End == end, $"Seed {seed}, round {round}: {text}");
        }
    }
}
