using System.Collections.Generic;
using System.Collections.Immutable;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using StreamTuning.Analyzers;

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
    public override Task<CodeAction?> GetFixAsync(FixAllContext fixAllContext) =>
        FormsOf(fixAllContext) == RuleFixes.None ? Task.FromResult<CodeAction?>(null) : _documents.GetFixAsync(fixAllContext);

    private static RuleFixes FormsOf(FixAllContext context)
    {
        var fix = (StreamTuningCodeFix)context.CodeFixProvider;

        // Without a key nobody chose: dotnet format passes that of the first finding, which may have no fix.
        string? key = context.CodeActionEquivalenceKey;
        RuleFixes forms = key == fix.EquivalenceKey(RuleFixes.Runtime) ? RuleFixes.Runtime
            : key == fix.EquivalenceKey(RuleFixes.Plain) ? RuleFixes.Plain
            : StreamTuningCodeFix.AnyForm;
        return forms & fix.FixAllForms;
    }

    private sealed class Documents : DocumentBasedFixAllProvider
    {
        protected override async Task<Document?> FixAllAsync(FixAllContext fixAllContext, Document document, ImmutableArray<Diagnostic> diagnostics)
        {
            var fix = (StreamTuningCodeFix)fixAllContext.CodeFixProvider;
            return await fix.FixAsync(document, diagnostics, FormsOf(fixAllContext), fixAllContext.CancellationToken).ConfigureAwait(false) ?? document;
        }
    }
}
