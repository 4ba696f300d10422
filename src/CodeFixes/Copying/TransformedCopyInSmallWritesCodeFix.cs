namespace StreamTuning.CodeFixes.Copying;

/// <summary>Fixes STRM1013 by a buffer of the file that gathers what the compression or encryption writes.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(TransformedCopyInSmallWritesCodeFix))]
[Shared]
internal sealed class TransformedCopyInSmallWritesCodeFix()
    : CodeFix<TransformedCopy>(Rules.TransformedCopyInSmallWrites, TransformedCopy.Facts)
{
    private protected override FixEdit? TryWritePlain(TransformedCopy transformed, FixContext context) =>
        transformed.Copy is var copy
        && copy.Copy.Kind == CopySource.HttpContent
        && CopiedResponse.AreFailuresToldApart(copy.Copy.Call, context.Types)
            ? null
            : LargerBlocks.OfFile(copy, context);
}
