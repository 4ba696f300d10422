using System.Net.Http.Headers;
using System.Net.Mime;
using System.Security.Cryptography;
using System.Text.Json;

namespace PhotoDrop;

/// <summary>All who use the service: people with the page or an app, cameras, a laboratory, and who runs it.</summary>
internal sealed class PhotoClient : IDisposable
{
    /// <summary>The album that the laboratory sends.</summary>
    public const string Album = "summer";

    private static readonly MediaTypeHeaderValue _json = new(MediaTypeNames.Application.Json);

    private readonly HttpClient _http;
    private readonly PhotoServer _photos;
    // Made before anything is measured: what clients take is not the service's.
    private readonly Dictionary<string, byte[]> _scans;
    private readonly Dictionary<string, byte[]> _sketches;

    /// <param name="service">The address of the service.</param>
    /// <param name="photos">The photos to upload.</param>
    public PhotoClient(Uri service, PhotoServer photos)
    {
        _http = new HttpClient { BaseAddress = service, Timeout = Timeout.InfiniteTimeSpan };
        _photos = photos;
        _scans = photos.Deliveries.Values.Select(names => names.Direct[0]).ToDictionary(
            name => name, name => JsonSerializer.SerializeToUtf8Bytes(new Scan(name, Convert.ToBase64String(photos.Photo(name).Span)), JsonSerializerOptions.Web));
        _sketches = photos.Deliveries.Values.Select(names => names.Direct[1]).ToDictionary(
            name => name, name => JsonSerializer.SerializeToUtf8Bytes(new Sketch { Name = name, Image = photos.Photo(name).ToArray() }, JsonSerializerOptions.Web));
    }

    /// <summary>Has the service do something with the photos of a delivery.</summary>
    /// <exception cref="HttpRequestException">It has failed.</exception>
    public async Task DoAsync(string delivery, string work, CancellationToken cancellationToken)
    {
        using HttpResponseMessage response = await _http.PostAsync($"deliveries/{delivery}/{work}", content: null, cancellationToken);
        response.EnsureSuccessStatusCode();
    }

    /// <summary>Uploads all received photos, and two of the others, in every way that ends on the disk of the service.</summary>
    /// <exception cref="HttpRequestException">The service has failed.</exception>
    public async Task UploadToDiskAsync(Delivery names, CancellationToken cancellationToken)
    {
        await PostAsync("photos", Form("photos", names.Received.Take(3)), cancellationToken);
        await PostAsync("cards", Form("photo", names.Received.Skip(3).Take(2)), cancellationToken);
        await PostCoverAsync(names.Received[5], cancellationToken);
        await PostAsync("scans", new ByteArrayContent(_scans[names.Direct[0]]) { Headers = { ContentType = _json } }, cancellationToken);
        await PostAsync("sketches", new ByteArrayContent(_sketches[names.Direct[1]]) { Headers = { ContentType = _json } }, cancellationToken);
    }

    /// <summary>Uploads an album to the share.</summary>
    /// <exception cref="HttpRequestException">The service has failed.</exception>
    public async Task UploadToShareAsync(Delivery names, CancellationToken cancellationToken)
    {
        foreach (string name in names.Direct)
        {
            await PutAsync(name, cancellationToken);
        }
    }

    public void Dispose() => _http.Dispose();

    /// <summary>Uploads the photo that the page shows on top, if the service gets it whole.</summary>
    private async Task PostCoverAsync(string name, CancellationToken cancellationToken)
    {
        using (MultipartFormDataContent form = Form("photo", [name]))
        using (HttpResponseMessage response = await _http.PostAsync("fingerprint", form, cancellationToken))
        {
            response.EnsureSuccessStatusCode();
            string fingerprint = await response.Content.ReadAsStringAsync(cancellationToken);
            if (fingerprint != Convert.ToHexStringLower(SHA256.HashData(_photos.Photo(name).Span)))
            {
                throw new InvalidDataException($"The service says that {name} is {fingerprint}.");
            }
        }

        await PostAsync("cover", Form("cover", [name]), cancellationToken);
        await PostAsync("logo", Form("logo", [name]), cancellationToken);
        byte[] logo = await _http.GetByteArrayAsync("logo", cancellationToken);
        if (!_photos.Photo(name).Span.SequenceEqual(logo))
        {
            throw new InvalidDataException($"The service keeps another logo than {name}.");
        }
    }

    private async Task PostAsync(string path, HttpContent content, CancellationToken cancellationToken)
    {
        using (content)
        using (HttpResponseMessage response = await _http.PostAsync(path, content, cancellationToken))
        {
            response.EnsureSuccessStatusCode();
        }
    }

    private async Task PutAsync(string name, CancellationToken cancellationToken)
    {
        using var photo = new ReadOnlyMemoryContent(_photos.Photo(name));
        using HttpResponseMessage response = await _http.PutAsync($"albums/{Album}/{name}", photo, cancellationToken);
        response.EnsureSuccessStatusCode();
    }

    private MultipartFormDataContent Form(string field, IEnumerable<string> names)
    {
        var form = new MultipartFormDataContent();
        foreach (string name in names)
        {
            form.Add(new ReadOnlyMemoryContent(_photos.Photo(name)) { Headers = { ContentType = new MediaTypeHeaderValue(PhotoName.ContentType(name)) } }, field, name);
        }

        return form;
    }
}
