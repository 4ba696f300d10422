namespace StreamTuning.CodeFixes.Copying;

/// <summary>Fixes STRM1004 by the default buffer of 4,096 bytes, written as the size was written before.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(FileBufferLargerThanWritesCodeFix))]
[Shared]
internal sealed class FileBufferLargerThanWritesCodeFix() : StreamTuningCodeFix(Rules.FileBufferLargerThanWrites)
{
    private protected override FixEdit? TryCreatePlainEdit(FixContext context)
    {
        SyntaxNode size = BufferConstant.PlaceOf(context, context.Node);
        return size.DescendantTrivia().Any(trivia => size.Span.Contains(trivia.Span) && Layout.IsMoreThanSpace(trivia))
            ? null
            : new FixEdit().Replace(size.Span, InNotationOf(size));
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
