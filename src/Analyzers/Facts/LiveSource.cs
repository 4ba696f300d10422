namespace StreamTuning.Analyzers.Facts;

/// <summary>
/// Tells what a program says while it runs: it comes in small pieces, and whoever follows the file wants each of them at once.
/// </summary>
internal static class LiveSource
{
    public static bool Is(IOperation source, KnownTypes types) =>
        source.Origin() is IPropertyReferenceOperation { Property.Name: "BaseStream", Instance: { } reader }
        && reader.UnwrapConditional().Origin() is IPropertyReferenceOperation { Property: { Name: "StandardOutput"
            or "StandardError" } property }
        && property.ContainingType.Is(types.Process);
}
