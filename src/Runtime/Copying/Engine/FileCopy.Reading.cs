using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace StreamTuning;

/// <summary>
/// The source's side: fills blocks. A source can make the copy wait for as long as it likes, and the copy holds little meanwhile.
/// </summary>
internal sealed partial class FileCopy
{
    // The largest block that the source reads into itself while it makes the copy wait.
    private const int MostWhileWaiting = 2 * CopyPlan.PlainBlock;

    /// <summary>
    /// Reads until the block is full or the source has ended. What arrived before a failure counts, and nothing waits for long.
    /// </summary>
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

                // What a small copy has begun to read goes into the block.
                bool isBeside = _async && _reading is null && Math.Max(size, block.Buffer.Length) > MostWhileWaiting
                    && _plan.SourceMayWait(_read);
                Block intake = isBeside ? _intake ??= new Block() : block;
                int room = (int)Math.Min(size - block.Count, _settings.ExactLength - _read ?? long.MaxValue);
                if (isBeside)
                {
                    room = Math.Min(room, CopyPlan.PlainBlock);
                    intake.Reserve(CopyPlan.PlainBlock, _settings.Pool);
                }
                else
                {
                    _intake?.Return(_settings.Pool);
                    block.Reserve(size, _settings.Pool);
                }

                ValueTask<int> reading = _reading ?? Read(intake, room);
                _reading = null;
                if (!reading.IsCompleted)
                {
                    paused = true;
                    _plan.NoteWait();
                    ReturnFreeBlocks();
                    if (block.Pending == 0)
                    {
                        _waitsSince = _settings.Clock.Now;
                        if (isBeside)
                        {
                            // It may have been used before.
                            GiveBack(block);
                        }
                    }

                    if (HasSomethingToDo(block))
                    {
                        reading = await WaitForSourceAsync(block, isBeside, reading.AsTask()).ConfigureAwait(false);
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

                if (block.Pending == 0)
                {
                    _waitsSince = _async ? _settings.Clock.Now : 0;
                }

                if (isBeside)
                {
                    // A source that has made the copy wait for long left nothing in the block.
                    size = block.Count > 0 ? size : Math.Max(read, _plan.FullSize(_read, count: 0));
                    block.Reserve(size, _settings.Pool);
                    Array.Copy(intake.Buffer, 0, block.Buffer, block.Count, read);
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
        catch (Exception e) when (!_isAtFile)
        {
            // A write that has failed meanwhile is met by the caller: the block is still read into.
            Fail(e);
        }
    }

    private ValueTask<int> Read(Block block, int room)
    {
        _settings.Token.ThrowIfCancellationRequested();
        return _source.ReadAsync(block.Buffer, block.Count, room, _async, _settings.Token);
    }

    /// <summary>
    /// While the copy waits for the source it holds little: the memory of complete writes goes back. After a second bytes that nobody sees
    /// yet are written as they are, since somebody may follow what is recorded, or the process may end.
    /// </summary>
    /// <returns>The read, which is complete or may take as long as it likes.</returns>
    private async ValueTask<ValueTask<int>> WaitForSourceAsync(Block block, bool isBeside, Task<int> reading)
    {
        // Until all is well: whatever fails here leaves the read behind.
        _interrupted = reading;
        while (!reading.IsCompleted && HasSomethingToDo(block))
        {
            TimeSpan waited = TimeSpan.FromSeconds((double)(_settings.Clock.Now - _waitsSince) / Stopwatch.Frequency);
            if (_busy.Count > 0 && _busy.First.Write.IsCompletedSuccessfully)
            {
                await AwaitOldestWriteAsync().ConfigureAwait(false);
            }
            else if (block.Pending == 0 && _busy.Count > 0)
            {
                if (_busy.First.Write.IsCompleted)
                {
                    // It has failed, which the caller meets when the read is over.
                    break;
                }

                await Task.WhenAny(reading, _busy.First.WriteTask()).ConfigureAwait(false);
            }
            else if (waited < _longestWait)
            {
                // A timer that was started for an earlier read is early at most.
                _timer = _timer is { IsCompleted: false } ? _timer : _settings.Clock.DelayAsync(_longestWait - waited);
                await Task.WhenAny(reading, _timer).ConfigureAwait(false);
            }
            else if (_busy.Count > 0)
            {
                await AwaitOldestWriteAsync().ConfigureAwait(false);
            }
            else
            {
                TakeBackLength(block);
                if (block.Pending > 0)
                {
                    await WritePartAsync(block, isBeside).ConfigureAwait(false);
                }
            }
        }

        ReturnFreeBlocks();
        _interrupted = null;
        return new ValueTask<int>(reading);
    }

    /// <summary>Whether something can be done while the copy waits for the source.</summary>
    private bool HasSomethingToDo(Block block) => _busy.Count > 0 || block.Pending > 0 || IsLengthAhead;

    /// <summary>
    /// The file ends where the data end that have been written: zeros behind them could be taken for data for as long as the source likes.
    /// No length is set ahead of the data from then on.
    /// </summary>
    private void TakeBackLength(Block block)
    {
        NoteLengthBefore(block);
        _plan.StopReserving();
        if (IsLengthAhead)
        {
            SetLength(Math.Max(_file.OriginalLength ?? 0, End));
        }
    }

    /// <summary>Writes what a block holds while the source is still asked for more.</summary>
    private async ValueTask WritePartAsync(Block block, bool isBeside)
    {
        (int start, int count) = (block.Start, block.Pending);
        _isAtFile = true;
        await _file.WriteAsync(block.Buffer, start, count, _file.Start + _issued, _async).ConfigureAwait(false);
        block.Written = block.Count;
        _issued += count;
        _writes++;
        await _file.FlushAsync(_async).ConfigureAwait(false);
        _isAtFile = false;
        Account(block.Buffer, start, count);
        if (isBeside)
        {
            // The source has shown that it is slow. A block that it reads into, however large, stays until the read is over.
            _plan.NoteFilled(count, _settings.Clock.Now - block.FillStarted);
            block.FillStarted = _settings.Clock.Now;
            GiveBack(block);
        }
    }

    /// <summary>Gives back the memory of a block that holds nothing to be written, and that nobody reads into.</summary>
    private void GiveBack(Block block)
    {
        block.Count = 0;
        block.Written = 0;
        block.Return(_settings.Pool);
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
}
