using System.Linq;

namespace StreamTuning.Analyzers.Facts;

/// <summary>The types to which ASP.NET Core binds the files of a form.</summary>
internal static class FormFiles
{
    /// <summary>The names of the types: a project has no files of forms without one of them.</summary>
    public static readonly WatchedNames Names = new("IFormFile", "FormFile", "IFormFileCollection", "FormFileCollection");

    /// <summary>Whether a file of source code has tests, or makes or implements files of forms.</summary>
    public static bool AreMadeIn(SyntaxTree tree, CancellationToken cancellationToken) =>
        Names.Find(tree, cancellationToken).Any(static name => TestFiles.UserOf(name) is BaseTypeSyntax or ObjectCreationExpressionSyntax
            || (TestFiles.UserOf(name) as VariableDeclarationSyntax)?.Variables[0].Initializer?.Value
                is ImplicitObjectCreationExpressionSyntax)
        || TestFiles.Include(tree, cancellationToken);

    public static bool IsFile(ITypeSymbol? type, KnownTypes types) => type switch
    {
        { Name: "IFormFile" } => type.Is(types.FormFile),
        { Name: "FormFile" } => type.Is(types.FormFileClass),
        _ => false,
    };

    /// <summary>Whether the type is a file of a form, or a collection of them.</summary>
    public static bool IsFileOrFiles(ITypeSymbol? type, KnownTypes types) => type switch
    {
        IArrayTypeSymbol array => IsFile(array.ElementType, types),
        INamedTypeSymbol { SpecialType: SpecialType.None } named =>
            IsFile(named, types) || IsSequence(named, types) || named.AllInterfaces.Any(implemented => IsSequence(implemented, types)),
        _ => false,
    };

    private static bool IsSequence(INamedTypeSymbol type, KnownTypes types) =>
        type.OriginalDefinition.SpecialType == SpecialType.System_Collections_Generic_IEnumerable_T && IsFile(type.TypeArguments[0], types);
}

/// <summary>Finds properties and parameters by a name in their type: there are many others, so before any symbol is looked at.</summary>
internal static class TypedDeclarations
{
    /// <summary>Those in a file whose types have one of the names.</summary>
    public static IEnumerable<SyntaxNode> DeclarationsIn(this WatchedNames names, SyntaxTree tree, CancellationToken cancellationToken)
    {
        foreach (SyntaxNode name in names.NodesIn(tree, cancellationToken))
        {
            SyntaxNode type = name;
            while (type.Parent is TypeSyntax or TypeArgumentListSyntax)
            {
                type = type.Parent;
            }

            if (type.Parent is PropertyDeclarationSyntax or ParameterSyntax)
            {
                yield return type.Parent;
            }
        }
    }
}
