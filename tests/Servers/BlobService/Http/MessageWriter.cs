using System.Globalization;
using System.Net.Sockets;
using System.Text;

namespace StreamTuning.BlobService.Http;

/// <summary>Writes messages to a connection.</summary>
internal static class MessageWriter
{
    public static ValueTask WriteHeadAsync(Socket socket, MessageHead head, CancellationToken cancellationToken) => WriteAsync(socket, head.Encode(), cancellationToken);

    public static async ValueTask WriteAsync(Socket socket, ReadOnlyMemory<byte> bytes, CancellationToken cancellationToken)
    {
        while (!bytes.IsEmpty)
        {
            bytes = bytes[await socket.SendAsync(bytes, cancellationToken)..];
        }
    }

    /// <summary>Writes a piece of a body, as a chunk if the message has chunks.</summary>
    public static async ValueTask WritePieceAsync(Socket socket, ReadOnlyMemory<byte> piece, bool isChunked, CancellationToken cancellationToken)
    {
        if (!isChunked)
        {
            await WriteAsync(socket, piece, cancellationToken);
        }
        else if (!piece.IsEmpty)
        {
            await WriteAsync(socket, Encoding.ASCII.GetBytes(piece.Length.ToString("x", CultureInfo.InvariantCulture) + "\r\n"), cancellationToken);
            await WriteAsync(socket, piece, cancellationToken);
            await WriteAsync(socket, "\r\n"u8.ToArray(), cancellationToken);
        }
    }

    /// <summary>Ends a body.</summary>
    public static ValueTask WriteEndAsync(Socket socket, bool isChunked, CancellationToken cancellationToken) =>
        isChunked ? WriteAsync(socket, "0\r\n\r\n"u8.ToArray(), cancellationToken) : default;
}
