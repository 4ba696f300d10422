using System.Security.Cryptography;

namespace StreamTuning;

/// <summary>
/// How a stream is copied into a file. A copy takes its own snapshot of the values when it starts and never changes them, so one instance
/// can serve many copies (give each its own <see cref="Hash"/>).
/// </summary>
public sealed class FileCopyOptions
{
    /// <summary>
    /// 1 MiB: the smallest block that makes a network share as fast as it gets, and small enough for a prompt cancellation.
    /// </summary>
    internal const int DefaultBlockSize = 1024 * 1024;

    private long? _lengthHint;
    private long? _exactLength;
    private int _blockSize = DefaultBlockSize;
    private int _depth = 2;
    private long _memoryBudget = 8 * 1024 * 1024;
    private FileReplacement _replace;
    private FileCopyCompletion _completion = FileCopyCompletion.Acknowledged;

    /// <summary>The defaults.</summary>
    public FileCopyOptions()
        : this(CopyEnvironment.OfSystem)
    {
    }

    internal FileCopyOptions(CopyEnvironment environment) => Environment = environment;

    /// <summary>
    /// How many bytes the source will probably give, or <see langword="null"/> when nobody knows. The copy always reads to the end of the
    /// source; a wrong hint costs time, never bytes. A source that can seek knows better and is asked instead.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    public long? LengthHint
    {
        get => _lengthHint;
        set => _lengthHint = value is null ? null : AtLeast(value.Value, 0, nameof(value));
    }

    /// <summary>
    /// How many bytes to copy. Exactly that many are read, never one more. A source that ends before makes the copy fail with
    /// <see cref="EndOfStreamException"/>; a source that is seen to hold more, without reading on (it can seek, its Content-Length is
    /// known, or the bytes are in the pipe already), makes it fail with <see cref="InvalidDataException"/> after the promised bytes have
    /// been written. Cannot be combined with <see cref="LengthHint"/>.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    public long? ExactLength
    {
        get => _exactLength;
        set => _exactLength = value is null ? null : AtLeast(value.Value, 0, nameof(value));
    }

    /// <summary>
    /// How many bytes one write carries, 1 MiB by default. Data that fit into one block are written in one request. Where only one write
    /// can be in flight (a <see cref="FileStream"/> of the caller, or a synchronous copy) a block is twice this size, and four times from
    /// 64 MiB of data, as far as <see cref="MemoryBudget"/> allows. The CIFS and NFS clients of Linux get single blocks if they collect
    /// writes, and four times this size if each write waits for the server (<c>cache=none</c>, <c>sync</c>). For a caller's file on a local
    /// disk more than 128 KiB at a time do not pay and are not used. While the source is slow, blocks have 128 KiB; so they have on local
    /// disks if the source makes the copy wait, as a network does. With blocks of less than 512 KiB the length of a caller's
    /// <see cref="FileStream"/> is not set ahead: it may hold them back in its own buffer.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is not positive.</exception>
    public int BlockSize
    {
        get => _blockSize;
        set => _blockSize = (int)AtLeast(value, 1, nameof(value));
    }

    /// <summary>
    /// How many writes may be under way at a time, 2 by default, on files that the copy opened itself, and only if nobody can see their
    /// order: within a length that was set ahead, or in a new file on a local disk, or on a client of the Linux kernel whose writes wait
    /// for the server. One more block is filled meanwhile, as far as <see cref="MemoryBudget"/> allows. A <see cref="FileStream"/> of the
    /// caller sees one write at a time, while the next block is filled. 1 reads and writes in turn.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is not positive.</exception>
    public int Depth
    {
        get => _depth;
        set => _depth = (int)AtLeast(value, 1, nameof(value));
    }

    /// <summary>
    /// Is told after each block the total of bytes that the system has taken; a share may still refuse them. An exception that it throws
    /// ends the copy.
    /// </summary>
    public IProgress<long>? Progress { get; set; }

    /// <summary>
    /// Is given exactly the bytes that were written, in order; also those of a copy that failed later. The caller owns and disposes it, and
    /// takes the result from it.
    /// </summary>
    public IncrementalHash? Hash { get; set; }

    /// <summary>
    /// The most bytes that the blocks of one copy may take together, 8 MiB by default. Smaller blocks are used when it is exceeded. Beside
    /// blocks of more than 256 KiB, a source that may make the copy wait is read into another 128 KiB.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is not positive.</exception>
    public long MemoryBudget
    {
        get => _memoryBudget;
        set => _memoryBudget = AtLeast(value, 1, nameof(value));
    }

    /// <summary>
    /// What a copy to a path does with a file that is there already; without effect on a <see cref="Stream"/> destination.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is none of the enumeration.</exception>
    public FileReplacement Replace
    {
        get => _replace;
        set => _replace = value is FileReplacement.InPlace or FileReplacement.Atomic
            ? value
            : throw new ArgumentOutOfRangeException(nameof(value), value, "The value is none of the enumeration.");
    }

    /// <summary>
    /// What must have happened before a copy succeeds; <see cref="FileCopyCompletion.Acknowledged"/> by default, which on disks of this
    /// machine costs nothing.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is none of the enumeration.</exception>
    public FileCopyCompletion Completion
    {
        get => _completion;
        set => _completion = value is FileCopyCompletion.Written or FileCopyCompletion.Acknowledged or FileCopyCompletion.Durable
            ? value
            : throw new ArgumentOutOfRangeException(nameof(value), value, "The value is none of the enumeration.");
    }

    /// <summary>
    /// Other options with the same values, which can be changed without changing these. <see cref="Progress"/> and <see cref="Hash"/> are
    /// the same objects.
    /// </summary>
    /// <returns>The new options, for the caller to change.</returns>
    public FileCopyOptions Clone() => (FileCopyOptions)MemberwiseClone();

    internal CopyEnvironment Environment { get; }

    private static long AtLeast(long value, long minimum, string name) =>
        value >= minimum ? value : throw new ArgumentOutOfRangeException(name, value, $"The value must be at least {minimum}.");
}
