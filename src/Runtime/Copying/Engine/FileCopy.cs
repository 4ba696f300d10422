using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;
using Microsoft.Win32.SafeHandles;

namespace StreamTuning;

/// <summary>
/// One copy from a source into a file: fills blocks, writes them, and accounts for them in order. What counts as written is what lies before the
/// first byte that is not; after a failure the file ends there.
/// </summary>
internal sealed class FileCopy
{
    // Up to here, asking for the length of the file is felt: half a microsecond of twelve that a file of 4 KiB takes in memory.
    private const int SmallWrite = 128 * 1024;

    // How many bytes the operating system copies at a time, between which the copy can be cancelled.
    private const long SystemCopy = 16 * 1024 * 1024;

    private readonly CopySource _source;
    private readonly FileTarget _target;
    private readonly CopySettings _settings;
    private readonly bool _async;
    private readonly CopyPlan _plan;
    private BlockQueue _free;
    private BlockQueue _busy;
    private Block? _filling;
    private ValueTask<int>? _reading;
    private long _read;
    private long _issued;
    private long _written;
    private int _writes;
    private long _reserved;
    private bool _sourceEnded;
    private ExceptionDispatchInfo? _failure;

    private FileCopy(CopySource source, FileTarget target, CopySettings settings, bool async, SmallCopy? begun)
    {
        _source = source;
        _target = target;
        _settings = settings;
        _async = async;
        _plan = new CopyPlan(source, target, settings, async, begun?.Expected);
        _filling = begun?.Block;
        _read = _filling?.Count ?? 0;
        _reading = begun?.Reading;
    }

    /// <summary>Copies everything from an opened source into a file, and returns how many bytes; also what a small copy has read already.</summary>
    public static ValueTask<long> RunAsync(CopySource source, FileTarget target, CopySettings settings, bool async, SmallCopy? begun = null) =>
        new FileCopy(source, target, settings, async, begun).RunAsync();

    private long End => _target.Start + _written;

    private bool IsLast => _sourceEnded || _failure is not null;

    private async ValueTask<long> RunAsync()
    {
        try
        {
            await CopyBlocksAsync().ConfigureAwait(false);
            if (_failure is null)
            {
                await _target.FlushAsync(_async).ConfigureAwait(false);
                Complete();
            }
        }
        catch (Exception e)
        {
            Fail(e);
        }

        await AwaitAbandonedWritesAsync().ConfigureAwait(false);
        return Conclude();
    }

#if NET
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
#endif
    private async ValueTask CopyBlocksAsync()
    {
        if (_source.TryTakeMemory(_settings.ExactLength ?? long.MaxValue, out ArraySegment<byte> memory))
        {
            _sourceEnded = true;
            if (memory.Count > 0)
            {
                _filling = new Block(memory);
                NoteLengthBefore(_filling);
                Write();
            }
        }
        else if (_plan.CopiedBySystem is { } file)
        {
            await CopyBySystemAsync(file, _target.OwnHandle!).ConfigureAwait(false);
        }

        // One method that waits for each write: several, each of which waits for the next, are felt where writes are as fast as memory.
        bool isFilled = false;
        while (true)
        {
            while (_busy.Count > MostWrites(isFilled))
            {
                Block block = TakeOldestWrite();
                await block.Write.ConfigureAwait(false);
                Account(block);
            }

            if (isFilled)
            {
                SetLengthBefore(_filling!);
                Write();
                isFilled = false;
            }
            else if (IsLast)
            {
                return;
            }
            else
            {
                _filling ??= NextBlock();
                await FillAsync(_filling).ConfigureAwait(false);
                isFilled = _filling.Count > 0;
            }
        }
    }

    /// <summary>How many writes may be under way before the next block is written, or filled, or the copy is over.</summary>
    private int MostWrites(bool isFilled) => isFilled ? _plan.WritesAtOnce - 1 : IsLast ? 0 : _plan.BlocksAtOnce - 1;

    /// <summary>
    /// Lets the operating system copy what it can. What it leaves, and whatever made it stop, is then met by the copy in blocks, which fails with
    /// the exceptions of the platform.
    /// </summary>
    private async ValueTask CopyBySystemAsync(SafeFileHandle source, SafeFileHandle target)
    {
        _target.NoteLength();
        if (_settings.ExactLength is null && LinuxFile.TryClone(source, target))
        {
            Account(_target.Length);
            return;
        }

        while (true)
        {
            _settings.Token.ThrowIfCancellationRequested();
            long offset = _written;
            long count = Math.Min(SystemCopy, _settings.ExactLength - offset ?? long.MaxValue);
            long copied = _async
                ? await Task.Run(() => LinuxFile.CopyRange(source, target, offset, count)).ConfigureAwait(false)
                : LinuxFile.CopyRange(source, target, offset, count);
            if (copied == 0)
            {
                return;
            }

            Account(copied);
        }

        void Account(long copied)
        {
            _source.Skip(copied);
            _read += copied;
            _issued += copied;
            _written += copied;
            _settings.Progress?.Report(_written);
        }
    }

