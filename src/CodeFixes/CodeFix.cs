namespace StreamTuning.CodeFixes;

/// <summary>The base of the fixes of rules about one kind of fact, which is read again from the node that is reported.</summary>
internal abstract class CodeFix<TFact> : StreamTuningCodeFix
    where TFact : class
{
    private readonly FactTable<TFact> _facts;

    private protected CodeFix(Rule rule, FactTable<TFact> facts)
        : base(rule) => _facts = facts;

    /// <summary>The edit that calls the runtime; null where it does not fit.</summary>
    private protected virtual FixEdit? TryCallRuntime(TFact fact, FixContext context) => null;

    /// <summary>The edit to plain BCL or SDK code; null where it does not fit.</summary>
    private protected virtual FixEdit? TryWritePlain(TFact fact, FixContext context) => null;

    private protected sealed override FixEdit? TryCreateRuntimeEdit(FixContext context) =>
        context.Fact(_facts) is { } fact ? TryCallRuntime(fact, context) : null;

    private protected sealed override FixEdit? TryCreatePlainEdit(FixContext context) =>
        context.Fact(_facts) is { } fact ? TryWritePlain(fact, context) : null;
}
