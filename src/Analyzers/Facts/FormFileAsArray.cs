namespace StreamTuning.Analyzers.Facts;

/// <summary>A form file that is copied into an array in memory for one call, which can read a stream as well.</summary>
internal sealed class FormFileAsArray
{
    private FormFileAsArray(IObjectCreationOperation creation, IInvocationOperation array, IObjectCreationOperation? content)
    {
        Creation = creation;
        Array = array;
        Content = content;
    }

    /// <summary>Where the memory is made.</summary>
    public IObjectCreationOperation Creation { get; }

    /// <summary>The call that makes the array, which is an argument.</summary>
    public IInvocationOperation Array { get; }

    /// <summary>The <c>ByteArrayContent</c> that is made of the array; null if the call takes a stream under the same name.</summary>
    public IObjectCreationOperation? Content { get; }

    /// <param name="copy">The copy.</param>
    /// <param name="types">The known types.</param>
    public static FormFileAsArray? TryRead(StreamCopy copy, KnownTypes types)
    {
        if (copy.Kind != CopySource.FormFile
            || copy.Destination is not ILocalReferenceOperation memory
            || EmptyMemory.FilledBy(copy, types) is not { } creation
            || !copy.Source.IsStable()
            || !FormFileInMemory.ExistsBefore(copy.Source, creation))
        {
            return null;
        }

        IInvocationOperation? array = null;
        foreach (ILocalReferenceOperation reference in Uses.Of(memory.Local, copy.Call.Root()))
        {
            switch (reference.Receiver())
            {
                case IArgumentOperation { Parent: { } call } when call == copy.Call:
                case IUsingOperation:
                    break;
                case IInvocationOperation { TargetMethod.Name: "ToArray", Arguments.IsEmpty: true } call when array is null:
                    array = call;
                    break;
                default:
                    return null;
            }
        }

        if (array is null || array.Function() != creation.Function() || !ExecutionOrder.Follows(array, copy.Call))
        {
            return null;
        }

        IObjectCreationOperation? content = ContentOf(array, types);
        return (content is null ? IsReadAtOnce(array, types) : IsSent(content, Scope(creation), types))
            && !FormFileInMemory.IsReadOtherwise(creation, creation.Function().Syntax.Span.End, copy, memory.Local, types)
            ? new FormFileAsArray(creation, array, content)
            : null;
    }

    /// <summary>Whether the array is for a call that computes a hash, and reads a stream to its end for that.</summary>
    private static bool IsReadAtOnce(IInvocationOperation array, KnownTypes types) =>
        array.Receiver() is IArgumentOperation { Parameter.Ordinal: 0, Parent: IInvocationOperation call }
        && FormFileInMemory.IsWaitedFor(call)
        && HashMethods.Is(call.TargetMethod)
        && HasOverloadForStream(call.TargetMethod, types);

    private static bool HasOverloadForStream(IMethodSymbol method, KnownTypes types)
    {
        for (INamedTypeSymbol? type = method.ContainingType; type is not null; type = type.BaseType)
        {
            foreach (ISymbol member in type.GetMembers(method.Name))
            {
                if (member is IMethodSymbol { Parameters: { Length: > 0 } parameters } overload
                    && parameters.Length == method.Parameters.Length
                    && overload.Arity == method.Arity
                    && parameters[0].Type.Is(types.Stream))
                {
                    return true;
                }
            }
        }

        return false;
    }

    /// <summary><c>new ByteArrayContent(memory.ToArray())</c></summary>
    private static IObjectCreationOperation? ContentOf(IInvocationOperation array, KnownTypes types) =>
        array.Receiver() is IArgumentOperation
            { Parent: IObjectCreationOperation { Arguments.Length: 1, Type.Name: "ByteArrayContent" } made }
        && made.Type!.DerivesFrom(types.HttpContent)
            ? made
            : null;

    /// <summary>What the memory lives as long as: the <c>using</c> of it, or the block that declares it.</summary>
    private static IOperation Scope(IOperation creation)
    {
        for (IOperation? parent = creation.Parent; parent is not null; parent = parent.Parent)
        {
            if (parent is IUsingOperation or IBlockOperation)
            {
                return parent;
            }
        }

        return creation.Root();
    }

    /// <summary>Whether the content goes, by itself or as a part of a form, into one request that is waited for within the scope.</summary>
    private static bool IsSent(IOperation content, IOperation scope, KnownTypes types)
    {
        IOperation? receiver = content.Receiver();
        if (receiver is IArgumentOperation argument)
        {
            return IsSentBy(argument, scope, types);
        }

        if (content.ReceivingLocal() is not { } local || local.SingleValue(content.Root()) is null)
        {
            return false;
        }

        bool isSent = false;
        foreach (ILocalReferenceOperation use in Uses.Of(local, content.Root()))
        {
            switch (use.Receiver())
            {
                case IPropertyReferenceOperation { Property.Name: "Headers" } or IUsingOperation:
                    break;
                case IArgumentOperation given when !isSent && IsSentBy(given, scope, types):
                    isSent = true;
                    break;
                case IInvocationOperation { TargetMethod.Name: "Add", Instance: { } form } when form.Unwrap() == use:
                    break;
                default:
                    return false;
            }
        }

        return isSent;
    }

    private static bool IsSentBy(IArgumentOperation argument, IOperation scope, KnownTypes types) => argument.Parent switch
    {
        IInvocationOperation { TargetMethod: { Name: "PostAsync" or "PutAsync" or "PatchAsync" } method } request =>
            method.ContainingType.Is(types.HttpClient) && FormFileInMemory.IsWaitedFor(request) && scope.Contains(request),
        IInvocationOperation { TargetMethod: { Name: "Add", ContainingType: { } form }, Instance: ILocalReferenceOperation local } =>
            form.Name is "MultipartFormDataContent" or "MultipartContent"
                && local.SingleValue() is { } made
                && IsSent(made.Unwrap(), scope, types),
        _ => false,
    };
}
