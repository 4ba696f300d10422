using System.Composition;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using StreamTuning.Analyzers;

namespace StreamTuning.CodeFixes.Copying;

/// <summary>Fixes STRM1001 by the runtime's copy, or by a larger buffer for the copy or for the file, whichever has an effect.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(CopyIntoFileWithDefaultBufferCodeFix))]
[Shared]
public sealed class CopyIntoFileWithDefaultBufferCodeFix : StreamTuningCodeFix
{
    public CopyIntoFileWithDefaultBufferCodeFix()
        : base(Rules.CopyIntoFileWithDefaultBuffer)
    {
    }

    public override string RuntimeTitle => TunedCopy.Title;

    public override string PlainTitle => LargerBlocks.Title;

    private protected override FixEdit? TryCreateRuntimeEdit(FixContext context) => TunedCopy.TryCreate(context, context.Node);

    private protected override FixEdit? TryCreatePlainEdit(FixContext context) => LargerBlocks.TryCreate(context);
}
