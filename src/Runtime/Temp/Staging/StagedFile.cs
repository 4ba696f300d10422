using System.Buffers;
#if NET
using System.Runtime.CompilerServices;
#endif
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace StreamTuning;

/// <summary>
/// The file that is staged. When its directory fills up, or fails, it moves on to the next: what was written is copied there, and the write
/// that failed is done again.
/// </summary>
internal sealed class StagedFile : OutputFile
{
    private const int MoveBlock = 1024 * 1024;

    // How often a write is tried again where it failed before the file moves on: what others leave, still others may take.
    private const int MostStays = 3;

    // A share that is well closes and deletes a file sooner.
    private static readonly TimeSpan _longestWait = TimeSpan.FromSeconds(1);

    private readonly TempRootSearch _search;
    private readonly Func<TempRoot, TempFile> _create;
    private readonly ArraySegment<byte> _start;
    private readonly long _expected;
    private readonly SemaphoreSlim _movingOn;
    private readonly CancellationToken _token;
    private PromisedFile _current;
    private long _written;
    private ulong _sum;
    private long _length;
    private int _stays;
    private int _moves;
    private bool _isLost;

    private StagedFile(
        PromisedFile file,
        TempRootSearch search,
        Func<TempRoot, TempFile> create,
        ArraySegment<byte> start,
        long expected,
        SemaphoreSlim movingOn,
        CancellationToken token)
        : base(file.Stream, mayBuffer: false, originalLength: 0)
    {
        _current = file;
        _search = search;
        _create = create;
        _start = start;
        _expected = expected;
        _movingOn = movingOn;
        _token = token;
    }

#if NET
    // Nobody has to be asked whether the disk is local: full blocks are as fast there, and the question is one more request to a share.
    public override SafeFileHandle? OwnHandle => Stream.SafeFileHandle;
#endif

    /// <summary>Nobody knows the path of the file before it is complete.</summary>
    public override bool IsHidden => true;

    /// <summary>Nobody asks: the length is set on disks of any kind, which finds one that is too small before it is written.</summary>
    public override bool IsLocalDisk => false;

    public override bool ReservesRoom => true;

    public override int Moves => _moves;

    /// <param name="search">The search for a directory, which has not found one yet.</param>
    /// <param name="create">Creates a file in a directory.</param>
    /// <param name="start">The first bytes of the source, which stay in memory; may be empty.</param>
    /// <param name="expected">How many bytes will probably be written.</param>
    /// <param name="movingOn">Held by the one file of the space that leaves a full directory.</param>
    /// <param name="token">Ends the way to another directory.</param>
    public static StagedFile Create(
        TempRootSearch search,
        Func<TempRoot, TempFile> create,
        ArraySegment<byte> start,
        long expected,
        SemaphoreSlim movingOn,
        CancellationToken token) =>
        new(Take(search, create, expected, needed: 0), search, create, start, expected, movingOn, token);

    /// <summary>Hands over the file, complete and at its start.</summary>
    public async ValueTask<TempFile> CompleteAsync(bool async)
    {
        while (!File.Exists(_current.Path))
        {
            // Deleted while it was written, as cleaners of temporary directories do. What was written can still be read.
            var deleted = new FileNotFoundException($"'{_current.Path}' was deleted while it was written.", _current.Path);
            await MoveOnAsync(deleted, count: 0, async).ConfigureAwait(false);
        }

        TempFile file = _current.HandOver();
        file.Stream.Position = 0;
        return file;
    }

#if NET
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
#endif
    public override async ValueTask WriteAsync(byte[] buffer, int offset, int count, long position, bool async)
    {
        while (true)
        {
            try
            {
                await WriteAsync(Stream, buffer, offset, count, position, async).ConfigureAwait(false);
                _written = position + count;
                _sum += SumOf(buffer.AsSpan(offset, count));
                _stays = 0;
                _current.NoteWritten(count);
                return;
            }
            catch (Exception e) when (IsOfRoot(e))
            {
                await MoveOnAsync(e, count, async).ConfigureAwait(false);
            }
        }
    }

    public override void SetLength(long length)
    {
        while (true)
        {
            try
            {
                base.SetLength(length);
                _length = length;
                return;
            }
            catch (Exception e) when (IsOfRoot(e) && (length <= _written || IOErrors.IsDiskFull(e)))
            {
                // Nothing is waited for: the other way of the engine around a length that cannot be set is to give up. Nor is there one
                // where all has been written and only the end is to be cut off.
                _length = Math.Min(length, _length);
                ValueTask moving = MoveOnAsync(e, count: 0, async: false);
                moving.GetAwaiter().GetResult();
            }
        }
    }

    /// <summary>What a share has lost is written again to the next directory, from the start of the source.</summary>
    public override void Settle(WriteBack writeBack)
    {
        try
        {
            base.Settle(writeBack);
        }
        catch (IOException e)
        {
            // Nobody waits for the answer any more, and the file is deleted.
            _token.ThrowIfCancellationRequested();
            _isLost = true;
            ValueTask moving = MoveOnAsync(e, count: 0, async: false);
            moving.GetAwaiter().GetResult();
        }
    }

