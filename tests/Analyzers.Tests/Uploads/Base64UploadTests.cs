using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Testing;
using StreamTuning.Analyzers.Tests.Robustness;
using static StreamTuning.Analyzers.Tests.Uploads.UploadCode;
using Check = StreamTuning.Analyzers.Tests.Verify<StreamTuning.Analyzers.Uploads.Base64UploadAnalyzer>;

namespace StreamTuning.Analyzers.Tests.Uploads;

public sealed class Base64UploadTests
{
    private const string Models =
        """
        public class Part { public string Content { get; set; } = ""; public string Title { get; set; } = ""; }
        public class Photo : Base { public string? Image { get; set; } public string ImageBase64 { get; set; } = ""; public char[] Data { get; set; } = new char[0]; public Part Part { get; set; } = new(); public List<Part> Parts { get; set; } = new(); public string Key { get; set; } = ""; [FromHeader] public string FileHeader { get; set; } = ""; }
        public class Base { public string File { get; set; } = ""; }
        public record Upload(string Document, [MaxLength(1000)] string Picture);
        """;

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("byte[] all = [|Convert.FromBase64String(photo.Image!)|];")]
    [InlineData("byte[] all = [|Convert.FromBase64String(photo.ImageBase64)|];")]
    [InlineData("byte[] all = [|System.Convert.FromBase64String(s: photo.File)|];")]
    [InlineData("byte[] all = [|Convert.FromBase64CharArray(photo.Data, 0, photo.Data.Length)|];")]
    [InlineData("bool done = [|Convert.TryFromBase64String(photo.ImageBase64, new byte[100_000], out int count)|];")]
    [InlineData("bool done = [|Convert.TryFromBase64Chars(photo.ImageBase64, new byte[100_000], out int count)|];")]
    [InlineData("string image = photo.Image ?? \"\"; byte[] all = [|Convert.FromBase64String(image)|];")]
    [InlineData("var image = photo.Image; if (image is null) { return; } byte[] all = [|Convert.FromBase64String(image)|];")]
    [InlineData("byte[] all = [|Convert.FromBase64String(photo.Part.Content)|];")]
    [InlineData("byte[] all = [|Convert.FromBase64String(photo.Parts[0].Content)|];")]
    [InlineData("foreach (Part part in photo.Parts) { byte[] all = [|Convert.FromBase64String(part.Content)|]; }")]
    [InlineData("var all = photo.Parts.Where(part => part.Title != \"\").Select(part => [|Convert.FromBase64String(part.Content)|]).ToList();")]
    [InlineData("Part? first = photo.Parts.FirstOrDefault(); byte[] all = [|Convert.FromBase64String(first!.Content)|];")]
    // What stands before a data URI's comma is no content.
    [InlineData("byte[] all = [|Convert.FromBase64String(photo.ImageBase64.Split(',')[1])|];")]
    [InlineData("byte[] all = [|Convert.FromBase64String(photo.ImageBase64.Split(',').Last())|];")]
    [InlineData("byte[] all = [|Convert.FromBase64String(photo.ImageBase64.Substring(22).Trim())|];")]
    [InlineData("int comma = photo.ImageBase64.IndexOf(','); byte[] all = [|Convert.FromBase64String(photo.ImageBase64[(comma + 1)..])|];")]
    [InlineData("string text = photo.ImageBase64.Replace(\"data:image/png;base64,\", \"\"); byte[] all = [|Convert.FromBase64String(text)|];")]
    [InlineData("string text = photo.ImageBase64.Contains(',') ? photo.ImageBase64.Split(',')[1] : photo.ImageBase64; byte[] all = [|Convert.FromBase64String(text)|];")]
    [InlineData("string text = photo.File; if (text.Contains(',')) { text = text.Split(',')[1]; } text = text.Trim(); byte[] all = [|Convert.FromBase64String(text)|];")]
    [InlineData("byte[] all = [|Convert.FromBase64String(System.Text.RegularExpressions.Regex.Replace(photo.File, \"^data:.*,\", \"\"))|];")]
    [InlineData("byte[] all = [|Convert.FromBase64String(System.Text.RegularExpressions.Regex.Match(photo.File, \"^data:.*,(?<data>.+)\").Groups[\"data\"].Value)|];")]
    [InlineData("Parallel.ForEach(photo.Parts, part => { var all = [|Convert.FromBase64String(part.Content)|]; }); photo.Parts.ForEach(part => { var all = [|Convert.FromBase64String(part.Content)|]; });")]
    [InlineData("byte[] Decode() => [|Convert.FromBase64String(photo.File)|]; Decode();")]
    public async Task Content_of_a_bound_model_that_is_decoded_is_reported(string body)
    {
        await Check.ReportsAsync(InController($"[HttpPost] public void Post(Photo photo) {{ {body} }}") + Models);
        await Check.ReportsAsync(InFile($"public class P : Controller {{ public void Post([FromBody] Photo photo) {{ {body} }} }}" + Models));
        await Check.ReportsAsync(InFile($"public class P : PageModel {{ public void OnPost(Photo photo) {{ {body} }} }}" + Models));
        await Check.ReportsAsync(InRoutes($"app.MapPost(\"/\", (Photo photo) => {{ {body} }});") + Models);
    }

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("public class P : ControllerBase { public void Post([FromForm] Photo photo) { var all = [|Convert.FromBase64String(photo.File)|]; } }")]
    [InlineData("public class P : ControllerBase { public void Post([FromBody] string image) { var all = [|Convert.FromBase64String(image)|]; } }")]
    [InlineData("public class P : ControllerBase { public void Post([FromForm] string fileData, int id) { var all = [|Convert.FromBase64String(fileData)|]; } }")]
    [InlineData("public class P : ControllerBase { public void Post([FromBody] List<Part> parts) { foreach (var part in parts) { var all = [|Convert.FromBase64String(part.Content)|]; } } }")]
    [InlineData("public class P : ControllerBase { public void Post([FromBody] Upload upload) { var all = [|Convert.FromBase64String(upload.Document)|]; } }")]
    [InlineData("public class P : PageModel { [BindProperty] public Photo Input { get; set; } = new(); public void OnPost() { var all = [|Convert.FromBase64String(Input.File)|]; } }")]
    [InlineData("public class P : PageModel { [BindProperty] public string Image { get; set; } = \"\"; public void OnPost() { var all = [|Convert.FromBase64String(Image)|]; } }")]
    [InlineData("public static class R { public static void Map(WebApplication app) => app.MapPost(\"/\", Save); static byte[] Save(Photo photo) => [|Convert.FromBase64String(photo.File)|]; }")]
    [InlineData("public static class R { public static void Map(WebApplication app) => app.MapPost(\"/\", ([FromBody] Photo photo) => Task.Run(() => [|Convert.FromBase64String(photo.File)|])); }")]
    [InlineData("public static class R { public static void Map(WebApplication app) => app.MapPost(\"/\", ([AsParameters] Parameters all) => [|Convert.FromBase64String(all.Photo.File)|].Length + [|Convert.FromBase64String(all.Image)|].Length); } public record Parameters(int Id, [FromBody] Photo Photo, [FromForm] string Image);")]
    // Handed on by a handler.
    [InlineData("[ApiController] public class P : ControllerBase { public void Post(Photo photo) => new Storage().Save(photo); } public class Storage { public byte[] Save(Photo photo) => [|Convert.FromBase64String(photo.File)|]; }")]
    [InlineData("public class P : ControllerBase { public void Post([FromBody] List<Photo> photos) => Save(photos[0].Part); private static byte[] Save(Part part) { string text = part.Content.Split(',')[1]; return [|Convert.FromBase64String(text)|]; } }")]
    // Handed on as texts, and taken apart by methods of the project.
    [InlineData("public class P : ControllerBase { public void Post([FromBody] Photo photo) => Save(photo.File); private static byte[] Save(string text) => [|Convert.FromBase64String(text)|]; }")]
    [InlineData("public class P : ControllerBase { readonly IStore store = new Store(); public void Post([FromBody] Photo photo) => store.Save(photo.File.Split(',')[1]); } interface IStore { byte[] Save(string text); } class Store : IStore { public byte[] Save(string text) => Decode(text.Trim()); static byte[] Decode(string base64) { try { return [|Convert.FromBase64String(base64)|]; } catch { throw; } } }")]
    [InlineData("public class P : ControllerBase { public void Post([FromBody] Photo photo) { var all = [|Convert.FromBase64String(Strip(photo.File))|]; } static string Strip(string text) { var rest = text.Trim(); if (rest.Contains(',')) { rest = rest[(rest.IndexOf(',') + 1)..]; } return rest.Replace(\" \", \"\"); } }")]
    [InlineData("public class P : ControllerBase { public void Post([FromBody] Photo photo) => photo.Image!.Decoded(); } public static class Texts { public static byte[] Decoded(this string text) => [|Convert.FromBase64String(text)|]; }")]
    [InlineData("public class P : ControllerBase { public void Post([FromBody] Photo photo) { Save(photo.File); Save(photo.Key); static byte[] Save(string text) => [|Convert.FromBase64String(text)|]; } }")]
    [InlineData("public class P : ControllerBase { public void Post([FromBody] Photo photo) { Save(photo.Parts); } static void Save(List<Part> parts) { foreach (var part in parts.Where(each => each.Title != \"\")) { var all = [|Convert.FromBase64String(part.Content)|]; } } }")]
    [InlineData("public static class R { public static void Map(WebApplication app) => app.MapPost(\"/\", (Photo photo, IStore store) => store.Save(photo)); } interface IStore { byte[] Save(Photo photo); } class Store : IStore { public byte[] Save(Photo photo) => [|Convert.FromBase64String(photo.File)|]; }")]
    // Texts in a collection.
    [InlineData("public class P : ControllerBase { public void Post([FromBody] Many many) { foreach (string image in many.Images) { var all = [|Convert.FromBase64String(image)|]; } } public void Put([FromBody] List<string> files) { foreach (var file in files) { var all = [|Convert.FromBase64String(file)|]; } } } public class Many { [MaxLength(5)] public List<string> Images { get; set; } = new(); }")]
    [InlineData("public class P : ControllerBase { public List<byte[]> Post([FromBody] Many many) => many.Images.Select(each => [|Convert.FromBase64String(each)|]).ToList(); } public class Many { public List<string> Images { get; set; } = new(); }")]
    // Texts that a form or a body has under a name.
    [InlineData("public class P : Controller { [HttpPost] public void Save(string imageData) { var all = [|Convert.FromBase64String(imageData)|]; } [HttpPost] public void Add([FromForm] string txtByte) { var all = [|Convert.FromBase64String(txtByte)|]; } }")]
    [InlineData("public class P : PageModel { public void OnPostSave(string image) { var all = [|Convert.FromBase64String(image)|]; } }")]
    [InlineData("public class P : Controller { [HttpPost] public void Save() { string image = Request.Form[\"image\"]!; var all = [|Convert.FromBase64String(image)|]; var more = [|Convert.FromBase64String(Request.Form[\"photo\"].ToString().Split(',')[1])|]; } [HttpPost] public void Add(IFormCollection form) { var all = [|Convert.FromBase64String(form[\"image\"]!)|]; } }")]
    [InlineData("public class P : Controller { [HttpPost] public void Save([FromBody] JsonElement body) { var all = [|Convert.FromBase64String(body.GetProperty(\"image\").GetString()!)|]; } [HttpPost] public void Add([FromBody] Dictionary<string, string> body) { var all = [|Convert.FromBase64String(body[\"image\"])|]; } }")]
    [InlineData("public class P : Controller { [HttpPost] public async Task Save() { var photo = await Request.ReadFromJsonAsync<Photo>(); var all = [|Convert.FromBase64String(photo!.File)|]; var other = await JsonSerializer.DeserializeAsync<Photo>(Request.Body); all = [|Convert.FromBase64String(other!.File)|]; } }")]
    [InlineData("public class P : Controller { [HttpPost] public async Task Save() { using var reader = new StreamReader(Request.Body); string body = await reader.ReadToEndAsync(); var photo = JsonSerializer.Deserialize<Photo>(body); var all = [|Convert.FromBase64String(photo!.File)|]; } }")]
    [InlineData("public class P : Controller { [HttpPost] public async Task Save() { using var reader = new StreamReader(Request.Body); var all = [|Convert.FromBase64String(await reader.ReadToEndAsync())|]; } }")]
    [InlineData("public class P : Controller { [HttpPost] public void Save() { var text = new StreamReader(Request.Body).ReadToEnd(); Store(text); } private static void Store(string text) { var all = [|Convert.FromBase64String(text)|]; } }")]
    public Task Every_place_that_binds_a_body_or_form_counts(string types) => Check.ReportsAsync(InFile(types + Models));

    private const string Dto = "public class PhotoDto { public string ImageBase64 { get; set; } = \"\"; public string Content { get; set; } = \"\"; } public record SaveScan(string Base64Image, string Name); public record AddScanCommand(string Base64Image, List<PhotoDto> Photos); public class ImageResponse { public string Base64 { get; set; } = \"\"; }";

    [Theory]
    [Trait("Case", "Positive")]
    // The handler is in another project.
    [InlineData("public class Photos { public void Save(int id, PhotoDto photo) { var all = [|Convert.FromBase64String(photo.ImageBase64)|]; } }")]
    [InlineData("public class Photos { public async Task SaveAsync(PhotoDto photo) { string text = photo.ImageBase64.Contains(',') ? photo.ImageBase64.Split(',')[1] : photo.ImageBase64; await File.WriteAllBytesAsync(\"a\", [|Convert.FromBase64String(text)|]); } }")]
    [InlineData("public class Handler { public async Task Handle(AddScanCommand command, CancellationToken token) { await Task.Yield(); var all = [|Convert.FromBase64String(command.Base64Image)|]; foreach (var photo in command.Photos) { all = [|Convert.FromBase64String(photo.ImageBase64)|]; } } }")]
    [InlineData("public interface IPhotos { byte[] Save(PhotoDto photo); } public class Photos : IPhotos { public byte[] Save(PhotoDto photo) => Decode(photo); private static byte[] Decode(PhotoDto photo) => [|Convert.FromBase64String(photo.ImageBase64)|]; }")]
    public async Task A_service_gets_what_a_handler_of_another_project_is_sent(string types)
    {
        await Check.ReportsAsync(InFile(types + Dto));
        await RuleTesting.RuleTest<StreamTuning.Analyzers.Uploads.Base64UploadAnalyzer, EmptyCodeFixProvider>.VerifyAsync(
            "using System; using System.Collections.Generic; using System.IO; using System.Linq; using System.Threading; using System.Threading.Tasks;\n" + types + Dto,
            RuleTesting.TestSetup.WithoutRuntime);
    }

    [Theory]
    [Trait("Case", "Negative")]
    // It's an answer, or nothing says that it's a message, or base64.
    [InlineData("public class Photos { public void Save(ImageResponse photo) { var all = Convert.FromBase64String(photo.Base64); } }")]
    [InlineData("public class Photos { public void Save(SaveScan scan) { var all = Convert.FromBase64String(scan.Base64Image); } }")]
    [InlineData("public class Photos { public void Save(PhotoDto photo) { var all = Convert.FromBase64String(photo.Content); } }")]
    // The project has handlers, which don't call it; or makes what it's given.
    [InlineData("public class Photos { public void Save(PhotoDto photo) { var all = Convert.FromBase64String(photo.ImageBase64); } } public class P : ControllerBase { public void Post() { } }")]
    [InlineData("public class Photos { public void Load() => Save(new PhotoDto()); private void Save(PhotoDto photo) { var all = Convert.FromBase64String(photo.ImageBase64); } }")]
    public Task A_service_that_gets_something_else_is_not_reported(string types) => Check.IsSilentAsync(InFile(types + Dto));

    [Theory]
    [Trait("Case", "Negative")]
    [InlineData(OutputKind.ConsoleApplication)]
    [InlineData(OutputKind.WindowsApplication)]
    public Task A_program_without_requests_is_not_reported(OutputKind kind) =>
        RuleTesting.RuleTest<StreamTuning.Analyzers.Uploads.Base64UploadAnalyzer, EmptyCodeFixProvider>.VerifyAsync(
            "using System; public class Photos { public void Save(PhotoDto photo) { var all = Convert.FromBase64String(photo.ImageBase64); } } public class PhotoDto { public string ImageBase64 { get; set; } } static class Program { static void Main() { } }",
            RuleTesting.TestSetup.WithoutRuntime with { OutputKind = kind });

    [Fact]
    [Trait("Case", "Positive")]
    public Task The_message_names_call_and_property() => Check.ReportsAsync(
        InController("[HttpPost] public void Post(Photo photo) { var all = {|#0:Convert.FromBase64String(photo.File)|}; }") + Models,
        Check.Diagnostic(0, "FromBase64String", "File").WithSeverity(DiagnosticSeverity.Info));

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("Avatar")]
    [InlineData("content")]
    [InlineData("Base64")]
    [InlineData("Attachment")]
    [InlineData("ProfilePictureBase64")]
    [InlineData("SignatureImage")]
    [InlineData("PDFData")]
    [InlineData("scan_data")]
    [InlineData("KeyPhoto")]
    public Task Names_say_that_it_is_content(string name) => Check.ReportsAsync(
        InController($"[HttpPost] public void Post(Item item) {{ var all = [|Convert.FromBase64String(item.{name})|]; }}") + $"public class Item {{ public string {name} {{ get; set; }} = \"\"; }}");

    [Theory]
    [Trait("Case", "Negative")]
    [InlineData("Key")]
    [InlineData("Signature")]
    [InlineData("FileHash")]
    [InlineData("ImageKey")]
    [InlineData("SignatureBytes")]
    [InlineData("SignatureBase64")]
    [InlineData("NextCursor")]
    [InlineData("DataToken")]
    [InlineData("DocumentId")]
    [InlineData("FileName")]
    [InlineData("Profile")]
    [InlineData("Imagination")]
    public Task Names_say_that_it_is_none(string name) => Check.IsSilentAsync(
        InController($"[HttpPost] public void Post(Item item) {{ var all = Convert.FromBase64String(item.{name}); }}") + $"public class Item {{ public string {name} {{ get; set; }} = \"\"; }}");

    [Theory]
    [Trait("Case", "Negative")]
    // Not from the body of a request.
    [InlineData("[ApiController] public class P : ControllerBase { [HttpGet] public void Get([FromQuery] Photo photo) { var all = Convert.FromBase64String(photo.File); } }")]
    [InlineData("[ApiController] public class P : ControllerBase { [HttpGet] public void Get(string image, [FromHeader] string file) { var all = Convert.FromBase64String(image + file); } }")]
    [InlineData("public class P : ControllerBase { public void Get([FromHeader] string file) { var all = Convert.FromBase64String(file); } }")]
    [InlineData("public class P : ControllerBase { public void Post([FromBody] Photo photo) { var all = Convert.FromBase64String(photo.FileHeader); } }")]
    [InlineData("public class P : ControllerBase { public void Post() { var all = Convert.FromBase64String(Request.Headers[\"file\"]!); var more = Convert.FromBase64String(User.FindFirst(\"image\")!.Value); } }")]
    [InlineData("public class P : ControllerBase { public void Post([FromServices] Photo photo) { var all = Convert.FromBase64String(photo.File); } }")]
    [InlineData("public class Storage { public void Save(Photo photo) { var all = Convert.FromBase64String(photo.File); } }")]
    [InlineData("public class P : ControllerBase { [NonAction] public void Save(Photo photo) { var all = Convert.FromBase64String(photo.File); } }")]
    [InlineData("public class P : ControllerBase { public void Post([FromBody] Photo photo) { var other = new Photo(); var all = Convert.FromBase64String(other.File); } }")]
    [InlineData("public class P : ControllerBase { public void Post([FromBody] Photo photo, bool flag) { string text = photo.File; if (flag) { text = \"\"; } var all = Convert.FromBase64String(text); } }")]
    [InlineData("public class P : PageModel { public Photo Input { get; set; } = new(); public void OnPost() { var all = Convert.FromBase64String(Input.File); } }")]
    [InlineData("public class P : ControllerBase { public void Post([FromBody] Photo photo) { string text = photo.File; text = Read(text); var all = Convert.FromBase64String(text); } static string Read(string text) => text; }")]
    [InlineData("public class P : Controller { [HttpGet] public void Index(Photo photo) { var all = Convert.FromBase64String(photo.File); } }")]
    [InlineData("public class P : PageModel { public void OnGetSearch(Photo photo) { var all = Convert.FromBase64String(photo.File); } }")]
    [InlineData("public static class R { public static void Map(WebApplication app) => app.MapGet(\"/\", ([AsParameters] Parameters all) => Convert.FromBase64String(all.Image).Length); } public record Parameters(int Id, [FromQuery] string Image);")]
    // Handed on by what binds no body, or is not a method.
    [InlineData("[ApiController] public class P : ControllerBase { [HttpGet] public void Get([FromQuery] Photo photo) => new Storage().Save(photo); } public class Storage { public byte[] Save(Photo photo) => Convert.FromBase64String(photo.File); }")]
    [InlineData("public class P : Controller { [HttpGet] public void Index(Photo photo) => new Storage().Save(photo); } public class Storage { public byte[] Save(Photo photo) => Convert.FromBase64String(photo.File); }")]
    [InlineData("public class P : ControllerBase { [RequestSizeLimit(60_000)] public void Post([FromBody] Photo photo) => new Storage().Save(photo); } public class Storage { public byte[] Save(Photo photo) => Convert.FromBase64String(photo.File); }")]
    [InlineData("public class P : ControllerBase { public void Post([FromBody] Photo photo) { } public void Put([FromQuery] Photo photo) { var all = Convert.FromBase64String(photo.File); } } public class Storage { Func<Photo, byte[]> _decode = photo => Convert.FromBase64String(photo.File); public void Save() { var photo = new Photo(); var all = Convert.FromBase64String(photo.File); } }")]
    [InlineData("public class P : Controller { public void Show(string image) { var all = Convert.FromBase64String(image); } [HttpGet] public void Index(string image) { var all = Convert.FromBase64String(image); } }")]
    [InlineData("public class P : Controller { [HttpPost(\"{file}\")] public void Save(string file) { var all = Convert.FromBase64String(file); } [HttpPut(\"x/{*image:minlength(1)}\")] public void Put(string image) { var all = Convert.FromBase64String(image); } }")]
    [InlineData("[Route(\"x/{Document?}\")] public class P : Controller { [HttpPost] public void Save(string document) { var all = Convert.FromBase64String(document); } [AcceptVerbs(\"POST\", Route = \"y/{photo}\")] public void Add(string photo) { var all = Convert.FromBase64String(photo); } }")]
    [InlineData("public class P : Controller { [AcceptVerbs(\"GET\")] public void Show(string image) { var all = Convert.FromBase64String(image); } [HttpPost, HttpGet] public void Callback(string image) { var all = Convert.FromBase64String(image); } [AcceptVerbs(\"get\", \"post\")] public void Both(string image) { var all = Convert.FromBase64String(image); } }")]
    // Names that do not say of what.
    [InlineData("public class P : Controller { [HttpPost] public void Callback(string data, string signature) { var all = Convert.FromBase64String(data); } [HttpPost] public void Form(IFormCollection form) { var all = Convert.FromBase64String(form[\"data\"]!); } [HttpPost] public void Save([FromBody] JsonElement body) { var all = Convert.FromBase64String(body.GetProperty(\"data\").GetString()!); } }")]
    [InlineData("public class P : Controller { [HttpPost] public void Post([FromQuery] string image) { var all = Convert.FromBase64String(image); } [RequestSizeLimit(10_000), HttpPost] public void Put() { var all = Convert.FromBase64String(Request.Form[\"image\"]!); } }")]
    // Handed on, but not from a body, or not as it is.
    [InlineData("public class P : ControllerBase { public void Post([FromBody] Photo photo) => Save(photo.Key); public void Get([FromQuery] string image) => Save(image); private static byte[] Save(string text) => Convert.FromBase64String(text); }")]
    [InlineData("public class P : ControllerBase { public void Post([FromBody] Photo photo) { var all = Convert.FromBase64String(Look(photo.File)); Clean(photo.File); var more = Convert.FromBase64String(Clean(\"\")); } static string Look(string text) => System.IO.File.ReadAllText(text); static string Clean(string text) => text.Trim(); }")]
    [InlineData("public class P : ControllerBase { public void Post([FromBody] Photo photo) => A(photo.File); static void A(string text) => B(text); static void B(string text) => D(text); static void D(string text) => E(text); static byte[] E(string text) => Convert.FromBase64String(text); }")]
    [InlineData("public class P : ControllerBase { public void Post([FromBody] Photo photo) => new Store().Save(new Other()); } public class Other { public string File { get; set; } = \"\"; } public class Store { public byte[] Save(Other file) => Convert.FromBase64String(file.File); } public class Entity { public string Image { get; set; } = \"\"; public byte[] Decode() => Convert.FromBase64String(Image); }")]
    [InlineData("public class P : ControllerBase { readonly IStore store = new Store(); public void Post([FromBody] Photo photo) { store.Save(photo.File); Func<string, byte[]> decode = Decode; decode(photo.File); } byte[] Decode(string text) => Convert.FromBase64String(text); } public interface IStore { byte[] Save(string text); } public class Store : IStore { public byte[] Save(string text) => Convert.FromBase64String(text); }")]
    [InlineData("public class P : ControllerBase { public async Task Get(System.Net.Http.HttpClient client) { var photo = JsonSerializer.Deserialize<Photo>(await client.GetStringAsync(\"/\")); var all = Convert.FromBase64String(photo!.File); } }")]
    // Small.
    [InlineData("public class P : ControllerBase { public void Post([FromBody] Upload upload) { var all = Convert.FromBase64String(upload.Picture); } }")]
    [InlineData("public class P : ControllerBase { public void Post([FromBody] Small small) { var all = Convert.FromBase64String(small.Image); var more = Convert.FromBase64String(small.File); } } public class Small { [StringLength(65536)] public string Image { get; set; } = \"\"; [Length(1, 100)] public string File { get; set; } = \"\"; }")]
    [InlineData("public class P : ControllerBase { [RequestSizeLimit(60_000)] public void Post() { var all = Convert.FromBase64String(new StreamReader(Request.Body).ReadToEnd()); } }")]
    [InlineData("public class P : ControllerBase { [RequestSizeLimit(60_000)] public void Post() => Store(new StreamReader(Request.Body).ReadToEnd()); private static void Store(string text) { var all = Convert.FromBase64String(text); } }")]
    [InlineData("public class P : ControllerBase { public void Post() { var text = new StreamReader(Request.Body).ReadToEnd(); var all = Convert.FromBase64String(text.Split('.')[1]); } }")]
    [InlineData("public class P : ControllerBase { public void Post(string path) { var all = Convert.FromBase64String(new StreamReader(path).ReadToEnd()); } }")]
    [InlineData("public class P : ControllerBase { [RequestSizeLimit(60_000)] public void Post([FromBody] Photo photo) { var all = Convert.FromBase64String(photo.File); } }")]
    // No decoding.
    [InlineData("public class P : ControllerBase { public string Post([FromBody] Photo photo) => Convert.ToBase64String(System.Text.Encoding.UTF8.GetBytes(photo.File)); }")]
    [InlineData("public class P : ControllerBase { public byte[] Post([FromBody] Photo photo) => Own.FromBase64String(photo.File); static class Own { public static byte[] FromBase64String(string text) => new byte[0]; } }")]
    public Task Anything_else_is_not_reported(string types) => Check.IsSilentAsync(InFile(types + Models));

    [Theory]
    [Trait("Case", "Negative")]
    // A method that calls itself is followed once.
    [InlineData("static string D(string s) => s[0] switch { 'a' => D(s + 1), 'b' => D(s + 2), 'c' => D(s + 3), _ => string.Concat(s) };", "")]
    [InlineData("static string D(string s) { if (s.StartsWith(\"a\")) { return D(s.Substring(5)); } if (s.StartsWith(\"b\")) { return E(s); } if (s.StartsWith(\"c\")) { return D(\"0\" + s); } return string.Concat(s); }", "static string E(string s) { if (s.StartsWith(\"a\")) { return D(s.Trim()); } if (s.StartsWith(\"b\")) { return E(s + 1); } return D(s + 2); }")]
    public Task Methods_that_call_themselves_are_followed_in_short_time(string method, string other) =>
        Watchdog.RunAsync(_ => Check.IsSilentAsync(InFile("public class M { public string Image { get; set; } = \"\"; } public class P : ControllerBase { public void Post([FromBody] M m) { var all = Convert.FromBase64String(D(m.Image)); } " + method + other + " }")));

    [Fact]
    [Trait("Case", "Positive")]
    public Task Names_and_sizes_are_options() => RuleTesting.RuleTest<StreamTuning.Analyzers.Uploads.Base64UploadAnalyzer, EmptyCodeFixProvider>.VerifyAsync(
        InController("[HttpPost] public void Post(Item item) { var a = [|Convert.FromBase64String(item.Portrait)|]; var b = Convert.FromBase64String(item.Data); var c = [|Convert.FromBase64String(item.Image)|]; }")
            + "public class Item { public string Portrait { get; set; } = \"\"; public string Data { get; set; } = \"\"; [MaxLength(1000)] public string Image { get; set; } = \"\"; }",
        new RuleTesting.TestSetup
        {
            AspNetCore = true,
            AzureBlobs = true,
            Nullable = NullableContextOptions.Enable,
            EditorConfig = "stream_tuning.base64_content_names = portrait, -data\nstream_tuning.small_upload_bytes = 999",
        });
}
