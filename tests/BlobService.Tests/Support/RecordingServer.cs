using System.Collections.Concurrent;
using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace StreamTuning.BlobService;

/// <summary>An HTTP server that keeps what it gets, and answers as the query asks it to.</summary>
internal sealed class RecordingServer : IAsyncDisposable
{
    private readonly WebApplication _server;

    private RecordingServer(WebApplication server) => _server = server;

    public Uri Uri => new(_server.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.Single());

    /// <summary>What came whole, in the order in which it did.</summary>
    public ConcurrentQueue<(string Target, Dictionary<string, string> Headers, byte[] Body)> Requests { get; } = [];

    public static async Task<RecordingServer> StartAsync()
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(kestrel =>
        {
            kestrel.Limits.MaxRequestBodySize = null;
            kestrel.Listen(IPAddress.Loopback, 0);
        });
        WebApplication application = builder.Build();
        var server = new RecordingServer(application);
        application.Run(server.AnswerAsync);
        await application.StartAsync();
        return server;
    }

    public ValueTask DisposeAsync() => _server.DisposeAsync();

    /// <summary>Answers with the status, and with as many bytes of the body that came, in chunks if asked to.</summary>
    private async Task AnswerAsync(HttpContext context)
    {
        using var body = new MemoryStream();
        await context.Request.Body.CopyToAsync(body);
        var headers = context.Request.Headers.ToDictionary(header => header.Key, header => header.Value.ToString(), StringComparer.OrdinalIgnoreCase);
        Requests.Enqueue((context.Features.GetRequiredFeature<IHttpRequestFeature>().RawTarget, headers, body.ToArray()));
        context.Response.StatusCode = int.Parse(context.Request.Query["status"].FirstOrDefault() ?? "200");
        context.Response.Headers["X-Echo"] = context.Request.Headers["X-Echo"];
        if (context.Request.Query.ContainsKey("closes"))
        {
            context.Response.Headers.Connection = "close";
        }

        if (context.Request.Query.ContainsKey("length"))
        {
            context.Response.ContentLength = int.Parse(context.Request.Query["length"]!);
        }
        else if (!context.Request.Query.ContainsKey("chunked") && context.Response.StatusCode is not (204 or 304))
        {
            context.Response.ContentLength = body.Length;
        }

        if (context.Request.Method != "HEAD" && context.Response.StatusCode is not (204 or 304))
        {
            await context.Response.Body.WriteAsync(body.ToArray());
        }
    }
}
