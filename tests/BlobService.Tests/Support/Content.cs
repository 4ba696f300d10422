namespace StreamTuning.BlobService;

internal static class Content
{
    public const int KiB = 1024;
    public const int MiB = 1024 * 1024;

    public static byte[] Random(int length, int seed = 1)
    {
        byte[] bytes = new byte[length];
        new Random(seed).NextBytes(bytes);
        return bytes;
    }

    /// <summary>Content of unknown length, which is sent in chunks.</summary>
    public static HttpContent Chunked(byte[] bytes) => new ChunkedContent(bytes);

    private sealed class ChunkedContent(byte[] bytes) : HttpContent
    {
        protected override Task SerializeToStreamAsync(Stream stream, System.Net.TransportContext? context) => stream.WriteAsync(bytes).AsTask();

        protected override bool TryComputeLength(out long length)
        {
            length = 0;
            return false;
        }
    }
}
