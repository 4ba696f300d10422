using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using StreamTuning.Analyzers.Tests.Robustness;
using StreamTuning.CodeFixes;

namespace StreamTuning.Analyzers.Tests.Tables;

/// <summary>Asks the fix of a rule what it offers.</summary>
internal static class FixRunner
{
    private static readonly ImmutableArray<CodeFixProvider> All =
    [
        .. typeof(StreamTuningCodeFix).Assembly.GetTypes()
            .Where(type => !type.IsAbstract && type.IsAssignableTo(typeof(CodeFixProvider)))
            .Select(type => (CodeFixProvider)Activator.CreateInstance(type)!),
    ];

    /// <summary>The fix that exports the rule's id; null where none does.</summary>
    public static CodeFixProvider? FixOf(Rule rule) => All.SingleOrDefault(fix => fix.FixableDiagnosticIds.Contains(rule.Id));

    /// <summary>What is offered for the diagnostics of the rule in a source, in order of the source.</summary>
    /// <param name="source">The source.</param>
    /// <param name="rule">The rule.</param>
    /// <param name="select">Which of the diagnostics; all where it is null.</param>
    public static async Task<ImmutableArray<CodeAction>> ActionsAsync(
        string source, Rule rule, Func<IEnumerable<Diagnostic>, IEnumerable<Diagnostic>>? select = null)
    {
        var actions = ImmutableArray.CreateBuilder<CodeAction>();
        if (FixOf(rule) is { } fix)
        {
            using var workspace = new AdhocWorkspace();
            Document document = AddDocument(workspace, source);
            Compilation compilation = (await document.Project.GetCompilationAsync())!;
            SyntaxTree? tree = await document.GetSyntaxTreeAsync();
            IEnumerable<Diagnostic> diagnostics = (await AnalyzerRunner.RunAsync(compilation)).Where(reported => reported.Id == rule.Id && reported.Location.SourceTree == tree);
            foreach (Diagnostic diagnostic in select is null ? diagnostics : select(diagnostics))
            {
                await fix.RegisterCodeFixesAsync(new CodeFixContext(document, diagnostic, (action, _) => actions.Add(action), CancellationToken.None));
            }
        }

        return actions.ToImmutable();
    }

    /// <summary>Whether the fix with a key is offered for all places of the rule's canonical source at once.</summary>
    public static async Task<bool> OffersFixAllAsync(Rule rule, string key)
    {
        using var workspace = new AdhocWorkspace();
        Document document = AddDocument(workspace, CanonicalSource.Of(rule).Text);
        CodeFixProvider fix = FixOf(rule)!;
        var context = new FixAllContext(document, fix, FixAllScope.Document, key, fix.FixableDiagnosticIds, new Reported(rule), CancellationToken.None);
        return await fix.GetFixAllProvider()!.GetFixAsync(context) is not null;
    }

    private static Document AddDocument(AdhocWorkspace workspace, string source) => workspace.CurrentSolution
        .AddProject("Project", "Project", LanguageNames.CSharp)
        .WithCompilationOptions(CanonicalSource.CompilationOptions)
        .WithParseOptions(CanonicalSource.ParseOptions)
        .AddMetadataReferences(References.All)
        .AddDocument("Source.cs", source);

    /// <summary>The source that an action makes.</summary>
    public static async Task<string> ApplyAsync(CodeAction action)
    {
        ImmutableArray<CodeActionOperation> operations = await action.GetOperationsAsync(CancellationToken.None);
        Solution changed = operations.OfType<ApplyChangesOperation>().Single().ChangedSolution;
        Document document = changed.Projects.Single().Documents.Single(candidate => candidate.Name == "Source.cs");
        return (await document.GetTextAsync()).ToString();
    }

    private sealed class Reported(Rule rule) : FixAllContext.DiagnosticProvider
    {
        public override async Task<IEnumerable<Diagnostic>> GetDocumentDiagnosticsAsync(Document document, CancellationToken cancellationToken)
        {
            SyntaxTree? tree = await document.GetSyntaxTreeAsync(cancellationToken);
            return (await GetAllDiagnosticsAsync(document.Project, cancellationToken)).Where(diagnostic => diagnostic.Location.SourceTree == tree);
        }

        public override async Task<IEnumerable<Diagnostic>> GetAllDiagnosticsAsync(Project project, CancellationToken cancellationToken) =>
            (await AnalyzerRunner.RunAsync((await project.GetCompilationAsync(cancellationToken))!)).Where(diagnostic => diagnostic.Id == rule.Id);

        public override Task<IEnumerable<Diagnostic>> GetProjectDiagnosticsAsync(Project project, CancellationToken cancellationToken) =>
            Task.FromResult<IEnumerable<Diagnostic>>([]);
    }
}
