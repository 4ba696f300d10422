using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.WindowsAzure.Storage.Auth;
using Microsoft.WindowsAzure.Storage.Blob;
using Microsoft.WindowsAzure.Storage.RetryPolicies;
using StreamTuning.AspNetCore;
using StreamTuning.AzureBlobs;

namespace StreamTuning.FixBehavior.Behavior;

/// <summary>Puts a service of blobs behind an address: the packages before Azure.Storage.Blobs cannot be given another way to send their requests.</summary>
internal sealed class LegacyBlobServer : IDisposable
{
    private readonly UploadServer _server;
    private readonly HttpMessageInvoker _service;

    private LegacyBlobServer(UploadServer server, HttpMessageInvoker service)
    {
        _server = server;
        _service = service;
    }

    /// <summary>The blob of the service.</summary>
    public CloudBlockBlob Blob
    {
        get
        {
            var client = new CloudBlobClient(new Uri(_server.Http1, "/account"), new StorageCredentials());
            client.DefaultRequestOptions.RetryPolicy = new NoRetry();
            return client.GetContainerReference("container").GetBlockBlobReference("blob");
        }
    }

    public static LegacyBlobServer Start(FakeBlobService service)
    {
        var invoker = new HttpMessageInvoker(service, disposeHandler: false);
        return new LegacyBlobServer(UploadServer.StartAsync(app => app.Run(context => ForwardAsync(context, invoker))).GetAwaiter().GetResult(), invoker);
    }

    public void Dispose()
    {
        _server.DisposeAsync().AsTask().GetAwaiter().GetResult();
        _service.Dispose();
    }

    private static async Task ForwardAsync(HttpContext context, HttpMessageInvoker service)
    {
        HttpRequest request = context.Request;
        using var message = new HttpRequestMessage(new HttpMethod(request.Method), new Uri("https://account.blob.core.windows.net" + request.Path + request.QueryString)) { Content = new StreamContent(request.Body) };
        foreach ((string name, Microsoft.Extensions.Primitives.StringValues values) in request.Headers)
        {
            if (!message.Headers.TryAddWithoutValidation(name, values.AsEnumerable()))
            {
                message.Content.Headers.TryAddWithoutValidation(name, values.AsEnumerable());
            }
        }

        using HttpResponseMessage response = await service.SendAsync(message, context.RequestAborted);
        context.Response.StatusCode = (int)response.StatusCode;
        foreach ((string name, IEnumerable<string> values) in response.Headers.Concat(response.Content.Headers))
        {
            context.Response.Headers[name] = values.ToArray();
        }

        await response.Content.CopyToAsync(context.Response.Body, context.RequestAborted);
    }
}
