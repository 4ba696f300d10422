using System.Net;
using System.Net.Sockets;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace StreamTuning.AspNetCore;

/// <summary>A real server on the loopback interface, with one port for HTTP/1.1 and one for HTTP/2 without TLS.</summary>
internal sealed class UploadServer : IAsyncDisposable
{
    private readonly WebApplication _app;

    private UploadServer(WebApplication app)
    {
        _app = app;
        string[] addresses = [.. app.Urls];
        Http1 = new Uri(addresses[0]);
        Http2 = new Uri(addresses[1]);
    }

    public Uri Http1 { get; }

    public Uri Http2 { get; }

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
            options.Listen(IPAddress.Loopback, 0, listen => listen.Protocols = HttpProtocols.Http1);
            options.Listen(IPAddress.Loopback, 0, listen => listen.Protocols = HttpProtocols.Http2);
            kestrel?.Invoke(options);
        });
        services?.Invoke(builder);
        WebApplication app = builder.Build();
        app.UseRouting();
        endpoints(app);
        await app.StartAsync();
        return new UploadServer(app);
    }

    public HttpClient Client(bool http2 = false) => new()
    {
        BaseAddress = http2 ? Http2 : Http1,
        DefaultRequestVersion = http2 ? HttpVersion.Version20 : HttpVersion.Version11,
        DefaultVersionPolicy = HttpVersionPolicy.RequestVersionExact,
    };

    public Task<RawClient> ConnectAsync() => RawClient.ConnectAsync(Http1.Port);

    public async ValueTask DisposeAsync()
    {
        await _app.StopAsync();
        await _app.DisposeAsync();
    }
}
