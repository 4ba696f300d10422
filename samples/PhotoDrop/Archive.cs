using System.Buffers;
using System.IO.Compression;

namespace PhotoDrop;

/// <summary>Keeps a second copy of received photos in another folder of this machine.</summary>
internal sealed class Archive(Inbox inbox, string folder)
{
    private const int BufferSize = 1024 * 1024;

    public string Folder { get; } = Directory.CreateDirectory(folder).FullName;

    public async Task AddAllAsync(Delivery photos, CancellationToken cancellationToken)
    {
        await AddAsync(photos.Received[0], cancellationToken);
        await AddInBlocksAsync(photos.Received[1], cancellationToken);
        Add(photos.Received[2]);
        AddInBlocks(photos.Received[3]);
        await AddWithLargeBufferAsync(photos.Received[4], cancellationToken);
        await AddAsync(photos.Received[5], cancellationToken);
        await AddPackedAsync(photos.Received[5], cancellationToken);
    }

    /// <summary>The path of a photo that is packed.</summary>
    public string PackedPathOf(string name) => Path.Combine(Folder, name + ".gz");

    private async Task AddAsync(string name, CancellationToken cancellationToken)
    {
        await using FileStream photo = File.OpenRead(inbox.PathOf(name));
        await using FileStream file = File.Create(Path.Combine(Folder, name));
        await photo.CopyToAsync(file, BufferSize, cancellationToken);
    }

    /// <summary>Photos don't get smaller, but their checksum tells later whether they are whole.</summary>
    private async Task AddPackedAsync(string name, CancellationToken cancellationToken)
    {
        await using var photo = new FileStream(inbox.PathOf(name), FileMode.Open, FileAccess.Read, FileShare.Read, 4096, useAsync: true);
        await using var file = new FileStream(PackedPathOf(name), FileMode.Create, FileAccess.Write, FileShare.None, 4096, useAsync: true);
        await using var packed = new GZipStream(file, CompressionLevel.NoCompression);
        await photo.CopyToAsync(packed, cancellationToken);
    }

    private void Add(string name)
    {
        using var photo = new FileStream(inbox.PathOf(name), FileMode.Open);
        using var file = new FileStream(Path.Combine(Folder, name), FileMode.Create, FileAccess.Write);
        photo.CopyTo(file, BufferSize);
    }

    private async Task AddInBlocksAsync(string name, CancellationToken cancellationToken)
    {
        string path = Path.Combine(Folder, name);
        byte[] block = ArrayPool<byte>.Shared.Rent(BufferSize);
        try
        {
            await using FileStream photo = File.OpenRead(inbox.PathOf(name));
            await using FileStream file = File.Create(path);
            int read;
            while ((read = await photo.ReadAsync(block, cancellationToken)) > 0)
            {
                await file.WriteAsync(block.AsMemory(0, read), cancellationToken);
            }
        }
        catch
        {
            File.Delete(path); // Half a photo is no photo.
            throw;
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(block);
        }
    }

    private async Task AddWithLargeBufferAsync(string name, CancellationToken cancellationToken)
    {
        await using FileStream photo = File.OpenRead(inbox.PathOf(name));
        await using var file = new FileStream(
            Path.Combine(Folder, name),
            FileMode.Create,
            FileAccess.Write,
            FileShare.None,
            bufferSize: 4 * 1024 * 1024,
            FileOptions.Asynchronous);
        file.SetLength(photo.Length);
        await photo.CopyToAsync(file, BufferSize, cancellationToken);
    }

    private void AddInBlocks(string name)
    {
        string path = Path.Combine(Folder, name);
        using FileStream photo = File.OpenRead(inbox.PathOf(name));
        using var file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.None, bufferSize: 1);
        byte[] block = new byte[BufferSize];
        while (true)
        {
            int read = photo.Read(block, 0, block.Length);
            if (read == 0)
            {
                break;
            }

            file.Write(block, 0, read);
        }
    }
}
