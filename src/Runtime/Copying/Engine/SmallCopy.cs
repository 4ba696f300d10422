using System.Runtime.ExceptionServices;

namespace StreamTuning;

/// <summary>
/// A small source into a file: read, then one write. <see cref="FileCopy"/> would send the same requests, but where a file of 4 KiB
/// takes twelve microseconds its preparations for more are a tenth. It takes over whatever turns out otherwise.
/// </summary>
internal readonly struct SmallCopy
{
    private SmallCopy(Block block, long? expected, ValueTask<int>? reading = null, Exception? failure = null)
    {
        Block = block;
        Expected = expected;
        Reading = reading;
        Failure = failure;
    }

    /// <summary>What has been read so far.</summary>
    public Block Block { get; }

    /// <summary>How many bytes were expected before the source was read.</summary>
    public long? Expected { get; }

    /// <summary>The read that has begun and is to be awaited next.</summary>
    public ValueTask<int>? Reading { get; }

    /// <summary>What the caller's hash or progress threw when they were told of the block, which is written.</summary>
    public Exception? Failure { get; }

    public static ValueTask<long> RunAsync(CopySource source, OutputFile file, CopySettings settings, bool async)
    {
        long? known = source.KnownRemaining();
        long? expected = settings.ExactLength ?? known ?? settings.LengthHint;
        long most = Math.Min(CopyPlan.PlainBlock, Math.Min(settings.BlockSize, settings.MemoryBudget));
        bool keepsPromise = settings.ExactLength is null || known is null || known == expected;
        if (expected > most || known > most || !keepsPromise || !Suits(file, settings))
        {
            return FileCopy.RunAsync(source, file, settings, async);
        }

        if (source.TryTakeMemory(long.MaxValue, out ArraySegment<byte> memory))
        {
            return WriteAsync(new Block(memory), expected, source, file, settings, async);
        }

        int size = expected is null ? (int)most : CopyPlan.FirstSize(expected) - (settings.ExactLength is null ? 0 : 1);
        SmallCopy begun = Read(source, expected, size, settings, async, out bool ended);
        bool isWhole = ended && (settings.ExactLength is not { } exact || (begun.Block.Count == exact && !source.HoldsMore()));
        return isWhole
            ? WriteAsync(begun.Block, expected, source, file, settings, async)
            : FileCopy.RunAsync(source, file, settings, async, begun);
    }

    /// <summary>
    /// Whether one write is all that the file needs, and nobody has to be asked what became of it: of a file of ours, only a local disk
    /// knows.
    /// </summary>
    private static bool Suits(OutputFile file, CopySettings settings) =>
        settings is { Completion: not FileCopyCompletion.Durable, IsNeverSmall: false }
        && file.IsPlainFileStream
        && (!file.IsOwn || (file is { CanSeek: true, OriginalLength: 0 } && IsLocal(file, settings)));

    private static bool IsLocal(OutputFile file, CopySettings settings) => (settings.Mount ?? file.Mount).IsLocal;

    /// <summary>Reads as long as the source has the bytes at hand.</summary>
    private static SmallCopy Read(CopySource source, long? expected, int size, CopySettings settings, bool async, out bool ended)
    {
        ended = false;
        var block = new Block { FillStarted = settings.Clock.Now };
        block.Reserve(size, settings.Pool);
        while (!settings.Token.IsCancellationRequested)
        {
            int room = size - block.Count;
            if (room == 0)
            {
                // Only if the length was promised: no byte more may be read.
                ended = true;
                break;
            }

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
                return new SmallCopy(block, expected, new ValueTask<int>(0));
            }

            if ((uint)read > (uint)room || (read == room && settings.ExactLength is null))
            {
                // More than small, or no number of bytes at all.
                return new SmallCopy(block, expected, new ValueTask<int>(read));
            }

            block.Count += read;
        }

        return new SmallCopy(block, expected);
    }

    private static async ValueTask<long> WriteAsync(
        Block block, long? expected, CopySource source, OutputFile file, CopySettings settings, bool async)
    {
        bool isOver = true;
        try
        {
            // A local disk takes a file of ours in less time than a thread of the pool would.
            bool waits = async && !file.IsOwn;
            await file.WriteAsync(block.Buffer, block.Offset, block.Count, file.Start, waits).ConfigureAwait(false);
            await file.FlushAsync(waits).ConfigureAwait(false);
            block.Written = block.Count;
            if (TryTell(block, settings) is not { } failure)
            {
                return block.Count;
            }

            isOver = false;
            return await FileCopy.RunAsync(
                source, file, settings, async, new SmallCopy(block, expected, failure: failure)).ConfigureAwait(false);
        }
        catch (Exception e) when (isOver)
        {
            file.TryRestore(file.EndOfPart(block));
            ExceptionDispatchInfo.Capture(file.Explain(e)).Throw();
            throw;
        }
        finally
        {
            if (isOver)
            {
                settings.Observation?.Note(
                    block.Written > 0 ? CopyStrategy.SingleWrite : CopyStrategy.None, block.Written, block.Written > 0 ? 1 : 0);
                block.Return(settings.Pool);
            }
        }
    }

    /// <summary>Tells the caller of a block that is written.</summary>
    /// <returns>What the caller's own code threw.</returns>
    private static Exception? TryTell(Block block, CopySettings settings)
    {
        if (block.Count == 0)
        {
            return null;
        }

        try
        {
            settings.Hash?.AppendData(block.Buffer, block.Offset, block.Count);
            settings.Progress?.Report(block.Count);
            return null;
        }
        catch (Exception e)
        {
            return e;
        }
    }
}
