namespace StreamTuning.Analyzers.Facts;

/// <summary>A file that something is written into.</summary>
internal sealed class TargetFile
{
    private readonly IOperation _value;
    private readonly KnownTypes _types;

    private TargetFile(IOperation value, OpenedFile? opening, KnownTypes types)
    {
        _value = value;
        _types = types;
        Opening = opening;
    }

    /// <summary>Where the file is opened, where that is visible.</summary>
    public OpenedFile? Opening { get; }

    /// <summary>Null where the value is not known to be a file.</summary>
    public static TargetFile? TryRead(IOperation value, KnownTypes types)
    {
        value = value.Unwrap();
        IOperation? origin = value.Origin();
        OpenedFile? opening = origin is null ? null : OpenedFile.Of(origin, types);
        return opening is not null || value.Type.Is(types.FileStream) || (origin?.Type).Is(types.FileStream)
            ? new TargetFile(value, opening, types)
            : null;
    }

    /// <summary>
    /// Whether the file, or one of those it may be, was opened with a buffer that is large enough to gather small writes, or unknown.
    /// </summary>
    /// <param name="enough">In bytes.</param>
    public bool MayHaveBuffer(int enough) => MayHaveBuffer(Opening?.Operation ?? _value, enough, hops: 0);

    private bool MayHaveBuffer(IOperation value, int enough, int hops)
    {
        value = value.Unwrap();
        switch (value)
        {
            case IConditionalOperation { WhenFalse: { } whenFalse } choice:
                return MayHaveBuffer(choice.WhenTrue, enough, hops) || MayHaveBuffer(whenFalse, enough, hops);
            case ICoalesceOperation choice:
                return MayHaveBuffer(choice.Value, enough, hops) || MayHaveBuffer(choice.WhenNull, enough, hops);
            case ISwitchExpressionOperation choice:
                foreach (ISwitchExpressionArmOperation arm in choice.Arms)
                {
                    if (MayHaveBuffer(arm.Value, enough, hops))
                    {
                        return true;
                    }
                }

                return false;
            case ILocalReferenceOperation local when hops < Provenance.MaximumHops:
                foreach (IOperation assigned in local.AllValues())
                {
                    if (MayHaveBuffer(assigned, enough, hops + 1))
                    {
                        return true;
                    }
                }

                return false;
            default:
                return OpenedFile.Of(value, _types) is { } opening && !(opening.BufferSize < enough);
        }
    }
}
