namespace StreamTuning.Analyzers.Facts;

/// <summary>
/// The parameters, properties, and forms whose files visibly go to a file or a blob, or that an action of a controller copies one after
/// the other, as the fix of STRM4001 streams them.
/// </summary>
internal sealed class StoredFormFiles
{
    private const int MostSteps = 8;

    private static readonly WatchedNames Names = new("CopyTo", "CopyToAsync", "CopyToFile", "CopyToFileAsync", "OpenReadStream");

    private readonly KnownTypes _types;
    private readonly HashSet<ISymbol> _variables = new(SymbolEqualityComparer.Default);
    private readonly HashSet<SyntaxNode> _forms = [];

    /// <summary>Looks for them in all of a compilation.</summary>
    public StoredFormFiles(Compilation compilation, CancellationToken cancellationToken)
    {
        _types = KnownTypes.Of(compilation);
        foreach (SyntaxTree tree in compilation.SyntaxTrees)
        {
            SemanticModel? model = null;
            foreach (SimpleNameSyntax name in Names.Find(tree, cancellationToken))
            {
                if (NamedNodes.At(name) is not InvocationExpressionSyntax call)
                {
                    continue;
                }

#pragma warning disable RS1030 // Once a compilation, only if a form with files is bound, and only the trees that copy something.
                model ??= compilation.GetSemanticModel(tree);
#pragma warning restore RS1030
                if (model.GetOperation(call, cancellationToken) is IInvocationOperation operation
                    && FileOf(operation) is { } file
                    && IsStored(operation, file))
                {
                    AddSource(file, steps: 0);
                }
            }
        }
    }

    /// <summary>Whether a file that is bound to the parameter or property is stored.</summary>
    public bool AreFrom(ISymbol variable) => _variables.Contains(variable.OriginalDefinition);

    /// <summary>Whether a file of the form is stored, by the function that takes the files from it.</summary>
    public bool AreFromForm(IPropertyReferenceOperation files) =>
        files.Function().Has<IPropertyReferenceOperation>(reference => _forms.Contains(reference.Syntax));

    /// <summary>The file of a form that a call copies or opens.</summary>
    private IOperation? FileOf(IInvocationOperation call)
    {
        IOperation? file = call.Instance ?? (call.Arguments.IsEmpty ? null : call.Arguments[0].Value);
        return file is not null && FormFiles.IsFile(file.Unwrap().Type, _types) ? file : null;
    }

    private bool IsStored(IInvocationOperation call, IOperation file)
    {
        switch (call.TargetMethod.Name)
        {
            case "CopyToFile" or "CopyToFileAsync":
                return true;
            case "OpenReadStream":
                return IsStreamStored(call, file);
            default:
                return IsCopyStored(call, file);
        }
    }

    /// <summary>Whether the stream of a file, or the variable that holds it, is copied into storage or uploaded.</summary>
    private bool IsStreamStored(IOperation stream, IOperation file)
    {
        if (stream.Receiver() is not IVariableInitializerOperation { Parent: IVariableDeclaratorOperation { Symbol: var variable } })
        {
            return IsUseStored(stream, file);
        }

        foreach (ILocalReferenceOperation use in Uses.Of(variable, stream.Root()))
        {
            if (IsUseStored(use, file))
            {
                return true;
            }
        }

        return false;
    }

    private bool IsUseStored(IOperation stream, IOperation file) => stream.Receiver() switch
    {
        IInvocationOperation { TargetMethod.Name: "CopyTo" or "CopyToAsync" } call => IsCopyStored(call, file),
        IArgumentOperation { Parent: IInvocationOperation call } =>
            call.TargetMethod.Name is "CopyToFile" or "CopyToFileAsync" or "UploadBlocksAsync" or "UploadVerifiedAsync"
                || BlobUpload.Of(call, _types) is not null,
        _ => false,
    };

    private bool IsCopyStored(IInvocationOperation call, IOperation file) =>
        StreamCopy.Of(call, _types) is { } copy && IsStorage(copy.Destination, file);

