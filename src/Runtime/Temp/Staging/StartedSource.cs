namespace StreamTuning;

/// <summary>A source whose start has been read into memory already.</summary>
/// <param name="start">What has been read.</param>
/// <param name="rest">What follows; <see langword="null"/> where the start is all.</param>
internal sealed class StartedSource(ArraySegment<byte> start, StreamSource? rest) : CopySource
{
    private int _taken;

    public override bool KnowsItsLength => rest is null;

    private int Left => start.Count - _taken;

    public override long? KnownRemaining() => rest is null ? Left : null;

    public override bool TryTakeMemory(long limit, out ArraySegment<byte> memory)
    {
        if (rest is not null)
        {
            memory = default;
            return false;
        }

        int count = (int)Math.Min(Left, limit);
        memory = new ArraySegment<byte>(start.Array!, start.Offset + _taken, count);
        _taken += count;
        return true;
    }

    public override ValueTask<int> ReadAsync(byte[] buffer, int offset, int count, bool async, CancellationToken token)
    {
        if (Left == 0)
        {
            return rest is null ? new ValueTask<int>(0) : rest.ReadAsync(buffer, offset, count, async, token);
        }

        int read = Math.Min(count, Left);
        Buffer.BlockCopy(start.Array!, start.Offset + _taken, buffer, offset, read);
        _taken += read;
        return new ValueTask<int>(read);
    }

    public override ValueTask CopyToAsync(Stream destination, bool async, CancellationToken token) => throw new NotSupportedException();
}
