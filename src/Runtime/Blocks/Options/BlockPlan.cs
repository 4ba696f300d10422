namespace StreamTuning;

/// <summary>
/// Into which blocks content is cut, and how many of them are in memory. Depends on the length and the options alone, so that an upload can
/// be resumed.
/// </summary>
internal readonly struct BlockPlan
{
    public const long DefaultMemoryBudget = 64 * MiB;
    public const int DefaultConcurrency = 16;

    /// <summary>Below, one request is as fast as several, or faster.</summary>
    public const int SingleRequest = (int)MiB;

    /// <summary>How many blocks an object can have.</summary>
    public const int MostBlocks = 50_000;

    private const long MiB = 1024 * 1024;
    private const long Smallest = MiB / 4;
    private const long LargestByLength = 8 * MiB;
    private const int Pieces = 32;

    // On every platform, in whole MiB.
    private const long LongestArray = 2047 * MiB;

    // Up to here content of unknown length takes no more memory than it has bytes.
    private const long SmallBuffers = 8 * MiB;

    // How many blocks of one size there are before it is doubled, where nobody knows how many will follow.
    private const int BlocksOfOneSize = 5_000;

    private readonly BlockUploadOptions _options;
    private readonly long? _length;

    public BlockPlan(BlockUploadOptions options, long? length)
    {
        _options = options;
        _length = length;
        long byBudget = Math.Max(Smallest, PowerOfTwo(options.MemoryBudget / options.MaximumConcurrency));
        long cap = Math.Min(LargestByLength, byBudget);
        Largest = options.BlockSize ?? (length is { } known ? Clamp(PowerOfTwo(known / Pieces), Smallest, cap) : cap);
        if (length > Largest * MostBlocks)
        {
            Largest = ((length.Value + (MostBlocks * MiB) - 1) / (MostBlocks * MiB)) * MiB;
        }
    }

    /// <summary>
    /// The size of the blocks; where the length is not known, the one up to which they grow until their number has to be limited.
    /// </summary>
    public long Largest { get; }

    /// <summary>The size of the next block.</summary>
    /// <param name="index">How many blocks there are before it.</param>
    /// <param name="offset">How many bytes they have.</param>
    public int SizeAt(int index, long offset)
    {
        long size = Largest;
        if (index == 0 && _length < _options.SingleRequestLimit)
        {
            // All of it, and room to see that nothing follows.
            size = _length.Value + 1;
        }

        if (_length is null)
        {
            if (_options.BlockSize is null)
            {
                // First as much as goes in one request. Then as if as much were to come as there was.
                size = index == 0
                    ? Math.Min(SingleRequest, Largest)
                    : Clamp(PowerOfTwo(2 * offset / Pieces), Math.Min(Smallest, Largest), Largest);
            }

            for (int doublings = index / BlocksOfOneSize; doublings > 0 && size * 2 <= _options.MemoryBudget / 2; doublings--)
            {
                size *= 2;
            }
        }

        return (int)Math.Min(size, LongestArray);
    }

    /// <summary>
    /// The size of the buffer for the next block. Where blocks grow, buffers do not grow with them: those of every size on the way would
    /// have to be allocated, and would all stay in the pool.
    /// </summary>
    /// <param name="size">The size of the block.</param>
    /// <param name="offset">How many bytes there are before it.</param>
    public int BufferSizeAt(int size, long offset) => _length is null && offset >= SmallBuffers
        ? (int)Math.Max(size, Math.Min(Largest, LongestArray))
        : size;

    /// <summary>How many blocks with buffers of a size may be sent at a time.</summary>
    public int ConcurrencyOf(int bufferSize) => _options.GetConcurrency(bufferSize);

    /// <summary>How many buffers of a size there may be: of blocks that are sent, of one that is filled, and two in any case.</summary>
    public int BuffersOf(int bufferSize) =>
        (int)Math.Max(2, Math.Min(_options.MaximumConcurrency + 1L, _options.MemoryBudget / bufferSize));

    /// <summary>The largest power of two that is not larger; 0 for 0.</summary>
    private static long PowerOfTwo(long value)
    {
        long power = value > 0 ? 1 : 0;
        while (value > 1)
        {
            value >>= 1;
            power <<= 1;
        }

        return power;
    }

    private static long Clamp(long value, long least, long most) => Math.Max(least, Math.Min(most, value));
}
