using System.Buffers;
using System.IO.Pipelines;
using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;

namespace StreamTuning;

/// <summary>
/// The body of a request, read once from its start to its end out of the server's own buffers. What is wrong with it is the client's fault, and a
/// <see cref="BadHttpRequestException"/>; after a failure every further read fails in the same way, whoever has caught the first.
/// </summary>
internal sealed class RequestBody : IDisposable
{
    private const int SmallestBuffer = 4 * 1024;
    private const int LargestBuffer = 64 * 1024;

    private static readonly Type _streamReader = PipeReader.Create(Stream.Null).GetType();

    private readonly PipeReader _reader;
    private readonly bool _isForeign;
    private readonly long? _limit;
    private readonly long? _length;
    private readonly CancellationToken _token;
    private readonly CancellationTokenRegistration _registration;
    private long _consumed;
    private bool _delimiterWasTaken;
    private ExceptionDispatchInfo? _failure;

    /// <param name="context">The request.</param>
    /// <param name="limit">How many bytes it may have; <see langword="null"/> for what the server allows.</param>
    /// <param name="bufferSize">How many bytes are read at a time where the server has no buffers; <see langword="null"/> to choose by its length.</param>
    /// <param name="token">Ends reading.</param>
    public RequestBody(HttpContext context, long? limit, int? bufferSize, CancellationToken token)
    {
        _limit = limit;
        _length = context.Request.ContentLength;
        _token = token;
        BufferSize = bufferSize ?? (int)Math.Clamp(_length ?? LargestBuffer, SmallestBuffer, LargestBuffer);
        AllowsSynchronousReads = context.Features.Get<IHttpBodyControlFeature>()?.AllowSynchronousIO ?? true;

        // A middleware has put its own stream in the place of the body: one that decompresses, for instance. ASP.NET Core would read it in pieces of 4 KiB.
        _reader = context.Request.BodyReader;
        _isForeign = _reader.GetType() == _streamReader;
        if (_isForeign)
        {
            _reader = PipeReader.Create(context.Request.Body, new StreamPipeReaderOptions(bufferSize: BufferSize, minimumReadSize: BufferSize / 2, leaveOpen: true));
        }

        _registration = CancelReadingWith(token);
    }

    /// <summary>How many bytes are worth a read or a write.</summary>
    public int BufferSize { get; }

    /// <summary>Whether a thread may wait for the client.</summary>
    public bool AllowsSynchronousReads { get; }

    /// <summary>The most bytes that can still come; <see langword="null"/> when nobody knows.</summary>
    /// <remarks>The length that the client has said is not that of what a middleware makes of it.</remarks>
    public long? MostRemaining => _isForeign ? null : _length - _consumed;

    /// <summary>Reads at least one byte, and at most as many as there is room for; 0 at the end of the body.</summary>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<int> ReadAsync(Memory<byte> destination, CancellationToken token = default)
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

    /// <summary>
    /// Reads at least one byte before a delimiter, and at most as many as there is room for; 0 at the delimiter, which is then behind. A body that ends
    /// without it is malformed.
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
    public async ValueTask<bool> TrySkipAsync(ReadOnlyMemory<byte> bytes)
    {
        while (true)
        {
            ReadResult result = await ReceiveAsync(CancellationToken.None).ConfigureAwait(false);
            Match match = Delimiter.Starts(result.Buffer, bytes.Span);
            Advance(result, match == Match.Yes ? bytes.Length : 0, examinedAll: match == Match.Unfinished);
            if (match != Match.Unfinished || result.IsCompleted)
            {
                return match == Match.Yes;
            }
        }
    }

    /// <summary>Gives back what was rented. The server looks after its own buffers.</summary>
    public void Dispose()
    {
        _registration.Dispose();
        if (_isForeign)
        {
            _reader.Complete();
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

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<ReadResult> ReceiveAsync(CancellationToken token)
    {
        ThrowIfFailed();
        bool isOwnToken = token.CanBeCanceled && token != _token;
        try
        {
            while (true)
            {
                ReadResult result;
                using (isOwnToken ? CancelReadingWith(token) : default)
                {
                    token.ThrowIfCancellationRequested();
                    result = await _reader.ReadAsync(CancellationToken.None).ConfigureAwait(false);
                }

                if (result.IsCanceled)
                {
                    Advance(result, 0);
                    ThrowIfFailed();
                    continue;
                }

                if (_consumed + result.Buffer.Length > _limit)
                {
                    Advance(result, 0);
                    throw Fail(Rejection.TooLong(_limit.Value));
                }

                return result;
            }
        }
        catch (BadHttpRequestException e)
        {
            throw Fail(e);
        }
        catch (Exception e) when (e is IOException or InvalidDataException || (_isForeign && e is InvalidOperationException))
        {
            // The connection broke, or what was to be decompressed cannot be. Brotli says so with an InvalidOperationException.
            ThrowIfFailed();
            throw Fail(Rejection.Malformed("The body of the request could not be read to its end.", e));
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
        _reader.AdvanceTo(consumed, examinedAll ? result.Buffer.End : consumed);
        _consumed += count;
    }
}
