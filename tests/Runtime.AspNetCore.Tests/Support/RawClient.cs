using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace StreamTuning.AspNetCore;

/// <summary>A connection over which a test sends what it wants, byte by byte, and reads what the server answers.</summary>
internal sealed class RawClient : IDisposable
{
    private readonly Socket _socket;
    private readonly NetworkStream _stream;

    private RawClient(Socket socket)
    {
        _socket = socket;
        _stream = new NetworkStream(socket, ownsSocket: true);
    }

    public static async Task<RawClient> ConnectAsync(int port)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        await socket.ConnectAsync(IPAddress.Loopback, port);
        return new RawClient(socket);
    }

    public Task SendAsync(string text) => SendAsync(Encoding.Latin1.GetBytes(text));

    public async Task SendAsync(ReadOnlyMemory<byte> bytes) => await _stream.WriteAsync(bytes);

    /// <summary>Sends the head of a request for a form.</summary>
    /// <param name="path">Of the endpoint.</param>
    /// <param name="length">The Content-Length; <see langword="null"/> for chunks.</param>
    /// <param name="contentType">The Content-Type.</param>
    /// <param name="headers">More headers, each with its line end.</param>
    public Task SendHeadAsync(string path, long? length, string contentType = RawForm.ContentType, string headers = "") => SendAsync(
        $"POST {path} HTTP/1.1\r\nHost: localhost\r\n"
        + (contentType.Length == 0 ? "" : $"Content-Type: {contentType}\r\n")
        + (length is null ? "Transfer-Encoding: chunked\r\n" : string.Create(CultureInfo.InvariantCulture, $"Content-Length: {length}\r\n"))
        + headers + "\r\n");

    /// <summary>Sends one chunk of a body; the last is empty.</summary>
    public async Task SendChunkAsync(ReadOnlyMemory<byte> bytes)
    {
        await SendAsync(string.Create(CultureInfo.InvariantCulture, $"{bytes.Length:x}\r\n"));
        await SendAsync(bytes);
        await SendAsync("\r\n");
    }

    /// <summary>Sends a request that the server may refuse and close the connection, before all of the body is sent; reads the answer.</summary>
    /// <remarks><see cref="System.Net.Http.HttpClient"/> loses the answer if its next write meets the closed connection first.</remarks>
    public async Task<RawResponse?> PostAsync(string path, byte[] body, bool chunked, string contentType = RawForm.ContentType)
    {
        await SendHeadAsync(path, chunked ? null : body.Length, contentType);
        Task sending = SendBodyAsync();
        RawResponse? response = await ReadResponseAsync();
        await sending;
        return response;

        async Task SendBodyAsync()
        {
            try
            {
                if (chunked)
                {
                    await SendChunkAsync(body);
                    await SendChunkAsync(ReadOnlyMemory<byte>.Empty);
                }
                else
                {
                    await SendAsync(body);
                }
            }
            catch (IOException)
            {
                // Refused.
            }
        }
    }

    /// <summary>Says that nothing more will be sent; the answer can still be read.</summary>
    public void EndSending() => _socket.Shutdown(SocketShutdown.Send);

    /// <summary>Breaks the connection, as a client that crashes.</summary>
    public void Reset()
    {
        _socket.LingerState = new LingerOption(enable: true, seconds: 0);
        _socket.Close();
    }

    /// <summary>Reads one answer to its end.</summary>
    /// <returns>The answer; <see langword="null"/> when the server has closed the connection without any.</returns>
    public async Task<RawResponse?> ReadResponseAsync()
    {
        var head = new StringBuilder();
        byte[] one = new byte[1];
        while (head.Length < 4 || head.ToString(head.Length - 4, 4) != "\r\n\r\n")
        {
            if (await ReadAsync(one) == 0)
            {
                return head.Length == 0 ? null : throw new IOException("The server closed the connection within its answer.");
            }

            head.Append((char)one[0]);
        }

        string[] lines = head.ToString().Split("\r\n", StringSplitOptions.RemoveEmptyEntries);
        var headers = lines.Skip(1).Select(line => line.Split(':', 2)).ToLookup(parts => parts[0], parts => parts[1].Trim(), StringComparer.OrdinalIgnoreCase);
        int status = int.Parse(lines[0].Split(' ')[1], CultureInfo.InvariantCulture);
        byte[] body = status is >= 100 and < 200 ? [] : await ReadBodyAsync(headers);
        return new RawResponse(status, headers, Encoding.UTF8.GetString(body));
    }

    /// <summary>Whether the server has closed the connection, which is awaited.</summary>
    public async Task<bool> IsClosedAsync() => await ReadAsync(new byte[1]) == 0;

    public void Dispose() => _stream.Dispose();

    private async Task<byte[]> ReadBodyAsync(ILookup<string, string> headers)
    {
        if (headers["Content-Length"].SingleOrDefault() is { } length)
        {
            return await ReadExactlyAsync(int.Parse(length, CultureInfo.InvariantCulture));
        }

        var body = new MemoryStream();
        if (!headers["Transfer-Encoding"].Contains("chunked"))
        {
            return [];
        }

        while (true)
        {
            int count = int.Parse(await ReadLineAsync(), NumberStyles.HexNumber, CultureInfo.InvariantCulture);
            body.Write(await ReadExactlyAsync(count));
            await ReadLineAsync();
            if (count == 0)
            {
                return body.ToArray();
            }
        }
    }

    private async Task<string> ReadLineAsync()
    {
        var line = new StringBuilder();
        while (true)
        {
            line.Append((char)(await ReadExactlyAsync(1))[0]);
            if (line.Length >= 2 && line[^1] == '\n')
            {
                return line.ToString(0, line.Length - 2);
            }
        }
    }

    private async Task<byte[]> ReadExactlyAsync(int count)
    {
        byte[] bytes = new byte[count];
        await _stream.ReadExactlyAsync(bytes);
        return bytes;
    }

    private async Task<int> ReadAsync(byte[] buffer)
    {
        try
        {
            return await _stream.ReadAsync(buffer);
        }
        catch (IOException)
        {
            // Closed with something of ours unread.
            return 0;
        }
    }
}

/// <summary>What a server has answered.</summary>
internal sealed record RawResponse(int Status, ILookup<string, string> Headers, string Body);
