using System.IO.Compression;

namespace StreamTuning.AspNetCore;

/// <summary>Compressed forms, for a server that decompresses requests.</summary>
internal static class HostileCompression
{
    private const string Unreadable = "The body of the request could not be read to its end.";
    private const string Ended = "The form ended before its final boundary.";

    private static readonly byte[] _form = RawForm.OneFile(Bytes.Random(50_000), "a.jpg");

    public static HostileGroup Group { get; } = new("Compressed forms",
    [
        .. new[] { "gzip", "deflate", "br" }.SelectMany(encoding => new[]
        {
            Sent($"`{encoding}`, which is good", encoding, Compressed(encoding, _form), 200, ""),
            Sent($"`{encoding}` that is cut off", encoding, Compressed(encoding, _form)[..20_000], 400, Ended),
            Sent($"`{encoding}` that is nonsense", encoding, Bytes.Random(1000, seed: 7), 400, encoding == "br" ? Ended : Unreadable),
            Sent($"`{encoding}` of nothing", encoding, Compressed(encoding, []), 400, Ended),
            Sent($"`{encoding}` of 40 MB of zeros, from a few KB", encoding, Compressed(encoding, RawForm.OneFile(new byte[40_000_000], "a.jpg")), 413, "The decompressed request body is larger than the request body size limit 30000000."),
        }),
        Sent("a form that is not compressed, though it says so", "gzip", _form, 400, Unreadable),
        Sent("an encoding that nobody knows, of a form that has none", "nonsense", _form, 200, ""),
        Sent("`identity`", "identity", _form, 200, ""),
        Sent("two encodings", "gzip, gzip", Compressed("gzip", Compressed("gzip", _form)), 400, "What precedes the first boundary is too long."),
        Sent("an empty encoding", "", _form, 200, ""),
    ]);

    private static HostileRequest Sent(string name, string encoding, byte[] body, int status, string words) =>
        new(name, body, status, words) { Path = HostileEndpoints.Decompressed, Headers = $"Content-Encoding: {encoding}\r\n", Left = status == 200 ? ["a.jpg"] : [] };

    private static byte[] Compressed(string encoding, byte[] body)
    {
        using var compressed = new MemoryStream();
        using (Stream stream = encoding switch
        {
            "gzip" => new GZipStream(compressed, CompressionLevel.Fastest),
            "deflate" => new ZLibStream(compressed, CompressionLevel.Fastest),
            _ => new BrotliStream(compressed, CompressionLevel.Fastest),
        })
        {
            stream.Write(body);
        }

        return compressed.ToArray();
    }
}
