namespace StreamTuning.Analyzers.Facts;

/// <summary>
/// Tells streams whose content is in memory, so that all that is left of it arrives in one write: a <c>MemoryStream</c>, but not a type
/// derived from it, the stream of a <c>BinaryData</c>, of the clipboard, or of a response that was read whole.
/// </summary>
internal static class MemoryContent
{
    public static bool IsAllOf(IOperation stream, KnownTypes types) => stream.ComesOnlyFrom(each =>
        each.Type.Is(types.MemoryStream)
        || each is IInvocationOperation { TargetMethod: { Name: "ToStream", ContainingType: { } type } } && type.IsBinaryData()
        || ClipboardData.Is(each)
        || ResponseContent.IsInMemory(each, types));
}

/// <summary>Tells streams of the clipboard and of drag and drop, in Windows Forms and WPF: they are in memory.</summary>
internal static class ClipboardData
{
    public static bool Is(IOperation value) =>
        value is IInvocationOperation { TargetMethod: { Name: "GetData" or "GetAudioStream", ContainingType: { } type } }
        && type.Name is "Clipboard" or "DataObject" or "IDataObject"
        && IsOfDesktop(type.ContainingNamespace);

    private static bool IsOfDesktop(INamespaceSymbol scope) => scope is
        { Name: "Windows", ContainingNamespace: { Name: "System", ContainingNamespace.IsGlobalNamespace: true } }
        or { Name: "Forms", ContainingNamespace: { Name: "Windows", ContainingNamespace: { Name: "System",
            ContainingNamespace.IsGlobalNamespace: true } } };
}

/// <summary>Tells the content of an HTTP response that was read whole before anything of it is used.</summary>
internal static class ResponseContent
{
    /// <summary>The value of <c>HttpCompletionOption.ResponseContentRead</c>, which holds where none is given.</summary>
    private const int ResponseContentRead = 0;

    /// <summary>Whether the stream is visibly of the content of a response that was in memory before anything of it is read.</summary>
    public static bool IsInMemory(IOperation stream, KnownTypes types) =>
        stream is IInvocationOperation { TargetMethod: { Name: "ReadAsStream" or "ReadAsStreamAsync" } method, Instance: { } content }
        && method.ContainingType.Is(types.HttpContent)
        && content.ComesOnlyFrom(value =>
            value is IPropertyReferenceOperation { Property: { Name: "Content" } property, Instance: { } response }
            && property.ContainingType.Is(types.HttpResponseMessage)
            && response.ComesOnlyFrom(origin => IsReadWhole(origin, types)));

    /// <summary>Whether the response comes from a request that waits for all of it, be it by a helper that hands the option on.</summary>
    private static bool IsReadWhole(IOperation response, KnownTypes types) =>
        response is IInvocationOperation call
        && (call is { TargetMethod.Name: "EnsureSuccessStatusCode", Instance: { } received }
            ? received.ComesOnlyFrom(origin => IsReadWhole(origin, types))
            : CompletionOptionOf(call) is { } option
                ? option.ConstantInt32() == ResponseContentRead
                : call.TargetMethod.ContainingType.Is(types.HttpClient));

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
}
