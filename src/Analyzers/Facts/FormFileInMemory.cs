using System.Linq;

namespace StreamTuning.Analyzers.Facts;

/// <summary>
/// A copy of a form file in memory that is only read as a stream, by code that does the same with the stream of the file.
/// </summary>
internal sealed class FormFileInMemory
{
    private FormFileInMemory(IObjectCreationOperation creation, IOperation? rewind, IReadOnlyList<FileCopy> copiesIntoFiles)
    {
        Creation = creation;
        Rewind = rewind;
        CopiesIntoFiles = copiesIntoFiles;
    }

    /// <summary>Where the memory is made.</summary>
    public IObjectCreationOperation Creation { get; }

    /// <summary>What sets the position of the memory to its beginning after the copy; null if its only reader does that itself.</summary>
    public IOperation? Rewind { get; }

    /// <summary>What reads the memory to copy it into a file: at once, but a stream in blocks.</summary>
    public IReadOnlyList<FileCopy> CopiesIntoFiles { get; }

    /// <summary>A method whose callers are further away from the request counts as one that nobody waits for.</summary>
    private const int MostCalls = 3;

    /// <param name="copy">The copy.</param>
    /// <param name="types">The known types.</param>
    public static FormFileInMemory? TryRead(StreamCopy copy, KnownTypes types)
    {
        if (copy.Destination is not ILocalReferenceOperation memory
            || EmptyMemory.FilledBy(copy, types) is not { } creation
            || !IsNamedBefore(copy.Source, creation)
            || !IsNext(copy.Call.Syntax, creation.Syntax)
            || !IsInRequest(creation, calls: 0))
        {
            return null;
        }

        bool isDisposed = creation.Syntax.Parent?.Parent?.Parent?.Parent
            is UsingStatementSyntax or LocalDeclarationStatementSyntax { UsingKeyword.RawKind: not 0 };
        bool isRead = false;
        IOperation? rewind = null;
        var copies = new List<FileCopy>();
        int end = creation.Syntax.Span.End;
        foreach (ILocalReferenceOperation reference in Uses.Of(memory.Local, copy.Call.Root()))
        {
            IOperation? receiver = reference.Receiver();
            switch (receiver)
            {
                case IArgumentOperation { Parent: { } call } when call == copy.Call:
                case ISimpleAssignmentOperation { Target: { } target } when target == reference:
                case IUsingOperation:
                    continue;

                case not null when EmptyMemory.IsRewind(receiver):
                    // The first one after the copy is what the memory needs; those that follow the stream of the file needs too.
                    if (rewind is null && !isRead && ExecutionOrder.Follows(receiver, copy.Call))
                    {
                        rewind = receiver;
                    }

                    end = Math.Max(end, EndOf(receiver, creation));
                    continue;

                case not null when rewind is not null && reference.Function() == creation.Function() && Reads(receiver, reference, types):
                    if (receiver is IInvocationOperation reader && FileCopy.Of(reader, types) is { } copyIntoFile)
                    {
                        copies.Add(copyIntoFile);
                    }

                    end = Math.Max(end, EndOf(receiver, creation));
                    continue;

                // It only reads, and the stream ends with this method.
                case not null when isDisposed && reference.Function() == creation.Function() && Takes(receiver, types)
                    && (rewind is not null || (isRead = !isRead && Rewinds(receiver))):
                    end = creation.Function().Syntax.Span.End;
                    continue;

                case not null when EmptyMemory.IsEnd(receiver):
                    continue;

                default:
                    return null;
            }
        }

        return (rewind is null && !isRead) || new OtherUse(creation, end, copy, memory.Local, types).IsIn(creation.Root())
            ? null
            : new FormFileInMemory(creation, rewind, copies);
    }

    /// <summary>
    /// Where a use of the memory is over, in the text: with the loop where it is repeated, and that of a reader with the function.
    /// </summary>
    private static int EndOf(IOperation use, IOperation creation)
    {
        IOperation call = use is IArgumentOperation { Parent: { } parent } ? parent : use;
        if (call is IObjectCreationOperation)
        {
            return creation.Function().Syntax.Span.End;
        }

        int end = call.Syntax.Span.End;
        for (IOperation? around = call.Parent; around is not null && !around.Contains(creation); around = around.Parent)
        {
            if (around is ILoopOperation)
            {
                end = around.Syntax.Span.End;
            }
        }

        return end;
    }

    /// <summary>Whether the use reads the stream, as any other, and is done with it when it returns or its task ends.</summary>
    private static bool Reads(IOperation receiver, IOperation reference, KnownTypes types) => receiver switch
    {
        IPropertyReferenceOperation { Property.Name: "Length" or "Position" or "CanRead" or "CanSeek" } property =>
            property.Parent is not IAssignmentOperation assignment || assignment.Target != property,
        IInvocationOperation { Instance: { } instance, TargetMethod.Name: "Read" or "ReadAsync" or "ReadByte" or "ReadExactly"
            or "ReadExactlyAsync" or "ReadAtLeast" or "ReadAtLeastAsync" or "CopyTo" or "CopyToAsync" or "Seek" } =>
            instance.Unwrap() == reference && IsWaitedFor((IInvocationOperation)receiver),
        IArgumentOperation { Parameter: { } parameter, Parent: IInvocationOperation call } =>
            parameter.Type.Is(types.Stream) && IsReader(call.TargetMethod) && IsWaitedFor(call),
        IArgumentOperation { Parameter: { } parameter, Parent: IObjectCreationOperation creation } =>
            parameter.Type.Is(types.Stream) && IsReader(creation) && IsKept(creation),
        _ => false,
    };

