using System.IO.Pipelines;
using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;

namespace StreamTuning;

/// <summary>
/// The content of an HTTP message. Contents of .NET itself are read through their stream. Others may load themselves into memory when they are
/// asked for one, so they write into a pipe that the copy reads. Either way the whole content is copied, as often as it is asked for, and a
/// source that breaks off throws <see cref="HttpRequestException"/>: as <see cref="HttpContent.CopyToAsync(Stream)"/>.
/// </summary>
internal sealed class HttpContentSource(HttpContent content) : CopySource
{
    private CopySource? _opened;
    private Stream? _onlyOnce;
    private Stream? _rewind;
    private long _rewindTo;
    private Task? _pushing;
    private Pipe? _pipe;
    private CancellationTokenSource? _stopPushing;
    private ExceptionDispatchInfo? _pushFailure;
    private long _read;
    private bool _isAtEnd;

    private CopySource Opened => _opened ?? throw new InvalidOperationException("The content has not been opened.");

    public override bool IsOpen => false;

    public override async ValueTask OpenAsync(bool async, CancellationToken token)
    {
        if (async && content.GetType().Assembly != typeof(HttpContent).Assembly)
        {
            _pipe = new Pipe(new PipeOptions(useSynchronizationContext: false));
            _stopPushing = CancellationTokenSource.CreateLinkedTokenSource(token);

            // On a thread of its own: a content that writes synchronously waits for the copy to read.
            _pushing = Task.Run(() => PushAsync(_pipe.Writer, _stopPushing.Token), CancellationToken.None);
            _opened = new PipeSource(_pipe.Reader);
            return;
        }

#if NET
        Stream stream = async ? await content.ReadAsStreamAsync(token).ConfigureAwait(false) : content.ReadAsStream(token);
#else
        Stream stream = await content.ReadAsStreamAsync().ConfigureAwait(false);
#endif
        if (stream.CanSeek)
        {
            // The stream is cached in the content and may have been read before.
            _rewind = stream;
            _rewindTo = stream.Position;
            stream.Position = Math.Max(0, stream.Length - (content.Headers.ContentLength ?? stream.Length));
        }
        else
        {
            _onlyOnce = stream;
        }

        _opened = new StreamSource(stream);
    }

    public override async ValueTask CloseAsync(bool async)
    {
        if (_rewind is not null)
        {
            try
            {
                _rewind.Position = _rewindTo;
            }
            catch (Exception e) when (e is IOException or NotSupportedException or ObjectDisposedException)
            {
                // The copy is over; a content whose stream cannot be put back is as after any reading.
            }
        }

        if (_isAtEnd)
        {
            // A content that cannot be read again closes its stream when it has been copied, as CopyToAsync of it does.
            _onlyOnce?.Dispose();
        }

        if (_pushing is not null)
        {
            _stopPushing!.Cancel();
            _pipe!.Reader.Complete();
            await _pushing.ConfigureAwait(false);
            _stopPushing.Dispose();
        }
    }

    public override long? KnownRemaining() => Opened.KnownRemaining() ?? content.Headers.ContentLength - _read;

    public override bool HoldsMore() => Opened.HoldsMore() || KnownRemaining() > 0;

    public override bool KnowsItsLength => Opened.KnowsItsLength;

    public override bool TryTakeMemory(long limit, out ArraySegment<byte> memory) => Opened.TryTakeMemory(limit, out memory);

#if NET
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
#endif
    public override async ValueTask<int> ReadAsync(byte[] buffer, int offset, int count, bool async, CancellationToken token)
    {
        try
        {
            int read = await Opened.ReadAsync(buffer, offset, count, async, token).ConfigureAwait(false);
            _read += read;
            _isAtEnd = read == 0 && count > 0;
            if (read == 0)
            {
                _pushFailure?.Throw();
            }

            return read;
        }
        catch (Exception e) when (e is IOException or ObjectDisposedException)
        {
            throw new HttpRequestException("The content could not be read to its end.", e);
        }
    }

    public override ValueTask CopyToAsync(Stream destination, bool async, CancellationToken token)
    {
#if NET
        if (!async)
        {
            content.CopyTo(destination, context: null, token);
            return default;
        }

        return new ValueTask(content.CopyToAsync(destination, token));
#else
        return new ValueTask(content.CopyToAsync(destination));
#endif
    }

    private async Task PushAsync(PipeWriter writer, CancellationToken token)
    {
        try
        {
            var stream = new StoppableStream(writer.AsStream(leaveOpen: true), token);
#if NET
            await content.CopyToAsync(stream, token).ConfigureAwait(false);
#else
            await content.CopyToAsync(stream).ConfigureAwait(false);
#endif
        }
        catch (Exception e)
        {
            // Thrown when what was written before has been read: completing the pipe with it would drop that.
            _pushFailure = ExceptionDispatchInfo.Capture(e);
        }

        writer.Complete();
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
