namespace StreamTuning.Copying;

/// <summary>How long a share takes for a write, on the clock of a test.</summary>
internal sealed record WriteCost(ManualClock Clock, TimeSpan Request, double BytesPerSecond)
{
    /// <summary>The sizes of the writes so far.</summary>
    public List<int> Writes { get; } = [];

    public void Take(int count)
    {
        Writes.Add(count);
        Clock.Pass(Request + TimeSpan.FromSeconds(count / BytesPerSecond));
    }
}

/// <summary>A file of the caller on a share: a write takes its time, and is over when its task is returned.</summary>
internal sealed class TimedFile(string path, WriteCost cost)
    : FileStream(path, FileMode.Create, FileAccess.ReadWrite, FileShare.Read, bufferSize: 1)
{
    public override void Write(byte[] buffer, int offset, int count)
    {
        cost.Take(count);
        base.Write(buffer, offset, count);
    }

    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        Write(buffer, offset, count);
        return Task.CompletedTask;
    }

    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        Assert.True(System.Runtime.InteropServices.MemoryMarshal.TryGetArray(buffer, out ArraySegment<byte> array));
        Write(array.Array!, array.Offset, array.Count);
        return default;
    }
}

/// <summary>A hidden file that the copy opened on a share; it takes several writes at once, each as <see cref="TimedFile"/> does.</summary>
internal sealed class TimedOwnFile(FileStream file, WriteCost cost) : OutputFile(file, mayBuffer: false)
{
    public override bool WritesInParallel => true;

    public override bool IsOwn => true;

    public override bool IsHidden => true;

    public override ValueTask WriteAsync(byte[] buffer, int offset, int count, long position, bool async)
    {
        cost.Take(count);
        RandomAccess.Write(Handle, buffer.AsSpan(offset, count), position);
        return default;
    }
}
