using System.Collections.Concurrent;
using System.Collections.Immutable;
using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Text;
using StreamTuning.Tool.Scanning;

namespace StreamTuning.Precision;

/// <summary>What a rule reports.</summary>
/// <param name="Rule">Its id.</param>
/// <param name="Severity">Warning or Info.</param>
/// <param name="File">The file, relative to the repository.</param>
/// <param name="Line">The line, from 1.</param>
/// <param name="Span">Where it begins and ends, as line:column-line:column.</param>
/// <param name="ErrorsInMember">How many compiler errors there are in the member around it: with several, what the rule sees is not what the code says.</param>
/// <param name="Text">The line.</param>
/// <param name="Message">The message.</param>
internal sealed record Finding(string Rule, DiagnosticSeverity Severity, string File, int Line, string Span, int ErrorsInMember, string Text, string Message);

/// <summary>What the rules report on a repository, and how much of what they are about bound.</summary>
internal sealed partial class RepositoryResult
{
    private static readonly ImmutableArray<MetadataReference> References = Listed("references.txt");
    private static readonly ImmutableArray<MetadataReference> FrameworkReferences = Listed("references.net48.txt");

    private readonly List<Finding> _findings = [];
    private readonly List<OfferedFix> _fixes = [];
    private readonly Dictionary<FileApi, Binding> _calls = [];
    private readonly ConcurrentQueue<string> _failures = [];

    /// <summary>In order of file, line and rule; a place that several projects compile is there once.</summary>
    public IReadOnlyList<Finding> Findings => _findings;

    /// <summary>In order of file, line and rule.</summary>
    public IReadOnlyList<OfferedFix> Fixes => _fixes;

    public IReadOnlyDictionary<FileApi, Binding> Calls => _calls;

    /// <summary>The exceptions that rules have thrown, and what is wrong with fixes.</summary>
    public IReadOnlyCollection<string> Failures => _failures;

    public int Files { get; private set; }

    public int Lines { get; private set; }

    public static async Task<RepositoryResult> OfAsync(SourceRepository repository)
    {
        var result = new RepositoryResult();
        using var workspace = new AdhocWorkspace();
        foreach (Project project in repository.AddTo(workspace.CurrentSolution, repository.IsForFramework ? FrameworkReferences : References))
        {
            await result.AddAsync(project, repository.Root);
        }

        result._findings.Sort((left, right) =>
            (left.File, left.Line, left.Rule, left.Span, left.Message).CompareTo((right.File, right.Line, right.Rule, right.Span, right.Message)));
        result._fixes.Sort((left, right) => (left.File, left.Line, left.Rule, left.Order).CompareTo((right.File, right.Line, right.Rule, right.Order)));
        return result;
    }

    private async Task AddAsync(Project project, string root)
    {
        var options = new CompilationWithAnalyzersOptions(
            new AnalyzerOptions([]),
            (exception, analyzer, _) => _failures.Enqueue($"{analyzer.GetType().Name}: {exception}"),
            concurrentAnalysis: true,
            logAnalyzerExecutionTime: false);
        var compilation = (CSharpCompilation)(await project.GetCompilationAsync())!;
        CompilationWithAnalyzers analysis = compilation.WithAnalyzers(OwnRules.Analyzers, options);
        // To bind all the rest takes most of the time, and finds nothing.
        SyntaxTree[] trees = [.. compilation.SyntaxTrees.Where(tree => Concerned().IsMatch(tree.GetText().ToString()))];
        foreach (SyntaxTree tree in trees)
        {
            Diagnostic[] found =
            [
                .. (await analysis.GetAnalyzerSemanticDiagnosticsAsync(compilation.GetSemanticModel(tree), filterSpan: null, CancellationToken.None))
                    .Where(diagnostic => !diagnostic.IsSuppressed)
                    .OrderBy(diagnostic => diagnostic.Location.SourceSpan).ThenBy(diagnostic => diagnostic.Id, StringComparer.Ordinal),
            ];
            _findings.AddRange(found.Select(diagnostic => Read(diagnostic, compilation, root)));
            IReadOnlyList<OfferedFix> fixes = await OfferedFix.OfAsync(project.GetDocument(tree)!, found, root);
            _fixes.AddRange(fixes);
            foreach (string failure in fixes.SelectMany(fix => fix.Wrong, (fix, wrong) => $"{fix.File}:{fix.Line} {fix.Rule} '{fix.Title}': {wrong}"))
            {
                _failures.Enqueue(failure);
            }
        }

        Dictionary<FileApi, Binding>[] counted =
        [
            .. trees.AsParallel().Select(tree =>
            {
                var counter = new FileApiCounter(compilation.GetSemanticModel(tree));
                counter.Count(tree.GetRoot());
                return counter.Calls;
            }),
        ];
        foreach ((FileApi api, Binding binding) in counted.SelectMany(calls => calls))
        {
            _calls[api] = _calls.GetValueOrDefault(api) + binding;
        }

        Files += compilation.SyntaxTrees.Length - 1;
        Lines += compilation.SyntaxTrees.Sum(tree => tree.GetText().Lines.Count);
    }

    private static ImmutableArray<MetadataReference> Listed(string file) =>
        [.. File.ReadAllLines(Path.Combine(AppContext.BaseDirectory, file)).Where(path => path.Length > 0).Select(path => MetadataReference.CreateFromFile(path))];

    private static Finding Read(Diagnostic diagnostic, CSharpCompilation compilation, string root)
    {
        SyntaxTree tree = diagnostic.Location.SourceTree!;
        SyntaxNode node = tree.GetRoot().FindNode(diagnostic.Location.SourceSpan);
        SyntaxNode member = node.FirstAncestorOrSelf<SyntaxNode>(ancestor => ancestor is BaseMethodDeclarationSyntax or BasePropertyDeclarationSyntax or FieldDeclarationSyntax or GlobalStatementSyntax) ?? node;
        int errors = compilation.GetSemanticModel(tree).GetDiagnostics(member.Span).Count(error => error.Severity == DiagnosticSeverity.Error);
        LinePositionSpan span = diagnostic.Location.GetLineSpan().Span;
        int line = span.Start.Line;
        return new(
            diagnostic.Id,
            diagnostic.Severity,
            Path.GetRelativePath(root, tree.FilePath).Replace('\\', '/'),
            line + 1,
            Shown(span.Start) + "-" + Shown(span.End),
            errors,
            Spaces().Replace(tree.GetText().Lines[line].ToString().Trim(), " "),
            Spaces().Replace(diagnostic.GetMessage(), " "));
    }

    private static string Shown(LinePosition position) => $"{position.Line + 1}:{position.Character + 1}";

    /// <summary>What a file names that holds anything a rule looks at.</summary>
    [GeneratedRegex(@"\b(File|FileInfo|FileStream|StreamWriter|CopyTo|CopyToAsync|Directory|DirectoryInfo|DriveInfo|GetTemp\w*|\w*Blob\w*|IFormFile\w*|MultipartReader|FromBase64\w*|BodyReader|FromForm\w*|OpenReadStream)\b|\bbyte\[\]|Form\.Files|\b[Tt]e?mp\b|\b(Save(?!Changes)|Upload|Store|Persist)\w*\(")]
    private static partial Regex Concerned();

    [GeneratedRegex(@"\s+")]
    private static partial Regex Spaces();
}
