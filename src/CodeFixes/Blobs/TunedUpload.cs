using System.Collections.Generic;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using StreamTuning.Analyzers.Blobs;

namespace StreamTuning.CodeFixes.Blobs;

/// <summary>Turns <c>UploadAsync</c> into the runtime's <c>UploadBlocksAsync</c>, which takes the same arguments and treats an existing blob the same.</summary>
internal static class TunedUpload
{
    /// <summary>The costs are part of the title: they are outside of the code.</summary>
    public const string Title = "Upload in blocks with StreamTuning (needs write permission, more transactions, PutBlockList event)";

    private const string RuntimeType = "StreamTuning.BlobUploadExtensions";

    public static FixEdit? TryCreate(FixContext context, IReadOnlyCollection<SyntaxNode> calls)
    {
        if (calls.Count == 0 || context.Has(BlockOptions.HasSmallBlocks) || context.Model.Compilation.GetTypeByMetadataName(RuntimeType) is null)
        {
            return null;
        }

        var edit = new FixEdit();
        foreach (SyntaxNode node in calls)
        {
            if (BlobUploadCall.TryRead(context, node) is not { } call
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
