using System.Collections.Generic;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace StreamTuning.Analyzers.Copying;

/// <summary>Tells HTTP responses that were asked for with <c>ResponseHeadersRead</c>, so that their content arrives while it is copied, from those that were read whole.</summary>
internal static class StreamedResponse
{
    /// <summary>The value of <c>HttpCompletionOption.ResponseContentRead</c>, which holds where none is given.</summary>
    private const int ResponseContentRead = 0;

    /// <summary>The value of <c>HttpCompletionOption.ResponseHeadersRead</c>.</summary>
    private const int ResponseHeadersRead = 1;

    /// <summary>The steps from a content to where it comes from; more count as unknown.</summary>
    private const int MaximumSteps = 16;

    /// <summary>Whether a copy is visibly of the content of such a response, and nothing else in the method may have read or buffered it.</summary>
    public static bool IsSourceOf(StreamCopy copy, KnownTypes types)
    {
        var names = new HashSet<ISymbol>(SymbolEqualityComparer.Default);
        if (RequestOf(copy.Source, names, types) is not { } request || Values.Argument(request.Arguments, "completionOption") is not { } option || Values.ConstantInt32(option) != ResponseHeadersRead)
        {
            return false;
        }

        if (names.Count == 0)
        {
            return true;
        }

        var finder = new ReadFinder(copy.Call, names, types);
        finder.Visit(Values.Root(copy.Call));
        return !finder.Found;
    }

    /// <summary>Whether the stream is visibly of the content of a response that was in memory before anything of it is read.</summary>
    public static bool IsInMemory(IOperation stream, KnownTypes types) =>
        types.HttpClient is not null
        && Values.UnwrapAwait(stream) is IInvocationOperation { TargetMethod: { Name: "ReadAsStream" or "ReadAsStreamAsync" } method, Instance: { } content }
        && Values.Is(method.ContainingType, types.HttpContent)
        && IsReadWhole(content, isOfResponse: false, types, hops: 0);

    /// <summary>Whether a content, or the response that it is of, comes from requests that wait for all of it, be it by way of other methods of the file.</summary>
    private static bool IsReadWhole(IOperation value, bool isOfResponse, KnownTypes types, int hops)
    {
        IOperation start = Start(value, new HashSet<ISymbol>(SymbolEqualityComparer.Default), types, ref isOfResponse);
        if (!isOfResponse || hops > Values.MaximumHops)
        {
            return false;
        }

        if (IsRequest(start, types))
        {
            return Values.Argument(((IInvocationOperation)start).Arguments, "completionOption") is not { } option || Values.ConstantInt32(option) == ResponseContentRead;
        }

        return start is IParameterReferenceOperation parameter
            ? MethodsOfFile.IsGivenOnly(parameter, given => IsReadWhole(given, isOfResponse: true, types, hops + 1))
            : MethodsOfFile.ReturnOnly(start, returned => IsReadWhole(returned, isOfResponse: true, types, hops + 1));
    }

    /// <summary>Follows a content to the call that its response comes from, null where that is not visible; the locals on the way are the names of the response and its content.</summary>
    private static IInvocationOperation? RequestOf(IOperation value, HashSet<ISymbol> names, KnownTypes types)
    {
        bool isOfResponse = false;
        IOperation start = Start(value, names, types, ref isOfResponse);
        return isOfResponse && IsRequest(start, types) ? (IInvocationOperation)start : null;
    }

    private static bool IsRequest(IOperation value, KnownTypes types) => value is IInvocationOperation call && Values.Is(call.TargetMethod.ContainingType, types.HttpClient);

    /// <summary>Follows a content, and the response that it is of, to where it comes from as far as that is visible in the method.</summary>
    private static IOperation Start(IOperation value, HashSet<ISymbol> names, KnownTypes types, ref bool isOfResponse)
    {
        for (int step = 0; step < MaximumSteps; step++)
        {
            IOperation? next = null;
            value = Values.UnwrapAwait(value);
            switch (value)
            {
                case ILocalReferenceOperation local:
                    names.Add(local.Local);
                    next = Values.SingleValue(local);
                    break;
                case IConditionalAccessInstanceOperation:
                    next = Receiver(value);
                    break;
                case IPropertyReferenceOperation { Property: { Name: "Content" } property } content when Values.Is(property.ContainingType, types.HttpResponseMessage):
                    isOfResponse = true;
                    next = content.Instance;
                    break;
                case IInvocationOperation { TargetMethod: { Name: "EnsureSuccessStatusCode" } method } check when Values.Is(method.ContainingType, types.HttpResponseMessage):
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

    /// <summary>What is before the <c>?.</c> that the instance is of.</summary>
    private static IOperation? Receiver(IOperation instance)
    {
        IOperation child = instance;
        for (IOperation? parent = instance.Parent; parent is not null; child = parent, parent = parent.Parent)
        {
            if (parent is IConditionalAccessOperation access && access.WhenNotNull == child)
            {
                return access.Operation;
            }
        }

        return null;
    }

    /// <summary>Finds whether anything but the copy may read or replace the content before the copy does.</summary>
    private sealed class ReadFinder(IInvocationOperation copy, HashSet<ISymbol> names, KnownTypes types) : OperationWalker
    {
        public bool Found { get; private set; }

        public override void VisitLocalReference(ILocalReferenceOperation operation) =>
            Found = Found || (names.Contains(operation.Local) && MayRead(operation) && !IsWithoutCopy(operation));

        private bool MayRead(IOperation value)
        {
            while (true)
            {
                value = Values.Awaited(value);
                bool isContent = Values.Is(value.Type, types.HttpContent);
                IOperation? receiver = Values.Receiver(value);
                switch (receiver)
                {
                    case IInvocationOperation { Instance: not null, TargetMethod.Name: "EnsureSuccessStatusCode" }:
                        value = receiver;
                        break;
                    case IPropertyReferenceOperation { Property: { Name: "Content" } property } when Values.Is(property.ContainingType, types.HttpResponseMessage):
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
                        return assignment.Target != value && (assignment.Target is not ILocalReferenceOperation target || !names.Contains(target.Local));
                    case IConditionalAccessOperation access:
                        return !Values.Contains(access, copy)
                            && Values.Unwrap(access.WhenNotNull) is not (IInvocationOperation { TargetMethod.Name: "Dispose" } or IPropertyReferenceOperation { Property.Name: not "Content" });
                    case IInvocationOperation or IPropertyReferenceOperation or IUsingOperation or IBinaryOperation or IIsPatternOperation:
                        return false;
                    default:
                        return isContent;
                }
            }
        }

        /// <summary>Whether the operation is run only where the copy is not: in another branch, or in one that leaves the method before it.</summary>
        private bool IsWithoutCopy(IOperation operation)
        {
            IOperation child = operation;
            for (IOperation? parent = operation.Parent; parent is not null && !Values.Contains(child, copy); child = parent, parent = parent.Parent)
            {
                if (parent is IConditionalOperation choice && choice.Condition != child && (Values.Contains(choice, copy) || Leaves(child)))
                {
                    return true;
                }
            }

            return false;
        }

        private static bool Leaves(IOperation branch)
        {
            IOperation last = branch is IBlockOperation { Operations: { Length: > 0 } operations } ? operations[operations.Length - 1] : branch;
            return last is IThrowOperation or IReturnOperation or IExpressionStatementOperation { Operation: IThrowOperation } or IBranchOperation { BranchKind: BranchKind.Continue };
        }

        private static bool IsTask(ITypeSymbol? type) => type?.Name is "Task" or "ValueTask";
    }
}
