namespace StreamTuning.CodeFixes.Copying;

/// <summary>Fixes STRM1009 by removing the preallocation size.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(PreallocationOverExistingFileCodeFix))]
[Shared]
internal sealed class PreallocationOverExistingFileCodeFix() : StreamTuningCodeFix(Rules.PreallocationOverExistingFile)
{
    private protected override FixEdit? TryCreatePlainEdit(FixContext context)
    {
        SyntaxNode node = context.Node;
        ExpressionSyntax? size = node is AssignmentExpressionSyntax assignment ? assignment.Right : node as ExpressionSyntax;
        TextSpan? removal = (node, node.Parent) switch
        {
            (AssignmentExpressionSyntax element, InitializerExpressionSyntax initializer) =>
                TryGetRemoval(context.Text, element, initializer),
            (AssignmentExpressionSyntax, ExpressionStatementSyntax statement) => TryGetRemoval(context, statement),
            (_, ArgumentSyntax { Parent: ArgumentListSyntax { Arguments.Count: > 1 } list } argument) =>
                Arguments.TryGetRemoval(argument, list),
            _ => null,
        };
        if (removal is not { } span
            || size is null
            || context.Model.GetOperation(size, context.CancellationToken) is not { } value
            || !IsHarmless(context, size))
        {
            return null;
        }

        FixEdit edit = new FixEdit().Replace(span, "");
        if (node.Parent is InitializerExpressionSyntax { Expressions: { } elements }
            && elements.IndexOf((ExpressionSyntax)node) is > 0 and var index
            && index == elements.SeparatorCount)
        {
            // The last one has its comma before it.
            TextSpan comma = elements.GetSeparator(index - 1).Span;
            if (!span.Contains(comma))
            {
                edit.Replace(comma, "");
            }
        }

        return BufferConstant.TryDrop(edit, context, value, isShared: false) ? edit : null;
    }

    /// <summary>
    /// The text of an initializer with its comma, and the lines it stands on alone; null where a comment would go with it.
    /// </summary>
    private static TextSpan? TryGetRemoval(SourceText text, AssignmentExpressionSyntax element, InitializerExpressionSyntax initializer)
    {
        int index = initializer.Expressions.IndexOf(element);
        SyntaxToken first = element.GetFirstToken();
        SyntaxToken last = index < initializer.Expressions.SeparatorCount
            ? initializer.Expressions.GetSeparator(index)
            : element.GetLastToken();
        SyntaxToken previous = first.GetPreviousToken();
        SyntaxToken next = last.GetNextToken();
        bool isFirstOnLine = !AreOnOneLine(text, previous, first);
        bool isLastOnLine = !AreOnOneLine(text, last, next);
        if (element.DescendantTrivia().Concat(last.GetAllTrivia()).Any(Layout.IsMoreThanSpace)
            || (!isFirstOnLine && previous.TrailingTrivia.Any(Layout.IsMoreThanSpace))
            || (!isLastOnLine && next.LeadingTrivia.Any(Layout.IsMoreThanSpace)))
        {
            return null;
        }

        if (isFirstOnLine && isLastOnLine)
        {
            return TextSpan.FromBounds(
                text.Lines.GetLineFromPosition(first.SpanStart).Start, text.Lines.GetLineFromPosition(last.Span.End).EndIncludingLineBreak);
        }

        if (isLastOnLine || next == initializer.CloseBraceToken)
        {
            bool ownsPrevious = last.Parent != initializer && previous.IsKind(SyntaxKind.CommaToken);
            return TextSpan.FromBounds(
                isFirstOnLine ? first.SpanStart : ownsPrevious ? previous.SpanStart : previous.Span.End, last.Span.End);
        }

        return TextSpan.FromBounds(first.SpanStart, next.SpanStart);
    }

    /// <summary>
    /// The text of a statement, with each <c>if</c> that is there for nothing else; null where a comment would go with it.
    /// </summary>
    private static TextSpan? TryGetRemoval(FixContext context, StatementSyntax statement)
    {
        StatementSyntax whole = statement;
        while ((whole.Parent is BlockSyntax { Statements.Count: 1 } block ? block.Parent : whole.Parent) is IfStatementSyntax choice)
        {
            if (choice.Else is not null || !IsHarmless(context, choice.Condition))
            {
                return null;
            }

            whole = choice;
        }

        // A block of its own would be left empty.
        if (whole.Parent is not (BlockSyntax or GlobalStatementSyntax or SwitchSectionSyntax)
            or BlockSyntax { Statements.Count: 1, Parent: StatementSyntax or ElseClauseSyntax })
        {
            return null;
        }

        SyntaxToken last = whole.GetLastToken();
        SyntaxToken next = last.GetNextToken();
        return Layout.TryGetLines(context.Text, whole)
            ?? (AreOnOneLine(context.Text, last, next) && !whole.DescendantTrivia().Concat(next.LeadingTrivia).Any(Layout.IsMoreThanSpace)
                ? TextSpan.FromBounds(whole.SpanStart, next.SpanStart)
                : null);
    }

    private static bool AreOnOneLine(SourceText text, SyntaxToken first, SyntaxToken second) =>
        text.Lines.IndexOf(first.Span.End) == text.Lines.IndexOf(second.SpanStart);

    /// <summary>Whether nothing is lost when the value is not computed: it reads variables and properties, and calculates.</summary>
    private static bool IsHarmless(FixContext context, ExpressionSyntax expression) =>
        context.Model.GetOperation(expression, context.CancellationToken) is { } value
            && IsHarmless(value, KnownTypes.Of(context.Model.Compilation));

    private static bool IsHarmless(IOperation value, KnownTypes types) => value.Unwrap() switch
    {
        { ConstantValue.HasValue: true } => true,
        ILocalReferenceOperation or IParameterReferenceOperation or IInstanceReferenceOperation or IConditionalAccessInstanceOperation =>
            true,
        IFieldReferenceOperation field => field.Instance is null || IsHarmless(field.Instance, types),
        IPropertyReferenceOperation { Arguments.IsEmpty: true } property =>
            property.Instance is null || IsHarmless(property.Instance, types),
        IBinaryOperation { OperatorMethod: null } binary => IsHarmless(binary.LeftOperand, types) && IsHarmless(binary.RightOperand, types),
        IUnaryOperation { OperatorMethod: null } unary => IsHarmless(unary.Operand, types),
        IConditionalOperation { WhenFalse: { } whenFalse } choice =>
            IsHarmless(choice.Condition, types) && IsHarmless(choice.WhenTrue, types) && IsHarmless(whenFalse, types),
        ICoalesceOperation choice => IsHarmless(choice.Value, types) && IsHarmless(choice.WhenNull, types),
        IIsPatternOperation test => IsHarmless(test.Value, types),
        IConditionalAccessOperation access => IsHarmless(access.Operation, types) && IsHarmless(access.WhenNotNull, types),
        IInvocationOperation { TargetMethod: { Name: "GetValueOrDefault",
            ContainingType.OriginalDefinition.SpecialType: SpecialType.System_Nullable_T } } call =>
            IsHarmless(call.Instance!, types) && call.Arguments.All(argument => IsHarmless(argument.Value, types)),
        IInvocationOperation { TargetMethod: { Name: "Min" or "Max" } method } call =>
            method.ContainingType.Is(types.Math) && call.Arguments.All(argument => IsHarmless(argument.Value, types)),
        IObjectCreationOperation creation =>
            creation.Type.Is(types.FileInfo) && creation.Arguments.All(argument => IsHarmless(argument.Value, types)),
        _ => false,
    };
}
