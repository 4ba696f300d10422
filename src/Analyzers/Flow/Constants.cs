namespace StreamTuning.Analyzers.Flow;

/// <summary>The constants that expressions have throughout.</summary>
internal static class Constants
{
    /// <summary>
    /// The number that the expression has throughout: a constant, or what the one assignment of a local or readonly field says.
    /// </summary>
    public static int? ConstantInt32(this IOperation operation)
    {
        Optional<object?> constant = operation.ConstantValue.HasValue
            ? operation.ConstantValue
            : operation.Origin()?.ConstantValue ?? default;
        return constant is { HasValue: true, Value: int value } ? value : null;
    }

    /// <summary>The same of a number that may be larger.</summary>
    public static long? ConstantInt64(this IOperation operation)
    {
        Optional<object?> constant = operation.ConstantValue.HasValue
            ? operation.ConstantValue
            : operation.Origin()?.ConstantValue ?? default;
        return constant is { HasValue: true, Value: long value } ? value : operation.ConstantInt32();
    }
}
