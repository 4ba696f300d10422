using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Testing;

namespace Microsoft.CodeAnalysis.CSharp.Testing;

/// <summary>A test of a C# code fix.</summary>
public class CSharpCodeFixTest<TAnalyzer, TCodeFix, TVerifier> : CodeFixTest<TVerifier>
    where TAnalyzer : DiagnosticAnalyzer, new()
    where TCodeFix : CodeFixProvider, new()
    where TVerifier : IVerifier, new()
{
    /// <inheritdoc/>
    public override string Language => LanguageNames.CSharp;

    /// <inheritdoc/>
    public override Type SyntaxKindType => typeof(SyntaxKind);

    /// <inheritdoc/>
    protected override string DefaultFileExt => CSharpDefaults.FileExtension;

    /// <inheritdoc/>
    protected override CompilationOptions CreateCompilationOptions() => CSharpDefaults.CompilationOptions;

    /// <inheritdoc/>
    protected override ParseOptions CreateParseOptions() => CSharpDefaults.ParseOptions;

    /// <inheritdoc/>
    protected override IEnumerable<DiagnosticAnalyzer> GetDiagnosticAnalyzers() => [new TAnalyzer()];

    /// <inheritdoc/>
    protected override IEnumerable<CodeFixProvider> GetCodeFixProviders() => [new TCodeFix()];
}