    /// <summary>Does nothing: what has failed is deleted.</summary>
    public override void TryRestore(long end)
    {
    }

    /// <summary>Deletes the file, unless it has been handed over. Who has cancelled does not wait long for a share.</summary>
    public async ValueTask DisposeAsync(bool async)
    {
        if (!_token.IsCancellationRequested || !_current.IsOnShare)
        {
            Dispose();
            return;
        }

        using var limit = new CancellationTokenSource(_longestWait);
        _ = await WriteBack.RunAsync(Dispose, async, limit.Token).ConfigureAwait(false);
    }

    // While a share does not answer, closing the file would wait for it. Until it does, the file may become another one.
    private void Dispose() => WriteBack.After(Unanswered, () => _current.Dispose());

    private static bool IsOfRoot(Exception error) =>
        error is IOException or UnauthorizedAccessException or ArgumentOutOfRangeException;

    private static PromisedFile Take(
        TempRootSearch search, Func<TempRoot, TempFile> create, long promised, long needed, TempRoot? except = null)
    {
        TempFile file = search.Take(create, created => created.Dispose(), promised, needed, except);
        return new PromisedFile(file, search.Root, promised);
    }

    private static ValueTask WriteAsync(FileStream file, byte[] buffer, int offset, int count, long position, bool async)
    {
#if NET
        // Past the stream, whose small buffer is for the caller.
        if (async)
        {
            return RandomAccess.WriteAsync(file.SafeFileHandle, buffer.AsMemory(offset, count), position, CancellationToken.None);
        }

        RandomAccess.Write(file.SafeFileHandle, buffer.AsSpan(offset, count), position);
        return default;
#else
        file.Position = position;
        file.Write(buffer, offset, count);
        file.Flush();
        return default;
#endif
    }

    /// <summary>Sees to it that bytes that could not be written can be.</summary>
    /// <exception cref="IOException">There is no next directory, which is told together with all that were tried.</exception>
    /// <exception cref="TempRootLostException">What was written cannot be read. The next directory waits for it from the start.</exception>
    private async ValueTask MoveOnAsync(Exception error, long count, bool async)
    {
        if (!IOErrors.IsDiskFull(error))
        {
            await MoveAsync(error, count, mayStay: false, async).ConfigureAwait(false);
            return;
        }

        // One at a time: of many that find a directory full, the first that leaves makes room for others.
        if (async)
        {
            await _movingOn.WaitAsync(_token).ConfigureAwait(false);
        }
        else
        {
            _movingOn.Wait(_token);
        }

        try
        {
            // A share may have said so of a write before, which it has lost.
            await MoveAsync(error, count, mayStay: count > 0 && IsOnLocalDisk, async).ConfigureAwait(false);
        }
        finally
        {
            _movingOn.Release();
        }
    }

    /// <summary>
    /// Makes a file in the next directory, or a second one in that of a share, and copies there what was written; or stays, where there is
    /// room again.
    /// </summary>
    private async ValueTask MoveAsync(Exception error, long count, bool mayStay, bool async)
    {
        TempRoot failed = _current.Root;

        // A share that was full for a moment may take all of it in another file. What is too large for a file stays too large.
        bool isFull = IOErrors.IsDiskFull(error) && (mayStay || count == 0 || IOErrors.IsFileTooLarge(error));
        TempRoot? except = isFull ? failed : null;
        while (!mayStay || !HasRoomAgain(count))
        {
            _search.NoteFailure(failed, error);
            long needed = _written + count;
            PromisedFile next = Take(_search, _create, Math.Max(_expected, needed), needed, except);
            TempRootLostException? lost = null;
            Exception? failure;
            try
            {
                failure = await TryCopyAsync(next, async).ConfigureAwait(false);
            }
            catch (TempRootLostException e)
            {
                lost = e;
                failure = TrySetLength(next.Stream, 0);
            }
            catch
            {
                next.Dispose();
                throw;
            }

            if (failure is not null)
            {
                // The next directory has failed as well; the last one still has all.
                failed = next.Root;
                error = failure;
                next.Dispose();
                continue;
            }

            _current.Dispose();
            _current = next;
            Stream = next.Stream;
            _ = Handle; // While the stream holds nothing, which before .NET it would first write.
            _moves++;
            if (lost is not null)
            {
                _written = 0;
                _sum = 0;
                _length = 0;
                _isLost = false;
                throw lost;
            }

            return;
        }
    }

