using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;

namespace StreamTuning.RuleTesting.Samples;

/// <summary>A right analyzer: reports each number literal below ten. Its parts can be replaced by wrong ones.</summary>
internal class SmallNumberAnalyzer : DiagnosticAnalyzer
{
    public const string Id = "TEST0001";

    private static readonly DiagnosticDescriptor Descriptor = new(Id, "Small number", "'{0}' is small", "Test", DiagnosticSeverity.Warning, isEnabledByDefault: true);

    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics => [Descriptor];

    protected virtual GeneratedCodeAnalysisFlags GeneratedCode => GeneratedCodeAnalysisFlags.None;

    public override void Initialize(AnalysisContext context)
    {
        context.EnableConcurrentExecution();
        context.ConfigureGeneratedCodeAnalysis(GeneratedCode);
        context.RegisterSyntaxNodeAction(Analyze, SyntaxKind.NumericLiteralExpression);
    }

    protected virtual ImmutableDictionary<string, string?>? Properties() => null;

    protected virtual bool Reports(SyntaxNodeAnalysisContext context) => true;

    private void Analyze(SyntaxNodeAnalysisContext context)
    {
        if (((LiteralExpressionSyntax)context.Node).Token is { Value: int and < 10 } token && Reports(context))
        {
            context.ReportDiagnostic(Diagnostic.Create(Descriptor, context.Node.GetLocation(), Properties(), token.Text));
        }
    }
}

/// <summary>Says something else in each report: state that outlives a run.</summary>
internal sealed class CountingAnalyzer : SmallNumberAnalyzer
{
    private int _reports;

    protected override ImmutableDictionary<string, string?> Properties() =>
        ImmutableDictionary<string, string?>.Empty.Add("Count", $"{Interlocked.Increment(ref _reports)}");
}

/// <summary>Throws.</summary>
internal sealed class ThrowingAnalyzer : SmallNumberAnalyzer
{
    protected override bool Reports(SyntaxNodeAnalysisContext context) => throw new InvalidOperationException("on purpose");
}

/// <summary>Reports in the first file of the compilation only.</summary>
internal sealed class FirstFileAnalyzer : SmallNumberAnalyzer
{
    protected override bool Reports(SyntaxNodeAnalysisContext context) => context.Compilation.SyntaxTrees.First() == context.Node.SyntaxTree;
}

/// <summary>Reports in generated code.</summary>
internal sealed class GeneratedCodeAnalyzer : SmallNumberAnalyzer
{
    protected override GeneratedCodeAnalysisFlags GeneratedCode => GeneratedCodeAnalysisFlags.Analyze | GeneratedCodeAnalysisFlags.ReportDiagnostics;
}
