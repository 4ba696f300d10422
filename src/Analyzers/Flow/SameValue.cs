namespace StreamTuning.Analyzers.Flow;

/// <summary>Compares what expressions read.</summary>
internal static class SameValue
{
    /// <summary>
    /// Whether reading the expression again has no effect and gives the same object: a local, parameter, <c>this</c> or a field of these.
    /// </summary>
    public static bool IsRepeatable(this IOperation operation) => operation.Unwrap() switch
    {
        ILocalReferenceOperation or IParameterReferenceOperation or IInstanceReferenceOperation => true,
        IFieldReferenceOperation field => field.Instance is null || field.Instance.IsRepeatable(),
        _ => false,
    };

    /// <summary>Whether reading the expression once more does nothing: it reads variables, and properties of them.</summary>
    public static bool IsReadable(this IOperation operation) => operation.Unwrap() switch
    {
        IPropertyReferenceOperation { Arguments.IsEmpty: true } property => property.Instance is { } instance && instance.IsReadable(),
        var other => other.IsRepeatable(),
    };

    /// <summary>Whether both read the same local, parameter or field, or are the same constant.</summary>
    public static bool IsSameAs(this IOperation first, IOperation second)
    {
        (first, second) = (first.Unwrap(), second.Unwrap());
        if (first.ConstantValue is { HasValue: true, Value: { } value })
        {
            return value.Equals(second.ConstantValue.Value);
        }

        return (first, second) switch
        {
            (ILocalReferenceOperation a, ILocalReferenceOperation b) => a.Local.Is(b.Local),
            (IParameterReferenceOperation a, IParameterReferenceOperation b) => a.Parameter.Is(b.Parameter),
            (IInstanceReferenceOperation, IInstanceReferenceOperation) => true,
            (IFieldReferenceOperation a, IFieldReferenceOperation b) => a.Field.Is(b.Field)
                && (a.Instance is null || b.Instance is null ? a.Instance == b.Instance : a.Instance.IsSameAs(b.Instance)),
            _ => false,
        };
    }
}
