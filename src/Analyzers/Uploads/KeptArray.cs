namespace StreamTuning.Analyzers.Uploads;

/// <summary>
/// An array that the code keeps or returns as an array, or memory that is wanted as such, so that all of the bytes must be in memory.
/// </summary>
internal static class KeptArray
{
    /// <summary>
    /// Whether an array of the memory that a copy fills is returned, or kept by an object, or whether calls are given arrays of it and
    /// nothing else is done with it; or whether something takes a <c>MemoryStream</c> and no other stream.
    /// </summary>
    public static bool IsMadeOf(StreamCopy copy, KnownTypes types)
    {
        if (copy.Destination is not ILocalReferenceOperation memory)
        {
            return false;
        }

        bool isKept = false;
        bool isOnlyArray = true;
        foreach (ILocalReferenceOperation reference in Uses.Of(memory.Local, copy.Call.Root()))
        {
            switch (reference.Receiver())
            {
                case IArgumentOperation { Parent: { } call } when call == copy.Call:
                    break;
                case IInvocationOperation { TargetMethod.Name: "ToArray" } array when IsResult(array):
                    return true;
                case IArgumentOperation { Parameter: { } parameter }
                    when parameter.OriginalDefinition.Type.Is(types.MemoryStream) && IsOnlyWay(parameter, types):
                case ISimpleAssignmentOperation { Target: IMemberReferenceOperation target } when target.Type.Is(types.MemoryStream):
                // Nothing is known of what doesn't bind.
                case IInvalidOperation:
                case ISimpleAssignmentOperation { Target: IInvalidOperation }:
                    return true;
                case IInvocationOperation { TargetMethod.Name: "ToArray" } array when IsKept(array, types):
                    isKept = true;
                    break;
                default:
                    isOnlyArray &= reference.IsNeutral() || EmptyMemory.IsRewind(reference.Receiver());
                    break;
            }
        }

        return isKept && isOnlyArray;
    }

    /// <summary>Whether the array, or the local that holds it, is returned, or kept by an object.</summary>
    private static bool IsResult(IOperation array) => array.Receiver() switch
    {
        IConditionalOperation or ICoalesceOperation => IsResult(array.Receiver()!),
        ISimpleAssignmentOperation { Target: IPropertyReferenceOperation or IFieldReferenceOperation } assignment =>
            assignment.Value.Unwrap() == array && TakesArray(assignment.Target.Type),
        IReturnOperation { ReturnedValue: { } returned } => TakesArray(returned.Type),
        ITupleOperation tuple => tuple.Receiver() is IReturnOperation,
        _ => array is IInvocationOperation
            && array.ReceivingLocal() is { } local
            && Uses.Of(local, array.Root()).Exists(IsResult),
    };

    private static bool IsKept(IOperation array, KnownTypes types) => array.Receiver() switch
    {
        IVariableInitializerOperation { Parent: IVariableDeclaratorOperation { Symbol: { } local } } => AreKept(local, array, types),
        ISimpleAssignmentOperation { Target: ILocalReferenceOperation target } assignment when assignment.Value.Unwrap() == array =>
            array is IInvocationOperation && AreKept(target.Local, array, types),
        IArgumentOperation { Parameter: { } parameter } => TakesArray(parameter.Type) && IsOnlyWay(parameter, types),

        IArrayInitializerOperation { Parent: IArrayCreationOperation { Type: IArrayTypeSymbol values } } => TakesArray(values.ElementType),

        // Nothing is known of a call that doesn't bind.
        IInvalidOperation => true,
        _ => IsResult(array),
    };

    private static bool AreKept(ILocalSymbol local, IOperation array, KnownTypes types)
    {
        bool isKept = false;
        foreach (ILocalReferenceOperation reference in Uses.Of(local, array.Root()))
        {
            if (!reference.IsNeutral())
            {
                // One more local is not followed.
                if (reference.Receiver() is IVariableInitializerOperation || !IsKept(reference, types))
                {
                    return false;
                }

                isKept = true;
            }
        }

        return isKept;
    }

    private static bool IsArray(ITypeSymbol? type) => type switch
    {
        IArrayTypeSymbol array => array.ElementType.SpecialType == SpecialType.System_Byte,
        INamedTypeSymbol { Name: "IEnumerable" or "IList" or "IReadOnlyList" or "ICollection"
            or "IReadOnlyCollection", TypeArguments: { Length: 1 } elements } => elements[0].SpecialType == SpecialType.System_Byte,
        _ => false,
    };

    /// <summary>Whether an array is wanted, or an object of any kind, such as the value of a parameter of a database.</summary>
    private static bool TakesArray(ITypeSymbol? type) => IsArray(type) || type is { SpecialType: SpecialType.System_Object };

    /// <summary>Whether a method that takes an array has no form that takes a stream, or writes to one.</summary>
    private static bool IsOnlyWay(IParameterSymbol parameter, KnownTypes types)
    {
        if (parameter.ContainingSymbol is not IMethodSymbol { ContainingType: { } type } method
            || type.Is(types.File)
            || type.DerivesFrom(types.Stream)
            || type.IsBinaryData()
            || type.Name is "ByteArrayContent"
            || method.Name is "GetString")
        {
            return false;
        }

        foreach (ISymbol member in type.GetMembers(method.Name))
        {
            if (member is IMethodSymbol other)
            {
                foreach (IParameterSymbol each in other.Parameters)
                {
                    if (each.Type.Is(types.Stream))
                    {
                        return false;
                    }
                }
            }
        }

        return true;
    }
}
