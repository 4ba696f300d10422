using System.Threading.Tasks;
using Microsoft.CodeAnalysis.CodeActions;

namespace StreamTuning.CodeFixes;

/// <summary>The one FixAll: fixes a document in one step, and a project or solution document by document.</summary>
internal sealed class StreamTuningFixAll : FixAllProvider
{
    public static readonly StreamTuningFixAll Instance = new();

    private readonly Documents _documents = new();

    private StreamTuningFixAll()
    {
    }

    public override IEnumerable<FixAllScope> GetSupportedFixAllScopes() => _documents.GetSupportedFixAllScopes();

    /// <summary>Null where the chosen form is one that is not taken in many places.</summary>
    public override Task<CodeAction?> GetFixAsync(FixAllContext fixAllContext) => FormsOf(fixAllContext) switch
    {
        RuleFixes.None => Task.FromResult<CodeAction?>(null),
        RuleFixes.Setting => SetAsync(fixAllContext),
        _ => _documents.GetFixAsync(fixAllContext),
    };

    /// <summary>Makes the setting once in each project that has something to fix.</summary>
    private static async Task<CodeAction?> SetAsync(FixAllContext context)
    {
        var fix = (StreamTuningCodeFix)context.CodeFixProvider;
        Solution solution = context.Solution;
        foreach (Project project in context.Scope == FixAllScope.Solution ? solution.Projects : [context.Project])
        {
            ImmutableArray<Diagnostic> diagnostics = context.Scope == FixAllScope.Document && context.Document is { } document
                ? await context.GetDocumentDiagnosticsAsync(document).ConfigureAwait(false)
                : await context.GetAllDiagnosticsAsync(project).ConfigureAwait(false);
            if (!diagnostics.IsEmpty && await fix.SetAsync(project, context.CancellationToken).ConfigureAwait(false) is { } set)
            {
                SourceText text = await set.GetTextAsync(context.CancellationToken).ConfigureAwait(false);
                solution = solution.WithDocumentText(set.Id, text);
            }
        }

        return solution == context.Solution
            ? null
            : CodeAction.Create(fix.Rule.SettingFix!, _ => Task.FromResult(solution), fix.EquivalenceKey(RuleFixes.Setting));
    }

    private static RuleFixes FormsOf(FixAllContext context)
    {
        var fix = (StreamTuningCodeFix)context.CodeFixProvider;

        // Without a key nobody chose: dotnet format passes that of the first finding, which may have no fix.
        string? key = context.CodeActionEquivalenceKey;
        RuleFixes forms = key == fix.EquivalenceKey(RuleFixes.Runtime) ? RuleFixes.Runtime
            : key == fix.EquivalenceKey(RuleFixes.Plain) ? RuleFixes.Plain
            : key == fix.EquivalenceKey(RuleFixes.Setting) ? RuleFixes.Setting
            : key == fix.EquivalenceKey(RuleFixes.Reviewed) ? RuleFixes.Reviewed
            : StreamTuningCodeFix.AnyForm | RuleFixes.Setting;

        // A setting leaves nothing for other forms to fix.
        forms &= fix.FixAllForms;
        return (forms & RuleFixes.Setting) != 0 ? RuleFixes.Setting : forms;
    }

    private sealed class Documents : DocumentBasedFixAllProvider
    {
        protected override async Task<Document?> FixAllAsync(
            FixAllContext fixAllContext, Document document, ImmutableArray<Diagnostic> diagnostics)
        {
            var fix = (StreamTuningCodeFix)fixAllContext.CodeFixProvider;
            return await fix.FixAsync(document, diagnostics, FormsOf(fixAllContext), fixAllContext.CancellationToken).ConfigureAwait(false)
                ?? document;
        }
    }
}
