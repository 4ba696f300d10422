namespace StreamTuning.Analyzers.Facts;

/// <summary>The types to which ASP.NET Core binds the files of a form.</summary>
internal static class FormFiles
{
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
            IsFile(named, types) || (MayBeSequence(named, types) && IsSequence(named, types)),
        _ => false,
    };

    /// <summary>To list the interfaces of each type that there is takes too long: most have nothing to do with files.</summary>
    private static bool MayBeSequence(INamedTypeSymbol type, KnownTypes types)
    {
        if (type.IsGenericType)
        {
            foreach (ITypeSymbol argument in type.TypeArguments)
            {
                if (IsFile(argument, types))
                {
                    return true;
                }
            }
        }

        return type.Name is "IFormFileCollection" or "FormFileCollection"
            || (type.ContainingAssembly is ISourceAssemblySymbol
                && (!type.Interfaces.IsEmpty || type.BaseType is { SpecialType: SpecialType.None }));
    }

    private static bool IsSequence(INamedTypeSymbol type, KnownTypes types)
    {
        if (type.TypeKind is not (TypeKind.Class or TypeKind.Interface or TypeKind.Struct))
        {
            return false;
        }

        if (IsSequenceItself(type, types))
        {
            return true;
        }

        foreach (INamedTypeSymbol implemented in type.AllInterfaces)
        {
            if (IsSequenceItself(implemented, types))
            {
                return true;
            }
        }

        return false;
    }

    private static bool IsSequenceItself(INamedTypeSymbol type, KnownTypes types) =>
        type.OriginalDefinition.SpecialType == SpecialType.System_Collections_Generic_IEnumerable_T && IsFile(type.TypeArguments[0], types);
}
