using System.Diagnostics;
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
    // How many bytes the operating system copies at a time, between which the copy can be cancelled.
    private const long SystemCopy = 16 * 1024 * 1024;

    // One request of CIFS, and four of NFS.
    private const long SentAtOnce = 4 * 1024 * 1024;

    // How long bytes may wait for more of them.
    private static readonly TimeSpan _longestWait = TimeSpan.FromSeconds(1);

    private readonly CopySource _source;
    private readonly FileTarget _target;
    private readonly CopySettings _settings;
    private readonly bool _async;
    private readonly CopyPlan _plan;
    private BlockQueue _free;
    private BlockQueue _busy;
    private Block? _filling;
    private Block? _single;
    private ValueTask<int>? _reading;
    private long _read;
    private long _issued;
    private long _written;
    private int _writes;
    private long _reserved;
    private bool _sourceEnded;
    private long _sent;
    private long _waitsSince;
    private Task? _timer;
    private Task<int>? _interrupted;
    private bool _isAtTarget;
    private bool _failedAtTarget;
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
        _issued = _written = _filling?.Written ?? 0;
        _writes = _written > 0 ? 1 : 0;
        _reading = begun?.Reading;
        _waitsSince = _read > 0 && async ? settings.Clock.Now : 0;
        if (begun?.Failure is { } failure)
        {
            Fail(failure);
        }
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
            _ = _target.Handle;
            await CopyBlocksAsync().ConfigureAwait(false);
            if (_failure is null)
            {
                await CompleteAsync().ConfigureAwait(false);
                _settings.CheckExactLength(_source, _written);
            }
        }
        catch (Exception e)
        {
            Fail(e);
        }

        await AwaitAbandonedWritesAsync().ConfigureAwait(false);
        if (_failure is not null)
        {
            await RestoreAsync().ConfigureAwait(false);
        }

        return Conclude();
    }

#if NET
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
#endif
    private async ValueTask CopyBlocksAsync()
    {
        bool isBegun = _filling is not null;
        if (!isBegun && _source.TryTakeMemory(_settings.ExactLength ?? long.MaxValue, out ArraySegment<byte> memory))
        {
            _sourceEnded = true;
            if (memory.Count > 0)
            {
                _filling = new Block(memory);
                NoteLengthBefore(_filling);
                Write();
            }
        }
        else if (!isBegun && _plan.CopiedBySystem is { } file)
        {
            await CopyBySystemAsync(file, _target.OwnHandle!).ConfigureAwait(false);
        }
        else
        {
            SetLengthInAdvance();
        }

        // One method that waits for each write: several, each of which waits for the next, are felt where writes are as fast as memory.
        bool isFilled = false;
        while (true)
        {
            // Most copies have a single block, and need not know how many there may be.
            while (_busy.Count > 0 && _busy.Count > MostWrites(isFilled))
            {
                Block block = TakeOldestWrite();
                _isAtTarget = true;
                await block.Write.ConfigureAwait(false);
                _isAtTarget = false;
                Account(block);
            }

            if (isFilled)
            {
                ValueTask preparing = PrepareToWriteAsync(_filling!);
                if (!preparing.IsCompletedSuccessfully)
                {
                    await preparing.ConfigureAwait(false);
                }

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

                // Whoever counts what was written may have failed while the source still reads into the block, which must not be free before that is over.
                isFilled = _filling.Pending > 0 && _interrupted is null;
            }
        }
    }

    /// <summary>How many writes may be under way before the next block is written, or filled, or the copy is over.</summary>
    private int MostWrites(bool isFilled) => isFilled ? (ShowsLength(_filling!) ? 0 : _plan.WritesAtOnce - 1) : IsLast ? 0 : _plan.BlocksAtOnce - 1;

    /// <summary>Whether a block makes a file longer that others see: all before it must be there first, since it may turn out to be the last.</summary>
    private bool ShowsLength(Block block) =>
        !_target.IsHidden && _target.Start + _issued + block.Pending > Math.Max(_target.OriginalLength ?? 0, _reserved);

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

    /// <summary>Reads until the block is full or the source has ended. What arrived before a failure counts, and nothing waits for long.</summary>
