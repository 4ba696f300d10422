using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;

namespace StreamTuning.EditorTests;

/// <summary>Counts the compilations that a workspace makes of a project: it runs the generators once in each.</summary>
internal sealed class CompilationCounter : AnalyzerReference, IIncrementalGenerator
{
    private readonly ImmutableArray<ISourceGenerator> _generators;
    private int _count;

    public CompilationCounter() => _generators = [this.AsSourceGenerator()];

    public int Count => Volatile.Read(ref _count);

    public override string? FullPath => null;

    public override object Id => this;

    public void Initialize(IncrementalGeneratorInitializationContext context) =>
        context.RegisterSourceOutput(context.CompilationProvider, (_, _) => Interlocked.Increment(ref _count));

    public override ImmutableArray<DiagnosticAnalyzer> GetAnalyzers(string language) => [];

    public override ImmutableArray<DiagnosticAnalyzer> GetAnalyzersForAllLanguages() => [];

    public override ImmutableArray<ISourceGenerator> GetGenerators(string language) => _generators;

    public override ImmutableArray<ISourceGenerator> GetGeneratorsForAllLanguages() => _generators;
}
