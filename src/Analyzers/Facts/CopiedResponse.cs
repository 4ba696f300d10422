namespace StreamTuning.Analyzers.Facts;

/// <summary>An HTTP response whose content is copied, if its request is visible in the same method.</summary>
internal sealed class CopiedResponse
{
    /// <summary>From this many bytes on, the buffer of a file gathers the small writes of a content.</summary>
    public const int LargeBuffer = 65_536;

    /// <summary>The value of <c>HttpCompletionOption.ResponseHeadersRead</c>; that of the other, and the default, is 0.</summary>
    private const int ResponseHeadersRead = 1;

    /// <summary>The steps from a content to its request; more count as unknown.</summary>
    private const int MaximumSteps = 16;

    private readonly IInvocationOperation _copy;
    private readonly KnownTypes _types;
    private readonly HashSet<ILocalSymbol> _names = new(SymbolEqualityComparer.Default);

    private CopiedResponse(IInvocationOperation copy, IOperation? content, KnownTypes types)
    {
        _copy = copy;
        _types = types;
        Request = RequestOf(content);
    }

    /// <summary>The call of <c>HttpClient</c>; null if it is not visible in the method.</summary>
    public IInvocationOperation? Request { get; }

    /// <summary>The local that holds the response first, if one does.</summary>
    public ILocalSymbol? Local { get; private set; }

    /// <summary>Whether the response visibly arrives while it is copied, and nothing else may read or buffer it before.</summary>
    public bool IsStreamed =>
        OptionOf(Request)?.ConstantInt32() == ResponseHeadersRead
        && !AnyUse((use, receiver) => MayRead(use, receiver) && !IsWithoutCopy(use));

    /// <summary>Whether the response is in memory only to be copied once: it could as well arrive while it is.</summary>
    public bool IsBuffered =>
        Local is not null
        && Request is { TargetMethod.Name: "GetAsync" or "SendAsync" or "Send", Instance: { } client }
        && client.Unwrap().Type.Is(_types.HttpClient)
        && !_copy.Root().Has<IPropertyReferenceOperation>(IsLimit)
        && client.Origin()?.Has<IPropertyReferenceOperation>(IsLimit) != true
        && (OptionOf(Request) is not { } option || option.ConstantInt32() == 0)
        && !Request.IsRepeatedAfter(_copy)
        && !_copy.IsRepeatedAfter(Request)
        && Request.Function() == _copy.Function()
        && !AnyUse((use, receiver) => !IsSameIfStreamed(use, receiver));

    /// <summary>Whether the response is disposed, in part or at the end of a scope, apart from its declaration.</summary>
    public bool IsDisposed => AnyUse((_, receiver) => receiver is IUsingOperation || IsDispose(receiver));

    /// <summary>
    /// Whether the code tells failures apart that a streamed response mixes: a <c>catch</c> is about the request or the copy alone, or
    /// takes only one of the exceptions of a content and of a file.
    /// </summary>
    public bool IsToldApart => IsCaughtAlone(Request!, _copy) || IsCaughtAlone(_copy, Request!) || AreFailuresToldApart(_copy, _types);

    /// <param name="copy">The copy into a file.</param>
    /// <param name="types">The known types.</param>
    public static CopiedResponse Of(StreamCopy copy, KnownTypes types) => new(copy.Call, copy.Source, types);

    /// <param name="read">A call that takes all of a content, to be written to a file.</param>
    /// <param name="types">The known types.</param>
    public static CopiedResponse Of(IInvocationOperation read, KnownTypes types) => new(read, read.Instance, types);

    /// <summary>The argument that says whether a request waits for all of its response; null if none is given.</summary>
    public static IOperation? OptionOf(IInvocationOperation? request) => request?.Arguments.Named("completionOption");

    /// <summary>
    /// Whether the code tells a failure of the file from one of the response: a content throws the same exception for both, and what takes
    /// the place of its copy does not.
    /// </summary>
    public static bool AreFailuresToldApart(IInvocationOperation copy, KnownTypes types) =>
        types is { HttpRequestException: { } ofContent, IOException: { } ofFile } && ExceptionHandling.TellsApart(copy, ofContent, ofFile);

