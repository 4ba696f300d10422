using System.Collections.Generic;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace StreamTuning.Analyzers.Copying;

/// <summary>
/// A loop that writes all of one source into a file: reads blocks of a stream until there are no more, or takes an array block by block.
/// Loops with any other way out or any other arithmetic are not recognised, since they may write a part only.
/// </summary>
internal sealed class FillingLoop
{
    private FillingLoop(ILoopOperation loop, KnownLength length)
    {
        Loop = loop;
        Length = length;
    }

    public ILoopOperation Loop { get; }

    public KnownLength Length { get; }

    public static FillingLoop? TryRead(IInvocationOperation write, IOperation opening, KnownTypes types)
    {
        if (EnclosingLoop(write) is not { } loop || Values.Contains(loop, opening) || Values.IsRepeatedAfter(loop, opening))
        {
            return null;
        }

        KnownLength? length = OfArray(write, loop, types) ?? OfStream(write, loop, types);
        return length is null ? null : new FillingLoop(loop, length);
    }

    /// <summary>The loop that runs the call once in every round.</summary>
    private static ILoopOperation? EnclosingLoop(IOperation call)
    {
        for (IOperation? parent = call.Parent; ; parent = parent.Parent)
        {
            switch (parent)
            {
                case ILoopOperation loop:
                    return loop;
                case IBlockOperation or IExpressionStatementOperation or IAwaitOperation:
                case IInvocationOperation { TargetMethod.Name: "ConfigureAwait" }:
                    break;
                default:
                    return null;
            }
        }
    }

    /// <summary><c>for (int i = 0; i &lt; array.Length; i += n) file.Write(array, i, Math.Min(n, array.Length - i));</c></summary>
    private static KnownLength? OfArray(IInvocationOperation write, ILoopOperation loop, KnownTypes types)
    {
        if (loop is not IForLoopOperation { Before: { Length: 1 } before, AtLoopBottom: { Length: 1 } step } forLoop
            || forLoop.Condition is not IBinaryOperation { OperatorKind: BinaryOperatorKind.LessThan } condition
            || Values.Unwrap(condition.LeftOperand) is not ILocalReferenceOperation index
            || ArrayOfLength(condition.RightOperand) is not { } array
            || Slice(write) is not var (sliced, offset, count)
            || !Values.AreSame(sliced, array)
            || !Values.AreSame(offset, index)
            || !StartsAtZero(before[0], index)
            || step[0] is not IExpressionStatementOperation { Operation: ICompoundAssignmentOperation { OperatorKind: BinaryOperatorKind.Add } advance }
            || !Values.AreSame(advance.Target, index)
            || Values.Unwrap(count) is not IInvocationOperation { TargetMethod: { Name: "Min" } min, Arguments: { Length: 2 } operands }
            || !Values.Is(min.ContainingType, types.Math)
            || Branches.Find(loop, out _) > 0)
        {
            return null;
        }

        IOperation first = operands[0].Value;
        IOperation second = operands[1].Value;
        bool isWhole = (Values.AreSame(first, advance.Value) && IsRest(second, array, index))
            || (Values.AreSame(second, advance.Value) && IsRest(first, array, index));
        return isWhole ? KnownLength.OfArray(array) : null;
    }

    private static bool StartsAtZero(IOperation before, ILocalReferenceOperation index) =>
        before is IVariableDeclarationGroupOperation { Declarations: { Length: 1 } declarations }
        && declarations[0].Declarators is { Length: 1 } declarators
        && SymbolEqualityComparer.Default.Equals(declarators[0].Symbol, index.Local)
        && declarators[0].GetVariableInitializer() is { } initializer
        && Values.ConstantInt32(Values.Unwrap(initializer.Value)) == 0;

    private static bool IsRest(IOperation operation, IOperation array, IOperation index) =>
        Values.Unwrap(operation) is IBinaryOperation { OperatorKind: BinaryOperatorKind.Subtract } rest
        && ArrayOfLength(rest.LeftOperand) is { } whole
        && Values.AreSame(whole, array)
        && Values.AreSame(rest.RightOperand, index);

    private static IOperation? ArrayOfLength(IOperation operation) =>
        Values.Unwrap(operation) is IPropertyReferenceOperation { Property.Name: "Length", Instance: { Type: IArrayTypeSymbol { ElementType.SpecialType: SpecialType.System_Byte } } array }
            ? array
            : null;

    /// <summary><c>while ((n = source.Read(buffer, 0, buffer.Length)) > 0) file.Write(buffer, 0, n);</c> and its relatives.</summary>
    private static KnownLength? OfStream(IInvocationOperation write, ILoopOperation loop, KnownTypes types)
    {
        if (Slice(write) is not var (_, offset, count)
            || Values.ConstantInt32(offset) != 0
            || Values.Unwrap(count) is not ILocalReferenceOperation read
            || Values.SingleValue(read) is not { } value
            || Values.UnwrapAwait(value) is not IInvocationOperation { TargetMethod.Name: "Read" or "ReadAsync", Instance: { } source } call
            || !Values.Contains(loop, call)
            || !AsksForWholeBuffer(call)
            || !EndsWithSource(loop, read))
        {
            return null;
        }

        source = Values.Unwrap(source);
        var uses = new UseCounter(source);
        uses.Visit(loop);
        if (uses.Count != 1)
        {
            return null;
        }

        return KnownLength.OfStream(source, Values.Origin(source), call, types);
    }

