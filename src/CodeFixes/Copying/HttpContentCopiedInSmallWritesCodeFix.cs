namespace StreamTuning.CodeFixes.Copying;

/// <summary>Fixes STRM1008 by the runtime's copy, or by a buffer of the file that gathers the small writes.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(HttpContentCopiedInSmallWritesCodeFix))]
[Shared]
internal sealed class HttpContentCopiedInSmallWritesCodeFix() : CodeFix<FileCopy>(Rules.HttpContentCopiedInSmallWrites, FileCopy.Facts)
{
    private protected override FixEdit? TryCallRuntime(FileCopy copy, FixContext context) =>
        CopiedResponse.AreFailuresToldApart(copy.Copy.Call, context.Types) ? null : TunedCopy.TryCreate(context, copy.Copy.Call.Syntax);

    private protected override FixEdit? TryWritePlain(FileCopy copy, FixContext context) =>
        CopiedResponse.AreFailuresToldApart(copy.Copy.Call, context.Types) ? null : LargerBlocks.OfFile(copy, context);
}
