using System.Collections.Concurrent;

namespace StreamTuning.Analyzers.Facts;

/// <summary>What the files of forms are taken from that a file of source code stores itself.</summary>
internal sealed class FormFileSources(Compilation compilation)
{
    private const int MostSteps = 8;

    private static readonly WatchedNames Names = new("CopyTo", "CopyToAsync", "CopyToFile", "CopyToFileAsync", "OpenReadStream");

    private readonly FormFileStorage _storage = new(KnownTypes.Of(compilation));
    private readonly ConcurrentDictionary<SyntaxTree, Sources> _known = new();

    /// <summary>Those of a file of source code.</summary>
    public Sources Of(SyntaxTree tree, CancellationToken cancellationToken)
    {
        if (_known.TryGetValue(tree, out Sources? known))
        {
            return known;
        }

        var sources = new Sources();
        SemanticModel? model = null;
        foreach (SimpleNameSyntax name in Names.Find(tree, cancellationToken))
        {
            if (NamedNodes.At(name) is not InvocationExpressionSyntax call)
            {
                continue;
            }

#pragma warning disable RS1030 // Once a compilation, only if it names files of forms, and only the trees that copy something.
            model ??= compilation.GetSemanticModel(tree);
#pragma warning restore RS1030
            if (model.GetOperation(call, cancellationToken) is IInvocationOperation operation
                && _storage.FileStoredBy(operation) is { } file)
            {
                sources.Add(file);
            }
        }

        return _known.GetOrAdd(tree, sources);
    }

    /// <summary>Parameters, properties, and forms.</summary>
    internal sealed class Sources
    {
        public HashSet<ISymbol> Variables { get; } = new(SymbolEqualityComparer.Default);

        /// <summary>Where forms are asked for their files.</summary>
        public HashSet<SyntaxNode> Forms { get; } = [];

        /// <summary>Adds what the file, or the collection that it is in, was taken from.</summary>
        public void Add(IOperation? value, int steps = 0)
        {
            if (value is null || steps > MostSteps)
            {
                return;
            }

            value = value.UnwrapConditional().UnwrapAwait();
            switch (value)
            {
                case IParameterReferenceOperation { Parameter: var parameter }:
                    Variables.Add(parameter.OriginalDefinition);
                    Add(SequenceOf(parameter, value), steps + 1);
                    break;
                case IPropertyReferenceOperation { Property: var property } reference when !property.IsIndexer:
                    Variables.Add(property.OriginalDefinition);
                    Forms.Add(reference.Syntax);
                    break;
                case IPropertyReferenceOperation indexer:
                    Add(indexer.Instance, steps + 1);
                    break;
                case IArrayElementReferenceOperation element:
                    Add(element.ArrayReference, steps + 1);
                    break;
                case IInvocationOperation call:
                    Add(call.Instance ?? (call.Arguments.IsEmpty ? null : call.Arguments[0].Value), steps + 1);
                    break;
                case ILocalReferenceOperation local:
                    Add(FormFileStorage.CollectionOf(value) ?? local.SingleValue(), steps + 1);
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
}

/// <summary>The operations that put a file of a form into a file or a blob.</summary>
internal sealed class FormFileStorage(KnownTypes types)
{
    /// <summary>
    /// The file that a call copies into storage, or opens the stream of which goes there; null where it does neither.
    /// </summary>
    public IOperation? FileStoredBy(IInvocationOperation call)
    {
        IOperation? file = call.Instance ?? (call.Arguments.IsEmpty ? null : call.Arguments[0].Value);
        return file is not null && FormFiles.IsFile(file.Unwrap().Type, types) && IsStored(call, file) ? file : null;
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

    /// <summary>What the loop goes through whose variable the value is.</summary>
    public static IOperation? CollectionOf(IOperation value)
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

    /// <summary>Whether a call copies a file into storage, or opens the stream of one that is.</summary>
    private bool IsStored(IInvocationOperation call, IOperation file)
    {
        if (call.TargetMethod.Name != "OpenReadStream")
        {
            return IsUseStored(file, file);
        }

        return call.Receiver() is IVariableInitializerOperation { Parent: IVariableDeclaratorOperation { Symbol: var stream } }
            ? Uses.Of(stream, call.Root()).Exists(use => IsUseStored(use, file))
            : IsUseStored(call, file);
    }

    /// <summary>Where a call writes all of its object to.</summary>
    private IOperation? DestinationOf(IInvocationOperation call)
    {
        foreach (IArgumentOperation argument in call.Arguments)
        {
            if (ArgumentRoles.Of(argument, types) == ArgumentRole.Destination)
            {
                return argument.Value.Unwrap();
            }
        }

        return null;
    }

    private bool IsStorage(IOperation destination, IOperation file) =>
        IsOf(destination, types.FileStream)
        || (destination.Origin()?.UnwrapAwait() is IInvocationOperation opening && ArgumentRoles.OpensBlob(opening.TargetMethod, types))
        || (IsOf(destination, types.MemoryStream) ? IsMemoryStored(destination) : IsOneAfterTheOther(file));

    private static bool IsOf(IOperation value, INamedTypeSymbol? type) => value.Type.Is(type) || (value.Origin()?.Type).Is(type);

    private bool IsContent(IOperation? use) =>
        use is IArgumentOperation argument && ArgumentRoles.Of(argument, types) == ArgumentRole.Content;

    /// <summary>Whether a local <c>MemoryStream</c>, or its bytes, are written to a file or uploaded.</summary>
    private bool IsMemoryStored(IOperation memory) =>
        memory is ILocalReferenceOperation { Local: var local }
        && Uses.Of(local, memory.Root()).Exists(use => use.Receiver() switch
        {
            IInvocationOperation call => DestinationOf(call) is { } destination
                ? IsOf(destination, types.FileStream)
                : IsContent(call.Receiver()),
            var receiver => IsContent(receiver),
        });

    /// <summary>Whether the file is that of a loop over a parameter of an action: any stream may be the destination there.</summary>
    private bool IsOneAfterTheOther(IOperation file) =>
        CollectionOf(file)?.Unwrap() is IParameterReferenceOperation { Parameter.ContainingSymbol.ContainingType: { } type }
        && type.DerivesFrom(types.ControllerBase);
}
