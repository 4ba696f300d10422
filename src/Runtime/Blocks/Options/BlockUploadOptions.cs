namespace StreamTuning;

/// <summary>
/// How content is uploaded in blocks. An upload takes its own snapshot of the values when it starts and never changes them, so one instance
/// can serve many uploads.
/// </summary>
public sealed class BlockUploadOptions
{
    private long _memoryBudget = BlockPlan.DefaultMemoryBudget;
    private int _maximumConcurrency = BlockPlan.DefaultConcurrency;
    private int? _blockSize;
    private int _singleRequestLimit = BlockPlan.SingleRequest;

    /// <summary>The defaults.</summary>
    public BlockUploadOptions()
        : this(UploadEnvironment.OfSystem)
    {
    }

    internal BlockUploadOptions(UploadEnvironment environment) => Environment = environment;

    /// <summary>
    /// How many bytes the blocks in memory take together, 64 MiB by default. An upload takes larger blocks in smaller numbers where it
    /// must, and two blocks even where those are more than the budget.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is not positive.</exception>
    public long MemoryBudget
    {
        get => _memoryBudget;
        set => _memoryBudget = value > 0
            ? value
            : throw new ArgumentOutOfRangeException(nameof(value), value, "The value must be positive.");
    }

    /// <summary>
    /// How many blocks are sent at a time at most, 16 by default, as far as <see cref="MemoryBudget"/> allows; one more is filled
    /// meanwhile.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is not positive.</exception>
    public int MaximumConcurrency
    {
        get => _maximumConcurrency;
        set => _maximumConcurrency = value > 0
            ? value
            : throw new ArgumentOutOfRangeException(nameof(value), value, "The value must be positive.");
    }

    /// <summary>
    /// The size of a block in bytes; <see langword="null"/>, the default, to choose it by the length: a 32nd of it, rounded down to a power
    /// of two, from 256 KiB to 8 MiB, as far as <see cref="MemoryBudget"/> allows. If the length is not known, a 16th of what has been
    /// read, within the same limits. Larger blocks are taken where more than 50,000 would be needed.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is not positive.</exception>
    public int? BlockSize
    {
        get => _blockSize;
        set => _blockSize = value is null or > 0
            ? value
            : throw new ArgumentOutOfRangeException(nameof(value), value, "The value must be positive.");
    }

    /// <summary>
    /// Content of less than so many bytes is sent in one request without blocks, 1 MiB by default. Of content of unknown length no more
    /// than 1 MiB is read to find that out. 0 sends all content that is not empty in blocks.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    public int SingleRequestLimit
    {
        get => _singleRequestLimit;
        set => _singleRequestLimit = value >= 0
            ? value
            : throw new ArgumentOutOfRangeException(nameof(value), value, "The value must not be negative.");
    }

    /// <summary>
    /// Whether blocks that an earlier upload of the same content has staged are used and not sent again; <see langword="false"/> by
    /// default. Needs <see cref="VerifyBlocks"/>, and blocks of the same size. The store is asked for them while the first blocks are sent;
    /// if it doesn't answer, everything is sent. The first block always is: it makes this upload known from others.
    /// </summary>
    public bool Resume { get; set; }

    /// <summary>Whether the store is given the MD5 of each block to check; <see langword="false"/> by default.</summary>
    public bool VerifyBlocks { get; set; }

    /// <summary>Whether the store is given the MD5 of the whole content to keep; <see langword="true"/> by default.</summary>
    public bool HashContent { get; set; } = true;

    /// <summary>
    /// Is told the total of bytes stored so far after each block, in increasing order and never by two threads at a time. An exception that
    /// it throws ends the upload.
    /// </summary>
    public IProgress<long>? Progress { get; set; }

    /// <summary>The size of the blocks into which an upload of so many bytes is cut.</summary>
    /// <param name="length">
    /// The length of the content in bytes; <see langword="null"/> when it is not known, for the largest block until the store limits their
    /// number.
    /// </param>
    /// <returns>A number of bytes.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative.</exception>
    public long GetBlockSize(long? length) =>
        length < 0
            ? throw new ArgumentOutOfRangeException(nameof(length), length, "The length must not be negative.")
            : new BlockPlan(this, length).Largest;

    /// <summary>How many blocks of a size are sent at a time.</summary>
    /// <param name="blockSize">The size in bytes.</param>
    /// <returns>At least 1.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The size is not positive.</exception>
    public int GetConcurrency(long blockSize) =>
        blockSize <= 0
            ? throw new ArgumentOutOfRangeException(nameof(blockSize), blockSize, "The size must be positive.")
            : (int)Math.Max(1, Math.Min(MaximumConcurrency, MemoryBudget / blockSize));

    internal UploadEnvironment Environment { get; }

    internal BlockUploadOptions Clone() => (BlockUploadOptions)MemberwiseClone();
}
