namespace PhotoDrop;

/// <summary>Photos as they were received, in a folder of this machine.</summary>
internal sealed class Inbox(HttpClient client, string folder)
{
    public string Folder { get; } = Directory.CreateDirectory(folder).FullName;

    public string PathOf(string name) => Path.Combine(Folder, name);

    public async Task ReceiveAsync(Delivery photos, CancellationToken cancellationToken)
    {
        await ReceiveNewAsync(photos.Received[0], cancellationToken);
        await ReceiveAgainAsync(photos.Received[1], cancellationToken);
        await ReceiveWithInfoAsync(new FileInfo(PathOf(photos.Received[2])), cancellationToken);
        await ReceiveInPartAsync(photos.Received[3], cancellationToken);
        await ReceiveWholeAsync(photos.Received[4], cancellationToken);
        await ReceiveStreamedAsync(photos.Received[5], cancellationToken);
    }

    private async Task ReceiveNewAsync(string name, CancellationToken cancellationToken)
    {
        await using Stream photo = await client.GetStreamAsync(name, cancellationToken);
        await using var file = new FileStream(
            PathOf(name),
            FileMode.CreateNew,
            FileAccess.Write,
            FileShare.None,
            bufferSize: 4096, // The default.
            useAsync: true);
        await photo.CopyToAsync(file, cancellationToken);
    }

    private async Task ReceiveAgainAsync(string name, CancellationToken cancellationToken)
    {
        Stream photo = await client.GetStreamAsync(name, cancellationToken);
        Stream file = File.OpenWrite(PathOf(name));
        try
        {
            await photo.CopyToAsync(cancellationToken: cancellationToken, destination: file);
        }
        finally
        {
            await file.DisposeAsync();
            await photo.DisposeAsync();
        }
    }

    private async Task ReceiveWithInfoAsync(FileInfo target, CancellationToken cancellationToken)
    {
        using FileStream file = target.Open(FileMode.Create);
        using Stream photo = await client.GetStreamAsync(target.Name, cancellationToken);
        await photo.CopyToAsync(file, bufferSize: 81_920, cancellationToken);
    }

    /// <summary>Receives a photo under another name, and takes it over when it is complete.</summary>
    private async Task ReceiveInPartAsync(string name, CancellationToken cancellationToken)
    {
        string part = PathOf(name + ".part");
        using HttpResponseMessage photo = await client.GetAsync(name, cancellationToken);
        photo.EnsureSuccessStatusCode();
        await using (FileStream file = File.Open(part, FileMode.Create))
        {
            await photo.Content.CopyToAsync(file, cancellationToken);
        }

        TakeOver(part, PathOf(name));
    }

    /// <summary>Receives a photo of which a broken connection must not leave a part.</summary>
    private async Task ReceiveWholeAsync(string name, CancellationToken cancellationToken)
    {
        await using Stream photo = await client.GetStreamAsync(name, cancellationToken);
        using var memory = new MemoryStream();
        await photo.CopyToAsync(memory, cancellationToken);
        await File.WriteAllBytesAsync(Path.Combine(Folder, name), memory.ToArray(), cancellationToken);
    }

    /// <summary>Receives a photo while it arrives.</summary>
    private async Task ReceiveStreamedAsync(string name, CancellationToken cancellationToken)
    {
        using HttpResponseMessage response = await client.GetAsync(name, HttpCompletionOption.ResponseHeadersRead, cancellationToken);
        response.EnsureSuccessStatusCode();
        await using var file = new FileStream(PathOf(name), new FileStreamOptions
        {
            Mode = FileMode.Create,
            Access = FileAccess.Write,
            Options = FileOptions.Asynchronous,
        });
        await response.Content.CopyToAsync(file, cancellationToken);
    }

    private static void TakeOver(string part, string path)
    {
        using (FileStream photo = File.OpenRead(part))
        using (FileStream file = new FileInfo(path).Create())
        {
            photo.CopyTo(file);
        }

        File.Delete(part);
    }
}
