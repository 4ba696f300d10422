namespace PhotoDrop;

/// <summary>Takes photos from the server straight to the share.</summary>
internal sealed class Import(HttpClient client, PhotoShare share)
{
    public async Task RunAsync(Delivery photos, CancellationToken cancellationToken)
    {
        await DownloadAsync(photos.Direct[0], cancellationToken);
        await DownloadWithHeadersAsync(photos.Direct[1], cancellationToken);
        await DownloadContentAsync(photos.Direct[2], cancellationToken);
    }

    private async Task DownloadAsync(string name, CancellationToken cancellationToken)
    {
        await using Stream photo = await client.GetStreamAsync(name, cancellationToken);
        await using FileStream file = share.Create(name);
        await photo.CopyToAsync(file, cancellationToken);
    }

    private async Task DownloadWithHeadersAsync(string name, CancellationToken cancellationToken)
    {
        using HttpResponseMessage response = await client.GetAsync(name, HttpCompletionOption.ResponseHeadersRead, cancellationToken);
        response.EnsureSuccessStatusCode();
        await using (FileStream file = share.Create(name))
        {
            // The body arrives while it is stored.
            Stream photo = await response.Content.ReadAsStreamAsync(cancellationToken);
            await photo.CopyToAsync(file, 81920, cancellationToken).ConfigureAwait(false);
        }
    }

    private async Task DownloadContentAsync(string name, CancellationToken cancellationToken)
    {
        using HttpResponseMessage response = await client.GetAsync(name, HttpCompletionOption.ResponseHeadersRead, cancellationToken);
        await using FileStream file = share.Create(name);
        await response.EnsureSuccessStatusCode().Content.CopyToAsync(file, cancellationToken);
    }
}