    private static bool IsCaughtAlone(IOperation operation, IOperation other)
    {
        for (IOperation child = operation; child.Parent is { } parent && !child.Contains(other); child = parent)
        {
            if (parent is ITryOperation { Catches.IsEmpty: false } attempt && attempt.Body == child && !child.Contains(other))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Whether somebody limits what a client takes into memory, which is no limit of what it streams.</summary>
    private static bool IsLimit(IPropertyReferenceOperation reference) => reference.Property.Name == "MaxResponseContentBufferSize";

    private static bool IsDispose(IOperation? receiver) => receiver switch
    {
        IInvocationOperation { TargetMethod.Name: "Dispose" or "DisposeAsync" or "Close" } => true,
        IConditionalAccessOperation access => IsDispose(access.WhenNotNull.Unwrap()),
        _ => false,
    };

    /// <summary>Follows a content, or its stream, to the request; the locals on the way are the names of the response.</summary>
    private IInvocationOperation? RequestOf(IOperation? content)
    {
        bool isOfResponse = false;
        for (int step = 0; content is not null && step < MaximumSteps; step++)
        {
            content = content.UnwrapAwait();
            switch (content)
            {
                case ILocalReferenceOperation local:
                    _names.Add(local.Local);
                    Local = local.Type.Is(_types.HttpResponseMessage) ? local.Local : Local;
                    content = local.SingleValue();
                    break;
                case IConditionalAccessInstanceOperation:
                    content = content.UnwrapConditional();
                    break;
                case IPropertyReferenceOperation { Property: { Name: "Content" } property } reference
                    when property.ContainingType.Is(_types.HttpResponseMessage):
                    isOfResponse = true;
                    content = reference.Instance;
                    break;
                case IInvocationOperation { TargetMethod: { Name: "EnsureSuccessStatusCode" } method } check
                    when method.ContainingType.Is(_types.HttpResponseMessage):
                    content = check.Instance;
                    break;
                case IInvocationOperation read when IsStreamOfContent(read):
                    content = read.Instance;
                    break;
                case IInvocationOperation call when isOfResponse && call.TargetMethod.ContainingType.Is(_types.HttpClient):
                    return call;
                default:
                    return null;
            }
        }

        return null;
    }

    private bool IsStreamOfContent(IInvocationOperation call) =>
        call.TargetMethod.Name is "ReadAsStream" or "ReadAsStreamAsync" && call.TargetMethod.ContainingType.Is(_types.HttpContent);

    /// <summary>
    /// Whether there is such a use of a name: a value, behind awaits, <c>EnsureSuccessStatusCode</c> and <c>Content</c>, and its receiver.
    /// </summary>
    private bool AnyUse(Func<IOperation, IOperation?, bool> isSuch)
    {
        foreach (ILocalSymbol name in _names)
        {
            foreach (ILocalReferenceOperation reference in Uses.Of(name, _copy.Root()))
            {
                if (isSuch(EndOf(reference), EndOf(reference).Receiver()))
                {
                    return true;
                }
            }
        }

        return false;
    }

    private IOperation EndOf(IOperation value)
    {
        while (true)
        {
            value = value.Awaited();
            switch (value.Receiver())
            {
                case IInvocationOperation { Instance: not null, TargetMethod.Name: "EnsureSuccessStatusCode" } check:
                    value = check;
                    break;
                case IPropertyReferenceOperation { Property: { Name: "Content" } property } content
                    when property.ContainingType.Is(_types.HttpResponseMessage)
                        && (content.Parent is not IAssignmentOperation assigned || assigned.Target != content):
                    value = content;
                    break;
                default:
                    return value;
            }
        }
    }

    /// <summary>Whether the use may read or replace the content, before the copy or after it.</summary>
    private bool MayRead(IOperation value, IOperation? receiver)
    {
        bool isContent = value.Type.Is(_types.HttpContent);
        switch (receiver)
        {
            case IPropertyReferenceOperation { Property: { Name: "Content" } property }
                when property.ContainingType.Is(_types.HttpResponseMessage):
                return true;
            case IInvocationOperation { Instance: not null, TargetMethod.Name: not "Dispose" }:
                return isContent && receiver != _copy;
            case IArgumentOperation argument:
                // What is given a response and is not waited for checks its status or logs it.
                return isContent || argument.Parent is not IInvocationOperation call || IsTask(call.Type);
            case IVariableInitializerOperation { Parent: IVariableDeclaratorOperation declarator }:
                return !_names.Contains(declarator.Symbol);
            case ISimpleAssignmentOperation assignment:
                return assignment.Target != value
                    && (assignment.Target is not ILocalReferenceOperation target || !_names.Contains(target.Local));
            case IConditionalAccessOperation access:
                return !access.Contains(_copy)
                    && access.WhenNotNull.Unwrap() is not (IInvocationOperation { TargetMethod.Name: "Dispose" }
                        or IPropertyReferenceOperation { Property.Name: not "Content" });
            case IInvocationOperation or IPropertyReferenceOperation or IUsingOperation or IBinaryOperation or IIsPatternOperation:
                return false;
            default:
                return isContent;
        }
    }

    /// <summary>Whether the use is the copy, or does the same if the content arrives only while it is copied.</summary>
    private bool IsSameIfStreamed(IOperation value, IOperation? receiver)
    {
        switch (receiver)
        {
            case IInvocationOperation { Instance: not null } call:
                return call == _copy
                    || IsDispose(call)
                    || (IsStreamOfContent(call) && EndOf(call) is var stream && IsSameIfStreamed(stream, stream.Receiver()))
                    || (call.TargetMethod.Name == "ReadAsStringAsync" && IsWithoutCopy(call));
            case IPropertyReferenceOperation { Property: { ContainingType: { } type, Name: { } name } } property:
                // A content in memory knows its length, though the server may not have said it.
                return type.Is(_types.HttpResponseMessage)
                    ? name is not ("Content" or "TrailingHeaders")
                    : type.Is(_types.HttpContent)
                        && property.Receiver() is IInvocationOperation
                            or IPropertyReferenceOperation { Property.Name: not "ContentLength" };
            case IVariableInitializerOperation or ISimpleAssignmentOperation:
                return receiver is ISimpleAssignmentOperation assignment && assignment.Target == value
                    || (value.ReceivingLocal() is { } local && _names.Contains(local));
            case IConditionalAccessOperation access:
                return access.Contains(_copy)
                    || IsDispose(access)
                    || access.WhenNotNull.Unwrap() is IPropertyReferenceOperation { Property.Name: "StatusCode" or "IsSuccessStatusCode" };
            case IUsingOperation or IExpressionStatementOperation:
                return true;
            default:
                return receiver is not null && Uses.IsNullTest(receiver);
        }
    }

    /// <summary>
    /// Whether the operation is run only if the copy is not: in another branch, or in one that leaves the method before it.
    /// </summary>
    private bool IsWithoutCopy(IOperation operation)
    {
        IOperation child = operation;
        for (IOperation? parent = operation.Parent; parent is not null && !child.Contains(_copy); child = parent, parent = parent.Parent)
        {
            if (parent is IConditionalOperation choice && choice.Condition != child && (choice.Contains(_copy) || Leaves(child)))
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
