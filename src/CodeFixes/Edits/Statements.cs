namespace StreamTuning.CodeFixes.Edits;

/// <summary>The statements that expressions are in.</summary>
internal static class Statements
{
    /// <summary>The expression with the <c>await</c> around it.</summary>
    public static SyntaxNode AwaitedOf(SyntaxNode expression, out bool isAwaited, out string configureAwait)
    {
        isAwaited = false;
        configureAwait = "";
        while (true)
        {
            switch (expression.Parent)
            {
                case MemberAccessExpressionSyntax { Name.Identifier.ValueText: "ConfigureAwait", Parent: InvocationExpressionSyntax call }:
                    configureAwait = call.ArgumentList.ToString();
                    expression = call;
                    break;
                case AwaitExpressionSyntax awaited:
                    isAwaited = true;
                    expression = awaited;
                    break;
                case ParenthesizedExpressionSyntax or CastExpressionSyntax
                    or PostfixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.SuppressNullableWarningExpression }:
                    expression = expression.Parent;
                    break;
                default:
                    return expression;
            }
        }
    }

    /// <summary>The statement that consists of the expression, or declares a local with it and nothing else.</summary>
    public static StatementSyntax? TryGetOf(SyntaxNode expression)
    {
        SyntaxNode outer = AwaitedOf(expression, out _, out _);
        return outer.Parent switch
        {
            ExpressionStatementSyntax statement => statement,
            AssignmentExpressionSyntax { Parent: ExpressionStatementSyntax statement } => statement,
            EqualsValueClauseSyntax { Parent: VariableDeclaratorSyntax { Parent: VariableDeclarationSyntax { Variables.Count: 1,
                Parent: LocalDeclarationStatementSyntax or UsingStatementSyntax } declaration } } =>
                (StatementSyntax)declaration.Parent!,
            _ => null,
        };
    }

    /// <summary>The statements of the block, switch section or program that the statement is in.</summary>
    public static List<StatementSyntax>? SiblingsOf(StatementSyntax statement) => statement.Parent switch
    {
        BlockSyntax block => block.Statements.ToList(),
        SwitchSectionSyntax section => section.Statements.ToList(),
        GlobalStatementSyntax { Parent: CompilationUnitSyntax unit } =>
            unit.Members.OfType<GlobalStatementSyntax>().Select(global => global.Statement).ToList(),
        _ => null,
    };
}

/// <summary>Removes statements as a person would: with their lines, and with no empty lines left that separate nothing.</summary>
internal static class StatementRemoval
{
    /// <summary>
    /// Adds the removal of statements to an edit. Comments before and behind them stay. False where one within would be lost, or where a
    /// directive makes them part of some builds only.
    /// </summary>
    public static bool TryAdd(FixEdit edit, FixContext context, IEnumerable<StatementSyntax> statements)
    {
        var spans = new List<TextSpan>();
        foreach (StatementSyntax statement in statements.OrderBy(statement => statement.SpanStart))
        {
            if (statement.ContainsDirectives || HasCommentWithin(statement, statement.Span))
            {
                return false;
            }

            TextSpan span = SpanOf(context.Text, statement.Span, spans);
            if (spans.Count > 0 && span.Start <= spans[spans.Count - 1].End)
            {
                span = TextSpan.FromBounds(spans[spans.Count - 1].Start, span.End);
                spans.RemoveAt(spans.Count - 1);
            }

            spans.Add(span);
        }

        foreach (TextSpan span in spans)
        {
            edit.Replace(WithEmptyLine(context.Text, span), "");
        }

        return true;
    }

    /// <summary>Whether a comment of the node, or anything else that is no white space, lies in the span.</summary>
    public static bool HasCommentWithin(SyntaxNode node, TextSpan span) =>
        node.DescendantTrivia().Any(trivia => span.Contains(trivia.Span) && !string.IsNullOrWhiteSpace(trivia.ToString()));

    /// <summary>Puts the one statement that is left of the body in the place of a <c>using</c>.</summary>
    public static bool TryUnwrap(FixEdit edit, FixContext context, UsingStatementSyntax scope, StatementSyntax kept)
    {
        TextSpan before = TextSpan.FromBounds(scope.SpanStart, kept.SpanStart);
        TextSpan after = TextSpan.FromBounds(kept.Span.End, scope.Span.End);
        if (scope.ContainsDirectives || HasCommentWithin(scope, before) || HasCommentWithin(scope, after))
        {
            return false;
        }

        edit.Replace(before, "").Replace(after, "");
        string outer = Layout.TryGetIndentation(context.Text, scope.SpanStart) ?? "";
        string inner = Layout.TryGetIndentation(context.Text, kept.SpanStart) ?? outer;
        return inner.StartsWith(outer, StringComparison.Ordinal)
            && TryIndent(edit, context, kept, context.Text.Lines.IndexOf(kept.SpanStart) + 1, inner, outer);
    }

