namespace StreamTuning.CodeFixes.Temp;

/// <summary>Fixes STRM2001 where the path begins: there the directory gives way to a call, and the names stay.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(HardCodedTempPathCodeFix))]
[Shared]
internal sealed class HardCodedTempPathCodeFix() : StreamTuningCodeFix(Rules.HardCodedTempPath)
{
    private static readonly char[] Separators = ['/', '\\'];

    private protected override FixEdit? TryCreateRuntimeEdit(FixContext context) =>
        context.Model.Compilation.GetTypeByMetadataName("StreamTuning.TempSpace") is not null
        && TryRead(context) is { Rest.Length: > 0 } path
        && IsName(context, path)
        && !IsExtended(context, path)
            ? TryReplace(context, path.Whole, "TempSpace.Default.GetPath(" + NameOf(path) + ")" + EndOf(path))
                ?.ExpectRuntimeCall(path.Whole.SpanStart, path.Whole.Span)
            : null;

    private protected override FixEdit? TryCreatePlainEdit(FixContext context)
    {
        if (TryRead(context) is not { } path)
        {
            return null;
        }

        bool isImported = context.Model.LookupSymbols(path.Whole.SpanStart, name: "Path") is { Length: 1 } found
            && found[0].Is(context.Types.Path);
        string type = isImported ? "Path" : "System.IO.Path";
        string root = type + ".GetTempPath()";
        return path.Rest.Length == 0 || IsCombined(path) ? TryReplace(context, path.Root, root)
            : !path.IsUnrooted ? TryReplace(context, path.Whole, root + " + " + path.Rest)
            : IsFirstOf(path, "Combine", "Join") ? TryReplace(context, path.Whole, root + ", " + path.Rest)
            : TryReplace(context, path.Whole, type + ".Combine(" + root + ", " + path.Rest + ")");
    }

    /// <summary>Whether a call joins the directory with names, as <c>Path.Combine</c> does, which stays as it is.</summary>
    private static bool IsCombined(PathBelowRoot path) =>
        path.Root.Parent is ArgumentSyntax { Parent.Parent: InvocationExpressionSyntax call } && path.Whole.Span.Contains(call.Span);

    /// <summary>The path that begins with the hard-coded directory; null if the document may name the same place once more.</summary>
    private static PathBelowRoot? TryRead(FixContext context) =>
        context.Model.GetOperation(context.Node, context.CancellationToken) is { } written
        && HardCodedPath.TryRead(written, TempRoots.Of(context.Option(Options.HardCodedTempRoots)), context.Types) is { } known
        && known.Beginning.Syntax.SyntaxTree == context.Root.SyntaxTree
        && TryReadAt(context, known) is { } path
        && (path.Rest.Length == 0 || path.Beginning.IndexOf(':') < 0)
        && !path.Beginning.StartsWith("./", StringComparison.Ordinal)
        && path.Whole.Parent is ArgumentSyntax or EqualsValueClauseSyntax or AssignmentExpressionSyntax or ArrowExpressionClauseSyntax
            or ReturnStatementSyntax
        && !IsFirstOf(path, "Format", "Format")
        && !IsNamedElsewhere(context, path, known.Root)
            ? path
            : null;

    private static PathBelowRoot? TryReadAt(FixContext context, HardCodedPath path)
    {
        SyntaxNode beginning = path.Beginning.Syntax;
        switch (beginning)
        {
            case InvocationExpressionSyntax { ArgumentList.Arguments.Count: 1 } call:
                ExpressionSyntax whole = call;
                while (whole.Parent is BinaryExpressionSyntax { RawKind: (int)SyntaxKind.CoalesceExpression } choice)
                {
                    whole = choice;
                }

                return IsTempDirectory(context, whole) ? PathBelowRoot.TryRead(context, whole, length: 0) : null;
            case LiteralExpressionSyntax { Token.ValueText: { } text } when text.StartsWith(path.Root, StringComparison.Ordinal)
                && path.Root[0] != '%':
            case InterpolatedStringTextSyntax { TextToken.ValueText: { } content }
                when content.StartsWith(path.Root, StringComparison.Ordinal) && path.Root[0] != '%':
                return PathBelowRoot.TryRead(context, beginning, path.Root.Length);
            default:
                return null;
        }
    }

