using System.Buffers;
using Xunit.Abstractions;

namespace StreamTuning.AspNetCore;

/// <summary>That content and delimiters are told apart wherever the pieces end in which they come.</summary>
public sealed class DelimiterTests(ITestOutputHelper output)
{
    [Fact]
    public void A_delimiter_is_found_wherever_the_pieces_end()
    {
        int seed = Seed.Next(output);
        var random = new Random(seed);
        byte[][] delimiters = ["\r\n--aab"u8.ToArray(), "\r\n\r\n"u8.ToArray(), "\r\n--"u8.ToArray(), "x"u8.ToArray()];
        for (int round = 0; round < 20_000; round++)
        {
            byte[] bytes = delimiters[random.Next(delimiters.Length)];
            var delimiter = new Delimiter(bytes);

            // Of few different bytes, so that beginnings of delimiters are everywhere.
            byte[] content = new byte[random.Next(40)];
            for (int i = 0; i < content.Length; i++)
            {
                content[i] = "\r\n-abx"u8[random.Next(6)];
            }

            ReadOnlySequence<byte> pieces = Cut(content, random);
            byte[] room = new byte[random.Next(1, 45)];
            int at = content.AsSpan().IndexOf(bytes);

            Match match = delimiter.CopyTo(pieces, room, out int copied);

            Assert.True(content.AsSpan(0, copied).SequenceEqual(room.AsSpan(0, copied)), $"Round {round} of seed {seed}: other bytes were copied.");
            Assert.True(at < 0 || copied <= at, $"Round {round} of seed {seed}: {copied} bytes were copied, and the delimiter is at {at}.");
            switch (match)
            {
                case Match.Yes:
                    Assert.True(copied == at, $"Round {round} of seed {seed}: found at {copied} instead of {at}.");
                    break;
                case Match.Unfinished:
                    Assert.True(
                        at < 0 && content.Length - copied < bytes.Length && bytes.AsSpan().StartsWith(content.AsSpan(copied)) && copied < content.Length,
                        $"Round {round} of seed {seed}: no beginning of a delimiter is at {copied}.");
                    break;
                default:
                    Assert.True(
                        copied == Math.Min(room.Length, content.Length) && (at < 0 || at >= copied),
                        $"Round {round} of seed {seed}: only {copied} bytes were copied.");
                    break;
            }
        }
    }

    private static ReadOnlySequence<byte> Cut(byte[] content, Random random)
    {
        Piece? first = null;
        Piece? last = null;
        for (int start = 0; start < content.Length || first is null;)
        {
            int count = Math.Min(content.Length - start, random.Next(12));
            last = new Piece(content.AsMemory(start, count), last);
            first ??= last;
            start += count;
        }

        return new ReadOnlySequence<byte>(first, 0, last!, last!.Memory.Length);
    }

    private sealed class Piece : ReadOnlySequenceSegment<byte>
    {
        public Piece(ReadOnlyMemory<byte> memory, Piece? previous)
        {
            Memory = memory;
            if (previous is not null)
            {
                RunningIndex = previous.RunningIndex + previous.Memory.Length;
                previous.Next = this;
            }
        }
    }
}
