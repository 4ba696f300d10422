namespace PhotoDrop;

/// <summary>Publishes received photos on the share.</summary>
internal sealed class Gallery(Inbox inbox, PhotoShare share)
{
    public const string AlbumName = "album.bin";

    public async Task PublishAsync(Delivery photos, CancellationToken cancellationToken)
    {
        await PublishOneAsync(photos.Received[0], cancellationToken);
        await PublishWholeAsync(photos.Received[1], cancellationToken);
        Publish(photos.Received[2]);
        Publish(photos.Received[3]);
        PublishInBlocks(photos.Received[4]);
        await PublishAndCountAsync(photos.Received[5], cancellationToken);
    }

    /// <summary>Binds all received photos into one file.</summary>
    public async Task BindAlbumAsync(Delivery photos, CancellationToken cancellationToken)
    {
        await using var album = new Album(share.Create(AlbumName));
        foreach (string name in photos.Received)
        {
            await using FileStream photo = File.OpenRead(inbox.PathOf(name));
            await album.AddAsync(photo, cancellationToken);
        }
    }

    private async Task PublishOneAsync(string name, CancellationToken cancellationToken)
    {
        await using FileStream photo = File.OpenRead(inbox.PathOf(name));
        await using FileStream file = share.Create(name);
        await photo.CopyToAsync(destination: file, cancellationToken: cancellationToken).ConfigureAwait(false);
    }

    private async Task PublishWholeAsync(string name, CancellationToken cancellationToken)
    {
        await using Stream photo = File.OpenRead(inbox.PathOf(name));
        await using FileStream file = share.Create(name);
        await photo.CopyToAsync(
            file,
            81920,
            cancellationToken);
        await file.FlushAsync(cancellationToken);
    }

    private void Publish(string name)
    {
        using FileStream photo = File.OpenRead(inbox.PathOf(name));
        using FileStream file = share.Create(name);
        photo.CopyTo(file);
    }

    private void PublishInBlocks(string name)
    {
        using FileStream photo = File.OpenRead(inbox.PathOf(name));
        using FileStream file = share.Create(name);
        photo.CopyTo(file, 32 * 1024);
    }

    private async Task PublishAndCountAsync(string name, CancellationToken cancellationToken)
    {
        await using FileStream photo = File.OpenRead(inbox.PathOf(name));
        await using FileStream file = share.Create(name);
        byte[] block = new byte[32_768];
        long published = 0;
        int read;
        while ((read = await photo.ReadAsync(block, cancellationToken)) > 0)
        {
            await file.WriteAsync(block.AsMemory(0, read), cancellationToken);
            published += read;
        }

        if (published != photo.Length)
        {
            throw new IOException($"{name} has changed while it was published.");
        }
    }

    /// <summary>One file with many photos; owns the file.</summary>
    private sealed class Album(FileStream file) : IAsyncDisposable
    {
        private readonly FileStream _file = file;

        public Task AddAsync(Stream photo, CancellationToken cancellationToken) => photo.CopyToAsync(_file, cancellationToken);

        public ValueTask DisposeAsync() => _file.DisposeAsync();
    }
}
