using System.ComponentModel.DataAnnotations;
using System.Globalization;
using System.Net;
using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.ApplicationParts;
using Microsoft.AspNetCore.Mvc.Controllers;
using Microsoft.Extensions.DependencyInjection;

namespace StreamTuning.AspNetCore;

/// <summary>Forms that controllers stream.</summary>
public sealed class ControllerTests
{
    private static readonly byte[] _file = Bytes.Random(200_000);

    [Fact]
    public async Task What_the_callback_returns_for_each_file_is_kept()
    {
        await using UploadServer server = await StartAsync();
        byte[] form = new RawForm().File("file", "a.jpg", _file).Field("Title", "Sea").File("file", "b.jpg", []).End();

        Answer answer = await server.PostAsync("/results", form);

        Assert.Equal((HttpStatusCode.OK, "Sea 2 a.jpg 200000, b.jpg 0"), (answer.Status, answer.Body));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_token_can_follow_the_callback(bool withModel)
    {
        await using UploadServer server = await StartAsync();

        Answer answer = await server.PostAsync("/token?withModel=" + withModel, RawForm.OneFile(_file));

        Assert.Equal((HttpStatusCode.OK, "ended"), (answer.Status, answer.Body));
    }

    [Theory]
    [InlineData("/model/7", false)]
    [InlineData("/model/7", true)]
    [InlineData("/api/7", false)]
    public async Task The_fields_become_a_model_and_parameters_come_from_elsewhere(string path, bool http2)
    {
        await using UploadServer server = await StartAsync();
        byte[] form = new RawForm()
            .File("file", "a.jpg", _file)
            .Field("Title", "Sea")
            .Field("Year", "1999")
            .Field("Tags", "a").Field("Tags", "b")
            .Field("Places[0].City", "Bern").Field("Places[1].City", "Rom")
            .End();

        Answer answer = await server.PostAsync(path + "?album=x", form, http2);

        Assert.True(answer.Status == HttpStatusCode.OK, answer.Body);
        Assert.Equal("7 x Sea 1999 a,b Bern,Rom 200000", JsonSerializer.Deserialize<string>(answer.Body));
    }

    [Theory]
    [InlineData("/model/7")]
    [InlineData("/api/7")]
    public async Task What_is_not_valid_is_in_the_state_of_the_model(string path)
    {
        await using UploadServer server = await StartAsync();

        Answer answer = await server.PostAsync(path, new RawForm().Field("Year", "soon").Field("Places[0].City", "").File("file", "a.jpg", _file).End());

        Assert.Equal((HttpStatusCode.BadRequest, "application/problem+json"), (answer.Status, answer.ContentType));
        using JsonDocument problem = JsonDocument.Parse(answer.Body);
        Assert.Equal(["Places[0].City", "Title", "Year"], problem.RootElement.GetProperty("errors").EnumerateObject().Select(error => error.Name).Order(StringComparer.Ordinal));
    }

    [Fact]
    public async Task A_form_without_a_model_is_as_valid_as_the_parameters()
    {
        await using UploadServer server = await StartAsync();

        Assert.Equal("True 1", (await server.PostAsync("/plain?number=1", RawForm.OneFile(_file))).Body);
        Assert.Equal("False 1", (await server.PostAsync("/plain?number=x", RawForm.OneFile(_file))).Body);
    }

    [Theory]
    [InlineData("/model/7", "", 415)]
    [InlineData("/model/7", "text/plain", 415)]
    [InlineData("/model/7", "application/x-www-form-urlencoded", 415)]
    [InlineData("/model/7", "multipart/form-data", 400)]
    [InlineData("/model/7", "multipart/form-data; boundary=other", 400)]
    [InlineData("/api/7", "text/plain", 415)]
    [InlineData("/api/7", "multipart/form-data; boundary=other", 400)]
    public async Task A_refusal_is_a_problem_with_its_status(string path, string contentType, int status)
    {
        await using UploadServer server = await StartAsync();

        Answer answer = await server.PostAsync(path, RawForm.OneFile(_file), contentType: contentType);

        Assert.Equal(((HttpStatusCode)status, "application/problem+json"), (answer.Status, answer.ContentType));
        using JsonDocument problem = JsonDocument.Parse(answer.Body);
        Assert.Equal(status, problem.RootElement.GetProperty("status").GetInt32());
        Assert.NotEqual("", problem.RootElement.GetProperty("detail").GetString());
        Assert.Empty(server.Unhandled);
        Assert.Empty(server.Errors.Errors);
    }

    [Theory]
    [InlineData("Parent.", "Title", 40)]
    [InlineData("Parent.", "Title", 300)]
    public async Task Fields_that_are_nested_too_deeply_are_refused(string prefix, string name, int depth)
    {
        await using UploadServer server = await StartAsync();

        Answer answer = await server.PostAsync("/model/7", new RawForm().Field(string.Concat(Enumerable.Repeat(prefix, depth)) + name, "x").File("file", "a.jpg", _file).End());

        Assert.True(answer.Status == HttpStatusCode.BadRequest, answer.Body);
        Assert.Empty(server.Unhandled);
    }

    [Fact]
    public async Task Too_large_a_collection_is_refused()
    {
        await using UploadServer server = await StartAsync();
        var form = new RawForm();
        for (int i = 0; i < 1100; i++)
        {
            form.Field(string.Create(CultureInfo.InvariantCulture, $"Places[{i}].City"), "x");
        }

        Answer answer = await server.PostAsync("/many", form.End());

        Assert.True(answer.Status == HttpStatusCode.BadRequest, answer.Body);
        Assert.Empty(server.Unhandled);
    }

    [Theory]
    [InlineData("/unbound?number=1")]
    [InlineData("/formfile")]
    public async Task An_action_that_lets_the_form_be_read_is_a_mistake_that_names_the_attribute(string path)
    {
        await using UploadServer server = await StartAsync();

        Answer answer = await server.PostAsync(path, RawForm.OneFile(_file));

        Assert.Equal(HttpStatusCode.InternalServerError, answer.Status);
        Assert.Contains("[DisableFormModelBinding]", Assert.IsType<InvalidOperationException>(Assert.Single(server.Unhandled)).Message);
    }

    [Fact]
    public async Task An_action_without_parameters_needs_no_attribute()
    {
        await using UploadServer server = await StartAsync();

        Assert.Equal("1", (await server.PostAsync("/bare", RawForm.OneFile(_file))).Body);
        Assert.Equal(HttpStatusCode.BadRequest, (await server.PostAsync("/bare", RawForm.OneFile(_file)[..^5])).Status);
    }

    [Fact]
    public async Task The_attribute_leaves_forms_to_who_reads_them_in_the_action()
    {
        await using UploadServer server = await StartAsync();

        Assert.Equal("1 Sea ", (await server.PostAsync("/reads", new RawForm().Field("title", "Sea").File("f", "a", _file).End())).Body);
        Assert.Equal("0 Sea ", (await server.PostAsync("/reads", "title=Sea"u8.ToArray(), contentType: "application/x-www-form-urlencoded")).Body);
    }

    [Fact]
    public async Task A_model_that_cannot_be_bound_is_a_mistake_and_leaves_nothing()
    {
        using var scratch = new Scratch();
        UploadController.Path = scratch.PathOf("file");
        await using UploadServer server = await StartAsync();

        Answer answer = await server.PostAsync("/abstract", RawForm.OneFile(_file));

        Assert.Equal(HttpStatusCode.InternalServerError, answer.Status);
        Assert.Empty(scratch.Names);
    }

    internal static void AddController(WebApplicationBuilder builder, Type controller) =>
        builder.Services.AddControllers().ConfigureApplicationPartManager(parts =>
        {
            parts.ApplicationParts.Clear();
            parts.FeatureProviders.Clear();
            parts.FeatureProviders.Add(new Only(controller));
        });

    private static Task<UploadServer> StartAsync() => UploadServer.StartAsync(app => app.MapControllers(), builder =>
    {
        AddController(builder, typeof(UploadController));
        builder.Services.Configure<ApiBehaviorOptions>(_ => { });
    });

    public sealed record Place([Required] string City);

    public sealed record PhotoModel([Required] string Title, [Range(1800, 2100)] int Year, List<string>? Tags, List<Place>? Places, PhotoModel? Parent);

    public abstract class AbstractModel
    {
        public string? Title { get; set; }
    }

    public class UploadController : ControllerBase
    {
        public static string Path { get; set; } = "";

        [HttpPost("/model/{id}"), HttpPost("/api/{id}"), DisableFormModelBinding]
        public async Task<IActionResult> Model(int id, string? album, CancellationToken ct)
        {
            long length = 0;
            StreamedForm<PhotoModel> form = await this.StreamFiles<PhotoModel>(async (file, ct) => length += await file.CopyToAsync(Stream.Null, ct), cancellationToken: ct);
            if (!form.IsValid)
            {
                Assert.Equal(ModelState.Where(entry => entry.Value!.Errors.Count > 0).Select(entry => entry.Key).Order(), form.Errors.Keys.Order());
                return ValidationProblem(ModelState);
            }

            PhotoModel model = form.Model!;
            return new JsonResult($"{id} {album} {model.Title} {model.Year} {string.Join(",", model.Tags!)} {string.Join(",", model.Places!.Select(place => place.City))} {length}");
        }

        [HttpPost("/plain"), DisableFormModelBinding]
        public async Task<string> Plain(int number, CancellationToken ct)
        {
            StreamedForm form = await this.StreamFiles((_, _) => Task.CompletedTask, cancellationToken: ct);
            return $"{form.IsValid} {form.Files.Count}" + (number < 0 ? "-" : "");
        }

        [HttpPost("/many"), DisableFormModelBinding]
        public async Task<bool> Many(CancellationToken ct) =>
            (await this.StreamFiles<PhotoModel>((_, _) => Task.CompletedTask, new StreamFilesOptions { MaxFields = 10_000 }, ct)).IsValid;

        [HttpPost("/results"), DisableFormModelBinding]
        public async Task<string> Results(CancellationToken ct)
        {
            StreamedForm<PhotoModel, string> form = await this.StreamFiles<PhotoModel, string>(
                async (file, ct) => $"{file.SafeFileName} {await file.CopyToAsync(Stream.Null, ct)}", cancellationToken: ct);
            return $"{form.Model?.Title} {form.Files.Count} {string.Join(", ", form.Results)}";
        }

        [HttpPost("/token"), DisableFormModelBinding]
        public async Task<string?> Token(bool withModel)
        {
            var ended = new CancellationToken(canceled: true);
            Exception? error = await Record.ExceptionAsync(() => withModel
                ? this.StreamFiles<PhotoModel>((_, _) => Task.CompletedTask, ct: ended)
                : this.StreamFiles((_, _) => Task.CompletedTask, ended));
            return error is OperationCanceledException ? "ended" : error?.ToString();
        }

        [HttpPost("/unbound")]
        public async Task Unbound(int number) => await this.StreamFiles((_, _) => Task.FromResult(number));

        [HttpPost("/formfile"), DisableFormModelBinding]
        public async Task FormFile(IFormFile file) => await this.StreamFiles((_, _) => Task.FromResult(file));

        [HttpPost("/bare")]
        public async Task<int> Bare() => (await this.StreamFiles((_, _) => Task.CompletedTask)).Files.Count;

        [HttpPost("/reads"), DisableFormModelBinding]
        public async Task<string> Reads([FromForm] string? title)
        {
            IFormCollection form = await Request.ReadFormAsync();
            return $"{form.Files.Count} {form["title"]} {title}";
        }

        [HttpPost("/abstract"), DisableFormModelBinding]
        public async Task Abstract(CancellationToken ct) =>
            await this.StreamFiles<AbstractModel>((file, ct) => file.CopyToFileAsync(Path, cancellationToken: ct), cancellationToken: ct);
    }

    private sealed class Only(Type controller) : IApplicationFeatureProvider<ControllerFeature>
    {
        public void PopulateFeature(IEnumerable<ApplicationPart> parts, ControllerFeature feature) =>
            feature.Controllers.Add(System.Reflection.IntrospectionExtensions.GetTypeInfo(controller));
    }
}
