using Microsoft.CodeAnalysis;

namespace StreamTuning.Analyzers.Uploads;

/// <summary>The types to which ASP.NET Core binds the files of a form.</summary>
internal static class FormFiles
{
    public static bool IsFile(ITypeSymbol? type, KnownTypes types) => Values.Is(type, types.FormFile) || Values.Is(type, types.FormFileClass);

    /// <summary>Whether the type is a file of a form, or a collection of them.</summary>
    public static bool IsFileOrFiles(ITypeSymbol? type, KnownTypes types) => type switch
    {
        null => false,
        IArrayTypeSymbol array => IsFile(array.ElementType, types),
        INamedTypeSymbol named => IsFile(named, types) || Values.Is(named, types.FormFileCollection) || IsSequence(named, types),
        _ => false,
    };

    private static bool IsSequence(INamedTypeSymbol type, KnownTypes types)
    {
        if (type.SpecialType == SpecialType.System_String || type.TypeKind is not (TypeKind.Class or TypeKind.Interface or TypeKind.Struct))
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
