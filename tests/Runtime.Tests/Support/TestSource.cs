namespace StreamTuning;

/// <summary>A stream over bytes that reads as a test wants it: in pieces, later, failing.</summary>
internal sealed class TestSource(byte[] content, bool canSeek = false, int[]? pieces = null, bool pauses = false) : SourceStream
{
    private int _position;
    private int _reads;

    /// <summary>After so many bytes the source throws <see cref="Failure"/>.</summary>
    public int FailsAt { get; init; } = int.MaxValue;

    public Exception Failure { get; init; } = new IOException("The source broke off.");

    /// <summary>Is called before each read, with its number.</summary>
    public Action<int>? BeforeRead { get; init; }

    /// <summary>What each read waits for, by its number.</summary>
    public Func<int, Task>? WaitsFor { get; init; }

    /// <summary>Is called when somebody sets the position.</summary>
    public Action? Moved { get; init; }

    /// <summary>The length that the source claims to have.</summary>
    public long? ClaimedLength { get; init; }

    public int Given => _position;

    public bool IsClosed { get; private set; }

    public override bool CanSeek => canSeek;

    public override long Length => canSeek ? ClaimedLength ?? content.Length : throw new NotSupportedException();

    public override long Position
    {
        get => canSeek ? _position : throw new NotSupportedException();
        set
        {
            _position = canSeek ? (int)value : throw new NotSupportedException();
            Moved?.Invoke();
        }
    }

    public override int Read(byte[] buffer, int offset, int count)
    {
        WaitsFor?.Invoke(_reads).GetAwaiter().GetResult();
        return ReadNext(buffer, offset, count);
    }

    private int ReadNext(byte[] buffer, int offset, int count)
    {
        BeforeRead?.Invoke(_reads);
        int piece = pieces is null ? int.MaxValue : pieces[_reads % pieces.Length];
        _reads++;
        if (_position >= FailsAt)
        {
            throw Failure;
        }

        int read = Math.Min(Math.Min(count, piece), Math.Min(content.Length, FailsAt) - _position);
        Array.Copy(content, _position, buffer, offset, read);
        _position += read;
        return read;
    }

    public override async Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        if (pauses)
        {
            await Task.Yield();
        }

        if (WaitsFor is not null)
        {
            await WaitsFor(_reads);
        }

        cancellationToken.ThrowIfCancellationRequested();
        return ReadNext(buffer, offset, count);
    }

    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        Assert.True(System.Runtime.InteropServices.MemoryMarshal.TryGetArray<byte>(buffer, out ArraySegment<byte> array));
        return pauses || WaitsFor is not null
            ? new ValueTask<int>(ReadAsync(array.Array!, array.Offset, array.Count, cancellationToken))
            : new ValueTask<int>(Read(array.Array!, array.Offset, array.Count));
    }

    protected override void Dispose(bool disposing)
    {
        IsClosed = true;
        base.Dispose(disposing);
    }
}
