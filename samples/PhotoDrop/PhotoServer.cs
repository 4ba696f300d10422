using System.Net;

namespace PhotoDrop;

/// <summary>What comes in together.</summary>
/// <param name="Direct">Names of three photos that go straight to the share.</param>
/// <param name="Received">Names of six photos that are received, published and archived.</param>
internal sealed record Delivery(IReadOnlyList<string> Direct, IReadOnlyList<string> Received);

/// <summary>Where photos come from: a web server inside the process. The photos are noise, but the same in every run.</summary>
internal sealed class PhotoServer : HttpMessageHandler
{
    /// <summary>The name of the delivery with photos of 0.5 and 1.5 MiB.</summary>
    public const string PreviewsName = "previews";

    /// <summary>The name of the delivery with photos of 2 and 6 MiB.</summary>
    public const string OriginalsName = "originals";

    private readonly Dictionary<string, byte[]> _photos = [];

    public PhotoServer()
    {
        var random = new Random(1839);
        Deliveries = new Dictionary<string, Delivery>
        {
            [PreviewsName] = Take("-s.jpg", 3 << 19),
            [OriginalsName] = Take(".jpg", (6 << 20) - 1),
        };

        Delivery Take(string suffix, int length)
        {
            string[] direct = ["moon" + suffix, "tide" + suffix, "reef" + suffix];
            string[] received = ["boat" + suffix, "pier" + suffix, "dune" + suffix, "gull" + suffix, "lamp" + suffix, "wave" + suffix];
            foreach (string name in direct.Concat(received))
            {
                // What is to be imported directly is smaller.
                byte[] photo = _photos[name] = new byte[direct.Contains(name) ? length / 3 : length];
                random.NextBytes(photo);
            }

            return new Delivery(direct, received);
        }
    }

    /// <summary>What comes in together, by name.</summary>
    public IReadOnlyDictionary<string, Delivery> Deliveries { get; }

    public ReadOnlyMemory<byte> Photo(string name) => _photos[name];

    protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        string name = Path.GetFileName(request.RequestUri!.AbsolutePath);
        return Task.FromResult(_photos.TryGetValue(name, out byte[]? photo)
            ? new HttpResponseMessage(HttpStatusCode.OK) { Content = new NetworkContent(photo), RequestMessage = request }
            : new HttpResponseMessage(HttpStatusCode.NotFound) { RequestMessage = request });
    }

    /// <summary>Content as it is while it arrives: whoever copies it, it passes on at most 8 KiB at a time.</summary>
    private sealed class NetworkContent : StreamContent
    {
        private const int Segment = 8 * 1024;

        private readonly byte[] _photo;

        public NetworkContent(byte[] photo)
            : base(new NetworkBody(photo))
        {
            _photo = photo;
            Headers.ContentLength = photo.Length;
        }

        protected override async Task SerializeToStreamAsync(Stream stream, TransportContext? context, CancellationToken cancellationToken)
        {
            for (int start = 0; start < _photo.Length; start += Segment)
            {
                await stream.WriteAsync(_photo.AsMemory(start, Math.Min(Segment, _photo.Length - start)), cancellationToken);
            }
        }

        protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context) => SerializeToStreamAsync(stream, context, CancellationToken.None);
    }

    /// <summary>A body as it comes over TLS: at most one record of 16 KiB for a read, and nowhere to go back to.</summary>
    private sealed class NetworkBody(byte[] photo) : MemoryStream(photo, writable: false)
    {
        private const int Record = 16 * 1024;

        public override bool CanSeek => false;

        public override int Read(byte[] buffer, int offset, int count) => base.Read(buffer, offset, Math.Min(count, Record));
    }
}
