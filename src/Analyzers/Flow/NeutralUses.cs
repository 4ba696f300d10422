namespace StreamTuning.Analyzers.Flow;

/// <summary>What is done with a stream that counts for nothing.</summary>
internal static class NeutralUses
{
    /// <summary>
    /// Whether the use neither moves, fills nor hands on a stream: it is assigned, tested, flushed, closed or asked for a property.
    /// </summary>
    public static bool IsNeutral(this ILocalReferenceOperation reference)
    {
        switch (reference.Receiver())
        {
            case ISimpleAssignmentOperation assignment:
                return assignment.Target == reference;
            case IUsingOperation scope:
                return scope.Resources.Unwrap() == reference;
            case IInvocationOperation { Instance: { } instance } call:
                return instance.Unwrap() == reference && IsNeutral(call.TargetMethod.Name);
            case IArgumentOperation { Parent: IInvocationOperation { TargetMethod.Name: "ConfigureAwait" } }:
                return true;
            case IPropertyReferenceOperation { Property.Name: "Name" or "Length" or "Position" or "CanSeek" or "CanRead"
                or "CanWrite" } property:
                return property.Parent is not IIncrementOrDecrementOperation
                    && (property.Parent is not IAssignmentOperation assigned || assigned.Target != property);
            case IConditionalAccessOperation access:
                return access.WhenNotNull.Unwrap() is IInvocationOperation { TargetMethod.Name: { } name } && IsNeutral(name);
            case { } other:
                return Uses.IsNullTest(other);
            default:
                return false;
        }
    }

    private static bool IsNeutral(string method) => method is "Flush" or "FlushAsync" or "Dispose" or "DisposeAsync" or "Close";
}
