namespace StreamTuning.SimulatedShare;

/// <summary>
/// A file of a <see cref="SlowShare"/>. Collects small writes as <see cref="FileStream"/> does, so that requests are those that the operating system
/// would see, and makes each take its time.
/// </summary>
internal sealed class SlowShareFile : FileStream
{
    // Timers are about this coarse. Shorter waits are put off until they add up; the account below loses none of them.
    private static readonly TimeSpan _timer = TimeSpan.FromMilliseconds(2);

    private readonly SlowShare _share;
    private readonly byte[] _buffer;
    private int _buffered;

    // Until when this file is busy, and how much longer than asked the last wait took.
    private TimeSpan _busyUntil;
    private TimeSpan _overslept;

    public SlowShareFile(SlowShare share, string path, FileMode mode, FileAccess access, FileShare fileShare, int bufferSize)
        : base(path, mode, access, fileShare, bufferSize: 0, FileOptions.Asynchronous)
    {
        _share = share;
        _buffer = bufferSize > 1 ? new byte[bufferSize] : [];
        _busyUntil = share.TakeOpening(SlowShare.Now);
    }

    public override long Length => _buffered == 0 ? base.Length : Math.Max(base.Length, base.Position + _buffered);

    public override long Position
    {
        get => base.Position + _buffered;
        set
        {
            FlushBuffer();
            base.Position = value;
        }
    }

    public void WaitForOpening() => Wait(most: TimeSpan.Zero);

    public override long Seek(long offset, SeekOrigin origin)
    {
        FlushBuffer();
        return base.Seek(offset, origin);
    }

    public override void SetLength(long value)
    {
        FlushBuffer();
        base.SetLength(value);
        _busyUntil = _share.TakeLengthChange(Start());
        Wait(_timer);
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override int Read(Span<byte> buffer)
    {
        FlushBuffer();
        int read = RandomAccess.Read(SafeFileHandle, buffer, base.Position);
        base.Seek(read, SeekOrigin.Current);
        return read;
    }

    public override int ReadByte()
    {
        byte value = 0;
        return Read(new Span<byte>(ref value)) == 0 ? -1 : value;
    }

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        await FlushBufferAsync(cancellationToken).ConfigureAwait(false);
        int read = await RandomAccess.ReadAsync(SafeFileHandle, buffer, base.Position, cancellationToken).ConfigureAwait(false);
        base.Seek(read, SeekOrigin.Current);
        return read;
    }

    public override void WriteByte(byte value) => Write([value]);

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        while (Collect(ref buffer))
        {
            if (_buffered > 0)
            {
                FlushBuffer();
            }
            else
            {
                Request(buffer);
                return;
            }
        }
    }

    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        WriteAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    public override async ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        cancellationToken.ThrowIfCancellationRequested();
        while (Collect(ref buffer))
        {
            if (_buffered > 0)
            {
                await FlushBufferAsync(cancellationToken).ConfigureAwait(false);
            }
            else
            {
                await RequestAsync(buffer, cancellationToken).ConfigureAwait(false);
                return;
            }
        }
    }

    public override void Flush() => Flush(flushToDisk: false);

    public override void Flush(bool flushToDisk)
    {
        FlushBuffer();
        Wait(TimeSpan.Zero);
        base.Flush(flushToDisk);
    }

    public override async Task FlushAsync(CancellationToken cancellationToken)
    {
        await FlushBufferAsync(cancellationToken).ConfigureAwait(false);
        await WaitAsync(TimeSpan.Zero).ConfigureAwait(false);
    }

    public override async ValueTask DisposeAsync()
    {
        if (CanWrite)
        {
            await FlushBufferAsync(CancellationToken.None).ConfigureAwait(false);
            await WaitAsync(TimeSpan.Zero).ConfigureAwait(false);
        }

        await base.DisposeAsync().ConfigureAwait(false);
    }

    protected override void Dispose(bool disposing)
    {
        // May come a second time.
        if (disposing && CanWrite)
        {
            FlushBuffer();
            Wait(TimeSpan.Zero);
        }

        base.Dispose(disposing);
    }

    /// <summary>Puts into the buffer what belongs there.</summary>
    /// <returns>Whether there is more to do: first the full buffer is to be written, then what is left, in one request.</returns>
    private bool Collect(ref ReadOnlySpan<byte> data)
    {
        if (data.IsEmpty)
        {
            return _buffered == _buffer.Length && _buffered > 0;
        }

        if (_buffered == 0 && data.Length >= _buffer.Length)
        {
            return true;
        }

        int taken = Math.Min(data.Length, _buffer.Length - _buffered);
        data[..taken].CopyTo(_buffer.AsSpan(_buffered));
        _buffered += taken;
        data = data[taken..];
        return _buffered == _buffer.Length;
    }

    private bool Collect(ref ReadOnlyMemory<byte> data)
    {
        ReadOnlySpan<byte> rest = data.Span;
        bool more = Collect(ref rest);
        data = data[^rest.Length..];
        return more;
    }

    private void FlushBuffer()
    {
        if (_buffered > 0)
        {
            int count = _buffered;
            _buffered = 0;
            Request(_buffer.AsSpan(0, count));
        }
    }

    private async ValueTask FlushBufferAsync(CancellationToken cancellationToken)
    {
        if (_buffered > 0)
        {
            int count = _buffered;
            _buffered = 0;
            await RequestAsync(_buffer.AsMemory(0, count), cancellationToken).ConfigureAwait(false);
        }
    }

    private void Request(ReadOnlySpan<byte> data)
    {
        TimeSpan start = Start();
        bool extends = base.Position + data.Length > base.Length;
        RandomAccess.Write(SafeFileHandle, data, base.Position);
        base.Seek(data.Length, SeekOrigin.Current);
        _busyUntil = _share.TakeWrite(start, data.Length, extends);
        Wait(_timer);
    }

    private async ValueTask RequestAsync(ReadOnlyMemory<byte> data, CancellationToken cancellationToken)
    {
        TimeSpan start = Start();
        bool extends = base.Position + data.Length > base.Length;
        await RandomAccess.WriteAsync(SafeFileHandle, data, base.Position, cancellationToken).ConfigureAwait(false);
        base.Seek(data.Length, SeekOrigin.Current);
        _busyUntil = _share.TakeWrite(start, data.Length, extends);
        await WaitAsync(_timer).ConfigureAwait(false);
    }

    /// <summary>When a request that comes now starts: after the one before, and not later because a timer was late.</summary>
    private TimeSpan Start()
    {
        TimeSpan start = SlowShare.Max(_busyUntil, SlowShare.Now - _overslept);
        _overslept = TimeSpan.Zero;
        return start;
    }

    private void Wait(TimeSpan most)
    {
        TimeSpan left = _busyUntil - SlowShare.Now;
        if (left > most)
        {
            Thread.Sleep(left);
            Awake();
        }
    }

    private async ValueTask WaitAsync(TimeSpan most)
    {
        TimeSpan left = _busyUntil - SlowShare.Now;
        if (left > most)
        {
            await Task.Delay(left).ConfigureAwait(false);
            Awake();
        }
    }

    private void Awake() => _overslept = SlowShare.Max(TimeSpan.Zero, SlowShare.Now - _busyUntil);
}
