using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace StreamTuning.Analyzers.Copying;

/// <summary>Tells what a program says while it runs: it comes in small pieces, and whoever follows the file wants each of them at once.</summary>
internal static class LiveSource
{
    public static bool Is(IOperation source, KnownTypes types) =>
        Values.Origin(source) is IPropertyReferenceOperation { Property.Name: "BaseStream", Instance: { } reader }
        && Values.Origin(Values.UnwrapConditional(reader)) is IPropertyReferenceOperation { Property: { Name: "StandardOutput" or "StandardError" } property }
        && Values.Is(property.ContainingType, types.Process);
}
