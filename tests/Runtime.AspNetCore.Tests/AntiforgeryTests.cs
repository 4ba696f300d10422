using System.Net;
using Microsoft.AspNetCore.Antiforgery;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.Extensions.DependencyInjection;

namespace StreamTuning.AspNetCore;

/// <summary>That a streamed form needs its antiforgery token in the header, and that nobody reads the form to find it elsewhere.</summary>
public sealed class AntiforgeryTests
{
    private static readonly byte[] _file = Bytes.Random(100_000);

    public static TheoryData<string, bool> Endpoints { get; } = new()
    {
        // With the middleware that validates tokens, and without.
        { "/minimal", true },
        { "/minimal", false },
        { "/required", true },
        { "/required", false },
        { "/unmarked", true },
        { "/unmarked", false },
        { "/controller", true },
        { "/controller", false },
        { "/validate", true },
        { "/validate", false },
        { "/auto", true },
        { "/requiredaction", true },
    };

    [Theory]
    [MemberData(nameof(Endpoints))]
    public async Task A_token_is_required_in_the_header_before_the_body_is_read(string path, bool withMiddleware)
    {
        await using UploadServer server = await StartAsync(withMiddleware);
        (string cookie, string token) = await TokensAsync(server);

        Answer none = await server.PostAsync(path, RawForm.OneFile(_file), configure: message => message.Headers.Add("Cookie", cookie));
        Answer inForm = await server.PostAsync(
            path, new RawForm().Field("__RequestVerificationToken", token).File("f", "a", _file).End(), configure: message => message.Headers.Add("Cookie", cookie));
        Answer wrong = await PostAsync(cookie, "nonsense");
        Answer withoutCookie = await PostAsync(null, token);
        Answer good = await PostAsync(cookie, token);

        Assert.All(new[] { none, inForm, wrong, withoutCookie }, answer => Assert.True(answer.Status == HttpStatusCode.BadRequest, $"{answer.Status} {answer.Body}"));
        Assert.Equal((HttpStatusCode.OK, "1"), (good.Status, good.Body));
        Assert.DoesNotContain(server.Unhandled, error => error is not BadHttpRequestException);

        Task<Answer> PostAsync(string? cookie, string token) => server.PostAsync(path, RawForm.OneFile(_file), configure: message =>
        {
            if (cookie is not null)
            {
                message.Headers.Add("Cookie", cookie);
            }

            message.Headers.Add("RequestVerificationToken", token);
        });
    }

    [Theory]
    [InlineData("/disabled")]
    [InlineData("/option")]
    [InlineData("/ignore")]
    [InlineData("/ignoreaction")]
    public async Task No_token_is_required_where_that_is_said(string path)
    {
        await using UploadServer server = await StartAsync(withMiddleware: true);

        Answer answer = await server.PostAsync(path, RawForm.OneFile(_file));

        Assert.Equal((HttpStatusCode.OK, "1"), (answer.Status, answer.Body));
    }

    [Fact]
    public async Task A_request_without_token_is_refused_before_it_sends_its_body()
    {
        await using UploadServer server = await StartAsync(withMiddleware: true);
        foreach (string path in new[] { "/minimal", "/required", "/controller", "/validate", "/auto" })
        {
            using RawClient client = await server.ConnectAsync();
            await client.SendHeadAsync(path, 1_000_000, headers: "Expect: 100-continue\r\n");

            Assert.Equal(400, (await client.ReadResponseAsync())?.Status);
        }
    }