    /// <summary>Whether the call is over where it stands, and does not go on while others use the file.</summary>
    private static bool IsWaitedFor(IInvocationOperation call) =>
        !call.TargetMethod.Name.EndsWith("Async", StringComparison.Ordinal) || call.Awaited() != call;

    /// <summary>Methods of the framework that read a stream they are given: to its end, or as far as they need.</summary>
    private static bool IsReader(IMethodSymbol method) => (method.ContainingType.Name, method.Name) switch
    {
        ("JsonSerializer", "Deserialize" or "DeserializeAsync") => IsOfSystem(method.ContainingType),
        ("JsonDocument" or "JsonNode", "Parse" or "ParseAsync") => IsOfSystem(method.ContainingType),
        ("XDocument" or "XElement", "Load" or "LoadAsync") => IsOfSystem(method.ContainingType),
        (_, "HashData" or "HashDataAsync" or "ComputeHash" or "ComputeHashAsync") => method.ContainingNamespace is
        {
            Name: "Cryptography",
            ContainingNamespace: { Name: "Security", ContainingNamespace: { Name: "System", ContainingNamespace.IsGlobalNamespace: true } },
        },
        _ => false,
    };

    private static bool IsReader(IObjectCreationOperation creation) =>
        creation.Type is { Name: "StreamReader" or "BinaryReader" } type && IsOfSystem(type);

    /// <summary>Whether nobody but this method gets the reader, who may read when the file is gone.</summary>
    private static bool IsKept(IObjectCreationOperation reader)
    {
        switch (reader.Receiver())
        {
            case IInvocationOperation { Instance: { } instance } call:
                return instance.Unwrap() == reader && IsWaitedFor(call);

            case IVariableInitializerOperation { Parent: IVariableDeclaratorOperation { Symbol: { } local } }:
                return Uses.Of(local, reader.Root()).TrueForAll(static use => use.Receiver() switch
                {
                    IInvocationOperation { Instance: { } instance } call => instance.Unwrap() == use && IsWaitedFor(call),
                    IPropertyReferenceOperation or IUsingOperation => true,
                    _ => false,
                });

            default:
                return false;
        }
    }

    private static bool IsOfSystem(ITypeSymbol type) => type.RootNamespace() == "System";

    /// <summary>Whether the use gives the stream to a call or an object that is known to read it only, in this method.</summary>
    private static bool Takes(IOperation receiver, KnownTypes types) => receiver switch
    {
        IArgumentOperation { Parameter: { ContainingSymbol: { } method } parameter, Parent: { } user } =>
            parameter.Type.Is(types.Stream)
            && StreamReaders.Include(method)
            && user switch
            {
                IInvocationOperation call => IsOver(call),
                // An empty package writes to its stream when it's saved.
                IObjectCreationOperation { Type.Name: "XLWorkbook" or "ExcelPackage" } creation => creation.Arguments.Length == 1
                    && user.ReceivingLocal() is { } book
                    && Uses.Of(book, user.Root()).TrueForAll(static use => use.Receiver() is IPropertyReferenceOperation or IUsingOperation
                        || (use.Receiver() is IInvocationOperation { TargetMethod.Name: { } name }
                            && !name.StartsWith("Save", StringComparison.Ordinal) && !name.StartsWith("GetAs", StringComparison.Ordinal))),
                _ => true,
            },
        ISimpleAssignmentOperation { Target: IPropertyReferenceOperation { Property: { } property },
            Parent: IObjectOrCollectionInitializerOperation { Parent: IObjectCreationOperation request } } =>
            StreamReaders.Include(property)
            && (IsGivenToReader(request)
                || (request.ReceivingLocal() is { } local
                    && Uses.Of(local, request.Root()) is var uses
                    && uses.Count(IsGivenToReader) == 1
                    && uses.TrueForAll(static use => IsGivenToReader(use)
                        || use.Receiver() is IPropertyReferenceOperation { Property.Name: not "InputStream" }))),
        _ => false,
    };

    private static bool IsGivenToReader(IOperation request) =>
        request.Receiver() is IArgumentOperation { Parent: IInvocationOperation call }
        && StreamReaders.Include(call.TargetMethod)
        && IsOver(call);

    private static bool IsOver(IInvocationOperation call) => call.Awaited() != call || call.Type is not { Name: "Task" or "ValueTask" };

    /// <summary>Whether who takes the stream begins at its beginning, wherever it is: workbooks, and requests to S3.</summary>
    private static bool Rewinds(IOperation use) => use is ISimpleAssignmentOperation
        or IArgumentOperation { Parent: IObjectCreationOperation { Type.Name: "XLWorkbook" or "ExcelPackage" } };

