namespace StreamTuning.CodeFixes.Temp;

/// <summary>A path as the code writes it, taken apart: the directory for temporary files, and the names below it.</summary>
internal sealed class PathBelowRoot
{
    private readonly FixContext _context;
    private bool _isText = true;

    // Behind a name that may be empty, the next part decides whether there is a root.
    private bool _isNeverEmpty;

    private PathBelowRoot(FixContext context, ExpressionSyntax whole)
    {
        _context = context;
        Root = whole;
        Whole = whole;
    }

    /// <summary>The whole expression: a literal, an interpolated string, a concatenation, or a call of <c>Path.Combine</c>.</summary>
    public ExpressionSyntax Whole { get; private set; }

    /// <summary>The first part of it, which is or begins with the directory.</summary>
    public ExpressionSyntax Root { get; private set; }

    /// <summary>The names as C#; empty if the expression is the directory itself.</summary>
    public string Rest { get; private set; } = "";

    /// <summary>The text that the names certainly begin with, with slashes between them.</summary>
    public string Beginning { get; private set; } = "";

    /// <summary>Whether <see cref="Beginning"/> is all there is.</summary>
    public bool IsConstant { get; private set; } = true;

    /// <summary>Whether the first name certainly begins at no root of its own.</summary>
    public bool IsUnrooted { get; private set; } = true;

    /// <summary>Whether a part of the names is made so that nothing else has it.</summary>
    public bool IsUnique => Rest.Contains(".NewGuid()") || Rest.Contains(".GetRandomFileName()");

    /// <summary>Reads the path that begins with a node; null if it can't be taken apart with certainty, or holds a comment.</summary>
    /// <param name="context">The document.</param>
    /// <param name="beginning">The directory; or a literal, or text in an interpolated string, that begins with it.</param>
    /// <param name="length">The length of the directory in that text, in characters.</param>
    public static PathBelowRoot? TryRead(FixContext context, SyntaxNode beginning, int length)
    {
        PathBelowRoot? path = beginning switch
        {
            LiteralExpressionSyntax literal => OfLiteral(context, literal, length),
            InterpolatedStringTextSyntax { Parent: InterpolatedStringExpressionSyntax whole } text when whole.Contents[0] == text =>
                OfInterpolated(context, whole, length),
            ExpressionSyntax expression => new PathBelowRoot(context, expression),
            _ => null,
        };
        return path?.TryTakeIn() == true && path._isText && !path.Whole.DescendantTrivia().Any(
            trivia => Layout.IsMoreThanSpace(trivia) && path.Whole.Span.Contains(trivia.Span))
            ? path
            : null;
    }

    private static PathBelowRoot OfLiteral(FixContext context, LiteralExpressionSyntax literal, int length)
    {
        var path = new PathBelowRoot(context, literal);
        path.SetConstant(literal.Token.ValueText.Substring(length).TrimStart('/', '\\'));
        return path;
    }

    private static PathBelowRoot? OfInterpolated(FixContext context, InterpolatedStringExpressionSyntax whole, int length)
    {
        var path = new PathBelowRoot(context, whole);
        return path.TrySetInterpolated(whole, first: 0, length) ? path : null;
    }

