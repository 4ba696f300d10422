using Microsoft.CodeAnalysis;
using StreamTuning.Docs;

namespace StreamTuning.Analyzers.Tests.Tables;

/// <summary>The generator, on rules and options of its own.</summary>
public sealed class GeneratorTests
{
    private const string Text = "before\n<!-- begin generated rows -->\nold\n<!-- end generated rows -->\nafter\n";

    private static readonly Rule First = new(1901, "First", DiagnosticSeverity.Info, RuleFixes.None, "The first", "First", "First.");
    private static readonly Rule Second = new(2901, "Second", DiagnosticSeverity.Warning, RuleFixes.Runtime, "The second", "Second", "Second.");
    private static readonly ListOption List = new("things", "texts", "any text", _ => true, "The things.", First);
    private static readonly Int32Option Option = new("size_of_it", "bytes", 5, 1, 9, "The size.", Second);

    [Fact]
    public void Region_is_replaced_and_the_rest_kept() =>
        Assert.Equal("before\n<!-- begin generated rows -->\nnew\nlines\n<!-- end generated rows -->\nafter\n", MarkedRegion.Replace(Text, "rows", "new\nlines"));

    [Fact]
    public void Region_is_found_behind_another_comment_sign_and_with_other_line_ends() =>
        Assert.Equal("; <!-- begin generated a -->\nnew\n; <!-- end generated a -->", MarkedRegion.Replace("; <!-- begin generated a -->\r\n; <!-- end generated a -->", "a", "new"));

    [Theory]
    [InlineData("no markers")]
    [InlineData("<!-- begin generated rows -->\nno end")]
    [InlineData("<!-- end generated rows -->\n<!-- begin generated rows -->")]
    [InlineData(Text + Text)]
    public void Region_that_is_not_there_once_is_an_error_that_names_it(string text) =>
        Assert.Contains("rows", Assert.Throws<FormatException>(() => MarkedRegion.Replace(text, "rows", "new")).Message);

    [Fact]
    public void Rules_become_rows() =>
        Assert.Equal(
            """
            | Rule | Finds | Area | Severity | Fixes |
            | --- | --- | --- | --- | --- |
            | [STRM1901](pages/STRM1901.md) | The first | Copying | Suggestion | none |
            | [STRM2901](pages/STRM2901.md) | The second | Temp | Warning | StreamTuning runtime |
            """.ReplaceLineEndings("\n"),
            MarkdownTables.OfRules([First, Second], "pages/"));

    [Fact]
    public void Options_are_shown_to_the_rules_that_read_them()
    {
        Assert.Equal("This rule has no options.", MarkdownTables.OfOptions(First, [Option]));
        Assert.EndsWith(
            "\n| `stream_tuning.size_of_it` | `stream_tuning.STRM2901.size_of_it` | whole number, bytes | 5 | 1 to 9 | The size. |",
            MarkdownTables.OfOptions(Second, [Option, List]));
        Assert.EndsWith(
            "\n| `stream_tuning.things` | `stream_tuning.STRM1901.things` | list of texts | none | any text, separated by commas | The things. |",
            MarkdownTables.OfOptions(First, [Option, List]));
    }

    [Fact]
    public void Severity_is_set_in_the_words_of_editorconfig() =>
        Assert.Contains("dotnet_diagnostic.STRM1901.severity = suggestion", MarkdownTables.SeverityBlockOf(First));

    [Fact]
    public void Shipped_rules_are_left_out_of_the_unshipped()
    {
        Assert.EndsWith("\nSTRM2901 | StreamTuning.Temp | Warning | Second", MarkdownTables.OfUnshippedRules([First, Second], "## Release 1.0\nSTRM1901 | StreamTuning.Copying | Info | First\n"));
        Assert.Equal("", MarkdownTables.OfUnshippedRules([First], "STRM1901 | StreamTuning.Copying | Info | First"));
    }
}
