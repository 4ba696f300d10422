namespace StreamTuning.CodeFixes.Temp;

/// <summary>An expression for a path below a root of temporary files, taken apart into the root and the rest.</summary>
internal sealed class TempPathExpression
{
    private readonly FixContext _context;
    private bool _needsSeparator;
    private bool _isText = true;
    private string? _withoutParentheses;

    private TempPathExpression(FixContext context, ExpressionSyntax whole)
    {
        _context = context;
        Whole = whole;
    }

    /// <summary>The whole expression: a literal, a concatenation or an interpolated string.</summary>
    public ExpressionSyntax Whole { get; private set; }

    /// <summary>
    /// The value of the rest where that is a constant, without separators at its beginning; empty where there is no rest.
    /// </summary>
    public string? Constant { get; private set; } = "";

    /// <summary>The constant text that the rest begins with.</summary>
    public string Beginning { get; private set; } = "";

    /// <summary>The rest as C#, where it is no constant.</summary>
    public string Code { get; private set; } = "";

    /// <summary>Whether the rest certainly begins with the name of a file or directory, and not at a root of its own.</summary>
    public bool IsUnrooted { get; private set; } = true;

    /// <summary>Whether the expression is the root and nothing else.</summary>
    public bool IsRoot => Constant is "";

    /// <summary>Whether the text that is the root ends in a separator.</summary>
    public bool EndsInSeparator => IsRoot && !_needsSeparator;

    /// <summary>
    /// Reads the expression that begins with a node; null where it cannot be taken apart with certainty, or a comment would be lost.
    /// </summary>
    /// <param name="context">The document.</param>
    /// <param name="beginning">A literal, the text in an interpolated string, or the call that reads an environment variable.</param>
    /// <param name="root">The root as it is written.</param>
    public static TempPathExpression? TryRead(FixContext context, SyntaxNode beginning, string root)
    {
        TempPathExpression? expression = beginning switch
        {
            LiteralExpressionSyntax { Token.ValueText: { } text } literal when text.StartsWith(root, StringComparison.Ordinal) =>
                root[0] == '%' ? OfExpanded(context, literal, root) : OfText(context, literal, text, root),
            InterpolatedStringTextSyntax { Parent: InterpolatedStringExpressionSyntax whole } text
                when root[0] != '%' && whole.Contents[0] == text && text.TextToken.ValueText.StartsWith(root, StringComparison.Ordinal) =>
                    OfInterpolated(context, whole, text, root),
            InvocationExpressionSyntax call => OfVariable(context, call),
            _ => null,
        };
        return expression?.TryTakeIn() == true ? expression : null;
    }

    /// <summary>An expression that is the root and nothing else, such as a variable that holds it, with what it begins.</summary>
    public static TempPathExpression? TryReadRoot(FixContext context, ExpressionSyntax root, bool endsInSeparator)
    {
        var expression = new TempPathExpression(context, root) { _needsSeparator = !endsInSeparator };
        return expression.TryTakeIn() ? expression : null;
    }

    public static string Quote(string text) => SymbolDisplay.FormatLiteral(text, quote: true);

    /// <summary>The rest as C#: text, whatever type it has; null where that would not be legible.</summary>
    /// <param name="isOperand">Whether it is to follow an operator.</param>
    public string? TryGetText(bool isOperand = false) =>
        Constant is not null ? Quote(Constant)
            : _isText ? (isOperand ? null : _withoutParentheses) ?? Code
            : Code.IndexOfAny(['"', ':', '?', '{', '\n']) < 0 ? "$\"{" + Code + "}\""
            : null;

    private static TempPathExpression OfText(FixContext context, ExpressionSyntax whole, string text, string root)
    {
        var expression = new TempPathExpression(context, whole) { _needsSeparator = text.Length == root.Length };
        expression.SetConstant(text.Substring(root.Length).TrimStart('/', '\\'));
        return expression;
    }

