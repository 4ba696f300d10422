using System.Collections.Generic;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace StreamTuning.Analyzers.Copying;

/// <summary>What is done with a local that holds a stream.</summary>
internal static class LocalUses
{
    /// <summary>Whether the use neither moves, fills nor hands on the stream: it is assigned, tested, flushed, closed or asked for a property.</summary>
    public static bool IsNeutral(ILocalReferenceOperation reference)
    {
        switch (Values.Receiver(reference))
        {
            case ISimpleAssignmentOperation assignment:
                return assignment.Target == reference;
            case IUsingOperation scope:
                return Values.Unwrap(scope.Resources) == reference;
            case IInvocationOperation { Instance: { } instance } call:
                return Values.Unwrap(instance) == reference && IsNeutral(call.TargetMethod.Name);
            case IArgumentOperation { Parent: IInvocationOperation { TargetMethod.Name: "ConfigureAwait" } }:
                return true;
            case IPropertyReferenceOperation { Property.Name: "Name" or "Length" or "Position" or "CanSeek" or "CanRead" or "CanWrite" } property:
                return property.Parent is not IIncrementOrDecrementOperation && (property.Parent is not IAssignmentOperation assigned || assigned.Target != property);
            case IConditionalAccessOperation access:
                return Values.Unwrap(access.WhenNotNull) is IInvocationOperation { TargetMethod.Name: { } name } && IsNeutral(name);
            case { } other:
                return IsNullTest(other);
            default:
                return false;
        }
    }

    /// <summary>Whether the operation compares with null, by an operator or a pattern.</summary>
    public static bool IsNullTest(IOperation operation) => operation switch
    {
        IBinaryOperation comparison => Values.IsNull(comparison.LeftOperand) || Values.IsNull(comparison.RightOperand),
        IIsPatternOperation { Pattern: IConstantPatternOperation or INegatedPatternOperation { Pattern: IConstantPatternOperation } } => true,
        _ => false,
    };

    /// <summary>Whether the local is used by one call only, besides neutral uses.</summary>
    public static bool IsUsedOnlyBy(ILocalReferenceOperation reference, IInvocationOperation call)
    {
        var finder = new OtherUseFinder(reference.Local, call);
        finder.Visit(Values.Root(reference));
        return !finder.Found;
    }

    /// <summary>Whether the local is read here and nowhere else, and never written to after its declaration.</summary>
    public static bool IsOnlyUse(ILocalReferenceOperation reference) => Find(reference.Local, Values.Root(reference)).Count == 1;

    /// <summary>Every reference to the local below the root, in the order of the code.</summary>
    public static List<ILocalReferenceOperation> Find(ILocalSymbol local, IOperation root)
    {
        var finder = new ReferenceFinder(local);
        finder.Visit(root);
        return finder.Found;
    }

    private static bool IsNeutral(string method) => method is "Flush" or "FlushAsync" or "Dispose" or "DisposeAsync" or "Close";

    private sealed class ReferenceFinder(ILocalSymbol local) : OperationWalker
    {
        public List<ILocalReferenceOperation> Found { get; } = new();

        public override void VisitLocalReference(ILocalReferenceOperation operation)
        {
            if (SymbolEqualityComparer.Default.Equals(operation.Local, local))
            {
                Found.Add(operation);
            }
        }
    }

    private sealed class OtherUseFinder(ILocalSymbol local, IInvocationOperation call) : OperationWalker
    {
        public bool Found { get; private set; }

        public override void VisitLocalReference(ILocalReferenceOperation operation)
        {
            if (SymbolEqualityComparer.Default.Equals(operation.Local, local) && !IsNeutral(operation))
            {
                Found |= !(call.Instance is { } instance && Values.Unwrap(instance) == operation);
            }
        }
    }
}
