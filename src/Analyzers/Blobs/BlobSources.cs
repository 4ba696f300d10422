using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;
using StreamTuning.Analyzers.Copying;

namespace StreamTuning.Analyzers.Blobs;

/// <summary>Tells what an upload reads from.</summary>
internal static class BlobSources
{
    /// <param name="content">The stream, or what else the SDK uploads besides a path: data in memory.</param>
    /// <param name="types">The types.</param>
    public static BlobSource Of(IOperation content, KnownTypes types) => Of(content, types, hops: 0);

    private static BlobSource Of(IOperation content, KnownTypes types, int hops)
    {
        content = Values.Unwrap(content);
        if (content.Type is not { } type || !Values.DerivesFrom(type, types.Stream))
        {
            return content.Type?.Name == "BinaryData" ? BlobSource.Memory : BlobSource.Unknown;
        }

        if (OfType(type, types) is { } source)
        {
            return source;
        }

        if (hops >= Values.MaximumHops)
        {
            return BlobSource.Unknown;
        }

        hops++;
        content = Values.UnwrapAwait(content);
        switch (content)
        {
            case IConditionalAccessOperation access:
                return Of(access.WhenNotNull, types, hops);

            case ILocalReferenceOperation local:
                return OfValues(local, types, hops);

            case IFieldReferenceOperation { Field: { Name: "Null", IsStatic: true } }:
                return BlobSource.Memory;

            case IFieldReferenceOperation { Field.IsReadOnly: true } field:
                return Values.SingleValue(field) is { } value ? Of(value, types, hops) : BlobSource.Unknown;

            case IConditionalOperation { WhenFalse: { } otherwise } choice:
                return Join(Of(choice.WhenTrue, types, hops), Of(otherwise, types, hops));

            case ICoalesceOperation choice:
                return Join(Of(choice.Value, types, hops), Of(choice.WhenNull, types, hops));

            case IObjectCreationOperation { Arguments: { Length: > 0 } arguments } buffered when Values.Is(buffered.Type, types.BufferedStream):
                return Of(arguments[0].Value, types, hops);

            default:
                return StreamCopy.IsSegmented(content, types) ? BlobSource.Unseekable : OfMember(content, types);
        }
    }

    /// <summary>What the type alone says; null where it says nothing.</summary>
    private static BlobSource? OfType(ITypeSymbol type, KnownTypes types)
    {
        if (Values.DerivesFrom(type, types.FileStream))
        {
            return BlobSource.File;
        }

        if (Values.DerivesFrom(type, types.MemoryStream) || Values.DerivesFrom(type, types.UnmanagedMemoryStream))
        {
            return BlobSource.Memory;
        }

        return types.IsCompression(type)
            || Values.Is(type, types.CryptoStream)
            || Values.Is(type, types.NetworkStream)
            || Values.Is(type, types.SslStream)
            || Values.DerivesFrom(type, types.PipeStream)
                ? BlobSource.Unseekable
                : null;
    }

    private static BlobSource OfValues(ILocalReferenceOperation local, KnownTypes types, int hops)
    {
        ImmutableArray<IOperation> values = Values.AllValues(local);
        if (values.IsEmpty || !Values.IsWrittenInSightOnly(local))
        {
            return BlobSource.Unknown;
        }

        BlobSource source = Of(values[0], types, hops);
        for (int i = 1; i < values.Length; i++)
        {
            source = Join(source, Of(values[i], types, hops));
        }

        return source;
    }

    /// <summary>Of two possible sources the one with which there is less to report.</summary>
    private static BlobSource Join(BlobSource first, BlobSource second) => first > second ? first : second;

    private static BlobSource OfMember(IOperation content, KnownTypes types)
    {
        switch (content)
        {
            case IInvocationOperation { TargetMethod: { Name: "OpenReadStream", ContainingType: { } type } }:
                return Values.Is(type, types.FormFile) || Values.Is(type, types.FormFileClass) ? BlobSource.FormFile
                    : Values.Is(type, types.BrowserFile) ? BlobSource.Unseekable
                    : BlobSource.Unknown;

            case IInvocationOperation { TargetMethod: { Name: "AsStream", ContainingType: { } type } }:
                return Values.Is(type, types.PipeReader) ? BlobSource.Unseekable : BlobSource.Memory;

            case IInvocationOperation { TargetMethod: { Name: "ToStream", ContainingType.Name: "BinaryData" } }:
            case IInvocationOperation { TargetMethod: { Name: "GetManifestResourceStream", ContainingType.Name: "Assembly" } }:
                return BlobSource.Memory;

            case IInvocationOperation { TargetMethod: { Name: "Open" or "OpenAsync" or "GetResponseStream" or "GetStream" or "OpenStandardInput", ContainingType: { } type } }:
                return Values.Is(type, types.ZipArchiveEntry) || Values.DerivesFrom(type, types.WebResponse) || Values.DerivesFrom(type, types.DbDataReader) || Values.Is(type, types.Console)
                    ? BlobSource.Unseekable
                    : BlobSource.Unknown;

            case IPropertyReferenceOperation { Property: { Name: "Content" or "Body" or "FileStream", ContainingType: { } type } }:
                return Values.Is(type, types.BlobDownloadStreamingResult) || Values.Is(type, types.BlobDownloadInfo) || Values.Is(type, types.MultipartSection) || Values.Is(type, types.FileMultipartSection)
                    ? BlobSource.Unseekable
                    : BlobSource.Unknown;

            default:
                return BlobSource.Unknown;
        }
    }
}
