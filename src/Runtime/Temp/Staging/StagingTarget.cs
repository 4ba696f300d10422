using System.Buffers;
#if NET
using System.Runtime.CompilerServices;
using Microsoft.Win32.SafeHandles;
#endif

namespace StreamTuning;

/// <summary>
/// The file that is staged. When its directory fills up, or fails, it moves on to the next: what was written is copied there, and the write that
/// failed is done again.
/// </summary>
internal sealed class StagingTarget : FileTarget, IDisposable
{
    private const int MoveBlock = 1024 * 1024;

    private readonly TempRootSearch _search;
    private readonly Func<TempRoot, TempFile> _create;
    private readonly ArraySegment<byte> _start;
    private readonly long _expected;
    private TempFile? _file;
    private TempRoot _root;
    private long _promised;
    private long _written;
    private long _length;

    private StagingTarget(TempFile file, TempRootSearch search, Func<TempRoot, TempFile> create, ArraySegment<byte> start, long expected)
        : base(file.Stream, mayBuffer: false)
    {
        _file = file;
        _search = search;
        _create = create;
        _start = start;
        _expected = expected;
        _root = search.Root;
        Promise(expected);
    }

#if NET
    // Nobody has to be asked whether the disk is local: full blocks are as fast there, and the question is one more request to a share.
    public override SafeFileHandle? OwnHandle => File.SafeFileHandle;
#endif

    private TempFile Current => _file ?? throw new ObjectDisposedException(nameof(StagingTarget));

    /// <param name="search">The search for a directory, which has not found one yet.</param>
    /// <param name="create">Creates a file in a directory.</param>
    /// <param name="start">The first bytes of the source, which stay in memory; may be empty.</param>
    /// <param name="expected">How many bytes will probably be written.</param>
    public static StagingTarget Create(TempRootSearch search, Func<TempRoot, TempFile> create, ArraySegment<byte> start, long expected) =>
        new(search.Take(create), search, create, start, expected);

    /// <summary>Hands over the file, complete and at its start.</summary>
    public async ValueTask<TempFile> CompleteAsync(bool async)
    {
        while (!System.IO.File.Exists(Current.Path))
        {
            // Deleted while it was written, as cleaners of temporary directories do. What was written can still be read.
            await MoveOnAsync(new FileNotFoundException($"'{Current.Path}' was deleted while it was written.", Current.Path), async).ConfigureAwait(false);
        }

        Promise(-_promised);
        TempFile file = Current;
        file.Stream.Position = 0;
        _file = null;
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
                await WriteAsync(File, buffer, offset, count, position, async).ConfigureAwait(false);
                _written = position + count;
                Promise(-Math.Min(count, _promised));
                return;
            }
            catch (Exception e) when (IsOfRoot(e))
            {
                await MoveOnAsync(e, async).ConfigureAwait(false);
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
            catch (IOException e) when (IOErrors.IsDiskFull(e))
            {
                // Nothing is waited for: the other way of the engine around a length that cannot be set is to give up.
                ValueTask moving = MoveOnAsync(e, async: false);
                moving.GetAwaiter().GetResult();
            }
        }
    }

    /// <summary>Deletes the file, unless it has been handed over.</summary>
    public void Dispose()
    {
        _file?.Dispose();
        _file = null;
        Promise(-_promised);
    }

    private static bool IsOfRoot(Exception error) => error is (IOException and not TempRootLostException) or UnauthorizedAccessException;

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

    /// <summary>Makes a file in the next directory and copies there what was written.</summary>
    /// <exception cref="IOException">There is no next directory, which is told together with all that were tried.</exception>
    /// <exception cref="TempRootLostException">What was written cannot be read.</exception>
    private async ValueTask MoveOnAsync(Exception error, bool async)
    {
        while (true)
        {
            _search.NoteFailure(error);
            TempFile next = _search.Take(_create);
            try
            {
                Exception? failure = await TryCopyAsync(Current, next, async).ConfigureAwait(false);
                if (failure is not null)
                {
                    // The next directory has failed as well; the last one still has all.
                    error = failure;
                    next.Dispose();
                    continue;
                }
            }
            catch
            {
                next.Dispose();
                throw;
            }

            Promise(-_promised);
            Current.Dispose();
            _file = next;
            _root = _search.Root;
            File = next.Stream;
            Promise(Math.Max(0, _expected - _written));
            return;
        }
    }

    /// <returns>Why the next file could not be written; <see langword="null"/> where it has got everything.</returns>
    private async ValueTask<Exception?> TryCopyAsync(TempFile from, TempFile to, bool async)
    {
        string directory = _root.Directory;
        byte[] block = ArrayPool<byte>.Shared.Rent(MoveBlock);
        try
        {
            if (_length > _written && TrySetLength(to.Stream, _length) is { } refused)
            {
                return refused;
            }

            long copied = 0;
            while (copied < _written)
            {
                int count = (int)Math.Min(block.Length, _written - copied);
                try
                {
                    count = Read(from, block, count, copied);
                }
                catch (Exception e) when (IsOfRoot(e))
                {
                    throw new TempRootLostException(directory, _written, e);
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
            }

            return null;
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(block);
        }
    }

    /// <summary>Reads what was written: from memory where it is still there, else from the file that failed.</summary>
    private int Read(TempFile from, byte[] block, int count, long position)
    {
        if (position < _start.Count)
        {
            int held = (int)Math.Min(count, _start.Count - position);
            Buffer.BlockCopy(_start.Array!, _start.Offset + (int)position, block, 0, held);
            return held;
        }

#if NET
        int read = RandomAccess.Read(from.Stream.SafeFileHandle, block.AsSpan(0, count), position);
#else
        from.Stream.Position = position;
        int read = from.Stream.Read(block, 0, count);
#endif
        return read > 0 ? read : throw new EndOfStreamException($"'{from.Path}' ends after {position} bytes; {_written} were written.");
    }

    private static IOException? TrySetLength(FileStream file, long length)
    {
        try
        {
            file.SetLength(length);
            return null;
        }
        catch (IOException e)
        {
            return e;
        }
    }

    private void Promise(long bytes)
    {
        _promised += bytes;
        _root.Promise(bytes);
    }
}
