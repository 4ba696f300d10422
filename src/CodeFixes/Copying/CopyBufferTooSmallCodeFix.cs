using System.Composition;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using StreamTuning.Analyzers;

namespace StreamTuning.CodeFixes.Copying;

/// <summary>Fixes STRM1002 by the runtime's copy, or by a larger buffer for the copy, the loop or the file, whichever has an effect.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(CopyBufferTooSmallCodeFix))]
[Shared]
public sealed class CopyBufferTooSmallCodeFix : StreamTuningCodeFix
{
    public CopyBufferTooSmallCodeFix()
        : base(Rules.CopyBufferTooSmall)
    {
    }

    public override string RuntimeTitle => TunedCopy.Title;

    public override string PlainTitle => LargerBlocks.Title;

    // Of a loop the write is reported, which is no copy.
    private protected override FixEdit? TryCreateRuntimeEdit(FixContext context) => TunedCopy.TryCreate(context, context.Node);

    private protected override FixEdit? TryCreatePlainEdit(FixContext context) => LargerBlocks.TryCreate(context);
}
