namespace StreamTuning.FixBehavior.Behavior;

/// <summary>A stream that notes what is done to it, and fails or cancels when half of it has been read.</summary>
internal sealed class WatchedSource(byte[] content, bool canSeek, bool fails = false, Action? halfway = null) : Stream
{
    private int _position;

    public bool IsDisposed { get; private set; }

    /// <summary>Whether it was read without waiting: not all streams can be.</summary>
    public bool IsReadBlocking { get; private set; }

    public bool IsReadWhole => _position >= content.Length;

    public override bool CanRead => !IsDisposed;

    public override bool CanSeek => canSeek && !IsDisposed;

    public override bool CanWrite => false;

    public override long Length => canSeek ? content.Length : throw new NotSupportedException();

    public override long Position
    {
        get => canSeek ? _position : throw new NotSupportedException();
        set => _position = canSeek ? checked((int)value) : throw new NotSupportedException();
    }

    public override int Read(byte[] buffer, int offset, int count)
    {
        IsReadBlocking = true;
        return ReadNext(buffer.AsSpan(offset, count));
    }

    public override int Read(Span<byte> buffer)
    {
        IsReadBlocking = true;
        return ReadNext(buffer);
    }

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        await Task.Yield();
        cancellationToken.ThrowIfCancellationRequested();
        return ReadNext(buffer.Span);
    }

    public override long Seek(long offset, SeekOrigin origin) =>
        Position = offset + origin switch { SeekOrigin.Begin => 0, SeekOrigin.Current => _position, _ => content.Length };

    public override void Flush()
    {
    }

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        IsDisposed = true;
        base.Dispose(disposing);
    }

    private int ReadNext(Span<byte> buffer)
    {
        ObjectDisposedException.ThrowIf(IsDisposed, this);
        int half = content.Length / 2;
        if (_position >= half)
        {
            halfway?.Invoke();
            if (fails)
            {
                throw new IOException("The source broke off.");
            }
        }

        // Pieces of no particular size, which end in the middle.
        int end = _position < half ? half : content.Length;
        int count = Math.Min(Math.Min(buffer.Length, 65_521), end - _position);
        if (count == 0 && buffer.Length > 0 && _position < content.Length)
        {
            count = 1;
        }

        content.AsSpan(_position, count).CopyTo(buffer);
        _position += count;
        return count;
    }
}
