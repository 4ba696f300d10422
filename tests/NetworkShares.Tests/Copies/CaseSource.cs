namespace StreamTuning.NetworkShares;

/// <summary>A source that does something at a position: throws, kills a server, waits.</summary>
internal sealed class CaseSource(byte[] content, bool knowsLength) : SourceStream
{
    private bool _hasActed;
    private int _position;

    /// <summary>Where it acts.</summary>
    public int ActsAt { get; init; }

    /// <summary>What it does when as many bytes have been given.</summary>
    public Action? Act { get; init; }

    /// <summary>Says how long to wait before each read.</summary>
    public Func<TimeSpan>? Pause { get; init; }

    /// <summary>How many bytes a read gives at most.</summary>
    public int PieceBytes { get; init; } = int.MaxValue;

    public byte[] Content => content;

    public override bool CanSeek => knowsLength;

    public override long Length => knowsLength ? content.Length : throw new NotSupportedException();

    public override long Position
    {
        get => _position;
        set => _position = knowsLength ? (int)value : throw new NotSupportedException();
    }

    public override int Read(Span<byte> buffer)
    {
        if (Pause is not null)
        {
            Thread.Sleep(Pause());
        }

        return ReadNext(buffer);
    }

    private int ReadNext(Span<byte> buffer)
    {
        int limit = content.Length;
        if (Act is not null && !_hasActed)
        {
            limit = Math.Min(limit, ActsAt);
            if (_position == ActsAt)
            {
                _hasActed = true;
                Act();
                limit = content.Length;
            }
        }

        int count = Math.Min(Math.Min(buffer.Length, PieceBytes), limit - _position);
        content.AsSpan(_position, count).CopyTo(buffer);
        _position += count;
        return count;
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (Pause is null)
        {
            await Task.Yield();
        }
        else
        {
            await Task.Delay(Pause(), cancellationToken);
        }

        return ReadNext(buffer.Span);
    }

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();
}

/// <summary>The exception of a source that breaks off.</summary>
public sealed class SourceException() : IOException("The source broke off.");
