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
            Document document = workspace.CurrentSolution
                .AddProject("Project", "Project", LanguageNames.CSharp)
                .WithCompilationOptions(CanonicalSource.CompilationOptions)
                .WithParseOptions(CanonicalSource.ParseOptions)
                .AddMetadataReferences(References.All)
                .AddDocument("Stubs.cs", CanonicalSource.Stubs).Project
                .AddDocument("Source.cs", source);
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

    /// <summary>The source that an action makes.</summary>
    public static async Task<string> ApplyAsync(CodeAction action)
    {
        ImmutableArray<CodeActionOperation> operations = await action.GetOperationsAsync(CancellationToken.None);
        Solution changed = operations.OfType<ApplyChangesOperation>().Single().ChangedSolution;
        Document document = changed.Projects.Single().Documents.Single(candidate => candidate.Name == "Source.cs");
        return (await document.GetTextAsync()).ToString();
    }
}
