using System.Buffers;
using System.Net.Sockets;

namespace StreamTuning.BlobService.Http;

/// <summary>Reads HTTP/1.1 messages from a connection, through a buffer of its own.</summary>
internal sealed class MessageReader(Socket socket) : IDisposable
{
    private const int Capacity = 64 * 1024;

    private byte[]? _buffer = ArrayPool<byte>.Shared.Rent(Capacity);
    private int _start;
    private int _end;

    private byte[] Buffer => _buffer ?? throw new ObjectDisposedException(nameof(MessageReader));

    /// <returns>The head; <see langword="null"/> when the connection ended before it.</returns>
    /// <exception cref="IOException">The connection ended within the head, or the head is too long.</exception>
    public async ValueTask<MessageHead?> ReadHeadAsync(CancellationToken cancellationToken)
    {
        int length = await ReadToAsync("\r\n\r\n"u8.ToArray(), cancellationToken);
        if (length < 0)
        {
            return null;
        }

        MessageHead head = MessageHead.Parse(Buffer.AsSpan(_start, length));
        _start += length + 4;
        return head;
    }

    /// <exception cref="IOException">The connection ended within the line, or the line is too long.</exception>
    public async ValueTask<string> ReadLineAsync(CancellationToken cancellationToken)
    {
        int length = await ReadToAsync("\r\n"u8.ToArray(), cancellationToken);
        if (length < 0)
        {
            throw new IOException("The connection ended within a message.");
        }

        string line = System.Text.Encoding.Latin1.GetString(Buffer, _start, length);
        _start += length + 2;
        return line;
    }

    /// <summary>Reads what has arrived, or else what arrives next.</summary>
    /// <returns>At most so many bytes, which may be changed and are valid until the next read; none when the connection ended.</returns>
    public async ValueTask<Memory<byte>> ReadAsync(int most, CancellationToken cancellationToken)
    {
        if (_start == _end && !await ReceiveAsync(cancellationToken))
        {
            return default;
        }

        Memory<byte> piece = Buffer.AsMemory(_start, Math.Min(most, _end - _start));
        _start += piece.Length;
        return piece;
    }

    /// <summary>The connection must not be read any more.</summary>
    public void Dispose()
    {
        if (_buffer is { } buffer)
        {
            _buffer = null;
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    private async ValueTask<int> ReadToAsync(byte[] end, CancellationToken cancellationToken)
    {
        int searched = 0;
        while (true)
        {
            int index = Buffer.AsSpan(_start + searched, _end - _start - searched).IndexOf(end);
            if (index >= 0)
            {
                return searched + index;
            }

            searched = Math.Max(0, _end - _start - end.Length + 1);
            if (!await ReceiveAsync(cancellationToken))
            {
                return _start == _end ? -1 : throw new IOException("The connection ended within a message.");
            }
        }
    }

    private async ValueTask<bool> ReceiveAsync(CancellationToken cancellationToken)
    {
        if (_start > 0)
        {
            Buffer.AsSpan(_start, _end - _start).CopyTo(Buffer);
            (_start, _end) = (0, _end - _start);
        }

        if (_end == Buffer.Length)
        {
            throw new IOException("The head of a message is too long.");
        }

        int received = await socket.ReceiveAsync(Buffer.AsMemory(_end), cancellationToken);
        _end += received;
        return received > 0;
    }
}
