using System.Collections.Concurrent;

namespace StreamTuning.Analyzers.Facts;

/// <summary>
/// The parameters, properties, and forms whose files visibly go to a file or a blob, or that an action of a controller copies one after
/// the other, as the fix of STRM4001 streams them.
/// </summary>
internal sealed class StoredFormFiles(Compilation compilation)
{
    private const int MostSteps = 8;

    private static readonly WatchedNames Names = new("CopyTo", "CopyToAsync", "CopyToFile", "CopyToFileAsync", "OpenReadStream");

    private readonly KnownTypes _types = KnownTypes.Of(compilation);
    private readonly ConcurrentDictionary<SyntaxTree, Sources> _sources = new();
    private HashSet<ISymbol>? _properties;

    /// <summary>
    /// The parameters and properties declared in a file that are, or hold, a file of a form that is stored. What becomes of a parameter
    /// stands in its own file; the code of others is bound only for a file that declares properties for files of forms, as an editor asks
    /// anew with each key that is pressed.
    /// </summary>
    public IEnumerable<ISymbol> DeclaredIn(SyntaxTree tree, CancellationToken cancellationToken)
    {
        foreach (ISymbol variable in SourcesIn(tree, cancellationToken).Variables)
        {
            if (variable is IParameterSymbol && IsDeclaredIn(variable, tree))
            {
                yield return variable;
            }
        }

        if (DeclaresProperties(tree, cancellationToken))
        {
            foreach (ISymbol property in PropertiesOfAll(cancellationToken))
            {
                if (IsDeclaredIn(property, tree))
                {
                    yield return property;
                }
            }
        }
    }

    /// <summary>Whether a file that is bound to the parameter or property is stored.</summary>
    public bool AreFrom(ISymbol variable, CancellationToken cancellationToken)
    {
        variable = variable.OriginalDefinition;
        return variable is IPropertySymbol
            ? PropertiesOfAll(cancellationToken).Contains(variable)
            : variable.Locations is { Length: > 0 } locations && locations[0].SourceTree is { } tree
                && SourcesIn(tree, cancellationToken).Variables.Contains(variable);
    }

    /// <summary>Whether a file of the form is stored, by the function that takes the files from it.</summary>
    public bool AreFromForm(IPropertyReferenceOperation files, CancellationToken cancellationToken)
    {
        HashSet<SyntaxNode> forms = SourcesIn(files.Syntax.SyntaxTree, cancellationToken).Forms;
        return files.Function().Has<IPropertyReferenceOperation>(reference => forms.Contains(reference.Syntax));
    }

    private static bool IsDeclaredIn(ISymbol variable, SyntaxTree tree) =>
        variable.Locations is { Length: > 0 } locations && locations[0].SourceTree == tree;

    /// <summary>Whether a file may declare a property, or a type, whose type names files of forms.</summary>
    private static bool DeclaresProperties(SyntaxTree tree, CancellationToken cancellationToken)
    {
        foreach (SimpleNameSyntax name in FormFiles.Names.Find(tree, cancellationToken))
        {
            if (name.FirstAncestorOrSelf<MemberDeclarationSyntax>() is PropertyDeclarationSyntax or TypeDeclarationSyntax)
            {
                return true;
            }
        }

        return false;
    }

    private HashSet<ISymbol> PropertiesOfAll(CancellationToken cancellationToken)
    {
        if (_properties is null)
        {
            var properties = new HashSet<ISymbol>(SymbolEqualityComparer.Default);
            foreach (SyntaxTree tree in compilation.SyntaxTrees)
            {
                foreach (ISymbol variable in SourcesIn(tree, cancellationToken).Variables)
                {
                    if (variable is IPropertySymbol)
                    {
                        properties.Add(variable);
                    }
                }
            }

            _properties = properties;
        }

        return _properties;
    }