    [Fact]
    public async Task Without_antiforgery_services_an_endpoint_is_a_mistake_and_a_controller_is_not()
    {
        await using UploadServer server = await UploadServer.StartAsync(
            app =>
            {
                app.MapPost("/minimal", Stream).WithStreamedFiles();
                app.MapPost("/disabled", Stream).WithStreamedFiles().DisableAntiforgery();
                app.MapControllers();
            },
            builder => ControllerTests.AddController(builder, typeof(TokenController)));

        Assert.Equal(HttpStatusCode.InternalServerError, (await server.PostAsync("/minimal", RawForm.OneFile(_file))).Status);
        string message = Assert.IsType<InvalidOperationException>(Assert.Single(server.Unhandled)).Message;
        Assert.Contains("AddAntiforgery()", message);
        Assert.Contains("DisableAntiforgery()", message);
        Assert.Equal("1", (await server.PostAsync("/disabled", RawForm.OneFile(_file))).Body);
        Assert.Equal("1", (await server.PostAsync("/controller", RawForm.OneFile(_file))).Body);
    }

    [Fact]
    public async Task Without_a_header_for_the_token_there_is_no_way_to_send_it()
    {
        await using UploadServer server = await UploadServer.StartAsync(
            app => app.MapPost("/", Stream).WithStreamedFiles(), builder => builder.Services.AddAntiforgery(options => options.HeaderName = null));

        await server.PostAsync("/", RawForm.OneFile(_file));

        Assert.Contains("HeaderName", Assert.IsType<InvalidOperationException>(Assert.Single(server.Unhandled)).Message);
    }

    private static Task<UploadServer> StartAsync(bool withMiddleware) => UploadServer.StartAsync(
        app =>
        {
            if (withMiddleware)
            {
                app.UseAntiforgery();
            }

            app.MapGet("/token", (IAntiforgery antiforgery, HttpContext context) => antiforgery.GetAndStoreTokens(context).RequestToken);
            app.MapPost("/minimal", Stream).WithStreamedFiles();
            app.MapPost("/required", Stream).WithStreamedFiles().WithMetadata(new RequireAntiforgeryTokenAttribute());
            app.MapPost("/unmarked", Stream);
            app.MapPost("/disabled", Stream).WithStreamedFiles().DisableAntiforgery();
            app.MapPost("/option", Stream).WithStreamedFiles(options => options.Antiforgery = false);
            app.MapControllers();
        },
        builder =>
        {
            ControllerTests.AddController(builder, typeof(TokenController));

            // With what validates tokens in controllers.
            builder.Services.AddMvc();
        });

    private static async Task<int> Stream(HttpRequest request, CancellationToken ct) =>
        (await request.StreamFilesAsync((_, _) => Task.CompletedTask, cancellationToken: ct)).Files.Count;

    private static async Task<(string Cookie, string Token)> TokensAsync(UploadServer server)
    {
        using HttpClient client = server.Client();
        using HttpResponseMessage response = await client.GetAsync("/token");
        string cookie = Assert.Single(response.Headers.GetValues("Set-Cookie"));
        return (cookie[..cookie.IndexOf(';')], await response.Content.ReadAsStringAsync());
    }

    public class TokenController : ControllerBase
    {
        [HttpPost("/controller"), DisableFormModelBinding]
        public Task<int> Plain(CancellationToken ct) => StreamAsync(ct);

        [HttpPost("/validate"), DisableFormModelBinding, ValidateAntiForgeryToken]
        public Task<int> Validate(CancellationToken ct) => StreamAsync(ct);

        [HttpPost("/auto"), DisableFormModelBinding, AutoValidateAntiforgeryToken]
        public Task<int> Auto(CancellationToken ct) => StreamAsync(ct);

        [HttpPost("/requiredaction"), DisableFormModelBinding, RequireAntiforgeryToken]
        public Task<int> Required(CancellationToken ct) => StreamAsync(ct);

        [HttpPost("/ignore"), DisableFormModelBinding, IgnoreAntiforgeryToken]
        public Task<int> Ignore(CancellationToken ct) => StreamAsync(ct);

        [HttpPost("/ignoreaction"), DisableFormModelBinding, RequireAntiforgeryToken(required: false)]
        public Task<int> IgnoreAction(CancellationToken ct) => StreamAsync(ct);

        private async Task<int> StreamAsync(CancellationToken ct) => (await this.StreamFiles((_, _) => Task.CompletedTask, cancellationToken: ct)).Files.Count;
    }
}
