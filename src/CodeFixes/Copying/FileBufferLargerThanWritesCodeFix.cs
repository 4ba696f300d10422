using StreamTuning.Analyzers.Copying;

namespace StreamTuning.CodeFixes.Copying;

/// <summary>
/// Fixes STRM1004 by the default buffer of 4,096 bytes, written as the size was written before; if the large one gathers the writes of a
/// copy, the runtime's copy or the buffer of the copy takes its place.
/// </summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(FileBufferLargerThanWritesCodeFix))]
[Shared]
internal sealed class FileBufferLargerThanWritesCodeFix() : StreamTuningCodeFix(Rules.FileBufferLargerThanWrites)
{
    private protected override FixEdit? TryCreateRuntimeEdit(FixContext context)
    {
        FixEdit? edit = FileOf(context)?.GatheredCopy(EnoughIn(context)) is { } copy ? TunedCopy.OfFile(copy, context) : null;
        for (FixEdit? each = edit; each is not null; each = each.Alternative)
        {
            if (!TrySetDefault(each, BufferConstant.PlaceOf(context, context.Node)))
            {
                return null;
            }
        }

        return edit;
    }

    private protected override FixEdit? TryCreatePlainEdit(FixContext context)
    {
        BlockwiseFile? file = FileOf(context);
        var edit = new FixEdit();
        if (file?.GatheredCopy(EnoughIn(context)) is not { } copy)
        {
            return TrySetDefault(edit, BufferConstant.PlaceOf(context, context.Node)) ? edit : null;
        }

        return file.CanEnlargeCopy
            && LargerBlocks.TryEnlargeBufferOfCopy(edit, context, copy.Copy.Call.Syntax, context.Node.ToString())
            && TrySetDefault(edit, context.Node)
                ? edit.EnlargeBuffer()
                : null;
    }

    private static BlockwiseFile? FileOf(FixContext context) =>
        context.Fact(OpenedFile.Facts) is { } opening ? BlockwiseFile.TryRead(opening, context.Types) : null;

    private static int EnoughIn(FixContext context) => context.Option(Options.CopyBufferSize, Rules.CopyIntoFileWithDefaultBuffer);

    private static bool TrySetDefault(FixEdit edit, SyntaxNode size)
    {
        edit.Replace(size.Span, InNotationOf(size));
        return !StatementRemoval.HasCommentWithin(size, size.Span);
    }

    private static string InNotationOf(SyntaxNode size) => size switch
    {
        LiteralExpressionSyntax { Token.Text: { } text } when text.StartsWith("0x", System.StringComparison.OrdinalIgnoreCase) =>
            text.Substring(0, 2) + "1000",
        LiteralExpressionSyntax { Token.Text: { } text } when text.IndexOf('_') >= 0 => "4_096",
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.MultiplyExpression,
            Right: LiteralExpressionSyntax { Token.Value: 1024 } right } product => "4" + Operator(product) + right,
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.LeftShiftExpression,
            Left: LiteralExpressionSyntax { Token.Value: 1 } left } shift => left + Operator(shift) + "12",
        _ => "4096",
    };

    /// <summary>The sign with the space around it.</summary>
    private static string Operator(BinaryExpressionSyntax binary) =>
        binary.Left.GetTrailingTrivia().ToFullString() + binary.OperatorToken.ToFullString();
}
