using System;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace StreamTuning.Analyzers.Temp;

/// <summary>Finds whether code asks how much room a disk has, by itself or by a method whose name says so.</summary>
internal sealed class SpaceCheck : OperationWalker
{
    private readonly KnownTypes _types;
    private bool _found;

    private SpaceCheck(KnownTypes types) => _types = types;

    public static bool IsIn(IOperation root, KnownTypes types)
    {
        var check = new SpaceCheck(types);
        check.Visit(root);
        return check._found;
    }

    public override void VisitObjectCreation(IObjectCreationOperation operation)
    {
        _found |= Values.Is(operation.Type, _types.DriveInfo);
        base.VisitObjectCreation(operation);
    }

    public override void VisitPropertyReference(IPropertyReferenceOperation operation)
    {
        _found |= SaysSo(operation.Property.Name);
        base.VisitPropertyReference(operation);
    }

    public override void VisitInvocation(IInvocationOperation operation)
    {
        _found |= Values.Is(operation.TargetMethod.ContainingType, _types.DriveInfo) || SaysSo(operation.TargetMethod.Name);
        base.VisitInvocation(operation);
    }

    private static bool SaysSo(string name) =>
        (name.EndsWith("Space", StringComparison.Ordinal) && !name.EndsWith("WhiteSpace", StringComparison.Ordinal))
        || Holds(name, "DiskSpace")
        || Holds(name, "FreeSpace")
        || Holds(name, "SpaceFor")
        || Holds(name, "RoomFor")
        || Holds(name, "AvailableBytes")
        || Holds(name, "FreeBytes")
        || Holds(name, "Quota")
        || name is "statvfs" or "statvfs64" or "statfs";

    private static bool Holds(string name, string word) => name.IndexOf(word, StringComparison.Ordinal) >= 0;
}
