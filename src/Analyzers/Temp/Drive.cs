using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace StreamTuning.Analyzers.Temp;

/// <summary>Finds which drive a <c>DriveInfo</c> is about.</summary>
internal static class Drive
{
    /// <summary>What makes the object that a property is read of, or picks it by its name; null where that is not known.</summary>
    public static IOperation? TryFind(IPropertyReferenceOperation property, KnownTypes types)
    {
        return (property.Instance is { } instance ? Values.Origin(Values.UnwrapConditional(instance)) : null) switch
        {
            IObjectCreationOperation { Arguments.Length: 1 } creation => creation,
            IInvocationOperation { TargetMethod.Name: "First" or "FirstOrDefault" or "Single" or "SingleOrDefault" } pick when IsByName(pick, types) => pick,
            _ => null,
        };
    }

    /// <summary><c>DriveInfo.GetDrives().First(drive => drive.Name == root)</c></summary>
    private static bool IsByName(IInvocationOperation pick, KnownTypes types)
    {
        var finder = new PickFinder(types);
        finder.Visit(pick);
        return finder is { AsksForDrives: true, AsksForName: true };
    }

    private sealed class PickFinder(KnownTypes types) : OperationWalker
    {
        public bool AsksForDrives { get; private set; }

        public bool AsksForName { get; private set; }

        public override void VisitInvocation(IInvocationOperation operation)
        {
            AsksForDrives |= operation.TargetMethod.Name == "GetDrives" && Values.Is(operation.TargetMethod.ContainingType, types.DriveInfo);
            base.VisitInvocation(operation);
        }

        public override void VisitPropertyReference(IPropertyReferenceOperation operation)
        {
            AsksForName |= operation.Property.Name is "Name" or "RootDirectory" && Values.Is(operation.Property.ContainingType, types.DriveInfo);
            base.VisitPropertyReference(operation);
        }
    }
}
