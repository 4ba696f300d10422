namespace StreamTuning.Analyzers.Facts;

/// <summary>The length of what is left of a source, known before it is read.</summary>
internal sealed class KnownLength
{
    private KnownLength(string? expression, string? condition = null, bool mayBeShorter = false, long? constant = null, bool isHint = false)
    {
        Expression = expression;
        Condition = condition;
        MayBeShorter = mayBeShorter;
        Constant = constant;
        Hint = isHint ? expression : null;
    }

    /// <summary>The length in C#, in bytes; null where reading it would repeat more than a name.</summary>
    public string? Expression { get; }

    /// <summary>What must be true for the expression not to throw; null where nothing must.</summary>
    public string? Condition { get; }

    /// <summary>Whether the source can end before its length: a file that is cut while it is read.</summary>
    public bool MayBeShorter { get; }

    /// <summary>The expression, where a copy cannot ask its source for the length; else null.</summary>
    public string? Hint { get; }

    /// <summary>In bytes, where it is a constant.</summary>
    public long? Constant { get; }

    /// <summary>The length of what a copy reads.</summary>
    public static KnownLength? Of(StreamCopy copy, KnownTypes types)
    {
        if (copy.Kind == CopySource.FormFile)
        {
            return OfFormFile(copy.Source);
        }

        if (copy.Kind is CopySource.Pipe or CopySource.HttpContent)
        {
            return null;
        }

        IOperation? origin = copy.Source.Origin();
        if (OfStream(copy.Source, origin, copy.Call, types) is { } length)
        {
            return length;
        }

        switch (origin is null ? null : origin.UnwrapAwait())
        {
            case IInvocationOperation { TargetMethod: { Name: "OpenReadStream" } method, Instance: { } formFile }
                when method.ContainingType.Is(types.FormFile) || method.ContainingType.Is(types.FormFileClass):
                return copy.Source is ILocalReferenceOperation local && !IsUsedOnlyBy(local, copy.Call)
                    ? new KnownLength(expression: null)
                    : OfFormFile(formFile);

            case IPropertyReferenceOperation { Property: { Name: "Content" } property, Instance: { } download }
                when property.ContainingType.Is(types.BlobDownloadStreamingResult):
                return OfBlob(download, ".Details.ContentLength");

            case IPropertyReferenceOperation { Property: { Name: "Content" } property, Instance: { } download }
                when property.ContainingType.Is(types.BlobDownloadInfo):
                return OfBlob(download, ".ContentLength");

            default:
                return null;
        }
    }

    /// <summary>The length of what is left of a stream whose type is known to seek.</summary>
    public static KnownLength? OfStream(IOperation source, IOperation? origin, IInvocationOperation use, KnownTypes types)
    {
        bool isFile = source.Type.Is(types.FileStream) || (origin?.Type).Is(types.FileStream);
        if (!isFile && !source.Type.Is(types.UnmanagedMemoryStream) && !(origin?.Type).Is(types.UnmanagedMemoryStream))
        {
            return null;
        }

        if (!source.IsRepeatable())
        {
            return new KnownLength(expression: null);
        }

        string name = source.Syntax.ToString();
        bool isWhole = origin is not null
            && source is ILocalReferenceOperation local
            && OpenedFile.Of(origin, types) is { Mode: not OpenedFile.FileMode.Append }
            && IsUsedOnlyBy(local, use);
        return new KnownLength(
            isWhole ? name + ".Length" : "Math.Max(0, " + name + ".Length - " + name + ".Position)",
            isFile ? name + ".CanSeek" : null, // A FileStream may be over a pipe or a device.
            mayBeShorter: isFile);
    }

    /// <summary>The length of an array.</summary>
    public static KnownLength OfArray(IOperation array)
    {
        long? constant = array.Origin() is IArrayCreationOperation { DimensionSizes: { Length: 1 } sizes }
            ? sizes[0].ConstantInt32()
            : null;
        return new KnownLength(array.IsRepeatable() ? array.Syntax + ".Length" : null, constant: constant);
    }

    /// <summary>Whether the local is used by one call only, besides neutral uses.</summary>
    private static bool IsUsedOnlyBy(ILocalReferenceOperation local, IInvocationOperation call) =>
        Uses.Of(local.Local, local.Root()).TrueForAll(
            use => use.IsNeutral() || (call.Instance is { } instance && instance.Unwrap() == use));

    private static KnownLength OfFormFile(IOperation formFile) =>
        new(formFile.IsRepeatable() ? formFile.Unwrap().Syntax + ".Length" : null);

    private static KnownLength OfBlob(IOperation download, string length)
    {
        IOperation instance = download.Unwrap();
        while (instance is IPropertyReferenceOperation { Property.Name: "Value", Instance: { } response })
        {
            instance = response.Unwrap();
        }

        return new KnownLength(instance.IsRepeatable() ? download.Syntax + length : null, mayBeShorter: true, isHint: true);
    }
}
