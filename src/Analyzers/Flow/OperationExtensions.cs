using System.Linq;

namespace StreamTuning.Analyzers.Flow;

/// <summary>How operations are nested: what is below conversions and awaits, and what is around.</summary>
internal static class OperationExtensions
{
    /// <summary>The operation below built-in conversions and parentheses.</summary>
    public static IOperation Unwrap(this IOperation operation) => operation switch
    {
        IConversionOperation { OperatorMethod: null } conversion => conversion.Operand.Unwrap(),
        IParenthesizedOperation parenthesized => parenthesized.Operand.Unwrap(),
        _ => operation,
    };

    /// <summary>The operation around built-in conversions and parentheses: what receives the value.</summary>
    public static IOperation? Receiver(this IOperation operation)
    {
        IOperation? parent = operation.Parent;
        while (parent is IConversionOperation { OperatorMethod: null } or IParenthesizedOperation)
        {
            parent = parent.Parent;
        }

        return parent;
    }

    /// <summary>The local that the value is put into, where it is declared or later; null where the value goes anywhere else.</summary>
    public static ILocalSymbol? ReceivingLocal(this IOperation value) => value.Receiver() switch
    {
        IVariableInitializerOperation { Parent: IVariableDeclaratorOperation declarator } => declarator.Symbol,
        ISimpleAssignmentOperation { Target: ILocalReferenceOperation target } => target.Local,
        _ => null,
    };

    /// <summary>What stands before the <c>?.</c> where the value is that; else the value.</summary>
    public static IOperation UnwrapConditional(this IOperation value)
    {
        if (value.Unwrap() is IConditionalAccessInstanceOperation instance)
        {
            IOperation child = instance;
            for (IOperation? parent = instance.Parent; parent is not null; child = parent, parent = parent.Parent)
            {
                if (parent is IConditionalAccessOperation access && access.WhenNotNull == child)
                {
                    return access.Operation;
                }
            }
        }

        return value;
    }

    /// <summary>The call whose task is waited for, with <c>await</c> or by blocking.</summary>
    public static IOperation UnwrapAwait(this IOperation operation)
    {
        operation = operation.Unwrap();
        while (WaitedFor(operation) is { } task)
        {
            operation = task.Unwrap();
        }

        return operation;
    }

    /// <summary>
    /// The operation that has the result of the task: the reverse of <see cref="UnwrapAwait"/>; the operation itself where nothing waits
    /// for it.
    /// </summary>
    public static IOperation Awaited(this IOperation task)
    {
        while (task.Receiver() is { } receiver && WaitedFor(receiver)?.Unwrap() == task.Unwrap())
        {
            task = receiver;
        }

        return task;
    }

    /// <summary>The task that an operation waits for, or is a step on the way to.</summary>
    private static IOperation? WaitedFor(IOperation operation) => operation switch
    {
        IAwaitOperation awaiting => awaiting.Operation,
        IInvocationOperation { TargetMethod.Name: "ConfigureAwait" or "WaitAsync" or "GetAwaiter" or "GetResult" } call => call.Instance,
        IPropertyReferenceOperation { Property: { Name: "Result", ContainingType.Name: "Task" or "ValueTask" } } result => result.Instance,
        _ => null,
    };

    /// <summary>The argument of a parameter by name, or null where it is not given.</summary>
    public static IOperation? Named(this ImmutableArray<IArgumentOperation> arguments, string parameter) =>
        arguments.FirstOrDefault(argument => argument.Parameter?.Name == parameter) is { ArgumentKind: not ArgumentKind.DefaultValue } given
            ? given.Value
            : null;

    /// <summary>Whether the operation is, or has in it, one of a kind that is such.</summary>
    public static bool Has<TOperation>(this IOperation operation, Func<TOperation, bool> isSuch)
        where TOperation : class, IOperation => operation.DescendantsAndSelf().OfType<TOperation>().Any(isSuch);

    /// <summary>The body of a method of the project, in whichever file; null if it has several declarations or none in sight.</summary>
    public static IOperation? BodyOf(this Compilation compilation, ISymbol method) =>
        method.DeclaringSyntaxReferences is { Length: 1 } declarations && compilation.ContainsSyntaxTree(declarations[0].SyntaxTree)
            ? compilation.GetSemanticModel(declarations[0].SyntaxTree).GetOperation(declarations[0].GetSyntax())
            : null;

    public static IOperation Root(this IOperation operation)
    {
        while (operation.Parent is { } parent)
        {
            operation = parent;
        }

        return operation;
    }

    /// <summary>The innermost method, lambda or local function around the operation.</summary>
    public static IOperation Function(this IOperation operation)
    {
        while (operation.Parent is { } parent && operation is not (IAnonymousFunctionOperation or ILocalFunctionOperation))
        {
            operation = parent;
        }

        return operation;
    }

    public static bool Contains(this IOperation ancestor, IOperation? operation)
    {
        while (operation is not null && operation != ancestor)
        {
            operation = operation.Parent;
        }

        return operation is not null;
    }

    /// <summary>Whether the operation is part of an expression tree, which is data and not run here.</summary>
    public static bool IsInExpressionTree(this IOperation operation)
    {
        for (IOperation? parent = operation.Parent; parent is not null; parent = parent.Parent)
        {
            if (parent is IAnonymousFunctionOperation { Parent: { } conversion }
                && conversion.Type is { Name: "Expression",
                    ContainingNamespace: { Name: "Expressions", ContainingNamespace.Name: "Linq" } })
            {
                return true;
            }
        }

        return false;
    }

    public static bool IsNull(this IOperation operation) =>
        operation.Unwrap() is IDefaultValueOperation or { ConstantValue: { HasValue: true, Value: null } };
}
