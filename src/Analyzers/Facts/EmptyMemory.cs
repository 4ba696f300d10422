namespace StreamTuning.Analyzers.Facts;

/// <summary>A <c>MemoryStream</c> that is made empty, to be filled.</summary>
internal static class EmptyMemory
{
    /// <summary>
    /// Where the stream that a copy fills is made, if it is in the same function, for every run of the copy; null where it is not.
    /// </summary>
    public static IObjectCreationOperation? FilledBy(StreamCopy copy, KnownTypes types) =>
        copy.Destination is ILocalReferenceOperation memory
        && memory.SingleValue() is { } value
        && value.Unwrap() is IObjectCreationOperation { Initializer: null } creation
        && (creation.Constructor?.ContainingType).Is(types.MemoryStream)
        && (creation.Arguments.IsEmpty
            || (creation.Arguments.Length == 1 && creation.Arguments[0].Value.Type?.SpecialType == SpecialType.System_Int32))
        && !copy.Call.IsRepeatedAfter(creation)
        && creation.Function() == copy.Call.Function()
            ? creation
            : null;

    /// <summary>Whether what is done with the stream sets its position to the beginning.</summary>
    public static bool IsRewind(IOperation? use) => use switch
    {
        IPropertyReferenceOperation { Property.Name: "Position" } =>
            use.Parent is ISimpleAssignmentOperation { Parent: IExpressionStatementOperation } assignment
                && assignment.Target == use
                && IsZero(assignment.Value),
        IInvocationOperation { TargetMethod.Name: "Seek", Arguments: { Length: 2 } arguments } =>
            IsZero(arguments[0].Value)
                && IsZero(arguments[1].Value)
                && use.Parent is IExpressionStatementOperation or ISimpleAssignmentOperation { Target: IDiscardOperation },
        _ => false,
    };

    /// <summary>Whether what is done with the stream flushes or closes it.</summary>
    public static bool IsEnd(IOperation? use) =>
        use is IInvocationOperation { TargetMethod.Name: "Flush" or "FlushAsync" or "Dispose" or "DisposeAsync" or "Close" };

    private static bool IsZero(IOperation value) => value.ConstantValue is { HasValue: true, Value: 0 or 0L };
}
