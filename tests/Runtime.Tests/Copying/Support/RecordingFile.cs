namespace StreamTuning.Copying;

/// <summary>What a file was asked for.</summary>
internal readonly record struct Request(string What, long Offset, long Count);

/// <summary>A file that notes its requests, takes its time for each write and fails on demand.</summary>
internal sealed class RecordingFile(string path, FileMode mode = FileMode.OpenOrCreate, int bufferSize = 1)
    : FileStream(path, mode, FileAccess.ReadWrite, FileShare.Read, bufferSize)
{
    private int _underWay;

    public List<Request> Requests { get; } = [];

    public IEnumerable<Request> Writes => Requests.Where(r => r.What == "write");

    public IEnumerable<long> Lengths => Requests.Where(r => r.What == "length").Select(r => r.Offset);

    public int MostWritesAtOnce { get; private set; }

    /// <summary>The number of the write that fails, after so many of its bytes have been written.</summary>
    public int FailingWrite { get; init; } = -1;

    public int LandsBeforeFailing { get; init; }

    public Exception Failure { get; init; } = new IOException("The share is gone.");

    /// <summary>What setting the length throws, when it would make the file longer.</summary>
    public Exception? LengthFailure { get; init; }

    /// <summary>Whether it is set all the same, as on a share whose reply is lost.</summary>
    public bool LengthLandsBeforeFailing { get; init; }

    public Exception? FlushFailure { get; init; }

    /// <summary>Writes wait for this.</summary>
    public Task Gate { get; init; } = Task.CompletedTask;

    /// <summary>Is called when a write has begun, with its number.</summary>
    public Action<int>? WriteBegins { get; init; }

    public override void SetLength(long value)
    {
        Requests.Add(new Request("length", value, 0));
        if (LengthFailure is not null && value > Length)
        {
            if (LengthLandsBeforeFailing)
            {
                base.SetLength(value);
            }

            throw LengthFailure;
        }

        base.SetLength(value);
    }

    public override void Write(byte[] buffer, int offset, int count) => Land(Begin(count), buffer, offset, count);

    public override async Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        int number = Begin(count);
        await Gate;
        await Task.Yield();
        Land(number, buffer, offset, count);
    }

    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        Assert.True(System.Runtime.InteropServices.MemoryMarshal.TryGetArray(buffer, out ArraySegment<byte> array));
        return new ValueTask(WriteAsync(array.Array!, array.Offset, array.Count, cancellationToken));
    }

    public override void Flush()
    {
        Requests.Add(new Request("flush", 0, 0));
        if (FlushFailure is not null)
        {
            throw FlushFailure;
        }

        base.Flush();
    }

    public override Task FlushAsync(CancellationToken cancellationToken)
    {
        Flush();
        return Task.CompletedTask;
    }

    private int Begin(int count)
    {
        int number = Writes.Count();
        Requests.Add(new Request("write", Position, count));
        MostWritesAtOnce = Math.Max(MostWritesAtOnce, Interlocked.Increment(ref _underWay));
        WriteBegins?.Invoke(number);
        return number;
    }

    private void Land(int number, byte[] buffer, int offset, int count)
    {
        Interlocked.Decrement(ref _underWay);
        if (number == FailingWrite)
        {
            base.Write(buffer, offset, Math.Min(count, LandsBeforeFailing));
            throw Failure;
        }

        base.Write(buffer, offset, count);
    }
}
