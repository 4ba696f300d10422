using System.Collections.Concurrent;
using System.Collections.Immutable;
using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;
using StreamTuning.Analyzers;

namespace StreamTuning.Precision;

/// <summary>What a rule reports.</summary>
/// <param name="Rule">Its id.</param>
/// <param name="Severity">Warning or Info.</param>
/// <param name="File">The file, relative to the repository.</param>
/// <param name="Line">The line, from 1.</param>
/// <param name="ErrorsInMember">How many compiler errors there are in the member around it: with several, what the rule sees is not what the code says.</param>
/// <param name="Text">The line.</param>
/// <param name="Message">The message.</param>
internal sealed record Finding(string Rule, DiagnosticSeverity Severity, string File, int Line, int ErrorsInMember, string Text, string Message);

/// <summary>What the rules report on a repository, and how much of what they are about bound.</summary>
internal sealed partial class RepositoryResult
{
    private static readonly ImmutableArray<DiagnosticAnalyzer> Analyzers =
    [
        .. typeof(StreamTuningAnalyzer).Assembly.GetTypes()
            .Where(type => !type.IsAbstract && type.IsAssignableTo(typeof(DiagnosticAnalyzer)))
            .Select(type => (DiagnosticAnalyzer)Activator.CreateInstance(type)!),
    ];

    private static readonly ImmutableArray<MetadataReference> References =
        [.. File.ReadAllLines(Path.Combine(AppContext.BaseDirectory, "references.txt")).Where(path => path.Length > 0).Select(path => MetadataReference.CreateFromFile(path))];

    private readonly List<Finding> _findings = [];
    private readonly Dictionary<FileApi, Binding> _calls = [];
    private readonly ConcurrentQueue<string> _failures = [];

    /// <summary>In order of file, line and rule; a place that several projects compile is there once.</summary>
    public IReadOnlyList<Finding> Findings => _findings;

    public IReadOnlyDictionary<FileApi, Binding> Calls => _calls;

    /// <summary>The exceptions that rules have thrown.</summary>
    public IReadOnlyCollection<string> Failures => _failures;

    public int Files { get; private set; }

    public int Lines { get; private set; }

    public static async Task<RepositoryResult> OfAsync(SourceRepository repository)
    {
        var result = new RepositoryResult();
        var compilations = new Dictionary<string, (CSharpCompilation Compilation, ImmutableHashSet<string> References)>(StringComparer.Ordinal);
        foreach (SourceProject project in repository.Projects)
        {
            ImmutableHashSet<string> references = project.References.Where(compilations.ContainsKey)
                .Aggregate(ImmutableHashSet<string>.Empty, (all, reference) => all.Add(reference).Union(compilations[reference].References));
            CSharpCompilation compilation = project.Compile(References, references.Select(reference => compilations[reference].Compilation));
            compilations.Add(project.Directory, (compilation, references));
            await result.AddAsync(compilation, repository.Root);
        }

        result._findings.Sort((left, right) => (left.File, left.Line, left.Rule).CompareTo((right.File, right.Line, right.Rule)));
        return result;
    }

    private async Task AddAsync(CSharpCompilation compilation, string root)
    {
        var options = new CompilationWithAnalyzersOptions(
            new AnalyzerOptions([]),
            (exception, analyzer, _) => _failures.Enqueue($"{analyzer.GetType().Name}: {exception}"),
            concurrentAnalysis: true,
            logAnalyzerExecutionTime: false);
        CompilationWithAnalyzers analysis = compilation.WithAnalyzers(Analyzers, options);
        // To bind all the rest takes most of the time, and finds nothing.
        SyntaxTree[] trees = [.. compilation.SyntaxTrees.Where(tree => Concerned().IsMatch(tree.GetText().ToString()))];
        foreach (SyntaxTree tree in trees)
        {
            foreach (Diagnostic diagnostic in await analysis.GetAnalyzerSemanticDiagnosticsAsync(compilation.GetSemanticModel(tree), filterSpan: null, CancellationToken.None))
            {
                if (!diagnostic.IsSuppressed)
                {
                    _findings.Add(Read(diagnostic, compilation, root));
                }
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

    private static Finding Read(Diagnostic diagnostic, CSharpCompilation compilation, string root)
    {
        SyntaxTree tree = diagnostic.Location.SourceTree!;
        SyntaxNode node = tree.GetRoot().FindNode(diagnostic.Location.SourceSpan);
        SyntaxNode member = node.FirstAncestorOrSelf<SyntaxNode>(ancestor => ancestor is BaseMethodDeclarationSyntax or BasePropertyDeclarationSyntax or FieldDeclarationSyntax or GlobalStatementSyntax) ?? node;
        int errors = compilation.GetSemanticModel(tree).GetDiagnostics(member.Span).Count(error => error.Severity == DiagnosticSeverity.Error);
        int line = diagnostic.Location.GetLineSpan().StartLinePosition.Line;
        return new(
            diagnostic.Id,
            diagnostic.Severity,
            Path.GetRelativePath(root, tree.FilePath).Replace('\\', '/'),
            line + 1,
            errors,
            Spaces().Replace(tree.GetText().Lines[line].ToString().Trim(), " "),
            Spaces().Replace(diagnostic.GetMessage(), " "));
    }

    /// <summary>What a file names that holds anything a rule looks at.</summary>
    [GeneratedRegex(@"\b(File|FileInfo|FileStream|StreamWriter|CopyTo|CopyToAsync|Directory|DirectoryInfo|DriveInfo|GetTemp\w*|\w*Blob\w*|IFormFile\w*|MultipartReader|FromBase64\w*|BodyReader)\b|\bbyte\[\]|Form\.Files")]
    private static partial Regex Concerned();

    [GeneratedRegex(@"\s+")]
    private static partial Regex Spaces();
}
