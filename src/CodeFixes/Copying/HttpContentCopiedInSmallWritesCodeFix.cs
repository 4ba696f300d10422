using System.Composition;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using StreamTuning.Analyzers;
using StreamTuning.Analyzers.Copying;

namespace StreamTuning.CodeFixes.Copying;

/// <summary>Fixes STRM1008 by the runtime's copy, or by a buffer of the file that gathers the small writes.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(HttpContentCopiedInSmallWritesCodeFix))]
[Shared]
public sealed class HttpContentCopiedInSmallWritesCodeFix : StreamTuningCodeFix
{
    public HttpContentCopiedInSmallWritesCodeFix()
        : base(Rules.HttpContentCopiedInSmallWrites)
    {
    }

    public override string RuntimeTitle => TunedCopy.Title;

    public override string PlainTitle => "Give the file a larger buffer";

    private protected override FixEdit? TryCreateRuntimeEdit(FixContext context) =>
        context.Has(HttpContentCopiedInSmallWritesAnalyzer.TellsFailuresApart) ? null : TunedCopy.TryCreate(context, context.Node);

    private protected override FixEdit? TryCreatePlainEdit(FixContext context) =>
        context.Property(HttpContentCopiedInSmallWritesAnalyzer.BufferSize) is { } size && !context.Has(HttpContentCopiedInSmallWritesAnalyzer.TellsFailuresApart)
            ? FileBuffer.TryEnlarge(context, context.RelatedNode, context.Node, size)?.EnlargeBuffer()
            : null;
}
