using System.IO.Pipelines;
using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;

namespace StreamTuning;

/// <summary>
/// A content that writes itself into a pipe, which the copy reads: by definition the bytes that
/// <see cref="HttpContent.CopyToAsync(Stream)"/> copies.
/// </summary>
internal sealed class PushedContent : CopySource
{
    // A StreamContent writes 80 KiB at a time, which would be 20 of a pipe's usual segments.
    private const int SegmentBytes = 64 * 1024;
    private const int MostBytesAhead = 4 * SegmentBytes;

    private readonly HttpContent _content;
    private readonly Pipe _pipe;
    private readonly PipeSource _source;
    private readonly CancellationTokenSource _stop;
    private readonly Task _pushing;
    private ExceptionDispatchInfo? _failure;

    private PushedContent(HttpContent content, bool async, CancellationToken token)
    {
        _content = content;

        // A synchronous copy blocks while it waits: waking it must not need a thread of the pool, which may have none to spare.
        PipeScheduler scheduler = async ? PipeScheduler.ThreadPool : PipeScheduler.Inline;
        _pipe = new Pipe(new PipeOptions(
            readerScheduler: scheduler,
            writerScheduler: scheduler,
            pauseWriterThreshold: MostBytesAhead,
            resumeWriterThreshold: MostBytesAhead / 2,
            minimumSegmentSize: SegmentBytes,
            useSynchronizationContext: false));
        _source = new PipeSource(_pipe.Reader);
        _stop = CancellationTokenSource.CreateLinkedTokenSource(token);

        // On a thread of its own: a content that writes synchronously waits for the copy to read.
        _pushing = async
            ? Task.Run(() => PushAsync(async: true), CancellationToken.None)
            : Task.Factory.StartNew(Push, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
    }

    public static PushedContent Start(HttpContent content, bool async, CancellationToken token) => new(content, async, token);

    public override long? KnownRemaining() => null;

    public override bool HoldsMore() => _source.HoldsMore();

#if NET
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
#endif
    public override async ValueTask<int> ReadAsync(byte[] buffer, int offset, int count, bool async, CancellationToken token)
    {
        int read = await _source.ReadAsync(buffer, offset, count, async, token).ConfigureAwait(false);
        if (read == 0)
        {
            _failure?.Throw();
        }

        return read;
    }

    public override ValueTask CopyToAsync(Stream destination, bool async, CancellationToken token) => throw new NotSupportedException();

    public override async ValueTask CloseAsync(bool async)
    {
        _stop.Cancel();
        _pipe.Reader.Complete();
        if (async)
        {
            await _pushing.ConfigureAwait(false);
        }
        else
        {
            _pushing.GetAwaiter().GetResult();
        }

        _stop.Dispose();
    }

    private void Push() => PushAsync(async: false).GetAwaiter().GetResult();

    private async Task PushAsync(bool async)
    {
        try
        {
            var stream = new StoppableStream(_pipe.Writer.AsStream(leaveOpen: true), _stop.Token);
#if NET
            if (async)
            {
                await _content.CopyToAsync(stream, _stop.Token).ConfigureAwait(false);
            }
            else
            {
                _content.CopyTo(stream, context: null, _stop.Token);
            }
#else
            await _content.CopyToAsync(stream).ConfigureAwait(false);
#endif
        }
        catch (Exception e)
        {
            // Thrown when what was written before has been read: completing the pipe with it would drop that.
            _failure = ExceptionDispatchInfo.Capture(e);
        }

        _pipe.Writer.Complete();
    }

    /// <summary>Stops a content that does not look at its token.</summary>
    private sealed class StoppableStream(Stream inner, CancellationToken stop) : WriteOnlyStream
    {
        public override void Write(byte[] buffer, int offset, int count)
        {
            stop.ThrowIfCancellationRequested();
            inner.Write(buffer, offset, count);
        }

        public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
        {
            stop.ThrowIfCancellationRequested();
            return inner.WriteAsync(buffer, offset, count, stop);
        }

#if NET
        public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
        {
            stop.ThrowIfCancellationRequested();
            return inner.WriteAsync(buffer, stop);
        }
#endif
    }
}