#if NET
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
#endif
    private async ValueTask FillAsync(Block block)
    {
        int size = _plan.RentedSize(_read - block.Count);
        if (block.Count == 0)
        {
            block.FillStarted = _settings.Clock.Now;
        }

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

                if (block.Count == size || (paused && block.Pending >= CopyPlan.PlainBlock))
                {
                    if (!_plan.IsPlain)
                    {
                        _plan.NoteFilled(block.Pending, _settings.Clock.Now - block.FillStarted);
                    }

                    size = Math.Max(block.Count, _plan.FullSize(_read - block.Count, block.Count));
                    if (block.Count == size)
                    {
                        return;
                    }
                }

                block.Reserve(size, _settings.Pool);
                int room = (int)Math.Min(size - block.Count, _settings.ExactLength - _read ?? long.MaxValue);
                ValueTask<int> reading = _reading ?? Read(block, room);
                _reading = null;
                if (!reading.IsCompleted)
                {
                    paused = true;
                    ReturnFreeBlocks();
                    if (_busy.Count > 0 && _busy.First.Write.IsCompletedSuccessfully)
                    {
                        reading = await TakeBackAsync(reading.AsTask()).ConfigureAwait(false);
                    }

                    if (block.Count > block.Written)
                    {
                        reading = await WriteWhatWaitsAsync(block, reading.AsTask()).ConfigureAwait(false);
                    }
                }

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

                if (block.Count == block.Written)
                {
                    _waitsSince = _async ? _settings.Clock.Now : 0;
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
        catch (Exception e) when (!_isAtTarget)
        {
            // A write that has failed meanwhile is met by the caller: the block is still read into.
            Fail(e);
        }
    }

    /// <summary>While the copy waits for the source, the memory of complete writes goes back.</summary>
    /// <returns>The read, which goes on.</returns>
    private async ValueTask<ValueTask<int>> TakeBackAsync(Task<int> reading)
    {
        _interrupted = reading;
        while (_busy.Count > 0 && _busy.First.Write.IsCompletedSuccessfully)
        {
            Block block = TakeOldestWrite();
            _isAtTarget = true;
            await block.Write.ConfigureAwait(false);
            _isAtTarget = false;
            Account(block);
        }

        _interrupted = null;
        ReturnFreeBlocks();
        return new ValueTask<int>(reading);
    }

    private void ReturnFreeBlocks()
    {
        for (int i = 0; i < _free.Count; i++)
        {
            Block block = _free.Dequeue();
            block.Return(_settings.Pool);
            _free.Enqueue(block);
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

        if (_plan.SourceIsSlow)
        {
            ReturnFreeBlocks();
        }

        Block block = _free.Dequeue();
        block.Count = 0;
        block.Written = 0;
        return block;
    }

    private void NoteLengthBefore(Block block)
    {
        // Only a failure would need it, and then only to take back the part of one write that was cut by a full disk.
        if (IsLast && _issued == 0 && _plan.IsAsOneOfTheCaller(block.Count) && _target.IsPlainFileStream)
        {
            _single = block;
        }
        else
        {
            _target.NoteLength(_issued);
        }
    }

    /// <summary>A length that is certain is set before anything is read: if it is refused, nothing is lost.</summary>
    private void SetLengthInAdvance()
    {
        if (_target.IsHidden && _plan.Preallocation is > 0 and var space)
        {
            _target.Preallocate(space);
        }

        if (_plan.LengthInAdvance is { } length)
        {
            _target.NoteLength();
            Reserve(_target.Start + length);
        }
    }

    private ValueTask PrepareToWriteAsync(Block block)
    {
        NoteLengthBefore(block);
        if (_target.OriginalLength is not { } original)
        {
            // Without it nobody knows what setting the length would cut off.
            return default;
        }

        if (block.Pending < FileCopyOptions.DefaultBlockSize && LeavesReservation(block))
        {
            // The stream may keep these bytes until it is flushed. If the disk is full then, no reserved zeros may be left behind them.
            return _target.CanWritePastBuffer ? default : TakeBackReservationAsync(original);
        }

        long after = _target.Start + _issued + block.Pending;
        if (after > Math.Max(original, _reserved) && _plan.Reservation(_issued, block.Pending, IsLast) is { } length)
        {
            Reserve(_target.Start + length);
        }

        return default;
    }

    /// <summary>Whether the length is still ahead of the data after the last block, of a stream that may keep that to itself.</summary>
    private bool LeavesReservation(Block block) => IsLast && _target.MayBuffer && _reserved > End + block.Pending;

    private void Reserve(long length)
    {
        if (length <= _target.OriginalLength)
        {
            return;
        }

        try
        {
            SetLength(length);
            _plan.NoteLengthSet();
        }
        catch (Exception e) when (e is IOException or NotSupportedException or UnauthorizedAccessException or ArgumentException)
        {
            if (!_plan.TryContinueWithoutReservation(e))
            {
                throw;
            }

            _isAtTarget = false;
        }
    }

    /// <summary>The file ends where the data end from here on, all of which have arrived.</summary>
    private async ValueTask TakeBackReservationAsync(long original)
    {
        await SettleAsync(_settings.Token).ConfigureAwait(false);
        SetLength(Math.Max(original, _target.Start + _issued));
    }

    private void SetLength(long length)
    {
        _isAtTarget = true;
        _target.SetLength(length);
        _reserved = length;
        _isAtTarget = false;
    }

    private void Write()
    {
        Block block = _filling!;
        _isAtTarget = true;

        // Nothing follows that the time of the only write could tell anything about.
        block.IsTimed = !_plan.IsPlain && !(IsLast && _issued == 0);
        ValueTask writing = StartWriting(block);
        block.Write = writing.IsCompleted || !block.IsTimed ? writing : NoteEndAsync(block, writing, _target.Start + _issued + block.Pending);
        _isAtTarget = false;
        _issued += block.Pending;
        _writes++;
        _filling = null;
        _busy.Enqueue(block);
    }

    private ValueTask StartWriting(Block block)
    {
        if (block.IsTimed)
        {
            block.WriteStarted = _settings.Clock.Now;
            block.Extends = _target.OriginalLength is { } original && _target.Start + _issued + block.Pending > Math.Max(original, _reserved);
        }

        ValueTask writing = LeavesReservation(block) && _target.CanWritePastBuffer
            ? _target.WritePastBufferAsync(block.Buffer, block.Start, block.Pending, _target.Start + _issued, _async)
            : block.Written == 0
            ? _target.WriteAsync(block.Buffer, block.Start, block.Pending, _target.Start + _issued, _async)
            : WriteRestAsync(block);
        if (block.IsTimed)
        {
            block.WriteEnded = _settings.Clock.Now;
        }

        return writing;
    }

    /// <summary>The rest of a block may be so small that the stream would keep it, and whoever follows the file would miss it.</summary>
    private async ValueTask WriteRestAsync(Block block)
    {
        await _target.WriteAsync(block.Buffer, block.Start, block.Pending, _target.Start + _issued, _async).ConfigureAwait(false);
        await _target.FlushAsync(_async).ConfigureAwait(false);
    }

    /// <summary>A write is often complete long before the copy waits for it.</summary>
#if NET
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
#endif
    private async ValueTask NoteEndAsync(Block block, ValueTask writing, long end)
    {
        await writing.ConfigureAwait(false);
        block.WriteEnded = _settings.Clock.Now;
        if (_plan.SendsMeanwhile && end - Math.Max(_sent, _target.Start) >= SentAtOnce)
        {
            _sent = Math.Max(_sent, _target.Start);
            _target.StartToSend(_settings.WriteBack, _sent, end - _sent);
            _sent = end;
        }
    }

    /// <summary>
    /// Awaits a read while the block holds bytes that nobody sees yet: after a second they are written as they are, since somebody may follow what is recorded, or the
    /// process may end. No length is set ahead of the data from then on.
    /// </summary>
    /// <returns>The read, complete.</returns>
    private async ValueTask<ValueTask<int>> WriteWhatWaitsAsync(Block block, Task<int> reading)
    {
        while (!reading.IsCompleted && block.Count > block.Written)
        {
            TimeSpan waited = TimeSpan.FromSeconds((double)(_settings.Clock.Now - _waitsSince) / Stopwatch.Frequency);
            if (waited < _longestWait)
            {
                // A timer that was started for an earlier read is early at most.
                _timer = _timer is { IsCompleted: false } ? _timer : _settings.Clock.DelayAsync(_longestWait - waited);
                await Task.WhenAny(reading, _timer).ConfigureAwait(false);
                continue;
            }

            _interrupted = reading;
            while (_busy.Count > 0)
            {
                Block earlier = TakeOldestWrite();
                _isAtTarget = true;
                await earlier.Write.ConfigureAwait(false);
                _isAtTarget = false;
                Account(earlier);
            }

            NoteLengthBefore(block);
            _plan.StopReserving();
            if (_reserved > End)
            {
                SetLength(Math.Max(_target.OriginalLength ?? 0, End));
            }

            (int start, int count) = (block.Start, block.Pending);
            _isAtTarget = true;
            await _target.WriteAsync(block.Buffer, start, count, _target.Start + _issued, _async).ConfigureAwait(false);
            block.Written = block.Count;
            _issued += count;
            _writes++;
            await _target.FlushAsync(_async).ConfigureAwait(false);
            _isAtTarget = false;
            Account(block.Buffer, start, count);
            _interrupted = null;
        }

        return new ValueTask<int>(reading);
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
        if (block.IsTimed)
        {
            _plan.NoteWritten(block);
        }

        Account(block.Buffer, block.Start, block.Pending);
    }

    private void Account(byte[] buffer, int offset, int count)
    {
        _settings.Hash?.AppendData(buffer, offset, count);
        _written += count;
        _settings.Progress?.Report(_written);
    }

    /// <summary>All is written: learns whether it has arrived, and only then gives the file its length.</summary>
    private async ValueTask CompleteAsync()
    {
        _isAtTarget = true;
        await _target.FlushAsync(_async).ConfigureAwait(false);
        _isAtTarget = false;
        if (_plan.MustSettle(_written, _writes))
        {
            await SettleAsync(_settings.Token).ConfigureAwait(false);
        }

        if (Math.Max(_reserved, _target.PreallocatedLength) > End)
        {
            SetLength(Math.Max(_target.OriginalLength ?? 0, End));
        }

        if (_settings.Completion == FileCopyCompletion.Durable)
        {
            await AskServerAsync(() => _target.FlushToDisk(_settings.WriteBack), _settings.Token).ConfigureAwait(false);
        }
    }

    private async ValueTask SettleAsync(CancellationToken token)
    {
        if (_settings.Completion != FileCopyCompletion.Written && _plan.MayLoseWrites)
        {
            await AskServerAsync(() => _target.Settle(_settings.WriteBack), token).ConfigureAwait(false);
        }
    }

    private async ValueTask AskServerAsync(Action question, CancellationToken token)
    {
        token.ThrowIfCancellationRequested();
        _isAtTarget = true;
        _target.Unanswered = await WriteBack.RunAsync(question, _async, token).ConfigureAwait(false);
        _isAtTarget = false;
        if (_target.Unanswered is not null)
        {
            throw new OperationCanceledException(token);
        }
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
                _isAtTarget = true;
                Fail(e);
            }
        }
    }

    /// <summary>
    /// After a failure: leaves what was delivered. On a share that is only what is known to have arrived, so a file that the server has failed once ends where the copy
    /// started, and so does one whose server does not answer.
    /// </summary>
    private async ValueTask RestoreAsync()
    {
        if (_target.Unanswered is null && !_target.IsHidden && _written > 0 && !await HasArrivedAsync().ConfigureAwait(false))
        {
            _written = 0;
        }

        if (_target.Unanswered is not null)
        {
            _target.Leave(_target.Start);
            return;
        }

        _target.TryRestore(_single is not null && _written == 0 ? _target.EndOfPart(_single) : End);
    }

    private async ValueTask<bool> HasArrivedAsync()
    {
        try
        {
            if (_settings.Completion == FileCopyCompletion.Written || !_plan.MayHaveLostWrites)
            {
                return true;
            }

            if (_failedAtTarget)
            {
                return false;
            }

            // The token may have ended the copy, and a server that is well answers soon.
            using var limit = new CancellationTokenSource(_longestWait);
            await SettleAsync(limit.Token).ConfigureAwait(false);
            return true;
        }
        catch (Exception)
        {
            return false;
        }
    }

    /// <summary>Where every copy ends, with no write under way: the blocks go back, and a failure throws.</summary>
    private long Conclude()
    {
        _settings.Observation?.Note(_plan.StrategyAfter(_writes), _written, _writes);
        if (_filling is { } filling)
        {
            Return(filling);
        }

        while (_free.Count > 0)
        {
            _free.Dequeue().Return(_settings.Pool);
        }

        _failure?.Throw();
        return _written;
    }

    private void Return(Block block)
    {
        if (_interrupted is null)
        {
            block.Return(_settings.Pool);
            return;
        }

        // The source still reads into it.
        _ = _interrupted.ContinueWith(
            read =>
            {
                _ = read.Exception;
                block.Return(_settings.Pool);
            },
            CancellationToken.None,
            TaskContinuationOptions.ExecuteSynchronously,
            TaskScheduler.Default);
    }

    private void Fail(Exception error)
    {
        _failedAtTarget |= _isAtTarget;
        if (_failure is null)
        {
            _failure = ExceptionDispatchInfo.Capture(_isAtTarget ? _target.Explain(error) : error);
        }
    }
}
