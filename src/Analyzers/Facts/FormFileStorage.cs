using System.Linq;

namespace StreamTuning.Analyzers.Facts;

/// <summary>What files of forms are taken from.</summary>
internal sealed class FormFileSources
{
    private const int MostSteps = 8;

    /// <summary>Parameters and properties.</summary>
    public HashSet<ISymbol> Variables { get; } = new(SymbolEqualityComparer.Default);

    /// <summary>Where forms are asked for their files.</summary>
    public HashSet<SyntaxNode> Forms { get; } = [];

    /// <summary>Adds what the file, or the collection that it is in, was taken from.</summary>
    public void Add(IOperation? file, int steps = 0)
    {
        for (; file is not null && steps <= MostSteps; steps++)
        {
            file = file.UnwrapConditional().UnwrapAwait();
            switch (file)
            {
                case IParameterReferenceOperation { Parameter: var parameter }:
                    Variables.Add(parameter.OriginalDefinition);
                    break;
                case ICoalesceOperation choice:
                    Add(choice.WhenNull, steps + 1);
                    file = choice.Value;
                    continue;
                case IConditionalOperation choice:
                    Add(choice.WhenFalse, steps + 1);
                    file = choice.WhenTrue;
                    continue;
                case IPropertyReferenceOperation { Property: { IsIndexer: false } property }:
                    Variables.Add(property.OriginalDefinition);
                    Forms.Add(file.Syntax);
                    if (property.ContainingAssembly.Is(file.SemanticModel?.Compilation.Assembly) || RequestHandlers.IsOfFramework(property))
                    {
                        return;
                    }

                    // The model is declared in another project: what is bound to it is the parameter.
                    break;
            }

            file = file switch
            {
                IParameterReferenceOperation or ILocalReferenceOperation => SequenceOf(file) ?? file.SingleValue(),
                IPropertyReferenceOperation indexer => indexer.Instance,
                IArrayElementReferenceOperation element => element.ArrayReference,
                IInvocationOperation call => ObjectOf(call),
                _ => null,
            };
        }
    }

    /// <summary>What a method is called on, as an extension too.</summary>
    public static IOperation? ObjectOf(IInvocationOperation call) => call.Instance ?? call.Arguments.FirstOrDefault()?.Value;

    /// <summary>The files that a variable has in turn, in a loop or a lambda: <c>files.Select(file => ...)</c>.</summary>
    public static IOperation? SequenceOf(IOperation variable)
    {
        for (IOperation? around = variable.Parent; around is not null; around = around.Parent)
        {
            switch (variable, around)
            {
                case (ILocalReferenceOperation { Local: var local }, IForEachLoopOperation loop) when loop.Locals.Contains(local):
                    return loop.Collection;
                case (IParameterReferenceOperation { Parameter.ContainingSymbol: var function }, IAnonymousFunctionOperation lambda)
                    when lambda.Symbol.Is(function):
                    return (lambda.Parent?.Parent as IArgumentOperation)?.Parent is IInvocationOperation call ? ObjectOf(call) : null;
            }
        }

        return null;
    }
}

/// <summary>The operations that put a file of a form into a file or a blob.</summary>
internal sealed class FormFileStorage(KnownTypes types)
{
    /// <summary>
    /// The file that a call copies into storage, or opens the stream of which goes there; null where it does neither.
    /// </summary>
    public IOperation? FileStoredBy(IInvocationOperation call)
    {
        if (FormFileSources.ObjectOf(call) is not { } file || !FormFiles.IsFile(file.Unwrap().Type, types))
        {
            return null;
        }

        bool isStored = call.TargetMethod.Name != "OpenReadStream" ? IsUseStored(file, file)
            : call.Receiver() is IVariableInitializerOperation { Parent: IVariableDeclaratorOperation { Symbol: var stream } }
                ? Uses.Of(stream, call.Root()).Exists(use => IsUseStored(use, file))
            : IsUseStored(call, file);
        return isStored ? file : null;
    }

    /// <summary>Whether a use of a file, or of its stream, puts it into storage.</summary>
    /// <param name="value">The file or its stream.</param>
    /// <param name="file">The file.</param>
    public bool IsUseStored(IOperation value, IOperation file) => value.Receiver() switch
    {
        IInvocationOperation copy => DestinationOf(copy) is { } destination && IsStorage(destination, file),
        { } use => IsContent(use),
        _ => false,
    };

    /// <summary>Where a call writes all of its object to.</summary>
    private IOperation? DestinationOf(IInvocationOperation call) => call.Arguments.FirstOrDefault(
        argument => ArgumentRoles.Of(argument, types) == ArgumentRole.Destination)?.Value.Unwrap();

