using System.ComponentModel.DataAnnotations;
using System.Globalization;
using System.Net;
using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;

namespace StreamTuning.AspNetCore;

/// <summary>Models of minimal APIs.</summary>
public sealed class RequestModelTests
{
    [Fact]
    public async Task The_fields_become_a_model()
    {
        StreamedForm<Photo> form = await BindAsync<Photo>(new RawForm()
            .Field("Title", "Sea").Field("year", "1999").Field("Taken", "2020-02-03")
            .Field("Tags[0]", "a").Field("Tags[1]", "b")
            .Field("Places[0].City", "Bern").Field("Places[1].City", "Rom").Field("Places[1].Zip", "1000"));

        Assert.True(form.IsValid, string.Join(", ", form.Errors.Keys));
        Photo photo = form.Model!;
        Assert.Equal(("Sea", 1999, new DateOnly(2020, 2, 3)), (photo.Title, photo.Year, photo.Taken));
        Assert.Equal(["a", "b"], photo.Tags!);
        Assert.Equal([new Place("Bern"), new Place("Rom") { Zip = 1000 }], photo.Places!);
    }

    [Fact]
    public async Task What_the_callback_returns_for_each_file_is_kept()
    {
        StreamedForm<Point, string>? form = null;
        await using UploadServer server = await UploadServer.StartAsync(app =>
        {
            app.MapPost("/", async (HttpRequest request, CancellationToken ct) =>
                form = await request.StreamFilesAsync<Point, string>((file, _) => Task.FromResult(file.SafeFileName), cancellationToken: ct)).DisableAntiforgery();
            app.MapPost("/token", async (HttpRequest request, CancellationToken ct) =>
                (await request.StreamFilesAsync<Point>((_, _) => Task.CompletedTask, ct)).Files.Count).DisableAntiforgery();
            app.MapPost("/alone", async (HttpRequest request, CancellationToken ct) =>
                (await request.StreamFilesAsync((_, _) => Task.CompletedTask, ct)).Files.Count).DisableAntiforgery();
        });
        byte[] body = new RawForm().File("f", "a", []).Field("X", "1").Field("Y", "-2").File("f", "b", []).End();

        Assert.Equal(HttpStatusCode.OK, (await server.PostAsync("/", body)).Status);
        Assert.Equal(new Point(1, -2), form!.Model);
        Assert.Equal(["a", "b"], form.Results);
        Assert.Equal("2", (await server.PostAsync("/token", body)).Body);
        Assert.Equal("2", (await server.PostAsync("/alone", body)).Body);
    }

    [Fact]
    public async Task A_record_is_bound_by_its_constructor()
    {
        StreamedForm<Point> form = await BindAsync<Point>(new RawForm().Field("X", "1").Field("Y", "-2"));

        Assert.True(form.IsValid);
        Assert.Equal(new Point(1, -2), form.Model);
    }

    [Theory]
    [InlineData("Title=Sea;Year=1700", "Year")]
    [InlineData("Year=1999", "Title")]
    [InlineData("", "Title,Year")]
    [InlineData("other=1", "Title,Year")]
    [InlineData("Title=Sea;Year=1999;Places[0].City=", "Places[0].City")]
    [InlineData("Title=Sea;Year=1999;Origin.City=Bern;Origin.Zip=1", "Origin.Zip")]
    [InlineData("Title=same;Year=1999;Note=same", "Note")]
    [InlineData("Title=nothing;Year=1999", "")]
    [InlineData("Title=never;Year=1999", "")]
    [InlineData("Title=Sea;Year=soon", "")]
    [InlineData("Title=Sea;Year=99999999999999", "")]
    public async Task What_is_wrong_is_told_by_the_path_of_the_field(string fields, string expected)
    {
        var form = new RawForm();
        foreach (string field in fields.Split(';', StringSplitOptions.RemoveEmptyEntries))
        {
            form.Field(field.Split('=')[0], field.Split('=')[1]);
        }

        StreamedForm<Photo> read = await BindAsync<Photo>(form);

        Assert.False(read.IsValid);
        Assert.Equal(expected, string.Join(",", read.Errors.Keys.Order(StringComparer.Ordinal)));
        Assert.All(read.Errors.Values, messages => Assert.All(messages, message => Assert.NotEqual("", message)));
    }

    [Fact]
    public async Task Attributes_of_a_constructor_count_as_those_of_its_properties()
    {
        StreamedForm<Point> form = await BindAsync<Point>(new RawForm().Field("X", "11").Field("Y", "1"));

        Assert.Equal(["X"], form.Errors.Keys);
    }

    [Fact]
    public async Task A_record_for_which_no_field_came_is_not_valid()
    {
        StreamedForm<Point> form = await BindAsync<Point>(new RawForm());

        Assert.False(form.IsValid);
        Assert.Null(form.Model);
    }