    private bool IsStorage(IOperation destination, IOperation file)
    {
        if (TargetFile.TryRead(destination, _types) is not null)
        {
            return true;
        }

        IOperation? origin = destination.Origin()?.UnwrapAwait();
        if (origin is IInvocationOperation { TargetMethod: { Name: "OpenWrite" or "OpenWriteAsync", ContainingType: var client } })
        {
            return client.Is(_types.BlobClient) || client.Is(_types.BlockBlobClient);
        }

        return destination.Unwrap().Type.Is(_types.MemoryStream) || (origin?.Type).Is(_types.MemoryStream)
            ? IsMemoryStored(destination.Unwrap())
            : IsOneAfterTheOther(file);
    }

    /// <summary>Whether the bytes in a local <c>MemoryStream</c> are written to a file.</summary>
    private bool IsMemoryStored(IOperation memory)
    {
        if (memory is ILocalReferenceOperation { Local: var local })
        {
            foreach (ILocalReferenceOperation use in Uses.Of(local, memory.Root()))
            {
                if (use.Receiver() is IInvocationOperation call
                    && (call.TargetMethod.Name is "CopyTo" or "CopyToAsync" or "WriteTo"
                        ? !call.Arguments.IsEmpty && TargetFile.TryRead(call.Arguments[0].Value, _types) is not null
                        : call.Receiver() is IArgumentOperation
                            { Parent: IInvocationOperation { TargetMethod.Name: "WriteAllBytes" or "WriteAllBytesAsync" } }))
                {
                    return true;
                }
            }
        }

        return false;
    }

    /// <summary>Whether the file is that of a loop over a parameter of an action: any stream may be the destination there.</summary>
    private static bool IsOneAfterTheOther(IOperation file) =>
        CollectionOf(file)?.Unwrap() is IParameterReferenceOperation { Parameter.ContainingSymbol.ContainingType: { } type }
        && IsController(type);

    private static bool IsController(INamedTypeSymbol type)
    {
        for (INamedTypeSymbol? current = type; current is not null; current = current.BaseType)
        {
            if (current is { Name: "ControllerBase", ContainingNamespace.Name: "Mvc" })
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>What the loop goes through whose variable the value is.</summary>
    private static IOperation? CollectionOf(IOperation value)
    {
        if (value.UnwrapConditional().Unwrap() is ILocalReferenceOperation { Local: var local })
        {
            for (IOperation? parent = value.Parent; parent is not null; parent = parent.Parent)
            {
                if (parent is IForEachLoopOperation loop && loop.Locals.Contains(local))
                {
                    return loop.Collection;
                }
            }
        }

        return null;
    }

    /// <summary>Adds what the file, or the collection that it is in, was taken from.</summary>
    private void AddSource(IOperation? value, int steps)
    {
        if (value is null || steps > MostSteps)
        {
            return;
        }

        value = value.UnwrapConditional().UnwrapAwait();
        switch (value)
        {
            case IParameterReferenceOperation { Parameter: var parameter }:
                _variables.Add(parameter.OriginalDefinition);
                AddSource(SequenceOf(parameter, value), steps + 1);
                break;
            case IPropertyReferenceOperation { Property: var property } reference when !property.IsIndexer:
                _variables.Add(property.OriginalDefinition);
                _forms.Add(reference.Syntax);
                break;
            case IPropertyReferenceOperation indexer:
                AddSource(indexer.Instance, steps + 1);
                break;
            case IArrayElementReferenceOperation element:
                AddSource(element.ArrayReference, steps + 1);
                break;
            case IInvocationOperation call:
                AddSource(call.Instance ?? (call.Arguments.IsEmpty ? null : call.Arguments[0].Value), steps + 1);
                break;
            case ILocalReferenceOperation local:
                AddSource(CollectionOf(value) ?? local.SingleValue(), steps + 1);
                break;
        }
    }

    /// <summary>The files that a lambda is called with, one after the other: <c>files.Select(file => ...)</c>.</summary>
    private static IOperation? SequenceOf(IParameterSymbol parameter, IOperation use)
    {
        for (IOperation? parent = use.Parent; parent is not null; parent = parent.Parent)
        {
            if (parent is IAnonymousFunctionOperation lambda
                && SymbolEqualityComparer.Default.Equals(lambda.Symbol, parameter.ContainingSymbol))
            {
                return lambda.Parent is IDelegateCreationOperation { Parent: IArgumentOperation { Parent: IInvocationOperation call } }
                    && FormFiles.IsFile(parameter.Type, KnownTypes.Of(use.SemanticModel!.Compilation))
                        ? call.Instance ?? call.Arguments[0].Value
                        : null;
            }
        }

        return null;
    }
}
