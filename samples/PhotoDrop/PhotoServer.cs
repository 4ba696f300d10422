using System.Net;

namespace PhotoDrop;

/// <summary>Where photos come from: a web server inside the process. The photos are noise, but the same in every run.</summary>
internal sealed class PhotoServer : HttpMessageHandler
{
    private readonly Dictionary<string, byte[]> _photos = [];

    public PhotoServer()
    {
        var random = new Random(1839);
        foreach (string name in Direct)
        {
            _photos[name] = new byte[(2 << 20) + 1];
        }

        foreach (string name in Received)
        {
            _photos[name] = new byte[(6 << 20) - 1];
        }

        foreach (byte[] photo in _photos.Values)
        {
            random.NextBytes(photo);
        }
    }

    /// <summary>Names of photos that go straight to the share.</summary>
    public static IReadOnlyList<string> Direct { get; } = ["moon.jpg", "tide.jpg"];

    /// <summary>Names of photos that are received, published and archived.</summary>
    public static IReadOnlyList<string> Received { get; } = ["boat.jpg", "pier.jpg", "dune.jpg", "gull.jpg"];

    public ReadOnlySpan<byte> Photo(string name) => _photos[name];

    protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        string name = Path.GetFileName(request.RequestUri!.AbsolutePath);
        return Task.FromResult(_photos.TryGetValue(name, out byte[]? photo)
            ? new HttpResponseMessage(HttpStatusCode.OK) { Content = new StreamContent(new NetworkBody(photo)), RequestMessage = request }
            : new HttpResponseMessage(HttpStatusCode.NotFound) { RequestMessage = request });
    }

    /// <summary>A body as it comes over TLS: at most one record of 16 KiB for a read, and nowhere to go back to.</summary>
    private sealed class NetworkBody(byte[] photo) : MemoryStream(photo, writable: false)
    {
        private const int Record = 16 * 1024;

        public override bool CanSeek => false;

        public override int Read(byte[] buffer, int offset, int count) => base.Read(buffer, offset, Math.Min(count, Record));
    }
}