    [Fact]
    public async Task Fields_that_are_nested_too_deeply_or_too_many_are_not_valid()
    {
        var many = new RawForm();
        for (int i = 0; i < 1020; i++)
        {
            many.Field(string.Create(CultureInfo.InvariantCulture, $"Tags[{i}]"), "x");
        }

        StreamedForm<Photo> deep = await BindAsync<Photo>(new RawForm().Field(string.Concat(Enumerable.Repeat("Parent.", 100)) + "Year", "1"));
        StreamedForm<Photo> large = await BindAsync<Photo>(many);

        Assert.False(deep.IsValid);
        Assert.False(large.IsValid);
    }

    [Theory]
    [InlineData("Places[999999999].City")]
    [InlineData("Places[-1].City")]
    [InlineData("Places[x].City")]
    [InlineData("Places[0")]
    [InlineData("Places[")]
    [InlineData("[]")]
    [InlineData(".")]
    [InlineData("..Title")]
    [InlineData("Title.")]
    [InlineData("Title[0]")]
    [InlineData("")]
    [InlineData("__RequestVerificationToken")]
    public async Task Names_of_fields_that_are_nonsense_do_no_harm(string name)
    {
        StreamedForm<Photo> form = await BindAsync<Photo>(new RawForm().Field(name, "x").Field("Title", "Sea").Field("Year", "1999"));

        Assert.Equal("Sea", form.IsValid ? form.Model!.Title : "Sea");
    }

    [Fact]
    public async Task What_a_model_computes_of_a_field_that_is_missing_is_not_asked_for()
    {
        StreamedForm<Album> form = await BindAsync<Album>(new RawForm().Field("Number", "1"));

        Assert.Equal(["Title"], form.Errors.Keys);
    }

    [Fact]
    public async Task A_form_can_be_answered_as_it_is()
    {
        await using UploadServer server = await UploadServer.StartAsync(app =>
            app.MapPost("/", (HttpRequest request, CancellationToken ct) => request.StreamFilesAsync<Point>((_, _) => Task.CompletedTask, cancellationToken: ct))
                .WithStreamedFiles().DisableAntiforgery());

        Answer answer = await server.PostAsync("/", new RawForm().Field("X", "1").Field("Y", "2").File("f", "../a.jpg", new byte[10]).End());

        using JsonDocument json = JsonDocument.Parse(answer.Body);
        Assert.Equal(2, json.RootElement.GetProperty("model").GetProperty("y").GetInt32());
        Assert.Equal("a.jpg", json.RootElement.GetProperty("files")[0].GetProperty("safeFileName").GetString());
        Assert.True(json.RootElement.GetProperty("isValid").GetBoolean());
    }

    private static async Task<StreamedForm<TModel>> BindAsync<TModel>(RawForm form)
        where TModel : class
    {
        StreamedForm<TModel>? read = null;
        await using UploadServer server = await UploadServer.StartAsync(app => app.MapPost("/", async (HttpRequest request, CancellationToken ct) =>
        {
            read = await request.StreamFilesAsync<TModel>((_, _) => Task.CompletedTask, cancellationToken: ct);
        }).WithStreamedFiles().DisableAntiforgery());

        Answer answer = await server.PostAsync("/", form.File("f", "a", new byte[10]).End());

        Assert.Empty(server.Unhandled);
        Assert.True(answer.Status == HttpStatusCode.OK, answer.Body);
        return read!;
    }

    public sealed record Place([property: Required] string City)
    {
        [Range(1000, 9999)]
        public int? Zip { get; set; }
    }

    public sealed record Point([Range(-10, 10)] int X, int Y);

    public sealed class Album
    {
        [Required]
        public string? Title { get; set; }

        public int Number { get; set; }

        public string Slug => Title!.ToUpperInvariant();

        public int? Length => Title!.Length;
    }

    [AttributeUsage(AttributeTargets.Class)]
    public sealed class NeverAttribute : ValidationAttribute
    {
        public override bool IsValid(object? value) => value is not Photo { Title: "never" };
    }

    [Never]
    public sealed class Photo : IValidatableObject
    {
        [Required]
        public string? Title { get; set; }

        [Range(1800, 2100)]
        public int Year { get; set; }

        public DateOnly? Taken { get; set; }

        public string? Note { get; set; }

        public List<string>? Tags { get; set; }

        public List<Place>? Places { get; set; }

        public Place? Origin { get; set; }

        public Photo? Parent { get; set; }

        public IEnumerable<ValidationResult> Validate(ValidationContext validationContext)
        {
            if (Title == Note)
            {
                yield return new ValidationResult("The note repeats the title.", [nameof(Note)]);
            }

            if (Title == "nothing")
            {
                yield return new ValidationResult("There is nothing to see.");
            }
        }
    }
}
