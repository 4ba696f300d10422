namespace StreamTuning.Analyzers.Configuration;

/// <summary>
/// The severity that the settings of a source file give to a finding that is reported elsewhere: the compiler applies only those that are
/// for the whole compilation.
/// </summary>
internal static class SeverityElsewhere
{
    private const string Bulk = "dotnet_analyzer_diagnostic.";

    /// <summary>The severity; null if the finding isn't to be reported.</summary>
    public static DiagnosticSeverity? Of(Rule rule, SyntaxTree source, CompilationAnalysisContext context) =>
        Find(rule, source, context) switch
        {
            ReportDiagnostic.Suppress => null,
            ReportDiagnostic.Error => DiagnosticSeverity.Error,
            ReportDiagnostic.Warn => DiagnosticSeverity.Warning,
            ReportDiagnostic.Info => DiagnosticSeverity.Info,
            ReportDiagnostic.Hidden => DiagnosticSeverity.Hidden,
            _ => rule.Severity,
        };

    private static ReportDiagnostic Find(Rule rule, SyntaxTree source, CompilationAnalysisContext context)
    {
        CompilationOptions options = context.Compilation.Options;
        if (options.SyntaxTreeOptionsProvider is { } ofFiles)
        {
            if (ofFiles.TryGetDiagnosticValue(source, rule.Id, context.CancellationToken, out ReportDiagnostic ofRule))
            {
                return ofRule;
            }

            if (ofFiles.TryGetGlobalDiagnosticValue(rule.Id, context.CancellationToken, out _))
            {
                return ReportDiagnostic.Default;
            }
        }

        if (options.SpecificDiagnosticOptions.ContainsKey(rule.Id))
        {
            return ReportDiagnostic.Default;
        }

        AnalyzerConfigOptions values = context.Options.AnalyzerConfigOptionsProvider.GetOptions(source);
        return values.TryGetValue(Bulk + "category-" + rule.Descriptor.Category + ".severity", out string? text)
            || values.TryGetValue(Bulk + "severity", out text)
                ? Parse(text)
                : ReportDiagnostic.Default;
    }

    private static ReportDiagnostic Parse(string text) => text.Trim().ToLowerInvariant() switch
    {
        "none" => ReportDiagnostic.Suppress,
        "error" => ReportDiagnostic.Error,
        "warning" => ReportDiagnostic.Warn,
        "suggestion" => ReportDiagnostic.Info,
        "silent" or "refactoring" => ReportDiagnostic.Hidden,
        _ => ReportDiagnostic.Default,
    };
}
