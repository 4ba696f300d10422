using System.Runtime.CompilerServices;

namespace StreamTuning;

/// <summary>
/// The content of an HTTP message. It is read through its stream if that is known to give all of it: from the network, or from memory. Any
/// other content is pushed, as only the content knows where its stream begins, and its Content-Length may be wrong. Either way the bytes
/// are those of <see cref="HttpContent.CopyToAsync(Stream)"/>, as often as the content is copied, and a source that breaks off throws
/// <see cref="HttpRequestException"/> as there.
/// </summary>
internal sealed class HttpContentSource(HttpContent content) : CopySource
{
    private CopySource? _opened;
    private Stream? _onlyOnce;
    private MemoryStream? _rewind;
    private long _rewindTo;
    private long? _length;
    private long _read;
    private bool _isAtEnd;

    private CopySource Opened => _opened ?? throw new InvalidOperationException("The content has not been opened.");

    // Contents of other makers, and those of several parts, may load themselves into memory when they are asked for a stream; a
    // StreamContent puts its stream back to where that stood at first, which CopyToAsync does not do the first time.
    private bool MustNotBeAsked =>
        content is StreamContent or MultipartContent || content.GetType().Assembly != typeof(HttpContent).Assembly;

    public override bool IsOpen => false;

    public override async ValueTask OpenAsync(bool async, CancellationToken token)
    {
        Stream? stream = MustNotBeAsked ? null : await FindStreamAsync(async, token).ConfigureAwait(false);
        _length = FindLength();
        if (stream is null)
        {
            _opened = PushedContent.Start(content, async, token);
            return;
        }

        if (stream is MemoryStream memory)
        {
            // The stream is cached in the content and may have been read before.
            _rewind = memory;
            _rewindTo = memory.Position;
            memory.Position = 0;
        }
        else
        {
            _onlyOnce = stream;
        }

        _opened = new StreamSource(stream);
    }

    public override async ValueTask CloseAsync(bool async)
    {
        if (_rewind is { CanSeek: true })
        {
            _rewind.Position = _rewindTo;
        }

        if (_isAtEnd)
        {
            // A content that cannot be read again closes its stream when it has been copied, as CopyToAsync of it does.
            _onlyOnce?.Dispose();
        }

        if (_opened is not null)
        {
            await _opened.CloseAsync(async).ConfigureAwait(false);
        }
    }

    public override long? KnownRemaining() => Opened.KnownRemaining() ?? _length - _read;

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
            return read;
        }
        catch (Exception e) when (_opened is StreamSource && (e is IOException or ObjectDisposedException))
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

    /// <summary>A stream that cannot seek, or all of the content in memory; <see langword="null"/> if there is neither.</summary>
    private async ValueTask<Stream?> FindStreamAsync(bool async, CancellationToken token)
    {
        Stream stream;
#if NET
        try
        {
            stream = async ? await content.ReadAsStreamAsync(token).ConfigureAwait(false) : content.ReadAsStream(token);
        }
        catch (HttpRequestException) when (!async)
        {
            // Somebody has asked for the stream asynchronously before, and .NET does not give it to others.
            return null;
        }
#else
        stream = await content.ReadAsStreamAsync().ConfigureAwait(false);
#endif
        return stream.CanRead && (!stream.CanSeek || stream.GetType() == typeof(MemoryStream)) ? stream : null;
    }

    private long? FindLength()
    {
        try
        {
            return content.Headers.ContentLength;
        }
        catch (Exception e) when (e is NotSupportedException or IOException)
        {
            // Of a stream that can seek and does not know its length.
            return null;
        }
    }
}
