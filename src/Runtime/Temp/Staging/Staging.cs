using System.Buffers;

namespace StreamTuning;

/// <summary>One source on its way into a temporary file.</summary>
internal sealed class Staging(
    Stream source,
    long? expected,
    int memoryLimit,
    Func<long?, TempRootSearch> search,
    Func<TempRoot, TempFile> create,
    SemaphoreSlim movingOn,
    bool async)
{
    private readonly long? _position = source.CanSeek ? source.Position : null;

    /// <summary>Copies everything that is left of the source.</summary>
    public async ValueTask<TempFile> RunAsync(CancellationToken token)
    {
        var stream = new StreamSource(source);
        long? length = stream.KnownRemaining() ?? expected;
        if (length is not null)
        {
            return await StageAsync(stream, length, start: new ArraySegment<byte>([]), search(length), token).ConfigureAwait(false);
        }

        byte[] memory = ArrayPool<byte>.Shared.Rent(Math.Max(1, memoryLimit));
        try
        {
            (int count, bool ended) = await FillAsync(stream, memory, token).ConfigureAwait(false);
            var start = new ArraySegment<byte>(memory, 0, count);
            length = ended ? count : null;
            return await StageAsync(
                new StartedSource(start, ended ? null : stream), length, start, search(length), token).ConfigureAwait(false);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(memory);
        }
    }

    private async ValueTask<TempFile> StageAsync(
        CopySource from, long? length, ArraySegment<byte> start, TempRootSearch roots, CancellationToken token)
    {
        var settings = CopySettings.Of(new FileCopyOptions { LengthHint = length }, token);
        var file = StagedFile.Create(roots, create, start, length ?? 0, movingOn, token);
        try
        {
            return await StageAsync(from, file, settings, token).ConfigureAwait(false);
        }
        finally
        {
            await file.DisposeAsync(async).ConfigureAwait(false);
        }
    }

    private async ValueTask<TempFile> StageAsync(CopySource from, StagedFile file, CopySettings settings, CancellationToken token)
    {
        while (true)
        {
            try
            {
                await new StagingDestination(file).ReceiveWatchedAsync(from, settings, async).ConfigureAwait(false);
                return await file.CompleteAsync(async).ConfigureAwait(false);
            }
            catch (TempRootLostException e) when (_position is null)
            {
                throw new IOException(
                    $"The temporary directory '{e.Directory}' was lost after {e.Staged} bytes had been staged in it, "
                    + "and the source cannot be read again.",
                    e.InnerException);
            }
            catch (TempRootLostException)
            {
                await AwaitAsync(from.Unfinished, token).ConfigureAwait(false);
                source.Position = _position.GetValueOrDefault();
                from = new StreamSource(source);
            }
        }
    }

    /// <summary>Waits for a read that the copy has left, however it ends: it moves the source on.</summary>
    private static async ValueTask AwaitAsync(Task? read, CancellationToken token)
    {
        if (read is null)
        {
            return;
        }

        var cancelled = new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);
        using (token.Register(() => cancelled.TrySetResult(true)))
        {
            await Task.WhenAny(read, cancelled.Task).ConfigureAwait(false);
        }

        token.ThrowIfCancellationRequested();
    }

    private async ValueTask<(int Count, bool Ended)> FillAsync(StreamSource stream, byte[] memory, CancellationToken token)
    {
        int count = 0;
        while (count < memoryLimit)
        {
            token.ThrowIfCancellationRequested();
            int read = await stream.ReadAsync(memory, count, memoryLimit - count, async, token).ConfigureAwait(false);
            if (read == 0)
            {
                return (count, true);
            }

            count += read;
        }

        return (count, false);
    }
}
