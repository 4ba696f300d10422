namespace StreamTuning.CodeFixes.Blobs;

/// <summary>An upload as it is written.</summary>
internal sealed class BlobUploadCall
{
    private BlobUploadCall(InvocationExpressionSyntax syntax, SimpleNameSyntax name, IInvocationOperation operation)
    {
        Syntax = syntax;
        Name = name;
        Operation = operation;
    }

    public InvocationExpressionSyntax Syntax { get; }

    /// <summary>The name of the method.</summary>
    public SimpleNameSyntax Name { get; }

    public IInvocationOperation Operation { get; }

    public ArgumentListSyntax Arguments => Syntax.ArgumentList;

    public static BlobUploadCall? TryRead(FixContext context, SyntaxNode? node)
    {
        if (node is not InvocationExpressionSyntax syntax
            || context.Model.GetOperation(syntax, context.CancellationToken) is not IInvocationOperation operation)
        {
            return null;
        }

        SimpleNameSyntax? name = syntax.Expression switch
        {
            MemberAccessExpressionSyntax access => access.Name,
            MemberBindingExpressionSyntax binding => binding.Name,
            IdentifierNameSyntax identifier => identifier,
            _ => null,
        };
        return name is null ? null : new BlobUploadCall(syntax, name, operation);
    }

    /// <summary>Whether the method has a parameter of the name.</summary>
    public bool Takes(string parameter)
    {
        foreach (IParameterSymbol each in Operation.TargetMethod.Parameters)
        {
            if (each.Name == parameter)
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>The argument of a parameter; null where it is not given.</summary>
    public ArgumentSyntax? Argument(string parameter) =>
        Operation.Arguments.Named(parameter) is { } value ? ArgumentOf(value) : null;

    /// <summary>The argument that a value is given as; of one with a '!' the operation shows what is before it.</summary>
    public ArgumentSyntax? ArgumentOf(IOperation value) =>
        value.Syntax.FirstAncestorOrSelf<ArgumentSyntax>() is { } argument && argument.Parent == Arguments ? argument : null;

    /// <summary>
    /// Has a container client make the client of the blob, which has more to offer: <c>container.UploadBlobAsync(name, content)</c> becomes
    /// <c>container.GetBlobClient(name)</c> and a call of that. False where the arguments would be read in another order, or a comment
    /// would go.
    /// </summary>
    public bool TryMakeBlobClient(FixEdit edit)
    {
        if (Argument("blobName") is not { } blobName
            || (Arguments.Arguments.IndexOf(blobName) != 0 && !Operation.Arguments.Named("blobName")!.IsRepeatable())
            || Edits.Arguments.TryGetRemoval(blobName, Arguments) is not { } removal)
        {
            return false;
        }

        edit.Insert(Name.SpanStart, "GetBlobClient(" + blobName.Expression + ").").Replace(removal, "");
        return true;
    }
}

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
