using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using StreamTuning.Analyzers.Uploads;
using StreamTuning.CodeFixes.Uploads;
using StreamTuning.RuleTesting;
using static StreamTuning.Analyzers.Tests.Uploads.UploadCode;
using Check = StreamTuning.Analyzers.Tests.Verify<
    StreamTuning.Analyzers.Uploads.BufferedFormFileAnalyzer,
    StreamTuning.CodeFixes.Uploads.BufferedFormFileCodeFix>;

namespace StreamTuning.Analyzers.Tests.Uploads;

public sealed partial class BufferedFormFileTests
{
    private const string Loop =
        """
        foreach (IFormFile file in files)
                {
                    await using FileStream target = System.IO.File.Create(Path.Combine("photos", Guid.NewGuid().ToString("N")));
                    await file.CopyToAsync(target);
                }
        """;

    private const string StreamedLoop =
        """
        await this.StreamFiles(async (file, _) =>
                {
                    if (!file.Name.Equals("files", StringComparison.OrdinalIgnoreCase))
                    {
                        return;
                    }

                    await using FileStream target = System.IO.File.Create(Path.Combine("photos", Guid.NewGuid().ToString("N")));
                    await file.CopyToAsync(target);
                });
        """;

    private const string Application = "\npublic static class Program { public static void Main() => new ServiceCollection().AddControllers(); }";

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("IFormFile [|file|]")]
    [InlineData("IFormFile? [|file|] = null", Skip = Needs.CSharp12)]
    [InlineData("IFormFileCollection [|files|]")]
    [InlineData("IFormFile[] [|files|]")]
    [InlineData("List<IFormFile> [|files|]")]
    [InlineData("IList<IFormFile> [|files|]")]
    [InlineData("ICollection<IFormFile> [|files|]")]
    [InlineData("IEnumerable<IFormFile> [|files|]")]
    [InlineData("IReadOnlyList<IFormFile> [|files|]")]
    [InlineData("IReadOnlyCollection<IFormFile>? [|files|]")]
    [InlineData("int id, [FromForm(Name = \"photo\")] IFormFile [|file|], [FromForm] string title, CancellationToken token")]
    [InlineData("IFormFile [|first|], IFormFile [|second|]")]
    public async Task Files_bound_to_any_kind_of_handler_are_reported(string parameters)
    {
        await Check.ReportsAsync(InController(Stored($"[HttpPost] public void Post({parameters}) {{ }}")));
        await Check.ReportsAsync(InFile(Stored($"public class UploadModel : PageModel {{ public void OnPost({parameters}) {{ }} }}")));
        await Check.ReportsAsync(InRoutes(Stored($"app.MapPost(\"/\", ({parameters}) => {{ }});")));
    }

    [Theory]
    [Trait("Case", "Positive")]
    // Controllers as the framework knows them.
    [InlineData("public class PhotosController { public void Post(IFormFile [|file|]) { } }")]
    [InlineData("[Controller] public class Photos { public void Post(IFormFile [|file|]) { } }")]
    [InlineData("public class Photos : Controller { public async Task<IActionResult> Post(IFormFile [|file|]) { await Task.Yield(); return View(); } }")]
    [InlineData("public abstract class Base : ControllerBase { [HttpPost] public virtual void Post(IFormFile [|file|]) { } } public class Photos : Base { }")]
    [InlineData("public class Crud<T> : ControllerBase { [HttpPost] public void Post(IFormFile [|file|], T other) { } } public class Photos : Crud<string> { }")]
    [InlineData("public class Base : ControllerBase { public virtual void Post(IFormFile [|file|]) { } } public class Photos : Base { public override void Post(IFormFile [|file|]) { } }")]
    [InlineData("public interface IPhotos { void Post(IFormFile file); } public class Photos : ControllerBase, IPhotos { public void Post(IFormFile [|file|]) { } }")]
    // Razor Pages.
    [InlineData("public class UploadModel : PageModel { public Task OnPostAsync(IFormFile [|file|]) { return Task.CompletedTask; } }")]
    [InlineData("public class UploadModel : PageModel { public void OnPostPhoto(List<IFormFile> [|files|]) { } public void OnPutPhotoAsync(IFormFile [|file|]) { } }")]
    [InlineData("public class UploadModel : PageModel { [BindProperty] public IFormFile? [|File|] { get; set; } public void OnPost() { } }")]
    [InlineData("[BindProperties] public class UploadModel : PageModel { public List<IFormFile> [|Files|] { get; set; } = new(); public int Count { get; set; } }")]
    [InlineData("public class Photos : ControllerBase { [BindProperty] public IFormFile? [|File|] { get; set; } }")]
    // Models.
    [InlineData("public class Photo { public string? Title { get; set; } public IFormFile? [|File|] { get; set; } } [ApiController] public class Photos : ControllerBase { [HttpPost] public void Post([FromForm] Photo photo) { } }")]
    [InlineData("public class Photo { public IFormFile? [|File|] { get; set; } } public class Photos : ControllerBase { public void Post(Photo photo) { } }")]
    [InlineData("public record Photo(string Title, IFormFile [|File|]); public class Photos : Controller { public void Post(Photo photo) { } }")]
    [InlineData("public class Photo { public IFormFile? [|File|] { get; set; } } public class Album { public List<Photo> Photos { get; set; } = new(); } public class Albums : Controller { public void Post(Album album) { } }")]
    [InlineData("public class Base { public IFormFile? [|File|] { get; set; } } public class Photo : Base { } public class Photos : Controller { public void Post(Photo photo) { } }")]
    [InlineData("public class Photo { public IFormFile? [|File|] { get; set; } } public class UploadModel : PageModel { [BindProperty] public Photo? Input { get; set; } }")]
    [InlineData("public class Photo { public IFormFile? [|File|] { get; set; } } public abstract class Crud<T> : ControllerBase { [HttpPost] public void Post([FromForm] T item) { } } public class Photos : Crud<Photo> { }")]
    [InlineData("public class Photo { public IFormFile? [|File|] { get; set; } } public static class R { public static void Map(WebApplication app) => app.MapPost(\"/\", ([FromForm] Photo photo) => { }); }")]
    [InlineData("public class Photo { public IFormFile? [|File|] { get; set; } } public class Command<T> { public T? Item { get; set; } } public class Add : Command<Photo> { } public class Photos : Controller { public void Post(Add add) { } }")]
    [InlineData("public class Photo { public IFormFile? [|File|] { get; set; } } public class Album : List<Photo> { } public class Photos : Controller { public void Post(Album album) { } }")]
    [InlineData("public class Photo { public List<IFormFile> [|Files|] { get; } = new(); public IList<IFormFile> Others { get; private set; } = new List<IFormFile>(); } public class Photos : Controller { public void Post(Photo photo) { } }")]
    [InlineData("public class Photo { public IList<IFormFile> [|Others|] { get; private set; } = new List<IFormFile>(); } public class Photos : Controller { public void Post(Photo photo) { } }")]
    // The first of a model.
    [InlineData("public class Photo { public IFormFile? Computed => null; [BindNever] public IFormFile? Never { get; set; } public string? Title { get; set; } public IFormFile? [|First|] { get; set; } public IFormFile? Second { get; set; } public List<IFormFile>? Third { get; set; } } public class Photos : Controller { public void Post(Photo photo) { } }")]
    [InlineData("public class UploadModel : PageModel { public IFormFile? Unbound { get; set; } [BindProperty] public IFormFile? [|First|] { get; set; } [BindProperty] public IFormFile? Second { get; set; } }")]
    [InlineData("public class Node<T> { public Node<List<T>>? Next { get; set; } public IFormFile? [|File|] { get; set; } } public class Photos : Controller { public void Post(Node<int> node) { } }")]
    [InlineData("public struct Arguments { public int Id { get; set; } public IFormFile [|File|] { get; set; } } public static class R { public static void Map(WebApplication app) => app.MapPut(\"/{id}\", ([AsParameters] Arguments arguments) => { }); }")]
    // What is taken from the form that has been read.
    [InlineData("public class Photos : ControllerBase { public void Post() => [|Request.Form.Files|][0].CopyTo(System.IO.File.Create(\"a\")); }")]
    [InlineData("public class Photos : ControllerBase { public async Task Post() { foreach (IFormFile file in [|(await Request.ReadFormAsync()).Files|]) { file.CopyTo(System.IO.File.Create(\"a\")); } } }")]
    [InlineData("public class Photos : ControllerBase { public async Task Post(CancellationToken token) { IFormCollection form = await Request.ReadFormAsync(token).ConfigureAwait(false); var file = [|form.Files|][0]; await file.CopyToAsync(System.IO.File.Create(\"a\")); } }")]
    [InlineData("public class Photos : ControllerBase { public async Task Post(IFormFile [|one|], IFormFile [|two|], bool isFirst) { await (isFirst ? one : two).CopyToAsync(System.IO.File.Create(\"a\")); } }")]
    // A file that is chosen of itself.
    [InlineData("public class Photos : ControllerBase { public async Task Post(IFormFile one, IFormFile two) { IFormFile file = null; foreach (var each in new[] { one, two }) { file = each ?? file; } await file.CopyToAsync(System.IO.File.Create(\"a\")); } }")]
    [InlineData("public class Photos : ControllerBase { public async Task Post() { var form = await Request.ReadFormAsync(); var file = [|form.Files|].GetFile(\"a\") ?? form.Files.FirstOrDefault(); if (file != null) { await file.CopyToAsync(System.IO.File.Create(\"a\")); } } }")]
    [InlineData("public class Photos : ControllerBase { public async Task Post() { var form = await Request.ReadFormAsync(new FormOptions()); var file = [|form.Files|].GetFile(\"a\"); file?.CopyTo(System.IO.File.Create(\"a\")); } }")]
    [InlineData("public class Photos : ControllerBase { public void Post() { var form = Request.Form; if ([|form.Files|].Count == 0) { return; } var file = form.Files[0]; file.CopyTo(System.IO.File.Create(\"a\")); } }")]
    [InlineData("public class Photos : ControllerBase { public void Post(IFormCollection form) { var file = [|form.Files|][0]; file.CopyTo(System.IO.File.Create(\"a\")); } }")]
    [InlineData("public static class R { public static void Map(WebApplication app) => app.MapPost(\"/\", (HttpRequest request) => [|request.Form.Files|].First().CopyTo(System.IO.File.Create(\"a\"))); }")]
    [InlineData("public static class R { public static void First(HttpContext context) => [|context.Request.Form.Files|].FirstOrDefault()?.CopyTo(System.IO.File.Create(\"a\")); }")]
    [InlineData("public class Photos : ControllerBase { public async Task Post() { int count = [|Request.Form.Files|].Count; var files = Request.Form.Files; foreach (var file in files) { await Keep(file); } } static Task Keep(IFormFile photo) => photo.CopyToAsync(System.IO.File.Create(\"a\")); }")]
    [InlineData("public class Photos : ControllerBase { public Task Post(IFormFileCollection [|files|]) => Task.WhenAll(files.Select(async file => { await Task.Yield(); await Keep(file); })); static Task Keep(IFormFile photo) => photo.CopyToAsync(System.IO.File.Create(\"a\")); }")]
    [InlineData("public class Photos : ControllerBase { readonly IKeeper _keeper; public void Post() => _keeper.Keep([|Request.Form.Files|][0]); } interface IKeeper { void Keep(IFormFile photo); } class Keeper : IKeeper { public void Keep(IFormFile photo) => photo.CopyTo(System.IO.File.Create(\"a\")); }")]
    // Limits that are not small, or not known.
    [InlineData("public class Photos : ControllerBase { [RequestSizeLimit(65537)] public void Post(IFormFile [|file|]) { } }")]
    [InlineData("public class Photos : ControllerBase { [Roles(1, 2)] public void Post(IFormFile [|file|]) { } } public class RolesAttribute : Attribute { public RolesAttribute(params int[] roles) => Roles = roles; public int[] Roles { get; } }")]
    [InlineData("[RequestSizeLimit(1000)] public class Photos : ControllerBase { [DisableRequestSizeLimit] public void Post(IFormFile [|file|]) { } }")]
    [InlineData("public class Photos : ControllerBase { [RequestFormLimits(ValueCountLimit = 10)] public void Post(IFormFile [|file|]) { } }")]
    public Task Files_of_every_place_that_binds_or_reads_a_form_are_reported(string types) => Check.ReportsAsync(InFile(Stored(types)));

    [Fact]
    [Trait("Case", "Positive")]
    public Task The_first_file_of_a_record_is_reported() => Check.ReportsAsync(InFile(
        """
        public record Photo(IFormFile [|First|], IFormFile Second)
        {
            public void Store() { First.CopyTo(System.IO.File.Create("a")); Second.CopyTo(System.IO.File.Create("b")); }
        }

        public class Photos : Controller { public void Post(Photo photo) { } }
        """));

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("app.MapPost(\"/\", Save); static void Save(IFormFile [|file|]) { }", "")]
    [InlineData("app.MapPost(\"/\", Save);", "static Task Save(IFormFileCollection [|files|]) { return Task.CompletedTask; }")]
    [InlineData("app.MapPut(\"/\", new Handler().Save);", "sealed class Handler { public void Save(IFormFile [|file|]) { } }")]
    [InlineData("var handler = (IFormFile [|file|]) => { }; app.MapPatch(\"/\", handler);", "")]
    [InlineData("Delegate handler = Save; web.MapGroup(\"/photos\").MapMethods(\"/\", new[] { \"POST\" }, handler);", "static void Save(IFormFile [|file|]) { }")]
    [InlineData("web.MapPost(\"/\", async (IFormFile [|file|], CancellationToken token) => { await Task.Yield(); return Results.Ok(); }).DisableAntiforgery().WithMetadata(new RequestSizeLimitAttribute(70_000));", "")]
    [InlineData("EndpointRouteBuilderExtensions.Map(app, \"/\", (IFormFile [|file|]) => { });", "")]
    [InlineData("app.MapPost(\"/a\", Save).WithMetadata(new RequestSizeLimitAttribute(1000)); app.MapPost(\"/b\", Save);", "static void Save(IFormFile [|file|]) { }")]
    public Task What_is_mapped_to_a_route_is_a_handler(string statements, string members) => Check.ReportsAsync(InRoutes(Stored(statements), Stored(members)));

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("web.MapGroup(\"/a\").WithMetadata(new RequestSizeLimitAttribute(1000)).MapPost(\"/\", [RequestSizeLimit(1_000_000)] (IFormFile [|file|]) => { });")]
    [InlineData("var group = web.MapGroup(\"/a\").WithMetadata(new RequestSizeLimitAttribute(1000)); group.MapPost(\"/\", (IFormFile [|file|]) => { }).WithMetadata(new DisableRequestSizeLimitAttribute());")]
    [InlineData("var group = web.MapGroup(\"/a\"); group.MapGroup(\"/b\").WithMetadata(new RequestSizeLimitAttribute(1000)); group.MapPost(\"/\", (IFormFile [|file|]) => { });")]
    [InlineData("web.MapPost(\"/\", (IFormFile [|file|]) => { }).WithMetadata(new RequestSizeLimitAttribute(1000)).WithMetadata(new RequestSizeLimitAttribute(1_000_000));")]
    public Task What_is_said_last_and_nearest_to_the_endpoint_is_its_limit(string statements) => Check.ReportsAsync(InRoutes(Stored(statements)));

    [Theory]
    [Trait("Case", "Negative")]
    [InlineData("web.MapGroup(\"/a\").WithMetadata(new RequestSizeLimitAttribute(1000)).WithTags(\"x\").MapPost(\"/\", (IFormFile file) => { });")]
    [InlineData("var group = web.MapGroup(\"/a\"); group.WithMetadata(new RequestSizeLimitAttribute(64 * 1024)); group.MapGroup(\"/b\").MapPost(\"/\", (IFormFile file) => { });")]
    [InlineData("var post = web.MapPost(\"/\", (IFormFile file) => { }).WithName(\"x\"); post.WithMetadata(new RequestSizeLimitAttribute(1000));")]
    [InlineData("web.MapGroup(\"/a\").WithFormOptions(multipartBodyLengthLimit: 1000).MapPost(\"/\", (IFormFile file) => { }).WithMetadata(new DisableRequestSizeLimitAttribute());")]
    public Task The_limits_of_groups_and_of_endpoints_in_variables_count(string statements) => Check.IsSilentAsync(InRoutes(statements));

    [Fact]
    [Trait("Case", "Positive")]
    public Task Programs_of_statements_map_routes_too() =>
        RuleTesting.RuleTest<StreamTuning.Analyzers.Uploads.BufferedFormFileAnalyzer, StreamTuning.CodeFixes.Uploads.BufferedFormFileCodeFix>.VerifyAsync(
            """
            using Microsoft.AspNetCore.Builder;
            using Microsoft.AspNetCore.Http;

            var app = WebApplication.CreateBuilder(args).Build();
            app.MapPost("/a", async (IFormFile [|file|]) => await file.CopyToAsync(System.IO.File.Create("a")));
            app.MapPost("/b", Save).DisableAntiforgery();
            var handler = (IFormFileCollection [|files|]) => { foreach (IFormFile file in files) { file.CopyTo(System.IO.File.Create("a")); } };
            app.MapPost("/c", handler);
            app.Run();

            static void Save(IFormFile [|file|], HttpRequest request) => file.CopyTo(System.IO.File.Create("a"));
            """,
            new RuleTesting.TestSetup { AspNetCore = true, OutputKind = OutputKind.ConsoleApplication });

    [Fact]
    [Trait("Case", "Positive")]
    public Task The_message_names_what_is_bound() => Check.ReportsAsync(
        InController("[HttpPost] public void Post(IFormFile {|#0:photo|}) { using var target = System.IO.File.Create(\"a\"); photo.CopyTo(target); }"),
        Check.Diagnostic(0, "photo").WithSeverity(DiagnosticSeverity.Info));

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("IFormFile [|file|]", "await file.CopyToAsync(cancellationToken: default, target: System.IO.File.Create(path));")]
    [InlineData("IFormFile [|file|]", "await file.CopyToAsync(new FileStream(path, FileMode.Create));")]
    [InlineData("IFormFile [|file|]", "using Stream target = System.IO.File.OpenWrite(path); await file.OpenReadStream().CopyToAsync(target);")]
    [InlineData("IFormFile [|file|]", "await using var source = file.OpenReadStream(); Console.WriteLine(source.Length); await source.CopyToAsync(System.IO.File.Create(path));")]
    [InlineData("IFormFile [|file|]", "await StreamTuning.FormFileExtensions.CopyToFileAsync(file, path);")]
    [InlineData("IFormFile [|file|]", "await blob.UploadAsync(file.OpenReadStream());")]
    [InlineData("IFormFile [|file|]", "using var source = file.OpenReadStream(); await container.UploadBlobAsync(path, source);")]
    [InlineData("IFormFile [|file|]", "await using Stream target = await blob.OpenWriteAsync(true); await file.CopyToAsync(target);")]
    [InlineData("List<IFormFile> [|files|]", "await Task.WhenAll(files.Select(file => file.CopyToAsync(System.IO.File.Create(path))));")]
    [InlineData("IFormFile[] [|files|]", "await files[0].CopyToAsync(System.IO.File.Create(path));")]
    [InlineData("List<IFormFile> [|files|]", "foreach (var file in files.Where(file => file.Length > 0)) { await file.CopyToAsync(System.IO.File.Create(path)); }")]
    [InlineData("IFormFileCollection [|files|]", "var first = files.GetFile(path); if (first != null) { await first.CopyToAsync(System.IO.File.Create(path)); }")]
    // By way of memory.
    [InlineData("IFormFile [|file|]", "var memory = new MemoryStream(); await file.CopyToAsync(memory); await System.IO.File.WriteAllBytesAsync(path, memory.ToArray());")]
    [InlineData("IFormFile [|file|]", "var memory = new MemoryStream(); await file.CopyToAsync(memory); memory.WriteTo(System.IO.File.Create(path));")]
    [InlineData("IFormFile [|file|]", "var memory = new MemoryStream(); await file.CopyToAsync(memory); memory.Position = 0; await blob.UploadAsync(memory);")]
    // As the fix streams them, to any stream.
    [InlineData("List<IFormFile> [|files|]", "foreach (var file in files) { await file.CopyToAsync(stream); }")]
    // Another method of the project stores them.
    [InlineData("IFormFile [|file|]", "await SaveAsync(file, path);")]
    [InlineData("IFormFile [|file|]", "await SaveAsync(path: path, file: file);")]
    [InlineData("List<IFormFile> [|files|]", "foreach (var file in files) { await SaveAsync(file, path); }")]
    public Task Files_that_go_to_a_file_or_blob_are_reported(string parameters, string body) => Check.ReportsAsync(InStore(parameters, body));

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("IFormFile [|file|]", "await using var content = new MemoryStream(); file.CopyTo(content); var request = new Amazon.S3.Transfer.TransferUtilityUploadRequest { InputStream = content };")]
    [InlineData("IFormFile [|file|]", "using var content = file.OpenReadStream(); var request = new Amazon.S3.Transfer.TransferUtilityUploadRequest(); request.InputStream = content;")]
    // Another service.
    [InlineData("IFormFile file", "var request = new Amazon.Rekognition.Image { InputStream = file.OpenReadStream() };")]
    public Task Files_that_are_uploaded_to_S3_are_reported(string parameters, string body) => Check.ReportsAsync(InStore(parameters, body) +
        """
        namespace Amazon.S3.Transfer { public class TransferUtilityUploadRequest { public Stream? InputStream { get; set; } } }
        namespace Amazon.Rekognition { public class Image { public Stream? InputStream { get; set; } } }
        """);

    [Theory]
    [Trait("Case", "Negative")]
    [InlineData("IFormFile file", "Console.WriteLine(file.Length);")]
    [InlineData("IFormFile file", "await file.CopyToAsync(stream);")]
    [InlineData("IFormFile file", "await file.CopyToAsync(new MemoryStream());")]
    [InlineData("IFormFile file", "using var source = file.OpenReadStream(); await JsonSerializer.DeserializeAsync<string>(source);")]
    [InlineData("List<IFormFile> files", "foreach (var file in files) { var memory = new MemoryStream(); await file.CopyToAsync(memory); }")]
    [InlineData("List<IFormFile> files", "foreach (var file in files) { Console.WriteLine(file.FileName); }")]
    [InlineData("List<IFormFile> files", "await stream.CopyToAsync(System.IO.File.Create(path));")]
    public Task Files_that_are_used_otherwise_are_not_reported(string parameters, string body) => Check.IsSilentAsync(InStore(parameters, body));

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("IFormFile [|file|]", "await store.SaveAsync(file, token);")]
    [InlineData("IFormFile? [|file|]", "await store.SaveAsync(file!, token);")]
    [InlineData("IFormFile [|file|]", "if (file is null || file.Length == 0) { return; } var name = await store.SaveAsync(token: token, file: file);")]
    [InlineData("IFormFile [|file|]", "await store.UploadAsync(file.OpenReadStream(), file.FileName);")]
    [InlineData("IFormFile [|file|]", "await using var source = file.OpenReadStream(); await store.UploadAsync(source, file.FileName);")]
    [InlineData("IFormFile [|file|]", "await store.KeepAsync(file, token);")]
    [InlineData("IFormFile [|file|]", "await file.StoreAsync();")]
    [InlineData("List<IFormFile> [|files|]", "await store.SaveAllAsync(files, token);")]
    [InlineData("List<IFormFile> [|files|]", "foreach (var file in files) { await store.SaveAsync(file, token); }")]
    [InlineData("IFormFile[] [|files|]", "await store.SaveAsync(files[0], token);")]
    public Task Files_that_a_service_stores_are_reported(string parameters, string body) => Check.ReportsAsync(WithStore(
        $"public class Photos : ControllerBase {{ private readonly IStore store = null!; public async Task Post({parameters}, CancellationToken token) {{ {body} }} }}"));

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("public class Photo { public IFormFile [|File|] { get; set; } } public class Photos : Controller { private readonly IStore store = null!; public async Task Post(Photo photo) { if (photo.File != null) { await store.SaveAsync(photo.File, default); } } }")]
    [InlineData("public record Photo(string Title, IFormFile [|File|]); public class Photos : Controller { private readonly IStore store = null!; public Task Post(Photo photo) => store.UploadAsync(photo.File!.OpenReadStream(), photo.Title); }")]
    [InlineData("public class Photo { public IFormFile [|File|] { get; set; } } public class Album { private readonly IStore store = null!; public async Task AddAsync(Photo photo) { var file = photo.File; await store.SaveAsync(file, default); } } public class Photos : Controller { private readonly Album album = null!; public Task Post(Photo photo) => album.AddAsync(photo); }")]
    [InlineData("public class UploadModel : PageModel { private readonly IStore store = null!; [BindProperty] public IFormFile [|Upload|] { get; set; } public Task OnPostAsync() => store.SaveAsync(Upload, default); }")]
    public Task Files_of_models_that_a_service_stores_are_reported(string types) => Check.ReportsAsync(WithStore(types));

    private const string Commands =
        """
        public class AddPhoto { public IFormFile Content { get; set; } = null!; public IFormFile Checked { get; set; } = null!; }
        public record NewPhoto(string Title, IFormFile Content);
        public class Forgotten { public IFormFile Content { get; set; } = null!; }
        public interface ISender { Task Send(object command); }
        public class Handler
        {
            private readonly IStore store = null!;
            public Task Handle(AddPhoto command) { Console.WriteLine(command.Checked.Length); return store.SaveAsync(command.Content, default); }
            public async Task Handle(NewPhoto command) { await using var file = System.IO.File.Create(command.Title); await command.Content.CopyToAsync(file); }
        }
        """;

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("public class Photo { public IFormFile [|File|] { get; set; } } public class Photos : Controller { private readonly ISender sender = null!; public Task Post(Photo photo) => sender.Send(new AddPhoto { Content = photo.File }); }")]
    [InlineData("public class Keep { public Task ExecuteAsync(AddPhoto command) => command.Content.CopyToAsync(System.IO.File.Create(\"a\")); } public class Photo { public IFormFile [|File|] { get; set; } } public class Photos : Controller { private readonly Keep keep = new(); public Task Post(Photo photo) => keep.ExecuteAsync(new AddPhoto { Content = photo.File }); }")]
    [InlineData("public class Photo { public IFormFile [|File|] { get; set; } } public class Photos : Controller { private readonly ISender sender = null!; public async Task Post(Photo photo) { NewPhoto command = new(\"a\", photo.File); await sender.Send(command); } }")]
    [InlineData("public class Photos : Controller { private readonly ISender sender = null!; public Task Post(IFormFile [|file|]) => sender.Send(new NewPhoto(Content: file, Title: \"a\")); public Task Put(IFormFile [|file|]) => sender.Send(new AddPhoto { Content = file! }); }")]
    public Task Files_that_become_part_of_a_command_are_reported(string types) => Check.ReportsAsync(WithStore(types + Commands));

    [Theory]
    [Trait("Case", "Negative")]
    [InlineData("public class Photo { public IFormFile File { get; set; } } public class Photos : Controller { private readonly ISender sender = null!; public Task Post(Photo photo) => sender.Send(new AddPhoto { Checked = photo.File }); }")]
    [InlineData("public class Photos : Controller { private readonly ISender sender = null!; public Task Post(IFormFile file) => sender.Send(new Forgotten { Content = file }); public Task Put(IFormFile file) => sender.Send(new { Content = file }); }")]
    // Nobody sends it.
    [InlineData("public class Photos : Controller { public Task Put(IFormFile file) { var command = new AddPhoto { Content = file }; return Task.CompletedTask; } public IActionResult Preview(IFormFile file) { return View(new AddPhoto { Content = file }); } }")]
    [InlineData("public class Photos : Controller { public bool Check(IFormFile file) => Checks.IsValid(new NewPhoto(\"a\", file)); } static class Checks { public static bool IsValid(NewPhoto photo) => photo.Content.Length > 9; }")]
    public Task Files_of_a_command_that_nobody_stores_are_not_reported(string types) => Check.IsSilentAsync(WithStore(types + Commands));

    [Theory]
    [Trait("Case", "Negative")]
    [InlineData("IFormFile file", "store.Check(file);")]
    [InlineData("IFormFile file", "await store.ParseAsync(file, token);")]
    [InlineData("IFormFile file", "await store.ForgetAsync(file, token);")]
    [InlineData("IFormFile file", "await store.UploadAsync(Stream.Null, file.FileName);")]
    [InlineData("List<IFormFile> files", "foreach (var file in files) { await store.UploadAsync(Stream.Null, file.FileName); }")]
    [InlineData("IFormFile file", "var small = Files.Crop(file); await store.UploadOfAsync(small, file);")]
    [InlineData("IFormFile file", "await store.UploadOfAsync(Files.Crop(file), file);")]
    [InlineData("List<IFormFile> files", "Console.WriteLine(string.Join(\", \", files.Select(file => file.FileName)));")]
    public Task Files_that_a_service_only_reads_are_not_reported(string parameters, string body) => Check.IsSilentAsync(WithStore(
        $"public class Photos : ControllerBase {{ private readonly IStore store = null!; public async Task Post({parameters}, CancellationToken token) {{ {body} await Task.Yield(); }} }}"));

    private const string Library = "public class Disk { public async Task SaveAsync(IFormFile file) { await using var target = System.IO.File.Create(\"a\"); await file.CopyToAsync(target); } }";

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("public class Disk { public async Task SaveAsync(IFormFile [|file|]) { await using var target = System.IO.File.Create(\"a\"); await file.CopyToAsync(target); } }")]
    [InlineData("internal static class Disk { internal static void Save(this IFormFile [|file|]) { using var target = System.IO.File.Create(\"a\"); file.CopyTo(target); } }")]
    [InlineData("public class Blobs { private readonly BlobClient blob = null!; public async Task AddAllAsync(List<IFormFile> [|files|]) { foreach (var file in files) { await blob.UploadAsync(file.OpenReadStream()); } } }")]
    // The one that hands it to others.
    [InlineData("public class Disk { public Task AddAsync(IFormFile [|file|]) => StoreAsync(file); private async Task StoreAsync(IFormFile file) { await file.CopyToAsync(System.IO.File.Create(\"a\")); } }")]
    [InlineData("public class Disk { public Task AddAsync(IFormFile [|file|]) => StoreAsync(file); public async Task StoreAsync(IFormFile file) { await file.CopyToAsync(System.IO.File.Create(\"a\")); } }")]
    [InlineData("public interface IDisk { Task StoreAsync(IFormFile file); } public class Disk : IDisk { public async Task StoreAsync(IFormFile file) { await file.CopyToAsync(System.IO.File.Create(\"a\")); } } public class Service { private readonly IDisk disk = null!; public Task AddAsync(IFormFile [|file|]) => disk.StoreAsync(file); }")]
    // A method that gets another stream is left aside.
    [InlineData("public class Disk { public void Upload(IFormFile [|file|]) => Inner(file.OpenReadStream()); public void Restore(Stream file) => Inner(file); private void Inner(Stream file) { file.CopyTo(System.IO.File.Create(\"a\")); } }")]
    // Models.
    [InlineData("public class Photo { public IFormFile [|File|] { get; set; } public IFormFile Second { get; set; } } public class Disk { public void Save(Photo photo) { photo.File.CopyTo(System.IO.File.Create(\"a\")); photo.Second.CopyTo(System.IO.File.Create(\"b\")); } }")]
    [InlineData("public record Photo(string Title, IFormFile [|File|]); public class Disk { public void Add(Photo photo) => Save(photo.File); public void Save(IFormFile file) { file.CopyTo(System.IO.File.Create(\"a\")); } }")]
    public Task Files_that_a_library_without_handlers_stores_are_reported(string types) => Check.ReportsAsync(InFile(types));

    [Theory]
    [Trait("Case", "Negative")]
    [InlineData("public class Photos : ControllerBase { public int Get() => 1; }")]
    [InlineData("public class PhotoModel : PageModel { public void OnGet() { } }")]
    [InlineData("public static class R { public static void Map(WebApplication app) => app.MapGet(\"/\", () => 1); }")]
    // The files are made here, by tests for instance.
    [InlineData("public class Test { public void Try() => new Disk().SaveAsync(new FormFile(Stream.Null, 0, 0, \"a\", \"a\")); }")]
    [InlineData("public abstract class Upload : IFormFile { public abstract string ContentType { get; } public abstract string ContentDisposition { get; } public abstract IHeaderDictionary Headers { get; } public abstract long Length { get; } public abstract string Name { get; } public abstract string FileName { get; } public abstract void CopyTo(Stream target); public abstract Task CopyToAsync(Stream target, CancellationToken token); public abstract Stream OpenReadStream(); }")]
    [InlineData("public class FactAttribute : Attribute { } public class Tests { [Fact] public void Works() { } }")]
    [InlineData("public class Test { public void Try() { FormFile file = new(Stream.Null, 0, 0, \"a\", \"a\"); } }")]
    [InlineData("public class Test { public object Try() => new Microsoft.AspNetCore.Http.FormFile(Stream.Null, 0, 0, \"a\", \"a\"); }")]
    public Task A_library_with_handlers_or_files_of_its_own_is_not_reported(string types) => Check.IsSilentAsync(InFile(types + Library));

    [Theory]
    [Trait("Case", "Negative")]
    [InlineData("public class Disk { private async Task SaveAsync(IFormFile file) { await file.CopyToAsync(System.IO.File.Create(\"a\")); } }")]
    [InlineData("public class Disk { public Disk(IFormFile file) => file.CopyTo(System.IO.File.Create(\"a\")); }")]
    [InlineData("public class Disk { public long Size(IFormFile file) { file.CopyTo(new MemoryStream()); return file.Length; } }")]
    [InlineData("public class Photo { internal IFormFile File { get; set; } public void Save() { File.CopyTo(System.IO.File.Create(\"a\")); } }")]
    [InlineData("internal class Photo { public IFormFile File { get; set; } public void Save() { File.CopyTo(System.IO.File.Create(\"a\")); } }")]
    [InlineData("public class Photo { public Photo(IFormFile content) => File = content; public IFormFile File { get; } public void Save() { File.CopyTo(System.IO.File.Create(\"a\")); } }")]
    [InlineData("[RequestSizeLimit(1000)] public class Photo { public IFormFile File { get; set; } public void Save() { File.CopyTo(System.IO.File.Create(\"a\")); } }")]
    // A controller that isn't public, and has a limit.
    [InlineData("[RequestSizeLimit(1000)] internal class Photos : ControllerBase { public void Post(IFormFile file) { file.CopyTo(System.IO.File.Create(\"a\")); } }")]
    // Files that are made of something else.
    [InlineData("public class Disk { public void Save(string path) { IFormFile file = Read(path); file.CopyTo(System.IO.File.Create(\"a\")); } static IFormFile Read(string path) => null!; }")]
    [InlineData("public class Photos : ControllerBase { public void Post(string base64) { var file = Read(base64); file.CopyTo(System.IO.File.Create(\"a\")); } static IFormFile Read(string text) => null!; }")]
    public Task Other_files_of_a_library_are_not_reported(string types) => Check.IsSilentAsync(InFile(types));

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("public async Task Post(IFormFile [|file|]) { await disk.SaveAsync(file); }")]
    [InlineData("public async Task Post(IFormFile [|file|]) { await disk.UploadFileAsync(\"a\", file); }")]
    [InlineData("public async Task Post(List<IFormFile> [|files|]) { await disk.UploadMultipleAsync(files); }")]
    [InlineData("public void Post(List<IFormFile> [|files|]) { foreach (var file in files) { disk.SaveImage(file); } }")]
    [InlineData("public Task Post(IFormFile [|file|]) => AddAsync(file); private Task AddAsync(IFormFile file) => disk.SaveAsync(file);")]
    [InlineData("public async Task Post(IFormFile [|file|]) { await disk.UploadFileStreamBlobAsync(\"a\", file.OpenReadStream()); }")]
    [InlineData("public Task Post(IFormFile [|file|]) => sender.Send(new Shop.UploadDocumentCommand(\"a\", file!.OpenReadStream()!));")]
    [InlineData("public Task Post([FromForm] Own own) => sender.Send(new Shop.SaveImageRequest { File = own.Image! }); public class Own { public IFormFile [|Image|] { get; set; } }")]
    [InlineData("public Task Post(IFormFile [|one|], IFormFile [|other|]) => disk.SaveAsync(one ?? other);")]
    // The name of its type says what is stored.
    [InlineData("public Task Post(IFormFile [|file|]) => photos.UploadAsync(file.OpenReadStream());")]
    [InlineData("public Task Post(IFormFile [|file|]) => storage.SaveAsync(file.OpenReadStream());")]
    [InlineData("public Task Post(IFormFile [|file|]) => storage.SaveAsync(file == null ? null : (file.OpenReadStream()));")]
    [InlineData("public Task Post(IFormFile [|file|]) => photos.ExecuteAsync(new Shop.UploadVideoDto { Content = file.OpenReadStream() });")]
    // Its service is implemented here.
    [InlineData("public Task Post(IFormFile [|file|]) => disk.SaveAsync(file); public abstract class Disk : Shop.IDisk { public async Task SaveAsync(IFormFile file) { await file.CopyToAsync(System.IO.File.Create(\"a\")); } public abstract Task UploadFileAsync(string name, IFormFile file); public abstract Task UploadMultipleAsync(IReadOnlyList<IFormFile> files); public abstract void SaveImage(IFormFile file); public abstract string SavePicture(IFormFile file, string folder); public abstract void Add(IFormFile file); public abstract void ReadImage(IFormFile file); public abstract void UploadStudents(IFormFile file); public abstract void SaveExcelFile(IFormFile file); public abstract void Saved(IFormFile file); public abstract void Uploads(Stream file); public abstract Task UploadFileStreamBlobAsync(string name, Stream file); public abstract string Write(Stream image); }")]
    // A model of the other project.
    [InlineData("public Task Post([FromForm] Shop.Photo [|photo|]) => disk.SaveAsync(photo.Image);")]
    [InlineData("public async Task Post([FromForm] Shop.Photo [|photo|]) { if (photo.Image != null) { await photo.Image.CopyToAsync(System.IO.File.Create(\"a\")); } }")]
    [InlineData("public void Post([FromForm] Shop.Photo [|photo|]) { foreach (var other in photo.Others) { disk.SaveImage(other); } }")]
    [InlineData("public void Post([FromForm] Shop.Photo [|photo|]) { var names = new List<string>(); foreach (var other in photo.Others) { names.Add(disk.SavePicture(other, \"a\")); } }")]
    // Its command.
    [InlineData("public async Task Post(IFormFile [|file|]) { using var content = file.OpenReadStream(); var command = new Shop.UploadDocumentCommand(\"a\", content); await sender.Send(command); }")]
    [InlineData("public Task Post(IFormFile [|file|]) => sender.Send(new Shop.SaveImageRequest { File = file });")]
    [InlineData("public Task Post([FromForm] Shop.Photo [|photo|]) => sender.Send(new Shop.SaveImageRequest { File = photo.Image });")]
    public Task Files_that_another_project_stores_by_the_name_of_its_method_are_reported(string action) => VerifyWithOtherProjectAsync(action);

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("public class Albums { private readonly Shop.IDisk disk = null!; public Task AddAsync(Shop.Photo [|photo|]) => disk.SaveAsync(photo.Image); public static bool IsEmpty(IFormFile file) => file.Length == 0; }")]
    [InlineData("public class Albums { private readonly Shop.IDisk disk = null!; public async Task AddAsync(Shop.Photo [|photo|]) { foreach (var other in photo.Others) { await StoreAsync(other); } } private Task StoreAsync(IFormFile file) => disk.UploadFileStreamBlobAsync(file.FileName, file.OpenReadStream()); }")]
    [InlineData("public interface IAlbums { Task AddAsync(Shop.Photo photo); } internal class Albums : IAlbums { private readonly Shop.IDisk disk = null!; public Task AddAsync(Shop.Photo [|photo|]) => disk.SaveAsync(photo.Image); public static bool IsEmpty(IFormFile file) => file.Length == 0; }")]
    // What is stored is another property, or the project has handlers of its own.
    [InlineData("public class Albums { private readonly Shop.IDisk disk = null!; public Task AddAsync(Shop.Photo photo, IFormFile [|file|]) => disk.SaveAsync(file); }")]
    [InlineData("public class Albums { private readonly Shop.IDisk disk = null!; public Task AddAsync(Shop.Photo photo) => disk.SaveAsync(photo.Image); } public class Photos : ControllerBase { public int Get() => 1; }")]
    public Task Models_of_another_project_that_a_library_without_handlers_stores_are_reported(string types) => VerifyTypesWithOtherProjectAsync(types);

    [Theory]
    [Trait("Case", "Negative")]
    [InlineData("public void Post(IFormFile file) { disk.Add(file); }")]
    [InlineData("public void Post(IFormFile file) { disk.ReadImage(file); }")]
    [InlineData("public void Post(IFormFile file) { disk.UploadStudents(file); }")]
    [InlineData("public void Post(IFormFile file) { disk.SaveExcelFile(file); }")]
    [InlineData("public void Post(IFormFile file) { disk.Saved(file); }")]
    [InlineData("public void Post(IFormFile file) { disk.Uploads(file.OpenReadStream()); }")]
    [InlineData("public string Post(IFormFile file) => disk.Write(file.OpenReadStream());")]
    [InlineData("[RequestSizeLimit(1000)] public Task Post(IFormFile file) => disk.SaveAsync(file);")]
    [InlineData("public Task Post([FromForm] Shop.Photo photo) => disk.UploadFileAsync(photo.Title, null);")]
    [InlineData("public Task Post([FromBody] Shop.Photo photo) => disk.SaveAsync(photo.Image);")]
    [InlineData("public Task Post(IFormFile file) => rows.SaveAsync(file.OpenReadStream());")]
    [InlineData("public Task Post(IFormFile file) => sender.Send(new Shop.SaveCommand { File = file });")]
    [InlineData("public Task Post(IFormFile file) => parser.SaveAsync(file.OpenReadStream());")]
    [InlineData("public Task Post(IFormFile file) => logout.SaveAsync(file.OpenReadStream());")]
    [InlineData("public Task Post(IFormFile file) => Run.Execute(new Shop.UploadVideoDto { Content = file.OpenReadStream() }); private static class Run { public static Task Execute(object command) => Task.CompletedTask; }")]
    [InlineData("public Task Post(IFormFile file) => photos.CountAsync(new Shop.UploadVideoDto { Content = file.OpenReadStream() });")]
    [InlineData("public Task Post(IFormFile file) => sender.Send(new Shop.ImportRowsCommand(file.OpenReadStream()));")]
    [InlineData("public Task Post(IFormFile file) => sender.Send(new Shop.UploadCsvFileCommand(file.OpenReadStream()));")]
    [InlineData("public Task Post(IFormFile file) => sender.Send(new Shop.UploadDocumentCommand(file.FileName, Stream.Null));")]
    [InlineData("public object Post(IFormFile file) => new Shop.UploadDocumentCommand(file.FileName, file.OpenReadStream());")]
    public Task Files_that_another_project_may_only_read_are_not_reported(string action) => VerifyWithOtherProjectAsync(action);

    [Fact]
    [Trait("Case", "Negative")]
    public Task A_form_file_that_the_framework_implements_is_followed() => Check.IsSilentAsync(InFile(
        "public class NamedFile : FormFile { public NamedFile(Stream content, string name) : base(content, 0, content.Length, name, name) { } } "
        + "public class Photos : ControllerBase { public Task Post(NamedFile photo) => photo.CopyToAsync(System.IO.File.Create(\"a\")); public long Size(IFormFile file) => file.Length; }"));

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("public interface IDisk { Task SaveAsync(IFormFile file); }", "public Task Post(IFormFile [|file|]) => disk.SaveAsync(file);")]
    [InlineData("public interface IDisk { Task SaveAsync(IFormFile file); } public class NoDisk : IDisk { public Task SaveAsync(IFormFile file) => Task.CompletedTask; }", "public Task Post(IFormFile file) => disk.SaveAsync(file);")]
    [InlineData("public interface IDisk { Task SaveImageToDiskAsync(IFormFile file); }", "public Task Post(IFormFile [|file|]) => disk.SaveImageToDiskAsync(file);")]
    [InlineData("public interface IDisk { string UploadProfilePicture(IFormFile file); }", "public string Post(IFormFile [|file|]) => disk.UploadProfilePicture(file);")]
    // One of several files.
    [InlineData("public interface IDisk { Task SaveAsync(IFormFile file); }", "public async Task Post() { var form = await Request.ReadFormAsync(); var file = [|form.Files|].GetFile(\"a\") ?? form.Files.FirstOrDefault(); await disk.SaveAsync(file); }")]
    [InlineData("public interface IDisk { Task SaveAsync(IFormFile file); }", "public Task Post(IFormFile [|one|], IFormFile [|two|]) => disk.SaveAsync(one != null ? one : two);")]
    [InlineData("public interface IDisk { Task SaveAsync(IFormFile file); }", "public async Task Post() { IFormFile file = null; if ([|Request.Form.Files|].Count > 0) { file = Request.Form.Files[0]; } await disk.SaveAsync(file); }")]
    // Implementations of any kind, but no overrides.
    [InlineData("public interface IDisk { Task KeepAsync(IFormFile file); } public class Disk<T> : IDisk { public async Task KeepAsync(IFormFile file) { await file.CopyToAsync(System.IO.File.Create(\"a\")); } }", "public Task Post(IFormFile [|file|]) => disk.KeepAsync(file);")]
    [InlineData("public interface IDisk { Task KeepAsync(IFormFile file); } public class Disk : IDisk { public virtual async Task KeepAsync(IFormFile file) { await file.CopyToAsync(System.IO.File.Create(\"a\")); } }", "public Task Post(IFormFile [|file|]) => disk.KeepAsync(file);")]
    [InlineData("public interface IDisk { Task KeepAsync(IFormFile file); } public class Disk : IDisk { async Task IDisk.KeepAsync(IFormFile file) { await file.CopyToAsync(System.IO.File.Create(\"a\")); } }", "public Task Post(IFormFile [|file|]) => disk.KeepAsync(file);")]
    [InlineData("public interface IDisk { Task KeepAsync(IFormFile file); } public abstract class Base : IDisk { public abstract Task KeepAsync(IFormFile file); } public class Disk : Base { public override async Task KeepAsync(IFormFile file) { await file.CopyToAsync(System.IO.File.Create(\"a\")); } }", "public Task Post(IFormFile file) => disk.KeepAsync(file);")]
    // They don't store the file.
    [InlineData("public interface IDisk { bool UploadFile(IFormFile file); }", "public bool Post(IFormFile file) => disk.UploadFile(file);")]
    [InlineData("public interface IDisk { int SaveFileInfo(IFormFile file); }", "public int Post(IFormFile file) => disk.SaveFileInfo(file);")]
    [InlineData("public interface IDisk { int UploadFileType(IFormFile file); }", "public int Post(IFormFile file) => disk.UploadFileType(file);")]
    [InlineData("public interface IDisk { int UploadedFiles(IFormFile file); }", "public int Post(IFormFile file) => disk.UploadedFiles(file);")]
    [InlineData("public interface IDisk { int UploadFileToMemory(IFormFile file); }", "public int Post(IFormFile file) => disk.UploadFileToMemory(file);")]
    [InlineData("public interface IDisk { int WriteFileLog(IFormFile file); }", "public int Post(IFormFile file) => disk.WriteFileLog(file);")]
    public Task A_service_that_another_project_implements_stores_by_its_name(string types, string action) => Check.ReportsAsync(InFile(
        types + $"public class Photos : ControllerBase {{ private readonly IDisk disk = null!; {action} }}"));

    private static Task VerifyWithOtherProjectAsync(string action) => VerifyTypesWithOtherProjectAsync(
        $"public class Photos : ControllerBase {{ private readonly Shop.IDisk disk = null!; private readonly Shop.ISender sender = null!; private readonly Shop.IShopPhotoService photos = null!; private readonly Shop.IRows rows = null!; private readonly Shop.IStorage storage = null!; private readonly Shop.IDocumentParser parser = null!; private readonly Shop.ILogoutStore logout = null!; {action} }}");

    private static Task VerifyTypesWithOtherProjectAsync(string types) => RuleTest<BufferedFormFileAnalyzer, BufferedFormFileCodeFix>.VerifyAsync(
        InFile(types),
        new TestSetup
        {
            AspNetCore = true, AzureBlobs = true, References =
            [
                OtherProject(
                    """
                    using Microsoft.AspNetCore.Http;
                    using System.Collections.Generic;
                    using System.IO;
                    using System.Threading.Tasks;
                    namespace Shop;
                    public class Photo { public string Title { get; set; } public IFormFile Image { get; set; } public List<IFormFile> Others { get; set; } }
                    public interface ISender { Task Send(object command); }
                    public interface IShopPhotoService { Task UploadAsync(Stream content); Task ExecuteAsync(object command); Task CountAsync(object command); }
                    public interface IRows { Task SaveAsync(Stream content); }
                    public interface IStorage { Task SaveAsync(Stream content); }
                    public interface IDocumentParser { Task SaveAsync(Stream content); }
                    public interface ILogoutStore { Task SaveAsync(Stream content); }
                    public class SaveCommand { public IFormFile File { get; set; } }
                    public class UploadVideoDto { public Stream Content { get; set; } }
                    public class UploadDocumentCommand { public UploadDocumentCommand(string name, Stream content) { } }
                    public class SaveImageRequest { public IFormFile File { get; set; } }
                    public class ImportRowsCommand { public ImportRowsCommand(Stream content) { } }
                    public class UploadCsvFileCommand { public UploadCsvFileCommand(Stream content) { } }
                    public interface IDisk
                    {
                        Task SaveAsync(IFormFile file);
                        Task UploadFileAsync(string name, IFormFile file);
                        Task UploadMultipleAsync(IReadOnlyList<IFormFile> files);
                        void SaveImage(IFormFile file);
                        string SavePicture(IFormFile file, string folder);
                        void Add(IFormFile file);
                        void ReadImage(IFormFile file);
                        void UploadStudents(IFormFile file);
                        void SaveExcelFile(IFormFile file);
                        void Saved(IFormFile file);
                        void Uploads(Stream file);
                        Task UploadFileStreamBlobAsync(string name, Stream file);
                        string Write(Stream image);
                    }
                    """),
            ],
        });

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("IFormFile [|file|]", "new Google.Cloud.Storage.V1.StorageClient().UploadObject(\"bucket\", \"a\", null, file.OpenReadStream());")]
    [InlineData("IFormFile [|file|]", "using var memory = new MemoryStream(); await file.CopyToAsync(memory); await new Google.Cloud.Storage.V1.StorageClient().UploadObjectAsync(\"bucket\", \"a\", null, memory);")]
    [InlineData("IFormFile [|file|]", "using var content = file.OpenReadStream(); var description = new CloudinaryDotNet.FileDescription(file.FileName, content);")]
    [InlineData("IFormFile [|file|]", "var arguments = new Minio.DataModel.PutObjectArgs().WithStreamData(file.OpenReadStream());")]
    [InlineData("IFormFile [|file|]", "var stream = file.OpenReadStream(); var upload = new Firebase.Storage.FirebaseStorageReference().PutAsync(stream); await upload;")]
    [InlineData("IFormFile [|file|]", "new Renci.SshNet.SftpClient().UploadFile(file.OpenReadStream(), \"a\");")]
    [InlineData("IFormFile [|file|]", "new Microsoft.Azure.Storage.Blob.CloudBlockBlob().UploadFromStream(file.OpenReadStream());")]
    [InlineData("IFormFile [|file|]", "await new Azure.Storage.Files.DataLake.DataLakeFileClient().UploadAsync(file.OpenReadStream());")]
    [InlineData("IFormFile [|file|]", "await new Amazon.S3.Transfer.TransferUtility().UploadAsync(file.OpenReadStream(), \"bucket\", \"a\");")]
    [InlineData("IFormFile [|file|]", "using var content = new System.Net.Http.MultipartFormDataContent(); content.Add(new System.Net.Http.StreamContent(file.OpenReadStream()), \"file\"); await new System.Net.Http.HttpClient().PostAsync(\"a\", content);")]
    [InlineData("IFormFile [|file|]", "using var stream = file.OpenReadStream(); await new System.Net.Http.HttpClient().PostAsync(\"a\", new System.Net.Http.StreamContent(stream));")]
    [InlineData("IFormFile [|file|]", "using var memory = new MemoryStream(); await file.CopyToAsync(memory); byte[] bytes = memory.ToArray(); await System.IO.File.WriteAllBytesAsync(\"a\", bytes);")]
    [InlineData("IFormFile [|file|]", "byte[] bytes; using (var memory = new MemoryStream()) { await file.CopyToAsync(memory); bytes = memory.ToArray(); } await System.IO.File.WriteAllBytesAsync(\"a\", bytes);")]
    [InlineData("IFormFile [|file|]", "await new System.Net.Http.HttpClient().SendAsync(new System.Net.Http.HttpRequestMessage { Content = new System.Net.Http.StreamContent(file.OpenReadStream()) });")]
    // Nothing is stored or sent.
    [InlineData("IFormFile file", "using var memory = new MemoryStream(); await file.CopyToAsync(memory); long at = memory.Seek(0, SeekOrigin.Begin); int first = memory.ReadByte();")]
    [InlineData("IFormFile file", "using var memory = new MemoryStream(); await file.CopyToAsync(memory); var bytes = memory.ToArray();")]
    [InlineData("IFormFile file", "using var content = new System.Net.Http.StreamContent(file.OpenReadStream()); await content.ReadAsStringAsync();")]
    // Files that need a length first, others of these packages, and of another one, and an array that is needed.
    [InlineData("IFormFile file", "using var memory = new MemoryStream(); await file.CopyToAsync(memory); byte[] bytes = memory.ToArray(); if (bytes[0] == 0) return; await System.IO.File.WriteAllBytesAsync(\"a\", bytes);")]
    [InlineData("IFormFile file", "await new Azure.Storage.Files.Shares.ShareFileClient().UploadAsync(file.OpenReadStream());")]
    [InlineData("IFormFile file", "var description = new CloudinaryDotNet.Checked(file.FileName, file.OpenReadStream());")]
    [InlineData("IFormFile file", "new Other.StorageClient().UploadObject(\"bucket\", \"a\", null, file.OpenReadStream());")]
    public Task Files_that_are_uploaded_to_another_store_are_reported(string parameters, string body) => Check.ReportsAsync(InStore(parameters, body) +
        """
        namespace Google.Cloud.Storage.V1
        {
            public class StorageClient
            {
                public void UploadObject(string bucket, string name, string? type, Stream source) { }
                public Task UploadObjectAsync(string bucket, string name, string? type, Stream source) => Task.CompletedTask;
            }
        }
        namespace CloudinaryDotNet { public class FileDescription { public FileDescription(string name, Stream stream) { } } public class Checked { public Checked(string name, Stream stream) { } } }
        namespace Firebase.Storage { public class FirebaseStorageReference { public Task PutAsync(Stream stream) => Task.CompletedTask; } }
        namespace Minio.DataModel { public class PutObjectArgs { public PutObjectArgs WithStreamData(Stream data) => this; } }
        namespace Microsoft.Azure.Storage.Blob { public class CloudBlockBlob { public void UploadFromStream(Stream source) { } } }
        namespace Renci.SshNet { public class SftpClient { public void UploadFile(Stream input, string path) { } } }
        namespace Azure.Storage.Files.DataLake { public class DataLakeFileClient { public Task UploadAsync(Stream content) => Task.CompletedTask; } }
        namespace Azure.Storage.Files.Shares { public class ShareFileClient { public Task UploadAsync(Stream content) => Task.CompletedTask; } }
        namespace Amazon.S3.Transfer { public class TransferUtility { public Task UploadAsync(Stream stream, string bucket, string key) => Task.CompletedTask; } }
        namespace Other { public class StorageClient { public void UploadObject(string bucket, string name, string? type, Stream source) { } } }
        """);

    [Theory]
    [Trait("Case", "Negative")]
    [InlineData("public class Photo { public IFormFile? File { get; set; } } public class Photos : Controller { public long? Post(Photo photo) => photo.File?.Length; }")]
    [InlineData("public class UploadModel : PageModel { [BindProperty] public IFormFile? File { get; set; } public void OnPost() { } }")]
    [InlineData("public class Photos : ControllerBase { public int Post() => Request.Form.Files.Count; }")]
    public Task Bound_files_that_nothing_stores_are_not_reported(string types) => Check.IsSilentAsync(InFile(types));

    [Theory]
    [Trait("Case", "Negative")]
    // Small uploads.
    [InlineData("public class Photos : ControllerBase { [RequestSizeLimit(65536)] public void Post(IFormFile file) { } }")]
    [InlineData("public class Photos : ControllerBase { const long Most = 20_000; [RequestSizeLimit(Most)] public int Post() => Request.Form.Files.Count; }")]
    [InlineData("public class Photos : ControllerBase { [RequestFormLimits(MultipartBodyLengthLimit = 4096)] public void Post(List<IFormFile> files) { } }")]
    [InlineData("[RequestSizeLimit(1000)] public class Photos : ControllerBase { public void Post(IFormFile file) { } }")]
    [InlineData("[RequestSizeLimit(1000)] public class Base : ControllerBase { } public class Photos : Base { public void Post(IFormFile file) { } }")]
    [InlineData("[DisableRequestSizeLimit] public class Photos : ControllerBase { [RequestSizeLimit(1000)] public void Post(IFormFile file) { } }")]
    [InlineData("public class Photo { public IFormFile? File { get; set; } } public class Photos : Controller { [RequestSizeLimit(1000)] public void Post(Photo photo) { } }")]
    [InlineData("[RequestSizeLimit(1000)] public class UploadModel : PageModel { [BindProperty] public IFormFile? File { get; set; } public void OnPost() { } }")]
    // No handlers.
    [InlineData("public interface IPhotos { void Save(IFormFile file); }")]
    [InlineData("public class Storage { public void Save(IFormFile file, IFormFileCollection files) { } }")]
    [InlineData("public class Photos : ControllerBase { void Save(IFormFile file) { } protected void Other(IFormFile file) { } public static void Third(IFormFile file) { } [NonAction] public void Fourth(IFormFile file) { } public void Fifth<T>(IFormFile file) { } }")]
    [InlineData("[NonController] public class PhotosController { public void Post(IFormFile file) { } }")]
    [InlineData("internal class PhotosController { public void Post(IFormFile file) { } }")]
    [InlineData("public abstract class PhotosController { public void Post(IFormFile file) { } }")]
    [InlineData("public class Outer { public class PhotosController { public void Post(IFormFile file) { } } }")]
    [InlineData("public class UploadModel : PageModel { public void Save(IFormFile file) { } public void Once(IFormFile file) { } [NonHandler] public void OnPost(IFormFile file) { } void OnPut(IFormFile file) { } public void OnPosted(IFormFile file) { } }")]
    [InlineData("public class FakeFile { public IFormFile? File { get; set; } }")]
    [InlineData("public class C { void M() { Action<IFormFile> save = (IFormFile file) => { }; void Save(IFormFile file) { } } }")]
    [InlineData("public static class R { public static void Map(Router router) => router.MapPost(\"/\", (IFormFile file) => { }); public class Router { public void MapPost(string path, Action<IFormFile> handler) { } } }")]
    // Not bound.
    [InlineData("public class Photo { public IFormFile? File { get; set; } } public class Photos : Controller { public Photo Get() => new(); }")]
    [InlineData("public class Photo { public IFormFile? File { get; set; } } [ApiController] public class Photos : ControllerBase { [HttpPost] public void Post(Photo photo) { } }")]
    [InlineData("public class Photo { public IFormFile? Kept { get; private set; } public IFormFile? First => null; public IEnumerable<IFormFile> Large => Array.Empty<IFormFile>(); public IFormFile[] None { get; } = Array.Empty<IFormFile>(); } public class Photos : Controller { public void Post(Photo photo) { } }")]
    [InlineData("public class Photo { public IFormFile? File { get; set; } } public class Command<TReply> { public int Id { get; set; } } public class Add : Command<Photo> { } public class Photos : Controller { public void Post(Add add, Command<Photo> other, Lazy<Photo> later) { } }")]
    [InlineData("public class Photo { [BindNever] public IFormFile? File { get; set; } } public class Photos : Controller { public void Post(Photo photo) { } }")]
    [InlineData("public class Photo { public static IFormFile? File { get; set; } internal IFormFile? Other { get; set; } } public class Photos : Controller { public void Post(Photo photo) { } }")]
    [InlineData("public class Photos : ControllerBase { public void Post([FromServices] Func<IFormFile> files) { } }")]
    // Forms without their files.
    [InlineData("public class Photos : ControllerBase { public async Task<string?> Post() { IFormCollection form = await Request.ReadFormAsync(); return form[\"title\"] + Request.Form[\"a\"]; } }")]
    [InlineData("public class Photos : ControllerBase { public void Post(IFormCollection form) { } public int Count(FormCollection other) => other.Count; }")]
    [InlineData("public class C { public IFormFileCollection Get(IFormCollection form) => form.Files; public object Mine(Own own) => own.Files; public class Own { public object Files = new(); } }")]
    // The parameter is reported, once.
    [InlineData("public class Photos : ControllerBase { [RequestSizeLimit(1)] public int Post(IFormFile file) => Request.Form.Files.Count; }")]
    public Task Anything_else_is_not_reported(string types) => Check.IsSilentAsync(InFile(types));

    [Theory]
    [Trait("Case", "Negative")]
    [InlineData("app.MapPost(\"/\", [RequestSizeLimit(1000)] (IFormFile file) => { });", "")]
    [InlineData("app.MapPost(\"/\", (IFormFile file) => { }).WithName(\"a\").WithMetadata(new object(), new RequestSizeLimitAttribute(65536));", "")]
    [InlineData("app.MapPost(\"/\", (IFormFile file) => { }).WithFormOptions(multipartBodyLengthLimit: 1000);", "")]
    [InlineData("app.MapPost(\"/\", Save).WithMetadata(new RequestFormLimitsAttribute { MultipartBodyLengthLimit = 1000 });", "static void Save(IFormFile file) { }")]
    [InlineData("app.MapPost(\"/\", (HttpContext context) => Save(context, null));", "static void Save(HttpContext context, IFormFile? file) { }")]
    [InlineData("app.MapGet(\"/\", () => 1); app.Map(\"/a\", async context => await context.Response.WriteAsync(\"a\"));", "static void Save(IFormFile file) { }")]
    public Task Endpoints_with_small_limits_and_what_is_not_mapped_are_not_reported(string statements, string members) => Check.IsSilentAsync(InRoutes(statements, members));

    [Fact]
    [Trait("Case", "Positive")]
    public Task What_counts_as_small_is_an_option() => Check.ReportsAsync(
        InController(Stored("[HttpPost, RequestSizeLimit(5000)] public void Post(IFormFile [|file|]) { } [HttpPut, RequestSizeLimit(4000)] public void Put(IFormFile file) { file.CopyTo(System.IO.File.Create(\"a\")); }")),
        editorConfig: "stream_tuning.STRM4001.small_upload_bytes = 4096");

    [Fact]
    [Trait("Case", "Negative")]
    public Task Where_there_is_no_ASP_NET_Core_nothing_is_reported() =>
        RuleTesting.RuleTest<StreamTuning.Analyzers.Uploads.BufferedFormFileAnalyzer, StreamTuning.CodeFixes.Uploads.BufferedFormFileCodeFix>.VerifyAsync(
            "namespace Own { public interface IFormFile { } public class PhotosController { public void Post(IFormFile file) { } } }",
            RuleTesting.TestSetup.WithoutRuntime);

    [Theory]
    // Alone, and beside what does not come from the form.
    [InlineData("List<IFormFile> [|files|]", "")]
    [InlineData("[FromForm] IFormFileCollection [|files|]", "")]
    [InlineData("int id, IFormFile[] [|files|]", "int id")]
    [InlineData("IEnumerable<IFormFile> [|files|], [FromServices] BlobContainerClient container", "[FromServices] BlobContainerClient container")]
    [InlineData("string album, IReadOnlyList<IFormFile> [|files|], [FromHeader] string owner", "string album, [FromHeader] string owner")]
    public Task A_loop_that_copies_each_file_becomes_what_is_done_with_each(string parameters, string fixedParameters) => Check.FixesOneByOneAsync(
        RuleFixes.Runtime,
        InController(
            $$"""
            [HttpPost, IgnoreAntiforgeryToken]
                public async Task<IActionResult> Post({{parameters}})
                {
                    {{Loop}}

                    return Ok();
                }
            """),
        InController(
            $$"""
            [HttpPost, IgnoreAntiforgeryToken]
                [DisableFormModelBinding]
                public async Task<IActionResult> Post({{fixedParameters}})
                {
                    {{StreamedLoop}}

                    return Ok();
                }
            """,
            usesRuntime: true));

    [Fact]
    public Task An_action_that_others_only_name_is_fixed() => Check.FixesOneByOneAsync(
        RuleFixes.Runtime,
        InController(
            $$"""
            /// <summary>Says where <see cref="Post"/> is.</summary>
                [HttpGet]
                public string Find() => nameof(Post);

                [HttpPost, IgnoreAntiforgeryToken]
                public async Task<IActionResult> Post(List<IFormFile> [|files|])
                {
                    {{Loop}}

                    return Ok();
                }
            """),
        InController(
            $$"""
            /// <summary>Says where <see cref="Post"/> is.</summary>
                [HttpGet]
                public string Find() => nameof(Post);

                [HttpPost, IgnoreAntiforgeryToken]
                [DisableFormModelBinding]
                public async Task<IActionResult> Post()
                {
                    {{StreamedLoop}}

                    return Ok();
                }
            """,
            usesRuntime: true));

    [Fact]
    [Trait("Case", "Trivia")]
    public Task Comments_names_tokens_and_the_context_stay() => Check.FixesOneByOneAsync(
        RuleFixes.Runtime,
        InController(
            """
            /// <summary>Saves photos.</summary>
                [HttpPost("{album}"), IgnoreAntiforgeryToken] // From the app.
                [RequestSizeLimit(1_000_000_000), RequestFormLimits(MultipartBodyLengthLimit = 1_000_000_000)]
                public async Task<IActionResult> Post(string album, [FromForm(Name = "photo")] List<IFormFile> [|uploads|], CancellationToken stopping)
                {
                    var names = new List<string>(); // In their order.
                    long length = 0;

                    if (uploads is null || uploads.Count == 0)
                    {
                        return BadRequest("No photos"); // What else.
                    }

                    // One after the other.
                    foreach (var upload in uploads)
                    {
                        // Only photos.
                        if (upload.ContentType != "image/jpeg")
                            continue; // To the next one.

                        string path = Path.Combine("photos", album, Guid.NewGuid().ToString("N"));
                        await using (FileStream target = System.IO.File.Create(path))
                        {
                            await upload.CopyToAsync(target, stopping).ConfigureAwait(false); // All of it.
                        }

                        names.Add(upload.FileName + upload.Name);
                    } // Done.

                    return Ok(new { uploads.Count, names, length });
                }
            """),
        InController(
            """
            /// <summary>Saves photos.</summary>
                [HttpPost("{album}"), IgnoreAntiforgeryToken] // From the app.
                [RequestSizeLimit(1_000_000_000), RequestFormLimits(MultipartBodyLengthLimit = 1_000_000_000)]
                [DisableFormModelBinding]
                public async Task<IActionResult> Post(string album, CancellationToken stopping)
                {
                    var names = new List<string>(); // In their order.
                    long length = 0;

                    // One after the other.
                    StreamedForm form = await this.StreamFiles(async (upload, _) =>
                    {
                        if (!upload.Name.Equals("photo", StringComparison.OrdinalIgnoreCase))
                        {
                            return;
                        }

                        // Only photos.
                        if (upload.ContentType != "image/jpeg")
                            return; // To the next one.

                        string path = Path.Combine("photos", album, Guid.NewGuid().ToString("N"));
                        await using (FileStream target = System.IO.File.Create(path))
                        {
                            await upload.CopyToAsync(target, stopping).ConfigureAwait(false); // All of it.
                        }

                        names.Add(upload.UntrustedFileName + upload.Name);
                    }, cancellationToken: stopping).ConfigureAwait(false); // Done.

                    if (!form.Files.Any(uploaded => uploaded.Name.Equals("photo", StringComparison.OrdinalIgnoreCase)))
                    {
                        return BadRequest("No photos"); // What else.
                    }

                    return Ok(new { Count = form.Files.Count(uploaded => uploaded.Name.Equals("photo", StringComparison.OrdinalIgnoreCase)), names, length });
                }
            """,
            usesRuntime: true));

    [Fact]
    public Task A_loop_that_uploads_each_file_to_a_blob_becomes_what_is_done_with_each() => Check.FixesOneByOneAsync(
        RuleFixes.Runtime,
        InController(
            """
            [HttpPost, IgnoreAntiforgeryToken]
                public async Task Post([FromServices] BlobContainerClient container, List<IFormFile> [|files|])
                {
                    foreach (var file in files)
                    {
                        BlobClient blob = container.GetBlobClient(Guid.NewGuid().ToString("N"));
                        await blob.UploadAsync(file.OpenReadStream(), overwrite: true);
                        Console.WriteLine(file.Length);
                    }
                }
            """),
        InController(
            """
            [HttpPost, IgnoreAntiforgeryToken]
                [DisableFormModelBinding]
                public async Task Post([FromServices] BlobContainerClient container)
                {
                    await this.StreamFiles(async (file, _) =>
                    {
                        if (!file.Name.Equals("files", StringComparison.OrdinalIgnoreCase))
                        {
                            return;
                        }

                        BlobClient blob = container.GetBlobClient(Guid.NewGuid().ToString("N"));
                        await blob.UploadAsync(file.Stream, overwrite: true);
                        Console.WriteLine(file.Length);
                    });
                }
            """,
            usesRuntime: true));

    [Fact]
    public Task A_loop_on_one_line_stays_on_it_and_discards_stay_discards() => Check.FixesOneByOneAsync(
        RuleFixes.Runtime,
        InController(
            """
            [HttpPost, IgnoreAntiforgeryToken]
                public async Task Post(List<IFormFile> [|files|])
                {
                    int count = 0;
                    foreach (var file in files) { _ = count++; await file.CopyToAsync(Stream.Null); }
                }
            """),
        InController(
            """
            [HttpPost, IgnoreAntiforgeryToken]
                [DisableFormModelBinding]
                public async Task Post()
                {
                    int count = 0;
                    await this.StreamFiles(async (file, __) => { if (!file.Name.Equals("files", StringComparison.OrdinalIgnoreCase)) { return; } _ = count++; await file.CopyToAsync(Stream.Null); });
                }
            """,
            usesRuntime: true));

    [Fact]
    public Task An_application_in_which_nothing_asks_for_tokens_is_fixed() => Check.FixesOneByOneAsync(
        RuleFixes.Runtime,
        InController($"[HttpPost]\n    public async Task Post(List<IFormFile> [|files|])\n    {{\n        {Loop}\n    }}") + Application,
        InController($"[HttpPost]\n    [DisableFormModelBinding]\n    public async Task Post()\n    {{\n        {StreamedLoop}\n    }}", usesRuntime: true) + Application,
        outputKind: OutputKind.ConsoleApplication);

    [Theory]
    [Trait("Case", "NoFix")]
    // The services are registered elsewhere, or by somebody who references this library.
    [InlineData("", OutputKind.ConsoleApplication)]
    [InlineData(Application, OutputKind.DynamicallyLinkedLibrary)]
    [InlineData("\npublic static class Program { public static void Main() => new ServiceCollection().AddControllersWithViews(); }", OutputKind.ConsoleApplication)]
    [InlineData("\npublic static class Program { public static void Main() => new ServiceCollection().AddAntiforgery().AddControllers(); }", OutputKind.ConsoleApplication)]
    public Task An_action_that_may_need_a_token_is_left_alone(string program, OutputKind outputKind) => VerifyNoFixAsync(
        InController($"[HttpPost]\n    public async Task Post(List<IFormFile> [|files|])\n    {{\n        {Loop}\n    }}")
            + (program.Length == 0 ? "\npublic static class Program { public static void Main() { } }" : program),
        outputKind);

    [Fact]
    [Trait("Case", "NoFix")]
    public Task An_application_is_left_alone_if_another_project_may_ask_for_tokens() => VerifyNoFixAsync(
        InController($"[HttpPost]\n    public async Task Post(List<IFormFile> [|files|])\n    {{\n        {Loop}\n    }}") + Application,
        OutputKind.ConsoleApplication,
        OtherProject("public static class Setup { public static void Add(Microsoft.AspNetCore.Mvc.MvcOptions options) => options.Filters.Add(new Microsoft.AspNetCore.Mvc.AutoValidateAntiforgeryTokenAttribute()); }"));

    [Theory]
    [Trait("Case", "NoFix")]
    // A file that exists is emptied before the form is known to be complete.
    [InlineData("await using var target = new FileStream(Path.Combine(\"photos\", file.FileName), FileMode.Create); await file.CopyToAsync(target);")]
    [InlineData("await using var target = System.IO.File.Create(\"avatar.jpg\"); await file.CopyToAsync(target);")]
    [InlineData("await using var target = System.IO.File.OpenWrite(\"avatar.jpg\"); await file.CopyToAsync(target);")]
    [InlineData("await using var target = new FileInfo(\"avatar.jpg\").Create(); await file.CopyToAsync(target);")]
    [InlineData("await using var target = new FileStream(\"log\", FileMode.Append); await file.CopyToAsync(target);")]
    [InlineData("await using var target = new FileStream($\"{DateTime.Now:yyyy}\", new FileStreamOptions { Mode = FileMode.Create, Access = FileAccess.Write }); await file.CopyToAsync(target);")]
    [InlineData("await using Stream target = Open(file.FileName); await file.CopyToAsync(target); static Stream Open(string name) => System.IO.File.Create(name);")]
    [InlineData("await using FileStream target = await OpenAsync(file.FileName); await file.CopyToAsync(target); static Task<FileStream> OpenAsync(string name) => Task.FromResult(new FileStream(name, FileMode.Truncate));")]
    [InlineData("await using FileStream target = opener(); await file.CopyToAsync(target);")]
    [InlineData("await file.CopyToFileAsync(\"avatar.jpg\");")]
    [InlineData("await file.CopyToFileAsync(\"avatar.jpg\", new FileCopyOptions { Replace = FileReplacement.Atomic });")]
    public Task An_action_that_may_write_a_file_that_exists_is_left_alone(string loop) => Check.OffersNoFixAsync(
        RuleFixes.Runtime,
        InController(
            $"private readonly Func<FileStream> opener = () => null!;\n    [HttpPost, IgnoreAntiforgeryToken]\n    public async Task Post(List<IFormFile> [|files|])\n    {{\n        foreach (var file in files) {{ {loop} }}\n    }}",
            usesRuntime: true));

    [Fact]
    [Trait("Case", "Trivia")]
    public Task What_is_imported_everywhere_is_not_imported_again() => Check.FixesOneByOneAsync(
        RuleFixes.Runtime,
        """
        global using System;
        using System.Collections.Generic;
        using System.IO;
        using System.Threading.Tasks;
        using Microsoft.AspNetCore.Http;
        using Microsoft.AspNetCore.Mvc;

        public class Photos : ControllerBase
        {
            [HttpPost, IgnoreAntiforgeryToken] public async Task<int> Post(IFormFileCollection [|files|])
            {
                foreach (var file in files)
                { // Each.
                    using Stream target = new FileStream(Path.GetRandomFileName(), FileMode.CreateNew);
                    await file.CopyToAsync(target: target);
                }

                return files.Count;
            }
        }
        """,
        """
        global using System;
        using System.Collections.Generic;
        using System.IO;
        using System.Linq;
        using System.Threading.Tasks;
        using Microsoft.AspNetCore.Http;
        using Microsoft.AspNetCore.Mvc;
        using StreamTuning;

        public class Photos : ControllerBase
        {
            [HttpPost, IgnoreAntiforgeryToken] [DisableFormModelBinding] public async Task<int> Post()
            {
                StreamedForm form = await this.StreamFiles(async (file, _) =>
                { // Each.
                    if (!file.Name.Equals("files", StringComparison.OrdinalIgnoreCase))
                    {
                        return;
                    }

                    using Stream target = new FileStream(Path.GetRandomFileName(), FileMode.CreateNew);
                    await file.CopyToAsync(destination: target);
                });

                return form.Files.Count(uploaded => uploaded.Name.Equals("files", StringComparison.OrdinalIgnoreCase));
            }
        }
        """);

    [Theory]
    // Whether there is content is known before it is read.
    [InlineData("if (file.Length > 0) { await file.CopyToAsync(Stream.Null, stop); }", "if (!await file.IsEmptyAsync(stop)) { await file.CopyToAsync(Stream.Null, stop); }")]
    [InlineData("if (file.Length == 0) { continue; } await file.CopyToAsync(Stream.Null).ConfigureAwait(false);", "if (await file.IsEmptyAsync(stop).ConfigureAwait(false)) { return; } await file.CopyToAsync(Stream.Null).ConfigureAwait(false);")]
    [InlineData("if (file.FileName.Length < 3 || 0 < file.Length && file.Length is > 0) { await file.CopyToAsync(Stream.Null); }", "if (file.UntrustedFileName.Length < 3 || !await file.IsEmptyAsync(stop) && !await file.IsEmptyAsync(stop)) { await file.CopyToAsync(Stream.Null); }")]
    [InlineData("await file.CopyToAsync(Stream.Null); if (file.Length == 0) { }", "await file.CopyToAsync(Stream.Null); if (file.Length == 0) { }")]
    // The stream.
    [InlineData("using var content = file.OpenReadStream(); await content.CopyToAsync(Stream.Null, 81920, stop);", "using var content = file.Stream; await content.CopyToAsync(Stream.Null, 81920, stop);")]
    [InlineData("await using (Stream content = file.OpenReadStream()) { await new BlobClient(\"\", \"\", \"\").UploadAsync(content, overwrite: true, stop); }", "await using (Stream content = file.Stream) { await new BlobClient(\"\", \"\", \"\").UploadAsync(content, overwrite: true, stop); }")]
    // What the fix of another rule has made of the copy.
    [InlineData("await using var target = System.IO.File.Create(Path.GetRandomFileName()); await file.CopyToFileAsync(target, cancellationToken: stop);", "await using var target = System.IO.File.Create(Path.GetRandomFileName()); await file.CopyToFileAsync(target, cancellationToken: stop);", true)]
    public Task What_a_streamed_file_can_do_too_stays(string loop, string fixedLoop, bool usesRuntime = false) => Check.FixesOneByOneAsync(
        RuleFixes.Runtime,
        InController($"[IgnoreAntiforgeryToken] public async Task Post(List<IFormFile> [|files|], CancellationToken stop) {{ foreach (var file in files) {{ {loop} }} }}", usesRuntime: usesRuntime),
        InController(
            "[IgnoreAntiforgeryToken] [DisableFormModelBinding] public async Task Post(CancellationToken stop) { await this.StreamFiles(async (file, _) => { "
                + "if (!file.Name.Equals(\"files\", StringComparison.OrdinalIgnoreCase)) { return; } "
                + $"{fixedLoop} }}, cancellationToken: stop){(loop.Contains("ConfigureAwait") ? ".ConfigureAwait(false)" : "")}; }}",
            usesRuntime: true));

    [Theory]
    [Trait("Case", "NoFix")]
    // Not such a loop.
    [InlineData("List<IFormFile> [|files|]", "await Task.WhenAll(files.Select(file => file.CopyToAsync(System.IO.File.Create(Path.GetRandomFileName()))));")]
    [InlineData("List<IFormFile> [|files|]", "foreach (var file in files) { file.CopyTo(Stream.Null); } await Task.Yield();")]
    [InlineData("List<IFormFile> [|files|]", "foreach (var file in files.Where(file => file.Length > 0)) { await file.CopyToAsync(System.IO.File.Create(Path.GetRandomFileName())); }")]
    [InlineData("List<IFormFile> [|files|]", "if (files.Count > 1) { foreach (var file in files) { await file.CopyToAsync(Stream.Null); } }")]
    [InlineData("List<IFormFile> [|files|]", "foreach (var file in files) await file.CopyToAsync(Stream.Null);")]
    [InlineData("IFormFile [|file|]", "await file.CopyToAsync(System.IO.File.Create(Path.GetRandomFileName()));")]
    [InlineData("List<IFormFile> [|files|], List<IFormFile> others", "foreach (var file in files) { await file.CopyToAsync(Stream.Null); }")]
    // The files are used otherwise, or are there only when all have been read.
    [InlineData("List<IFormFile> [|files|]", "foreach (var file in files) { if (file.Length > 10) { await file.CopyToAsync(Stream.Null); } }")]
    [InlineData("List<IFormFile> [|files|]", "foreach (var file in files) { if (file.Length /* bytes */ > 0) { await file.CopyToAsync(Stream.Null); } }")]
    [InlineData("List<IFormFile> [|files|]", "foreach (var file in files) { Func<bool> isEmpty = () => file.Length == 0; await file.CopyToAsync(Stream.Null); }")]
    [InlineData("List<IFormFile> [|files|]", "foreach (var file in files) { await file.CopyToAsync(Stream.Null); await file.CopyToAsync(Stream.Null); }")]
    [InlineData("List<IFormFile> [|files|]", "foreach (var file in files) { for (int i = 0; i < 3; i++) { await file.CopyToAsync(Stream.Null); } }")]
    [InlineData("List<IFormFile> [|files|]", "foreach (var file in files) { foreach (char c in file.FileName) { if (c == '/') { continue; } } await file.CopyToAsync(Stream.Null); }")]
    [InlineData("List<IFormFile> [|files|]", "foreach (var file in files) { try { await file.CopyToAsync(Stream.Null); } catch (IOException) { } }")]
    [InlineData("List<IFormFile> [|files|]", "foreach (var file in files) { Console.WriteLine(file.Headers); await file.CopyToAsync(Stream.Null); }")]
    [InlineData("List<IFormFile> [|files|]", "foreach (var file in files) { Check(file); await file.CopyToAsync(Stream.Null); } static void Check(IFormFile file) { }")]
    [InlineData("List<IFormFile> [|files|]", "foreach (var file in files) { using var stream = file.OpenReadStream(); await stream.CopyToAsync(Stream.Null); stream.Position = 0; }")]
    [InlineData("List<IFormFile> [|files|]", "foreach (var file in files) { using var stream = file.OpenReadStream(); Task copy = stream.CopyToAsync(Stream.Null); }")]
    [InlineData("List<IFormFile> [|files|]", "Console.WriteLine(files.Count); foreach (var file in files) { await file.CopyToAsync(Stream.Null); }")]
    [InlineData("List<IFormFile> [|files|]", "foreach (var file in files) { await file.CopyToAsync(Stream.Null); } Console.WriteLine(files[0].FileName);")]
    [InlineData("List<IFormFile> [|files|]", "foreach (var file in files) { await file.CopyToAsync(Stream.Null); } foreach (var file in files) { await file.CopyToAsync(Stream.Null); }")]
    // The loop is left early.
    [InlineData("List<IFormFile> [|files|]", "foreach (var file in files) { if (file.FileName == \"\") { break; } await file.CopyToAsync(Stream.Null); }")]
    [InlineData("List<IFormFile> [|files|]", "foreach (var file in files) { if (file.FileName == \"\") { return; } await file.CopyToAsync(Stream.Null); }")]
    // Something else comes from the form or the body, or looks at what was bound.
    [InlineData("[FromForm] string title, List<IFormFile> [|files|]", "foreach (var file in files) { await file.CopyToAsync(Stream.Null); }")]
    [InlineData("IFormCollection other, List<IFormFile> [|files|]", "foreach (var file in files) { await file.CopyToAsync(Stream.Null); }")]
    [InlineData("[Required] List<IFormFile> [|files|]", "foreach (var file in files) { await file.CopyToAsync(Stream.Null); }")]
    [InlineData("List<IFormFile> [|files|]", "string? title = Request.Form[\"title\"]; foreach (var file in files) { await file.CopyToAsync(Stream.Null); }")]
    [InlineData("List<IFormFile> [|files|]", "if (!ModelState.IsValid) { return; } foreach (var file in files) { await file.CopyToAsync(Stream.Null); }")]
    // Comments and directives.
    [InlineData("List<IFormFile> [|files|] /* photos */, int id", "foreach (var file in files /* of them */) { await file.CopyToAsync(Stream.Null); }")]
    [InlineData("List<IFormFile> [|files|]", "foreach (var file in files) { using var source = file.OpenReadStream( /* all of it */ ); await source.CopyToAsync(Stream.Null); }")]
    [InlineData("List<IFormFile> [|files|]", "\n#if DEBUG\n#endif\nforeach (var file in files) { await file.CopyToAsync(Stream.Null); }")]
    public Task Where_the_action_might_do_something_else_nothing_is_offered(string parameters, string body) =>
        Check.OffersNoFixAsync(RuleFixes.Runtime, InController($"[HttpPost, IgnoreAntiforgeryToken]\n    public async Task Post({parameters})\n    {{\n        {body}\n    }}"));

    [Theory]
    [Trait("Case", "NoFix")]
    // Antiforgery.
    [InlineData("public class Photos : ControllerBase { [ValidateAntiForgeryToken]\n public async Task Post(List<IFormFile> [|files|]) { LOOP } }")]
    [InlineData("[AutoValidateAntiforgeryToken] public class Photos : ControllerBase {\n public async Task Post(List<IFormFile> [|files|]) { LOOP } }")]
    [InlineData("public class Photos : ControllerBase {\n public async Task Post(List<IFormFile> [|files|]) { LOOP } } public static class S { static void Add(IServiceCollection s) => s.AddControllers(o => o.Filters.Add(new AutoValidateAntiforgeryTokenAttribute())); }")]
    // No controller that can stream.
    [InlineData("public class PhotosController {\n public async Task Post(List<IFormFile> [|files|]) { LOOP } }")]
    [InlineData("public class UploadModel : PageModel {\n public async Task OnPostAsync(List<IFormFile> [|files|]) { LOOP } }")]
    [InlineData("public static class R { public static void Map(WebApplication app) => app.MapPost(\"/\", async (IFormFileCollection [|files|]) => { LOOP }); }")]
    // The signature is somebody else's too.
    [InlineData("public class Base : ControllerBase {\n [IgnoreAntiforgeryToken] public virtual async Task Post(List<IFormFile> [|files|]) { LOOP } }")]
    [InlineData("public interface IPhotos { Task Post(List<IFormFile> files); } public class Photos : ControllerBase, IPhotos {\n [IgnoreAntiforgeryToken] public async Task Post(List<IFormFile> [|files|]) { LOOP } }")]
    [InlineData("public class Photos : ControllerBase {\n [IgnoreAntiforgeryToken] public async Task Post(List<IFormFile> [|files|]) { LOOP } } public class Tests { Task Run() => new Photos().Post(new List<IFormFile>()); }")]
    // Filters that see the arguments, or limits that would go.
    [InlineData("public class LogAttribute : Microsoft.AspNetCore.Mvc.Filters.ActionFilterAttribute { } public class Photos : ControllerBase { [Log]\n [IgnoreAntiforgeryToken] public async Task Post(List<IFormFile> [|files|]) { LOOP } }")]
    [InlineData("public class Photos : ControllerBase { [RequestFormLimits(MultipartBodyLengthLimit = 1_000_000)]\n [IgnoreAntiforgeryToken] public async Task Post(List<IFormFile> [|files|]) { LOOP } }")]
    [InlineData("public class Photos : ControllerBase { [ServiceFilter(typeof(Microsoft.AspNetCore.Mvc.Filters.IActionFilter))]\n [IgnoreAntiforgeryToken] public async Task Post(List<IFormFile> [|files|]) { LOOP } }")]
    [InlineData("[TypeFilter<Microsoft.AspNetCore.Mvc.Filters.IActionFilter>] public class Photos : ControllerBase {\n [IgnoreAntiforgeryToken] public async Task Post(List<IFormFile> [|files|]) { LOOP } }")]
    [InlineData("public class Log : Microsoft.AspNetCore.Mvc.Filters.IResultFilter { public void OnResultExecuting(Microsoft.AspNetCore.Mvc.Filters.ResultExecutingContext c) { } public void OnResultExecuted(Microsoft.AspNetCore.Mvc.Filters.ResultExecutedContext c) { } public void See(Microsoft.AspNetCore.Mvc.Filters.ActionExecutingContext c) => Console.WriteLine(c.ActionArguments.Count); } public class Photos : ControllerBase {\n [IgnoreAntiforgeryToken] public async Task Post(List<IFormFile> [|files|]) { LOOP } }")]
    // Other values of the form.
    [InlineData("public class Photos : ControllerBase { [BindProperty] public string? Title { get; set; }\n [IgnoreAntiforgeryToken] public async Task Post(List<IFormFile> [|files|]) { LOOP } }")]
    [InlineData("public class Photos : Controller {\n [IgnoreAntiforgeryToken] public async Task Post(string title, List<IFormFile> [|files|]) { LOOP } }")]
    [InlineData("public class Photos : ControllerBase {\n [IgnoreAntiforgeryToken] public async Task Post(List<IFormFile> [|files|]) { LOOP } string? Title => Request.Form[\"a\"]; }")]
    public Task What_streaming_would_change_is_not_offered(string types) =>
        Check.OffersNoFixAsync(RuleFixes.Runtime, InFile(types.Replace("LOOP", Loop, StringComparison.Ordinal)));

    [Fact]
    [Trait("Case", "NoFix")]
    public Task Without_the_runtime_nothing_is_offered() => Check.OffersNoFixAsync(
        RuleFixes.Runtime,
        InController($"[HttpPost, IgnoreAntiforgeryToken]\n    public async Task Post(List<IFormFile> [|files|])\n    {{\n        {Loop}\n    }}"),
        referencesRuntime: false);

    [Fact]
    [Trait("Case", "FixAll")]
    public Task Each_action_is_weighed_on_its_own() => Check.FixesOneByOneAsync(
        RuleFixes.Runtime,
        InController(
            $$"""
            [HttpPost, IgnoreAntiforgeryToken]
                public async Task Post(List<IFormFile> [|files|])
                {
                    {{Loop}}
                }

                [HttpPut, IgnoreAntiforgeryToken]
                public async Task Put(List<IFormFile> [|files|])
                {
                    {{Loop}}
                }
            """),
        InController(
            $$"""
            [HttpPost, IgnoreAntiforgeryToken]
                [DisableFormModelBinding]
                public async Task Post()
                {
                    {{StreamedLoop}}
                }

                [HttpPut, IgnoreAntiforgeryToken]
                [DisableFormModelBinding]
                public async Task Put()
                {
                    {{StreamedLoop}}
                }
            """,
            usesRuntime: true));

    private static Task VerifyNoFixAsync(string source, OutputKind outputKind, params MetadataReference[] references) =>
        RuleTest<BufferedFormFileAnalyzer, BufferedFormFileCodeFix>.VerifyNoFixAsync(
            source,
            setup: new TestSetup
            {
                AspNetCore = true, AzureBlobs = true, Nullable = NullableContextOptions.Enable, OutputKind = outputKind,
                References = [.. TestReferences.RuntimeForUploads, .. references],
            });

    private static MetadataReference OtherProject(string source)
    {
        var image = new MemoryStream();
        var compilation = CSharpCompilation.Create(
            "Shop.Web",
            [CSharpSyntaxTree.ParseText(source)],
            new TestSetup { AspNetCore = true }.AllReferences,
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary));
        Assert.True(compilation.Emit(image).Success);
        return MetadataReference.CreateFromImage(image.ToArray());
    }

    /// <summary>Types, and a service that they store files with, which has two implementations.</summary>
    private static string WithStore(string types) => InFile(
        $$"""
        {{types}}

        public interface IStore
        {
            Task<string> SaveAsync(IFormFile file, CancellationToken token);
            Task SaveAllAsync(IReadOnlyList<IFormFile> files, CancellationToken token);
            Task UploadAsync(Stream content, string name);
            Task KeepAsync(IFormFile file, CancellationToken token);
            Task ParseAsync(IFormFile file, CancellationToken token);
            Task ForgetAsync(IFormFile file, CancellationToken token);
            void Check(IFormFile file);
        }

        public class DiskStore : IStore
        {
            private readonly BlobContainerClient container = null!;

            public async Task<string> SaveAsync(IFormFile file, CancellationToken token)
            {
                string path = Path.Combine("photos", Guid.NewGuid().ToString("N"));
                await using var target = new FileStream(path, FileMode.Create);
                await file.CopyToAsync(target, token);
                return path;
            }

            public async Task SaveAllAsync(IReadOnlyList<IFormFile> files, CancellationToken token)
            {
                foreach (IFormFile file in files)
                {
                    await SaveAsync(file, token);
                }
            }

            public Task UploadAsync(Stream content, string name) => container.GetBlobClient(name).UploadAsync(content);

            public Task KeepAsync(IFormFile file, CancellationToken token) => UploadAsync(file.OpenReadStream(), file.FileName);

            public async Task ParseAsync(IFormFile file, CancellationToken token)
            {
                using var reader = new StreamReader(file.OpenReadStream());
                Console.WriteLine(await reader.ReadToEndAsync());
            }

            public Task ForgetAsync(IFormFile file, CancellationToken token) => Task.CompletedTask;

            public void Check(IFormFile file) => Console.WriteLine(file.Length);
        }

        public class NoStore : IStore
        {
            public Task<string> SaveAsync(IFormFile file, CancellationToken token) => Task.FromResult(file.FileName);
            public Task SaveAllAsync(IReadOnlyList<IFormFile> files, CancellationToken token) => Task.CompletedTask;
            public Task UploadAsync(Stream content, string name) => Task.CompletedTask;
            public Task KeepAsync(IFormFile file, CancellationToken token) => Task.CompletedTask;
            public Task ParseAsync(IFormFile file, CancellationToken token) => Task.CompletedTask;
            public Task ForgetAsync(IFormFile file, CancellationToken token) => Task.CompletedTask;
            public void Check(IFormFile file) { }
        }

        public static class Files
        {
            public static Stream Crop(IFormFile file) => Stream.Null;
            public static Task UploadOfAsync(this IStore store, Stream data, IFormFile file) => store.UploadAsync(data, file.FileName);
            public static async Task StoreAsync(this IFormFile file) => await file.CopyToAsync(System.IO.File.Create("a"));
        }
        """);

    /// <summary>An action that stores files, with a helper.</summary>
    private static string InStore(string parameters, string body) => InController(
        $$"""
        private readonly Stream stream = Stream.Null;
            private readonly string path = "a";

            [HttpPost]
            public async Task Post({{parameters}}, [FromServices] BlobClient blob, [FromServices] BlobContainerClient container)
            {
                await Task.Yield();
                {{body}}
            }

            private static async Task SaveAsync(IFormFile file, string path) => await file.CopyToAsync(System.IO.File.Create(path));
        """);

    /// <summary>The code, with a copy to a file of each marked parameter at the beginning of its body, and of each marked property beside it.</summary>
    private static string Stored(string code)
    {
        foreach (Match mark in Mark().Matches(code).Reverse())
        {
            string name = mark.Groups["name"].Value;
            string copy = code[..mark.Index].TrimEnd().TrimEnd('?').EndsWith(" IFormFile", StringComparison.Ordinal)
                    || code[..mark.Index].TrimEnd().TrimEnd('?').EndsWith("(IFormFile", StringComparison.Ordinal)
                ? $"{name}!.CopyTo(System.IO.File.Create(\"a\"));"
                : $"foreach (var one in {name}!) {{ one.CopyTo(System.IO.File.Create(\"a\")); }}";
            int end = mark.Index + mark.Length;
            if (BeginningOfProperty().Match(code, end) is { Success: true, Length: var length })
            {
                code = code.Insert(end + length, $" void Store{name}() {{ {copy} }}");
            }
            else if (code.AsSpan(end).StartsWith(");"))
            {
                code = code.Remove(end + 1, 1).Insert(end + 1, $" {{ void Store{name}() {{ {copy} }} }}");
            }
            else
            {
                code = code.Insert(code.IndexOf('{', end) + 1, " " + copy);
            }
        }

        return code;
    }

    [GeneratedRegex(@"\[\|(?<name>\w+)\|\]")]
    private static partial Regex Mark();

    [GeneratedRegex(@"\G \{ get;[^}]*\}( = new[^;]*;)?")]
    private static partial Regex BeginningOfProperty();
}
