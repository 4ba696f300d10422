namespace StreamTuning.CodeFixes.Blobs;

/// <summary>
/// Fixes STRM3003 by the asynchronous twin of the call, which takes the same arguments, where the code around it can await it.
/// </summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(SyncBlobUploadIsSerialCodeFix))]
[Shared]
internal sealed class SyncBlobUploadIsSerialCodeFix() : CodeFix<BlobUpload>(Rules.SyncBlobUploadIsSerial, BlobUpload.Facts)
{
    private protected override FixEdit? TryWritePlain(BlobUpload upload, FixContext context)
    {
        if (BlobUploadCall.TryRead(context, upload.Call.Syntax) is not { } call
            || MissingAwait.TryGetEnd(context, call.Syntax) is not { } end)
        {
            return null;
        }

        bool isOperand = call.Syntax.Parent is MemberAccessExpressionSyntax or ElementAccessExpressionSyntax
            or ConditionalAccessExpressionSyntax or PostfixUnaryExpressionSyntax;
        FixEdit edit = new FixEdit()
            .Insert(call.Syntax.SpanStart, isOperand ? "(await " : "await ")
            .Insert(call.Name.Span.End, "Async");
        return end.Length > 0 || isOperand ? edit.Insert(call.Syntax.Span.End, isOperand ? end + ")" : end) : edit;
    }
}
