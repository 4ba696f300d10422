namespace StreamTuning.Analyzers.Temp;

/// <summary>
/// Tells whether free space is asked for to decide where, or whether, data are written: it is compared with the size of data, or the
/// outcome chooses a path, throws for want of room, or stands before writes. Reports, metrics and health checks are no such decisions.
/// </summary>
internal sealed class SpaceDecision(KnownTypes types)
{
    /// <summary>What the free space is compared with, as far as it tells what the comparison is for.</summary>
    private enum Bound
    {
        /// <summary>Nothing, or another property of a drive.</summary>
        None,

        /// <summary>A number that may be a threshold of a report as well.</summary>
        Threshold,

        /// <summary>The size of data, or one that the caller hands in.</summary>
        Size,
    }

    /// <summary>Whether what the property gives is compared for such a decision.</summary>
    public bool IsMadeBy(IPropertyReferenceOperation freeSpace) => Follow(freeSpace, hops: 0);

    /// <summary>Follows the number, through arithmetic and variables, to comparisons.</summary>
    private bool Follow(IOperation value, int hops)
    {
        IOperation child = value;
        for (IOperation? parent = value.Parent; ; child = parent, parent = parent.Parent)
        {
            switch (parent)
            {
                case IConversionOperation or IParenthesizedOperation or ICoalesceOperation:
                case IConditionalAccessOperation access when access.WhenNotNull == child:
                    break;

                case IBinaryOperation number when IsArithmetic(number.OperatorKind):
                    if (BoundOf(Other(number, child)) == Bound.None && !Other(number, child).ConstantValue.HasValue)
                    {
                        return false;
                    }

                    break;

                case IBinaryOperation comparison when IsOrder(comparison.OperatorKind):
                    return BoundOf(Other(comparison, child)) is var bound and not Bound.None && Decides(comparison, bound, hops);

                case IIsPatternOperation { Pattern: IRelationalPatternOperation pattern } test:
                    return BoundOf(pattern.Value) is var limit and not Bound.None && Decides(test, limit, hops);

                case IArgumentOperation { Parent: IInvocationOperation { TargetMethod: { Name: "Min" or "Max" } method } call }
                    when method.ContainingType.Is(types.Math):
                    foreach (IArgumentOperation argument in call.Arguments)
                    {
                        if (argument != parent && BoundOf(argument.Value) == Bound.None)
                        {
                            return false;
                        }
                    }

                    parent = call;
                    break;

                default:
                    return parent is not null
                        && child.ReceivingLocal() is { } variable
                        && IsOnlyValue(variable, child)
                        && AnyRead(variable, parent, read => Follow(read, hops + 1), hops);
            }
        }
    }

    /// <summary>Follows the outcome of a comparison to what it decides.</summary>
    private bool Decides(IOperation outcome, Bound bound, int hops)
    {
        IOperation child = outcome;
        for (IOperation? parent = outcome.Parent; ; child = parent, parent = parent.Parent)
        {
            switch (parent)
            {
                case IConversionOperation or IParenthesizedOperation or IUnaryOperation { OperatorKind: UnaryOperatorKind.Not }:
                case IBinaryOperation { OperatorKind: BinaryOperatorKind.ConditionalAnd or BinaryOperatorKind.ConditionalOr
                    or BinaryOperatorKind.And or BinaryOperatorKind.Or }:
                    break;

                case IConditionalOperation choice when choice.Condition == child:
                    return choice.Type is null ? Chooses(choice, bound) : ChoosesPlace(choice, bound);

                case IReturnOperation:
                    return bound == Bound.Size && !IsMonitoring(parent);

                case ILoopOperation or ISwitchExpressionArmOperation or ISwitchCaseOperation or ICaseClauseOperation:
                    return bound == Bound.Size;

                default:
                    return parent is not null
                        && child.ReceivingLocal() is { } variable
                        && IsOnlyValue(variable, child)
                        && AnyRead(variable, parent, read => Decides(read, bound, hops + 1), hops);
            }
        }
    }

    private static bool IsArithmetic(BinaryOperatorKind kind) => kind
        is BinaryOperatorKind.Add or BinaryOperatorKind.Subtract or BinaryOperatorKind.Multiply or BinaryOperatorKind.Divide
        or BinaryOperatorKind.LeftShift or BinaryOperatorKind.RightShift;

    private static bool IsOrder(BinaryOperatorKind kind) => kind
        is BinaryOperatorKind.LessThan or BinaryOperatorKind.LessThanOrEqual or BinaryOperatorKind.GreaterThan
            or BinaryOperatorKind.GreaterThanOrEqual;

    private static IOperation Other(IBinaryOperation operation, IOperation operand) =>
        operation.LeftOperand == operand ? operation.RightOperand : operation.LeftOperand;

    private static bool IsOnlyValue(ILocalSymbol variable, IOperation value) =>
        variable.SingleValue(value.Root()) is { } only && only.Unwrap() == value.Unwrap();

    private static bool AnyRead(ILocalSymbol variable, IOperation writer, Func<IOperation, bool> decides, int hops)
    {
        if (hops >= Provenance.MaximumHops)
        {
            return false;
        }

        foreach (ILocalReferenceOperation read in Uses.Of(variable, writer.Root()))
        {
            if (!(read.Parent is ISimpleAssignmentOperation assignment && assignment.Target == read) && decides(read))
            {
                return true;
            }
        }

        return false;
    }

    private Bound BoundOf(IOperation value)
    {
        Optional<object?> constant = value.ConstantValue.HasValue ? value.ConstantValue : value.Origin()?.ConstantValue ?? default;
        if (constant.HasValue)
        {
            // Whether anything at all is left says nothing about data.
            return constant.Value is 0 or 0L or 0UL or 0u or 0d or null ? Bound.None : Bound.Threshold;
        }

        var finder = new BoundFinder(types);
        finder.Visit(value);
        return finder.IsOfDrive ? Bound.None : finder.IsSize ? Bound.Size : Bound.Threshold;
    }

