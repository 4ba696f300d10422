using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace StreamTuning.Analyzers.Copying;

/// <summary>Tells the sources that fill every buffer they are given until they end: files and memory.</summary>
internal static class FullReads
{
    public static bool AreCertain(IOperation source, KnownTypes types)
    {
        IOperation? origin = Values.Origin(source);
        if (Values.Is(source.Type, types.FileStream) || Values.Is(origin?.Type, types.FileStream))
        {
            return true;
        }

        // Of any other variable only what was put into it tells the type.
        ITypeSymbol? type = origin is IObjectCreationOperation ? origin.Type : source.Type is { IsSealed: true } ? source.Type : null;
        for (; type is not null; type = type.BaseType)
        {
            if (Values.Is(type, types.MemoryStream) || Values.Is(type, types.UnmanagedMemoryStream))
            {
                return true;
            }

            foreach (ISymbol member in type.GetMembers())
            {
                if (member is IMethodSymbol { IsOverride: true, Name: "Read" or "ReadAsync" or "CopyTo" or "CopyToAsync" })
                {
                    return false;
                }
            }
        }

        return false;
    }
}
