using System.Runtime.CompilerServices;

namespace StreamTuning.Analyzers.Facts;

/// <summary>How facts of one kind are found and read; each is read once from its operation, and remembered with it.</summary>
/// <param name="names">The names that such code is written with.</param>
/// <param name="kinds">The kinds of operations that it is.</param>
/// <param name="read">Reads the fact; null where the operation is none.</param>
/// <param name="isCandidate">Tells most other operations before any symbol is looked at, so that nothing is remembered of them.</param>
internal sealed class FactTable<TFact>(
    WatchedNames names, OperationKind[] kinds, Func<IOperation, KnownTypes, TFact?> read, Func<IOperation, bool>? isCandidate = null)
    where TFact : class
{
    private readonly ConditionalWeakTable<IOperation, StrongBox<TFact?>> _facts = new();
    private int _reads;

    public WatchedNames Names => names;

    public OperationKind[] Kinds => kinds;

    /// <summary>How often a fact has been read, and not only remembered.</summary>
    public int Reads => _reads;

    /// <summary>The fact at an operation; null where there is none.</summary>
    public TFact? Of(IOperation operation, KnownTypes types)
    {
        if (isCandidate?.Invoke(operation) == false)
        {
            return null;
        }

        if (!_facts.TryGetValue(operation, out StrongBox<TFact?>? known))
        {
            Interlocked.Increment(ref _reads);
            var fact = new StrongBox<TFact?>(read(operation, types));
            known = _facts.GetValue(operation, _ => fact);
        }

        return known.Value;
    }
}
