using StreamTuning.Docs;

namespace StreamTuning.Analyzers.Tests.Tables;

/// <summary>Pages have short sentences, nouns and conditions instead of "what" and "where", and no more words than somebody reads.</summary>
public sealed class ProseTests
{
    private const int MostWordsOfSentence = 35;
    private const int MostFreeRelativesInThousandWords = 2;
    private const int MostLinesOfReadme = 110;
    private const int MostWordsOfDocs = 64_000;

    private static readonly Documents All = Documents.Read(Repository.Full(""));

    public static TheoryData<string> Pages => [.. All.All.Select(document => document.Path).Where(path => !IsExempt(path))];

    [Theory]
    [MemberData(nameof(Pages))]
    public void Sentences_are_short(string page) =>
        Assert.DoesNotContain(Prose.Sentences(Repository.Read(page)), sentence => Prose.Words(sentence) > MostWordsOfSentence);

    [Theory]
    [MemberData(nameof(Pages))]
    public void What_and_where_are_rare(string page)
    {
        string[] sentences = [.. Prose.Sentences(Repository.Read(page))];
        int most = sentences.Sum(Prose.Words) * MostFreeRelativesInThousandWords / 1000;

        Assert.True(
            sentences.Sum(Prose.FreeRelatives) <= most,
            $"{page} may have {most}:\n{string.Join('\n', sentences.Where(sentence => Prose.FreeRelatives(sentence) > 0))}");
    }

    [Fact]
    public void Readme_is_short() => Assert.InRange(Repository.Read("README.md").TrimEnd('\n').Split('\n').Length, 1, MostLinesOfReadme);

    [Fact]
    public void Documentation_keeps_its_budget() =>
        Assert.InRange(Repository.Files("docs", "*.md").Sum(path => Prose.Words(Repository.Read(path))), 1, MostWordsOfDocs);

    [Theory]
    [InlineData("# What\n\nOne two. Three.", "One two.", "Three.")]
    [InlineData("- Set `x.Y`. It runs\n  twice.\n- Done", "Set Code.", "It runs twice.", "Done")]
    [InlineData("Call [the page](what.md). ![what](x.png)", "Call the page.")]
    [InlineData("A\n\n| what |\n| --- |\n| where |\n\n```sh\nwhat\n```\n\nB", "A", "B")]
    [InlineData("A\n\n<!-- begin generated x -->\nwhat\n\nwhere\n\n<!-- end generated x -->\n\nB", "A", "B")]
    public void Sentences_are_found(string page, params string[] sentences) => Assert.Equal(sentences, Prose.Sentences(page));

    [Theory]
    [InlineData("This is what it costs, where it pays.", 2)]
    [InlineData("Where does it pay?", 0)]
    [InlineData("Whatever it costs, wherever it pays.", 0)]
    public void Free_relatives_are_counted(string sentence, int count) => Assert.Equal(count, Prose.FreeRelatives(sentence));

    [Fact]
    public void Marks_of_tables_are_no_words() => Assert.Equal(3, Prose.Words("| --- | ---: |\n| 1 ms | `a` |"));

    // Tables of releases have the form of a package's. The others are being rewritten.
    private static bool IsExempt(string page) =>
        page is GeneratedFiles.Shipped or GeneratedFiles.Unshipped or "docs/scan.md" or "docs/measure.md"
        || page.StartsWith("docs/rules/STRM", StringComparison.Ordinal);
}
