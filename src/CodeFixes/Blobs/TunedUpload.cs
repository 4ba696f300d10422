namespace StreamTuning.CodeFixes.Blobs;

/// <summary>
/// Turns <c>UploadAsync</c> into the runtime's <c>UploadBlocksAsync</c>, which takes the same arguments and treats an existing blob the
/// same.
/// </summary>
internal static class TunedUpload
{
    private const string RuntimeType = "StreamTuning.BlobUploadExtensions";

    public static FixEdit? TryCreate(FixContext context, IEnumerable<BlobUpload> uploads)
    {
        if (context.Model.Compilation.GetTypeByMetadataName(RuntimeType) is null)
        {
            return null;
        }

        var edit = new FixEdit();
        foreach (BlobUpload upload in uploads)
        {
            if (upload.Settings is { HasSmallBlocks: true }
                || BlobUploadCall.TryRead(context, upload.Call.Syntax) is not { } call
                || call.Syntax.Expression is MemberAccessExpressionSyntax { Expression: BaseExpressionSyntax }
                || (call.Takes("blobName") && !call.TryMakeBlobClient(edit)))
            {
                return null;
            }

            if (call.Syntax.Expression == call.Name && !call.Takes("blobName"))
            {
                edit.Insert(call.Name.SpanStart, "this.");
            }

            edit.Replace(call.Name.Span, "UploadBlocksAsync").ExpectRuntimeCall(call.Name.SpanStart);
        }

        return edit;
    }
}
