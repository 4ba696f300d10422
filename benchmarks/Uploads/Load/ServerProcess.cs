using System.Diagnostics;
using System.Net.Http.Json;

namespace StreamTuning.Benchmarks;

/// <summary>An <see cref="UploadServer"/> in a process of its own, and a client for it.</summary>
internal sealed class ServerProcess : IAsyncDisposable
{
    private readonly Process _process;

    private ServerProcess(Process process, Uri address)
    {
        _process = process;
        Client = new HttpClient(new SocketsHttpHandler { UseProxy = false }) { BaseAddress = address, Timeout = TimeSpan.FromMinutes(10) };
    }

    public HttpClient Client { get; }

    /// <param name="directory">Where it puts files, temporary ones of ASP.NET Core included.</param>
    /// <param name="blobs">The connection string of a blob service.</param>
    public static async Task<ServerProcess> StartAsync(string directory, string? blobs = null)
    {
        Process process = OwnProcess.Start([UploadServer.Command, directory], ("ASPNETCORE_TEMP", directory), (UploadServer.Blobs, blobs));
        string address = await process.StandardOutput.ReadLineAsync()
            ?? throw new InvalidOperationException("The server ended instead of listening.");
        return new ServerProcess(process, new Uri(address));
    }

    public async Task<ServerFigures> TakeFiguresAsync() => (await Client.GetFromJsonAsync<ServerFigures>("/figures"))!;

    /// <summary>Sends a request, which must succeed.</summary>
    public async Task SendAsync(HttpMethod method, string path, HttpContent content)
    {
        using var message = new HttpRequestMessage(method, path) { Content = content };
        using HttpResponseMessage response = await Client.SendAsync(message);
        if (!response.IsSuccessStatusCode)
        {
            throw new InvalidOperationException($"{path} has answered {(int)response.StatusCode}: {await response.Content.ReadAsStringAsync()}");
        }
    }

    public async ValueTask DisposeAsync()
    {
        Client.Dispose();
        _process.StandardInput.Close();
        await _process.WaitForExitAsync();
        _process.Dispose();
    }
}
