using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;
using Microsoft.Win32.SafeHandles;

namespace StreamTuning;

/// <summary>
/// One copy from a source into a file: fills blocks, writes them, and accounts for them in order. What counts as written is what lies
/// before the first byte that is not; after a failure the file ends there.
/// </summary>
internal sealed partial class FileCopy
{
    // How many bytes the operating system copies at a time, between which the copy can be cancelled.
    private const long SystemCopy = 16 * 1024 * 1024;

    // How long bytes may wait for more of them.
    private static readonly TimeSpan _longestWait = TimeSpan.FromSeconds(1);

    private readonly CopySource _source;
    private readonly OutputFile _file;
    private readonly CopySettings _settings;
    private readonly bool _async;
    private readonly CopyPlan _plan;
    private BlockQueue _free;
    private BlockQueue _busy;
    private Block? _filling;
    private Block? _intake;
    private Block? _single;
    private ValueTask<int>? _reading;
    private long _read;
    private long _issued;
    private long _written;
    private int _writes;
    private long _reserved;
    private long _refused;
    private bool _sourceEnded;
    private long _sent;
    private long _waitsSince;
    private Task? _timer;
    private Task<int>? _interrupted;
    private bool _isAtFile;
    private bool _failedAtFile;
    private ExceptionDispatchInfo? _failure;

    private FileCopy(CopySource source, OutputFile file, CopySettings settings, bool async, SmallCopy? begun)
    {
        _source = source;
        _file = file;
        _settings = settings;
        _async = async;
        _plan = new CopyPlan(source, file, settings, async, begun?.Expected);
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

    /// <summary>
    /// Copies everything from an opened source into a file, and returns how many bytes; also what a small copy has read already.
    /// </summary>
    public static ValueTask<long> RunAsync(
        CopySource source, OutputFile file, CopySettings settings, bool async, SmallCopy? begun = null) =>
        new FileCopy(source, file, settings, async, begun).RunAsync();

    private long End => _file.Start + _written;

    private bool IsLast => _sourceEnded || _failure is not null;

    private async ValueTask<long> RunAsync()
    {
        try
        {
            _ = _file.Handle;
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
        else if (!isBegun && _plan.CopiedBySystem is { } source)
        {
            await CopyBySystemAsync(source, _file.OwnHandle!).ConfigureAwait(false);
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
                _isAtFile = true;
                await block.Write.ConfigureAwait(false);
                _isAtFile = false;
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

                // Whoever counts what was written may have failed while the source still reads into the block, which must not be free
                // before that is over.
                isFilled = _filling.Pending > 0 && _interrupted is null;
            }
        }
    }

    /// <summary>How many writes may be under way before the next block is written, or filled, or the copy is over.</summary>
    private int MostWrites(bool isFilled) =>
        isFilled ? (ShowsLength(_filling!) ? 0 : _plan.WritesAtOnce - 1)
        : IsLast ? 0
        : _plan.BlocksAtOnce - 1;

    /// <summary>
    /// Whether a block makes a file longer that others see: all before it must be there first, since it may turn out to be the last.
    /// </summary>
    private bool ShowsLength(Block block) =>
        !_file.IsHidden && _file.Start + _issued + block.Pending > Math.Max(_file.OriginalLength ?? 0, _reserved);

    /// <summary>
    /// Lets the operating system copy what it can. What it leaves, and whatever made it stop, is then met by the copy in blocks, which
    /// fails with the exceptions of the platform.
    /// </summary>
    private async ValueTask CopyBySystemAsync(SafeFileHandle source, SafeFileHandle destination)
    {
        _file.NoteLength();
        if (_settings.ExactLength is null && LinuxFile.TryClone(source, destination))
        {
            Account(_file.Length);
            return;
        }

        while (true)
        {
            _settings.Token.ThrowIfCancellationRequested();
            long offset = _written;
            long count = Math.Min(SystemCopy, _settings.ExactLength - offset ?? long.MaxValue);
            long copied = _async
                ? await Task.Run(() => LinuxFile.CopyRange(source, destination, offset, count)).ConfigureAwait(false)
                : LinuxFile.CopyRange(source, destination, offset, count);
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

    private async ValueTask AwaitOldestWriteAsync()
    {
        Block block = TakeOldestWrite();
        _isAtFile = true;
        await block.Write.ConfigureAwait(false);
        _isAtFile = false;
        Account(block);
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

    private void Fail(Exception error)
    {
        _failedAtFile |= _isAtFile;
        if (_failure is null)
        {
            _failure = ExceptionDispatchInfo.Capture(_isAtFile ? _file.Explain(error) : error);
        }
    }
}
