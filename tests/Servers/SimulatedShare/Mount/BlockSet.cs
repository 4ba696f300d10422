namespace StreamTuning.SimulatedShare;

/// <summary>Which blocks of a file take space, as on a file system with holes.</summary>
internal sealed class BlockSet
{
    public const int BlockSize = 4096;

    private readonly List<ulong> _bits = [];

    /// <summary>How many there are.</summary>
    public long Count { get; private set; }

    /// <summary>How many blocks of a range take no space yet.</summary>
    public long MissingIn(long offset, long length)
    {
        long missing = 0;
        for (long block = offset / BlockSize; block < End(offset + length); block++)
        {
            missing += Contains(block) ? 0 : 1;
        }

        return missing;
    }

    /// <summary>Adds the blocks of a range from its start on, as many as there is room for.</summary>
    /// <returns>How many bytes of the range have their blocks now.</returns>
    public long Add(long offset, long length, ref long room)
    {
        long end = End(offset + length);
        for (long block = offset / BlockSize; block < end; block++)
        {
            if (Contains(block))
            {
                continue;
            }

            if (room <= 0)
            {
                return Math.Max(0, (block * BlockSize) - offset);
            }

            room--;
            Count++;
            int word = (int)(block / 64);
            while (_bits.Count <= word)
            {
                _bits.Add(0);
            }

            _bits[word] |= 1UL << (int)(block % 64);
        }

        return length;
    }

    /// <summary>Removes what is behind a length.</summary>
    /// <returns>How many blocks those were.</returns>
    public long Cut(long length)
    {
        long before = Count;
        for (long block = (long)_bits.Count * 64; --block >= End(length);)
        {
            if (Contains(block))
            {
                _bits[(int)(block / 64)] &= ~(1UL << (int)(block % 64));
                Count--;
            }
        }

        int words = (int)Math.Min(_bits.Count, (End(length) + 63) / 64);
        _bits.RemoveRange(words, _bits.Count - words);
        return before - Count;
    }

    private static long End(long length) => (length + BlockSize - 1) / BlockSize;

    private bool Contains(long block) => block / 64 < _bits.Count && (_bits[(int)(block / 64)] & (1UL << (int)(block % 64))) != 0;
}
