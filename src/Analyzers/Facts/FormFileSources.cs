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
