using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;

namespace StreamTuning.RoslynTesting.Samples;

/// <summary>A right analyzer: reports each number literal below ten.</summary>
internal class SmallNumberAnalyzer : DiagnosticAnalyzer
{
    public const string Id = "TEST0001";

    public static readonly DiagnosticDescriptor Descriptor = new(Id, "Small number", "'{0}' is small", "Test", DiagnosticSeverity.Warning, isEnabledByDefault: true);

    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics => [Descriptor];

    public override void Initialize(AnalysisContext context)
    {
        context.EnableConcurrentExecution();
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
        context.RegisterSyntaxNodeAction(Analyze, SyntaxKind.NumericLiteralExpression);
    }

    public static bool IsSmall(LiteralExpressionSyntax literal) => literal.Token.Value is int and < 10;

    protected virtual void Report(SyntaxNodeAnalysisContext context, LiteralExpressionSyntax literal) =>
        context.ReportDiagnostic(Diagnostic.Create(Descriptor, literal.GetLocation(), literal.Token.Text));

    private void Analyze(SyntaxNodeAnalysisContext context)
    {
        if (context.Node is LiteralExpressionSyntax literal && IsSmall(literal))
        {
            Report(context, literal);
        }
    }
}
