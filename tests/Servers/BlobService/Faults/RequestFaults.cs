using static StreamTuning.BlobService.Fault;

namespace StreamTuning.BlobService.Faults;

/// <summary>What goes wrong with one request: it may wait, and besides one thing goes wrong.</summary>
internal sealed class RequestFaults
{
    private const double MiB = 1024 * 1024;

    /// <summary>What goes wrong, or else what it waits for.</summary>
    public Fault? First => Fault ?? (Fault?)Hold ?? HoldReply;

    /// <summary>What goes wrong besides waiting.</summary>
    public Fault? Fault { get; private set; }

    public HoldFault? Hold { get; private set; }

    public HoldReplyFault? HoldReply { get; private set; }

    /// <summary>After how many bytes of the body the connection is reset; <see langword="null"/> not to do that.</summary>
    public long? CutAt { get; private set; }

    /// <summary>Which byte of the body is changed; <see langword="null"/> for none.</summary>
    public long? FlippedAt { get; private set; }

    /// <returns>Whether it makes a difference to this request.</returns>
    public bool Add(Fault fault, ProxyRequest request, Chance chance)
    {
        // How long it is when it comes in chunks nobody knows: a random place is then within so many bytes, and may not be reached.
        long length = request.Length ?? 64 * 1024;
        switch (fault)
        {
            case HoldFault hold:
                Hold = hold;
                return true;
            case HoldReplyFault hold:
                HoldReply = hold;
                return true;
            case CutFault { PerMiB: { } probability }:
                // How far one gets when each MiB is survived with the same probability.
                double reached = probability >= 1 ? 0 : Math.Log(1 - chance.Next()) / Math.Log(1 - probability) * MiB;
                if (probability <= 0 || (request.Length is { } known && reached >= known))
                {
                    return false;
                }

                CutAt = (long)Math.Min(reached, long.MaxValue / 2);
                break;
            case CutFault { Offset: { } offset }:
                if (request.Length < offset)
                {
                    return false;
                }

                CutAt = offset;
                break;
            case CutFault:
                CutAt = (long)(chance.Next() * length);
                break;
            case FlipByteFault:
                if (length == 0)
                {
                    return false;
                }

                FlippedAt = (long)(chance.Next() * length);
                break;
        }

        Fault = fault;
        return true;
    }

    /// <summary>Nothing has gone wrong if the body was too short for that.</summary>
    public void EndOfBody(long length)
    {
        if (CutAt is not null || FlippedAt >= length)
        {
            Fault = null;
        }
    }
}
