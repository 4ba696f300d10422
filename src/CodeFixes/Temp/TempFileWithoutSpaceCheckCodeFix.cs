namespace StreamTuning.CodeFixes.Temp;

/// <summary>
/// Fixes STRM2002 by the runtime's choice of a directory with room: a new, empty file that the caller owns stays one, and a name stays
/// that name.
/// </summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(TempFileWithoutSpaceCheckCodeFix))]
[Shared]
internal sealed class TempFileWithoutSpaceCheckCodeFix() : StreamTuningCodeFix(Rules.TempFileWithoutSpaceCheck)
{
    private const string RuntimeType = "StreamTuning.TempSpace";
    private const string Space = "TempSpace.Default";
    private const string GetPath = Space + ".GetPath(";

    private protected override FixEdit? TryCreateRuntimeEdit(FixContext context)
    {
        if (context.Model.Compilation.GetTypeByMetadataName(RuntimeType) is null
            || context.Node is not ExpressionSyntax path
            || context.Model.GetOperation(path, context.CancellationToken) is not { } operation
            || TempFile.At(operation, context.Types) is not { } file)
        {
            return null;
        }

        // A length that does not compile there is better left out than the fix.
        FixEdit? edit = TryCreate(file, context, path, length: null);
        return edit is not null && LengthBefore.TryGet(file, context, path) is { } length
            ? TryCreate(file, context, path, length)?.Or(edit)
            : edit;
    }

    private static FixEdit? TryCreate(TempFile file, FixContext context, ExpressionSyntax path, string? length)
    {
        switch (file.Name)
        {
            case TempFile.NameKind.NewFile:
                return path is InvocationExpressionSyntax { ArgumentList.Arguments.Count: 0 } call
                    && TryRename(call, "CreateEmptyFile") is { } edit
                    ? length is null ? edit : edit.Insert(call.ArgumentList.OpenParenToken.Span.End, length)
                    : null;
            case TempFile.NameKind.Directory when !TempDirectories.IsCreated(context, path):
            case TempFile.NameKind.Uncertain:
                return null;
        }

        if (TempDirectories.AreSearched(file, context, path))
        {
            return null;
        }

        string end = length is null ? ")" : ", " + length + ")";
        FixEdit? named = path switch
        {
            InvocationExpressionSyntax combination => TryRewrite(context, combination, length, end),
            BinaryExpressionSyntax concatenation => TryRewrite(context, concatenation, end),
            InterpolatedStringExpressionSyntax interpolated => TryRewrite(context, interpolated, end),
            _ => null,
        };
        if (named is not null)
        {
            TempDirectories.DropVariable(named, context, path);
        }

        return named;
    }

    /// <summary><c>Path.Combine(Path.GetTempPath(), name)</c></summary>
    private static FixEdit? TryRewrite(FixContext context, InvocationExpressionSyntax combination, string? length, string end)
    {
        ArgumentListSyntax list = combination.ArgumentList;
        if (list.Arguments.FirstOrDefault(argument => TempDirectories.IsTempDirectory(context, argument.Expression)) is not { } directory
            || list.Arguments.Count < 2
            || Arguments.TryGetRemoval(directory, list) is not { } removal)
        {
            return null;
        }

        bool isNamed = list.Arguments.Any(argument => argument.NameColon is not null);
        if (list.Arguments.Count > 2)
        {
            SyntaxToken first = combination.GetFirstToken();
            return isNamed ? null : new FixEdit()
                .Replace(first.Span, GetPath + first.Text)
                .ExpectRuntimeCall(first.SpanStart, combination.Span)
                .Replace(removal, "")
                .Insert(combination.Span.End, end);
        }

        ArgumentSyntax name = list.Arguments.First(argument => argument != directory);
        FixEdit? edit = TryRename(combination, "GetPath")?.Replace(removal, "");
        if (name.NameColon is { } label)
        {
            edit?.Replace(label.Name.Span, "name");
        }

        return length is null ? edit : edit?.Insert(Arguments.EndOf(name), (name.NameColon is null ? ", " : ", expectedLength: ") + length);
    }

    /// <summary><c>Path.GetTempPath() + name</c></summary>
    private static FixEdit? TryRewrite(FixContext context, BinaryExpressionSyntax concatenation, string end)
    {
        // From the innermost operation on: its left side goes, and what is right of it until there is a name.
        ExpressionSyntax innermost = concatenation;
        while (Unwrap(((BinaryExpressionSyntax)innermost).Left) is BinaryExpressionSyntax next)
        {
            innermost = next;
        }

        var addition = (BinaryExpressionSyntax)innermost;
        ExpressionSyntax directory = addition.Left;
        while (IsSeparator(addition.Right))
        {
            if (addition == concatenation || Enclosing(addition) is not { } outer || outer.Left.Contains(addition) is false)
            {
                return null;
            }

            addition = outer;
        }

        // What is left has to be a concatenation still, and not an addition of numbers.
        ExpressionSyntax name = addition.Right;
        ExpressionSyntax? following = addition == concatenation ? null : Enclosing(addition)?.Right;
        if (!IsText(context, name) && (following is null || !IsText(context, following)))
        {
            return null;
        }

        SyntaxToken first = concatenation.GetFirstToken();
        TextSpan removed = TextSpan.FromBounds(first.SpanStart, name.SpanStart);
        if (first.SpanStart != directory.GetFirstToken().SpanStart
            || directory is ParenthesizedExpressionSyntax
            || innermost.Parent is ParenthesizedExpressionSyntax
            || StatementRemoval.HasCommentWithin(concatenation, removed))
        {
            return null;
        }

        FixEdit edit = new FixEdit()
            .Replace(removed, GetPath)
            .ExpectRuntimeCall(first.SpanStart, concatenation.Span);
        return TryTrimStart(edit, name) ? edit.Insert(concatenation.Span.End, end) : null;
    }

