namespace StreamTuning.CodeFixes.Copying;

/// <summary>
/// Fixes STRM1002 by the runtime's copy, or by a larger buffer for the copy, the loop or the file, whichever has an effect.
/// </summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(CopyBufferTooSmallCodeFix))]
[Shared]
internal sealed class CopyBufferTooSmallCodeFix() : StreamTuningCodeFix(Rules.CopyBufferTooSmall)
{
    private protected override FixEdit? TryCreateRuntimeEdit(FixContext context) => context.Fact(FileCopy.Facts) is { } copy
        ? TunedCopy.OfFile(copy, context)
        : null;

    private protected override FixEdit? TryCreatePlainEdit(FixContext context)
    {
        int size = context.Option(Options.CopyBufferSize);
        return context.Fact(FileCopy.Facts) is { } copy ? LargerBlocks.OfCopy(copy, context, size)
            : context.Fact(BlockWrite.Facts) is { } block ? LargerBlocks.OfLoop(block, context, size)
            : null;
    }
}
