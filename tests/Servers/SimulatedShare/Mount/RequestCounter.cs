namespace StreamTuning.SimulatedShare;

/// <summary>Counts requests to a mount. Its caller sees to it that one counts at a time.</summary>
internal sealed class RequestCounter
{
    private readonly int[] _operations = new int[Enum.GetValues<ShareOperation>().Length];
    private readonly int[] _writeSizes = new int[WriteSizes.Powers];
    private int _extendingWrites;
    private long _bytes;
    private long _bytesRead;
    private int _roundTrips;
    private int _concurrentWrites;
    private int _mostConcurrentWrites;

    public void Count(ShareOperation operation) => _operations[(int)operation]++;

    public void StartWrite(int bytes)
    {
        Count(ShareOperation.Write);
        _writeSizes[WriteSizes.PowerOf(bytes)]++;
        _concurrentWrites++;
        _mostConcurrentWrites = Math.Max(_mostConcurrentWrites, _concurrentWrites);
    }

    public void DoWrite(int bytes, bool extends)
    {
        _bytes += bytes;
        _extendingWrites += extends ? 1 : 0;
    }

    public void EndWrite() => _concurrentWrites--;

    public void Send(int roundTrips) => _roundTrips += roundTrips;

    public void DoRead(int bytes) => _bytesRead += bytes;

    /// <summary>Starts from zero; but writes that are at work stay at work.</summary>
    public void Reset()
    {
        Array.Clear(_operations);
        Array.Clear(_writeSizes);
        (_extendingWrites, _bytes, _bytesRead, _roundTrips, _mostConcurrentWrites) = (0, 0, 0, 0, _concurrentWrites);
    }

    public SlowShareRequests Snapshot()
    {
        return new SlowShareRequests(
            Of(ShareOperation.Write), _extendingWrites, Of(ShareOperation.SetLength), Of(ShareOperation.Create) + Of(ShareOperation.Open), _bytes)
        {
            Creates = Of(ShareOperation.Create),
            Reads = Of(ShareOperation.Read),
            BytesRead = _bytesRead,
            Preallocations = Of(ShareOperation.Preallocate),
            Syncs = Of(ShareOperation.Sync),
            Flushes = Of(ShareOperation.Flush),
            Renames = Of(ShareOperation.Rename),
            Links = Of(ShareOperation.Link),
            Deletions = Of(ShareOperation.Delete),
            Directories = Of(ShareOperation.MakeDirectory),
            FreeSpaceRequests = Of(ShareOperation.FreeSpace),
            AttributeChanges = Of(ShareOperation.SetAttributes),
            Looks = Of(ShareOperation.Look),
            RoundTrips = _roundTrips,
            MostConcurrentWrites = _mostConcurrentWrites,
            WriteSizes = Of(ShareOperation.Write) > 0 ? new WriteSizes(_writeSizes) : default,
        };

        int Of(ShareOperation operation) => _operations[(int)operation];
    }
}
