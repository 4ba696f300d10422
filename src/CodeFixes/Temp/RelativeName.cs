namespace StreamTuning.CodeFixes.Temp;

/// <summary>
/// What the runtime takes for a name: a relative path without colons, empty segments and dots. Of the parts that are not known that is
/// supposed.
/// </summary>
internal static class RelativeName
{
    private static readonly char[] Separators = ['/', '\\'];

    /// <summary>Whether what is left of the path without its root is one.</summary>
    public static bool IsLikely(FixContext context, TempPathExpression path) =>
        path.TryGetText() is { } text
            && IsPlain(SyntaxFactory.ParseExpression(text), isFirst: true, isLast: true)
            && !HasTime(context, path.Whole);

    /// <summary>Whether the value of the expression is one.</summary>
    public static bool IsLikely(FixContext context, ExpressionSyntax name) =>
        IsPlain(name, isFirst: true, isLast: true) && !HasTime(context, name);

    /// <summary>Whether the texts that the expression joins can be parts of such a path.</summary>
    private static bool IsPlain(ExpressionSyntax expression, bool isFirst, bool isLast)
    {
        switch (expression)
        {
            case LiteralExpressionSyntax { Token.Value: string text }:
                return IsPlain(text, isFirst, isLast);
            case ParenthesizedExpressionSyntax parenthesized:
                return IsPlain(parenthesized.Expression, isFirst, isLast);
            case BinaryExpressionSyntax { RawKind: (int)SyntaxKind.AddExpression } concatenation:
                return IsPlain(concatenation.Left, isFirst, isLast: false) && IsPlain(concatenation.Right, isFirst: false, isLast);
            case ConditionalExpressionSyntax choice:
                return IsPlain(choice.WhenTrue, isFirst, isLast) && IsPlain(choice.WhenFalse, isFirst, isLast);
            case InterpolatedStringExpressionSyntax interpolated:
                return interpolated.Contents.All(content =>
                {
                    bool begins = isFirst && content == interpolated.Contents.First();
                    bool ends = isLast && content == interpolated.Contents.Last();
                    return content switch
                    {
                        InterpolatedStringTextSyntax text => IsPlain(text.TextToken.ValueText, begins, ends),
                        InterpolationSyntax { FormatClause.FormatStringToken.ValueText: { } format } =>
                            format.IndexOfAny([':', '/', '\\']) < 0,
                        InterpolationSyntax hole => IsPlain(hole.Expression, begins, ends),
                        _ => false,
                    };
                });
            default:
                return true;
        }
    }

    private static bool IsPlain(string text, bool isFirst, bool isLast)
    {
        string[] segments = text.Split(Separators);
        for (int i = 0; i < segments.Length; i++)
        {
            // Before the first and behind the last separator of a text there may be more.
            bool isWhole = (i > 0 || isFirst) && (i < segments.Length - 1 || isLast);
            if ((isWhole && segments[i] is "" or "." or "..") || segments[i].IndexOf(':') >= 0)
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>Whether a time becomes text, with colons or slashes.</summary>
    private static bool HasTime(FixContext context, ExpressionSyntax expression) => expression switch
    {
        ParenthesizedExpressionSyntax parenthesized => HasTime(context, parenthesized.Expression),
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.AddExpression } concatenation =>
            HasTime(context, concatenation.Left) || HasTime(context, concatenation.Right),
        InterpolatedStringExpressionSyntax interpolated =>
            interpolated.Contents.OfType<InterpolationSyntax>().Any(
                hole => hole.FormatClause is not { FormatStringToken.ValueText.Length: > 1 } && HasTime(context, hole.Expression)),
        _ =>
            context.Model.GetTypeInfo(expression, context.CancellationToken).Type?.Name is "DateTime" or "DateTimeOffset" or "TimeSpan"
                or "DateOnly" or "TimeOnly",
    };
}
