using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace StreamTuning.AspNetCore;

/// <summary>What an application registers and configures.</summary>
public sealed class ServicesTests : IDisposable
{
    private readonly Scratch _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void Options_come_from_configuration()
    {
        StreamTuningOptions options = Provider(
            ("Uploads:MaxFileBytes", "1000"),
            ("Uploads:MaxTotalBytes", "2000"),
            ("Uploads:MaxFiles", "3"),
            ("Uploads:MaxFields", "4"),
            ("Uploads:MaxKeyLength", "5"),
            ("Uploads:MaxValueLength", "6"),
            ("Uploads:MaxFieldsLength", "7"),
            ("Uploads:MaxBoundaryLength", "8"),
            ("Uploads:MaxPartHeaders", "9"),
            ("Uploads:MaxPartHeadersLength", "10"),
            ("Uploads:BufferSize", "2048"),
            ("Uploads:AllowedContentTypes:0", "image/*"),
            ("Uploads:FieldsMustPrecedeFiles", "true"),
            ("Uploads:Antiforgery", "false"),
            ("Temp:UseSystemDirectory", "false"),
            ("Temp:UseHomeDirectory", "false"),
            ("Temp:Directories:0", "/one"),
            ("Temp:Directories:1", "/two"),
            ("Temp:MemoryLimit", "11"),
            ("Temp:AssumedLength", "12"),
            ("Temp:SweepLeftovers", "false"),
            ("Copying:BlockSize", "13"),
            ("Copying:Depth", "14"),
            ("Copying:MemoryBudget", "15"),
            ("Copying:Replace", "Atomic")).GetRequiredService<IOptions<StreamTuningOptions>>().Value;

        StreamFilesOptions uploads = options.Uploads;
        Assert.Equal(
            (1000L, 2000L, 3, 4, 5, 6, 7L),
            (uploads.MaxFileBytes!.Value, uploads.MaxTotalBytes!.Value, uploads.MaxFiles, uploads.MaxFields, uploads.MaxKeyLength, uploads.MaxValueLength, uploads.MaxFieldsLength));
        Assert.Equal(
            (8, 9, 10, 2048, true, false),
            (uploads.MaxBoundaryLength, uploads.MaxPartHeaders, uploads.MaxPartHeadersLength, uploads.BufferSize!.Value, uploads.FieldsMustPrecedeFiles, uploads.Antiforgery));
        Assert.Equal(["image/*"], uploads.AllowedContentTypes);
        Assert.Equal((false, false, 11, 12L, false), (options.Temp.UseSystemDirectory, options.Temp.UseHomeDirectory, options.Temp.MemoryLimit, options.Temp.AssumedLength, options.Temp.SweepLeftovers));
        Assert.Equal(["/one", "/two"], options.Temp.Directories);
        Assert.Equal((13, 14, 15L, FileReplacement.Atomic), (options.Copying.BlockSize, options.Copying.Depth, options.Copying.MemoryBudget, options.Copying.Replace));
    }

    [Fact]
    public void Without_configuration_the_defaults_stay()
    {
        StreamTuningOptions options = Provider().GetRequiredService<IOptions<StreamTuningOptions>>().Value;

        Assert.Null(options.Uploads.MaxFileBytes);
        Assert.Equal((1024, true, true, 1 << 20), (options.Uploads.MaxFiles, options.Uploads.Antiforgery, options.Temp.UseSystemDirectory, options.Copying.BlockSize));
    }

    [Theory]
    [InlineData("Uploads:MaxFileBytes", "many")]
    [InlineData("Uploads:MaxFileBytes", "-1")]
    [InlineData("Uploads:AllowedContentTypes:0", "image")]
    [InlineData("Temp:MemoryLimit", "-1")]
    [InlineData("Copying:BlockSize", "0")]
    [InlineData("Copying:Replace", "Sometimes")]
    public async Task A_value_that_makes_no_sense_is_found_when_the_application_starts(string key, string value)
    {
        await Assert.ThrowsAnyAsync<Exception>(() => UploadServer.StartAsync(
            _ => { }, builder => builder.Services.AddStreamTuning(Configuration((key, value)))));
    }

    [Fact]
    public void Code_and_configuration_add_up_and_a_space_that_is_registered_stays()
    {
        var own = new TempSpace();
        var services = new ServiceCollection();
        services.AddSingleton(own);
        services.AddStreamTuning(Configuration(("Uploads:MaxFiles", "1"))).AddStreamTuning(options => options.Uploads.MaxFields = 2);
        using ServiceProvider provider = services.BuildServiceProvider();

        StreamFilesOptions uploads = provider.GetRequiredService<IOptions<StreamTuningOptions>>().Value.Uploads;
        Assert.Equal((1, 2), (uploads.MaxFiles, uploads.MaxFields));
        Assert.Same(own, provider.GetRequiredService<TempSpace>());
        Assert.Throws<ArgumentNullException>(() => services.AddStreamTuning((IConfiguration)null!));
        Assert.Throws<ArgumentNullException>(() => ((IServiceCollection)null!).AddStreamTuning());
    }