    /// <summary>A text whose variable the call around it expands; any other variable in it has to be expanded still.</summary>
    private static TempPathExpression? OfExpanded(FixContext context, LiteralExpressionSyntax literal, string root) =>
        literal.Parent is ArgumentSyntax
            { Parent.Parent: InvocationExpressionSyntax
                { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "ExpandEnvironmentVariables" } } call }
        && literal.Token.ValueText.IndexOf('%', root.Length) < 0
            ? OfText(context, call, literal.Token.ValueText, root)
            : null;

    /// <summary>
    /// A call that reads a variable, with what stands in for it where that is not set: another name of the same directory.
    /// </summary>
    private static TempPathExpression? OfVariable(FixContext context, InvocationExpressionSyntax call)
    {
        if (call.ArgumentList.Arguments.Count != 1)
        {
            return null;
        }

        ExpressionSyntax whole = Around(call);
        while (whole.Parent is BinaryExpressionSyntax { RawKind: (int)SyntaxKind.CoalesceExpression } choice && choice.Left == whole)
        {
            ExpressionSyntax other = choice.Right;
            while (other is BinaryExpressionSyntax { RawKind: (int)SyntaxKind.CoalesceExpression } next)
            {
                if (!IsRootOfTemp(context, next.Left))
                {
                    return null;
                }

                other = next.Right;
            }

            if (!IsRootOfTemp(context, other))
            {
                return null;
            }

            whole = Around(choice);
        }

        return new TempPathExpression(context, whole) { _needsSeparator = true };

        static ExpressionSyntax Around(ExpressionSyntax expression)
        {
            while (expression.Parent is PostfixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.SuppressNullableWarningExpression }
                or ParenthesizedExpressionSyntax)
            {
                expression = (ExpressionSyntax)expression.Parent;
            }

            return expression;
        }
    }

    /// <summary>Whether the expression names the directory for temporary files, and nothing in it.</summary>
    private static bool IsRootOfTemp(FixContext context, ExpressionSyntax expression)
    {
        KnownTypes types = KnownTypes.Of(context.Model.Compilation);
        return context.Model.GetOperation(expression, context.CancellationToken) is { } value
            && (HardCodedPath.TryRead(value, TempRoots.Default, types) is { IsBelow: false }
                || (value.Unwrap() is IInvocationOperation { TargetMethod: { Name: "GetTempPath" } method }
                    && method.ContainingType.Is(types.Path)));
    }

    private static TempPathExpression? OfInterpolated(
        FixContext context, InterpolatedStringExpressionSyntax whole, InterpolatedStringTextSyntax text, string root)
    {
        var expression = new TempPathExpression(context, whole) { _needsSeparator = text.TextToken.ValueText.Length == root.Length };
        string rest = text.TextToken.ValueText.Substring(root.Length).TrimStart('/', '\\');
        return (!expression._needsSeparator || whole.Contents.Count == 1)
            && expression.TrySetInterpolated(whole, first: 0, text.TextToken.ValueText.Length - rest.Length)
            ? expression
            : null;
    }

    /// <summary>Takes in what the expression is the beginning of: concatenations and interpolated strings.</summary>
    private bool TryTakeIn()
    {
        while (true)
        {
            switch (Whole.Parent)
            {
                case ParenthesizedExpressionSyntax parenthesized:
                    Whole = parenthesized;
                    break;
                case BinaryExpressionSyntax { RawKind: (int)SyntaxKind.AddExpression } concatenation when concatenation.Left == Whole:
                    if (!TryAppend(concatenation))
                    {
                        return false;
                    }

                    Whole = concatenation;
                    break;
                case InterpolationSyntax { AlignmentClause: null, FormatClause: null,
                    Parent: InterpolatedStringExpressionSyntax interpolated } hole when interpolated.Contents[0] == hole:
                    if (!IsRoot || !TryTakeIn(interpolated))
                    {
                        return false;
                    }

                    Whole = interpolated;
                    break;
                case ArgumentSyntax
                    { Parent.Parent: InvocationExpressionSyntax
                        { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Format" } } }:
                    return false;
                default:
                    return !Whole.DescendantTrivia().Any(trivia => Layout.IsMoreThanSpace(trivia) && Whole.Span.Contains(trivia.Span));
            }
        }
    }

    private bool TryTakeIn(InterpolatedStringExpressionSyntax interpolated)
    {
        if (interpolated.Contents.Count == 1)
        {
            return true;
        }

        string text = interpolated.Contents[1] is InterpolatedStringTextSyntax { TextToken.ValueText: var value } ? value : "";
        string rest = text.TrimStart('/', '\\');
        bool begins = rest.Length < text.Length;
        if (_needsSeparator && !begins)
        {
            return false;
        }

        _needsSeparator = false;
        return TrySetInterpolated(interpolated, first: 1, text.Length - rest.Length);
    }

    private bool TryAppend(BinaryExpressionSyntax concatenation)
    {
        ExpressionSyntax right = concatenation.Right;
        bool isText = _context.Model.GetTypeInfo(right, _context.CancellationToken).Type is { SpecialType: SpecialType.System_String };
        if (!IsRoot)
        {
            if (!_isText && !isText)
            {
                // Without the text before them, plus would add them.
                return false;
            }

            _isText = true;
            if (Constant is not null && right is LiteralExpressionSyntax { Token.Value: string more })
            {
                SetConstant(Constant + more);
                return true;
            }

            Code = (Constant is not null ? Quote(Constant) : Code) + " + " + right;
            _withoutParentheses = null;
            Constant = null;
            return true;
        }

        switch (right)
        {
            case LiteralExpressionSyntax { Token.Value: string text }:
                string rest = text.TrimStart('/', '\\');
                if (_needsSeparator && rest.Length == text.Length)
                {
                    return false;
                }

                _needsSeparator = false;
                SetConstant(rest);
                return true;
            case InterpolatedStringExpressionSyntax { Contents: { Count: > 0 } contents } interpolated:
                string beginning = contents[0] is InterpolatedStringTextSyntax { TextToken.ValueText: var value } ? value : "";
                int separators = beginning.Length - beginning.TrimStart('/', '\\').Length;
                if (_needsSeparator && separators == 0)
                {
                    return false;
                }

                _needsSeparator = false;
                return TrySetInterpolated(interpolated, first: 0, separators);
            default:
                if (_needsSeparator)
                {
                    return false;
                }

                SetCode(right, isText);
                return true;
        }
    }

    private void SetConstant(string value)
    {
        Constant = value;
        Beginning = value;
    }

    /// <summary>Sets the rest to one expression.</summary>
    private void SetCode(ExpressionSyntax expression, bool isText)
    {
        Constant = null;
        Code = expression.ToString();
        _withoutParentheses = (expression as ParenthesizedExpressionSyntax)?.Expression.ToString();
        IsUnrooted = IsName(expression);
        _isText = isText;
    }

    /// <summary>
    /// Sets the rest to what is left of an interpolated string from one of its contents on; false where the text cannot be cut there.
    /// </summary>
    private bool TrySetInterpolated(InterpolatedStringExpressionSyntax whole, int first, int removed)
    {
        if (whole.StringStartToken.IsKind(SyntaxKind.InterpolatedMultiLineRawStringStartToken))
        {
            return false;
        }

        int start = whole.Contents[first].SpanStart;
        if (removed > 0)
        {
            bool hasEscapes = whole.StringStartToken.IsKind(SyntaxKind.InterpolatedStringStartToken);
            if (TryFindCut(((InterpolatedStringTextSyntax)whole.Contents[first]).TextToken.Text, removed, hasEscapes) is not { } cut)
            {
                return false;
            }

            start += cut;
        }

        var rest = whole.Contents.Where(content => content.Span.End > start).ToList();
        if (rest.Count == 0)
        {
            return true;
        }

        if (rest.Count == 1 && rest[0] is InterpolationSyntax { AlignmentClause: null, FormatClause: null, Expression: { } only }
            && only is SimpleNameSyntax or MemberAccessExpressionSyntax or InvocationExpressionSyntax or ElementAccessExpressionSyntax
            && _context.Model.GetTypeInfo(only, _context.CancellationToken).Type is { SpecialType: SpecialType.System_String })
        {
            SetCode(only, isText: true);
            return true;
        }

        Constant = null;
        Code = whole.StringStartToken.Text + _context.Text.ToString(TextSpan.FromBounds(start, whole.StringEndToken.SpanStart)) +
            whole.StringEndToken.Text;
        Beginning = rest[0] is InterpolatedStringTextSyntax text ? Decoded(text, start) : "";
        IsUnrooted = Beginning.Length > 0 || (rest[0] is InterpolationSyntax { Expression: { } head } && IsName(head));
        return true;

        string Decoded(InterpolatedStringTextSyntax content, int from) =>
            content.SpanStart == from ? content.TextToken.ValueText : content.TextToken.ValueText.Substring(removed);
    }

    /// <summary>How much of the text of a token is that many characters of its value; null where that is not plain.</summary>
    private static int? TryFindCut(string text, int length, bool hasEscapes)
    {
        int cut = 0;
        for (int i = 0; i < length; i++)
        {
            if (hasEscapes && text[cut] == '\\')
            {
                if (text[++cut] != '\\')
                {
                    return null;
                }
            }

            cut++;
        }

        return cut;
    }

    /// <summary>Whether the value is the name of a file, or something else that never begins at a root: a number, or a unique id.</summary>
    private bool IsName(ExpressionSyntax expression)
    {
        if (_context.Model.GetOperation(expression, _context.CancellationToken) is not { } value)
        {
            return false;
        }

        KnownTypes types = KnownTypes.Of(_context.Model.Compilation);
        var parts = new PathParts(value, types, followsMembers: true);
        return (parts.Count > 0 && parts[0].IsUnrooted)
            || value.Type.Is(types.Guid)
            || value.Type is { SpecialType: >= SpecialType.System_SByte and <= SpecialType.System_UInt64 }
            || value.Type is { TypeKind: TypeKind.Enum };
    }
}
