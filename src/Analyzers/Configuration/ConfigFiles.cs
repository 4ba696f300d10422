using System.IO;
using Microsoft.CodeAnalysis.Text;

namespace StreamTuning.Analyzers.Configuration;

/// <summary>
/// What an <c>.editorconfig</c> or <c>.globalconfig</c> says of a finding that is reported in it. The build passes them as additional
/// files.
/// </summary>
internal static class ConfigFiles
{
    private const string Bulk = "dotnet_analyzer_diagnostic.";

    /// <summary>
    /// The severity that the settings of a source file give to a finding that is reported elsewhere, where the compiler applies only those
    /// that are for the whole compilation; null if the finding isn't to be reported.
    /// </summary>
    public static DiagnosticSeverity? SeverityOf(Rule rule, SyntaxTree source, CompilationAnalysisContext context) =>
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

    /// <summary>The place of the key; null if no such file sets it.</summary>
    /// <param name="key">The key.</param>
    /// <param name="value">Its value, without a comment.</param>
    /// <param name="source">A file that it is set for; null if it is set for the whole compilation.</param>
    /// <param name="files">The additional files.</param>
    /// <param name="cancellationToken">Ends the search.</param>
    public static Location? LineOf(
        string key, string value, SyntaxTree? source, ImmutableArray<AdditionalText> files, CancellationToken cancellationToken)
    {
        Location? found = null;
        int length = -1;
        foreach (AdditionalText file in files)
        {
            // The nearest of those that apply to the source file: the one with the longest path.
            if (MayApply(file.Path, source?.FilePath)
                && file.Path.Length > length
                && file.GetText(cancellationToken) is { } text
                && TryFind(key, value, text) is { } span)
            {
                found = Location.Create(file.Path, span, text.Lines.GetLinePositionSpan(span));
                length = file.Path.Length;
            }
        }

        return found;
    }

    private static bool MayApply(string path, string? source)
    {
        string name = Path.GetFileName(path);
        string folder = path.Substring(0, path.Length - name.Length);
        return name == ".globalconfig"
            || (name == ".editorconfig" && source is not null && source.StartsWith(folder, StringComparison.Ordinal));
    }

    private static TextSpan? TryFind(string key, string value, SourceText text)
    {
        foreach (TextLine line in text.Lines)
        {
            string content = line.ToString();
            int separator = content.IndexOfAny(['=', ':']);
            if (separator > 0
                && content.Substring(0, separator).Trim().Equals(key, StringComparison.OrdinalIgnoreCase)
                && IsValue(content.Substring(separator + 1).Trim(), value))
            {
                int indentation = content.Length - content.TrimStart().Length;
                return new TextSpan(line.Start + indentation, content.Substring(indentation, separator - indentation).TrimEnd().Length);
            }
        }

        return null;
    }

    /// <summary>Whether the text is the value, perhaps with a comment behind it.</summary>
    private static bool IsValue(string text, string value) =>
        text.StartsWith(value, StringComparison.OrdinalIgnoreCase)
        && (text.Length == value.Length || text[value.Length] is ' ' or '\t' or '#' or ';');
}
