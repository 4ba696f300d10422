using System.Buffers;

namespace StreamTuning;

/// <summary>A sequence of bytes that ends content of unknown length, such as the boundary between the parts of a form.</summary>
internal sealed class Delimiter(byte[] bytes)
{
    public int Length => bytes.Length;

    public ReadOnlyMemory<byte> Bytes => bytes;

    /// <summary>Copies what precedes the delimiter, as far as it is there and there is room.</summary>
    /// <param name="buffer">Where to look.</param>
    /// <param name="destination">The room; must not be empty.</param>
    /// <param name="copied">How many bytes were copied: all before the delimiter, or what may turn out to be its beginning.</param>
    /// <returns>Whether the delimiter is behind what was copied.</returns>
    public Match CopyTo(in ReadOnlySequence<byte> buffer, Span<byte> destination, out int copied)
    {
        copied = 0;
        SequencePosition next = buffer.Start;
        while (copied < destination.Length && buffer.TryGet(ref next, out ReadOnlyMemory<byte> memory))
        {
            Span<byte> room = destination[copied..];
            ReadOnlySpan<byte> segment = memory.Span;

            // What starts behind the room is looked for when there is room for what precedes it: no byte is searched twice.
            ReadOnlySpan<byte> searched = segment[..Math.Min(segment.Length, room.Length + bytes.Length - 1)];
            int found = searched.IndexOf(bytes);
            if (found >= 0)
            {
                segment[..found].CopyTo(room);
                copied += found;
                return Match.Yes;
            }

            if (FindCut(buffer, copied, searched, room.Length, out int cut) is var match and not Match.No)
            {
                segment[..cut].CopyTo(room);
                copied += cut;
                return match;
            }

            int count = Math.Min(segment.Length, room.Length);
            segment[..count].CopyTo(room);
            copied += count;
        }

        return Match.No;
    }

    /// <summary>Whether a buffer starts with bytes.</summary>
    public static Match Starts(in ReadOnlySequence<byte> buffer, ReadOnlySpan<byte> with)
    {
        foreach (ReadOnlyMemory<byte> memory in buffer)
        {
            int count = Math.Min(memory.Length, with.Length);
            if (!memory.Span[..count].SequenceEqual(with[..count]))
            {
                return Match.No;
            }

            with = with[count..];
            if (with.IsEmpty)
            {
                return Match.Yes;
            }
        }

        return Match.Unfinished;
    }

    /// <summary>Looks for a delimiter that starts at the end of a segment, and goes on in the next one.</summary>
    private Match FindCut(in ReadOnlySequence<byte> buffer, int offset, ReadOnlySpan<byte> segment, int room, out int cut)
    {
        cut = Math.Max(0, segment.Length - bytes.Length + 1);
        int end = Math.Min(segment.Length, room);
        while (cut < end)
        {
            int next = segment[cut..end].IndexOf(bytes[0]);
            if (next < 0)
            {
                break;
            }

            cut += next;
            if (bytes.AsSpan().StartsWith(segment[cut..]) && Starts(buffer.Slice(offset + cut), bytes) is var match and not Match.No)
            {
                return match;
            }

            cut++;
        }

        return Match.No;
    }
}
