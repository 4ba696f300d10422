using System.Linq;

namespace StreamTuning.Analyzers.Facts;

/// <summary>
/// Tells uploads that visibly run beside each other, one for each of many blobs: their tasks are gathered, or they are in a function that
/// is run for many items at the same time. Blocks of one blob bring nothing there.
/// </summary>
internal static class ConcurrentUploads
{
    /// <summary>Functions are followed from where they are declared to where they are used through this many others.</summary>
    private const int MaximumHops = 3;

    /// <summary>Of <c>[first, second]</c>, which the compiler that the analyzers are built with does not know yet.</summary>
    internal const OperationKind CollectionExpression = (OperationKind)127;

    public static bool Includes(IOperation upload) => IsOneOfMany(upload, hops: 0);

    private static bool IsOneOfMany(IOperation call, int hops)
    {
        if (IsGathered(call))
        {
            return true;
        }

        for (IOperation function = call.Function(); hops < MaximumHops; function = function.Parent.Function())
        {
            bool isOneOfMany = function is IAnonymousFunctionOperation
                ? IsRunForMany(function, hops + 1)
                : MethodOf(function) is { } method
                    && Sources.CallsOf(method, call)?.Any(use => use is IInvocationOperation
                        ? IsOneOfMany(use, hops + 1)
                        : IsRunForMany(use, hops + 1)) == true;
            if (isOneOfMany || function.Parent is null)
            {
                return isOneOfMany;
            }
        }

        return false;
    }

    private static IMethodSymbol? MethodOf(IOperation function) => function is ILocalFunctionOperation local
        ? local.Symbol
        : function.SemanticModel?.GetDeclaredSymbol(function.Syntax) as IMethodSymbol;

    /// <summary>Whether the task of a call goes where others are, to be awaited with them.</summary>
    private static bool IsGathered(IOperation call)
    {
        // What a synchronous call gives is gathered when it is done.
        if (call.Type?.Name is not ("Task" or "ValueTask"))
        {
            return false;
        }

        IOperation child = call;
        for (IOperation? parent = call.Parent; parent is not null; child = parent, parent = parent.Parent)
        {
            switch (parent)
            {
                case IAwaitOperation or IAnonymousFunctionOperation or IBlockOperation:
                case IPropertyReferenceOperation { Property.Name: "Result" } or IInvocationOperation { TargetMethod.Name: "GetResult" }:
                    return false;
                case IInvocationOperation { TargetMethod.Name: "WhenAll" or "WhenAny" or "WhenEach" or "WaitAll" or "Add" or "TryAdd"
                    or "Enqueue" or "Push" }:
                case IArrayInitializerOperation or ITupleOperation:
                case { Kind: CollectionExpression }:
                case ISimpleAssignmentOperation { Target: IArrayElementReferenceOperation
                    or IPropertyReferenceOperation { Arguments.IsEmpty: false } }:
                    return true;
                case IVariableInitializerOperation { Parent: IVariableDeclaratorOperation declarator }
                    when ((IVariableInitializerOperation)parent).Value.Unwrap() == call:
                    return Uses.Of(declarator.Symbol, call.Root()).Exists(
                        each => each.Receiver() is not IVariableInitializerOperation && IsGathered(each));
                case IInvocationOperation invocation when child is IArgumentOperation && invocation.TargetMethod.Name != "ConfigureAwait":
                    return false;
            }
        }

        return false;
    }

    /// <summary>
    /// Whether a lambda or a method is handed to something that runs it for many items, or several times, at the same time.
    /// </summary>
    private static bool IsRunForMany(IOperation function, int hops)
    {
        IOperation value = function;
        while (value.Parent is IDelegateCreationOperation or IConversionOperation or IParenthesizedOperation)
        {
            value = value.Parent;
        }

        switch (value.Parent)
        {
            case IArgumentOperation { Parent: IInvocationOperation call }:
                return IsOfMany(call.TargetMethod, function) || IsOneOfMany(call, hops);
            case IArgumentOperation { Parent: IObjectCreationOperation { Type.Name: "ActionBlock" or "TransformBlock"
                or "TransformManyBlock" } }:
                return true;
            case IVariableInitializerOperation { Parent: IVariableDeclaratorOperation declarator }:
                return Uses.Of(declarator.Symbol, function.Root()).Exists(each => each.Receiver() is IInvocationOperation invocation
                    ? IsOneOfMany(invocation, hops)
                    : hops < MaximumHops && IsRunForMany(each, hops + 1));
            default:
                return false;
        }
    }

    /// <summary>
    /// Whether a method runs a function for many items at the same time. Those that only call it for each do so where it gives its task
    /// away at once.
    /// </summary>
    private static bool IsOfMany(IMethodSymbol method, IOperation function) => method.Name switch
    {
        "ForEachAsync" or "ForAsync" or "ForAll" => true,
        "For" or "Invoke" => method.ContainingType.Name == "Parallel",
        "Select" or "SelectMany" or "ForEach" => method.ContainingType.Name is "Parallel" or "ParallelEnumerable" || function switch
        {
            IAnonymousFunctionOperation lambda => IsAsync(lambda.Symbol),
            IMethodReferenceOperation reference => IsAsync(reference.Method),
            _ => true,
        },
        _ => false,
    };

    private static bool IsAsync(IMethodSymbol function) => function.IsAsync || function.ReturnType.Name is "Task" or "ValueTask";
}
