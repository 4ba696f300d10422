namespace StreamTuning.Analyzers.Facts;

/// <summary>What a copy reads from, as far as it decides about the size of the blocks that reach the file.</summary>
internal enum CopySource
{
    /// <summary>A stream that reads and writes in blocks of the size it is asked for, as far as is known.</summary>
    Stream,

    /// <summary>
    /// A stream that hands out its own small segments whatever buffer it is given: of an HTTP body, a part of a form that is read from one,
    /// or a network connection.
    /// </summary>
    SegmentedStream,

    /// <summary>An uploaded file of ASP.NET Core.</summary>
    FormFile,

    /// <summary>A pipe; it hands out its segments.</summary>
    Pipe,

    /// <summary>The content of an HTTP message; it writes itself, what comes from the network in small segments.</summary>
    HttpContent,
}

/// <summary>
/// A call that copies the rest of a source into a stream: <c>CopyTo</c> or <c>CopyToAsync</c> of a stream, form file, pipe or HTTP content.
/// </summary>
internal sealed class StreamCopy
{
    /// <summary>The buffer of <c>Stream.CopyTo</c> and <c>CopyToAsync</c> when none is given, in bytes.</summary>
    public const int DefaultBufferSize = 81_920;

    /// <summary>The names of the methods.</summary>
    public static string[] Names { get; } = ["CopyTo", "CopyToAsync"];

    public static FactTable<StreamCopy> Facts { get; } = new(
        new WatchedNames(Names), [OperationKind.Invocation], static (call, types) => TryRead((IInvocationOperation)call, types),
        static call => IsCandidate(((IInvocationOperation)call).TargetMethod));

    private readonly KnownTypes _types;
    private CopySource? _kind;

    private StreamCopy(
        IInvocationOperation call, CopySource? kind, IOperation source, IOperation destination, IOperation? bufferSize, KnownTypes types)
    {
        Call = call;
        _kind = kind;
        _types = types;
        Source = source;
        Destination = destination;
        BufferSize = bufferSize;
    }

    public IInvocationOperation Call { get; }

    public CopySource Kind => _kind ??= IsSegmented(Source, _types) ? CopySource.SegmentedStream : CopySource.Stream;

    public IOperation Source { get; }

    public IOperation Destination { get; }

    /// <summary>The buffer argument, where one is given.</summary>
    public IOperation? BufferSize { get; }

    /// <summary>The buffer argument in bytes; null where none is given or its value is not known.</summary>
    public int? ConstantBufferSize => BufferSize is null ? null : BufferSize.ConstantInt32();

    public bool HasDefaultBuffer => BufferSize is null || ConstantBufferSize == DefaultBufferSize;

    /// <summary>Whether the name and number of parameters may be those of a copy; asked before any symbol is looked at.</summary>
    public static bool IsCandidate(IMethodSymbol method) =>
        method.Name is "CopyTo" or "CopyToAsync" && method.Parameters.Length is > 0 and <= 3;

    public static StreamCopy? Of(IInvocationOperation call, KnownTypes types) => Facts.Of(call, types);

    private static StreamCopy? TryRead(IInvocationOperation call, KnownTypes types)
    {
        IMethodSymbol method = call.TargetMethod;
        if (method.IsStatic || call.Instance is not { } source || !method.Parameters[0].Type.Is(types.Stream))
        {
            return null;
        }

        // Which of the two kinds of streams it is, is found out when it is asked for.
        ITypeSymbol declaring = Declaration(method).ContainingType;
        CopySource? kind = declaring.Is(types.FormFile) || declaring.Is(types.FormFileClass) ? CopySource.FormFile
            : declaring.Is(types.PipeReader) ? CopySource.Pipe
            : declaring.Is(types.HttpContent) ? CopySource.HttpContent
            : null;
        if (kind is null && !declaring.Is(types.Stream))
        {
            return null;
        }

        IOperation? destination = null;
        IOperation? bufferSize = null;
        foreach (IArgumentOperation argument in call.Arguments)
        {
            if (argument.ArgumentKind == ArgumentKind.DefaultValue)
            {
                continue;
            }

            if (argument.Parameter is { Ordinal: 0 })
            {
                destination = argument.Value;
            }
            else if (argument.Parameter is { Type.SpecialType: SpecialType.System_Int32 })
            {
                bufferSize = argument.Value;
            }
        }

        return destination is null || call.IsInExpressionTree()
            ? null
            : new StreamCopy(call, kind, source.Unwrap(), destination.Unwrap(), bufferSize, types);
    }

    /// <summary>
    /// Whether all that is left of the source arrives in one write, so that no buffer is involved: a <c>MemoryStream</c>, but not a type
    /// derived from it, which the stream of a response is that was read whole, or the stream of a <c>BinaryData</c>.
    /// </summary>
    public bool IsSingleWrite => Kind is CopySource.Stream or CopySource.SegmentedStream && MemoryContent.IsAllOf(Source, _types);

    /// <summary>Whether the body of a request copies itself, in segments of its own whatever buffer it is given.</summary>
    public bool IsOfRequestBody => Call.TargetMethod.Name == "CopyToAsync" && RequestBody.Is(Source, _types);

    /// <summary>Whether the source is a file of a form, or the stream that its <c>OpenReadStream</c> gives.</summary>
    public bool IsOfFormFile =>
        Kind == CopySource.FormFile
        || (Source.Origin() is { } origin && StreamKinds.OfMember(origin, _types) == StreamKind.FormFile);

    private static IMethodSymbol Declaration(IMethodSymbol method)
    {
        while (method.OverriddenMethod is { } overridden)
        {
            method = overridden;
        }

        return method;
    }

    /// <summary>Whether the stream is that of an HTTP body, or of a part of one, or a network connection.</summary>
    public static bool IsSegmented(IOperation source, KnownTypes types) =>
        StreamKinds.OfType(source.Unwrap().Type, types) == StreamKind.Segmented
        || (source.Origin() is { } origin
            && (StreamKinds.OfMember(origin.UnwrapAwait(), types) == StreamKind.Segmented
                || StreamKinds.OfType(origin.Type, types) == StreamKind.Segmented));
}

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