    private bool Chooses(IConditionalOperation statement, Bound bound)
    {
        var guarded = new GuardedCode(statement, types);
        return guarded.IsAboutWriting
            || (bound == Bound.Size && guarded.DoesMoreThanReport && !IsMonitoring(statement))
            || (guarded.Leaves && GuardedCode.AreFilesWrittenIn(statement.Function(), types));
    }

    /// <summary>
    /// Whether a choice is one between places, or that to write; not between texts or numbers that stand for the outcome.
    /// </summary>
    private bool ChoosesPlace(IConditionalOperation choice, Bound bound)
    {
        bool isFirst = GuardedCode.IsPlace(choice.WhenTrue, types);
        bool isSecond = GuardedCode.IsPlace(choice.WhenFalse, types);
        bool isForData = bound == Bound.Size;
        return (isFirst && isSecond)
            || ((isFirst || isSecond || isForData) && (IsNothing(choice.WhenTrue) || IsNothing(choice.WhenFalse)))
            || (isForData && (Acts(choice.WhenTrue) || Acts(choice.WhenFalse)))
            || GuardedCode.AreFilesWrittenIn(choice, types);
    }

    /// <summary>Whether a side calls something that is no text or number of a report.</summary>
    private static bool Acts(IOperation? side) =>
        side is not null
        && side.UnwrapAwait() is IInvocationOperation { TargetMethod: var method, Type.SpecialType: SpecialType.None
            or SpecialType.System_Boolean }
        && !GuardedCode.IsReport(method);

    private static bool IsNothing(IOperation? side) => side is not null && (side.IsNull() || side.Unwrap() is IThrowOperation);

    /// <summary>Whether the code belongs to a type that watches the machine and writes nothing.</summary>
    private static bool IsMonitoring(IOperation operation)
    {
        for (ISymbol? symbol =
            operation.SemanticModel?.GetEnclosingSymbol(operation.Syntax.SpanStart); symbol is not null and not INamespaceSymbol; symbol =
                symbol.ContainingSymbol)
        {
            if (Holds(symbol.Name, "Health") || Holds(symbol.Name, "Monitor") || Holds(symbol.Name, "Metric"))
            {
                return true;
            }
        }

        return false;

        static bool Holds(string name, string word) => name.IndexOf(word, StringComparison.Ordinal) >= 0;
    }

    /// <summary>Finds what a number is made of.</summary>
    private sealed class BoundFinder(KnownTypes types) : OperationWalker
    {
        private readonly HashSet<ILocalSymbol> _seen = new(SymbolEqualityComparer.Default);

        public bool IsOfDrive { get; private set; }

        public bool IsSize { get; private set; }

        public override void VisitPropertyReference(IPropertyReferenceOperation operation)
        {
            IsOfDrive |= operation.Property.ContainingType.Is(types.DriveInfo);
            IsSize |= IsNumber(operation.Type)
                && IsNamedSize(operation.Property.Name)
                && operation.Property.ContainingType.SpecialType != SpecialType.System_String;
            base.VisitPropertyReference(operation);
        }

        public override void VisitFieldReference(IFieldReferenceOperation operation)
        {
            IsSize |= IsNumber(operation.Type) && IsNamedSize(operation.Field.Name);
            base.VisitFieldReference(operation);
        }

        public override void VisitInvocation(IInvocationOperation operation)
        {
            IsSize |= IsNumber(operation.Type) && IsNamedSize(operation.TargetMethod.Name);
            base.VisitInvocation(operation);
        }

        public override void VisitParameterReference(IParameterReferenceOperation operation) =>
            IsSize |= IsNumber(operation.Type) && !IsNamedThreshold(operation.Parameter.Name);

        public override void VisitLocalReference(ILocalReferenceOperation operation)
        {
            if (!_seen.Add(operation.Local))
            {
                return;
            }

            foreach (IOperation value in operation.AllValues())
            {
                Visit(value);
            }

            foreach (ILocalReferenceOperation reference in Uses.Of(operation.Local, operation.Root()))
            {
                if (reference.Parent is ICompoundAssignmentOperation sum && sum.Target == reference)
                {
                    Visit(sum.Value);
                }
            }
        }

        private static bool IsNamedSize(string name) =>
            (Holds(name, "Length") || Holds(name, "Size") || Holds(name, "Bytes")) && !IsNamedThreshold(name);

        /// <summary>Whether a name says that a number is set for all data.</summary>
        private static bool IsNamedThreshold(string name) =>
            Holds(name, "Min") || Holds(name, "Max") || Holds(name, "Threshold") || Holds(name, "Limit")
            || Holds(name, "Reserve") || Holds(name, "Free") || Holds(name, "Warn") || Holds(name, "Low");

        /// <summary>Whether one of the words that a name consists of begins like this.</summary>
        private static bool Holds(string name, string word)
        {
            int start = name.IndexOf(word, StringComparison.OrdinalIgnoreCase);
            while (start > 0 && !char.IsUpper(name[start]) && name[start - 1] != '_')
            {
                start = name.IndexOf(word, start + 1, StringComparison.OrdinalIgnoreCase);
            }

            return start >= 0;
        }

        private static bool IsNumber(ITypeSymbol? type)
        {
            if (type is INamedTypeSymbol { OriginalDefinition.SpecialType: SpecialType.System_Nullable_T,
                TypeArguments: { Length: 1 } arguments })
            {
                type = arguments[0];
            }

            return type?.SpecialType is >= SpecialType.System_SByte and <= SpecialType.System_Double;
        }
    }
}
