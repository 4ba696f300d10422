using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;

namespace StreamTuning.RoslynTesting.Samples;

/// <summary>Throws where it should report.</summary>
internal sealed class ThrowingAnalyzer : SmallNumberAnalyzer
{
    protected override void Report(SyntaxNodeAnalysisContext context, LiteralExpressionSyntax literal) => throw new NotSupportedException("A sample exception.");
}

/// <summary>Reports with other arguments.</summary>
internal sealed class WrongArgumentsAnalyzer : SmallNumberAnalyzer
{
    protected override void Report(SyntaxNodeAnalysisContext context, LiteralExpressionSyntax literal) =>
        context.ReportDiagnostic(Diagnostic.Create(Descriptor, literal.GetLocation(), "x"));
}

/// <summary>Reports with another severity than its descriptor's.</summary>
internal sealed class WrongSeverityAnalyzer : SmallNumberAnalyzer
{
    protected override void Report(SyntaxNodeAnalysisContext context, LiteralExpressionSyntax literal) =>
        context.ReportDiagnostic(Diagnostic.Create(
            Descriptor, literal.GetLocation(), DiagnosticSeverity.Info, additionalLocations: null, properties: null, literal.Token.Text));
}

/// <summary>Reports the declaration as an additional location.</summary>
internal sealed class AdditionalLocationAnalyzer : SmallNumberAnalyzer
{
    protected override void Report(SyntaxNodeAnalysisContext context, LiteralExpressionSyntax literal) =>
        context.ReportDiagnostic(Diagnostic.Create(
            Descriptor, literal.GetLocation(), [literal.FirstAncestorOrSelf<VariableDeclaratorSyntax>()!.Identifier.GetLocation()], literal.Token.Text));
}

/// <summary>Reports a literal only the first time it is asked about its line: state that outlives a run.</summary>
internal sealed class ForgetfulAnalyzer : SmallNumberAnalyzer
{
    private int _reports;

    protected override void Report(SyntaxNodeAnalysisContext context, LiteralExpressionSyntax literal)
    {
        if (Interlocked.Increment(ref _reports) == 1)
        {
            base.Report(context, literal);
        }
    }
}

/// <summary>Reports in the first file of the compilation only.</summary>
internal sealed class FirstFileAnalyzer : SmallNumberAnalyzer
{
    protected override void Report(SyntaxNodeAnalysisContext context, LiteralExpressionSyntax literal)
    {
        if (context.Compilation.SyntaxTrees.First() == literal.SyntaxTree)
        {
            base.Report(context, literal);
        }
    }
}

/// <summary>Does not say what to do with generated code.</summary>
internal sealed class GeneratedCodeForgottenAnalyzer : SmallNumberAnalyzer
{
    public override void Initialize(AnalysisContext context) => context.EnableConcurrentExecution();
}

/// <summary>Reports in generated code.</summary>
internal sealed class GeneratedCodeAnalyzer : SmallNumberAnalyzer
{
    public override void Initialize(AnalysisContext context)
    {
        base.Initialize(context);
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.Analyze | GeneratedCodeAnalysisFlags.ReportDiagnostics);
    }
}

/// <summary>Does not run concurrently.</summary>
internal sealed class SerialAnalyzer : SmallNumberAnalyzer
{
    public override void Initialize(AnalysisContext context) => context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
}

/// <summary>Reports at the end of the compilation.</summary>
internal sealed class CompilationEndAnalyzer : DiagnosticAnalyzer
{
    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics => [SmallNumberAnalyzer.Descriptor];

    public override void Initialize(AnalysisContext context)
    {
        context.EnableConcurrentExecution();
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
        context.RegisterCompilationAction(static end =>
        {
            foreach (var literal in end.Compilation.SyntaxTrees.SelectMany(tree => tree.GetRoot(end.CancellationToken).DescendantNodes()).OfType<LiteralExpressionSyntax>().Where(SmallNumberAnalyzer.IsSmall))
            {
                end.ReportDiagnostic(Diagnostic.Create(SmallNumberAnalyzer.Descriptor, literal.GetLocation(), literal.Token.Text));
            }
        });
    }
}

/// <summary>Reports small numbers under two ids, the second off by default.</summary>
internal sealed class TwoRulesAnalyzer : DiagnosticAnalyzer
{
    public static readonly DiagnosticDescriptor Off = new("TEST0002", "Off", "Off by default", "Test", DiagnosticSeverity.Info, isEnabledByDefault: false);

    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics => [SmallNumberAnalyzer.Descriptor, Off];

    public override void Initialize(AnalysisContext context)
    {
        context.EnableConcurrentExecution();
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
        context.RegisterSyntaxNodeAction(
            static node =>
            {
                if (node.Node is LiteralExpressionSyntax literal && SmallNumberAnalyzer.IsSmall(literal))
                {
                    node.ReportDiagnostic(Diagnostic.Create(SmallNumberAnalyzer.Descriptor, literal.GetLocation(), literal.Token.Text));
                    node.ReportDiagnostic(Diagnostic.Create(Off, literal.GetLocation()));
                }
            },
            SyntaxKind.NumericLiteralExpression);
    }
}

/// <summary>Cannot be suppressed.</summary>
internal sealed class NotConfigurableAnalyzer : DiagnosticAnalyzer
{
    private static readonly DiagnosticDescriptor _descriptor = new(
        "TEST0003", "Class", "A class", "Test", DiagnosticSeverity.Warning, isEnabledByDefault: true, customTags: WellKnownDiagnosticTags.NotConfigurable);

    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics => [_descriptor];

    public override void Initialize(AnalysisContext context)
    {
        context.EnableConcurrentExecution();
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
        context.RegisterSymbolAction(static symbol => symbol.ReportDiagnostic(Diagnostic.Create(_descriptor, symbol.Symbol.Locations[0])), SymbolKind.NamedType);
    }
}

/// <summary>Suppresses small numbers.</summary>
internal sealed class SmallNumberSuppressor : DiagnosticSuppressor
{
    private static readonly SuppressionDescriptor _descriptor = new("TESTSUP1", SmallNumberAnalyzer.Id, "A sample");

    public override ImmutableArray<SuppressionDescriptor> SupportedSuppressions => [_descriptor];

    public override void ReportSuppressions(SuppressionAnalysisContext context)
    {
        foreach (var diagnostic in context.ReportedDiagnostics)
        {
            context.ReportSuppression(Suppression.Create(_descriptor, diagnostic));
        }
    }
}

/// <summary>Reports each line of an additional file that the option <c>test.word</c> names.</summary>
internal sealed class AdditionalFileAnalyzer : DiagnosticAnalyzer
{
    private static readonly DiagnosticDescriptor _descriptor = new("TEST0004", "Word", "Word", "Test", DiagnosticSeverity.Warning, isEnabledByDefault: true);

    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics => [_descriptor];

    public override void Initialize(AnalysisContext context)
    {
        context.EnableConcurrentExecution();
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
        context.RegisterAdditionalFileAction(static file =>
        {
            file.Options.AnalyzerConfigOptionsProvider.GetOptions(file.AdditionalFile).TryGetValue("test.word", out string? word);
            foreach (var line in file.AdditionalFile.GetText(file.CancellationToken)!.Lines.Where(line => line.ToString() == word))
            {
                file.ReportDiagnostic(Diagnostic.Create(_descriptor, Location.Create(file.AdditionalFile.Path, line.Span, new(new(line.LineNumber, 0), new(line.LineNumber, line.Span.Length)))));
            }
        });
    }
}
