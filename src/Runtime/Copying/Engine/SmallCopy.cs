namespace StreamTuning;

/// <summary>
/// A small source into a file of the caller: read, then one write. <see cref="FileCopy"/> would send the same requests, but where a file of 4 KiB
/// takes twelve microseconds its preparations for more are a tenth. It takes over whatever turns out otherwise.
/// </summary>
internal readonly struct SmallCopy
{
    private const int MostBytes = CopyPlan.PlainBlock;

    private SmallCopy(Block block, long? expected, ValueTask<int>? reading = null)
    {
        Block = block;
        Expected = expected;
        Reading = reading;
    }

    /// <summary>What has been read so far.</summary>
    public Block Block { get; }

    /// <summary>How many bytes the source said it has before it was read.</summary>
    public long? Expected { get; }

    /// <summary>The read that has begun and is to be awaited next.</summary>
    public ValueTask<int>? Reading { get; }

    public static ValueTask<long> RunAsync(CopySource source, FileStream file, CopySettings settings, bool async)
    {
        long? expected = source.KnownRemaining();
        if (!settings.IsDefault || file.GetType() != typeof(FileStream) || expected > MostBytes)
        {
            return FileCopy.RunAsync(source, new FileTarget(file, mayBuffer: true), settings, async);
        }

        if (source.TryTakeMemory(long.MaxValue, out ArraySegment<byte> memory))
        {
            return WriteAsync(new Block(memory), file, settings, async);
        }

        SmallCopy begun = Read(source, expected, settings, async, out bool ended);
        return ended
            ? WriteAsync(begun.Block, file, settings, async)
            : FileCopy.RunAsync(source, new FileTarget(file, mayBuffer: true), settings, async, begun);
    }

    /// <summary>Reads as long as the source has the bytes at hand.</summary>
    private static SmallCopy Read(CopySource source, long? expected, CopySettings settings, bool async, out bool ended)
    {
        ended = false;
        int size = CopyPlan.FirstSize(expected);
        var block = new Block();
        block.Reserve(size, settings.Pool);
        while (!settings.Token.IsCancellationRequested)
        {
            int room = size - block.Count;
            ValueTask<int> reading;
            try
            {
                reading = source.ReadAsync(block.Buffer, block.Count, room, async, settings.Token);
            }
            catch (Exception e)
            {
                reading = new ValueTask<int>(Task.FromException<int>(e));
            }

            if (!reading.IsCompletedSuccessfully)
            {
                return new SmallCopy(block, expected, reading);
            }

            int read = reading.Result;
            ended = read == 0;
            if (ended)
            {
                break;
            }

            if ((uint)read >= (uint)room)
            {
                // More than small, or no number of bytes at all.
                return new SmallCopy(block, expected, new ValueTask<int>(read));
            }

            block.Count += read;
        }

        return new SmallCopy(block, expected);
    }

    private static async ValueTask<long> WriteAsync(Block block, FileStream file, CopySettings settings, bool async)
    {
        var target = new FileTarget(file, mayBuffer: true);
        try
        {
            await target.WriteAsync(block.Buffer, block.Offset, block.Count, target.Start, async).ConfigureAwait(false);
            await target.FlushAsync(async).ConfigureAwait(false);
            return block.Count;
        }
        catch (Exception)
        {
            target.TryRestore(target.EndOfPart(block));
            throw;
        }
        finally
        {
            block.Return(settings.Pool);
        }
    }
}
