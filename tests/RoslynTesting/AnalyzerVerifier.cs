using Microsoft.CodeAnalysis.Diagnostics;

namespace Microsoft.CodeAnalysis.Testing;

/// <summary>Analyzer tests in one call.</summary>
public class AnalyzerVerifier<TAnalyzer, TTest, TVerifier>
    where TAnalyzer : DiagnosticAnalyzer, new()
    where TTest : AnalyzerTest<TVerifier>, new()
    where TVerifier : IVerifier, new()
{
    /// <summary>An expected diagnostic of the analyzer's only descriptor.</summary>
    public static DiagnosticResult Diagnostic() => Diagnostic(new TAnalyzer().SupportedDiagnostics.Single());

    /// <summary>An expected diagnostic of the analyzer's descriptor with an id.</summary>
    public static DiagnosticResult Diagnostic(string diagnosticId) =>
        Diagnostic(new TAnalyzer().SupportedDiagnostics.Single(descriptor => descriptor.Id == diagnosticId));

    /// <summary>An expected diagnostic of a descriptor.</summary>
    public static DiagnosticResult Diagnostic(DiagnosticDescriptor descriptor) => new(descriptor);

    /// <summary>Runs the analyzer over a source.</summary>
    public static Task VerifyAnalyzerAsync(string source, params DiagnosticResult[] expected)
    {
        var test = new TTest { TestCode = source };
        test.ExpectedDiagnostics.AddRange(expected);
        return test.RunAsync(CancellationToken.None);
    }
}
