using System.Collections.Immutable;
using Microsoft.CodeAnalysis.Diagnostics;

namespace Microsoft.CodeAnalysis.Testing;

/// <summary>Sees how an analyzer sets itself up; its actions never run.</summary>
internal sealed class RecordingAnalysisContext : AnalysisContext
{
    public bool IsConcurrent { get; private set; }

    public GeneratedCodeAnalysisFlags? GeneratedCode { get; private set; }

    public override void EnableConcurrentExecution() => IsConcurrent = true;

    public override void ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags analysisMode) => GeneratedCode = analysisMode;

    public override void RegisterAdditionalFileAction(Action<AdditionalFileAnalysisContext> action)
    {
    }

    public override void RegisterCodeBlockAction(Action<CodeBlockAnalysisContext> action)
    {
    }

    public override void RegisterCodeBlockStartAction<TLanguageKindEnum>(Action<CodeBlockStartAnalysisContext<TLanguageKindEnum>> action)
    {
    }

    public override void RegisterCompilationAction(Action<CompilationAnalysisContext> action)
    {
    }

    public override void RegisterCompilationStartAction(Action<CompilationStartAnalysisContext> action)
    {
    }

    public override void RegisterOperationAction(Action<OperationAnalysisContext> action, ImmutableArray<OperationKind> operationKinds)
    {
    }

    public override void RegisterOperationBlockAction(Action<OperationBlockAnalysisContext> action)
    {
    }

    public override void RegisterOperationBlockStartAction(Action<OperationBlockStartAnalysisContext> action)
    {
    }

    public override void RegisterSemanticModelAction(Action<SemanticModelAnalysisContext> action)
    {
    }

    public override void RegisterSymbolAction(Action<SymbolAnalysisContext> action, ImmutableArray<SymbolKind> symbolKinds)
    {
    }

    public override void RegisterSymbolStartAction(Action<SymbolStartAnalysisContext> action, SymbolKind symbolKind)
    {
    }

    public override void RegisterSyntaxNodeAction<TLanguageKindEnum>(Action<SyntaxNodeAnalysisContext> action, ImmutableArray<TLanguageKindEnum> syntaxKinds)
    {
    }

    public override void RegisterSyntaxTreeAction(Action<SyntaxTreeAnalysisContext> action)
    {
    }
}
