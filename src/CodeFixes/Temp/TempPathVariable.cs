namespace StreamTuning.CodeFixes.Temp;

/// <summary>A local or field that holds the root of temporary files: each use of it becomes a path of its own, and it goes.</summary>
internal sealed class TempPathVariable
{
    private readonly FixContext _context;
    private readonly SyntaxNode _declaration;

    private TempPathVariable(FixContext context, SyntaxNode declaration, List<TempPathExpression> uses)
    {
        _context = context;
        _declaration = declaration;
        Uses = uses;
    }

    /// <summary>The paths that begin with the variable.</summary>
    public IReadOnlyList<TempPathExpression> Uses { get; }

    /// <summary>
    /// Null where the root is not what a variable is declared with, or that is used for anything but the beginning of paths.
    /// </summary>
    public static TempPathVariable? TryRead(FixContext context, TempPathExpression root)
    {
        if (root.Whole.Parent is not EqualsValueClauseSyntax
            {
                Parent: VariableDeclaratorSyntax { Parent: VariableDeclarationSyntax { Variables.Count: 1,
                    Parent: { } declaration and (LocalDeclarationStatementSyntax or FieldDeclarationSyntax) } } declarator,
            }
            || context.Model.GetDeclaredSymbol(declarator, context.CancellationToken) is not { } symbol)
        {
            return null;
        }

        SyntaxNode scope = declaration is FieldDeclarationSyntax
            ? declaration.AncestorsAndSelf().OfType<TypeDeclarationSyntax>().LastOrDefault() ?? context.Root
            : declaration.FirstAncestorOrSelf<MemberDeclarationSyntax>(member => member is not GlobalStatementSyntax) ?? context.Root;
        var uses = new List<TempPathExpression>();
        foreach (IdentifierNameSyntax name in scope.DescendantNodes().OfType<IdentifierNameSyntax>())
        {
            if (name.Identifier.ValueText != symbol.Name
                || !SymbolEqualityComparer.Default.Equals(context.Model.GetSymbolInfo(name, context.CancellationToken).Symbol, symbol))
            {
                continue;
            }

            ExpressionSyntax whole = name.Parent is MemberAccessExpressionSyntax access && access.Name == name ? access : name;
            if (whole.Parent is PostfixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.SuppressNullableWarningExpression } forgiven)
            {
                whole = forgiven;
            }

            if (TempPathExpression.TryReadRoot(context, whole, root.EndsInSeparator) is not { } use
                || (use.IsRoot && TempDirectoryCall.TryRead(use.Whole) is null))
            {
                return null;
            }

            uses.Add(use);
        }

        return uses.Count > 0 ? new TempPathVariable(context, declaration, uses) : null;
    }

    /// <summary>Removes the declaration with its lines; false where a comment would go with it.</summary>
    public bool TryRemove(FixEdit edit)
    {
        if (Layout.TryGetLines(_context.Text, _declaration) is not { } lines)
        {
            return false;
        }

        edit.Replace(lines, "");
        return true;
    }

    /// <summary>
    /// Makes the constant that the expression is the value of, if it is one, a variable that is set once: only that can hold what a call
    /// gives. False where another initializer might read it before it is set.
    /// </summary>
    public static bool TryReleaseConstant(FixEdit edit, FixContext context, ExpressionSyntax value)
    {
        switch (value.FirstAncestorOrSelf<VariableDeclaratorSyntax>()?.Parent?.Parent)
        {
            case LocalDeclarationStatementSyntax { IsConst: true } local when value.FirstAncestorOrSelf<StatementSyntax>() == local:
                SyntaxToken keyword = local.Modifiers.First(modifier => modifier.IsKind(SyntaxKind.ConstKeyword));
                if (local.Declaration.Variables.Count > 1 || keyword.TrailingTrivia.Any(Layout.IsMoreThanSpace))
                {
                    return false;
                }

                edit.Replace(TextSpan.FromBounds(keyword.SpanStart, local.Declaration.SpanStart), "");
                return true;
            case FieldDeclarationSyntax field when field.Modifiers.Any(SyntaxKind.ConstKeyword):
                if (field.Declaration.Variables.Count > 1
                    || field.Parent is not TypeDeclarationSyntax type
                    || type.Modifiers.Any(SyntaxKind.PartialKeyword)
                    || type.Members.TakeWhile(member => member != field).Any(IsInitializedBefore))
                {
                    return false;
                }

                edit.Replace(field.Modifiers.First(modifier => modifier.IsKind(SyntaxKind.ConstKeyword)).Span, "static readonly");
                return true;
            default:
                return true;
        }
    }

    private static bool IsInitializedBefore(MemberDeclarationSyntax member) => member switch
    {
        FieldDeclarationSyntax field =>
            field.Modifiers.Any(SyntaxKind.StaticKeyword) && field.Declaration.Variables.Any(variable => variable.Initializer is not null),
        PropertyDeclarationSyntax property => property.Modifiers.Any(SyntaxKind.StaticKeyword) && property.Initializer is not null,
        _ => false,
    };
}
