using System.ComponentModel.DataAnnotations;
using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.Extensions.DependencyInjection;

namespace StreamTuning.AspNetCore;

/// <summary>A form whose fields are not valid leaves nothing, although the application only answers with what is wrong.</summary>
public sealed class InvalidFormTests : IDisposable
{
    private static readonly byte[] _content = Bytes.Random(100_000);

    private readonly Scratch _scratch = new();

    public static TheoryData<string, string> Ways
    {
        get
        {
            var ways = new TheoryData<string, string>();
            foreach (string endpoint in new[] { "/request", "/results", "/controller", "/plain-controller?number=x" })
            {
                foreach (string way in new[] { "path", "stream", "staged", "own" })
                {
                    ways.Add(endpoint, way);
                }
            }

            return ways;
        }
    }

    public void Dispose() => _scratch.Dispose();

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task A_form_that_is_not_valid_leaves_nothing(string endpoint, string way)
    {
        await using UploadServer server = await StartAsync();

        Answer answer = await server.PostAsync(endpoint, new RawForm().Field("way", way).File("f", "a.jpg", _content).File("f", "b.jpg", _content).End());

        Assert.Equal(HttpStatusCode.BadRequest, answer.Status);
        Assert.Empty(_scratch.Names);
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task A_form_that_is_valid_leaves_its_files(string endpoint, string way)
    {
        await using UploadServer server = await StartAsync();

        Answer answer = await server.PostAsync(
            endpoint.Split('?')[0], new RawForm().Field("way", way).Field("title", "Sea").File("f", "a.jpg", _content).File("f", "b.jpg", _content).End());

        Assert.Equal(HttpStatusCode.OK, answer.Status);
        Assert.Equal(way == "staged" ? [] : ["a.jpg", "b.jpg"], _scratch.Names);
    }

    [Fact]
    public async Task The_program_can_keep_the_files_and_undo_them_itself()
    {
        int left = 0;
        await using UploadServer server = await UploadServer.StartAsync(app => app.MapPost("/", async (HttpRequest request) =>
        {
            StreamedForm<Photo> form = await request.StreamFilesAsync<Photo>(SaveAsync);
            left = _scratch.Names.Count();
            await form.DiscardFilesAsync();
            return form.IsValid;
        }).WithStreamedFiles(options => options.KeepFilesOfInvalidForm = true).DisableAntiforgery());

        Assert.Equal("false", (await server.PostAsync("/", new RawForm().Field("way", "path").File("f", "a.jpg", _content).End())).Body);
        Assert.Equal(1, left);
        Assert.Empty(_scratch.Names);
    }

    [Fact]
    public async Task Hidden_files_of_a_form_that_is_not_valid_never_get_their_names()
    {
        await using UploadServer server = await UploadServer.StartAsync(app => app.MapPost("/", async (HttpRequest request) =>
            (await request.StreamFilesAsync<Photo>(SaveAsync)).IsValid).WithStreamedFiles(options => options.HideFilesUntilComplete = true).DisableAntiforgery());

        Assert.Equal("false", (await server.PostAsync("/", new RawForm().Field("way", "path").File("f", "a.jpg", _content).End())).Body);
        Assert.Empty(_scratch.Names);
    }

    private Task<UploadServer> StartAsync() => UploadServer.StartAsync(
        app =>
        {
            app.MapPost("/request", async (HttpRequest request) =>
            {
                StreamedForm<Photo> form = await request.StreamFilesAsync<Photo>(SaveAsync);
                return form.IsValid ? Results.Ok(form.Files) : Results.ValidationProblem(form.Errors);
            }).WithStreamedFiles().DisableAntiforgery();
            app.MapPost("/results", async (HttpRequest request) =>
            {
                StreamedForm<Photo, int> form = await request.StreamFilesAsync<Photo, int>(async (file, ct) =>
                {
                    await SaveAsync(file, ct);
                    return 1;
                });
                return form.IsValid ? Results.Ok(form.Files) : Results.ValidationProblem(form.Errors);
            }).WithStreamedFiles().DisableAntiforgery();
            app.MapControllers();
        },
        builder =>
        {
            ControllerTests.AddController(builder, typeof(PhotoController));
            builder.Services.AddSingleton(this);
        });

    private async Task SaveAsync(StreamedFile file, CancellationToken token)
    {
        string path = _scratch.PathOf(file.SafeFileName);
        switch (file.FieldsSoFar["way"].ToString())
        {
            case "path":
                await file.CopyToFileAsync(path, cancellationToken: token);
                break;
            case "stream":
                await using (FileStream created = File.Create(path))
                {
                    await file.CopyToAsync(created, token);
                }

                break;
            case "staged":
                await file.StageAsync(cancellationToken: token);
                break;
            case "own":
                file.OnAborted(() => File.Delete(path));
                await File.WriteAllBytesAsync(path, [1], token);
                break;
        }
    }

    public class PhotoController(InvalidFormTests tests) : ControllerBase
    {
        [HttpPost("/controller"), DisableFormModelBinding]
        public async Task<IActionResult> Post(CancellationToken ct)
        {
            StreamedForm<Photo> form = await this.StreamFiles<Photo>(tests.SaveAsync, cancellationToken: ct);
            return form.IsValid ? Ok(form.Files) : ValidationProblem(ModelState);
        }

        [HttpPost("/plain-controller"), DisableFormModelBinding]
        public async Task<IActionResult> Plain(int number, CancellationToken ct)
        {
            StreamedForm form = await this.StreamFiles(tests.SaveAsync, cancellationToken: ct);
            return form.IsValid ? Ok(number) : ValidationProblem(ModelState);
        }
    }

    public class Photo
    {
        [Required]
        public string? Title { get; set; }
    }
}
