namespace StreamTuning.Copying;

/// <summary>A source whose reads take time on the clock of the test, as long as the number of bytes before says.</summary>
internal sealed class PacedSource(
    long length, bool canSeek, bool pauses, int piece, ManualClock clock, Func<long, TimeSpan> timeOfRead)
    : SourceStream(canSeek ? length : null)
{
    /// <summary>How many bytes it has, whether it says so or not.</summary>
    public long Bytes => length;

    /// <summary>Is called before each read, with the number of bytes before.</summary>
    public Action<long>? BeforeRead { get; init; }

    public override int Read(byte[] buffer, int offset, int count)
    {
        BeforeRead?.Invoke(BytesRead);
        TimeSpan time = timeOfRead(BytesRead);
        if (time > TimeSpan.Zero)
        {
            clock.Pass(time);
        }

        int read = (int)Math.Min(Math.Min(count, piece), length - BytesRead);
        Array.Fill(buffer, (byte)BytesRead, offset, read);
        BytesRead += read;
        return read;
    }

    public override async Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        if (pauses && timeOfRead(BytesRead) > TimeSpan.Zero)
        {
            await Task.Yield();
        }

        return Read(buffer, offset, count);
    }

    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        Assert.True(System.Runtime.InteropServices.MemoryMarshal.TryGetArray<byte>(buffer, out ArraySegment<byte> array));
        return new ValueTask<int>(ReadAsync(array.Array!, array.Offset, array.Count, cancellationToken));
    }
}
