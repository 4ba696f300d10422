namespace StreamTuning.CodeFixes.Temp;

/// <summary>Puts a call in the place of the root of a path.</summary>
internal static class TempPathEdit
{
    private const string GetPath = "TempSpace.Default.GetPath(";

    /// <summary>Each name becomes an argument: a call with many more takes the compiler minutes.</summary>
    private const int MostNames = 64;

    public delegate bool Rewriting(FixEdit edit, FixContext context, TempPathExpression path);

    /// <summary>Makes the path one that the runtime gives for the name; false where that is not certain to be the same.</summary>
    public static bool TryAddRuntimeCall(FixEdit edit, FixContext context, TempPathExpression path)
    {
        if (path.IsRoot)
        {
            return TempDirectoryCall.TryRead(path.Whole) is { } call && TryAddRuntimeCall(edit, context, call);
        }

        if (path.Constant is { } constant)
        {
            string[] names = constant.Split(new[] { '/', '\\' }, StringSplitOptions.RemoveEmptyEntries);
            if (!IsPlain(names) || IsPartOfName(path, constant))
            {
                return false;
            }

            Replace(
                edit, path, GetPath + TempPathExpression.Quote(string.Join("/", names)) + ")" +
                    (EndOf(path) is { Length: > 0 } end ? " + " + TempPathExpression.Quote(end) : ""));
        }
        else if (path.TryGetText() is { } text && RelativeName.IsLikely(context, path))
        {
            Replace(edit, path, GetPath + text + ")");
        }
        else
        {
            return false;
        }

        edit.ExpectRuntimeType(path.Whole.SpanStart);
        return true;
    }

    /// <summary>Makes the path one below the temporary directory of the system.</summary>
    public static bool TryAddPlainCall(FixEdit edit, FixContext context, TempPathExpression path)
    {
        var call = TempDirectoryCall.TryRead(path.Whole);
        string type = call?.Method.Expression.ToString() ?? PathType(context, path.Whole.SpanStart);
        string root = type + ".GetTempPath()";
        if (path.IsRoot)
        {
            bool isDirectory = path.Whole.Parent is ArgumentSyntax { Parent.Parent: BaseObjectCreationExpressionSyntax };
            if (call is not null || isDirectory)
            {
                Replace(edit, path, root);
            }

            return call is not null || isDirectory;
        }

        string names;
        if (path.Constant is { } constant)
        {
            string[] parts = constant.Split(new[] { '/', '\\' }, StringSplitOptions.RemoveEmptyEntries);
            if (!IsPlain(parts))
            {
                return false;
            }

            parts[parts.Length - 1] += EndOf(path);
            names = string.Join(", ", parts.Select(TempPathExpression.Quote));
        }
        else if (path.TryGetText() is { } text)
        {
            names = text;
        }
        else
        {
            return false;
        }

        // Path.Combine would drop the directory before a name that begins at a root.
        if (path.IsUnrooted)
        {
            Replace(edit, path, call is { HasNames: false } ? root + ", " + names : type + ".Combine(" + root + ", " + names + ")");
            return true;
        }

        if (KnownTypes.Of(context.Model.Compilation).Path?.GetMembers("Join").IsEmpty == false)
        {
            Replace(edit, path, type + ".Join(" + root + ", " + names + ")");
            return true;
        }

        // .NET Framework has no other way; the directory ends in a separator.
        Replace(edit, path, root + " + " + path.TryGetText(isOperand: true));
        return path.Whole.Parent is ArgumentSyntax or EqualsValueClauseSyntax or AssignmentExpressionSyntax;
    }

    private static bool TryAddRuntimeCall(FixEdit edit, FixContext context, TempDirectoryCall call)
    {
        ArgumentListSyntax list = call.Syntax.ArgumentList;
        if (call.HasNames
            || list.Arguments.Count < 2
            || !call.Rest.All(name => RelativeName.IsLikely(context, name.Expression))
            || call.Syntax.DescendantTrivia().Any(
                trivia =>
                    Layout.IsMoreThanSpace(trivia)
                        && trivia.SpanStart < list.Arguments[1].SpanStart
                        && call.Syntax.Span.Contains(trivia.Span)))
        {
            return false;
        }

        if (list.Arguments.Count == 2)
        {
            edit.Replace(TextSpan.FromBounds(call.Syntax.SpanStart, list.Arguments[1].SpanStart), GetPath);
        }
        else
        {
            edit.Replace(
                TextSpan.FromBounds(call.Syntax.SpanStart, list.Arguments[1].SpanStart), GetPath + call.Method + list.OpenParenToken.Text);
            edit.Insert(call.Syntax.Span.End, ")");
        }

        edit.ExpectRuntimeType(call.Syntax.SpanStart);
        return true;
    }

    private static void Replace(FixEdit edit, TempPathExpression path, string text) => edit.Replace(path.Whole.Span, text);

    /// <summary>Whether the names can stand for themselves, as directories and files.</summary>
    private static bool IsPlain(string[] names) =>
        names.Length is > 0 and <= MostNames && names.All(name => name != "." && name.IndexOf(':') < 0);

    /// <summary>Whether the name goes on, or changes, elsewhere: the runtime finds a file again by its whole name only.</summary>
    private static bool IsPartOfName(TempPathExpression path, string constant) =>
        constant[constant.Length - 1] is '-' or '_' or '.'
        || path.Whole.Parent is ArgumentSyntax
            { Parent.Parent: InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Concat"
            or "ChangeExtension" } } };

    /// <summary>A separator at the end, where one is and something may be put behind it.</summary>
    private static string EndOf(TempPathExpression path)
    {
        string constant = path.Constant!;
        return constant[constant.Length - 1] is '/' or '\\' && path.Whole.Parent is not ArgumentSyntax ? "/" : "";
    }

    /// <summary>How <c>System.IO.Path</c> is written at the position, where another name may be in the way.</summary>
    private static string PathType(FixContext context, int position)
    {
        ImmutableArray<ISymbol> found = context.Model.LookupSymbols(position, name: "Path");
        return found.Length == 1
            && found[0] is INamedTypeSymbol { ContainingNamespace: { Name: "IO",
                ContainingNamespace: { Name: "System", ContainingNamespace.IsGlobalNamespace: true } } }
            ? "Path"
            : "System.IO.Path";
    }
}

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
