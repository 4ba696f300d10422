using System.Buffers;
using System.IO.Pipelines;
using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;

namespace StreamTuning;

/// <summary>
/// The body of a request, read once from its start to its end out of the server's own buffers. What is wrong with it is the client's fault,
/// and a <see cref="BadHttpRequestException"/>; after a failure every further read fails in the same way, whoever has caught the first.
/// </summary>
internal sealed class RequestBody : IAsyncDisposable
{
    private const int SmallestBuffer = 4 * 1024;
    private const int LargestBuffer = 64 * 1024;

    private static readonly Type _streamReader = PipeReader.Create(Stream.Null).GetType();

    private readonly PipeReader _reader;
    private readonly bool _isForeign;
    private readonly bool _ownsReader;
    private readonly long? _limit;
    private readonly long? _length;
    private readonly CancellationToken _token;
    private readonly CancellationTokenRegistration _registration;
    private long _consumed;
    private bool _delimiterWasTaken;
    private ExceptionDispatchInfo? _failure;
    private int _isReading;
    private Task<ReadResult>? _pending;
    private TaskCompletionSource? _ended;

    /// <param name="context">The request.</param>
    /// <param name="limit">How many bytes it may have; <see langword="null"/> for what the server allows.</param>
    /// <param name="bufferSize">
    /// How many bytes are read at a time where the server has no buffers; <see langword="null"/> to choose by its length.
    /// </param>
    /// <param name="token">Ends reading.</param>
    public RequestBody(HttpContext context, long? limit, int? bufferSize, CancellationToken token)
    {
        _limit = limit;
        _length = context.Request.ContentLength;
        _token = token;
        BufferSize = bufferSize ?? (int)Math.Clamp(_length ?? LargestBuffer, SmallestBuffer, LargestBuffer);
        AllowsSynchronousReads = context.Features.Get<IHttpBodyControlFeature>()?.AllowSynchronousIO ?? true;

        // A middleware has put its own stream in the place of the body: one that decompresses, for instance. ASP.NET Core would read it in
        // pieces of 4 KiB.
        _reader = context.Request.BodyReader;
        _isForeign = _reader.GetType() == _streamReader;
        _ownsReader = _isForeign && !HoldsMore(_reader);
        if (_ownsReader)
        {
            _reader = PipeReader.Create(
                context.Request.Body,
                new StreamPipeReaderOptions(bufferSize: BufferSize, minimumReadSize: BufferSize / 2, leaveOpen: true));
        }

        _registration = CancelReadingWith(token);
    }

    /// <summary>How many bytes are worth a read or a write.</summary>
    public int BufferSize { get; }

    /// <summary>Whether a thread may wait for the client.</summary>
    public bool AllowsSynchronousReads { get; }

    /// <summary>How many bytes have been looked at for a delimiter, some more than once: what a request costs.</summary>
    public long BytesSearched { get; private set; }

    /// <summary>The most bytes that can still come; <see langword="null"/> when nobody knows.</summary>
    /// <remarks>The length that the client has said is not that of what a middleware makes of it.</remarks>
    public long? MostRemaining => !_isForeign && _length >= _consumed ? _length - _consumed : null;

    /// <summary>Reads at least one byte, and at most as many as there is room for; 0 at the end of the body.</summary>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<int> ReadAsync(Memory<byte> destination, CancellationToken token = default)
    {
        BeginReading();
        try
        {
            while (true)
            {
                ReadResult result = await ReceiveAsync(token).ConfigureAwait(false);
                int count = (int)Math.Min(result.Buffer.Length, destination.Length);
                ReadOnlySequence<byte> taken = result.Buffer.Slice(0, count);
                taken.CopyTo(destination.Span);
                Advance(result, count, examinedAll: count == 0);
                if (count > 0 || result.IsCompleted)
                {
                    return count;
                }
            }
        }
        finally
        {
            EndReading();
        }
    }

    /// <summary>
    /// Reads at least one byte before a delimiter, and at most as many as there is room for; 0 at the delimiter, which is then behind. A
    /// body that ends without it is malformed.
    /// </summary>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<int> ReadToAsync(Delimiter delimiter, Memory<byte> destination, CancellationToken token = default)
    {
        if (_delimiterWasTaken)
        {
            _delimiterWasTaken = false;
            return 0;
        }

        while (true)
        {
            ReadResult result = await ReceiveAsync(token).ConfigureAwait(false);
            Match match = delimiter.CopyTo(result.Buffer, destination.Span, out int copied);
            BytesSearched += Math.Min(result.Buffer.Length, copied + delimiter.Length);
            if (match == Match.Yes)
            {
                Advance(result, copied + delimiter.Length);
                _delimiterWasTaken = copied > 0;
                return copied;
            }

            Advance(result, copied, examinedAll: copied == 0);
            if (copied > 0)
            {
                return copied;
            }

            if (result.IsCompleted)
            {
                throw Fail(Rejection.Incomplete());
            }
        }
    }

    /// <summary>Goes over bytes if they come next.</summary>
    /// <returns>Whether they did; also not when the body ends within them.</returns>
    public async ValueTask<bool> TrySkipAsync(ReadOnlyMemory<byte> bytes, CancellationToken token = default)
    {
        while (true)
        {
            ReadResult result = await ReceiveAsync(token).ConfigureAwait(false);
            Match match = Delimiter.Starts(result.Buffer, bytes.Span);
            Advance(result, match == Match.Yes ? bytes.Length : 0, examinedAll: match == Match.Unfinished);
            if (match != Match.Unfinished || result.IsCompleted)
            {
                return match == Match.Yes;
            }
        }
    }

