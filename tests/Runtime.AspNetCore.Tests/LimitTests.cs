using System.Net;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Routing;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;

namespace StreamTuning.AspNetCore;

/// <summary>That a form may have as much as it may, and not a byte more.</summary>
public sealed class LimitTests
{
    private static readonly byte[] _file = Bytes.Random(100_000);

    public static TheoryData<string, HttpStatusCode> Exceeded { get; } = new()
    {
        { nameof(StreamFilesOptions.MaxFileBytes), HttpStatusCode.RequestEntityTooLarge },
        { nameof(StreamFilesOptions.MaxTotalBytes), HttpStatusCode.RequestEntityTooLarge },
        { nameof(StreamFilesOptions.MaxFiles), HttpStatusCode.RequestEntityTooLarge },
        { nameof(StreamFilesOptions.MaxFields), HttpStatusCode.RequestEntityTooLarge },
        { nameof(StreamFilesOptions.MaxValueLength), HttpStatusCode.RequestEntityTooLarge },
        { nameof(StreamFilesOptions.MaxFieldsLength), HttpStatusCode.RequestEntityTooLarge },
        { nameof(StreamFilesOptions.MaxKeyLength), HttpStatusCode.BadRequest },
        { nameof(StreamFilesOptions.MaxBoundaryLength), HttpStatusCode.BadRequest },
        { nameof(StreamFilesOptions.MaxPartHeaders), HttpStatusCode.BadRequest },
        { nameof(StreamFilesOptions.MaxPartHeadersLength), HttpStatusCode.BadRequest },
    };

    [Theory]
    [MemberData(nameof(Exceeded))]
    public async Task A_limit_is_what_may_be_reached_and_not_exceeded(string limit, HttpStatusCode refusal)
    {
        // Two files and two fields, with whatever is limited.
        byte[] form = new RawForm().Field("a", "1").Field("bcd", "value").File("f", "x", _file).File("g", "y", _file).End();
        const string LongestHeaders = "\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x\"\r\nContent-Type: image/jpeg";
        long reached = limit switch
        {
            nameof(StreamFilesOptions.MaxFileBytes) => _file.Length,
            nameof(StreamFilesOptions.MaxTotalBytes) => form.Length,
            nameof(StreamFilesOptions.MaxFieldsLength) => "a1bcdvalue".Length,
            nameof(StreamFilesOptions.MaxValueLength) => "value".Length,
            nameof(StreamFilesOptions.MaxKeyLength) => "bcd".Length,
            nameof(StreamFilesOptions.MaxBoundaryLength) => RawForm.Boundary.Length,
            nameof(StreamFilesOptions.MaxPartHeadersLength) => LongestHeaders.Length,
            _ => 2,
        };

        foreach (bool chunked in new[] { false, true })
        {
            // Kestrel counts what surrounds the chunks.
            long most = chunked && limit == nameof(StreamFilesOptions.MaxTotalBytes) ? reached + 1000 : reached;
            foreach (string path in FileEndpoints.Paths)
            {
                Assert.Equal(HttpStatusCode.OK, await PostAsync(most, path, chunked));
                Assert.Equal(refusal, await PostAsync(reached - 1, path, chunked));
            }
        }

        async Task<HttpStatusCode> PostAsync(long value, string path, bool chunked)
        {
            using var endpoints = new FileEndpoints
            {
                Options = options =>
                {
                    var property = typeof(StreamFilesOptions).GetProperty(limit)!;
                    Type type = Nullable.GetUnderlyingType(property.PropertyType) ?? property.PropertyType;
                    property.SetValue(options, Convert.ChangeType(value, type, System.Globalization.CultureInfo.InvariantCulture));
                },
            };
            await using UploadServer server = await UploadServer.StartAsync(endpoints.Map);
            Answer answer = await server.PostAsync(path, form, configure: message => message.Headers.TransferEncodingChunked = chunked);
            Assert.Equal(answer.Status != HttpStatusCode.OK || path == FileEndpoints.Unread ? 0 : 2, endpoints.Files.Length);
            Assert.Empty(server.Errors.Errors);
            if (answer.Status != HttpStatusCode.OK)
            {
                Assert.Equal("application/problem+json", answer.ContentType);
            }

            return answer.Status;
        }
    }

