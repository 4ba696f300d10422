using System.Security.Cryptography;

namespace StreamTuning;

/// <summary>
/// Hashes what is read from a stream that can seek, each byte once and in order, and says the hash as soon as the last has been read. The
/// stream belongs to the caller. Content that ends before its length is an error, also without a hash.
/// </summary>
internal sealed class HashingStream : Stream
{
    private readonly Stream _content;
    private readonly IncrementalHash? _hash;
    private readonly Action<byte[]?> _complete;
    private readonly long _end;
    private long _hashed;
    private bool _isOver;

    /// <param name="content">Hashed from its position on.</param>
    /// <param name="hash">Belongs to the caller; <see langword="null"/> to hash nothing.</param>
    /// <param name="complete">
    /// Is called unless bytes were left out, and again with <see langword="null"/> if more follow than the content said it has.
    /// </param>
    public HashingStream(Stream content, IncrementalHash? hash, Action<byte[]?> complete)
    {
        _content = content;
        _hash = hash;
        _complete = complete;
        _hashed = content.Position;
        _end = content.Length;
        _isOver = hash is null;
    }

    public override bool CanRead => _content.CanRead;

    public override bool CanSeek => true;

    public override bool CanWrite => false;

    public override long Length => _content.Length;

    public override long Position
    {
        get => _content.Position;
        set => _content.Position = value;
    }

    public override int Read(byte[] buffer, int offset, int count)
    {
        long position = _content.Position;
        int read = _content.Read(buffer, offset, count);
        ThrowIfEnded(read, position, count);
        Note(position, buffer, offset, read);
        return read;
    }

    public override async Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        long position = _content.Position;
        int read = await _content.ReadAsync(buffer, offset, count, cancellationToken).ConfigureAwait(false);
        ThrowIfEnded(read, position, count);
        Note(position, buffer, offset, read);
        return read;
    }

#if NET
    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        long position = _content.Position;
        int read = await _content.ReadAsync(buffer, cancellationToken).ConfigureAwait(false);
        ThrowIfEnded(read, position, buffer.Length);
        if (Overlap(position, read) is { } known)
        {
            _hash!.AppendData(buffer.Span.Slice(known, read - known));
            Advance(position + read);
        }

        return read;
    }
#endif

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => _content.Seek(offset, origin);

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    private void ThrowIfEnded(int read, long position, int count)
    {
        if (read == 0 && count > 0 && position < _end)
        {
            // No IOException: the SDK would try that again.
            throw new InvalidDataException($"The content ends after {position} bytes, and its length was {_end}.");
        }
    }

    private void Note(long position, byte[] buffer, int offset, int read)
    {
        if (Overlap(position, read) is { } known)
        {
            _hash!.AppendData(buffer, offset + known, read - known);
            Advance(position + read);
        }
    }

    /// <summary>
    /// How many of the bytes that were read are hashed already; <see langword="null"/> when none of them is to be hashed.
    /// </summary>
    private int? Overlap(long position, int read)
    {
        // Of what was left out nobody knows the hash any more.
        _isOver |= position > _hashed;
        if (_hashed >= _end && position + read > _hashed)
        {
            _complete(null);
        }

        return _isOver || position + read <= _hashed ? null : (int)(_hashed - position);
    }

    private void Advance(long hashed)
    {
        _hashed = hashed;
        if (hashed >= _end)
        {
            _isOver = true;
            _complete(_hash!.GetHashAndReset());
        }
    }
}
