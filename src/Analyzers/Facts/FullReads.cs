namespace StreamTuning.Analyzers.Facts;

/// <summary>Tells the sources that fill every buffer they are given until they end: files and memory.</summary>
internal static class FullReads
{
    public static bool AreCertain(IOperation source, KnownTypes types)
    {
        IOperation? origin = source.Origin();
        if (source.Type.Is(types.FileStream) || (origin?.Type).Is(types.FileStream))
        {
            return true;
        }

        // Of any other variable only what was put into it tells the type.
        ITypeSymbol? type = origin is IObjectCreationOperation ? origin.Type : source.Type is { IsSealed: true } ? source.Type : null;
        for (; type is not null; type = type.BaseType)
        {
            if (type.Is(types.MemoryStream) || type.Is(types.UnmanagedMemoryStream))
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
