namespace StreamTuning.Analyzers.Facts;

/// <summary>Follows the content of an HTTP response to the request, which says whether it was read whole.</summary>
internal static class ResponseContent
{
    /// <summary>The value of <c>HttpCompletionOption.ResponseContentRead</c>, which holds where none is given.</summary>
    private const int ResponseContentRead = 0;

    /// <summary>The steps from a content to where it comes from; more count as unknown.</summary>
    private const int MaximumSteps = 16;

    /// <summary>Whether the stream is visibly of the content of a response that was in memory before anything of it is read.</summary>
    public static bool IsInMemory(IOperation stream, KnownTypes types) =>
        types.HttpClient is not null
        && stream.UnwrapAwait() is IInvocationOperation { TargetMethod: { Name: "ReadAsStream" or "ReadAsStreamAsync" } method,
            Instance: { } content }
        && method.ContainingType.Is(types.HttpContent)
        && IsReadWhole(content, isOfResponse: false, types, hops: 0);

    /// <summary>
    /// Whether a content, or the response that it is of, comes from requests that wait for all of it, be it by way of other methods of the
    /// project.
    /// </summary>
    private static bool IsReadWhole(IOperation value, bool isOfResponse, KnownTypes types, int hops)
    {
        IOperation start = Start(value, new HashSet<ISymbol>(SymbolEqualityComparer.Default), types, ref isOfResponse);
        if (!isOfResponse || hops > Provenance.MaximumHops)
        {
            return false;
        }

        switch (start)
        {
            // Also of a helper that hands the option on.
            case IInvocationOperation call when CompletionOptionOf(call) is { } option:
                return option.ConstantInt32() == ResponseContentRead;
            case IInvocationOperation when IsRequest(start, types):
                return true;
            case IParameterReferenceOperation parameter:
                return ProjectMethods.IsGivenOnly(parameter, given => IsReadWhole(given, isOfResponse: true, types, hops + 1));
            case ILocalReferenceOperation local:
                return local.IsWrittenInSightOnly() && AreReadWhole(local.AllValues(), types, hops + 1);
            default:
                return ProjectMethods.ReturnOnly(start, returned => IsReadWhole(returned, isOfResponse: true, types, hops + 1));
        }
    }

    private static bool AreReadWhole(ImmutableArray<IOperation> responses, KnownTypes types, int hops)
    {
        foreach (IOperation response in responses)
        {
            if (!IsReadWhole(response, isOfResponse: true, types, hops))
            {
                return false;
            }
        }

        return !responses.IsEmpty;
    }

    /// <summary>The argument, given or by default, that says whether the call waits for all of the response.</summary>
    private static IOperation? CompletionOptionOf(IInvocationOperation call)
    {
        foreach (IArgumentOperation argument in call.Arguments)
        {
            if (argument.Parameter?.Type is { Name: "HttpCompletionOption", TypeKind: TypeKind.Enum })
            {
                return argument.Value;
            }
        }

        return null;
    }

    /// <summary>
    /// Follows a content to the call that its response comes from, null where that is not visible; the locals on the way are the names of
    /// the response and its content.
    /// </summary>
    public static IInvocationOperation? RequestOf(IOperation value, HashSet<ISymbol> names, KnownTypes types)
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
}
