namespace StreamTuning.CodeFixes.Blobs;

/// <summary>Fixes STRM3001 by the runtime's upload, or by options with which the SDK sends blocks.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(UnblockedBlobUploadCodeFix))]
[Shared]
internal sealed class UnblockedBlobUploadCodeFix() : CodeFix<BlobUpload>(Rules.UnblockedBlobUpload, BlobUpload.Facts)
{
    private protected override FixEdit? TryCallRuntime(BlobUpload upload, FixContext context) => TunedUpload.TryCreate(context, [upload]);

    private protected override FixEdit? TryWritePlain(BlobUpload upload, FixContext context) =>
        upload.Settings is { } settings ? BlockOptionsEdit.TryCreate(context, settings, upload.Call.Syntax) : null;
}
