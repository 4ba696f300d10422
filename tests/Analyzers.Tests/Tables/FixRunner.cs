using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.Text;
using StreamTuning.Analyzers.Tests.Robustness;

namespace StreamTuning.Analyzers.Tests.Tables;

/// <summary>Asks the fix of a rule what it offers.</summary>
internal static class FixRunner
{
    /// <summary>A document without text, from which all others come: its references are read only once.</summary>
    private static readonly Document Empty = new AdhocWorkspace().CurrentSolution
        .AddProject("Project", "Project", LanguageNames.CSharp)
        .WithCompilationOptions(CanonicalSource.CompilationOptions)
        .WithParseOptions(CanonicalSource.ParseOptions)
        .AddMetadataReferences(References.All)
        .AddDocument("Source.cs", "");

    /// <summary>The fix that exports the rule's id; null where none does.</summary>
    public static CodeFixProvider? FixOf(Rule rule) => FixOf(rule.Id);

    public static CodeFixProvider? FixOf(string id) => OwnRules.Fixes.SingleOrDefault(fix => fix.FixableDiagnosticIds.Contains(id));

    /// <summary>A document in a project of its own.</summary>
    public static async Task<Document> DocumentAsync(string source)
    {
        // What is already bound is taken over.
        await Empty.Project.GetCompilationAsync();
        return Empty.WithText(SourceText.From(source));
    }

    /// <summary>What all rules report in a document.</summary>
    public static async Task<ImmutableArray<Diagnostic>> DiagnosticsAsync(Document document, CancellationToken cancellationToken = default)
    {
        Compilation compilation = (await document.Project.GetCompilationAsync(cancellationToken))!;
        return await AnalyzerRunner.RunAsync(compilation, cancellationToken: cancellationToken);
    }

    /// <summary>What is offered for a diagnostic; nothing where its rule has no fix.</summary>
    public static async Task<ImmutableArray<CodeAction>> OfferedAsync(Document document, Diagnostic diagnostic, CancellationToken cancellationToken = default)
    {
        var actions = ImmutableArray.CreateBuilder<CodeAction>();
        if (FixOf(diagnostic.Id) is { } fix)
        {
            await fix.RegisterCodeFixesAsync(new CodeFixContext(document, diagnostic, (action, _) => actions.Add(action), cancellationToken));
        }

        return actions.ToImmutable();
    }

    /// <summary>What is offered for the diagnostics of the rule in a source, in order of the source.</summary>
    /// <param name="source">The source.</param>
    /// <param name="rule">The rule.</param>
    /// <param name="select">Which of the diagnostics; all where it is null.</param>
    public static async Task<ImmutableArray<CodeAction>> ActionsAsync(
        string source, Rule rule, Func<IEnumerable<Diagnostic>, IEnumerable<Diagnostic>>? select = null)
    {
        var actions = ImmutableArray.CreateBuilder<CodeAction>();
        if (FixOf(rule) is not null)
        {
            Document document = await DocumentAsync(source);
            IEnumerable<Diagnostic> diagnostics = (await DiagnosticsAsync(document)).Where(reported => reported.Id == rule.Id);
            foreach (Diagnostic diagnostic in select is null ? diagnostics : select(diagnostics))
            {
                actions.AddRange(await OfferedAsync(document, diagnostic));
            }
        }

        return actions.ToImmutable();
    }

    /// <summary>Whether the fix with a key is offered for all places of the rule's canonical source at once.</summary>
    public static async Task<bool> OffersFixAllAsync(Rule rule, string key)
    {
        Document document = await DocumentAsync(CanonicalSource.Of(rule).Text);
        CodeFixProvider fix = FixOf(rule)!;
        var context = new FixAllContext(document, fix, FixAllScope.Document, key, fix.FixableDiagnosticIds, new Reported(rule), CancellationToken.None);
        return await fix.GetFixAllProvider()!.GetFixAsync(context) is not null;
    }

    /// <summary>The source that an action makes.</summary>
    public static async Task<string> ApplyAsync(CodeAction action, CancellationToken cancellationToken = default)
    {
        ImmutableArray<CodeActionOperation> operations = await action.GetOperationsAsync(cancellationToken);
        Solution changed = operations.OfType<ApplyChangesOperation>().Single().ChangedSolution;
        Document document = changed.Projects.Single().Documents.Single(candidate => candidate.Name == "Source.cs");
        return (await document.GetTextAsync(cancellationToken)).ToString();
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
