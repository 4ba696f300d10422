using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;

namespace StreamTuning.Analyzers;

/// <summary>The base of all rules: a rule says what it watches, nothing else.</summary>
public abstract class StreamTuningAnalyzer : DiagnosticAnalyzer
{
    private protected StreamTuningAnalyzer(Rule rule)
    {
        Rule = rule;
        SupportedDiagnostics = ImmutableArray.Create(rule.Descriptor);
    }

    public Rule Rule { get; }

    public sealed override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics { get; }

    public sealed override void Initialize(AnalysisContext context)
    {
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
        context.EnableConcurrentExecution();
        context.RegisterCompilationStartAction(start => Watch(start, KnownTypes.Of(start.Compilation)));
    }

    /// <summary>Registers what the rule looks at; nothing where the types it is about are absent.</summary>
    private protected abstract void Watch(CompilationStartAnalysisContext context, KnownTypes types);
}
