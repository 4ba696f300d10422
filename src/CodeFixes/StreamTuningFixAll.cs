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
        string? key = fixAllContext.CodeActionEquivalenceKey;
        // Without a key nobody chose: `dotnet format` takes that of the first finding, which may have no fix. The form that is offered first is meant then.
        Document? result = key is null || key == fix.EquivalenceKey(RuleFixes.Runtime) ? await FixAsync(RuleFixes.Runtime).ConfigureAwait(false) : null;
        if (key is null || key == fix.EquivalenceKey(RuleFixes.Plain))
        {
            result ??= await FixAsync(RuleFixes.Plain).ConfigureAwait(false);
        }

        return result ?? document;

        Task<Document?> FixAsync(RuleFixes form) => fix.FixAsync(document, diagnostics, form, fixAllContext.CancellationToken);
    }
}
