using Microsoft.Win32.SafeHandles;

namespace StreamTuning;

/// <summary>Where the bytes of a copy come from.</summary>
internal abstract class CopySource
{
    /// <summary>Whether the source can be read as it is: opening and closing it would do nothing.</summary>
    public virtual bool IsOpen => true;

    /// <summary>A read that a failed copy doesn't wait for, and that still takes bytes from the source.</summary>
    public Task? Unfinished { get; set; }

    /// <summary>Called once before anything else, when the copy reads blocks (and not when it calls <see cref="CopyToAsync"/>).</summary>
    public virtual ValueTask OpenAsync(bool async, CancellationToken token) => default;

    /// <summary>Called once after <see cref="OpenAsync"/> when the copy has ended, well or not. Does not throw.</summary>
    public virtual ValueTask CloseAsync(bool async) => default;

    /// <summary>How many bytes are left as far as this is known without reading; <see langword="null"/> when it is not.</summary>
    public abstract long? KnownRemaining();

    /// <summary>Whether bytes are left as far as this is known without reading.</summary>
    public virtual bool HoldsMore() => KnownRemaining() > 0;

    /// <summary>Whether <see cref="KnownRemaining"/> comes from the source itself and not from what somebody said about it.</summary>
    public virtual bool KnowsItsLength => false;

    /// <summary>Whether the source is a file of the system, which is taken for fast until it shows that it isn't.</summary>
    public virtual bool IsFromFile => false;

    /// <summary>Takes everything that is left, up to a limit, when it is in memory already.</summary>
    public virtual bool TryTakeMemory(long limit, out ArraySegment<byte> memory)
    {
        memory = default;
        return false;
    }

    /// <summary>
    /// The file on a disk of this machine that the source reads from its start; <see langword="null"/> where it is something else.
    /// </summary>
    public virtual SafeFileHandle? LocalFile => null;

    /// <summary>Whether the source is the file of a path.</summary>
    /// <param name="path">The full path.</param>
    /// <param name="identity">What tells the file of the path from all others, if that is known.</param>
    public virtual bool IsFile(string path, (long Device, long File)? identity = null) => false;

    /// <summary>Goes over bytes of a <see cref="LocalFile"/> that were copied past the source.</summary>
    public virtual void Skip(long count) => throw new NotSupportedException();

    /// <summary>Reads at least one byte and at most <paramref name="count"/>, which is positive; 0 at the end.</summary>
    public abstract ValueTask<int> ReadAsync(byte[] buffer, int offset, int count, bool async, CancellationToken token);

    /// <summary>Copies everything that is left as the platform would.</summary>
    public abstract ValueTask CopyToAsync(Stream destination, bool async, CancellationToken token);
}