    [Fact]
    public async Task A_refusal_is_answered_where_the_serializer_of_the_application_does_not_know_problems()
    {
        using var endpoints = new FileEndpoints { Options = options => options.MaxFiles = 1 };
        await using UploadServer server = await UploadServer.StartAsync(
            endpoints.Map,
            // As in a program that is trimmed, or compiled ahead of time.
            builder => builder.Services.ConfigureHttpJsonOptions(options => options.SerializerOptions.TypeInfoResolver = new AllButProblems()));

        Answer answer = await server.PostAsync(FileEndpoints.ToPath, new RawForm().File("f", "x", _file).File("g", "y", _file).End());

        Assert.Equal((HttpStatusCode.RequestEntityTooLarge, "application/problem+json"), (answer.Status, answer.ContentType));
        Assert.Equal("The form has more than 1 files.", JsonDocument.Parse(answer.Body).RootElement.GetProperty("detail").GetString());
        Assert.Empty(endpoints.Files);
        Assert.Empty(server.Errors.Errors);
    }

    [Theory]
    [InlineData("image/png", "image/png", true)]
    [InlineData("image/png", "image/*", true)]
    [InlineData("image/png; q=1", "image/png", true)]
    [InlineData("image/svg+xml", "image/png", false)]
    [InlineData("text/html", "image/*", false)]
    [InlineData("nonsense", "image/*", false)]
    public async Task Only_allowed_content_types_are_taken(string type, string allowed, bool isAllowed)
    {
        using var endpoints = new FileEndpoints { Options = options => options.AllowedContentTypes.Add(allowed) };
        await using UploadServer server = await UploadServer.StartAsync(endpoints.Map);

        Answer answer = await server.PostAsync(FileEndpoints.ToPath, new RawForm().File("f", "x", _file, type).End());

        Assert.Equal(isAllowed ? HttpStatusCode.OK : HttpStatusCode.UnsupportedMediaType, answer.Status);
        Assert.Equal(isAllowed ? 1 : 0, endpoints.Files.Length);
    }

    [Fact]
    public async Task A_field_behind_a_file_is_refused_where_fields_must_come_first()
    {
        using var endpoints = new FileEndpoints { Options = options => options.FieldsMustPrecedeFiles = true };
        await using UploadServer server = await UploadServer.StartAsync(endpoints.Map);

        Answer good = await server.PostAsync(FileEndpoints.ToPath, new RawForm().Field("a", "1").File("f", "x", _file).End());
        Answer bad = await server.PostAsync(FileEndpoints.ToPath, new RawForm().File("f", "x", _file).Field("a", "1").End());

        Assert.Equal((HttpStatusCode.OK, HttpStatusCode.BadRequest), (good.Status, bad.Status));
        Assert.Single(endpoints.Files);
    }

    [Theory]
    [InlineData("")]
    [InlineData("Expect: 100-continue\r\n")]
    public async Task A_body_that_is_announced_too_long_is_refused_before_it_is_sent(string expect)
    {
        using var endpoints = new FileEndpoints { Options = options => options.MaxTotalBytes = 1000 };
        await using UploadServer server = await UploadServer.StartAsync(endpoints.Map);
        foreach (long length in new[] { 1001, 100_000, 10_000_000_000 })
        {
            using RawClient client = await server.ConnectAsync();
            await client.SendHeadAsync(FileEndpoints.ToPath, length, headers: expect);

            Assert.Equal(413, (await client.ReadResponseAsync())?.Status);
        }

        Assert.Empty(server.Errors.Errors);
    }

    [Fact]
    public async Task A_client_that_waits_to_be_told_to_go_on_is_told()
    {
        using var endpoints = new FileEndpoints();
        await using UploadServer server = await UploadServer.StartAsync(endpoints.Map);
        byte[] form = RawForm.OneFile(_file);
        using RawClient client = await server.ConnectAsync();
        await client.SendHeadAsync(FileEndpoints.ToPath, form.Length, headers: "Expect: 100-continue\r\n");

        Assert.Equal(100, (await client.ReadResponseAsync())?.Status);
        await client.SendAsync(form);
        Assert.Equal(200, (await client.ReadResponseAsync())?.Status);
    }

