using static StreamTuning.Bytes;

namespace StreamTuning.Copying;

/// <summary>Two files with which the same is done.</summary>
internal static class TwinFiles
{
    private const int Steps = 2000;
    private const int MostBytes = 9000;

    /// <summary>Does the same things in random order with a file that is tested and with an ordinary one, and closes both: they must not differ at any time.</summary>
    public static async Task AssertAlikeAsync(FileStream ours, FileStream theirs, Random random)
    {
        for (int i = 0; i < Steps; i++)
        {
            byte[] data = Random(random.Next(random.Next(2) == 0 ? 100 : MostBytes), random.Next());
            switch (random.Next(6))
            {
                case 0:
                    ours.Position = theirs.Position = random.Next(7 * MostBytes);
                    break;
                case 1:
                    int length = random.Next(7 * MostBytes);
                    ours.SetLength(length);
                    theirs.SetLength(length);
                    break;
                case 2:
                    ours.Write(data);
                    theirs.Write(data);
                    break;
                case 3:
                    await ours.WriteAsync(data);
                    theirs.Write(data);
                    break;
                case 4:
                    ours.WriteByte((byte)i);
                    theirs.WriteByte((byte)i);
                    break;
                default:
                    byte[] read = new byte[data.Length];
                    int count = await theirs.ReadAsync(data);
                    Assert.Equal(count, await ours.ReadAsync(read));
                    AssertEqual(data.AsSpan(0, count), read.AsSpan(0, count));
                    break;
            }

            Assert.Equal((theirs.Position, theirs.Length), (ours.Position, ours.Length));
        }

        ours.Dispose();
        theirs.Dispose();
        AssertEqual(File.ReadAllBytes(theirs.Name), File.ReadAllBytes(ours.Name));
    }
}