    /// <summary>Reads until the block is full or the source has ended. What arrived before a failure counts.</summary>
#if NET
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
#endif
    private async ValueTask FillAsync(Block block)
    {
        int size = _plan.RentedSize(_read - block.Count);
        bool paused = false;
        try
        {
            while (true)
            {
                if (_read == _settings.ExactLength)
                {
                    _sourceEnded = true;
                    return;
                }

                if (block.Count == size)
                {
                    size = _plan.FullSize(_read - block.Count);
                    if (block.Count >= size)
                    {
                        return;
                    }
                }

                block.Reserve(size, _settings.Pool);
                int room = (int)Math.Min(size - block.Count, _settings.ExactLength - _read ?? long.MaxValue);
                ValueTask<int> reading = _reading ?? Read(block, room);
                _reading = null;
                paused |= !reading.IsCompleted;
                int read = await reading.ConfigureAwait(false);
                if (read == 0)
                {
                    _sourceEnded = true;
                    return;
                }

                if ((uint)read > (uint)room)
                {
                    throw new IOException($"The source returned {read} bytes where {room} were asked for.");
                }

                block.Count += read;
                _read += read;
                if (paused)
                {
                    _plan.NotePause();
                }

                // Only if more follows: the last read of a source is short without any pause.
                paused = read < room;
            }
        }
        catch (Exception e)
        {
            Fail(e);
        }
    }

    private ValueTask<int> Read(Block block, int room)
    {
        _settings.Token.ThrowIfCancellationRequested();
        return _source.ReadAsync(block.Buffer, block.Count, room, _async, _settings.Token);
    }

    private Block NextBlock()
    {
        if (_free.Count == 0)
        {
            return new Block();
        }

        Block block = _free.Dequeue();
        block.Count = 0;
        return block;
    }

    private void NoteLengthBefore(Block block)
    {
        // Only a failure would need it, and then only to take back the part of one small write that was cut by a full disk.
        if (!(IsLast && _issued == 0 && block.Count <= SmallWrite && _target.IsPlainFileStream))
        {
            _target.NoteLength();
        }
    }

    private void SetLengthBefore(Block block)
    {
        NoteLengthBefore(block);
        if (_target.OriginalLength is not { } original)
        {
            // Without it nobody knows what setting the length would cut off.
            return;
        }

        if (IsLast && _target.MayBuffer && block.Count < FileCopyOptions.DefaultBlockSize && _reserved > End + block.Count)
        {
            // The stream may keep these bytes until it is flushed. If the disk is full then, no reserved zeros may be left behind them.
            SetLength(Math.Max(original, _target.Start + _issued));
            return;
        }

        bool extends = _target.Start + _issued + block.Count > Math.Max(original, _reserved);
        if (!extends || _plan.Reservation(_issued, block.Count, IsLast) is not { } length)
        {
            return;
        }

        try
        {
            SetLength(_target.Start + length);
        }
        catch (Exception e) when (e is IOException or NotSupportedException or UnauthorizedAccessException or ArgumentException)
        {
            if (!_plan.TryContinueWithoutReservation(e))
            {
                throw;
            }
        }
    }

    private void SetLength(long length)
    {
        _target.SetLength(length);
        _reserved = length;
    }

    private void Write()
    {
        Block block = _filling!;
        block.Write = _target.WriteAsync(block.Buffer, block.Offset, block.Count, _target.Start + _issued, _async);
        _issued += block.Count;
        _writes++;
        _filling = null;
        _busy.Enqueue(block);
    }

    /// <summary>To be waited for at once: the block counts as free, since nobody else takes one meanwhile.</summary>
    private Block TakeOldestWrite()
    {
        Block block = _busy.Dequeue();
        _free.Enqueue(block);
        return block;
    }

    private void Account(Block block)
    {
        _settings.Hash?.AppendData(block.Buffer, block.Offset, block.Count);
        _written += block.Count;
        _settings.Progress?.Report(_written);
    }

    private void Complete()
    {
        if (Math.Max(_reserved, _target.PreallocatedLength) > End)
        {
            SetLength(Math.Max(_target.OriginalLength ?? 0, End));
        }

        _settings.CheckExactLength(_source, _written);
    }

    /// <summary>
    /// After a failure: the writes behind it do not count, but their blocks are theirs until they are complete.
    /// </summary>
    private async ValueTask AwaitAbandonedWritesAsync()
    {
        while (_busy.Count > 0)
        {
            Block block = TakeOldestWrite();
            try
            {
                await block.Write.ConfigureAwait(false);
            }
            catch (Exception e)
            {
                Fail(e);
            }
        }
    }

    /// <summary>Where every copy ends, with no write under way: the blocks go back, and a failure leaves what was written and throws.</summary>
    private long Conclude()
    {
        _settings.Observation?.Note(_plan.StrategyAfter(_writes), _written, _writes);
        _filling?.Return(_settings.Pool);
        while (_free.Count > 0)
        {
            _free.Dequeue().Return(_settings.Pool);
        }

        if (_failure is null)
        {
            return _written;
        }

        _target.TryRestore(End);
        _failure.Throw();
        return 0;
    }

    private void Fail(Exception error) => _failure ??= ExceptionDispatchInfo.Capture(error);
}
