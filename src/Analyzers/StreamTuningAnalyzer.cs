namespace StreamTuning.Analyzers;

/// <summary>The base of all rules: a rule says what it watches, nothing else.</summary>
public abstract class StreamTuningAnalyzer : DiagnosticAnalyzer
{
    private readonly WatchedNames[] _names;

    /// <param name="rule">The rule.</param>
    /// <param name="names">The names without which there is nothing to look at; none where that does not depend on names.</param>
    private protected StreamTuningAnalyzer(Rule rule, params WatchedNames[] names)
    {
        Rule = rule;
        _names = names;
        SupportedDiagnostics = ImmutableArray.Create(rule.Descriptor);
    }

    public Rule Rule { get; }

    public sealed override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics { get; }

    public sealed override void Initialize(AnalysisContext context)
    {
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
        context.EnableConcurrentExecution();
        context.RegisterCompilationStartAction(start =>
        {
            if (MayApply(start.Compilation, start.Options, start.CancellationToken))
            {
                Watch(start, KnownTypes.Of(start.Compilation));
            }
        });
    }

    /// <summary>Whether there may be something to look at: a name is in one of the files.</summary>
    private protected virtual bool MayApply(Compilation compilation, AnalyzerOptions options, CancellationToken cancellationToken) =>
        _names.Length == 0 || Array.Exists(_names, names => names.IsIn(compilation, cancellationToken));

    /// <summary>Has all facts of a kind checked.</summary>
    private protected void Watch<TFact>(
        CompilationStartAnalysisContext context, FactTable<TFact> facts, KnownTypes types, Action<TFact, Finding> check)
        where TFact : class =>
        context.RegisterNamedOperationAction(
            Rule,
            facts.Names,
            finding =>
            {
                if (facts.Of(finding.Operation, types) is { } fact)
                {
                    check(fact, finding);
                }
            },
            facts.Kinds);

    /// <summary>Registers what the rule looks at; nothing where the types it is about are absent.</summary>
    private protected abstract void Watch(CompilationStartAnalysisContext context, KnownTypes types);
}

/// <summary>The base of rules about one kind of fact.</summary>
internal abstract class FactAnalyzer<TFact>(Rule rule, FactTable<TFact> facts) : StreamTuningAnalyzer(rule, facts.Names)
    where TFact : class
{
    private protected sealed override void Watch(CompilationStartAnalysisContext context, KnownTypes types) =>
        Watch<TFact>(context, facts, types, Check);

    /// <summary>Reports the fact if something is wrong with it.</summary>
    private protected abstract void Check(TFact fact, Finding finding);
}

/// <summary>The way in which rules watch operations.</summary>
internal static class NamedOperations
{
    /// <summary>Registers an action for each operation of these kinds at one of the names.</summary>
    public static void RegisterNamedOperationAction(
        this CompilationStartAnalysisContext context, Rule rule, WatchedNames names, Action<Finding> analyze,
        params OperationKind[] kinds) =>
        context.RegisterSemanticModelAction(file =>
        {
            foreach (Finding finding in Finding.AllIn(file, rule, names, kinds))
            {
                analyze(finding);
            }
        });
}
