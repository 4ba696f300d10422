using System.Collections.Concurrent;
using System.Net.WebSockets;
using System.Text.Json;

namespace StreamTuning.PhotoDropTests.Browser;

/// <summary>The DevTools protocol: commands and their replies, and events, as JSON over a WebSocket.</summary>
internal sealed class DevTools : IAsyncDisposable
{
    private static readonly TimeSpan _timeToReply = TimeSpan.FromMinutes(5);

    private readonly ClientWebSocket _socket = new();
    private readonly SemaphoreSlim _sending = new(1, 1);
    private readonly ConcurrentDictionary<int, TaskCompletionSource<JsonElement>> _replies = new();
    private readonly ConcurrentDictionary<string, TaskCompletionSource> _events = new();
    private Task _receiving = Task.CompletedTask;
    private int _lastId;

    private DevTools()
    {
    }

    public static async Task<DevTools> ConnectAsync(Uri address)
    {
        var tools = new DevTools();
        await tools._socket.ConnectAsync(address, CancellationToken.None);
        tools._receiving = tools.ReceiveAsync();
        return tools;
    }

    /// <summary>Sends a command.</summary>
    /// <param name="method">The command.</param>
    /// <param name="parameters">Its parameters.</param>
    /// <param name="session">The page that it is for; null for the browser.</param>
    /// <returns>What it results in.</returns>
    /// <exception cref="InvalidOperationException">The browser has refused it, or ended.</exception>
    public async Task<JsonElement> SendAsync(string method, object parameters, string? session = null)
    {
        int id = Interlocked.Increment(ref _lastId);
        TaskCompletionSource<JsonElement> reply = _replies[id] = new(TaskCreationOptions.RunContinuationsAsynchronously);
        byte[] command = session is null
            ? JsonSerializer.SerializeToUtf8Bytes(new { id, method, @params = parameters })
            : JsonSerializer.SerializeToUtf8Bytes(new { id, method, @params = parameters, sessionId = session });
        await _sending.WaitAsync();
        try
        {
            await _socket.SendAsync(command, WebSocketMessageType.Text, endOfMessage: true, CancellationToken.None);
        }
        finally
        {
            _sending.Release();
        }

        JsonElement message = await reply.Task.WaitAsync(_timeToReply);
        return message.TryGetProperty("error", out JsonElement error)
            ? throw new InvalidOperationException($"{method}: {error.GetProperty("message").GetString()}")
            : message.GetProperty("result");
    }

    /// <summary>Waits for the next event of a kind. To be called before that which causes it.</summary>
    public Task WaitForAsync(string name, string session) =>
        _events.GetOrAdd(session + name, _ => new(TaskCreationOptions.RunContinuationsAsynchronously)).Task.WaitAsync(_timeToReply);

    public async ValueTask DisposeAsync()
    {
        _socket.Abort();
        await _receiving;
        _socket.Dispose();
        _sending.Dispose();
    }

    private async Task ReceiveAsync()
    {
        byte[] block = new byte[16 * 1024];
        using var message = new MemoryStream();
        try
        {
            while (true)
            {
                ValueWebSocketReceiveResult part = await _socket.ReceiveAsync(block.AsMemory(), CancellationToken.None);
                message.Write(block, 0, part.Count);
                if (part.MessageType == WebSocketMessageType.Close)
                {
                    break;
                }

                if (part.EndOfMessage)
                {
                    Dispatch(message.GetBuffer().AsMemory(0, (int)message.Length));
                    message.SetLength(0);
                }
            }
        }
        catch (Exception e) when (e is WebSocketException or OperationCanceledException)
        {
            // The browser has ended, or we have.
        }

        foreach (TaskCompletionSource<JsonElement> reply in _replies.Values)
        {
            reply.TrySetException(new InvalidOperationException("The browser has ended."));
        }
    }

    private void Dispatch(ReadOnlyMemory<byte> json)
    {
        using JsonDocument document = JsonDocument.Parse(json);
        JsonElement message = document.RootElement;
        if (message.TryGetProperty("id", out JsonElement id))
        {
            if (_replies.TryRemove(id.GetInt32(), out TaskCompletionSource<JsonElement>? reply))
            {
                reply.TrySetResult(message.Clone());
            }
        }
        else if (message.TryGetProperty("sessionId", out JsonElement session)
            && _events.TryRemove(session.GetString() + message.GetProperty("method").GetString(), out TaskCompletionSource? awaited))
        {
            awaited.TrySetResult();
        }
    }
}
