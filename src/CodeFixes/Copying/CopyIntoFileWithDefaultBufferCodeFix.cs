namespace StreamTuning.CodeFixes.Copying;

/// <summary>Fixes STRM1001 by the runtime's copy, or by a larger buffer for the copy or for the file, whichever has an effect.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(CopyIntoFileWithDefaultBufferCodeFix))]
[Shared]
internal sealed class CopyIntoFileWithDefaultBufferCodeFix() : CodeFix<FileCopy>(Rules.CopyIntoFileWithDefaultBuffer, FileCopy.Facts)
{
    private protected override FixEdit? TryCallRuntime(FileCopy copy, FixContext context) =>
        MissingAwait.TryAddTo(TunedCopy.OfFile(copy, context), context, copy.Copy.Call);

    private protected override FixEdit? TryWritePlain(FileCopy copy, FixContext context) =>
        MissingAwait.TryAddTo(LargerBlocks.OfCopy(copy, context, context.Option(Options.CopyBufferSize)), context, copy.Copy.Call);
}
