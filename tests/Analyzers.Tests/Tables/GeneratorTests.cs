using System.Xml.Linq;
using Microsoft.CodeAnalysis;
using StreamTuning.Docs;

namespace StreamTuning.Analyzers.Tests.Tables;

/// <summary>The generator, on rules and options of its own.</summary>
public sealed class GeneratorTests
{
    private const string Text = "before\n<!-- begin generated rows -->\nold\n<!-- end generated rows -->\nafter\n";

    private static readonly Rule First = new(1901, "First", DiagnosticSeverity.Info, "The first", "First", "First.", "Once as fast");
    private static readonly Rule Second = new(2901, "Second", DiagnosticSeverity.Warning, "The second", "Second", "Second.", "Twice as fast", runtimeFix: "Do it twice");
    private static readonly Rule Later = new(2902, "Later", DiagnosticSeverity.Warning, "The later", "Later", "Later.", "As fast", since: "0.2");
    private static readonly Rule Latest = new(1902, "Latest", DiagnosticSeverity.Info, "The latest", "Latest", "Latest.", "As fast", since: "0.10");
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
            | --- | --- | --- | --- | --- |
            | [STRM1901](pages/STRM1901.md) | The first | Copying | Suggestion | none |
            | [STRM2901](pages/STRM2901.md) | The second | Temp | Warning | StreamTuning runtime |
            """.ReplaceLineEndings("\n"),
            MarkdownTables.OfRules([First, Second], "pages/"));

    [Fact]
    public void Effects_become_rows_and_a_sentence_of_the_page()
    {
        Assert.Equal(
            """
            | Rule | Measured effect |
            | --- | --- |
            | [STRM1901](STRM1901.md#measured-effect) | Once as fast |
            | [STRM2901](STRM2901.md#measured-effect) | Twice as fast |
            """.ReplaceLineEndings("\n"),
            MarkdownTables.OfEffects([First, Second]));
        Assert.Equal("**Once as fast.**", MarkdownTables.EffectOf(First));
    }

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

    [Fact]
    public void Page_says_since_when_there_is_the_rule() => Assert.EndsWith("\n| Since | 0.10 |", MarkdownTables.HeaderOf(Latest));

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
    public void Presets_set_categories_where_they_can_and_rules_where_they_must()
    {
        Dictionary<string, string> files = Presets(First, Later);

        Assert.Equal(
            [
                "STRM1901.None.globalconfig",
                "STRM1901.Strict.globalconfig",
                "STRM2902.None.globalconfig",
                "STRM2902.Strict.globalconfig",
                "StreamTuning.Copying.None.globalconfig",
                "StreamTuning.Copying.Strict.globalconfig",
                "StreamTuning.Level.0.1.globalconfig",
                "StreamTuning.Level.0.2.globalconfig",
                "StreamTuning.Presets.props",
                "StreamTuning.Temp.None.globalconfig",
                "StreamTuning.Temp.Strict.globalconfig",
            ],
            files.Keys.Order(StringComparer.Ordinal));
        Assert.Equal(
            ["is_global = true", "global_level = -10", "dotnet_analyzer_diagnostic.category-StreamTuning.Temp.severity = warning"],
            Settings(files["StreamTuning.Temp.Strict.globalconfig"]));
        Assert.Equal(
            ["is_global = true", "global_level = -10", "dotnet_analyzer_diagnostic.category-StreamTuning.Copying.severity = none"],
            Settings(files["StreamTuning.Copying.None.globalconfig"]));
        Assert.Equal(["is_global = true", "global_level = -10", "dotnet_diagnostic.STRM1901.severity = warning"], Settings(files["STRM1901.Strict.globalconfig"]));
        Assert.Equal(["is_global = true", "global_level = -10", "dotnet_diagnostic.STRM2902.severity = none"], Settings(files["STRM2902.None.globalconfig"]));
    }

    [Fact]
    public void Each_level_turns_off_what_came_later()
    {
        Dictionary<string, string> files = Presets(First, Latest, Second, Later);

        Assert.Equal(
            ["is_global = true", "global_level = -9", "dotnet_diagnostic.STRM1902.severity = none", "dotnet_diagnostic.STRM2902.severity = none"],
            Settings(files["StreamTuning.Level.0.1.globalconfig"]));
        Assert.Equal(["is_global = true", "global_level = -9", "dotnet_diagnostic.STRM1902.severity = none"], Settings(files["StreamTuning.Level.0.2.globalconfig"]));
        Assert.Equal(["is_global = true", "global_level = -9"], Settings(files["StreamTuning.Level.0.10.globalconfig"]));
    }

    [Fact]
    public void Presets_are_chosen_from_tables_in_order()
    {
        var tables = XElement.Parse(Presets(First, Latest, Second, Later)["StreamTuning.Presets.props"]);

        Assert.Equal(["Copying", "Temp"], Included("_StreamTuningCategory"));
        Assert.Equal(["0.1", "0.2", "0.10"], Included("_StreamTuningVersion"));
        Assert.Equal(["STRM1901", "STRM1902", "STRM2901", "STRM2902"], Included("_StreamTuningRule"));
        Assert.Equal(["Copying", "Copying", "Temp", "Temp"], tables.Descendants("_StreamTuningRule").Select(rule => rule.Attribute("Category")!.Value));

        IEnumerable<string> Included(string item) => tables.Descendants(item).Select(element => element.Attribute("Include")!.Value);
    }

    [Fact]
    public void Files_that_nothing_generates_are_left_over()
    {
        GeneratedFile[] generated = [.. PresetFiles.Of([First])];
        string gone = PresetFiles.Folder + "/STRM1999.None.globalconfig";

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

    private static Dictionary<string, string> Presets(params Rule[] rules) =>
        PresetFiles.Of([.. rules.OrderBy(rule => rule.Id, StringComparer.Ordinal)]).ToDictionary(file => file.Path[(PresetFiles.Folder.Length + 1)..], file => file.Update(null));

    private static IEnumerable<string> Settings(string config)
    {
        string[] lines = config.Split('\n');
        Assert.StartsWith("# ", lines[0]);
        Assert.Equal("", lines[^1]);
        return lines[1..^1];
    }
}
