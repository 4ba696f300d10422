using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace StreamTuning.Mutation;

/// <summary>Lists the changes of a source. Some do not compile in their place; the build finds those.</summary>
internal static class Operators
{
    private static readonly Dictionary<SyntaxKind, (string Operator, string Changed)> _binary = new()
    {
        [SyntaxKind.EqualsExpression] = ("equality", "!="),
        [SyntaxKind.NotEqualsExpression] = ("equality", "=="),
        [SyntaxKind.LessThanExpression] = ("boundary", "<="),
        [SyntaxKind.LessThanOrEqualExpression] = ("boundary", "<"),
        [SyntaxKind.GreaterThanExpression] = ("boundary", ">="),
        [SyntaxKind.GreaterThanOrEqualExpression] = ("boundary", ">"),
        [SyntaxKind.LogicalAndExpression] = ("logical", "||"),
        [SyntaxKind.LogicalOrExpression] = ("logical", "&&"),
        [SyntaxKind.AddExpression] = ("arithmetic", "-"),
        [SyntaxKind.SubtractExpression] = ("arithmetic", "+"),
        [SyntaxKind.MultiplyExpression] = ("arithmetic", "/"),
        [SyntaxKind.DivideExpression] = ("arithmetic", "*"),
        [SyntaxKind.ModuloExpression] = ("arithmetic", "*"),
        [SyntaxKind.LeftShiftExpression] = ("arithmetic", ">>"),
        [SyntaxKind.RightShiftExpression] = ("arithmetic", "<<"),
        [SyntaxKind.BitwiseAndExpression] = ("arithmetic", "|"),
        [SyntaxKind.BitwiseOrExpression] = ("arithmetic", "&"),
    };

    public static IEnumerable<Change> In(SyntaxNode root) => root.DescendantNodes(node => !HoldsConstants(node)).SelectMany(Of);

