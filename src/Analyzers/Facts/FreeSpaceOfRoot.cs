namespace StreamTuning.Analyzers.Facts;

/// <summary>The free space of the drive that a path is on: <c>new DriveInfo(Path.GetPathRoot(path)).AvailableFreeSpace</c>.</summary>
internal sealed class FreeSpaceOfRoot
{
    private FreeSpaceOfRoot(IPropertyReferenceOperation freeSpace, IOperation path)
    {
        FreeSpace = freeSpace;
        Path = path;
    }

    public IPropertyReferenceOperation FreeSpace { get; }

    /// <summary>The path whose root is asked.</summary>
    public IOperation Path { get; }

    /// <summary>The names of the properties.</summary>
    public static string[] Names { get; } = ["AvailableFreeSpace", "TotalFreeSpace"];

    /// <summary>Null if the property belongs to anything else, or the drive doesn't come from the root of a path.</summary>
    public static FreeSpaceOfRoot? Of(IPropertyReferenceOperation property, KnownTypes types)
    {
        if (!property.Property.ContainingType.Is(types.DriveInfo)
            || property.Instance?.Origin() is not IObjectCreationOperation { Arguments: { Length: 1 } arguments })
        {
            return null;
        }

        IOperation? root = arguments[0].Value.Origin();
        if (root is ICoalesceOperation choice)
        {
            // A relative path has no root.
            root = choice.Value.Unwrap();
        }

        return root is IInvocationOperation { TargetMethod: { Name: "GetPathRoot" or "GetDirectoryRoot" } method } call
            && (method.ContainingType.Is(types.Path) || method.ContainingType.Is(types.Directory))
            && call.Arguments.Named("path") is { Type.SpecialType: SpecialType.System_String } path
                ? new FreeSpaceOfRoot(property, path.Unwrap())
                : null;
    }

    /// <summary>Whether it is compared with a length, and the outcome decides whether or where the method goes on.</summary>
    public bool IsEnoughForLength(KnownTypes types)
    {
        IOperation value = FreeSpace;
        if (value.ReceivingLocal() is { } local)
        {
            if (local.SingleValue(value.Root()) is null || Uses.Of(local, value.Root()) is not { Count: 1 } reads)
            {
                return false;
            }

            value = reads[0];
        }

        while (value.Parent is IConversionOperation or IParenthesizedOperation
            or IBinaryOperation { OperatorKind: BinaryOperatorKind.Subtract or BinaryOperatorKind.Divide })
        {
            value = value.Parent;
        }

        return value.Parent is IBinaryOperation { OperatorKind: BinaryOperatorKind.LessThan or BinaryOperatorKind.LessThanOrEqual
            or BinaryOperatorKind.GreaterThan or BinaryOperatorKind.GreaterThanOrEqual } comparison
            && IsLength(comparison.LeftOperand == value ? comparison.RightOperand : comparison.LeftOperand, types)
            && Decides(comparison);
    }

    /// <summary>Whether the outcome is returned, chooses a value that is not constant, or a branch leaves.</summary>
    private static bool Decides(IBinaryOperation comparison)
    {
        IOperation condition = comparison;
        while (condition.Parent is IConversionOperation or IParenthesizedOperation or IUnaryOperation
            or IBinaryOperation { OperatorKind: BinaryOperatorKind.ConditionalAnd or BinaryOperatorKind.ConditionalOr })
        {
            condition = condition.Parent;
        }

        // A constant may be the least that a report warns about.
        bool isConstant = comparison.LeftOperand.ConstantValue.HasValue || comparison.RightOperand.ConstantValue.HasValue;
        return condition.Parent switch
        {
            IConditionalOperation { Type: null } choice =>
                choice.WhenTrue.Has<IOperation>(Leaves) || choice.WhenFalse?.Has<IOperation>(Leaves) == true,
            IConditionalOperation choice => choice is not { WhenTrue.ConstantValue.HasValue: true, WhenFalse.ConstantValue.HasValue: true },
            IReturnOperation => !isConstant,
            _ => false,
        };

        bool Leaves(IOperation each) => each is IThrowOperation || (!isConstant && each is IReturnOperation or IBranchOperation);
    }

    /// <summary>Whether a number is neither zero, nor a share of the drive, nor the least that a report warns about.</summary>
    private static bool IsLength(IOperation value, KnownTypes types) =>
        value.Unwrap().ConstantValue is { HasValue: true, Value: var constant }
            ? constant is not (0 or 0L)
            : !value.Has<IPropertyReferenceOperation>(each => each.Property.ContainingType.Is(types.DriveInfo))
                && value.Syntax.ToString() is { } text
                && !Holds(text, "min") && !Holds(text, "threshold") && !Holds(text, "limit") && !Holds(text, "warn");

    private static bool Holds(string text, string word) => text.IndexOf(word, StringComparison.OrdinalIgnoreCase) >= 0;
}

/// <summary>Whether code asks how much room a disk has.</summary>
internal static class FreeSpaceQuestion
{
    private static readonly string[] Words = ["DiskSpace", "FreeSpace", "SpaceFor", "RoomFor", "AvailableBytes", "FreeBytes", "Quota"];

    /// <summary>Whether code asks, by itself or by a method whose name says so.</summary>
    public static bool IsIn(IOperation root, KnownTypes types) => root.Has<IOperation>(each => each switch
    {
        IObjectCreationOperation creation => creation.Type.Is(types.DriveInfo),
        IPropertyReferenceOperation property => SaysSo(property.Property.Name),
        IInvocationOperation call => call.TargetMethod.ContainingType.Is(types.DriveInfo) || SaysSo(call.TargetMethod.Name),
        _ => false,
    });

    private static bool SaysSo(string name) =>
        (name.EndsWith("Space", StringComparison.Ordinal) && !name.EndsWith("WhiteSpace", StringComparison.Ordinal))
        || name is "statvfs" or "statvfs64" or "statfs"
        || Array.Exists(Words, word => name.IndexOf(word, StringComparison.Ordinal) >= 0);
}
