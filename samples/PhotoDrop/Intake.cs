namespace PhotoDrop;

/// <summary>Photos of strangers: they stay apart until they have been looked at.</summary>
internal sealed class Intake(HttpClient client, string folder)
{
    public string Folder { get; } = Directory.CreateDirectory(folder).FullName;

    public async Task TakeInAsync(Delivery photos, CancellationToken cancellationToken)
    {
        await TakeFromQuarantineAsync(photos.Direct[0], cancellationToken);
        await TakeWhenCompleteAsync(photos.Direct[1], cancellationToken);
        await TakeIfThereIsRoomAsync(photos.Direct[2], cancellationToken);
    }

    /// <summary>Keeps a photo where the virus scanner looks for it.</summary>
    private async Task TakeFromQuarantineAsync(string name, CancellationToken cancellationToken)
    {
        string quarantined = Path.Combine("/tmp", "photodrop-" + name);
        try
        {
            await using (Stream photo = await client.GetStreamAsync(name, cancellationToken))
            await using (var file = new FileStream(quarantined, FileMode.Create, FileAccess.Write, FileShare.None, bufferSize: 4096, useAsync: true))
            {
                await photo.CopyToAsync(file, cancellationToken);
            }

            File.Copy(quarantined, Path.Combine(Folder, name), overwrite: true);
        }
        finally
        {
            File.Delete(quarantined);
        }
    }

    /// <summary>Receives a photo of any size, of which nobody knows whether it fits.</summary>
    private async Task TakeWhenCompleteAsync(string name, CancellationToken cancellationToken)
    {
        string received = Path.GetTempFileName();
        try
        {
            await using (Stream photo = await client.GetStreamAsync(name, cancellationToken))
            await using (var file = new FileStream(received, FileMode.Open, FileAccess.Write, FileShare.None, bufferSize: 4096, useAsync: true))
            {
                await photo.CopyToAsync(file, cancellationToken);
            }

            File.Copy(received, Path.Combine(Folder, name), overwrite: true);
        }
        finally
        {
            File.Delete(received);
        }
    }

    /// <summary>Turns a photo down before it is received, if the disk is too full for it.</summary>
    private async Task TakeIfThereIsRoomAsync(string name, CancellationToken cancellationToken)
    {
        using HttpResponseMessage response = await client.GetAsync(name, HttpCompletionOption.ResponseHeadersRead, cancellationToken);
        response.EnsureSuccessStatusCode();
        var drive = new DriveInfo(Path.GetPathRoot(Folder)!);
        if (drive.AvailableFreeSpace < response.Content.Headers.ContentLength)
        {
            throw new IOException($"There is no room for {name}.");
        }

        await using var file = new FileStream(Path.Combine(Folder, name), FileMode.Create, FileAccess.Write, FileShare.None, bufferSize: 4096, useAsync: true);
        await response.Content.CopyToAsync(file, cancellationToken);
    }
}
