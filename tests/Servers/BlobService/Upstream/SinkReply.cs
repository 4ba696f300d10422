using System.Globalization;
using System.Text;
using StreamTuning.BlobService.Http;

namespace StreamTuning.BlobService.Upstream;

/// <summary>An answer that does not come from a real service.</summary>
internal sealed class SinkReply
{
    private readonly MessageHead _head;

    public SinkReply(int status, string reason)
    {
        _head = new MessageHead(string.Create(CultureInfo.InvariantCulture, $"HTTP/1.1 {status} {reason}"))
        {
            ["Server"] = "StreamTuning.BlobService",
            ["x-ms-request-id"] = Guid.NewGuid().ToString(),
            ["x-ms-version"] = "2023-01-03",
            ["Date"] = DateTimeOffset.UtcNow.ToString("R", CultureInfo.InvariantCulture),
        };
    }

    public byte[] Body { get; init; } = [];

    /// <summary>The length that a request without an answer's body asks for; that of the body unless set.</summary>
    public long? BodyLength { get; init; }

    /// <summary>An error as a storage service tells it.</summary>
    public static SinkReply Failure(int status, string? errorCode)
    {
        if (errorCode is null)
        {
            return new SinkReply(status, "Failed");
        }

        string text = $"<?xml version=\"1.0\" encoding=\"utf-8\"?><Error><Code>{errorCode}</Code><Message>{errorCode}</Message></Error>";
        return new SinkReply(status, errorCode) { Body = Encoding.UTF8.GetBytes(text) }.With("x-ms-error-code", errorCode).With("Content-Type", "application/xml");
    }

    public SinkReply With(string name, string value)
    {
        _head[name] = value;
        return this;
    }

    public (MessageHead Head, MessageBody Body) ToMessage(string method)
    {
        if (method == "HEAD" && BodyLength is null)
        {
            // Clients would look for the error in it.
            _head["Content-Type"] = null;
        }

        _head["Content-Length"] = (BodyLength ?? (method == "HEAD" ? 0 : Body.Length)).ToString(CultureInfo.InvariantCulture);
        return (_head, new MessageBody(method == "HEAD" ? [] : Body));
    }
}
