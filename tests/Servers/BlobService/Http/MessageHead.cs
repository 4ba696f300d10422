using System.Text;

namespace StreamTuning.BlobService.Http;

/// <summary>The first line and the headers of an HTTP/1.1 message.</summary>
internal sealed class MessageHead(string startLine)
{
    private const string NewLine = "\r\n";

    private readonly List<(string Name, string Value)> _headers = [];

    public string StartLine { get; } = startLine;

    /// <summary>The status of a response; the middle of its first line.</summary>
    public int Status => int.Parse(StartLine.AsSpan(StartLine.IndexOf(' ') + 1, 3));

    /// <summary>The first value of a header; <see langword="null"/> to remove it.</summary>
    public string? this[string name]
    {
        get => _headers.FirstOrDefault(header => Is(header.Name, name)).Value;
        set
        {
            _headers.RemoveAll(header => Is(header.Name, name));
            if (value is not null)
            {
                _headers.Add((name, value));
            }
        }
    }

    public bool IsChunked => this["Transfer-Encoding"] is { } encoding && encoding.EndsWith("chunked", StringComparison.OrdinalIgnoreCase);

    public long? ContentLength => long.TryParse(this["Content-Length"], out long length) ? length : null;

    /// <summary>Whether the sender closes the connection after the message.</summary>
    public bool Closes => this["Connection"] is { } connection && connection.Contains("close", StringComparison.OrdinalIgnoreCase);

    public static MessageHead Parse(ReadOnlySpan<byte> text)
    {
        string[] lines = Encoding.Latin1.GetString(text).Split(NewLine);
        var head = new MessageHead(lines[0]);
        foreach (string line in lines.Skip(1))
        {
            int colon = line.IndexOf(':');
            if (colon > 0)
            {
                head._headers.Add((line[..colon], line[(colon + 1)..].Trim()));
            }
        }

        return head;
    }

    public byte[] Encode()
    {
        var text = new StringBuilder(StartLine).Append(NewLine);
        foreach ((string name, string value) in _headers)
        {
            text.Append(name).Append(": ").Append(value).Append(NewLine);
        }

        return Encoding.Latin1.GetBytes(text.Append(NewLine).ToString());
    }

    private static bool Is(string name, string other) => string.Equals(name, other, StringComparison.OrdinalIgnoreCase);
}
