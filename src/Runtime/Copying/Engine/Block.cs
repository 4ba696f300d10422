using System.Buffers;

namespace StreamTuning;

/// <summary>A piece of the data on its way from the source to the file.</summary>
internal sealed class Block
{
    private byte[]? _rented;

    public Block()
    {
    }

    /// <summary>A block of memory that belongs to somebody else.</summary>
    public Block(ArraySegment<byte> memory)
    {
        Buffer = memory.Array!;
        Offset = memory.Offset;
        Count = memory.Count;
    }

    public byte[] Buffer { get; private set; } = [];

    public int Offset { get; }

    /// <summary>How many bytes it holds.</summary>
    public int Count { get; set; }

    /// <summary>How many of them, from the first on, were written while the block waited for more.</summary>
    public int Written { get; set; }

    /// <summary>Where in <see cref="Buffer"/> the bytes are that are left to be written.</summary>
    public int Start => Offset + Written;

    /// <summary>How many bytes are left to be written.</summary>
    public int Pending => Count - Written;

    /// <summary>The next one in a <see cref="BlockQueue"/>.</summary>
    public Block? Next { get; set; }

    /// <summary>The write that is under way. Until it is complete the block must stay as it is.</summary>
    public ValueTask Write { get; set; }

    /// <summary>When the source was first asked for its bytes, in ticks of <see cref="System.Diagnostics.Stopwatch.Frequency"/>.</summary>
    public long FillStarted { get; set; }

    /// <summary>Whether anybody wants to know how long the write takes.</summary>
    public bool IsTimed { get; set; }

    /// <summary>When the write was sent and was complete, in ticks of <see cref="System.Diagnostics.Stopwatch.Frequency"/>.</summary>
    public long WriteStarted { get; set; }

    /// <inheritdoc cref="WriteStarted"/>
    public long WriteEnded { get; set; }

    /// <summary>Whether the write makes the file longer.</summary>
    public bool Extends { get; set; }

    /// <summary>The same write, for several who wait for it.</summary>
    public Task WriteTask()
    {
        Task task = Write.AsTask();
        Write = new ValueTask(task);
        return task;
    }

    /// <summary>Makes room for so many bytes and keeps the first <see cref="Count"/>.</summary>
    public void Reserve(int size, ArrayPool<byte> pool)
    {
        if (Buffer.Length >= size)
        {
            return;
        }

        byte[] larger = pool.Rent(size);
        Array.Copy(Buffer, larger, Count);
        Return(pool);
        _rented = larger;
        Buffer = larger;
    }

    public void Return(ArrayPool<byte> pool)
    {
        if (_rented is not null)
        {
            pool.Return(_rented);
            _rented = null;
            Buffer = [];
        }
    }
}