    /// <summary>To be called before a read that the callback can begin at any time. <see cref="EndReading"/> must follow.</summary>
    public void BeginReading()
    {
        if (Interlocked.Exchange(ref _isReading, 1) != 0)
        {
            throw new InvalidOperationException(
                "The request is being read already. "
                + "Wait for each read, and for each copy, before the next one, and before the callback returns.");
        }
    }

    public void EndReading()
    {
        Interlocked.Exchange(ref _isReading, 0);
        _ended?.TrySetResult();
    }

    /// <summary>Gives back what was rented. The server looks after its own buffers.</summary>
    public async ValueTask DisposeAsync()
    {
        await _registration.DisposeAsync().ConfigureAwait(false);
        bool isReading = Volatile.Read(ref _isReading) != 0;
        if (isReading)
        {
            // Somebody has begun to read and not waited. The server must not meet that read when it goes on to the next request.
            Fail(new ObjectDisposedException(nameof(StreamedFile), "The request has ended."));
            var ended = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            Interlocked.Exchange(ref _ended, ended);
            CancelReading(_reader);
            if (!_isForeign && Volatile.Read(ref _isReading) != 0)
            {
                await ended.Task.ConfigureAwait(false);
            }
        }

        if (_pending is not null)
        {
            CancelReading(_reader);
        }
        else if (_ownsReader && !isReading)
        {
            // Else who reads still writes into its buffers: they are left to the garbage collector.
            await _reader.CompleteAsync().ConfigureAwait(false);
        }
    }

    /// <summary>Notes why the request is refused, so that nobody can read on.</summary>
    public Exception Fail(Exception error)
    {
        _failure ??= ExceptionDispatchInfo.Capture(error);
        return error;
    }

    /// <summary>Throws what made reading fail, where that is the reason for what a callback has thrown.</summary>
    public void ThrowIfReasonOf(Exception error)
    {
        for (Exception? reason = error.InnerException; reason is not null && _failure is not null; reason = reason.InnerException)
        {
            if (reason == _failure.SourceException)
            {
                _failure.Throw();
            }
        }
    }

    /// <summary>Throws what made reading fail, if it did.</summary>
    public void ThrowIfFailed()
    {
        _failure?.Throw();
        _token.ThrowIfCancellationRequested();
    }

    /// <summary>Waits for bytes; <see cref="Advance"/> must follow.</summary>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<ReadResult> ReceiveAsync(CancellationToken token)
    {
        ThrowIfFailed();
        try
        {
            ReadResult result = await ReadUncanceledAsync(token).ConfigureAwait(false);
            if (_consumed + result.Buffer.Length > _limit)
            {
                _reader.AdvanceTo(result.Buffer.Start);
                throw Fail(Rejection.TooLong(_limit.Value));
            }

            return result;
        }
        catch (BadHttpRequestException e)
        {
            throw Fail(e);
        }
        catch (Exception e) when (e is IOException or InvalidDataException
            || (_isForeign && e is InvalidOperationException and not ObjectDisposedException))
        {
            // The connection broke, or what was to be decompressed cannot be. Brotli says so with an InvalidOperationException.
            throw Broken(e);
        }
    }

    private Exception Broken(Exception error)
    {
        ThrowIfFailed();
        return Fail(Rejection.Malformed("The body of the request could not be read to its end.", error));
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<ReadResult> ReadUncanceledAsync(CancellationToken token)
    {
        bool isOwnToken = token.CanBeCanceled && token != _token;
        while (true)
        {
            token.ThrowIfCancellationRequested();
            ReadResult result;
            if (_isForeign && (isOwnToken || _pending is not null))
            {
                // A token of one read must not end that of the stream behind: Kestrel could not be read again.
                _pending ??= _reader.ReadAsync(CancellationToken.None).AsTask();
                result = await _pending.WaitAsync(isOwnToken ? token : CancellationToken.None).ConfigureAwait(false);
                _pending = null;
            }
            else
            {
                using (isOwnToken ? CancelReadingWith(token) : default)
                {
                    result = await _reader.ReadAsync(CancellationToken.None).ConfigureAwait(false);
                }
            }

            if (!result.IsCanceled)
            {
                return result;
            }

            _reader.AdvanceTo(result.Buffer.Start);
            ThrowIfFailed();
        }
    }

    /// <summary>Kestrel cannot be read again, not even by itself, after a token that it was given has ended a read.</summary>
    private CancellationTokenRegistration CancelReadingWith(CancellationToken token) =>
        token.UnsafeRegister(static reader => CancelReading((PipeReader)reader!), _reader);

    private static void CancelReading(PipeReader reader)
    {
        try
        {
            reader.CancelPendingRead();
        }
        catch (Exception)
        {
            // The connection is gone, and with it what was being read.
        }
    }

    private void Advance(in ReadResult result, int count, bool examinedAll = false)
    {
        SequencePosition consumed = result.Buffer.GetPosition(count);
        try
        {
            _reader.AdvanceTo(consumed, examinedAll ? result.Buffer.End : consumed);
        }
        catch (IOException e)
        {
            // Kestrel may notice only here that a stream of HTTP/2 was reset.
            throw Broken(e);
        }

        _consumed += count;
    }

    /// <summary>Whether a middleware has looked at the start of the body and left it in the reader.</summary>
    private static bool HoldsMore(PipeReader reader)
    {
        if (!reader.TryRead(out ReadResult result))
        {
            return false;
        }

        reader.AdvanceTo(result.Buffer.Start);
        return !result.Buffer.IsEmpty;
    }
}