    /// <summary>Whether a variable and all that stands in for it if it isn't set is the directory for temporary files.</summary>
    private static bool IsTempDirectory(FixContext context, ExpressionSyntax expression) =>
        expression is BinaryExpressionSyntax { RawKind: (int)SyntaxKind.CoalesceExpression } choice
            ? IsTempDirectory(context, choice.Left) && IsTempDirectory(context, choice.Right)
            : context.Model.GetOperation(expression, context.CancellationToken) is { } value
                && (HardCodedPath.TryRead(value, TempRoots.Default, context.Types) is { IsBelow: false }
                    || TempPath.IsTempDirectory(value, context.Types));

    /// <summary>Whether the path is the first argument of a method of one of these names.</summary>
    private static bool IsFirstOf(PathBelowRoot path, string method, string other) =>
        path.Whole.Parent is ArgumentSyntax { NameColon: null, Parent: ArgumentListSyntax
            { Parent: InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax access } } list } argument
        && list.Arguments[0] == argument
        && (access.Name.Identifier.ValueText == method || access.Name.Identifier.ValueText == other);

    /// <summary>Whether another text of the document holds the directory and may go on to the same name.</summary>
    private static bool IsNamedElsewhere(FixContext context, PathBelowRoot path, string root)
    {
        string directory = Normal(root.Trim('%'));
        string name = Normal(path.Beginning.Split(Separators)[0]);
        return context.Root.DescendantTokens().Any(token => (token.Parent is LiteralExpressionSyntax or InterpolatedStringTextSyntax)
            && !path.Whole.Span.Contains(token.Span)
            && Normal(token.ValueText).IndexOf(directory, StringComparison.Ordinal) is >= 0 and var at
            && (at == 0 || !char.IsLetterOrDigit(token.ValueText[at - 1]))
            && !IsApart(token, at));

        bool IsApart(SyntaxToken token, int at)
        {
            string rest = Normal(token.ValueText.Substring(at + directory.Length).TrimStart(Separators));
            if (at == 0 && PathBelowRoot.TryRead(context, token.Parent!, directory.Length) is { Rest.Length: > 0 } other)
            {
                if (path.IsUnique || other.IsUnique)
                {
                    return true;
                }

                rest = Normal(other.Beginning.Split(Separators)[0]);
            }

            return !rest.StartsWith(name, StringComparison.Ordinal) && !name.StartsWith(rest, StringComparison.Ordinal);
        }

        static string Normal(string text) => text.Replace('/', '\\').ToUpperInvariant();
    }

    /// <summary>Whether the runtime takes the rest for a name: relative, without colons, empty segments and dots.</summary>
    private static bool IsName(FixContext context, PathBelowRoot path)
    {
        SyntaxToken[] texts =
        [
            .. SyntaxFactory.ParseExpression(path.Rest).DescendantTokens().Where(
                token => token.Parent is LiteralExpressionSyntax or InterpolatedStringTextSyntax or InterpolationFormatClauseSyntax),
        ];
        return !(path.IsConstant && path.Beginning.TrimEnd('/').Last() is '-' or '_' or '.')
            && texts.All(text => text.ValueText.IndexOf(':') < 0 || text.IsKind(SyntaxKind.ColonToken))
            && texts.All(text => !Holds(text, "..") && !Holds(text, "//") && !Holds(text, "./") && text.ValueText != ".")
            && (path.IsConstant || texts.Length == 0 || !path.Rest.TrimEnd('"', ')').EndsWith("/", StringComparison.Ordinal))
            && !IsFirstOf(path, "ChangeExtension", "Concat")
            && !path.Whole.DescendantNodes().OfType<ExpressionSyntax>().Any(part => IsTime(context, part));

        static bool Holds(SyntaxToken token, string text) => token.ValueText.IndexOf(text, StringComparison.Ordinal) >= 0;
    }

    /// <summary>Whether it is the path of a constant that other code extends to other names, which may lie in another directory.</summary>
    private static bool IsExtended(FixContext context, PathBelowRoot path) =>
        path.Whole.FirstAncestorOrSelf<VariableDeclaratorSyntax>() is { Identifier.ValueText: var name }
        && path.IsConstant
        && !path.Beginning.EndsWith("/", StringComparison.Ordinal)
        && context.Root.DescendantNodes().OfType<IdentifierNameSyntax>().Any(use => use.Identifier.ValueText == name && use.Parent switch
        {
            BinaryExpressionSyntax { RawKind: (int)SyntaxKind.AddExpression } sum =>
                sum.Left == use && !(sum.Right is LiteralExpressionSyntax right && right.Token.ValueText.IndexOfAny(Separators) == 0),
            InterpolationSyntax { Parent: InterpolatedStringExpressionSyntax { Contents: var contents } } hole =>
                contents.IndexOf(hole) + 1 is var next && next < contents.Count
                    && !(contents[next] is InterpolatedStringTextSyntax text && text.TextToken.ValueText.IndexOfAny(Separators) == 0),
            _ => false,
        });

    /// <summary>Whether a time becomes text with colons or slashes.</summary>
    private static bool IsTime(FixContext context, ExpressionSyntax part) =>
        part.Parent is BinaryExpressionSyntax or InterpolationSyntax { FormatClause: not { FormatStringToken.ValueText.Length: > 1 } }
        && context.Model.GetTypeInfo(part, context.CancellationToken).Type?.Name is "DateTime" or "DateTimeOffset" or "TimeSpan"
            or "DateOnly" or "TimeOnly";

    /// <summary>The names without the separator at the end of a constant.</summary>
    private static string NameOf(PathBelowRoot path) => path.IsConstant ? path.Rest.Replace("/\"", "\"") : path.Rest;

    /// <summary>The separator at the end of a constant, if a name may be put behind it.</summary>
    private static string EndOf(PathBelowRoot path) =>
        path.IsConstant && path.Beginning.EndsWith("/", StringComparison.Ordinal) && path.Whole.Parent is not ArgumentSyntax
            ? " + \"/\""
            : "";

    /// <summary>Replaces the expression. The constant that it is the value of becomes a variable that is set once.</summary>
    private static FixEdit? TryReplace(FixContext context, ExpressionSyntax expression, string text)
    {
        FixEdit edit = new FixEdit().Replace(expression.Span, text);
        switch (expression.FirstAncestorOrSelf<VariableDeclaratorSyntax>()?.Parent?.Parent)
        {
            case LocalDeclarationStatementSyntax { IsConst: true, Declaration.Variables.Count: 1 } local:
                return edit.Replace(TextSpan.FromBounds(local.Modifiers[0].SpanStart, local.Declaration.SpanStart), "");
            case FieldDeclarationSyntax field when field.Modifiers.IndexOf(SyntaxKind.ConstKeyword) is >= 0 and var index:
                bool isSeen = field.Modifiers.Any(modifier => modifier.Kind() is SyntaxKind.PublicKeyword or SyntaxKind.InternalKeyword
                    or SyntaxKind.ProtectedKeyword);
                return isSeen || field.Declaration.Variables.Count > 1
                    || field.Parent is not TypeDeclarationSyntax type
                    || type.Modifiers.Any(SyntaxKind.PartialKeyword)
                    || type.Members.TakeWhile(member => member != field).Any(IsSetBefore)
                    ? null
                    : edit.Replace(field.Modifiers[index].Span, "static readonly");
            default:
                return edit;
        }
    }

    private static bool IsSetBefore(MemberDeclarationSyntax member) => member is FieldDeclarationSyntax or PropertyDeclarationSyntax
        && member.Modifiers.Any(SyntaxKind.StaticKeyword);
}
