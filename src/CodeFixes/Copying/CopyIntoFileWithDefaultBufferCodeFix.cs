namespace StreamTuning.CodeFixes.Copying;

/// <summary>Fixes STRM1001 by the runtime's copy, or by a larger buffer for the copy or for the file, whichever has an effect.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(CopyIntoFileWithDefaultBufferCodeFix))]
[Shared]
internal sealed class CopyIntoFileWithDefaultBufferCodeFix() : CodeFix<FileCopy>(Rules.CopyIntoFileWithDefaultBuffer, FileCopy.Facts)
{
    private protected override FixEdit? TryCallRuntime(FileCopy copy, FixContext context) =>
        Awaited(TunedCopy.OfFile(copy, context), copy, context);

    private protected override FixEdit? TryWritePlain(FileCopy copy, FixContext context) =>
        Awaited(LargerBlocks.OfCopy(copy, context, context.Option(Options.CopyBufferSize)), copy, context);

    /// <summary>The edit, which also awaits the copy; null where the code after it may be what gives the source its data.</summary>
    private static FixEdit? Awaited(FixEdit? edit, FileCopy copy, FixContext context) =>
        MissingAwait.IsDropped(copy.Copy.Call)
            ? copy.Copy.Kind is CopySource.FormFile or CopySource.Stream && !copy.Copy.Source.Type.DerivesFrom(context.Types.PipeStream)
                ? MissingAwait.TryAddTo(edit, context, copy.Copy.Call)
                : null
            : edit;
}
