using System.Diagnostics;

namespace StreamTuning.Benchmarks;

/// <summary>
/// A source that arrives at a rate, as a download does: a read gives what has arrived, at most 64 KiB, and waits if that is nothing. Its sender stops while a
/// megabyte waits to be read. Knows its length.
/// </summary>
internal sealed class RateLimitedSource(long length, double bytesPerSecond) : Stream
{
    private const int LargestRead = 64 * 1024;
    private const long Window = 1024 * 1024;

    // Timers are about this coarse.
    private static readonly TimeSpan _timer = TimeSpan.FromMilliseconds(1);

    private readonly long _started = Stopwatch.GetTimestamp();
    private TimeSpan _stalled;
    private long _position;

    public override bool CanRead => true;

    public override bool CanSeek => true;

    public override bool CanWrite => false;

    public override long Length => length;

    public override long Position
    {
        get => _position;
        set => throw new NotSupportedException();
    }

    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        int wanted = (int)Math.Min(Math.Min(buffer.Length, LargestRead), length - _position);
        while (Arrived() < wanted)
        {
            TimeSpan missing = TimeSpan.FromSeconds((wanted - Arrived()) / bytesPerSecond);
            await Task.Delay(missing > _timer ? missing : _timer, cancellationToken);
        }

        buffer.Span[..wanted].Fill((byte)_position);
        _position += wanted;
        return wanted;
    }

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    public override int Read(byte[] buffer, int offset, int count) => ReadAsync(buffer, offset, count, CancellationToken.None).GetAwaiter().GetResult();

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    /// <summary>How many bytes wait to be read.</summary>
    private long Arrived()
    {
        double waiting = ((Stopwatch.GetElapsedTime(_started) - _stalled).TotalSeconds * bytesPerSecond) - _position;
        if (waiting > Window)
        {
            _stalled += TimeSpan.FromSeconds((waiting - Window) / bytesPerSecond);
            return Window;
        }

        return (long)waiting;
    }
}
