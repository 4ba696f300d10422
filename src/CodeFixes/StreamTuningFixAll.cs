using System.Collections.Immutable;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using StreamTuning.Analyzers;

namespace StreamTuning.CodeFixes;

/// <summary>The one FixAll: fixes a document in one step, and a project or solution document by document.</summary>
internal sealed class StreamTuningFixAll : DocumentBasedFixAllProvider
{
    public static readonly StreamTuningFixAll Instance = new();

    private StreamTuningFixAll()
    {
    }

    protected override async Task<Document?> FixAllAsync(FixAllContext fixAllContext, Document document, ImmutableArray<Diagnostic> diagnostics)
    {
        var fix = (StreamTuningCodeFix)fixAllContext.CodeFixProvider;

        // Without a key nobody chose: dotnet format passes that of the first finding, which may have no fix.
        string? key = fixAllContext.CodeActionEquivalenceKey;
        RuleFixes forms = key == fix.EquivalenceKey(RuleFixes.Runtime) ? RuleFixes.Runtime
            : key == fix.EquivalenceKey(RuleFixes.Plain) ? RuleFixes.Plain
            : StreamTuningCodeFix.AnyForm;
        return await fix.FixAsync(document, diagnostics, forms, fixAllContext.CancellationToken).ConfigureAwait(false) ?? document;
    }
}
