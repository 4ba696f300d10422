using System.Buffers;

namespace StreamTuning.Copying;

/// <summary>
/// A pool that poisons what comes back, so that a write that still reads it writes poison, and that knows whether everything has come back once.
/// </summary>
internal sealed class WatchedPool : ArrayPool<byte>
{
    private const int Excess = 13;

    private readonly HashSet<byte[]> _out = [];

    public int Rented { get; private set; }

    public int Largest { get; private set; }

    /// <summary>All bytes that were ever rented.</summary>
    public long RentedBytes { get; private set; }

    /// <summary>The bytes that are out now.</summary>
    public long Bytes { get; private set; }

    /// <summary>The most bytes that were out at a time.</summary>
    public long MostBytes { get; private set; }

    public override byte[] Rent(int minimumLength)
    {
        // Longer than asked, as pools do.
        byte[] array = new byte[minimumLength + Excess];
        Array.Fill(array, (byte)0xEE);
        lock (_out)
        {
            _out.Add(array);
            Rented++;
            Largest = Math.Max(Largest, minimumLength);
            Bytes += minimumLength;
            RentedBytes += minimumLength;
            MostBytes = Math.Max(MostBytes, Bytes);
        }

        return array;
    }

    public override void Return(byte[] array, bool clearArray = false)
    {
        lock (_out)
        {
            Assert.True(_out.Remove(array), "A block was returned twice, or was never rented.");
            Bytes -= array.Length - Excess;
        }

        Array.Fill(array, (byte)0xDD);
    }

    public bool IsAllReturned
    {
        get
        {
            lock (_out)
            {
                return _out.Count == 0;
            }
        }
    }

    public void AssertAllReturned()
    {
        lock (_out)
        {
            Assert.Empty(_out);
        }
    }
}
