namespace StreamTuning.CodeFixes.Copying;

/// <summary>
/// Fixes STRM1012 by a request that waits for the headers only, and a copy in large blocks: the runtime's, or one with a buffer of the
/// file.
/// </summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(ResponseBufferedBeforeFileCodeFix))]
[Shared]
internal sealed class ResponseBufferedBeforeFileCodeFix() : CodeFix<FileCopy>(Rules.ResponseBufferedBeforeFile, FileCopy.Facts)
{
    private protected override FixEdit? TryCallRuntime(FileCopy copy, FixContext context) =>
        StreamedRequest.TryAdd(TunedCopy.TryCreate(context, copy.Copy.Call.Syntax), CopiedResponse.Of(copy.Copy, context.Types), context);

    private protected override FixEdit? TryWritePlain(FileCopy copy, FixContext context)
    {
        int enough = copy.Copy.Kind == CopySource.HttpContent ? CopiedResponse.LargeBuffer : context.Option(Options.CopyBufferSize);
        FixEdit? edit = copy.MayHaveBuffer(enough) ? new FixEdit() : LargerBlocks.OfFile(copy, context);
        return StreamedRequest.TryAdd(edit, CopiedResponse.Of(copy.Copy, context.Types), context);
    }
}
