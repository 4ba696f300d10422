namespace StreamTuning.CodeFixes.Edits;

/// <summary>The stream of a form file in the place of memory that it's copied into.</summary>
internal static class OpenedFormFile
{
    /// <summary>
    /// Opens the file where the memory is made, and gives the variable the type of any stream. The declaration of the variable; null where
    /// there is none for it alone, or a comment would be lost.
    /// </summary>
    public static VariableDeclarationSyntax? TryPutFor(IObjectCreationOperation memory, FixEdit edit, string file)
    {
        if (memory.Syntax is not BaseObjectCreationExpressionSyntax
                { Parent: EqualsValueClauseSyntax
                    { Parent: VariableDeclaratorSyntax { Parent: VariableDeclarationSyntax { Variables.Count: 1 } declaration } } } creation
            || StatementRemoval.HasCommentWithin(creation, creation.Span))
        {
            return null;
        }

        edit.Replace(creation.Span, file + ".OpenReadStream()");
        if (!declaration.Type.IsVar)
        {
            SimpleNameSyntax? name = declaration.Type is QualifiedNameSyntax qualified
                ? qualified.Right
                : declaration.Type as SimpleNameSyntax;
            if (name?.Identifier.ValueText is not ("MemoryStream" or "Stream"))
            {
                return null;
            }

            edit.Replace(name.Span, "Stream");
        }

        return declaration;
    }
}
