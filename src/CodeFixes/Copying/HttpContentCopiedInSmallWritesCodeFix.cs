namespace StreamTuning.CodeFixes.Copying;

/// <summary>Fixes STRM1008 by the runtime's copy, or by a buffer of the file that gathers the small writes.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(HttpContentCopiedInSmallWritesCodeFix))]
[Shared]
internal sealed class HttpContentCopiedInSmallWritesCodeFix() : CodeFix<FileCopy>(Rules.HttpContentCopiedInSmallWrites, FileCopy.Facts)
{
    private protected override FixEdit? TryCallRuntime(FileCopy copy, FixContext context) =>
        TellsFailuresApart(copy, context) ? null : TunedCopy.TryCreate(context, copy.Copy.Call.Syntax);

    private protected override FixEdit? TryWritePlain(FileCopy copy, FixContext context) =>
        TellsFailuresApart(copy, context) || context.Types.MayRunOnNetFramework
        ? null
        : FileBuffer.TryEnlarge(
            context, LargerBlocks.OpeningBeside(copy.Opening, copy.Copy.Call), copy.Copy.Call.Syntax,
            context.Option(Options.CopyBufferSize))?.EnlargeBuffer();

    /// <summary>
    /// Whether the code tells a failure of the file from one of the response: the content throws the same exception for both, and its
    /// replacement does not.
    /// </summary>
    private static bool TellsFailuresApart(FileCopy copy, FixContext context) =>
        context.Types is { HttpRequestException: { } ofContent, IOException: { } ofFile }
            && ExceptionHandling.TellsApart(copy.Copy.Call, ofContent, ofFile);
}
