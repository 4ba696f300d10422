using System.Composition;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using StreamTuning.Analyzers;
using StreamTuning.Analyzers.Uploads;
using StreamTuning.CodeFixes.Copying;

namespace StreamTuning.CodeFixes.Uploads;

/// <summary>Fixes STRM4008 by the runtime's copy, or by a buffer of the file that gathers the segments.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(RawBodyCopiedInSegmentsCodeFix))]
[Shared]
public sealed class RawBodyCopiedInSegmentsCodeFix : StreamTuningCodeFix
{
    public RawBodyCopiedInSegmentsCodeFix()
        : base(Rules.RawBodyCopiedInSegments)
    {
    }

    public override string RuntimeTitle => TunedCopy.Title;

    public override string PlainTitle => "Give the file a buffer of 64 KiB";

    private protected override FixEdit? TryCreateRuntimeEdit(FixContext context) => TunedCopy.TryCreate(context, context.Node);

    private protected override FixEdit? TryCreatePlainEdit(FixContext context) =>
        context.Property(RawBodyCopiedInSegmentsAnalyzer.BufferSize) is { } size ? FileBuffer.TryEnlarge(context, context.RelatedNode, context.Node, size) : null;
}