    /// <summary>Takes in the expressions that this one is the beginning of.</summary>
    private bool TryTakeIn()
    {
        while (true)
        {
            switch (Whole.Parent)
            {
                case ParenthesizedExpressionSyntax or PostfixUnaryExpressionSyntax:
                    Take((ExpressionSyntax)Whole.Parent);
                    break;
                case BinaryExpressionSyntax { RawKind: (int)SyntaxKind.AddExpression } concatenation when concatenation.Left == Whole:
                    if (!TryAppend(concatenation.Right))
                    {
                        return false;
                    }

                    Whole = concatenation;
                    break;
                case InterpolationSyntax { AlignmentClause: null, FormatClause: null,
                    Parent: InterpolatedStringExpressionSyntax interpolated } hole when interpolated.Contents[0] == hole:
                    Whole = interpolated;
                    return Rest.Length == 0 && TrySetInterpolated(interpolated, first: 1, length: 0);
                case ArgumentSyntax { Parent.Parent: InvocationExpressionSyntax
                    { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Combine" or "Join" } } call } first
                    when Rest.Length == 0:
                    return call.ArgumentList.Arguments is { Count: > 1 } arguments && arguments[0] == first && TryCombine(call, arguments);
                default:
                    return true;
            }
        }
    }

    private void Take(ExpressionSyntax outer)
    {
        Root = Rest.Length == 0 ? outer : Root;
        Whole = outer;
    }

    private bool TryCombine(InvocationExpressionSyntax call, SeparatedSyntaxList<ArgumentSyntax> arguments)
    {
        if (arguments.Any(argument => argument.NameColon is not null) || !TryAppend(arguments[1].Expression))
        {
            return false;
        }

        Whole = call;
        if (arguments.Count > 2)
        {
            IsConstant = false;
            Rest = call.Expression + "(" + TextOf(arguments[1].SpanStart, arguments.Last().Span.End) + ")";
        }

        return true;
    }

    private bool TryAppend(ExpressionSyntax next)
    {
        if (next is LiteralExpressionSyntax { Token.Value: string text } && IsConstant)
        {
            SetConstant(Beginning + (Rest.Length == 0 ? text.TrimStart('/', '\\') : text));
            return true;
        }

        if (Rest.Length > 0)
        {
            // Without the text before them, plus would add two numbers.
            bool isJoined = _isText || IsText(next);
            _isText = true;
            IsConstant = false;
            IsUnrooted &= _isNeverEmpty;
            Rest += " + " + next;
            return isJoined;
        }

        if (next is InterpolatedStringExpressionSyntax interpolated)
        {
            return TrySetInterpolated(interpolated, first: 0, length: 0);
        }

        _isText = SetExpression(next);
        return next is not ParenthesizedExpressionSyntax;
    }

    private void SetConstant(string value)
    {
        Beginning = value.Replace('\\', '/');
        Rest = value.Length == 0 ? "" : SymbolDisplay.FormatLiteral(Beginning, quote: true);
        _isNeverEmpty = value.Length > 0;
    }

    private bool IsText(ExpressionSyntax expression) =>
        _context.Model.GetTypeInfo(expression, _context.CancellationToken).Type is { SpecialType: SpecialType.System_String };

    /// <summary>Sets the rest to an expression; false if that is no text yet.</summary>
    private bool SetExpression(ExpressionSyntax expression)
    {
        IsConstant = false;
        Rest = expression.ToString();
        PathPart? first = _context.Model.GetOperation(expression, _context.CancellationToken) is { } value
            && new PathParts(value, _context.Types, followsMembers: true) is { Count: > 0 } parts
            ? parts[0]
            : null;
        IsUnrooted = first?.IsUnrooted == true;
        _isNeverEmpty = first is { IsUnique: true } or { Text.Length: > 0 };
        return IsText(expression);
    }

    /// <summary>Sets the rest to an interpolated string, from one of its contents on, and from a position in the text of that.</summary>
    private bool TrySetInterpolated(InterpolatedStringExpressionSyntax whole, int first, int length)
    {
        int start = whole.StringEndToken.SpanStart;
        if (first < whole.Contents.Count)
        {
            start = whole.Contents[first].SpanStart;
            if (whole.Contents[first] is InterpolatedStringTextSyntax { TextToken: var token })
            {
                bool hasEscapes = whole.StringStartToken.IsKind(SyntaxKind.InterpolatedStringStartToken);
                string value = token.ValueText.Substring(length).TrimStart('/', '\\');
                if (TryFindCut(token.Text, token.ValueText.Length - value.Length, hasEscapes) is not { } cut)
                {
                    return false;
                }

                start += cut;
                Beginning = value.Replace('\\', '/');
            }
        }

        List<InterpolatedStringContentSyntax> rest = [.. whole.Contents.Where(content => content.Span.End > start)];
        if (rest.TrueForAll(content => content is InterpolatedStringTextSyntax))
        {
            SetConstant(Beginning);
            return true;
        }

        if (rest[0] is InterpolationSyntax { AlignmentClause: null } head
            && SetExpression(head.Expression)
            && rest.Count == 1
            && head.FormatClause is null
            && head.Expression is SimpleNameSyntax or MemberAccessExpressionSyntax or InvocationExpressionSyntax)
        {
            return true;
        }

        // An alignment puts spaces before what may be a root.
        IsUnrooted &= rest[0] is InterpolatedStringTextSyntax
            || (rest[0] is InterpolationSyntax { AlignmentClause: null } && (rest.Count == 1 || _isNeverEmpty));
        _isNeverEmpty |= rest[0] is InterpolatedStringTextSyntax;
        IsConstant = false;
        Rest = whole.StringStartToken.Text + TextOf(start, whole.StringEndToken.SpanStart) + whole.StringEndToken.Text;
        return !whole.StringStartToken.IsKind(SyntaxKind.InterpolatedMultiLineRawStringStartToken);
    }

    /// <summary>How much of the text of a token is that many characters of its value; null if another escape is among them.</summary>
    private static int? TryFindCut(string text, int length, bool hasEscapes)
    {
        int cut = 0;
        for (int i = 0; i < length; i++, cut++)
        {
            if (hasEscapes && text[cut] == '\\' && text[++cut] != '\\')
            {
                return null;
            }
        }

        return cut;
    }

    private string TextOf(int start, int end) => _context.Text.ToString(TextSpan.FromBounds(start, end));
}
