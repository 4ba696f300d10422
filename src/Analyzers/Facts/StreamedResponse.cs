namespace StreamTuning.Analyzers.Facts;

/// <summary>
/// Tells HTTP responses that were asked for with <c>ResponseHeadersRead</c>, so that their content arrives while it is copied, from those
/// that were read whole.
/// </summary>
internal static class StreamedResponse
{
    /// <summary>The value of <c>HttpCompletionOption.ResponseContentRead</c>, which holds where none is given.</summary>
    private const int ResponseContentRead = 0;

    /// <summary>The value of <c>HttpCompletionOption.ResponseHeadersRead</c>.</summary>
    private const int ResponseHeadersRead = 1;

    /// <summary>The steps from a content to where it comes from; more count as unknown.</summary>
    private const int MaximumSteps = 16;

    /// <summary>
    /// Whether a copy is visibly of the content of such a response, and nothing else in the method may have read or buffered it.
    /// </summary>
    public static bool IsSourceOf(StreamCopy copy, KnownTypes types)
    {
        var names = new HashSet<ISymbol>(SymbolEqualityComparer.Default);
        if (RequestOf(copy.Source, names, types) is not { } request
            || request.Arguments.Named("completionOption") is not { } option
            || option.ConstantInt32() != ResponseHeadersRead)
        {
            return false;
        }

        var read = new Read(copy.Call, names, types);
        return names.Count == 0 || !copy.Call.Root().Has<ILocalReferenceOperation>(read.MayBeBy);
    }

    /// <summary>Whether the stream is visibly of the content of a response that was in memory before anything of it is read.</summary>
    public static bool IsInMemory(IOperation stream, KnownTypes types) =>
        types.HttpClient is not null
        && stream.UnwrapAwait() is IInvocationOperation { TargetMethod: { Name: "ReadAsStream" or "ReadAsStreamAsync" } method,
            Instance: { } content }
        && method.ContainingType.Is(types.HttpContent)
        && IsReadWhole(content, isOfResponse: false, types, hops: 0);

    /// <summary>
    /// Whether a content, or the response that it is of, comes from requests that wait for all of it, be it by way of other methods of the
    /// file.
    /// </summary>
    private static bool IsReadWhole(IOperation value, bool isOfResponse, KnownTypes types, int hops)
    {
        IOperation start = Start(value, new HashSet<ISymbol>(SymbolEqualityComparer.Default), types, ref isOfResponse);
        if (!isOfResponse || hops > Provenance.MaximumHops)
        {
            return false;
        }

        if (IsRequest(start, types))
        {
            return ((IInvocationOperation)start).Arguments.Named("completionOption") is not { } option
                || option.ConstantInt32() == ResponseContentRead;
        }

        return start is IParameterReferenceOperation parameter
            ? MethodsOfFile.IsGivenOnly(parameter, given => IsReadWhole(given, isOfResponse: true, types, hops + 1))
            : MethodsOfFile.ReturnOnly(start, returned => IsReadWhole(returned, isOfResponse: true, types, hops + 1));
    }

    /// <summary>
    /// Follows a content to the call that its response comes from, null where that is not visible; the locals on the way are the names of
    /// the response and its content.
    /// </summary>
    private static IInvocationOperation? RequestOf(IOperation value, HashSet<ISymbol> names, KnownTypes types)
    {
        bool isOfResponse = false;
        IOperation start = Start(value, names, types, ref isOfResponse);
        return isOfResponse && IsRequest(start, types) ? (IInvocationOperation)start : null;
    }

    private static bool IsRequest(IOperation value, KnownTypes types) =>
        value is IInvocationOperation call && call.TargetMethod.ContainingType.Is(types.HttpClient);