    private bool IsStorage(IOperation destination, IOperation file) =>
        IsOf(destination, types.FileStream)
        || (destination.Origin()?.UnwrapAwait() is IInvocationOperation opening && ArgumentRoles.OpensBlob(opening.TargetMethod, types))
        || (IsOf(destination, types.MemoryStream) ? IsMemoryStored(destination) : IsOneAfterTheOther(file));

    private static bool IsOf(IOperation value, INamedTypeSymbol? type) => value.Type.Is(type) || (value.Origin()?.Type).Is(type);

    /// <summary>Whether the use is what a call writes to a file or uploads, or what a request to S3 uploads.</summary>
    private bool IsContent(IOperation? use) => use switch
    {
        IArgumentOperation { Parameter: { } parameter } argument =>
            ArgumentRoles.Of(argument, types) == ArgumentRole.Content
            || (parameter.Type.Is(types.Stream) && (IsUpload(parameter) || IsSent(argument.Parent!))),
        ISimpleAssignmentOperation { Target: IPropertyReferenceOperation { Property: { Name: "InputStream" } property } } =>
            property.ContainingNamespace is { Name: "Transfer" or "Model",
                ContainingNamespace: { Name: "S3", ContainingNamespace.Name: "Amazon" } },
        _ => false,
    };

    /// <summary>Whether a <c>StreamContent</c>, or the local that holds it, is added to a form or sent by a client.</summary>
    private static bool IsSent(IOperation content) =>
        content is IObjectCreationOperation { Type.Name: "StreamContent" }
        && (IsGiven(content) || (content.ReceivingLocal() is { } local && Uses.Of(local, content.Root()).Exists(IsGiven)));

    private static bool IsGiven(IOperation content) => content.Receiver() switch
    {
        IArgumentOperation { Parent: IInvocationOperation { TargetMethod: { } method } } => (method.ContainingType.Name, method.Name) is
            ("MultipartFormDataContent", "Add") or ("HttpClient", "PostAsync" or "PutAsync" or "PatchAsync"),
        ISimpleAssignmentOperation { Target: IPropertyReferenceOperation { Property: { Name: "Content" } property } } =>
            property.ContainingType.Name == "HttpRequestMessage",
        _ => false,
    };

    /// <summary>Whether the method of a parameter uploads a stream: to Google, Cloudinary, MinIO, SFTP, S3, or Azure.</summary>
    private static bool IsUpload(IParameterSymbol parameter) =>
        parameter.ContainingSymbol is IMethodSymbol method
        && method.ContainingType.Name != "ShareFileClient" // A share has to know the length first.
        && (method.RootNamespace(), method.MethodKind == MethodKind.Constructor ? method.ContainingType.Name : method.Name) is
            ("Google", "UploadObject" or "UploadObjectAsync") or ("CloudinaryDotNet", "FileDescription") or ("Minio", "WithStreamData")
            or ("Firebase", "PutAsync") or ("Renci", "UploadFile" or "BeginUploadFile") or ("Amazon" or "Azure", "Upload" or "UploadAsync")
            or ("Microsoft", "UploadFromStream" or "UploadFromStreamAsync");

    /// <summary>Whether a local <c>MemoryStream</c>, or its bytes, are written to a file or uploaded.</summary>
    private bool IsMemoryStored(IOperation memory) =>
        memory is ILocalReferenceOperation { Local: var local }
        && Uses.Of(local, memory.Root()).Exists(use => use.Receiver() switch
        {
            IInvocationOperation call => DestinationOf(call) is { } destination
                ? IsOf(destination, types.FileStream)
                : IsContent(call.Receiver()) || IsArrayStored(call),
            var receiver => IsContent(receiver),
        });

    /// <summary>Whether an array of the memory is kept by a local only to be stored.</summary>
    private bool IsArrayStored(IInvocationOperation call) =>
        call.TargetMethod.Name is "ToArray" or "GetBuffer"
        && call.ReceivingLocal() is { } array
        && Uses.Of(array, call.Root()).FindAll(static use => use.Receiver() is not ISimpleAssignmentOperation) is { Count: > 0 } uses
        && uses.TrueForAll(use => IsContent(use.Receiver()));

    /// <summary>Whether the file is that of a loop over a parameter of an action: any stream may be the destination there.</summary>
    private bool IsOneAfterTheOther(IOperation file) =>
        file.UnwrapConditional().Unwrap() is ILocalReferenceOperation local
        && FormFileSources.SequenceOf(local)?.Unwrap() is IParameterReferenceOperation { Parameter.ContainingSymbol: { } action }
        && action.ContainingType.DerivesFrom(types.ControllerBase);
}
