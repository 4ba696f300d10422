using System.ComponentModel.DataAnnotations;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.Extensions.DependencyInjection;

namespace StreamTuning.AspNetCore;

/// <summary>What hostile requests are sent to: endpoints with all limits at their defaults, with low ones, with a token, with a model, and for bodies that are no forms.</summary>
internal sealed class HostileEndpoints : IDisposable
{
    /// <summary>Writes files under their safe names.</summary>
    public const string Named = "/named";

    /// <summary>Has low limits.</summary>
    public const string Limited = "/limited";

    /// <summary>Limits nothing but the whole, to 20,000 bytes.</summary>
    public const string Total = "/total";

    /// <summary>Takes images only, and no field behind them.</summary>
    public const string Strict = "/strict";

    /// <summary>Requires an antiforgery token.</summary>
    public const string Token = "/token";

    /// <summary>Binds and validates a model.</summary>
    public const string Model = "/model";

    /// <summary>Does the same in a controller.</summary>
    public const string Controller = "/controller";

    /// <summary>Takes a body of 1,000 bytes that need not be a form.</summary>
    public const string Body = "/body";

    /// <summary>Decompresses requests, and writes files under their safe names.</summary>
    public const string Decompressed = "/decompressed";

    private readonly FileEndpoints _files = new();
    private readonly Scratch _named = new();

    /// <summary>The names of all files that are there.</summary>
    public IEnumerable<string> Left => _files.Files.Select(path => Path.GetFileName(path)).Concat(_named.Names);

    public Task<UploadServer> StartAsync() => UploadServer.StartAsync(
        app =>
        {
            app.UseWhen(context => context.Request.Path == Decompressed, branch => branch.UseRequestDecompression());
            app.UseAntiforgery();
            _files.Map(app);
            Map(app, Named, null).DisableAntiforgery();
            Map(app, Decompressed, null).DisableAntiforgery();
            Map(app, Limited, options =>
            {
                options.MaxFileBytes = 1000;
                options.MaxFiles = 2;
                options.MaxFields = 2;
                options.MaxKeyLength = 8;
                options.MaxValueLength = 100;
                options.MaxFieldsLength = 150;
                options.MaxBoundaryLength = 20;
                options.MaxPartHeaders = 3;
                options.MaxPartHeadersLength = 300;
            }).DisableAntiforgery();
            Map(app, Total, options => options.MaxTotalBytes = 20_000).DisableAntiforgery();
            Map(app, Strict, options =>
            {
                options.AllowedContentTypes.Add("image/*");
                options.FieldsMustPrecedeFiles = true;
            }).DisableAntiforgery();
            Map(app, Token, null);
            app.MapPost(Model, async (HttpRequest request, CancellationToken ct) =>
            {
                StreamedForm<Photo> form = await request.StreamFilesAsync<Photo>(SaveAsync, cancellationToken: ct);
                return form.IsValid ? Results.Ok() : Results.ValidationProblem(form.Errors);
            }).WithStreamedFiles().DisableAntiforgery();
            app.MapPost(Body, (HttpRequest request, CancellationToken ct) => request.CopyToFileAsync(_named.PathOf("body"), cancellationToken: ct))
                .WithStreamedBody().WithMetadata(new RequestSizeLimitAttribute(1000));
            app.MapControllers();
        },
        builder =>
        {
            ControllerTests.AddController(builder, typeof(PhotoController));
            builder.Services.AddRequestDecompression().AddAntiforgery().AddSingleton(this);
        });

    public void Dispose()
    {
        _files.Dispose();
        _named.Dispose();
    }

    private Task SaveAsync(StreamedFile file, CancellationToken token) => file.CopyToFileAsync(_named.PathOf(file.SafeFileName), cancellationToken: token);

    private RouteHandlerBuilder Map(WebApplication app, string pattern, Action<StreamFilesOptions>? options) =>
        app.MapPost(pattern, async (HttpRequest request, CancellationToken ct) => { await request.StreamFilesAsync(SaveAsync, cancellationToken: ct); })
            .WithStreamedFiles(options);

    public class PhotoController(HostileEndpoints endpoints) : ControllerBase
    {
        [HttpPost(Controller), DisableFormModelBinding, IgnoreAntiforgeryToken]
        public async Task<IActionResult> Post(CancellationToken ct)
        {
            StreamedForm<Photo> form = await this.StreamFiles<Photo>(endpoints.SaveAsync, cancellationToken: ct);
            return form.IsValid ? Ok() : ValidationProblem(ModelState);
        }
    }

    public class Photo
    {
        [Required]
        public string? Title { get; set; }

        public int Year { get; set; }

        public List<string> Tags { get; set; } = [];

        public Photo? Next { get; set; }
    }
}
