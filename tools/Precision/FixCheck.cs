using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using StreamTuning.Tool.Scanning;

namespace StreamTuning.Precision;

/// <summary>
/// What nobody would merge in a fix, whatever it's worth: a new error or warning of the compiler, a lost comment, a finding that stays, or a new one.
/// </summary>
internal static class FixCheck
{
    /// <param name="before">A file that the fix changes.</param>
    /// <param name="after">The same file, changed.</param>
    /// <param name="rule">The rule whose findings, one or all, are fixed; <see langword="null"/> in a file that has none.</param>
    public static async Task<IReadOnlyList<string>> OfAsync(Document before, Document after, string? rule)
    {
        ILookup<string, int> old = await CountAsync(before);
        ILookup<string, int> now = await CountAsync(after);
        List<string> wrong = [.. now.Where(each => each.Sum() > old[each.Key].Sum()).Select(each => $"new: {each.Key}")];
        wrong.AddRange(old.Where(each => IsComment(each.Key) && each.Sum() > now[each.Key].Sum()).Select(each => $"lost: {each.Key}"));
        wrong.RemoveAll(each => each.StartsWith("new: ", StringComparison.Ordinal) && IsComment(each["new: ".Length..]));
        if (rule is not null && now[rule].Sum() >= old[rule].Sum())
        {
            wrong.Add($"stays: {rule}");
        }

        return wrong;
    }

    private static bool IsComment(string text) => text.StartsWith("//", StringComparison.Ordinal) || text.StartsWith("/*", StringComparison.Ordinal);

    /// <summary>How often a file has each comment, and each id of a diagnostic.</summary>
    private static async Task<ILookup<string, int>> CountAsync(Document document)
    {
        var compilation = (CSharpCompilation)(await document.Project.GetCompilationAsync())!;
        SyntaxTree tree = (await document.GetSyntaxTreeAsync())!;
        SemanticModel model = compilation.GetSemanticModel(tree);
        var options = new CompilationWithAnalyzersOptions(new AnalyzerOptions([]), (_, _, _) => { }, concurrentAnalysis: true, logAnalyzerExecutionTime: false);
        IEnumerable<Diagnostic> own = await compilation.WithAnalyzers(OwnRules.Analyzers, options)
            .GetAnalyzerSemanticDiagnosticsAsync(model, filterSpan: null, CancellationToken.None);
        IEnumerable<string> ids = model.GetDiagnostics().Where(diagnostic => diagnostic.Severity >= DiagnosticSeverity.Warning).Concat(own)
            .Where(diagnostic => !diagnostic.IsSuppressed).Select(diagnostic => diagnostic.Id);
        IEnumerable<string> comments = tree.GetRoot().DescendantTrivia().Select(trivia => trivia.ToString().Trim()).Where(IsComment);
        return ids.Concat(comments).ToLookup(each => each, _ => 1, StringComparer.Ordinal);
    }
}