    /// <summary>
    /// Follows a content, and the response that it is of, to where it comes from as far as that is visible in the method.
    /// </summary>
    private static IOperation Start(IOperation value, HashSet<ISymbol> names, KnownTypes types, ref bool isOfResponse)
    {
        for (int step = 0; step < MaximumSteps; step++)
        {
            IOperation? next = null;
            value = value.UnwrapAwait();
            switch (value)
            {
                case ILocalReferenceOperation local:
                    names.Add(local.Local);
                    next = local.SingleValue();
                    break;
                case IConditionalAccessInstanceOperation:
                    next = value.UnwrapConditional();
                    break;
                case IPropertyReferenceOperation { Property: { Name: "Content" } property } content
                    when property.ContainingType.Is(types.HttpResponseMessage):
                    isOfResponse = true;
                    next = content.Instance;
                    break;
                case IInvocationOperation { TargetMethod: { Name: "EnsureSuccessStatusCode" } method } check
                    when method.ContainingType.Is(types.HttpResponseMessage):
                    next = check.Instance;
                    break;
            }

            if (next is null)
            {
                break;
            }

            value = next;
        }

        return value;
    }

    /// <summary>Something other than the copy that may read or replace the content before the copy does.</summary>
    private sealed class Read(IInvocationOperation copy, HashSet<ISymbol> names, KnownTypes types)
    {
        public bool MayBeBy(ILocalReferenceOperation local) => names.Contains(local.Local) && MayRead(local) && !IsWithoutCopy(local);

        private bool MayRead(IOperation value)
        {
            while (true)
            {
                value = value.Awaited();
                bool isContent = value.Type.Is(types.HttpContent);
                IOperation? receiver = value.Receiver();
                switch (receiver)
                {
                    case IInvocationOperation { Instance: not null, TargetMethod.Name: "EnsureSuccessStatusCode" }:
                        value = receiver;
                        break;
                    case IPropertyReferenceOperation { Property: { Name: "Content" } property }
                        when property.ContainingType.Is(types.HttpResponseMessage):
                        if (receiver.Parent is IAssignmentOperation assigned && assigned.Target == receiver)
                        {
                            return true;
                        }

                        value = receiver;
                        break;
                    case IInvocationOperation { Instance: not null, TargetMethod.Name: not "Dispose" }:
                        return isContent && receiver != copy;
                    case IArgumentOperation argument:
                        // What is given a response and is not waited for checks its status or logs it.
                        return isContent || argument.Parent is not IInvocationOperation call || IsTask(call.Type);
                    case IVariableInitializerOperation { Parent: IVariableDeclaratorOperation declarator }:
                        return !names.Contains(declarator.Symbol);
                    case ISimpleAssignmentOperation assignment:
                        return assignment.Target != value
                            && (assignment.Target is not ILocalReferenceOperation target || !names.Contains(target.Local));
                    case IConditionalAccessOperation access:
                        return !access.Contains(copy)
                            && access.WhenNotNull.Unwrap() is not (IInvocationOperation { TargetMethod.Name: "Dispose" }
                                or IPropertyReferenceOperation { Property.Name: not "Content" });
                    case IInvocationOperation or IPropertyReferenceOperation or IUsingOperation or IBinaryOperation or IIsPatternOperation:
                        return false;
                    default:
                        return isContent;
                }
            }
        }

        /// <summary>
        /// Whether the operation is run only where the copy is not: in another branch, or in one that leaves the method before it.
        /// </summary>
        private bool IsWithoutCopy(IOperation operation)
        {
            IOperation child = operation;
            for (IOperation? parent = operation.Parent; parent is not null && !child.Contains(copy); child = parent, parent = parent.Parent)
            {
                if (parent is IConditionalOperation choice && choice.Condition != child && (choice.Contains(copy) || Leaves(child)))
                {
                    return true;
                }
            }

            return false;
        }

        private static bool Leaves(IOperation branch)
        {
            IOperation last = branch is IBlockOperation { Operations: { Length: > 0 } operations }
                ? operations[operations.Length - 1]
                : branch;
            return last is IThrowOperation or IReturnOperation or IExpressionStatementOperation { Operation: IThrowOperation }
                or IBranchOperation { BranchKind: BranchKind.Continue };
        }

        private static bool IsTask(ITypeSymbol? type) => type?.Name is "Task" or "ValueTask";
    }
}