    [Fact]
    public async Task A_client_that_sends_a_body_that_is_too_long_gets_the_answer()
    {
        using var endpoints = new FileEndpoints { Options = options => options.MaxTotalBytes = 1000 };
        await using UploadServer server = await UploadServer.StartAsync(endpoints.Map);
        byte[] form = RawForm.OneFile(new byte[20_000_000]);
        using RawClient client = await server.ConnectAsync();

        Answer overHttp2 = await server.PostAsync(FileEndpoints.ToPath, form, http2: true);
        RawResponse? overHttp1 = await client.PostAsync(FileEndpoints.ToPath, form, chunked: false);

        Assert.Equal((HttpStatusCode.RequestEntityTooLarge, "application/problem+json"), (overHttp2.Status, overHttp2.ContentType));
        Assert.Equal((413, "application/problem+json"), (overHttp1?.Status, overHttp1?.Headers["Content-Type"].Single()));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1000)]
    [Trait(Suite.Name, Suite.Slow)]
    public async Task A_client_that_is_too_slow_is_ended_by_the_server(int sent)
    {
        using var endpoints = new FileEndpoints();
        await using UploadServer server = await UploadServer.StartAsync(
            endpoints.Map, kestrel: options => options.Limits.MinRequestBodyDataRate = new MinDataRate(1_000_000, TimeSpan.FromSeconds(1.1)));
        byte[] form = RawForm.OneFile(_file);
        foreach (string path in FileEndpoints.Paths)
        {
            using RawClient client = await server.ConnectAsync();
            await client.SendHeadAsync(path, form.Length);
            await client.SendAsync(form.AsMemory(0, sent));

            Assert.Equal(408, (await client.ReadResponseAsync())?.Status);
            Assert.True(await client.IsClosedAsync());
        }

        Assert.Empty(endpoints.Files);
        Assert.Empty(server.Errors.Errors);
    }

    [Theory]
    [InlineData(null, null, 1000)]
    [InlineData(500L, null, 500)]
    [InlineData(5_000L, null, 5_000)]
    [InlineData(null, 500L, 1000)]
    [InlineData(null, 5_000L, 5_000 + (16 * 1024 * 1024) + (64 * 1024))]
    [InlineData(2_000L, 5_000L, 2_000)]
    public async Task The_limit_of_the_server_is_changed_for_the_request_only_where_that_is_asked_for(long? total, long? file, long expected)
    {
        long? limit = null;
        await using UploadServer server = await UploadServer.StartAsync(
            app =>
            {
                app.MapPost("/", async context =>
                {
                    await context.Request.StreamFilesAsync((_, _) =>
                    {
                        limit = context.Features.Get<IHttpMaxRequestBodySizeFeature>()!.MaxRequestBodySize;
                        return Task.CompletedTask;
                    });
                }).WithStreamedFiles(options => (options.MaxTotalBytes, options.MaxFileBytes) = (total, file)).DisableAntiforgery();
                app.MapPost("/other", async context => await context.Request.Body.CopyToAsync(Stream.Null));
            },
            kestrel: options => options.Limits.MaxRequestBodySize = 1000);

        await server.PostAsync("/", RawForm.OneFile(new byte[10]));

        Assert.Equal(expected, limit);
        Assert.Equal(HttpStatusCode.RequestEntityTooLarge, (await server.PostAsync("/other", new byte[1001])).Status);
    }

    [Fact]
    public async Task A_limit_for_files_does_not_raise_what_an_attribute_says_of_the_request()
    {
        await using UploadServer server = await UploadServer.StartAsync(app =>
            app.MapPost("/", [RequestSizeLimit(1000)] (HttpRequest request) => request.StreamFilesAsync((_, _) => Task.CompletedTask))
                .WithStreamedFiles(options => options.MaxFileBytes = 5_000).DisableAntiforgery());

        Assert.Equal(HttpStatusCode.RequestEntityTooLarge, (await server.PostAsync("/", RawForm.OneFile(new byte[2_000]))).Status);
    }

    [Fact]
    public async Task Allowed_content_types_are_those_that_are_left()
    {
        await using UploadServer server = await UploadServer.StartAsync(app => app.MapPost("/", Stream).DisableAntiforgery().WithStreamedFiles(options =>
        {
            IList<string> types = options.AllowedContentTypes;
            types.Add("text/html");
            types.Clear();
            types.Add("image/jpeg");
            types.Add("text/plain");
            types.Insert(0, "image/gif");
            types.Remove("text/plain");
            types[1] = "image/png";
        }));

        Assert.Equal(HttpStatusCode.OK, (await server.PostAsync("/", Form("image/gif"))).Status);
        Assert.Equal(HttpStatusCode.OK, (await server.PostAsync("/", Form("image/png"))).Status);
        Assert.Equal(HttpStatusCode.UnsupportedMediaType, (await server.PostAsync("/", Form("image/jpeg"))).Status);
        Assert.Equal(HttpStatusCode.UnsupportedMediaType, (await server.PostAsync("/", Form("text/plain"))).Status);

        static byte[] Form(string type) => new RawForm().File("f", "a", [], type).End();

        static Task Stream(HttpRequest request) => request.StreamFilesAsync((_, _) => Task.CompletedTask);
    }

    [Fact]
    public void Options_take_no_nonsense()
    {
        var options = new StreamFilesOptions();

        Assert.Throws<ArgumentOutOfRangeException>(() => options.MaxFileBytes = -1);
        Assert.Throws<ArgumentOutOfRangeException>(() => options.MaxTotalBytes = -1);
        Assert.Throws<ArgumentOutOfRangeException>(() => options.MaxFiles = -1);
        Assert.Throws<ArgumentOutOfRangeException>(() => options.MaxFields = -1);
        Assert.Throws<ArgumentOutOfRangeException>(() => options.MaxKeyLength = 0);
        Assert.Throws<ArgumentOutOfRangeException>(() => options.MaxValueLength = -1);
        Assert.Throws<ArgumentOutOfRangeException>(() => options.MaxValueLength = int.MaxValue);
        Assert.Throws<ArgumentOutOfRangeException>(() => options.MaxFieldsLength = -1);
        Assert.Throws<ArgumentOutOfRangeException>(() => options.MaxBoundaryLength = 0);
        Assert.Throws<ArgumentOutOfRangeException>(() => options.MaxPartHeaders = 0);
        Assert.Throws<ArgumentOutOfRangeException>(() => options.MaxPartHeadersLength = 0);
        Assert.Throws<ArgumentOutOfRangeException>(() => options.MaxPartHeadersLength = int.MaxValue);
        Assert.Throws<ArgumentOutOfRangeException>(() => options.BufferSize = 1023);
        Assert.Throws<ArgumentException>(() => options.AllowedContentTypes.Add("image"));
        options.AllowedContentTypes.Add("image/png");
        Assert.Throws<ArgumentException>(() => options.AllowedContentTypes[0] = "");
        Assert.Equal(["image/png"], options.AllowedContentTypes);
        options.MaxFileBytes = null;
        options.MaxTotalBytes = null;
        options.BufferSize = null;
    }

    [Fact]
    public async Task The_options_of_the_call_come_before_those_of_endpoint_group_and_application()
    {
        await using UploadServer server = await UploadServer.StartAsync(
            app =>
            {
                Map(app, "/application", null);
                Map(app, "/endpoint", null).WithStreamedFiles(options => options.MaxFileBytes = 2);
                Map(app, "/call", new StreamFilesOptions { MaxFileBytes = 3 }).WithStreamedFiles(options => options.MaxFileBytes = 2);
                RouteGroupBuilder group = app.MapGroup("/group").WithStreamedFiles(options => options.MaxFileBytes = 4);
                Map(group, "/it", null);
                Map(group, "/other", null).WithStreamedFiles(options => options.MaxFiles = 5);
            },
            builder => builder.Services.AddStreamTuning(options => options.Uploads.MaxFileBytes = 1));

        Assert.Equal(1, await LongestAsync("/application"));
        Assert.Equal(2, await LongestAsync("/endpoint"));
        Assert.Equal(3, await LongestAsync("/call"));
        Assert.Equal(4, await LongestAsync("/group/it"));
        Assert.Equal(4, await LongestAsync("/group/other"));

        async Task<int> LongestAsync(string path)
        {
            int length = 0;
            while ((await server.PostAsync(path, RawForm.OneFile(new byte[length + 1]))).Status == HttpStatusCode.OK)
            {
                length++;
            }

            return length;
        }

        static RouteHandlerBuilder Map(IEndpointRouteBuilder routes, string path, StreamFilesOptions? options) =>
            routes.MapPost(path, async (HttpRequest request) => { await request.StreamFilesAsync((_, _) => Task.CompletedTask, options); }).DisableAntiforgery();
    }

    private sealed class AllButProblems : IJsonTypeInfoResolver
    {
        private readonly DefaultJsonTypeInfoResolver _all = new();

        public JsonTypeInfo? GetTypeInfo(Type type, JsonSerializerOptions options) => type == typeof(ProblemDetails) ? null : _all.GetTypeInfo(type, options);
    }
}
