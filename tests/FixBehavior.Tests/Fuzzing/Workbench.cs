using System.Collections.Concurrent;
using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Text;
using StreamTuning.Analyzers;
using StreamTuning.Analyzers.Tests.Robustness;
using StreamTuning.CodeFixes;

namespace StreamTuning.FixBehavior.Fuzzing;

/// <summary>Compiles and analyses programs of one file, and applies fixes to them.</summary>
internal static class Workbench
{
    private const string FileName = "Program.cs";

    /// <summary>An empty project for each kind of settings, with its references bound: programs are put into it.</summary>
    private static readonly ConcurrentDictionary<FuzzSettings, Task<Document>> Projects = new();

    public static StreamTuningCodeFix? FixOf(string id) => OwnRules.Fixes.SingleOrDefault(fix => fix.FixableDiagnosticIds.Contains(id));

    /// <summary>A program as the document of a project of its own.</summary>
    public static async Task<Document> OpenAsync(string text, FuzzSettings settings)
    {
        Document empty = await Projects.GetOrAdd(settings, CreateAsync);
        return empty.WithText(SourceText.From(text));
    }

    public static async Task<CSharpCompilation> CompileAsync(Document document) => (CSharpCompilation)(await document.Project.GetCompilationAsync())!;

    /// <summary>The errors and warnings of the compiler, also those that it finds only when it emits code.</summary>
    public static ImmutableArray<Diagnostic> Problems(CSharpCompilation compilation)
    {
        using var image = new MemoryStream();
        ImmutableArray<Diagnostic> all = compilation.Emit(image).Diagnostics;
        return [.. all.Where(diagnostic => diagnostic.Severity >= DiagnosticSeverity.Warning && !diagnostic.IsSuppressed)];
    }

    public static bool HasErrors(CSharpCompilation compilation) => compilation.GetDiagnostics().Any(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error);

    /// <summary>What all rules report in a program.</summary>
    public static Task<ImmutableArray<Diagnostic>> AnalyzeAsync(Compilation compilation) => AnalyzerRunner.RunAsync(compilation, concurrent: false);

    /// <summary>What one rule reports in a program.</summary>
    public static Task<ImmutableArray<Diagnostic>> AnalyzeAsync(Compilation compilation, string id) =>
        AnalyzerRunner.RunAsync([AnalyzerOf(id)], compilation, concurrent: false);

    /// <summary>What the fix of a rule offers for a diagnostic.</summary>
    public static async Task<ImmutableArray<CodeAction>> ActionsAsync(Document document, Diagnostic diagnostic)
    {
        ImmutableArray<CodeAction>.Builder actions = ImmutableArray.CreateBuilder<CodeAction>();
        if (FixOf(diagnostic.Id) is { } fix)
        {
            await fix.RegisterCodeFixesAsync(new CodeFixContext(document, diagnostic, (action, _) => actions.Add(action), CancellationToken.None));
        }

        return actions.ToImmutable();
    }

    /// <summary>The program that an action makes of one.</summary>
    public static async Task<Document> ApplyAsync(Document document, CodeAction action)
    {
        ImmutableArray<CodeActionOperation> operations = await action.GetOperationsAsync(CancellationToken.None);
        Solution changed = Assert.IsType<ApplyChangesOperation>(Assert.Single(operations)).ChangedSolution;
        SolutionChanges changes = changed.GetChanges(document.Project.Solution);
        Assert.Empty(changes.GetAddedProjects());
        ProjectChanges project = Assert.Single(changes.GetProjectChanges());
        Assert.Equal([document.Id], project.GetChangedDocuments());
        Assert.Empty(project.GetAddedDocuments());
        Assert.Empty(project.GetRemovedDocuments());
        return changed.GetDocument(document.Id)!;
    }

    /// <summary>The program with all diagnostics of a rule fixed that a form can fix; null where it is not for many places.</summary>
    public static async Task<Document?> FixAllAsync(Document document, string id, string key)
    {
        StreamTuningCodeFix fix = FixOf(id)!;
        var context = new FixAllContext(document, fix, FixAllScope.Document, key, fix.FixableDiagnosticIds, new Reported(id), CancellationToken.None);
        if (await fix.GetFixAllProvider().GetFixAsync(context) is not { } action)
        {
            return null;
        }

        ImmutableArray<CodeActionOperation> operations = await action.GetOperationsAsync(CancellationToken.None);
        return operations.OfType<ApplyChangesOperation>().Single().ChangedSolution.GetDocument(document.Id);
    }

    private static DiagnosticAnalyzer AnalyzerOf(string id) => OwnRules.Analyzers.Single(analyzer => analyzer.SupportedDiagnostics.Any(descriptor => descriptor.Id == id));

    private static async Task<Document> CreateAsync(FuzzSettings settings)
    {
        var workspace = new AdhocWorkspace();
        Document document = workspace.CurrentSolution
            .AddProject("Program", "Program", LanguageNames.CSharp)
            .WithParseOptions(new CSharpParseOptions(settings.Language, DocumentationMode.Parse, preprocessorSymbols: ["NET", "DEFINED"]))
            .WithCompilationOptions(new CSharpCompilationOptions(
                settings.Output,
                nullableContextOptions: settings.EffectiveNullable,
                allowUnsafe: true,
                // STRM1006 is off by default.
                specificDiagnosticOptions: [new("CS1701", ReportDiagnostic.Suppress), new("CS1702", ReportDiagnostic.Suppress), new("STRM1006", ReportDiagnostic.Info)]))
            .AddMetadataReferences(settings.References)
            .AddDocument(FileName, "");
        await CompileAsync(document);
        return document;
    }

    private sealed class Reported(string id) : FixAllContext.DiagnosticProvider
    {
        public override Task<IEnumerable<Diagnostic>> GetDocumentDiagnosticsAsync(Document document, CancellationToken cancellationToken) =>
            GetAllDiagnosticsAsync(document.Project, cancellationToken);

        public override async Task<IEnumerable<Diagnostic>> GetAllDiagnosticsAsync(Project project, CancellationToken cancellationToken) =>
            await AnalyzeAsync((await project.GetCompilationAsync(cancellationToken))!, id);

        public override Task<IEnumerable<Diagnostic>> GetProjectDiagnosticsAsync(Project project, CancellationToken cancellationToken) =>
            Task.FromResult<IEnumerable<Diagnostic>>([]);
    }
}