    private static IEnumerable<Change> Of(SyntaxNode node) => node switch
    {
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.CoalesceExpression } coalesce =>
            [Instead("coalesce", coalesce, coalesce.Right is ThrowExpressionSyntax ? coalesce.Left : coalesce.Right)],
        BinaryExpressionSyntax binary when _binary.ContainsKey(binary.Kind()) => Binary(binary),
        BinaryExpressionSyntax or IsPatternExpressionSyntax when IsTypeTest(node) => Negation((ExpressionSyntax)node),
        PrefixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalNotExpression } not =>
            Declares(not) ? Negation(not) : [Instead("negation", not, not.Operand)],
        LiteralExpressionSyntax literal => Literal(literal),
        ExpressionSyntax expression when IsCondition(expression) => Negation(expression),
        ExpressionStatementSyntax statement => Statement(statement),
        ContinueStatementSyntax or ThrowStatementSyntax or ReturnStatementSyntax { Expression: null } or YieldStatementSyntax => [Drop("jump", node)],
        BreakStatementSyntax { Parent: not SwitchSectionSyntax } => [Drop("jump", node)],
        ReturnStatementSyntax { Expression: { } returned } => Returned(returned),
        ArrowExpressionClauseSyntax { Parent: not (ConstructorDeclarationSyntax or MethodDeclarationSyntax { ReturnType: PredefinedTypeSyntax { Keyword.RawKind: (int)SyntaxKind.VoidKeyword } }) } body =>
            Returned(body.Expression),
        SwitchExpressionArmSyntax { Pattern: not (DiscardPatternSyntax or VarPatternSyntax) } arm => [Arm(arm.Pattern, arm.WhenClause)],
        CaseSwitchLabelSyntax label => [Arm(label.Value, when: null)],
        CasePatternSwitchLabelSyntax label => [Arm(label.Pattern, label.WhenClause)],
        _ => [],
    };

    private static IEnumerable<Change> Binary(BinaryExpressionSyntax node)
    {
        (string name, string changed) = _binary[node.Kind()];
        if (!Declares(node))
        {
            if (!IsText(node.Left) && !IsText(node.Right))
            {
                yield return Instead(name, node, $"{Operand(node.Left)} {changed} {Operand(node.Right)}");
            }
        }
        else if (node.IsKind(SyntaxKind.LogicalAndExpression))
        {
            yield return new Change(name, node.Right.Span, "((", ") || {on})", "true");
        }
        else if (node.IsKind(SyntaxKind.LogicalOrExpression))
        {
            yield return new Change(name, node.Right.Span, "((", ") && !{on})", "false");
        }
    }

    /// <summary>Code that declares a variable cannot be there twice: such a condition is true or false.</summary>
    private static IEnumerable<Change> Negation(ExpressionSyntax node) => Declares(node)
        ? [new Change("condition", node.Span, "((", ") || {on})", "true"), new Change("condition", node.Span, "((", ") && !{on})", "false")]
        : [new Change("condition", node.Span, "({on} ^ (", "))", $"!({node})")];

    private static IEnumerable<Change> Literal(LiteralExpressionSyntax literal)
    {
        if (literal.Parent is ArgumentSyntax { Parent.Parent: InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Name.Identifier.Text: "ConfigureAwait" } } })
        {
            return [];
        }

        return literal.Token.Value switch
        {
            true => [Instead("literal", literal, "false")],
            false => [Instead("literal", literal, "true")],
            int or long or uint or ulong => [Instead("literal", literal, $"{literal} + 1")],
            _ => [],
        };
    }

    private static IEnumerable<Change> Statement(ExpressionStatementSyntax statement)
    {
        if (statement.Expression is AssignmentExpressionSyntax { RawKind: (int)SyntaxKind.AddAssignmentExpression or (int)SyntaxKind.SubtractAssignmentExpression } compound)
        {
            string changed = $"{compound.Left} {(compound.IsKind(SyntaxKind.AddAssignmentExpression) ? "-=" : "+=")} {compound.Right};";
            return [new Change("arithmetic", statement.Span, $"if ({{on}}) {{ {changed} }} else {{ ", " }", changed)];
        }

        // They only help the garbage collector, or the developer.
        string text = statement.ToString();
        return text.StartsWith("GC.", StringComparison.Ordinal) || text.StartsWith("Debug.", StringComparison.Ordinal) ? [] : [Drop("statement", statement)];
    }

    private static IEnumerable<Change> Returned(ExpressionSyntax expression) =>
        expression is LiteralExpressionSyntax or BinaryExpressionSyntax or IsPatternExpressionSyntax or PrefixUnaryExpressionSyntax
            or ThrowExpressionSyntax or RefExpressionSyntax or DefaultExpressionSyntax or AssignmentExpressionSyntax
            ? []
            : [Instead("return", expression, "default")];

    private static Change Arm(SyntaxNode pattern, WhenClauseSyntax? when) => when is null
        ? new Change("case", pattern.Span, "", " when !{on}", $"no {pattern}")
        : new Change("case", when.Condition.Span, "(", ") && !{on}", $"no {pattern} when {when.Condition}");

    private static Change Drop(string name, SyntaxNode node) => new(name, node.Span, "if (!{on}) { ", " }", ";");

    private static Change Instead(string name, SyntaxNode node, object changed) =>
        new(name, node.Span, $"({{on}} ? ({changed}) : (", "))", changed.ToString()!);

    private static bool IsCondition(ExpressionSyntax node) => node.Parent switch
    {
        IfStatementSyntax or WhileStatementSyntax or DoStatementSyntax or WhenClauseSyntax => true,
        ForStatementSyntax loop => loop.Condition == node,
        ConditionalExpressionSyntax choice => choice.Condition == node,
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalAndExpression or (int)SyntaxKind.LogicalOrExpression } => true,
        _ => false,
    } && node is InvocationExpressionSyntax or MemberAccessExpressionSyntax or IdentifierNameSyntax or AwaitExpressionSyntax or ElementAccessExpressionSyntax;

    private static bool IsTypeTest(SyntaxNode node) => node is IsPatternExpressionSyntax || node.IsKind(SyntaxKind.IsExpression);

    private static bool IsText(ExpressionSyntax node) =>
        node is InterpolatedStringExpressionSyntax || node.IsKind(SyntaxKind.StringLiteralExpression) || node.IsKind(SyntaxKind.CharacterLiteralExpression);

    private static bool Declares(SyntaxNode node) => node.DescendantNodes().Any(inner => inner is SingleVariableDesignationSyntax);

    private static string Operand(ExpressionSyntax node) => node is BinaryExpressionSyntax ? $"({node})" : node.ToString();

    /// <summary>Where only constants may stand, or nothing runs.</summary>
    private static bool HoldsConstants(SyntaxNode node) => node switch
    {
        AttributeListSyntax or ParameterSyntax or EnumDeclarationSyntax or PatternSyntax or CaseSwitchLabelSyntax => true,
        FieldDeclarationSyntax field => field.Modifiers.Any(SyntaxKind.ConstKeyword),
        LocalDeclarationStatementSyntax local => local.IsConst,
        _ => false,
    };
}
