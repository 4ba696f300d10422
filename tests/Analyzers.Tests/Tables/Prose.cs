using System.Text;
using System.Text.RegularExpressions;
using Markdig;
using Markdig.Extensions.Tables;
using Markdig.Syntax;
using Markdig.Syntax.Inlines;

namespace StreamTuning.Analyzers.Tests.Tables;

/// <summary>The sentences of a page: its paragraphs and lists, without headings, code, tables and generated parts.</summary>
internal static partial class Prose
{
    private static readonly MarkdownPipeline _pipeline = new MarkdownPipelineBuilder().UsePipeTables().Build();

    /// <summary>Each sentence in order. Inline code is one word, which begins with a capital letter.</summary>
    public static IEnumerable<string> Sentences(string page)
    {
        bool isGenerated = false;
        foreach (Block block in Markdown.Parse(page, _pipeline))
        {
            if (block is HtmlBlock html && Marker().Match(html.Lines.ToString()) is { Success: true, Groups: var marker })
            {
                isGenerated = marker[1].Value == "begin";
            }
            else if (!isGenerated && block is not Table)
            {
                foreach (string sentence in ParagraphsOf(block).SelectMany(paragraph => End().Split(TextOf(paragraph.Inline!))))
                {
                    yield return sentence.Trim();
                }
            }
        }
    }

    public static int Words(string text) => Word().Count(text);

    /// <summary>How often "what" and "where" stand in a sentence that is no question. Prefer a noun, "if" or "when".</summary>
    public static int FreeRelatives(string sentence) => sentence.EndsWith('?') ? 0 : FreeRelative().Count(sentence);

    private static IEnumerable<ParagraphBlock> ParagraphsOf(Block block) => block switch
    {
        ParagraphBlock paragraph => [paragraph],
        ContainerBlock container => container.Descendants<ParagraphBlock>().Where(paragraph => !IsInTable(paragraph)),
        _ => [],
    };

    private static bool IsInTable(Block block) => block.Parent is { } parent && (parent is Table || IsInTable(parent));

    private static string TextOf(ContainerInline inlines)
    {
        var text = new StringBuilder();
        foreach (Inline inline in inlines.Descendants<Inline>().Where(inline => inline.Parent is not LinkInline { IsImage: true }))
        {
            text.Append(inline switch
            {
                LiteralInline literal => literal.Content.ToString(),
                CodeInline => "Code",
                AutolinkInline link => link.Url,
                LineBreakInline => " ",
                _ => "",
            });
        }

        return text.ToString();
    }

    [GeneratedRegex("^<!-- (begin|end) (generated|results)")]
    private static partial Regex Marker();

    [GeneratedRegex("""(?<=[.!?][)"]?)\s+(?=[("]?[A-Z0-9])""")]
    private static partial Regex End();

    // A mark of a table is no word.
    [GeneratedRegex(@"\S*[\p{L}\p{N}]\S*")]
    private static partial Regex Word();

    [GeneratedRegex(@"\b(what|where)\b", RegexOptions.IgnoreCase)]
    private static partial Regex FreeRelative();
}