    private Sources SourcesIn(SyntaxTree tree, CancellationToken cancellationToken)
    {
        if (_sources.TryGetValue(tree, out Sources? known))
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
                && FileOf(operation) is { } file
                && IsStored(operation, file))
            {
                AddSource(sources, file, steps: 0);
            }
        }

        return _sources.GetOrAdd(tree, sources);
    }

    /// <summary>The file of a form that a call copies or opens.</summary>
    private IOperation? FileOf(IInvocationOperation call)
    {
        IOperation? file = call.Instance ?? (call.Arguments.IsEmpty ? null : call.Arguments[0].Value);
        return file is not null && FormFiles.IsFile(file.Unwrap().Type, _types) ? file : null;
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

    /// <summary>Whether a use of a file, or of its stream, puts it into storage.</summary>
    private bool IsUseStored(IOperation value, IOperation file) => value.Receiver() switch
    {
        IInvocationOperation copy => DestinationOf(copy) is { } destination && IsStorage(destination, file),
        IArgumentOperation argument => ArgumentRoles.Of(argument, _types) == ArgumentRole.Content,
        _ => false,
    };

    /// <summary>Where a call writes all of its object to.</summary>
    private IOperation? DestinationOf(IInvocationOperation call)
    {
        foreach (IArgumentOperation argument in call.Arguments)
        {
            if (ArgumentRoles.Of(argument, _types) == ArgumentRole.Destination)
            {
                return argument.Value.Unwrap();
            }
        }

        return null;
    }

    private bool IsStorage(IOperation destination, IOperation file) =>
        IsOf(destination, _types.FileStream)
        || (destination.Origin()?.UnwrapAwait() is IInvocationOperation opening && ArgumentRoles.OpensBlob(opening.TargetMethod, _types))
        || (IsOf(destination, _types.MemoryStream) ? IsMemoryStored(destination) : IsOneAfterTheOther(file));

    private static bool IsOf(IOperation value, INamedTypeSymbol? type) => value.Type.Is(type) || (value.Origin()?.Type).Is(type);

    /// <summary>Whether the bytes in a local <c>MemoryStream</c> are written to a file.</summary>
    private bool IsMemoryStored(IOperation memory) =>
        memory is ILocalReferenceOperation { Local: var local }
        && Uses.Of(local, memory.Root()).Exists(use => use.Receiver() is IInvocationOperation call
            && (DestinationOf(call) is { } destination
                ? IsOf(destination, _types.FileStream)
                : call.Receiver() is IArgumentOperation bytes && ArgumentRoles.Of(bytes, _types) == ArgumentRole.Content));

    /// <summary>Whether the file is that of a loop over a parameter of an action: any stream may be the destination there.</summary>
    private bool IsOneAfterTheOther(IOperation file) =>
        CollectionOf(file)?.Unwrap() is IParameterReferenceOperation { Parameter.ContainingSymbol.ContainingType: { } type }
        && type.DerivesFrom(_types.ControllerBase);

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
    private static void AddSource(Sources sources, IOperation? value, int steps)
    {
        if (value is null || steps > MostSteps)
        {
            return;
        }

        value = value.UnwrapConditional().UnwrapAwait();
        switch (value)
        {
            case IParameterReferenceOperation { Parameter: var parameter }:
                sources.Variables.Add(parameter.OriginalDefinition);
                AddSource(sources, SequenceOf(parameter, value), steps + 1);
                break;
            case IPropertyReferenceOperation { Property: var property } reference when !property.IsIndexer:
                sources.Variables.Add(property.OriginalDefinition);
                sources.Forms.Add(reference.Syntax);
                break;
            case IPropertyReferenceOperation indexer:
                AddSource(sources, indexer.Instance, steps + 1);
                break;
            case IArrayElementReferenceOperation element:
                AddSource(sources, element.ArrayReference, steps + 1);
                break;
            case IInvocationOperation call:
                AddSource(sources, call.Instance ?? (call.Arguments.IsEmpty ? null : call.Arguments[0].Value), steps + 1);
                break;
            case ILocalReferenceOperation local:
                AddSource(sources, CollectionOf(value) ?? local.SingleValue(), steps + 1);
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

    /// <summary>What stored files are taken from in one file of source code.</summary>
    private sealed class Sources
    {
        public HashSet<ISymbol> Variables { get; } = new(SymbolEqualityComparer.Default);

        /// <summary>Where forms are asked for their files.</summary>
        public HashSet<SyntaxNode> Forms { get; } = [];
    }
}
