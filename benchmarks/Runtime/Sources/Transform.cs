using System.IO.Compression;
using System.Security.Cryptography;

namespace StreamTuning.Benchmarks;

/// <summary>A stream that compresses or encrypts what it writes into another.</summary>
/// <param name="Key">Its name on the command line.</param>
/// <param name="Name">As it stands in the tables.</param>
/// <param name="Over">Makes one over another stream.</param>
internal sealed record Transform(string Key, string Name, Func<Stream, Stream> Over)
{
    public static Transform GZip { get; } = new("gzip", nameof(GZipStream), stream => new GZipStream(stream, CompressionMode.Compress));

    public static Transform Brotli { get; } = new("brotli", nameof(BrotliStream), stream => new BrotliStream(stream, CompressionMode.Compress));

    public static Transform Aes { get; } = new("aes", nameof(CryptoStream), stream =>
    {
        using var aes = System.Security.Cryptography.Aes.Create();
        return new CryptoStream(stream, aes.CreateEncryptor(), CryptoStreamMode.Write);
    });

    public static IReadOnlyList<Transform> All { get; } = [GZip, Brotli, Aes];

    /// <summary>Copies random digits through it into a new file.</summary>
    /// <param name="path">The file.</param>
    /// <param name="bytes">How many digits.</param>
    /// <param name="fileBuffer">The buffer of the file.</param>
    public async Task CopyAsync(string path, long bytes, int fileBuffer)
    {
        using var source = new DigitSource(bytes);
        await using var file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.None, fileBuffer, FileOptions.Asynchronous);
        await using Stream stream = Over(file);
        await source.CopyToAsync(stream);
    }
}
