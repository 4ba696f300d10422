using System.Linq;

namespace StreamTuning.Analyzers.Api;

/// <summary>How a stream gives its bytes, as far as its type or the member that returns it tells.</summary>
internal enum StreamKind
{
    Unknown,

    /// <summary>A file that is open.</summary>
    File,

    /// <summary>Content that is in memory.</summary>
    Memory,

    /// <summary>An uploaded file of ASP.NET Core. It seeks.</summary>
    FormFile,

    /// <summary>It cannot seek: a compression, a pipe, a download or what other programs write.</summary>
    Unseekable,

    /// <summary>
    /// It cannot seek, and hands out its own small segments whatever buffer it is given: an HTTP body, a part of one, a file of a
    /// browser, or a connection.
    /// </summary>
    Segmented,
}

/// <summary>The types of streams, and the members that return them.</summary>
internal static class StreamKinds
{
    /// <summary>The members by name: the types that declare them, and what they return.</summary>
    private static readonly Dictionary<string, (Func<KnownTypes, INamedTypeSymbol?> Owner, StreamKind Kind)[]> Members = new()
    {
        ["ReadAsStream"] = [(types => types.HttpContent, StreamKind.Segmented)],
        ["ReadAsStreamAsync"] = [(types => types.HttpContent, StreamKind.Segmented)],
        ["GetStreamAsync"] = [(types => types.HttpClient, StreamKind.Segmented)],
        ["Body"] = [(types => types.HttpRequest, StreamKind.Segmented), (types => types.MultipartSection, StreamKind.Segmented)],
        ["FileStream"] = [(types => types.FileMultipartSection, StreamKind.Segmented)],
        ["OpenReadStream"] =
        [
            (types => types.FormFile, StreamKind.FormFile),
            (types => types.FormFileClass, StreamKind.FormFile),
            (types => types.BrowserFile, StreamKind.Segmented),
        ],
        ["Content"] =
        [
            (types => types.BlobDownloadStreamingResult, StreamKind.Segmented),
            (types => types.BlobDownloadInfo, StreamKind.Segmented),
        ],
        ["Open"] = [(types => types.ZipArchiveEntry, StreamKind.Unseekable)],
        ["OpenAsync"] = [(types => types.ZipArchiveEntry, StreamKind.Unseekable)],
        ["OpenStandardInput"] = [(types => types.Console, StreamKind.Unseekable)],
        ["GetResponseStream"] = [(types => types.WebResponse, StreamKind.Segmented)],
        ["GetStream"] = [(types => types.DbDataReader, StreamKind.Unseekable)],
        ["GetManifestResourceStream"] = [(types => types.Assembly, StreamKind.Memory)],
    };

    /// <summary>What the type of a stream alone tells.</summary>
    public static StreamKind OfType(ITypeSymbol? type, KnownTypes types)
    {
        if (type.DerivesFrom(types.FileStream))
        {
            return StreamKind.File;
        }

        if (type.DerivesFrom(types.MemoryStream) || type.DerivesFrom(types.UnmanagedMemoryStream))
        {
            return StreamKind.Memory;
        }

        if (type.Is(types.NetworkStream) || type.Is(types.SslStream))
        {
            return StreamKind.Segmented;
        }

        return types.IsCompression(type) || type.Is(types.CryptoStream) || type.DerivesFrom(types.PipeStream)
            ? StreamKind.Unseekable
            : StreamKind.Unknown;
    }

    /// <summary>What the member tells that a call or a reference to a property returns, or the attribute of a parameter.</summary>
    public static StreamKind OfMember(IOperation value, KnownTypes types)
    {
        ISymbol? member = value switch
        {
            IInvocationOperation call => call.TargetMethod,
            IPropertyReferenceOperation reference => reference.Property,
            IParameterReferenceOperation reference => reference.Parameter,
            _ => null,
        };
        switch (member?.Name)
        {
            case not null when member is IParameterSymbol:
                return member.GetAttributes().Any(each => each.AttributeClass.Is(types.FromBodyAttribute)) ? StreamKind.Segmented : default;

            // Anything else that has such a member is memory.
            case "AsStream":
                return member.ContainingType.Is(types.PipeReader) ? StreamKind.Unseekable : StreamKind.Memory;

            // Of an object in Amazon S3.
            case "ResponseStream" when member.ContainingType.Name == "StreamResponse" && member.RootNamespace() == "Amazon":
                return StreamKind.Segmented;
            case "ToStream" when member.ContainingType.IsBinaryData():
                return StreamKind.Memory;
            case { } name when Members.TryGetValue(name, out var rows):
                foreach (var (owner, kind) in rows)
                {
                    if (member.ContainingType.DerivesFrom(owner(types)))
                    {
                        return kind;
                    }
                }

                return StreamKind.Unknown;
            default:
                return StreamKind.Unknown;
        }
    }
}