    /// <summary>Whether the read is not limited by anything but its buffer.</summary>
    private static bool AsksForWholeBuffer(IInvocationOperation read)
    {
        foreach (IArgumentOperation argument in read.Arguments)
        {
            IOperation value = UnwrapMemory(argument.Value);
            bool isWhole = argument.ArgumentKind == ArgumentKind.DefaultValue
                || value.ConstantValue.HasValue
                || (value.Type?.SpecialType == SpecialType.System_Int32
                    ? value is IPropertyReferenceOperation { Property.Name: "Length", Instance.Type.TypeKind: TypeKind.Array }
                    : Values.IsRepeatable(value)
                        || value is IPropertyReferenceOperation { Property.Name: "None" or "Token" }
                        || value is IInvocationOperation { TargetMethod.Name: "AsSpan" or "AsMemory", Arguments.Length: 1 });
            if (!isWhole)
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>The operation below all conversions, those from an array or memory to a span or read-only memory too.</summary>
    private static IOperation UnwrapMemory(IOperation operation)
    {
        operation = Values.Unwrap(operation);
        return operation is IConversionOperation { Operand: { } operand } ? UnwrapMemory(operand) : operation;
    }

    /// <summary>Whether the loop ends when a read gave nothing, and in no other way.</summary>
    private static bool EndsWithSource(ILoopOperation loop, ILocalReferenceOperation read)
    {
        IOperation? condition = loop switch
        {
            IWhileLoopOperation whileLoop => whileLoop.Condition,
            IForLoopOperation { Before.IsEmpty: true, AtLoopBottom.IsEmpty: true } forLoop => forLoop.Condition,
            _ => loop,
        };
        if (condition is null or { ConstantValue: { HasValue: true, Value: true } })
        {
            return Branches.Find(loop, out IOperation? branch) == 1
                && branch is IBranchOperation { BranchKind: BranchKind.Break, Parent: { } parent }
                && (parent is IBlockOperation { Operations.Length: 1 } ? parent.Parent : parent) is IConditionalOperation { WhenFalse: null } conditional
                && conditional.Parent is IBlockOperation { Parent: ILoopOperation }
                && IsComparison(conditional.Condition, read, BinaryOperatorKind.Equals, BinaryOperatorKind.LessThanOrEqual);
        }

        return IsComparison(condition, read, BinaryOperatorKind.NotEquals, BinaryOperatorKind.GreaterThan) && Branches.Find(loop, out _) == 0;
    }

    private static bool IsComparison(IOperation condition, ILocalReferenceOperation read, BinaryOperatorKind first, BinaryOperatorKind second)
    {
        if (Values.Unwrap(condition) is not IBinaryOperation comparison
            || (comparison.OperatorKind != first && comparison.OperatorKind != second)
            || Values.ConstantInt32(Values.Unwrap(comparison.RightOperand)) != 0)
        {
            return false;
        }

        IOperation left = Values.Unwrap(comparison.LeftOperand);
        return Values.AreSame(left is ISimpleAssignmentOperation assignment ? assignment.Target : left, read);
    }

    /// <summary>The buffer, offset and count that a write is given, as arguments or as a slice.</summary>
    private static (IOperation Buffer, IOperation Offset, IOperation Count)? Slice(IInvocationOperation write)
    {
        IReadOnlyList<IArgumentOperation> arguments = write.Arguments;
        if (arguments.Count > 0
            && UnwrapMemory(arguments[0].Value) is IInvocationOperation { TargetMethod.Name: "AsSpan" or "AsMemory" or "Slice" } slice)
        {
            arguments = slice.Arguments;
            if (slice.Instance is { } instance)
            {
                return arguments.Count == 2 ? (Values.Unwrap(instance), arguments[0].Value, arguments[1].Value) : null;
            }
        }

        return arguments.Count >= 3 && arguments[1].Parameter is { Type.SpecialType: SpecialType.System_Int32, Ordinal: 1 }
            && arguments[0].Parameter is { Ordinal: 0 } && arguments[2].Parameter is { Type.SpecialType: SpecialType.System_Int32, Ordinal: 2 }
                ? (Values.Unwrap(arguments[0].Value), arguments[1].Value, arguments[2].Value)
                : null;
    }

    /// <summary>Counts how often a loop uses its source: more than once, and it may skip or repeat a part.</summary>
    private sealed class UseCounter(IOperation source) : OperationWalker
    {
        public int Count { get; private set; }

        public override void DefaultVisit(IOperation operation)
        {
            if (Values.AreSame(operation, source))
            {
                Count++;
            }
            else
            {
                base.DefaultVisit(operation);
            }
        }
    }
}
