namespace StreamTuning.Analyzers.Facts;

/// <summary>What an upload reads from, as far as it decides about the requests that carry it.</summary>
internal enum BlobSource
{
    /// <summary>A file that is named by its path.</summary>
    Path,

    /// <summary>A file that is open.</summary>
    File,

    /// <summary>An uploaded file of ASP.NET Core. It seeks.</summary>
    FormFile,

    /// <summary>A stream of which nothing is known.</summary>
    Unknown,

    /// <summary>Content that is in memory.</summary>
    Memory,

    /// <summary>A stream that cannot seek: of a network connection, a compression or a pipe. The SDK sends it in blocks.</summary>
    Unseekable,
}

/// <summary>Tells what an upload reads from.</summary>
internal static class BlobSources
{
    /// <param name="content">The stream, or what else the SDK uploads besides a path: data in memory.</param>
    /// <param name="types">The types.</param>
    public static BlobSource Of(IOperation content, KnownTypes types) => Of(content, types, hops: 0);

    private static BlobSource Of(IOperation content, KnownTypes types, int hops)
    {
        content = content.Unwrap();
        if (content.Type is not { } type || !type.DerivesFrom(types.Stream))
        {
            return content.Type?.Name == "BinaryData" ? BlobSource.Memory : BlobSource.Unknown;
        }

        if (StreamKinds.OfType(type, types) is not StreamKind.Unknown and var kind)
        {
            return Of(kind);
        }

        if (hops >= Provenance.MaximumHops)
        {
            return BlobSource.Unknown;
        }

        hops++;
        content = content.UnwrapAwait();
        switch (content)
        {
            case IConditionalAccessOperation access:
                return Of(access.WhenNotNull, types, hops);

            case ILocalReferenceOperation local:
                return OfValues(local, types, hops);

            case IFieldReferenceOperation { Field: { Name: "Null", IsStatic: true } }:
                return BlobSource.Memory;

            case IFieldReferenceOperation { Field.IsReadOnly: true } field:
                return field.SingleValue() is { } value ? Of(value, types, hops) : BlobSource.Unknown;

            case IConditionalOperation { WhenFalse: { } otherwise } choice:
                return Join(Of(choice.WhenTrue, types, hops), Of(otherwise, types, hops));

            case ICoalesceOperation choice:
                return Join(Of(choice.Value, types, hops), Of(choice.WhenNull, types, hops));

            case IObjectCreationOperation { Arguments: { Length: > 0 } arguments } buffered when buffered.Type.Is(types.BufferedStream):
                return Of(arguments[0].Value, types, hops);

            default:
                return Of(StreamKinds.OfMember(content, types));
        }
    }

    private static BlobSource Of(StreamKind kind) => kind switch
    {
        StreamKind.File => BlobSource.File,
        StreamKind.Memory => BlobSource.Memory,
        StreamKind.FormFile => BlobSource.FormFile,
        StreamKind.Unseekable or StreamKind.Segmented => BlobSource.Unseekable,
        _ => BlobSource.Unknown,
    };

    private static BlobSource OfValues(ILocalReferenceOperation local, KnownTypes types, int hops)
    {
        ImmutableArray<IOperation> values = local.AllValues();
        if (values.IsEmpty || !local.IsWrittenInSightOnly())
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
}
