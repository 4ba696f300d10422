using System.Buffers;

namespace StreamTuning.Benchmarks;

/// <summary>
/// What "Disk write performance on Azure Functions" recommends: the length first where it is known, then reads and writes of up to 4 MiB in turn. A block is
/// written as full as the source gave it.
/// </summary>
internal static class ArticleLoop
{
    private const int BlockSize = 4 * 1024 * 1024;

    public static async Task CopyAsync(Stream source, FileStream file, long? length)
    {
        if (length is { } known)
        {
            file.SetLength(known);
        }

        byte[] buffer = ArrayPool<byte>.Shared.Rent(BlockSize);
        try
        {
            int read;
            while ((read = await source.ReadAsync(buffer)) > 0)
            {
                await file.WriteAsync(buffer.AsMemory(0, read));
            }
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }
}