    private bool HasRoomAgain(long count)
    {
        try
        {
            return _stays < MostStays && _current.Root.FindFree() >= count && ++_stays > 0;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    /// <returns>Why the next file could not be written; <see langword="null"/> where it has got everything.</returns>
    private async ValueTask<Exception?> TryCopyAsync(PromisedFile to, bool async)
    {
        if (_isLost)
        {
            throw Lost();
        }

        byte[] block = ArrayPool<byte>.Shared.Rent(MoveBlock);
        try
        {
            // First the length, as always: writes that make a file longer take their time on a share.
            long length = Math.Max(_length, _written);
            if (length > MoveBlock && TrySetLength(to.Stream, length) is { } refused && IOErrors.IsDiskFull(refused))
            {
                return refused;
            }

            long copied = 0;
            ulong sum = 0;
            while (copied < _written)
            {
                _token.ThrowIfCancellationRequested();
                int count = (int)Math.Min(block.Length, _written - copied);
                try
                {
                    count = Read(block, count, copied);
                }
                catch (Exception e) when (IsOfRoot(e))
                {
                    throw new TempRootLostException(_current.Root.Directory, _written, e);
                }

                try
                {
                    await WriteAsync(to.Stream, block, 0, count, copied, async).ConfigureAwait(false);
                }
                catch (Exception e) when (IsOfRoot(e))
                {
                    return e;
                }

                copied += count;
                sum += SumOf(block.AsSpan(0, count));
                to.NoteWritten(count);
            }

            return sum == _sum ? await TrySettleAsync(to, async).ConfigureAwait(false) : throw Lost();
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(block);
        }
    }

    /// <summary>
    /// Learns whether a share has got everything, as long as the last file still has it: if no write follows, nobody else asks. By a flush,
    /// which every client answers.
    /// </summary>
    private async ValueTask<Exception?> TrySettleAsync(PromisedFile file, bool async)
    {
        SafeFileHandle handle = file.Stream.SafeFileHandle;
        if (_written == 0 || Mount.Of(handle, file.Path).IsLocal)
        {
            return null;
        }

        try
        {
            Task? unanswered = await WriteBack.RunAsync(() => WriteBack.OfSystem.Flush(handle), async, _token).ConfigureAwait(false);
            if (unanswered is null)
            {
                return null;
            }

            file.NoteUnanswered(unanswered);
            throw new OperationCanceledException(_token);
        }
        catch (IOException e)
        {
            return e;
        }
    }

    private TempRootLostException Lost() => new(
        _current.Root.Directory, _written, new IOException("The directory has lost what it had acknowledged."));

    /// <summary>
    /// The sum of all bytes. A share may fail a write to say that it has lost one before. What is lost reads as zeros within a length that
    /// was set, so their sum is another one.
    /// </summary>
    private static ulong SumOf(ReadOnlySpan<byte> bytes)
    {
        const int MostWords = 128; // Four sums of two bytes each hold as many.
        const ulong EveryOther = 0x00FF_00FF_00FF_00FF;
        const ulong EveryOtherPair = 0x0000_FFFF_0000_FFFF;
        ulong sum = 0;
        ReadOnlySpan<ulong> words = MemoryMarshal.Cast<byte, ulong>(bytes);
        foreach (byte value in bytes.Slice(words.Length * sizeof(ulong)))
        {
            sum += value;
        }

        while (!words.IsEmpty)
        {
            ulong sums = 0;
            int count = Math.Min(MostWords, words.Length);
            foreach (ulong word in words.Slice(0, count))
            {
                sums += (word & EveryOther) + ((word >> 8) & EveryOther);
            }

            sums = (sums & EveryOtherPair) + ((sums >> 16) & EveryOtherPair);
            sum += (uint)sums + (sums >> 32);
            words = words.Slice(count);
        }

        return sum;
    }

    /// <summary>Reads what was written: from memory where it is still there, else from the file that failed.</summary>
    private int Read(byte[] block, int count, long position)
    {
        if (position < _start.Count)
        {
            int held = (int)Math.Min(count, _start.Count - position);
            Buffer.BlockCopy(_start.Array!, _start.Offset + (int)position, block, 0, held);
            return held;
        }

        FileStream from = _current.Stream;
#if NET
        int read = RandomAccess.Read(from.SafeFileHandle, block.AsSpan(0, count), position);
#else
        int read = Read(from, _current.Path, block, count, position);
#endif
        return read > 0 ? read : throw new EndOfStreamException($"'{_current.Path}' ends after {position} bytes; {_written} were written.");
    }

#if !NET
    private static int Read(FileStream from, string path, byte[] block, int count, long position)
    {
        try
        {
            from.Position = position;
            return from.Read(block, 0, count);
        }
        catch (Exception e) when (IsOfRoot(e))
        {
            // The small write that has failed is still in the buffer of the stream, and in the way.
            using var other = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, bufferSize: 1);
            other.Position = position;
            return other.Read(block, 0, count);
        }
    }
#endif

    private static Exception? TrySetLength(FileStream file, long length)
    {
        try
        {
            file.SetLength(length);
            return null;
        }
        catch (Exception e) when (IsOfRoot(e))
        {
            return e;
        }
    }
}
