using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using static StreamTuning.Benchmarks.Sizes;

namespace StreamTuning.Benchmarks;

/// <summary>Downloads into a file, from a server of its own on this machine.</summary>
internal sealed class HttpCases : IAsyncDisposable
{
    private const long Bytes = 16 * MiB;
    private const string Fixed = "/fixed";
    private const string Chunked = "/chunked";

    private readonly WebApplication _server;
    private readonly Uri _plain;
    private readonly Uri _encrypted;
    private readonly HttpClient _client = new(new SocketsHttpHandler
    {
        SslOptions = { RemoteCertificateValidationCallback = static (_, _, _, _) => true },
    });

    private HttpCases(WebApplication server)
    {
        _server = server;
        ICollection<string> addresses = server.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses;
        _plain = new Uri(addresses.First(address => address.StartsWith("http:", StringComparison.Ordinal)));
        _encrypted = new Uri(addresses.First(address => address.StartsWith("https:", StringComparison.Ordinal)));
    }

    public static async Task<HttpCases> StartAsync()
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseKestrelHttpsConfiguration().ConfigureKestrel(kestrel =>
        {
            kestrel.Listen(IPAddress.Loopback, 0);
            kestrel.Listen(IPAddress.Loopback, 0, listen =>
            {
                listen.Protocols = HttpProtocols.Http1AndHttp2;
                listen.UseHttps(Certificate());
            });
        });
        WebApplication server = builder.Build();
        server.MapGet(Fixed, context => SendAsync(context, knowsLength: true));
        server.MapGet(Chunked, context => SendAsync(context, knowsLength: false));
        await server.StartAsync();
        return new HttpCases(server);
    }

    public IEnumerable<Case> Into(string name, string directory, double scale)
    {
        return Into(
            name,
            directory,
            scale,
            warmUps: 1,
            turns: 5,
            Way("HttpContent.CopyToAsync", (content, file) => content.CopyToAsync(file)),
            Way("CopyToAsync of its stream", async (content, file) =>
            {
                await using Stream body = await content.ReadAsStreamAsync();
                await body.CopyToAsync(file);
            }),
            Way("article's loop", async (content, file) =>
            {
                await using Stream body = await content.ReadAsStreamAsync();
                await ArticleLoop.CopyAsync(body, file, content.Headers.ContentLength);
            }),
            Way("CopyToFileAsync, FileStream", (content, file) => content.CopyToFileAsync(file)),
            ("CopyToFileAsync, new path", (content, path) => content.CopyToFileAsync(path)));

        static (string, Func<HttpContent, string, Task>) Way(string way, Func<HttpContent, FileStream, Task> copy) => (way, async (content, path) =>
        {
            await using var stream = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.None, bufferSize: 4096, useAsync: true);
            await copy(content, stream);
        });
    }

    /// <summary>In ways of the caller's, each of which gets the content and the path of a file that does not exist.</summary>
    public IEnumerable<Case> Into(
        string name, string directory, double scale, int warmUps, int turns, params (string Name, Func<HttpContent, string, Task> SaveAsync)[] ways)
    {
        string file = Path.Combine(directory, "download");
        yield return Case("HTTP/1.1", _plain, Fixed, HttpVersion.Version11);
        yield return Case("HTTP/1.1 chunked", _plain, Chunked, HttpVersion.Version11);
        yield return Case("HTTP/1.1 TLS", _encrypted, Fixed, HttpVersion.Version11);
        yield return Case("HTTP/2 TLS", _encrypted, Fixed, HttpVersion.Version20);

        Case Case(string source, Uri server, string resource, Version version) => new(name, source, Bytes, warmUps, turns, scale,
        [
            .. ways.Select(way => new Way(way.Name, () => DownloadAsync(new Uri(server, resource), version, content => way.SaveAsync(content, file)), () => File.Delete(file))),
        ]);
    }

    public async ValueTask DisposeAsync()
    {
        _client.Dispose();
        await _server.DisposeAsync();
    }

    private async Task DownloadAsync(Uri address, Version version, Func<HttpContent, Task> save)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, address) { Version = version, VersionPolicy = HttpVersionPolicy.RequestVersionExact };
        using HttpResponseMessage response = await _client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead);
        response.EnsureSuccessStatusCode();
        await save(response.Content);
    }

    private static async Task SendAsync(HttpContext context, bool knowsLength)
    {
        if (knowsLength)
        {
            context.Response.ContentLength = Bytes;
        }

        byte[] piece = new byte[64 * 1024];
        for (long sent = 0; sent < Bytes; sent += piece.Length)
        {
            await context.Response.Body.WriteAsync(piece);
        }
    }

    private static X509Certificate2 Certificate()
    {
        using var key = RSA.Create(2048);
        var request = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        return request.CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-1), DateTimeOffset.UtcNow.AddDays(1));
    }
}
