namespace StreamTuning.Analyzers;

/// <summary>The base of rules about one kind of fact.</summary>
internal abstract class FactAnalyzer<TFact> : StreamTuningAnalyzer
    where TFact : class
{
    private readonly FactTable<TFact> _facts;

    private protected FactAnalyzer(Rule rule, FactTable<TFact> facts)
        : base(rule, facts.Names) => _facts = facts;

    private protected sealed override void Watch(CompilationStartAnalysisContext context, KnownTypes types) =>
        Watch<TFact>(context, _facts, types, Check);

    /// <summary>Reports the fact if something is wrong with it.</summary>
    private protected abstract void Check(TFact fact, Finding finding);
}
