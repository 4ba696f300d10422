using System.Text.RegularExpressions;
using Markdig;
using Markdig.Syntax;
using Markdig.Syntax.Inlines;

namespace StreamTuning.Analyzers.Tests.Tables;

/// <summary>The sentences of a page, without its headings, blocks of code, and the parts that programs write.</summary>
internal static partial class Prose
{
    private static readonly MarkdownPipeline _pipeline = new MarkdownPipelineBuilder().UsePipeTables().Build();

    /// <summary>A page without the parts that programs write.</summary>
    public static string WithoutGenerated(string markdown) => Generated().Replace(markdown, "");

    /// <summary>The parts of a page that programs write, with their markers.</summary>
    public static IEnumerable<string> GeneratedIn(string markdown) => Generated().Matches(markdown).Select(match => match.Value);

    /// <summary>The number of words. Inline code counts as it is read: a call with two arguments is two words.</summary>
    public static int WordsOf(string markdown) => ParagraphsOf(markdown).Sum(CountWords);

    /// <summary>The sentences with more words than that. An item of a list and a cell of a table are paragraphs.</summary>
    public static IEnumerable<string> SentencesLongerThan(int words, string markdown) =>
        ParagraphsOf(markdown).SelectMany(paragraph => SentenceEnd().Split(paragraph)).Where(sentence => CountWords(sentence) > words);

    private static IEnumerable<string> ParagraphsOf(string markdown) =>
        Markdown.Parse(WithoutGenerated(markdown), _pipeline)
            .Descendants<ParagraphBlock>()
            .Select(paragraph => string.Concat(paragraph.Inline!.Descendants<LeafInline>().Select(TextOf)));

    private static int CountWords(string text) => text.Split((char[]?)null).Count(word => word.Any(char.IsLetterOrDigit));

    private static string TextOf(LeafInline inline) => inline switch
    {
        LiteralInline literal => literal.Content.ToString(),
        CodeInline code => code.Content,
        LineBreakInline => " ",
        _ => "",
    };

    [GeneratedRegex("<!-- begin (generated \\w+|results) -->.*?<!-- end \\1 -->", RegexOptions.Singleline)]
    private static partial Regex Generated();

    [GeneratedRegex(@"(?<=[.!?][)""]?)\s+")]
    private static partial Regex SentenceEnd();
}
