using Markdig;
using Markdig.Extensions.AutoIdentifiers;
using Markdig.Renderers.Html;
using Markdig.Syntax;
using Markdig.Syntax.Inlines;

namespace StreamTuning.Docs;

/// <summary>A link or a picture.</summary>
/// <param name="Line">Where it stands, from 1.</param>
/// <param name="Target">Where it leads, as it is written.</param>
internal sealed record DocumentLink(int Line, string Target);

/// <summary>A Markdown file.</summary>
/// <param name="Path">Relative to the repository, with <c>/</c>.</param>
/// <param name="Title">The text of its first heading; empty without one.</param>
/// <param name="Anchors">The names of its headings, as they are on GitHub.</param>
/// <param name="Links">What it links to and shows.</param>
internal sealed record Document(string Path, string Title, IReadOnlySet<string> Anchors, IReadOnlyList<DocumentLink> Links)
{
    private static readonly MarkdownPipeline _pipeline = new MarkdownPipelineBuilder().UsePipeTables().UseAutoIdentifiers(AutoIdentifierOptions.GitHub).Build();

    public static Document Parse(string path, string text)
    {
        MarkdownDocument document = Markdown.Parse(text, _pipeline);
        HeadingBlock[] headings = [.. document.Descendants<HeadingBlock>()];
        return new Document(
            path,
            headings is [{ Inline: { } title }, ..] ? string.Concat(title.Descendants<LeafInline>().Select(TextOf)) : "",
            headings.Select(heading => heading.GetAttributes().Id!).ToHashSet(StringComparer.Ordinal),
            [.. document.Descendants<LinkInline>().Select(link => new DocumentLink(link.Line + 1, link.Url ?? ""))]);
    }

    private static string TextOf(LeafInline inline) => inline switch
    {
        LiteralInline literal => literal.Content.ToString(),
        CodeInline code => code.Content,
        LineBreakInline => " ",
        _ => "",
    };
}
