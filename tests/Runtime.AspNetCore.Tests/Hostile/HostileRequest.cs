using System.Globalization;
using System.Text;

namespace StreamTuning.AspNetCore;

/// <summary>A request that no browser would send, and what becomes of it.</summary>
/// <param name="Name">What is wrong with it, in Markdown.</param>
/// <param name="Body">Its body, as it goes over the wire: with chunks, if <see cref="Framing"/> says so.</param>
/// <param name="Status">The status of the answer; <see langword="null"/> where nobody is there to get one.</param>
/// <param name="Words">What the answer says.</param>
internal sealed record HostileRequest(string Name, byte[] Body, int? Status, string Words)
{
    public string Path { get; init; } = FileEndpoints.ToPath;

    public string Method { get; init; } = "POST";

    public string Version { get; init; } = "HTTP/1.1";

    public string ContentType { get; init; } = RawForm.ContentType;

    /// <summary>More headers, each with its line end.</summary>
    public string Headers { get; init; } = "";

    /// <summary>The header that says how long the body is, with its line end; <see langword="null"/> for the right Content-Length.</summary>
    public string? Framing { get; init; }

    public Ending Ending { get; init; }

    /// <summary>The names of the files that are there afterwards. One that ends with <c>*</c> goes on at random.</summary>
    public IReadOnlyList<string> Left { get; init; } = [];

    /// <summary>Whether the body is refused for what it is, wherever it is sent and however it is cut.</summary>
    public bool IsMalformedForm =>
        Status == 400 && Path == FileEndpoints.ToPath && Framing is null && Headers.Length == 0 && Ending == Ending.None && Version == "HTTP/1.1";

    public byte[] ToArray() => [.. Encoding.Latin1.GetBytes(Head), .. Body];

    private string Head =>
        $"{Method} {Path} {Version}\r\nHost: localhost\r\n"
        + (ContentType.Length == 0 ? "" : $"Content-Type: {ContentType}\r\n")
        + (Framing ?? string.Create(CultureInfo.InvariantCulture, $"Content-Length: {Body.Length}\r\n"))
        + Headers + "\r\n";

    public override string ToString() => Name;
}

/// <summary>What a client does when it has sent its request.</summary>
internal enum Ending
{
    /// <summary>It waits for the answer.</summary>
    None,

    /// <summary>It closes its side of the connection, and waits.</summary>
    Closes,

    /// <summary>It breaks the connection, when the server has begun to read.</summary>
    Resets,
}

/// <summary>Requests that are wrong in one respect.</summary>
internal sealed record HostileGroup(string Title, IReadOnlyList<HostileRequest> Requests);
