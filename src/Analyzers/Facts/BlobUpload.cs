using System.Linq;

namespace StreamTuning.Analyzers.Facts;

/// <summary>
/// A call of the Azure SDK that uploads a whole content as a block blob: <c>Upload</c> or <c>UploadAsync</c> of a blob client,
/// <c>UploadBlob</c> or <c>UploadBlobAsync</c> of a container client.
/// </summary>
internal sealed class BlobUpload
{
    private readonly KnownTypes _types;
    private StreamKind? _source;
    private TransferSettings? _settings;

    private BlobUpload(IInvocationOperation call, IOperation content, bool isOfPath, KnownTypes types)
    {
        Call = call;
        Content = content;
        _types = types;
        IsOfPath = isOfPath;
    }

    /// <summary>The names of the methods.</summary>
    public static string[] Names { get; } = ["UploadAsync", "Upload", "UploadBlobAsync", "UploadBlob"];

    public static FactTable<BlobUpload> Facts { get; } = new(
        new WatchedNames(Names), [OperationKind.Invocation], static (call, types) => TryRead((IInvocationOperation)call, types),
        static call => IsCandidate(((IInvocationOperation)call).TargetMethod));

    public IInvocationOperation Call { get; }

    /// <summary>The stream, the path or the data.</summary>
    public IOperation Content { get; }

    /// <summary>Whether the content is a file that is named by its path.</summary>
    public bool IsOfPath { get; }

    /// <summary>Where the content comes from.</summary>
    public StreamKind Source => _source ??= IsOfPath ? StreamKind.File : SourceOf(Content, _types);

    /// <summary>Whether the content is a file that the code names or has open.</summary>
    public bool IsOfFile => Source == StreamKind.File;

    public bool IsAsync => Call.TargetMethod.Name is "UploadAsync" or "UploadBlobAsync";

    /// <summary>The argument of the type <c>BlobUploadOptions</c>, where one is given.</summary>
    public IOperation? Options => Argument(_types.BlobUploadOptions);

    /// <summary>The argument of the type <c>StorageTransferOptions</c>, where one is given.</summary>
    public IOperation? TransferOptions => Argument(_types.StorageTransferOptions);

    /// <summary>What the transfer options say; null where they come from elsewhere, or may be changed there.</summary>
    public TransferSettings? Settings => _settings ??= TransferSettings.Of(this, _types);

    /// <summary>Whether it is told how to send blocks, but not from which length on: below 256 MiB it does not send any.</summary>
    public bool HasSettingsWithoutEffect =>
        IsAsync && IsOfFile && Settings is { InitialTransferSize: null, SetsBlocks: true, IsSerial: false };

    /// <summary>Whether the content is known to be so small that one request is right.</summary>
    public bool IsSmall => BlobSize.IsSmall(this, _types);

    /// <summary>Whether the client cannot send blocks.</summary>
    public bool RulesOutBlocks => BlobClientOrigin.RulesOutBlocks(this, _types);

    /// <summary>Whether the code uploads many blobs at the same time.</summary>
    public bool IsConcurrent => ConcurrentUploads.Includes(Call);

    /// <summary>Whether the name and number of parameters may be those of an upload.</summary>
    private static bool IsCandidate(IMethodSymbol method) =>
        method.Name is "UploadAsync" or "Upload" or "UploadBlobAsync" or "UploadBlob" && method.Parameters.Length is > 0 and <= 8;

    public static BlobUpload? Of(IInvocationOperation call, KnownTypes types) => Facts.Of(call, types);

    private static BlobUpload? TryRead(IInvocationOperation call, KnownTypes types)
    {
        IMethodSymbol method = call.TargetMethod;
        if (!ArgumentRoles.IsBlobUpload(method, types))
        {
            return null;
        }

        bool isOfPath = method.Parameters[0].Name == "path";
        IOperation? content = call.Arguments.Named(isOfPath ? "path" : "content");
        return content is null || call.IsInExpressionTree() || IsOfSubstitute(call)
            ? null
            : new BlobUpload(call, content.Unwrap(), isOfPath, types);
    }

    /// <summary>
    /// What an upload reads from; of several possible sources, the one with which there is less to report. The SDK sends in blocks what
    /// cannot seek.
    /// </summary>
    /// <param name="content">The stream, or what else the SDK uploads besides a path: data in memory.</param>
    /// <param name="types">The types.</param>
    public static StreamKind SourceOf(IOperation content, KnownTypes types)
    {
        if (!content.Type.DerivesFrom(types.Stream))
        {
            return content.Type.IsBinaryData() ? StreamKind.Memory : StreamKind.Unknown;
        }

        return content.MayComeFrom(each => KindOf(each, types) is StreamKind.Unseekable or StreamKind.Segmented) ? StreamKind.Unseekable
            : content.MayComeFrom(each => KindOf(each, types) == StreamKind.Memory) ? StreamKind.Memory
            : content.ComesOnlyFrom(each => KindOf(each, types) == StreamKind.File) ? StreamKind.File
            : content.ComesOnlyFrom(each => KindOf(each, types) is StreamKind.File or StreamKind.FormFile) ? StreamKind.FormFile
            : StreamKind.Unknown;
    }

    private static StreamKind KindOf(IOperation stream, KnownTypes types)
    {
        while (stream is IObjectCreationOperation { Arguments: { Length: > 0 } arguments } && stream.Type.Is(types.BufferedStream))
        {
            stream = arguments[0].Value.Origin() ?? arguments[0].Value.Unwrap();
        }

        return stream is IFieldReferenceOperation { Field: { Name: "Null", IsStatic: true } } ? StreamKind.Memory
            : StreamKinds.OfType(stream.Type, types) is not StreamKind.Unknown and var kind ? kind
            : StreamKinds.OfMember(stream.UnwrapAwait(), types);
    }

    /// <summary>
    /// Whether the call uploads nothing: it tells a substitute in a test what to expect (NSubstitute), or asks it what it got.
    /// </summary>
    private static bool IsOfSubstitute(IInvocationOperation call) =>
        call.Instance?.Unwrap() is IInvocationOperation { TargetMethod: { IsExtensionMethod: true, Name: "Received" or "ReceivedWithAnyArgs"
            or "DidNotReceive" or "DidNotReceiveWithAnyArgs" or "Configure" } }
        || call.Arguments.Any(argument => argument.Value.Unwrap() is IInvocationOperation { TargetMethod: { IsStatic: true,
            Name: "Any" or "Is" or "Do", ContainingType.Name: "Arg" } });

    private IOperation? Argument(INamedTypeSymbol? type) =>
        Call.Arguments.FirstOrDefault(
            argument => (argument.Parameter?.Type).Is(type) && argument.ArgumentKind != ArgumentKind.DefaultValue)?.Value;
}