    [Fact]
    public async Task Staged_files_go_where_the_application_says_and_it_is_logged()
    {
        byte[] content = Bytes.Random(3_000_000);
        string? moved = null;
        string? left = null;
        var decisions = new List<TempSpaceDecision>();
        UploadServer server = await UploadServer.StartAsync(
            app => app.MapPost("/", async (HttpRequest request, CancellationToken ct) =>
            {
                await request.StreamFilesAsync(
                    async (file, ct) =>
                    {
                        TempFile staged = await file.StageAsync(cancellationToken: ct);
                        Assert.Equal(content.Length, staged.Length);
                        if (file.Name == "moved")
                        {
                            await staged.MoveToAsync(moved = _scratch.PathOf("final"), cancellationToken: ct);
                        }
                        else
                        {
                            left = staged.Path;
                        }
                    },
                    cancellationToken: ct);
                Assert.True(File.Exists(left));
            }).WithStreamedFiles().DisableAntiforgery(),
            builder => builder.Services.AddStreamTuning(options =>
            {
                options.Temp.UseSystemDirectory = false;
                options.Temp.UseHomeDirectory = false;
                options.Temp.Directories.Add(_scratch.Root);
                options.Temp.DecisionMade = decisions.Add;
            }));

        Answer answer = await server.PostAsync("/", new RawForm().File("moved", "a", content).File("left", "b", content).End());
        ErrorLog log = server.Errors;

        // The client may know the answer before the server has tidied up.
        await server.DisposeAsync();

        Assert.True(answer.Status == HttpStatusCode.OK, string.Join("\n", server.Unhandled));
        Bytes.AssertEqual(content, File.ReadAllBytes(moved!));
        Assert.StartsWith(_scratch.Root, left);
        Assert.False(File.Exists(left));
        Assert.Equal(2, decisions.Count);
        Assert.All(log.Own, entry => Assert.Equal(LogLevel.Debug, entry.Level));
        Assert.All(log.Own, entry => Assert.StartsWith("temp_space reason=room", entry.Message));
    }

    [Fact]
    public async Task Copies_are_done_as_the_application_says()
    {
        string path = _scratch.WithFile("file", [1]);
        await using UploadServer server = await UploadServer.StartAsync(
            app => app.MapPost("/", async (HttpRequest request) => { await request.StreamFilesAsync((file, ct) => file.CopyToFileAsync(path, cancellationToken: ct)); })
                .WithStreamedFiles().DisableAntiforgery(),
            builder => builder.Services.AddStreamTuning(options => options.Copying.Replace = FileReplacement.Atomic));

        // Cut off: in place, what had arrived would be there.
        Assert.Equal(HttpStatusCode.BadRequest, (await server.PostAsync("/", RawForm.OneFile(new byte[5_000_000])[..^10])).Status);
        Assert.Equal([1], File.ReadAllBytes(path));
    }

    [Fact]
    public async Task An_endpoint_says_what_it_accepts()
    {
        await using UploadServer server = await UploadServer.StartAsync(app =>
        {
            app.MapPost("/", () => "multipart").WithStreamedFiles();
            app.MapPost("/", () => "json").WithMetadata(new AcceptsMetadata(["application/json"]));
        });

        Endpoint endpoint = server.Services.GetRequiredService<EndpointDataSource>().Endpoints.First(endpoint => endpoint.Metadata.GetMetadata<IAcceptsMetadata>()!.ContentTypes[0] != "application/json");
        Assert.Equal(["multipart/form-data"], endpoint.Metadata.GetMetadata<IAcceptsMetadata>()!.ContentTypes);
        Assert.Equal("multipart", (await server.PostAsync("/", RawForm.OneFile([]))).Body);
        Assert.Equal("json", (await server.PostAsync("/", "{}"u8.ToArray(), contentType: "application/json")).Body);
        Assert.Equal(HttpStatusCode.UnsupportedMediaType, (await server.PostAsync("/", [1], contentType: "text/plain")).Status);
        Assert.Throws<ArgumentNullException>(() => ((RouteHandlerBuilder)null!).WithStreamedFiles());
    }

    private static IConfiguration Configuration(params (string Key, string Value)[] values) =>
        new ConfigurationBuilder().AddInMemoryCollection(values.ToDictionary(value => value.Key, value => (string?)value.Value)).Build();

    private static ServiceProvider Provider(params (string Key, string Value)[] values) =>
        new ServiceCollection().AddStreamTuning(Configuration(values)).BuildServiceProvider();
}
