namespace StreamTuning.Analyzers.Copying;

/// <summary>STRM1008: a streamed HTTP response that copies itself into a file, in writes of a few kilobytes.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class HttpContentCopiedInSmallWritesAnalyzer()
    : FactAnalyzer<FileCopy>(Rules.HttpContentCopiedInSmallWrites, FileCopy.Facts)
{
    /// <summary>From this many bytes on the buffer of a file gathers the small writes.</summary>
    private const int LargeBuffer = 65_536;

    /// <summary>The value of <c>HttpCompletionOption.ResponseHeadersRead</c>.</summary>
    private const int ResponseHeadersRead = 1;

    /// <summary>The steps from a content to its request; more count as unknown.</summary>
    private const int MaximumSteps = 16;

    private protected override void Check(FileCopy copy, Finding finding)
    {
        if (copy.Copy.Kind == CopySource.HttpContent && !copy.MayHaveBuffer(LargeBuffer) && IsOfStreamedResponse(copy.Copy, finding.Types))
        {
            finding.Report(copy.Copy.Call.TargetMethod.Name);
        }
    }

    /// <summary>
    /// Whether a copy is visibly of the content of a response that arrives while it is copied, and nothing else in the method may have read
    /// or buffered it.
    /// </summary>
    private static bool IsOfStreamedResponse(StreamCopy copy, KnownTypes types)
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

    /// <summary>
    /// Follows a content to the request that its response is of, null where that is not visible in the method; the locals on the way are
    /// the names of the response and its content.
    /// </summary>
    private static IInvocationOperation? RequestOf(IOperation? content, HashSet<ISymbol> names, KnownTypes types)
    {
        bool isOfResponse = false;
        for (int step = 0; content is not null && step < MaximumSteps; step++)
        {
            content = content.UnwrapAwait();
            switch (content)
            {
                case ILocalReferenceOperation local:
                    names.Add(local.Local);
                    content = local.SingleValue();
                    break;
                case IConditionalAccessInstanceOperation:
                    content = content.UnwrapConditional();
                    break;
                case IPropertyReferenceOperation { Property: { Name: "Content" } property } reference
                    when property.ContainingType.Is(types.HttpResponseMessage):
                    isOfResponse = true;
                    content = reference.Instance;
                    break;
                case IInvocationOperation { TargetMethod: { Name: "EnsureSuccessStatusCode" } method } check
                    when method.ContainingType.Is(types.HttpResponseMessage):
                    content = check.Instance;
                    break;
                case IInvocationOperation call when isOfResponse && call.TargetMethod.ContainingType.Is(types.HttpClient):
                    return call;
                default:
                    return null;
            }
        }

        return null;
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
