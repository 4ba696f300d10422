using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;

namespace StreamTuning.Benchmarks;

/// <summary>Watches what most rules watch, and looks at nothing: what the compiler needs to serve any rule.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class EmptyAnalyzer : DiagnosticAnalyzer
{
    private static readonly DiagnosticDescriptor _descriptor = new("EMPTY", "Empty", "Empty", "Empty", DiagnosticSeverity.Warning, isEnabledByDefault: true);

    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics { get; } = [_descriptor];

    public override void Initialize(AnalysisContext context)
    {
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
        context.EnableConcurrentExecution();
        context.RegisterCompilationStartAction(start => start.RegisterOperationAction(_ => { }, OperationKind.Invocation, OperationKind.ObjectCreation));
    }
}
