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

    // What a client that writes back has collected and not sent, and until when it is busy with what it has sent.
    private int _collected;
    private long _collectedEnd;
    private bool _collectedExtends;
    private TimeSpan _isSent;

    // Bytes that were acknowledged and lost, until that is reported: where they end, and why they were.
    private long _lostEnd;
    private ShareError _lateError;

    public SlowShareFile(SlowShare share, string path, FileMode mode, FileAccess access, FileShare fileShare, int bufferSize)
        : base(path, mode, access, fileShare, bufferSize: 0, FileOptions.Asynchronous)
    {
        _share = share;
        _buffer = bufferSize > 1 ? new byte[bufferSize] : [];
        _busyUntil = share.TakeOpening(SlowShare.Now, empties: mode is FileMode.Create or FileMode.Truncate);
    }

    public override long Length => Math.Max(KnownLength, _buffered == 0 ? 0 : base.Position + _buffered);

    public override long Position
    {
        get => base.Position + _buffered;
        set
        {
            FlushBuffer();
            base.Position = value;
        }
    }

    private long KnownLength => Math.Max(base.Length, _lostEnd);

    public void WaitForOpening() => Wait(most: TimeSpan.Zero);

    public override long Seek(long offset, SeekOrigin origin)
    {
        FlushBuffer();
        return base.Seek(offset, origin);
    }

    public override void SetLength(long value)
    {
        FlushBuffer();
        WaitUntilSent();
        _busyUntil = _share.TakeLengthChange(Start());
        Wait(_timer);
        if (_share.Client.LengthsNeedRoom && value > KnownLength && value > Room)
        {
            ThrowIfFailed(_share.Client.NoRoom);
        }

        base.SetLength(value);
        _lostEnd = 0;
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
        if (!flushToDisk)
        {
            WaitForWrites(TimeSpan.Zero);
            return;
        }

        // The disk of this machine is not the one that is simulated: nothing is brought to it.
        WaitUntilSent();
        _busyUntil = _share.TakeSync(Start());
        Wait(TimeSpan.Zero);
        ThrowIfFailed(_share.SyncError);
        ThrowLateError();
    }

    public override async Task FlushAsync(CancellationToken cancellationToken)
    {
        await FlushBufferAsync(cancellationToken).ConfigureAwait(false);
        await WaitForWritesAsync(TimeSpan.Zero).ConfigureAwait(false);
    }

    public override async ValueTask DisposeAsync()
    {
        try
        {
            if (CanWrite)
            {
                await FlushBufferAsync(CancellationToken.None).ConfigureAwait(false);
                TakeClosing();
                await WaitAsync(TimeSpan.Zero).ConfigureAwait(false);
            }
        }
        finally
        {
            await base.DisposeAsync().ConfigureAwait(false);
        }
    }

    protected override void Dispose(bool disposing)
    {
        try
        {
            // May come a second time.
            if (disposing && CanWrite)
            {
                FlushBuffer();
                TakeClosing();
                Wait(TimeSpan.Zero);
            }
        }
        finally
        {
            base.Dispose(disposing);
        }
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
        (TimeSpan start, int fits, bool extends) = StartWrite(data.Length);
        RandomAccess.Write(SafeFileHandle, data[..fits], base.Position);
        EndWrite(start, data.Length, extends);
        WaitForWrites(_timer);
    }

    private async ValueTask RequestAsync(ReadOnlyMemory<byte> data, CancellationToken cancellationToken)
    {
        (TimeSpan start, int fits, bool extends) = StartWrite(data.Length);
        await RandomAccess.WriteAsync(SafeFileHandle, data[..fits], base.Position, cancellationToken).ConfigureAwait(false);
        EndWrite(start, data.Length, extends);
        await WaitForWritesAsync(_timer).ConfigureAwait(false);
    }

    /// <summary>Starts a write, and tells how many of its bytes are stored; the others are lost. Throws if it fails at once.</summary>
    private (TimeSpan Start, int Fits, bool Extends) StartWrite(int bytes)
    {
        if (_share.Client.ReportsAtNextWrite)
        {
            ThrowLateError();
        }

        TimeSpan start = Start();
        int fits = (int)Math.Clamp(Room - base.Position, 0, bytes);
        bool extends = base.Position + bytes > KnownLength;
        if (fits < bytes)
        {
            if (!_share.Client.WritesBack)
            {
                _share.CountWrite(bytes: 0, extends: false);
                _busyUntil = _share.Send(start, bytes: 0, extends: false);
                ThrowIfFailed(_share.Client.NoRoom);
            }

            _lateError = _share.Client.NoRoom;
            _lostEnd = Math.Max(_lostEnd, base.Position + bytes);
        }

        return (start, fits, extends);
    }

    private void EndWrite(TimeSpan start, int bytes, bool extends)
    {
        long offset = base.Position;
        base.Seek(bytes, SeekOrigin.Current);
        _share.CountWrite(bytes, extends);
        if (!_share.Client.WritesBack)
        {
            _busyUntil = _share.Send(start, bytes, extends);
            return;
        }

        if (offset != _collectedEnd)
        {
            SendCollected(atLeast: 1, start);
        }

        (_collected, _collectedEnd, _collectedExtends) = (_collected + bytes, offset + bytes, _collectedExtends || extends);
        SendCollected(Math.Max(1, _share.Client.RequestSize), start);
    }

    private void SendCollected(int atLeast, TimeSpan start)
    {
        while (_collected >= atLeast)
        {
            int sent = _share.Client.RequestSize is > 0 and var size ? Math.Min(size, _collected) : _collected;
            _isSent = SlowShare.Max(_isSent, _share.Send(start, sent, _collectedExtends));
            (_collected, _collectedExtends) = (_collected - sent, _collectedExtends && _collected > sent);
        }
    }

    /// <summary>The file is busy until everything that the client holds of it has been sent.</summary>
    private void WaitUntilSent()
    {
        SendCollected(atLeast: 1, SlowShare.Max(_busyUntil, SlowShare.Now));
        _busyUntil = SlowShare.Max(_busyUntil, _isSent);
    }

    private void TakeClosing()
    {
        WaitUntilSent();
        _busyUntil = _share.TakeClosing(_busyUntil);
    }

    private long Room => _share.RoomPerFile ?? long.MaxValue;

    /// <summary>Throws the error of a write that was acknowledged, and forgets it.</summary>
    private void ThrowLateError()
    {
        ShareError error = _lateError;
        (_lateError, _lostEnd) = (ShareError.None, 0);
        ThrowIfFailed(error);
    }

    private void ThrowIfFailed(ShareError error)
    {
        if (error is not ShareError.None)
        {
            throw new IOException($"The simulated share failed with {error}: '{Name}'.", (int)error);
        }
    }

    /// <summary>Waits for the answer to a write, which a client that writes back gives at once.</summary>
    private void WaitForWrites(TimeSpan most)
    {
        if (!_share.Client.WritesBack)
        {
            Wait(most);
        }
    }

    private ValueTask WaitForWritesAsync(TimeSpan most) => _share.Client.WritesBack ? default : WaitAsync(most);

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
