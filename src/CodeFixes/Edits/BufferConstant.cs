namespace StreamTuning.CodeFixes.Edits;

/// <summary>The name of a buffer size: a local or private field with a constant value.</summary>
internal static class BufferConstant
{
    /// <summary>
    /// Removes the declaration of what names a size which goes, if there is one that would stay unused: a local, or a private readonly
    /// field. False where more than the declaration would go with it.
    /// </summary>
    /// <param name="edit">What is changed.</param>
    /// <param name="context">The document.</param>
    /// <param name="size">The size.</param>
    /// <param name="isShared">Whether copies into files may use the name as well.</param>
    public static bool TryDrop(FixEdit edit, FixContext context, IOperation size, bool isShared)
    {
        if (TryFind(context, size, isShared) is not { } declarator)
        {
            return true;
        }

        if (declarator.Parent is not VariableDeclarationSyntax { Variables.Count: 1,
            Parent: { } declaration and (LocalDeclarationStatementSyntax or FieldDeclarationSyntax) }
            || Layout.TryGetLines(context.Text, declaration) is not { } lines)
        {
            return false;
        }

        edit.Replace(lines, "");
        return true;
    }

    /// <summary>
    /// Where what names a size is declared; null where the size is written in the call, or the name has other uses. Of an unused constant
    /// field no compiler warns.
    /// </summary>
    private static VariableDeclaratorSyntax? TryFind(FixContext context, IOperation size, bool isShared)
    {
        IOperation reference = size.Unwrap();
        ISymbol? symbol = reference switch
        {
            ILocalReferenceOperation local => local.Local,
            IFieldReferenceOperation { Field: { IsReadOnly: true } field } when IsSeenWhole(field) => field,
            _ => null,
        };
        return symbol is not null
            && TryGetDeclarator(context, symbol) is { } declarator
            && UsesOf(context, declarator).All(use => reference.Syntax.Contains(use) || (isShared && IsBufferOfCopy(context, use)))
                ? declarator
                : null;
    }

    /// <summary>Whether all uses of the field are in the one declaration of its type.</summary>
    private static bool IsSeenWhole(IFieldSymbol field) =>
        field is { DeclaredAccessibility: Accessibility.Private, ContainingType.DeclaringSyntaxReferences.Length: 1 };

    /// <summary>Writes another buffer size, there where it is to be changed; false where a comment would go with the old one.</summary>
    /// <param name="edit">What is changed.</param>
    /// <param name="context">The document.</param>
    /// <param name="size">The expression of the size.</param>
    /// <param name="value">The new size, in C#.</param>
    /// <param name="others">Expressions of sizes that change with it.</param>
    /// <param name="grows">Whether the sizes of other copies into files may change with it, to a larger one.</param>
    public static bool TryReplace(
        FixEdit edit, FixContext context, SyntaxNode size, string value, IReadOnlyCollection<SyntaxNode>? others = null, bool grows = false)
    {
        SyntaxNode place = PlaceOf(context, size, others, grows);
        if (StatementRemoval.HasCommentWithin(place, place.Span))
        {
            return false;
        }

        edit.Replace(place.Span, value);
        return true;
    }

    /// <summary>
    /// Where a buffer size is to be changed: where it is named, if the name is used for nothing else than what may change with it; else
    /// where it is used.
    /// </summary>
    /// <param name="context">The document.</param>
    /// <param name="size">The expression of the size.</param>
    /// <param name="others">Expressions of sizes that change with it.</param>
    /// <param name="grows">Whether the sizes of other copies into files may change with it, to a larger one.</param>
    public static SyntaxNode PlaceOf(
        FixContext context, SyntaxNode size, IReadOnlyCollection<SyntaxNode>? others = null, bool grows = false) =>
        context.Model.GetSymbolInfo(size, context.CancellationToken).Symbol is { } symbol
        && (symbol is ILocalSymbol || (symbol is IFieldSymbol field && IsSeenWhole(field)))
        && TryGetDeclarator(context, symbol) is { Initializer.Value: { } value } declarator
        && UsesOf(context, declarator).All(
            use => size.Contains(use) || others?.Any(other => other.Contains(use)) == true || (grows && IsBufferOfCopy(context, use)))
            ? value
            : size;

    private static VariableDeclaratorSyntax? TryGetDeclarator(FixContext context, ISymbol symbol) =>
        symbol.DeclaringSyntaxReferences is { Length: 1 } declarations
        && declarations[0].SyntaxTree == context.Root.SyntaxTree
        && declarations[0].GetSyntax(context.CancellationToken) is VariableDeclaratorSyntax { Initializer.Value: { } value } declarator
        && context.Model.GetConstantValue(value, context.CancellationToken).HasValue
            ? declarator
            : null;

    private static IEnumerable<IdentifierNameSyntax> UsesOf(FixContext context, VariableDeclaratorSyntax declarator)
    {
        SyntaxNode scope = declarator.Parent?.Parent is FieldDeclarationSyntax { Parent: { } type }
            ? type
            : declarator.FirstAncestorOrSelf<MemberDeclarationSyntax>(member => member is not GlobalStatementSyntax) ?? context.Root;
        return scope.DescendantNodes().OfType<IdentifierNameSyntax>().Where(
            name => name.Identifier.ValueText == declarator.Identifier.ValueText);
    }

    private static bool IsBufferOfCopy(FixContext context, IdentifierNameSyntax use)
    {
        ExpressionSyntax value = use.Parent is MemberAccessExpressionSyntax access && access.Name == use ? access : use;
        return value.Parent is ArgumentSyntax { Parent.Parent: InvocationExpressionSyntax syntax }
            && context.Model.GetOperation(syntax, context.CancellationToken) is IInvocationOperation call
            && FileCopy.Of(call, KnownTypes.Of(context.Model.Compilation))?.Copy.BufferSize?.Syntax == value;
    }
}
