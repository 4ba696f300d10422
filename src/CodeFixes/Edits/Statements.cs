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
