using System.Xml.Linq;
using Microsoft.CodeAnalysis;
using StreamTuning.Docs;

namespace StreamTuning.Analyzers.Tests.Tables;

/// <summary>The generator, on rules and options of its own.</summary>
public sealed class GeneratorTests
{
    private const string Text = "before\n<!-- begin generated rows -->\nold\n<!-- end generated rows -->\nafter\n";

    private static readonly Rule First = new(1901, "First", DiagnosticSeverity.Info, "The first", "First", "First.", "Once as fast", onlyForWindows: true);
    private static readonly Rule Second = new(2901, "Second", DiagnosticSeverity.Warning, "The second", "Second", "Second.", "Twice as fast", runtimeFix: "Do it twice", roundTrips: true);
    private static readonly Rule Both = new(
        2903, "Both", DiagnosticSeverity.Warning, "The one with both", "Both", "Both.", "As fast", runtimeFix: "Do it twice",
        plainFix: "Do it, slowly", fixesOneByOne: RuleFixes.Plain);

    private static readonly Rule Later = new(2902, "Later", DiagnosticSeverity.Warning, "The later", "Later", "Later.", "As fast", since: "0.2");
    private static readonly Rule Latest = new(1902, "Latest", DiagnosticSeverity.Info, "The latest", "Latest", "Latest.", "As fast", roundTrips: true, since: "0.10");
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
            | Rule | Title | Area | Severity | Fixes |
            |---|---|---|---|---|
            | [STRM1901](pages/STRM1901.md) | The first | Copying | Off | none |
            | [STRM2901](pages/STRM2901.md) | The second | Temp | Warning | StreamTuning library |
            """.ReplaceLineEndings("\n"),
            MarkdownTables.OfRules([First, Second], "pages/"));

    [Fact]
    public void Page_names_the_fixes_as_the_editor_does()
    {
        Assert.EndsWith("\n| Fixes | none |", MarkdownTables.HeaderOf(First));
        Assert.EndsWith(
            "\n| Fixes | StreamTuning library: **Do it twice**; plain .NET code, [one by one](../faq.md): **Do it, slowly** |",
            MarkdownTables.HeaderOf(Both));
    }

    [Fact]
    public void Options_are_shown_to_the_rules_that_read_them()
    {
        Assert.EndsWith("\n```", MarkdownTables.ConfigurationOf(First, [Option]));
        Assert.EndsWith(
            "\n| `stream_tuning.size_of_it` | whole number, bytes | 5 | 1 to 9 | The size. |\n\nFor this rule only: `stream_tuning.STRM2901.size_of_it`.",
            MarkdownTables.ConfigurationOf(Second, [Option, List]));
        Assert.EndsWith(
            "\n| `stream_tuning.things` | list of texts | none | any text, separated by commas | The things. |\n\nFor this rule only: `stream_tuning.STRM1901.things`.",
            MarkdownTables.ConfigurationOf(First, [Option, List]));
    }

    [Fact]
    public void Severity_is_set_in_the_words_of_editorconfig() =>
        Assert.Contains("dotnet_diagnostic.STRM1901.severity = suggestion", MarkdownTables.ConfigurationOf(First, []));

    [Fact]
    public void Shipped_rules_are_left_out_of_the_unshipped()
    {
        Assert.EndsWith("\nSTRM2901 | StreamTuning.Temp | Warning | Second", MarkdownTables.OfUnshippedRules([First, Second], "## Release 1.0\nSTRM1901 | StreamTuning.Copying | Info | First\n"));
        Assert.Equal("", MarkdownTables.OfUnshippedRules([First], "STRM1901 | StreamTuning.Copying | Info | First"));
    }

    [Fact]
    public void Categories_are_shown_with_their_switches() =>
        Assert.EndsWith(
            "\n| `StreamTuning.Copying` | `StreamTuningModeCopying` | STRM1901 to STRM1902 |\n| `StreamTuning.Temp` | `StreamTuningModeTemp` | STRM2901 |",
            MarkdownTables.OfCategories([First, Latest, Second]));

    [Fact]
    public void Levels_are_shown_with_what_came_with_them() =>
        Assert.EndsWith(
            "\n| `0.1` | the first 2 |\n| `0.2` | [STRM2902](pages/STRM2902.md) |\n| `0.10` | [STRM1902](pages/STRM1902.md) |",
            MarkdownTables.OfLevels([First, Latest, Second, Later], "pages/"));

    [Fact]
    public void Presets_are_chosen_from_tables_in_order()
    {
        Rule[] rules = [First, Latest, Second, Later];
        var tables = XElement.Parse(Assert.Single(PresetFiles.Of(rules)).Update(null));

        Assert.Equal(["Copying", "Temp"], Included("_StreamTuningCategory"));
        Assert.Equal(["0.1", "0.2", "0.10"], Included("_StreamTuningVersion"));
        Assert.Equal(["STRM1901", "STRM1902", "STRM2901", "STRM2902"], Included("_StreamTuningRule"));
        Assert.Equal(["Copying", "Copying", "Temp", "Temp"], OfRules("Category"));
        Assert.Equal(["0.1", "0.10", "0.1", "0.2"], OfRules("Since"));
        Assert.Equal(["true", "false", "false", "false"], OfRules("OnlyForWindows"));

        IEnumerable<string> Included(string item) => tables.Descendants(item).Select(element => element.Attribute("Include")!.Value);

        IEnumerable<string> OfRules(string metadata) => tables.Descendants("_StreamTuningRule").Select(rule => rule.Attribute(metadata)!.Value);
    }

    [Fact]
    public void Severity_is_that_while_nobody_says_where_files_live()
    {
        Assert.EndsWith("\n| [STRM2901](pages/STRM2901.md) | Warning | Warning | Suggestion |", MarkdownTables.OfStorage([First, Latest, Second], "pages/"));
        Assert.Contains(
            "\n| Default severity | Suggestion |\n" +
            "| [Severity by storage](../configuration.md#where-the-files-live) | `Share`: Warning, `Local`: Suggestion |\n",
            MarkdownTables.HeaderOf(Latest));
        Assert.Contains("\n| Default severity | Off |\n| Severity in projects that target Windows | Suggestion |\n", MarkdownTables.HeaderOf(First));
        Assert.DoesNotContain("storage", MarkdownTables.HeaderOf(Later));
        Assert.Contains("STRM1902 | StreamTuning.Copying | Warning | Latest", MarkdownTables.OfUnshippedRules([Latest], ""));
        Assert.Contains("STRM1901 | StreamTuning.Copying | Disabled | First", MarkdownTables.OfUnshippedRules([First], ""));
    }

    [Fact]
    public void Files_that_nothing_generates_are_left_over()
    {
        GeneratedFile[] generated = [.. PresetFiles.Of([First])];
        string gone = PresetFiles.Folder + "/STRM1999.globalconfig";

        Assert.Equal([gone], GeneratedFiles.LeftOver(generated, folder => [gone, .. generated.Select(file => file.Path).Where(path => path.StartsWith(folder + "/", StringComparison.Ordinal))]));
        Assert.Empty(GeneratedFiles.LeftOver(generated, _ => []));
    }

    [Fact]
    public void Whole_files_are_made_and_regions_are_not()
    {
        Assert.Equal("all of it", new WholeFile("a", "all of it").Update(null));
        Assert.Equal("all of it", new WholeFile("a", "all of it").Update("something else"));
        Assert.Contains("no such file", Assert.Throws<FormatException>(() => new FileWithRegions("a", ("rows", "new")).Update(null)).Message);
    }
}
