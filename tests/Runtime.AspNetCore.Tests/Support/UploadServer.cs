using System.Collections.Concurrent;
using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace StreamTuning.AspNetCore;

/// <summary>A real server on the loopback interface, with one port for HTTP/1.1 and one for HTTP/2 without TLS.</summary>
internal sealed class UploadServer : IAsyncDisposable
{
    private readonly WebApplication _app;

    private readonly ConcurrentQueue<Exception> _unhandled = new();
    private readonly SemaphoreSlim _begun = new(0);
    private readonly SemaphoreSlim _ended = new(0);
    private int _running;

    private UploadServer(WebApplication app) => _app = app;

    public Uri Http1 { get; private set; } = null!;

    public Uri Http2 { get; private set; } = null!;

    /// <summary>What endpoints have thrown that nobody has caught.</summary>
    public IReadOnlyCollection<Exception> Unhandled => _unhandled;

    /// <summary>How many requests have begun and not ended.</summary>
    public int Running => Volatile.Read(ref _running);

    public IServiceProvider Services => _app.Services;

    /// <summary>What has been logged as an error: what no client may be able to cause.</summary>
    public ErrorLog Errors => Services.GetRequiredService<ErrorLog>();

    public static async Task<UploadServer> StartAsync(
        Action<WebApplication> endpoints, Action<WebApplicationBuilder>? services = null, Action<KestrelServerOptions>? kestrel = null)
    {
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions { EnvironmentName = Environments.Production });
        var errors = new ErrorLog();
        builder.Services.AddRouting();
        builder.Services.AddSingleton(errors);
        builder.Logging.AddProvider(errors);
        builder.WebHost.UseKestrelCore().ConfigureKestrel(options =>
        {
            // A client of these tests is slow because the machine is.
            options.Limits.MinRequestBodyDataRate = options.Limits.MinResponseDataRate = null;
            options.Listen(IPAddress.Loopback, 0, listen => listen.Protocols = HttpProtocols.Http1);
            options.Listen(IPAddress.Loopback, 0, listen => listen.Protocols = HttpProtocols.Http2);
            kestrel?.Invoke(options);
        });
        services?.Invoke(builder);
        WebApplication app = builder.Build();
        var server = new UploadServer(app);
        app.Use(server.CatchAsync);
        app.UseRouting();
        endpoints(app);
        await app.StartAsync();
        string[] addresses = [.. app.Urls];
        server.Http1 = new Uri(addresses[0]);
        server.Http2 = new Uri(addresses[1]);
        return server;
    }

    public HttpClient Client(bool http2 = false) => new()
    {
        BaseAddress = http2 ? Http2 : Http1,
        DefaultRequestVersion = http2 ? HttpVersion.Version20 : HttpVersion.Version11,
        DefaultVersionPolicy = HttpVersionPolicy.RequestVersionExact,
    };

    /// <summary>Sends a form, and reads the answer.</summary>
    public async Task<Answer> PostAsync(string path, byte[] form, bool http2 = false, string contentType = RawForm.ContentType, Action<HttpRequestMessage>? configure = null)
    {
        using HttpClient client = Client(http2);
        using var message = new HttpRequestMessage(HttpMethod.Post, path) { Content = new ByteArrayContent(form), Version = client.DefaultRequestVersion, VersionPolicy = client.DefaultVersionPolicy };
        message.Content.Headers.TryAddWithoutValidation("Content-Type", contentType);
        configure?.Invoke(message);
        using HttpResponseMessage response = await client.SendAsync(message);
        return new Answer(response.StatusCode, response.Content.Headers.ContentType?.MediaType, await response.Content.ReadAsStringAsync());
    }

    public Task<RawClient> ConnectAsync() => RawClient.ConnectAsync(Http1.Port);

    /// <summary>Waits until another request has arrived.</summary>
    public async Task WaitForBeginAsync() => Assert.True(await _begun.WaitAsync(TimeSpan.FromMinutes(1)), "No request has arrived.");

    /// <summary>Waits until another request has ended, answered or not.</summary>
    public async Task WaitForEndAsync() => Assert.True(await _ended.WaitAsync(TimeSpan.FromMinutes(1)), "No request has ended.");

    public async ValueTask DisposeAsync()
    {
        await _app.StopAsync();
        await _app.DisposeAsync();
    }

    private async Task CatchAsync(HttpContext context, RequestDelegate next)
    {
        Interlocked.Increment(ref _running);
        _begun.Release();
        try
        {
            await next(context);
        }
        catch (Exception e)
        {
            _unhandled.Enqueue(e);
            throw;
        }
        finally
        {
            Interlocked.Decrement(ref _running);
            _ended.Release();
        }
    }
}

/// <summary>What a server has answered.</summary>
internal sealed record Answer(HttpStatusCode Status, string? ContentType, string Body);