    /// <summary>
    /// Whether the request waits for the function, as far as its calls are in sight: the stream of a form file ends with the request. A
    /// lambda that handles no requests itself may run later, or beside others that read files of the same form.
    /// </summary>
    private static bool IsInRequest(IOperation operation, int calls) =>
        calls <= MostCalls
        && operation.SemanticModel is { } model
        && model.GetEnclosingSymbol(operation.Syntax.SpanStart) is IMethodSymbol function
        && function is not { IsAsync: true, ReturnsVoid: true }
        && (RequestHandlers.Of(model.Compilation).KindOf(function, CancellationToken.None) is not null
            || (function.MethodKind != MethodKind.AnonymousFunction
                && (Sources.CallsOf(function.OriginalDefinition, operation) ?? []).All(use => use is IInvocationOperation call
                    && (IsOver(call) || call.Receiver() is IReturnOperation)
                    && IsInRequest(call, calls + 1))));

    /// <summary>Whether what is copied is named by something that is declared before the memory, or is a property of that.</summary>
    private static bool IsNamedBefore(IOperation source, IOperation creation) => source.Unwrap() switch
    {
        IPropertyReferenceOperation { Arguments.IsEmpty: true, Instance: { } owner } =>
            owner.Unwrap() is not IPropertyReferenceOperation && IsNamedBefore(owner, creation),
        ILocalReferenceOperation { Local: { } local } =>
            source.IsStable()
            && local.DeclaringSyntaxReferences is { Length: 1 } declarations && declarations[0].Span.Start < creation.Syntax.SpanStart,
        IParameterReferenceOperation or IFieldReferenceOperation => source.IsStable(),
        _ => false,
    };

    /// <summary>Whether the copy stands right behind the memory, so that the file is not asked for its stream any earlier.</summary>
    public static bool IsNext(SyntaxNode copy, SyntaxNode creation)
    {
        StatementSyntax? declaration = creation.FirstAncestorOrSelf<StatementSyntax>();
        return copy.FirstAncestorOrSelf<StatementSyntax>() is { Parent: BlockSyntax block } filling
            && (block.Statements.IndexOf(filling) is > 0 and var index
                ? block.Statements[index - 1]
                : block.Parent as UsingStatementSyntax) == declaration;
    }

    /// <summary>
    /// Something else that may read a form file while the memory is in use. All streams of a form file share one position, and those of a
    /// form may too: what the memory can do, the stream of the file cannot.
    /// </summary>
    private sealed class OtherUse(IOperation creation, int end, StreamCopy copy, ILocalSymbol memory, KnownTypes types)
    {
        private readonly IOperation _function = creation.Function();
        private readonly IOperation? _owner =
            ((FormFileSources.SequenceOf(copy.Source.Unwrap()) ?? copy.Source).Origin() as IPropertyReferenceOperation)?.Instance;

        public bool IsIn(IOperation root) => root.Has<IOperation>(operation => IsContentOfFile(operation) && IsInReach(operation));

        /// <summary>Whether the operation gives a form file, or a stream of one, to what may read it.</summary>
        private bool IsContentOfFile(IOperation operation)
        {
            if (operation is not (ILocalReferenceOperation or IParameterReferenceOperation or IFieldReferenceOperation
                or IPropertyReferenceOperation or IArrayElementReferenceOperation or IInvocationOperation))
            {
                return false;
            }

            // Who is given what the file is a property of may read the file.
            if (_owner is not null && operation.IsSameAs(_owner) && operation.Receiver() is not IPropertyReferenceOperation)
            {
                return true;
            }

            if (FormFiles.IsFileOrFiles(operation.Type, types))
            {
                return operation.Receiver() switch
                {
                    // Its name or its length; the number of files, or one of them, which is looked at itself.
                    IPropertyReferenceOperation => false,
                    IInvocationOperation call => call != copy.Call,
                    IArgumentOperation argument => argument.Parent is not IPropertyReferenceOperation,
                    { } other => !Uses.IsNullTest(other),
                    null => true,
                };
            }

            return operation is ILocalReferenceOperation local
                && !local.Local.Is(memory)
                && local.Type.Is(types.Stream)
                && IsStreamOfFile(local);
        }

        private bool IsStreamOfFile(ILocalReferenceOperation stream)
        {
            foreach (IOperation value in stream.AllValues())
            {
                if (value.Unwrap() is IInvocationOperation { TargetMethod: { Name: "OpenReadStream", ContainingType: { } type } }
                    && FormFiles.IsFile(type, types))
                {
                    return true;
                }
            }

            return false;
        }

        /// <summary>Whether the operation runs while the memory is in use, or may: in a function that somebody calls then.</summary>
        private bool IsInReach(IOperation operation)
        {
            IOperation function = operation.Function();
            return function == _function ? operation.Syntax.SpanStart >= creation.Syntax.SpanStart && operation.Syntax.SpanStart < end
                : !function.Contains(creation);
        }
    }
}
