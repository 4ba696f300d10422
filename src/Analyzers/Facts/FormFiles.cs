namespace StreamTuning.Analyzers.Facts;

/// <summary>The types to which ASP.NET Core binds the files of a form.</summary>
internal static class FormFiles
{
    /// <summary>The names of the types: a project has no files of forms without one of them.</summary>
    public static readonly WatchedNames Names = new("IFormFile", "FormFile", "IFormFileCollection", "FormFileCollection");

    public static bool IsFile(ITypeSymbol? type, KnownTypes types) => type switch
    {
        { Name: "IFormFile" } => type.Is(types.FormFile),
        { Name: "FormFile" } => type.Is(types.FormFileClass),
        _ => false,
    };

    /// <summary>Whether the type is a file of a form, or a collection of them.</summary>
    public static bool IsFileOrFiles(ITypeSymbol? type, KnownTypes types)
    {
        switch (type)
        {
            case IArrayTypeSymbol array:
                return IsFile(array.ElementType, types);

            case INamedTypeSymbol { SpecialType: SpecialType.None } named when IsFile(named, types) || IsSequence(named, types):
                return true;

            case INamedTypeSymbol { SpecialType: SpecialType.None } named:
                foreach (INamedTypeSymbol implemented in named.AllInterfaces)
                {
                    if (IsSequence(implemented, types))
                    {
                        return true;
                    }
                }

                return false;

            default:
                return false;
        }
    }

    private static bool IsSequence(INamedTypeSymbol type, KnownTypes types) =>
        type.OriginalDefinition.SpecialType == SpecialType.System_Collections_Generic_IEnumerable_T && IsFile(type.TypeArguments[0], types);
}
