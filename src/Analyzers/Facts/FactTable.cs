using System.Runtime.CompilerServices;

namespace StreamTuning.Analyzers.Facts;

/// <summary>How facts of one kind are found and read; each is read once from its operation, and remembered with it.</summary>
internal sealed class FactTable<TFact>
    where TFact : class
{
    private readonly ConditionalWeakTable<IOperation, StrongBox<TFact?>> _facts = new();
    private readonly Func<IOperation, KnownTypes, TFact?> _read;
    private readonly Func<IOperation, bool>? _isCandidate;
    private int _reads;

    /// <param name="names">The names that such code is written with.</param>
    /// <param name="kinds">The kinds of operations that it is.</param>
    /// <param name="read">Reads the fact; null where the operation is none.</param>
    /// <param name="isCandidate">Tells most other operations before any symbol is looked at, so that nothing is remembered of them.</param>
    public FactTable(
        WatchedNames names, OperationKind[] kinds, Func<IOperation, KnownTypes, TFact?> read, Func<IOperation, bool>? isCandidate = null)
    {
        Names = names;
        Kinds = kinds;
        _read = read;
        _isCandidate = isCandidate;
    }

    public WatchedNames Names { get; }

    public OperationKind[] Kinds { get; }

    /// <summary>How often a fact has been read, and not only remembered.</summary>
    public int Reads => _reads;

    /// <summary>The fact at an operation; null where there is none.</summary>
    public TFact? Of(IOperation operation, KnownTypes types)
    {
        if (_isCandidate?.Invoke(operation) == false)
        {
            return null;
        }

        if (!_facts.TryGetValue(operation, out StrongBox<TFact?>? known))
        {
            Interlocked.Increment(ref _reads);
            var read = new StrongBox<TFact?>(_read(operation, types));
            known = _facts.GetValue(operation, _ => read);
        }

        return known.Value;
    }

    /// <summary>The fact at the innermost operation around a node, which the node is, or is a part of.</summary>
    public TFact? Around(SyntaxNode node, SemanticModel model, CancellationToken cancellationToken)
    {
        for (SyntaxNode? each = node; each is not null; each = each.Parent)
        {
            if (model.GetOperation(each, cancellationToken) is { } operation
                && Array.IndexOf(Kinds, operation.Kind) >= 0
                && Of(operation, KnownTypes.Of(model.Compilation)) is { } fact)
            {
                return fact;
            }
        }

        return null;
    }
}