    /// <summary>Puts the statements that are left of the body in the place of a <c>using</c> and its braces.</summary>
    /// <param name="edit">What is changed.</param>
    /// <param name="context">The document.</param>
    /// <param name="scope">The <c>using</c> with a block.</param>
    /// <param name="removed">The statements that are removed; those that go with the <c>using</c> are taken out.</param>
    public static bool TryUnwrap(FixEdit edit, FixContext context, UsingStatementSyntax scope, HashSet<StatementSyntax> removed)
    {
        if (scope.Statement is not BlockSyntax block
            || scope.Parent is not (BlockSyntax or GlobalStatementSyntax)
            || scope.ContainsDirectives)
        {
            return false;
        }

        List<StatementSyntax> kept = block.Statements.Where(statement => !removed.Contains(statement)).ToList();
        if (TryGetBraces(context, scope, block) is not var (opening, closing)
            || kept.Count == 0
            || Layout.TryGetIndentation(context.Text, scope.SpanStart) is not { } outer
            || Layout.TryGetIndentation(context.Text, kept[0].SpanStart) is not { } inner
            || !inner.StartsWith(outer, StringComparison.Ordinal))
        {
            if (kept.Count != 1)
            {
                return false;
            }

            removed.ExceptWith(block.Statements);
            return TryUnwrap(edit, context, scope, kept[0]);
        }

        edit.Replace(opening, "").Replace(closing, "");
        return kept.All(
            statement => TryIndent(edit, context, statement, context.Text.Lines.IndexOf(statement.FullSpan.Start), inner, outer));
    }

    /// <summary>The lines of a <c>using</c> up to its brace and of the other brace; null where anything else is on them.</summary>
    private static (TextSpan Opening, TextSpan Closing)? TryGetBraces(FixContext context, UsingStatementSyntax scope, BlockSyntax block)
    {
        TextSpan header = TextSpan.FromBounds(scope.SpanStart, block.OpenBraceToken.Span.End);
        TextLine first = context.Text.Lines.GetLineFromPosition(header.Start);
        TextLine opening = context.Text.Lines.GetLineFromPosition(header.End);
        TextLine closing = context.Text.Lines.GetLineFromPosition(block.CloseBraceToken.SpanStart);
        return Layout.TryGetIndentation(context.Text, header.Start) is not null
            && string.IsNullOrWhiteSpace(context.Text.ToString(TextSpan.FromBounds(header.End, opening.End)))
            && closing.ToString().Trim() == "}"
            && !HasCommentWithin(scope, header)
            && !block.CloseBraceToken.LeadingTrivia.Any(Layout.IsMoreThanSpace)
                ? (TextSpan.FromBounds(first.Start, opening.EndIncludingLineBreak), closing.SpanIncludingLineBreak)
                : null;
    }

    /// <summary>Moves the lines of a statement, from one of them on, to the left; false where one begins in a string.</summary>
    private static bool TryIndent(FixEdit edit, FixContext context, StatementSyntax statement, int first, string inner, string outer)
    {
        TextLineCollection lines = context.Text.Lines;
        int last = lines.IndexOf(statement.Span.End - 1);
        for (int i = first; i <= last; i++)
        {
            int start = lines[i].Start;
            if (start >= statement.SpanStart && statement.FindToken(start).SpanStart < start)
            {
                return false;
            }

            if (lines[i].ToString().StartsWith(inner, StringComparison.Ordinal))
            {
                edit.Replace(new TextSpan(start + outer.Length, inner.Length - outer.Length), "");
            }
        }

        return true;
    }

    /// <summary>The lines of a statement, or what it takes of a line that holds more than what is removed.</summary>
    private static TextSpan SpanOf(SourceText text, TextSpan statement, List<TextSpan> removed)
    {
        TextLine first = text.Lines.GetLineFromPosition(statement.Start);
        TextLine last = text.Lines.GetLineFromPosition(statement.End);
        int before = SkipSpaceBefore(text, statement.Start);
        int kept = before;
        if (removed.Count > 0 && removed[removed.Count - 1] is { } previous && before <= previous.End)
        {
            kept = SkipSpaceBefore(text, previous.Start);
        }

        if (kept > text.Lines.GetLineFromPosition(kept).Start)
        {
            return TextSpan.FromBounds(before, statement.End);
        }

        int after = statement.End;
        while (after < last.End && char.IsWhiteSpace(text[after]))
        {
            after++;
        }

        // The indentation serves what follows.
        return after < last.End
            ? TextSpan.FromBounds(statement.Start, after)
            : TextSpan.FromBounds(first.Start, last.EndIncludingLineBreak);
    }

    /// <summary>Where the white space before the position begins, on the same line.</summary>
    private static int SkipSpaceBefore(SourceText text, int position)
    {
        int start = text.Lines.GetLineFromPosition(position).Start;
        while (position > start && char.IsWhiteSpace(text[position - 1]))
        {
            position--;
        }

        return position;
    }

    /// <summary>
    /// The span, if it is of whole lines, with one of the empty lines around it that are no longer between two statements.
    /// </summary>
    private static TextSpan WithEmptyLine(SourceText text, TextSpan span)
    {
        TextLine first = text.Lines.GetLineFromPosition(span.Start);
        if (first.Start != span.Start || span.End >= text.Length || text.Lines.GetLineFromPosition(span.End).Start != span.End)
        {
            return span;
        }

        TextLine next = text.Lines.GetLineFromPosition(span.End);
        string before = first.LineNumber == 0 ? "" : text.Lines[first.LineNumber - 1].ToString().Trim();
        string after = next.ToString().Trim();
        if (after.Length == 0 && (before.Length == 0 || before[before.Length - 1] == '{'))
        {
            return TextSpan.FromBounds(span.Start, next.EndIncludingLineBreak);
        }

        return before.Length == 0 && first.LineNumber > 0 && after.Length > 0 && after[0] == '}'
            ? TextSpan.FromBounds(text.Lines[first.LineNumber - 1].Start, span.End)
            : span;
    }
}
