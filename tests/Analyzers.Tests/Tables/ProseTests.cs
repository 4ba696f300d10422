using System.Text.RegularExpressions;
using StreamTuning.Docs;

namespace StreamTuning.Analyzers.Tests.Tables;

/// <summary>Pages have short sentences, nouns and conditions instead of "what" and "where", and no more words than somebody reads.</summary>
public sealed partial class ProseTests
{
    private const int MostWordsOfSentence = 35;
    private const int MostFreeRelativesInThousandWords = 2;
    private const int MostLinesOfReadme = 110;
    private const int MostWordsOfDocs = 50_500;

    private static readonly Documents All = Documents.Read(Repository.Full(""));

    public static TheoryData<string> Pages => [.. All.All.Select(document => document.Path).Where(path => !IsExempt(path))];

    [Theory]
    [MemberData(nameof(Pages))]
    public void Sentences_are_short(string page) => Assert.Empty(Prose.SentencesLongerThan(MostWordsOfSentence, Repository.Read(page)));

    [Theory]
    [MemberData(nameof(Pages))]
    public void What_and_where_are_rare(string page)
    {
        string text = Repository.Read(page);
        int most = Prose.WordsOf(text) * MostFreeRelativesInThousandWords / 1000;
        string[] found = FreeRelativesIn(text);

        Assert.True(found.Length <= most, $"{page} may have {most}:\n{string.Join('\n', found)}");
    }

    [Fact]
    public void Readme_is_short() => Assert.InRange(Repository.Read("README.md").TrimEnd('\n').Split('\n').Length, 1, MostLinesOfReadme);

    /// <summary>Every word that somebody has to load counts: code, tables and generated parts too.</summary>
    [Fact]
    public void Documentation_keeps_its_budget() =>
        Assert.InRange(Repository.Files("docs", "*.md").Sum(path => Word().Count(Repository.Read(path))), 1, MostWordsOfDocs);

    [Theory]
    [InlineData("This is what it costs, where it pays.", 2)]
    [InlineData("Where does it pay? Here.", 0)]
    [InlineData("Whatever it costs, wherever it pays.", 0)]
    [InlineData("# What\n\n```sh\nwhat\n```\n\n- Where it pays\n", 1)]
    [InlineData("A\n\n<!-- begin generated x -->\n| what |\n| --- |\n<!-- end generated x -->\n", 0)]
    public void Free_relatives_are_counted(string page, int count) => Assert.Equal(count, FreeRelativesIn(page).Length);

    [Fact]
    public void Marks_of_tables_are_no_words() => Assert.Equal(3, Word().Count("| --- | ---: |\n| 1 ms | `a` |"));

    /// <summary>The sentences that are no questions, once for each "what" and "where". Prefer a noun, "if" or "when".</summary>
    private static string[] FreeRelativesIn(string page) =>
    [
        .. from sentence in Prose.SentencesLongerThan(0, page)
           where !sentence.EndsWith('?')
           from _ in FreeRelative().Matches(sentence)
           select sentence,
    ];

    // The release files have the form of a package.
    private static bool IsExempt(string page) => page is GeneratedFiles.Shipped or GeneratedFiles.Unshipped;

    [GeneratedRegex(@"\b(what|where)\b", RegexOptions.IgnoreCase)]
    private static partial Regex FreeRelative();

    [GeneratedRegex(@"\S*[\p{L}\p{N}]\S*")]
    private static partial Regex Word();
}
