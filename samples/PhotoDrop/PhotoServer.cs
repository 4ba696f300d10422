using System.Net;

namespace PhotoDrop;

/// <summary>What comes in together.</summary>
/// <param name="Direct">Names of two photos that go straight to the share.</param>
/// <param name="Received">Names of four photos that are received, published and archived.</param>
internal sealed record Delivery(IReadOnlyList<string> Direct, IReadOnlyList<string> Received);

/// <summary>Where photos come from: a web server inside the process. The photos are noise, but the same in every run.</summary>
internal sealed class PhotoServer : HttpMessageHandler
{
    private readonly Dictionary<string, byte[]> _photos = [];

    public PhotoServer()
    {
        var random = new Random(1839);
        Previews = Take(["moon-s.jpg", "tide-s.jpg"], ["boat-s.jpg", "pier-s.jpg", "dune-s.jpg", "gull-s.jpg"], 3 << 19);
        Originals = Take(["moon.jpg", "tide.jpg"], ["boat.jpg", "pier.jpg", "dune.jpg", "gull.jpg"], (6 << 20) - 1);

        Delivery Take(string[] direct, string[] received, int length)
        {
            foreach (string name in direct.Concat(received))
            {
                // What is to be imported directly is smaller.
                byte[] photo = _photos[name] = new byte[direct.Contains(name) ? length / 3 : length];
                random.NextBytes(photo);
            }

            return new Delivery(direct, received);
        }
    }

    /// <summary>Photos of 0.5 and 1.5 MiB.</summary>
    public Delivery Previews { get; }

    /// <summary>Photos of 2 and 6 MiB.</summary>
    public Delivery Originals { get; }

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
