namespace StreamTuning.Analyzers.Api;

/// <summary>Tells the methods of .NET that read bytes or a stream to the end and return the hash.</summary>
internal static class HashMethods
{
    public static bool Is(IMethodSymbol method) =>
        method.Name is "HashData" or "HashDataAsync" or "ComputeHash" or "ComputeHashAsync"
        && method.ContainingNamespace is { Name: "Cryptography", ContainingNamespace: { Name: "Security",
            ContainingNamespace: { Name: "System", ContainingNamespace.IsGlobalNamespace: true } } };
}
