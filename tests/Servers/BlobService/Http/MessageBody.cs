using System.Globalization;

namespace StreamTuning.BlobService.Http;

/// <summary>The body of a message, piece by piece.</summary>
internal sealed class MessageBody
{
    private readonly MessageReader? _reader;
    private readonly bool _isChunked;
    private readonly bool _endsWithConnection;

    // Of the chunk, or of the whole.
    private long _left;
    private bool _isAtEnd;
    private bool _isWithinChunks;
    private Memory<byte> _content;

    private MessageBody(MessageReader? reader, long? length, bool isChunked)
    {
        _reader = reader;
        _isChunked = isChunked;
        _endsWithConnection = length is null && !isChunked;
        _left = length ?? 0;
        Length = length;
    }

    /// <summary>A body that is in memory.</summary>
    public MessageBody(byte[] content)
    {
        _content = content;
        Length = content.Length;
    }

    /// <summary>How many bytes it has, where that is known before.</summary>
    public long? Length { get; }

    /// <summary>Whether it is followed by the end of the connection.</summary>
    public bool EndsWithConnection => _reader is not null && _endsWithConnection;

    public static MessageBody OfRequest(MessageHead head, MessageReader reader) =>
        head.IsChunked ? new MessageBody(reader, null, isChunked: true) : new MessageBody(reader, head.ContentLength ?? 0, isChunked: false);

    public static MessageBody OfResponse(MessageHead head, bool toHead, MessageReader reader) =>
        toHead || head.Status is < 200 or 204 or 304 ? new MessageBody(reader, 0, isChunked: false)
        : head.IsChunked ? new MessageBody(reader, null, isChunked: true)
        : new MessageBody(reader, head.ContentLength, isChunked: false);

    /// <returns>At most so many bytes, which may be changed and are valid until the next read; none at the end.</returns>
    /// <exception cref="IOException">The connection ended before the body did.</exception>
    public async ValueTask<Memory<byte>> ReadAsync(int most, CancellationToken cancellationToken)
    {
        if (_reader is null)
        {
            Memory<byte> all = _content[..Math.Min(most, _content.Length)];
            _content = _content[all.Length..];
            return all;
        }

        if (_isChunked && _left == 0 && !_isAtEnd)
        {
            await ReadChunkHeadAsync(cancellationToken);
        }

        if (_isAtEnd || (_left == 0 && !_endsWithConnection))
        {
            return default;
        }

        Memory<byte> piece = await _reader.ReadAsync(_endsWithConnection ? most : (int)Math.Min(most, _left), cancellationToken);
        if (piece.IsEmpty && !_endsWithConnection)
        {
            throw new IOException("The connection ended within a message.");
        }

        _left -= _endsWithConnection ? 0 : piece.Length;
        return piece;
    }

    private async ValueTask ReadChunkHeadAsync(CancellationToken cancellationToken)
    {
        if (_isWithinChunks)
        {
            await _reader!.ReadLineAsync(cancellationToken);
        }

        _isWithinChunks = true;
        string size = await _reader!.ReadLineAsync(cancellationToken);
        _left = long.Parse(size.AsSpan(0, size.IndexOf(';') is >= 0 and int extension ? extension : size.Length).Trim(), NumberStyles.HexNumber, CultureInfo.InvariantCulture);
        if (_left == 0)
        {
            _isAtEnd = true;
            while (await _reader.ReadLineAsync(cancellationToken) is not "")
            {
                // Trailers are not passed on.
            }
        }
    }
}
