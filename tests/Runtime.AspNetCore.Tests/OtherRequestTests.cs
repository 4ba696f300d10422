using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;

namespace StreamTuning.AspNetCore;

/// <summary>A request that fails undoes its own work, and nothing that another request has put under the same name since.</summary>
public sealed class OtherRequestTests : IDisposable
{
    private static readonly byte[] _first = Bytes.Random(70_000);
    private static readonly byte[] _second = Bytes.Random(90_000);

    private readonly Scratch _scratch = new();

    /// <summary>How the callbacks of both requests write the file.</summary>
    public static TheoryData<string> Ways { get; } = ["path", "atomic", "stream", "in place"];

    public void Dispose() => _scratch.Dispose();

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task The_file_of_another_request_stays_if_the_first_one_breaks_off(string way)
    {
        var saved = new SemaphoreSlim(0);
        await using UploadServer server = await StartAsync(file => SaveAsync(file, way), saved);
        using RawClient first = await BeginAsync(server);
        await saved.WaitAsync();
        Bytes.AssertEqual(_first, File.ReadAllBytes(_scratch.PathOf("avatar.jpg")));

        Assert.Equal(HttpStatusCode.OK, (await server.PostAsync("/", RawForm.OneFile(_second, "avatar.jpg"))).Status);
        await server.WaitForEndAsync();
        first.Reset();
        await server.WaitForEndAsync();

        Assert.Equal(["avatar.jpg"], _scratch.Names);
        Bytes.AssertEqual(_second, File.ReadAllBytes(_scratch.PathOf("avatar.jpg")));
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Its_own_file_goes_if_no_other_request_has_written_it(string way)
    {
        var saved = new SemaphoreSlim(0);
        await using UploadServer server = await StartAsync(file => SaveAsync(file, way), saved);
        using RawClient first = await BeginAsync(server);
        await saved.WaitAsync();
        first.Reset();
        await server.WaitForEndAsync();

        Assert.Empty(_scratch.Names);
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Files_of_one_form_under_one_name_go_with_it(string way)
    {
        foreach (bool hides in new[] { false, true })
        {
            await using UploadServer server = await StartAsync(file => SaveAsync(file, way), new SemaphoreSlim(0), options => options.HideFilesUntilComplete = hides);
            byte[] form = new RawForm().File("file", "avatar.jpg", _first).File("file", "avatar.jpg", _second).End();

            Assert.Equal(HttpStatusCode.BadRequest, (await server.PostAsync("/", form[..^10])).Status);
            Assert.Empty(_scratch.Names);
            Assert.Equal(HttpStatusCode.BadRequest, (await server.PostAsync("/", form[..^20_000])).Status);
            Assert.Empty(_scratch.Names);

            Assert.Equal(HttpStatusCode.OK, (await server.PostAsync("/", form)).Status);
            Assert.Equal(["avatar.jpg"], _scratch.Names);
            Bytes.AssertEqual(_second, File.ReadAllBytes(_scratch.PathOf("avatar.jpg")));
            File.Delete(_scratch.PathOf("avatar.jpg"));
        }
    }

    [Fact]
    public async Task A_stream_that_is_still_open_is_told_from_the_file_that_has_taken_its_name()
    {
        FileStream? open = null;
        var saved = new SemaphoreSlim(0);
        await using UploadServer server = await StartAsync(
            async file =>
            {
                open = new FileStream(_scratch.PathOf("avatar.jpg"), FileMode.Create, FileAccess.Write, FileShare.ReadWrite | FileShare.Delete);
                await file.CopyToAsync(open);
            },
            saved);
        using RawClient first = await BeginAsync(server);
        await saved.WaitAsync();
        File.Move(_scratch.WithFile("other", _second), _scratch.PathOf("avatar.jpg"), overwrite: true);
        first.Reset();
        await server.WaitForEndAsync();
        await open!.DisposeAsync();

        Bytes.AssertEqual(_second, File.ReadAllBytes(_scratch.PathOf("avatar.jpg")));
    }

    [Fact]
    public async Task Hidden_files_get_their_names_when_the_form_is_complete()
    {
        var saved = new SemaphoreSlim(0);
        await using UploadServer server = await StartAsync(file => SaveAsync(file, "path"), saved, options => options.HideFilesUntilComplete = true);
        byte[] form = new RawForm().File("file", "a.jpg", _first).File("file", "b.jpg", _second).End();
        using RawClient client = await server.ConnectAsync();
        await client.SendHeadAsync("/", form.Length);
        await client.SendAsync(form.AsMemory(0, form.Length - 20));
        await saved.WaitAsync();
        Assert.False(File.Exists(_scratch.PathOf("a.jpg")));
        Assert.StartsWith(".streamtuning-", Assert.Single(_scratch.Names, name => !name.Contains("jpg", StringComparison.Ordinal)));
        await client.SendAsync(form.AsMemory(form.Length - 20));

        Assert.Equal(200, (await client.ReadResponseAsync())?.Status);
        Assert.Equal(["a.jpg", "b.jpg"], _scratch.Names);
        Bytes.AssertEqual(_first, File.ReadAllBytes(_scratch.PathOf("a.jpg")));
    }

    [Theory]
    [InlineData("path", HttpStatusCode.InternalServerError)]
    [InlineData("atomic", HttpStatusCode.OK)]
    public async Task A_hidden_file_takes_the_name_of_another_request_only_if_it_may_replace_it(string way, HttpStatusCode expected)
    {
        var saved = new SemaphoreSlim(0);
        await using UploadServer server = await StartAsync(file => SaveAsync(file, way), saved, options => options.HideFilesUntilComplete = true);
        using RawClient first = await BeginAsync(server);
        await saved.WaitAsync();
        Assert.Equal(HttpStatusCode.OK, (await server.PostAsync("/", RawForm.OneFile(_second, "avatar.jpg"))).Status);
        await first.SendAsync(Missing);

        Assert.Equal((int)expected, (await first.ReadResponseAsync())?.Status);
        Assert.Equal(["avatar.jpg"], _scratch.Names);
        Bytes.AssertEqual(expected == HttpStatusCode.OK ? _first : _second, File.ReadAllBytes(_scratch.PathOf("avatar.jpg")));
    }

    [Fact]
    public async Task Hidden_files_of_a_form_that_fails_go()
    {
        var saved = new SemaphoreSlim(0);
        await using UploadServer server = await StartAsync(file => SaveAsync(file, "path"), saved, options => options.HideFilesUntilComplete = true);
        using RawClient first = await BeginAsync(server);
        await saved.WaitAsync();
        first.Reset();
        await server.WaitForEndAsync();

        Assert.Empty(_scratch.Names);
    }

    private static byte[] Unfinished => new RawForm().File("file", "avatar.jpg", _first).Field("title", "Me").End();

    private static byte[] Missing => Unfinished[^20..];

    private Task<UploadServer> StartAsync(Func<StreamedFile, Task> save, SemaphoreSlim saved, Action<StreamFilesOptions>? options = null) => UploadServer.StartAsync(app =>
        app.MapPost("/", (HttpRequest request) => request.StreamFilesAsync(async (file, _) =>
        {
            await save(file);
            saved.Release();
        })).WithStreamedFiles(options).DisableAntiforgery());

    /// <summary>Sends a request whose first file is complete, and of which something is missing.</summary>
    private static async Task<RawClient> BeginAsync(UploadServer server)
    {
        byte[] form = Unfinished;
        RawClient client = await server.ConnectAsync();
        await client.SendHeadAsync("/", form.Length);
        await client.SendAsync(form.AsMemory(0, form.Length - 20));
        return client;
    }

    private async Task SaveAsync(StreamedFile file, string way)
    {
        string path = _scratch.PathOf(file.SafeFileName);
        switch (way)
        {
            case "path":
                await file.CopyToFileAsync(path);
                break;
            case "atomic":
                await file.CopyToFileAsync(path, new FileCopyOptions { Replace = FileReplacement.Atomic });
                break;
            case "stream":
                await using (FileStream created = File.Create(path))
                {
                    await file.CopyToAsync(created);
                }

                break;
            case "in place":
                await using (var opened = new FileStream(path, FileMode.OpenOrCreate))
                {
                    await file.CopyToFileAsync(opened);
                }

                break;
        }
    }
}