    /// <summary><c>$"{Path.GetTempPath()}{name}.jpg"</c></summary>
    private static FixEdit? TryRewrite(FixContext context, InterpolatedStringExpressionSyntax interpolated, string end)
    {
        SyntaxList<InterpolatedStringContentSyntax> contents = interpolated.Contents;
        int kept = 1;
        while (kept < contents.Count && contents[kept] is InterpolationSyntax { Expression: { } hole } && IsSeparator(hole))
        {
            kept++;
        }

        if (contents.Count <= kept
            || contents[0] is not InterpolationSyntax
            || contents.Take(kept).Any(content => StatementRemoval.HasCommentWithin(content, content.Span)))
        {
            return null;
        }

        int from = contents[kept].SpanStart;
        if (contents[kept] is InterpolatedStringTextSyntax { TextToken: var text })
        {
            if (LengthOfSeparators(text, IsVerbatim(interpolated.StringStartToken)) is not { } length
                || (length == text.Text.Length && contents.Count == kept + 1))
            {
                return null;
            }

            from += length;
        }

        SyntaxToken start = interpolated.StringStartToken;
        bool isText =
            contents.Skip(kept).All(
                content =>
                    content is InterpolatedStringTextSyntax part
                        && part.TextToken.Text.IndexOf('{') < 0
                        && part.TextToken.Text.IndexOf('}') < 0);
        return new FixEdit()
            .Replace(start.Span, GetPath + (isText ? start.Text.Replace("$", "") : start.Text))
            .ExpectRuntimeCall(start.SpanStart, interpolated.Span)
            .Replace(TextSpan.FromBounds(contents[0].SpanStart, from), "")
            .Insert(interpolated.Span.End, end);
    }

    /// <summary>Turns a call on <c>Path</c> into one on the runtime.</summary>
    private static FixEdit? TryRename(InvocationExpressionSyntax call, string method)
    {
        switch (call.Expression)
        {
            case MemberAccessExpressionSyntax access when !StatementRemoval.HasCommentWithin(access.Expression, access.Expression.Span):
                return new FixEdit().Replace(access.Expression.Span, Space).Replace(access.Name.Span, method).ExpectRuntimeCall(
                    access.Name.SpanStart);
            case IdentifierNameSyntax name:
                return new FixEdit().Insert(name.SpanStart, Space + ".").Replace(name.Span, method).ExpectRuntimeCall(name.SpanStart);
            default:
                return null;
        }
    }

    private static BinaryExpressionSyntax? Enclosing(ExpressionSyntax operand) =>
        operand.Parent is BinaryExpressionSyntax binary ? binary : null;

    private static ExpressionSyntax Unwrap(ExpressionSyntax expression)
    {
        while (expression is ParenthesizedExpressionSyntax parenthesized)
        {
            expression = parenthesized.Expression;
        }

        return expression;
    }

    private static bool IsText(FixContext context, ExpressionSyntax expression) =>
        context.Model.GetTypeInfo(expression, context.CancellationToken).Type?.SpecialType == SpecialType.System_String;

    private static bool IsSeparator(ExpressionSyntax expression) => expression switch
    {
        LiteralExpressionSyntax { Token.Value: string text } => text.Trim('/', '\\').Length == 0,
        LiteralExpressionSyntax { Token.Value: char c } => c is '/' or '\\',
        MemberAccessExpressionSyntax { Name.Identifier.ValueText: "DirectorySeparatorChar" or "AltDirectorySeparatorChar" } => true,
        IdentifierNameSyntax { Identifier.ValueText: "DirectorySeparatorChar" or "AltDirectorySeparatorChar" } => true,
        _ => false,
    };

    /// <summary>
    /// Removes separators at the beginning of a name: the directory had one of its own, and a name with one is no name. False where they
    /// cannot be removed.
    /// </summary>
    private static bool TryTrimStart(FixEdit edit, ExpressionSyntax name)
    {
        SyntaxToken token;
        SyntaxToken opening;
        switch (name)
        {
            case LiteralExpressionSyntax literal:
                token = opening = literal.Token;
                break;
            case InterpolatedStringExpressionSyntax { Contents: { Count: > 0 } contents } interpolated
                when contents[0] is InterpolatedStringTextSyntax text:
                token = text.TextToken;
                opening = interpolated.StringStartToken;
                break;
            default:
                return true;
        }

        int quote = token == opening ? token.Text.IndexOf('"') + 1 : 0;
        if (LengthOfSeparators(token, IsVerbatim(opening), quote) is not { } length)
        {
            return false;
        }

        if (length > 0)
        {
            edit.Replace(new TextSpan(token.SpanStart + quote, length), "");
        }

        return true;
    }

    /// <summary>
    /// How much of the text of a token, from a position on, stands for separators; null where that cannot be told from other text that is
    /// escaped.
    /// </summary>
    private static int? LengthOfSeparators(SyntaxToken token, bool isVerbatim, int start = 0)
    {
        if (token.ValueText.Length == 0 || token.ValueText[0] is not ('/' or '\\'))
        {
            return 0;
        }

        int end = start;
        int backslashes = 0;
        while (end < token.Text.Length && token.Text[end] is '/' or '\\')
        {
            backslashes += token.Text[end] == '\\' ? 1 : 0;
            end++;
        }

        return end == start || (!isVerbatim && backslashes % 2 != 0) ? null : end - start;
    }

    private static bool IsVerbatim(SyntaxToken opening) =>
        opening.Text.StartsWith("@", StringComparison.Ordinal) || opening.Text.StartsWith("$@", StringComparison.Ordinal);
}
