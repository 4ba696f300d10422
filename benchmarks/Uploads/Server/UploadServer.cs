using System.Net;
using Azure.Storage.Blobs;
using Azure.Storage.Blobs.Models;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using static StreamTuning.Benchmarks.Sizes;

namespace StreamTuning.Benchmarks;

/// <summary>The server, in a process of its own: takes uploads in all ways, and tells what they cost it.</summary>
internal static class UploadServer
{
    /// <summary>What the process is called with, and where it puts files.</summary>
    public const string Command = "serve";

    /// <summary>The environment variable with the connection string of a blob service; may be missing.</summary>
    public const string Blobs = "STREAMTUNING_BLOBS";

    /// <summary>The container that blobs go to.</summary>
    public const string ContainerName = "uploads";

    /// <summary>Serves until the input ends, and writes the address.</summary>
    public static async Task RunAsync(string directory)
    {
        WebApplicationBuilder builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().ConfigureKestrel(options =>
        {
            options.Listen(IPAddress.Loopback, 0);
            options.Limits.MaxRequestBodySize = null;
        });
        builder.Services.AddRouting().AddSingleton(new Inbox(directory)).AddControllers();
        await using WebApplication app = builder.Build();
        app.UseRouting();
        app.MapControllers();
        Map(app, app.Services.GetRequiredService<Inbox>());
        await app.StartAsync();
        Console.WriteLine(app.Urls.Single());
        await Task.Run(Console.In.ReadToEnd);
        await app.StopAsync();
    }

    private static void Map(IEndpointRouteBuilder app, Inbox inbox)
    {
        app.MapPost("/minimal", (HttpRequest request, CancellationToken ct) => inbox.ReceiveAsync(
            path => request.StreamFilesAsync((file, ct) => file.CopyToFileAsync(path, cancellationToken: ct), cancellationToken: ct)))
            .WithStreamedFiles().DisableAntiforgery();
        app.MapPut("/body", (HttpRequest request, CancellationToken ct) => inbox.ReceiveAsync(async path =>
        {
            await using FileStream destination = File.Create(path);
            await request.StreamBodyToAsync(destination, cancellationToken: ct);
        }));
        app.MapPut("/rules/body-copy", (HttpRequest request, CancellationToken ct) => inbox.ReceiveAsync(path => CopyBodyAsync(request, path, 4096, ct)));
        app.MapPut("/rules/body-buffer", (HttpRequest request, CancellationToken ct) => inbox.ReceiveAsync(path => CopyBodyAsync(request, path, 64 * 1024, ct)));
        app.MapPut("/rules/body-runtime", (HttpRequest request, CancellationToken ct) => inbox.ReceiveAsync(async path =>
        {
            await using FileStream destination = File.Create(path, 4096, FileOptions.Asynchronous);
            await request.Body.CopyToFileAsync(destination, new FileCopyOptions { LengthHint = request.ContentLength }, ct);
        }));
        app.MapPost("/blocks", (HttpRequest request, CancellationToken ct) => request.StreamFilesAsync(
            (file, ct) => Blob().UploadBlocksAsync(
                file.Stream, new BlobUploadOptions { TransferOptions = BlobUploadPolicy.TransferOptions(null, memoryBudget: 32 * MiB) }, ct),
            cancellationToken: ct))
            .WithStreamedFiles().DisableAntiforgery();
        app.MapPost("/verified", (HttpRequest request, CancellationToken ct) => request.StreamFilesAsync(
            (file, ct) => Blob().UploadVerifiedAsync(file.Stream, new BlobVerifiedUploadOptions { MemoryBudget = 32 * MiB }, ct),
            cancellationToken: ct))
            .WithStreamedFiles().DisableAntiforgery();
        app.MapGet("/figures", ServerFigures.Take);
        HeapWatch? heap = null;
        app.MapPost("/heap", () => { heap = new HeapWatch(); });
        app.MapDelete("/heap", () => heap!.Stop());

        static async Task CopyBodyAsync(HttpRequest request, string path, int buffer, CancellationToken ct)
        {
            await using FileStream destination = File.Create(path, buffer, FileOptions.Asynchronous);
            await request.Body.CopyToAsync(destination, ct);
        }

        static BlobClient Blob() => new(Environment.GetEnvironmentVariable(Blobs), ContainerName, "blob");
    }
}
