using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.Diagnostics;

namespace Microsoft.CodeAnalysis.Testing;

/// <summary>Code fix tests in one call.</summary>
public class CodeFixVerifier<TAnalyzer, TCodeFix, TTest, TVerifier>
    where TAnalyzer : DiagnosticAnalyzer, new()
    where TCodeFix : CodeFixProvider, new()
    where TTest : CodeFixTest<TVerifier>, new()
    where TVerifier : IVerifier, new()
{
    /// <summary>An expected diagnostic of the analyzer's only descriptor.</summary>
    public static DiagnosticResult Diagnostic() => AnalyzerVerifier<TAnalyzer, TTest, TVerifier>.Diagnostic();

    /// <summary>An expected diagnostic of the analyzer's descriptor with an id.</summary>
    public static DiagnosticResult Diagnostic(string diagnosticId) => AnalyzerVerifier<TAnalyzer, TTest, TVerifier>.Diagnostic(diagnosticId);

    /// <summary>An expected diagnostic of a descriptor.</summary>
    public static DiagnosticResult Diagnostic(DiagnosticDescriptor descriptor) => new(descriptor);

    /// <summary>Runs the analyzer over a source in which no fix may be offered.</summary>
    public static Task VerifyAnalyzerAsync(string source, params DiagnosticResult[] expected) =>
        AnalyzerVerifier<TAnalyzer, TTest, TVerifier>.VerifyAnalyzerAsync(source, expected);

    /// <summary>Runs the analyzer over a source with marks and fixes it.</summary>
    public static Task VerifyCodeFixAsync(string source, string fixedSource) =>
        VerifyCodeFixAsync(source, DiagnosticResult.EmptyDiagnosticResults, fixedSource);

    /// <summary>Runs the analyzer over a source and fixes it.</summary>
    public static Task VerifyCodeFixAsync(string source, DiagnosticResult expected, string fixedSource) =>
        VerifyCodeFixAsync(source, [expected], fixedSource);

    /// <summary>Runs the analyzer over a source and fixes it.</summary>
    public static Task VerifyCodeFixAsync(string source, DiagnosticResult[] expected, string fixedSource)
    {
        var test = new TTest { TestCode = source, FixedCode = fixedSource };
        test.ExpectedDiagnostics.AddRange(expected);
        return test.RunAsync(CancellationToken.None);
    }
}
