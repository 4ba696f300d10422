using Microsoft.CodeAnalysis;
using static StreamTuning.Analyzers.Tests.Uploads.StreamingCode;
using Check = StreamTuning.Analyzers.Tests.Verify<
    StreamTuning.Analyzers.Uploads.RawBodyCopiedInSegmentsAnalyzer,
    StreamTuning.CodeFixes.Uploads.RawBodyCopiedInSegmentsCodeFix>;

namespace StreamTuning.Analyzers.Tests.Uploads;

public sealed class RawBodyCopiedInSegmentsTests
{
    private const string Create = "await using var target = File.Create(path); ";

    [Theory]
    [Trait("Case", "Positive")]
    // The body.
    [InlineData("await using var target = File.Create(path); await [|request.Body.CopyToAsync(target)|];")]
    [InlineData("await using var target = File.Create(path); await [|context.Request.Body.CopyToAsync(target, token)|].ConfigureAwait(false);")]
    [InlineData("await using var target = File.Create(path); await [|request.BodyReader.CopyToAsync(target, token)|];")]
    [InlineData("await using var target = File.Create(path); await [|request.BodyReader.AsStream().CopyToAsync(target)|];")]
    [InlineData("await using var target = File.Create(path); Stream body = request.Body; await [|body.CopyToAsync(target)|];")]
    [InlineData("await using var target = File.Create(path); PipeReader body = context.Request.BodyReader; Task copy = [|body.CopyToAsync(target)|]; await copy;")]
    [InlineData("await using var target = File.Create(path); await (accessor.HttpContext?[|.Request.Body.CopyToAsync(target)|] ?? Task.CompletedTask);")]
    // Whatever buffer it is given.
    [InlineData("await using var target = File.Create(path); await [|request.Body.CopyToAsync(target, 81920)|];")]
    [InlineData("await using var target = File.Create(path); await [|request.Body.CopyToAsync(target, 4096, token)|];")]
    [InlineData("await using var target = File.Create(path); await [|request.Body.CopyToAsync(target, 1 << 20)|];")]
    [InlineData("await using var target = File.Create(path); await [|request.Body.CopyToAsync(target, size)|];")]
    // The file.
    [InlineData("await [|request.Body.CopyToAsync(file)|];")]
    [InlineData("await [|request.Body.CopyToAsync(_file)|];")]
    [InlineData("using var target = new FileInfo(path).OpenWrite(); await [|request.Body.CopyToAsync(target)|];")]
    [InlineData("using FileStream target = new(path, FileMode.Create, FileAccess.Write, FileShare.None, 65535, useAsync: true); await [|request.Body.CopyToAsync(target)|];")]
    [InlineData("using Stream target = new FileStream(path, new FileStreamOptions { Mode = FileMode.Append, Access = FileAccess.Write, BufferSize = 0 }); await [|request.Body.CopyToAsync(target)|];")]
    [InlineData("await [|request.Body.CopyToAsync(File.OpenWrite(path))|];")]
    [InlineData("Func<Task> copy = () => [|request.Body.CopyToAsync(file)|]; await copy();")]
    [InlineData("if (request.ContentLength > 65537) { return; } await [|request.Body.CopyToAsync(file)|];")]
    public Task The_body_of_a_request_copied_into_a_file_is_reported(string body) => Check.ReportsAsync(InMethod(body));

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("public class P : ControllerBase { public Task Put(FileStream file) => [|Request.Body.CopyToAsync(file)|]; }")]
    [InlineData("public class P : PageModel { public Task OnPutAsync() => [|HttpContext.Request.BodyReader.CopyToAsync(File.Create(\"a\"))|]; public FileStream? Other; private static class File { public static FileStream Create(string path) => System.IO.File.Create(path); } }")]
    [InlineData("[RequestSizeLimit(65537)] public class P : ControllerBase { public Task Put(FileStream file) => [|Request.Body.CopyToAsync(file)|]; }")]
    [InlineData("public static class R { public static void Map(WebApplication app, FileStream file) => app.MapPut(\"/\", (Stream body) => [|body.CopyToAsync(file)|]); }")]
    [InlineData("public static class R { static readonly FileStream File = new(\"a\", FileMode.Create); public static void Map(WebApplication app) => app.MapPut(\"/\", SaveAsync); static Task SaveAsync(PipeReader body) => [|body.CopyToAsync(File)|]; }")]
    [InlineData("public static class R { public static void Map(WebApplication app, FileStream file) => app.Run(context => [|context.Request.Body.CopyToAsync(file)|]); }")]
    public Task Every_kind_of_handler_counts(string types) => Check.ReportsAsync(InFile(types));

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("[|body.CopyToAsync(file)|]", "app.MapPut(\"/\", Uploads.Save);")]
    [InlineData("[|body.CopyToAsync(file)|]", "Microsoft.AspNetCore.Builder.EndpointRouteBuilderExtensions.MapPost(app, handler: Uploads.Save, pattern: \"/\");")]
    // Another method, or another router.
    [InlineData("body.CopyToAsync(file)", "app.MapPut(\"/\", Save); static void Save(Stream body) { }")]
    [InlineData("body.CopyToAsync(file)", "Router.MapPut(\"/\", Uploads.Save);")]
    public Task A_method_is_a_handler_where_another_file_maps_it(string copy, string statement) => Check.ReportsAsync(
    [
        InFile($"public static class Uploads {{ static readonly FileStream file = new(\"a\", FileMode.Create); public static Task Save(Stream body) => {copy}; }}"),
        InRoutes(statement) + "public static class Router { public static void MapPut(string path, Func<Stream, Task> save) { } }",
    ]);

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("app.MapPut(\"/\", Save); static Task Save(Stream body) => [|body.CopyToAsync(new FileStream(\"a\", FileMode.Create))|];")]
    [InlineData("app.MapPut(\"/\", async (Stream body) => await [|body.CopyToAsync(new FileStream(\"a\", FileMode.Create))|]).WithName(\"a\");")]
    public Task Local_functions_and_lambdas_are_mapped_too(string statements) => Check.ReportsAsync(InRoutes(statements));

    [Fact]
    [Trait("Case", "Positive")]
    public Task The_message_names_the_call() => Check.ReportsAsync(
        InMethod("await using var target = File.Create(path); await {|#0:request.Body.CopyToAsync(target)|};"),
        Check.Diagnostic(0, "CopyToAsync").WithSeverity(DiagnosticSeverity.Warning));

    [Theory]
    [Trait("Case", "Negative")]
    // The file gathers the segments, perhaps.
    [InlineData("using var target = File.Create(path, 65536); await request.Body.CopyToAsync(target);")]
    [InlineData("using var target = File.Create(path, size); await request.Body.CopyToAsync(target);")]
    [InlineData("using var target = new FileStream(path, new FileStreamOptions { Mode = FileMode.Create, BufferSize = 1 << 20 }); await request.BodyReader.CopyToAsync(target);")]
    // The target is no file, or not known to be one.
    [InlineData("await request.Body.CopyToAsync(stream);")]
    [InlineData("await request.Body.CopyToAsync(new MemoryStream());")]
    [InlineData("await using var target = new GZipStream(File.Create(path), CompressionLevel.Fastest); await request.Body.CopyToAsync(target);")]
    [InlineData("await using var target = new BufferedStream(File.Create(path), 1 << 20); await request.Body.CopyToAsync(target);")]
    // Other sources, and the body behind something else.
    [InlineData("await using var target = File.Create(path); await stream.CopyToAsync(target); await pipe.CopyToAsync(target); await content.CopyToAsync(target);")]
    [InlineData("await using var target = File.Create(path); await using var body = new GZipStream(request.Body, CompressionMode.Decompress); await body.CopyToAsync(target);")]
    [InlineData("await using var target = File.Create(path); Stream body = flag ? request.Body : stream; await body.CopyToAsync(target);")]
    // Reads fill the buffer here.
    [InlineData("using var target = File.Create(path); request.Body.CopyTo(target);")]
    // Small.
    [InlineData("if (request.ContentLength is null or > 65536) { return; } await request.Body.CopyToAsync(file);")]
    [InlineData("if (request.ContentLength is not <= 65536) { throw new InvalidDataException(); } await request.Body.CopyToAsync(file);")]
    [InlineData("if (!request.ContentLength.HasValue || request.ContentLength.Value > 65536) { return; } await request.Body.CopyToAsync(file);")]
    [InlineData("ArgumentOutOfRangeException.ThrowIfGreaterThan(request.ContentLength ?? 0, 65536); await request.Body.CopyToAsync(file);")]
    [InlineData("if (request.ContentLength > 65536) { return; } await request.Body.CopyToAsync(file);")]
    // The runtime.
    [InlineData("await request.BodyReader.CopyToFileAsync(file); await request.Body.CopyToFileAsync(path);")]
    public Task Anything_else_is_not_reported(string body) => Check.IsSilentAsync(InMethod(body, usesRuntime: true));

    [Theory]
    [Trait("Case", "Negative")]
    [InlineData("public class P : ControllerBase { [RequestSizeLimit(65536)] public Task Put(FileStream file) => Request.Body.CopyToAsync(file); }")]
    [InlineData("public static class R { public static void Map(WebApplication app, FileStream file) => app.MapPut(\"/\", (HttpRequest request) => request.Body.CopyToAsync(file)).WithMetadata(new RequestSizeLimitAttribute(10)); }")]
    // What a service or a helper is given is not known.
    [InlineData("public static class R { public static void Map(WebApplication app, FileStream file) => app.MapPut(\"/\", ([FromServices] Stream body) => body.CopyToAsync(file)); }")]
    [InlineData("public static class R { public static Task SaveAsync(Stream body, FileStream file) => body.CopyToAsync(file); }")]
    public Task Small_requests_and_other_streams_are_not_reported(string types) => Check.IsSilentAsync(InFile(types));

    [Fact]
    [Trait("Case", "Positive")]
    public Task What_counts_as_small_is_an_option() => Check.ReportsAsync(
        InController("[RequestSizeLimit(5000)] public Task Put(FileStream file) => [|Request.Body.CopyToAsync(file)|];"),
        editorConfig: "stream_tuning.small_upload_bytes = 4096");

    [Fact]
    [Trait("Case", "Negative")]
    public Task Code_without_the_types_is_not_reported() => Check.IsSilentAsync("class C { C Body => this; void CopyToAsync(C other) => Body.CopyToAsync(other); }");

    [Fact]
    [Trait("Case", "Negative")]
    public async Task The_rules_for_streams_leave_it_alone()
    {
        string source = InMethod(Create + "await request.Body.CopyToAsync(target); await request.Body.CopyToAsync(target, 4096); await request.BodyReader.CopyToAsync(target);");
        await Verify<StreamTuning.Analyzers.Copying.CopyIntoFileWithDefaultBufferAnalyzer, StreamTuning.CodeFixes.Copying.CopyIntoFileWithDefaultBufferCodeFix>.IsSilentAsync(source);
        await Verify<StreamTuning.Analyzers.Copying.CopyBufferTooSmallAnalyzer, StreamTuning.CodeFixes.Copying.CopyBufferTooSmallCodeFix>.IsSilentAsync(source);
        await Verify<StreamTuning.Analyzers.Copying.PresetLengthOfFileAnalyzer, StreamTuning.CodeFixes.Copying.PresetLengthOfFileCodeFix>.IsSilentAsync(source);
    }

    [Theory]
    // The client says how long the body is, perhaps.
    [InlineData("await [|request.Body.CopyToAsync(target)|];", "await request.Body.CopyToFileAsync(target, new FileCopyOptions { LengthHint = request.ContentLength });")]
    [InlineData("await [|context.Request.Body.CopyToAsync(target, token)|].ConfigureAwait(false);", "await context.Request.Body.CopyToFileAsync(target, new FileCopyOptions { LengthHint = context.Request.ContentLength }, cancellationToken: token).ConfigureAwait(false);")]
    [InlineData("await [|request.Body.CopyToAsync(cancellationToken: token, destination: target)|];", "await request.Body.CopyToFileAsync(cancellationToken: token, destination: target, options: new FileCopyOptions { LengthHint = request.ContentLength });")]
    [InlineData("await [|request.Body.CopyToAsync(target, 1 << 20, token)|];", "await request.Body.CopyToFileAsync(target, new FileCopyOptions { LengthHint = request.ContentLength }, cancellationToken: token);")]
    [InlineData("await [|request.BodyReader.CopyToAsync(target, token)|];", "await request.BodyReader.CopyToFileAsync(target, new FileCopyOptions { LengthHint = request.ContentLength }, cancellationToken: token);")]
    [InlineData("await [|request.BodyReader.AsStream().CopyToAsync(target)|];", "await request.BodyReader.AsStream().CopyToFileAsync(target, new FileCopyOptions { LengthHint = request.ContentLength });")]
    [InlineData("Task copy = [|request.Body.CopyToAsync(target)|]; await copy;", "Task copy = request.Body.CopyToFileAsync(target, new FileCopyOptions { LengthHint = request.ContentLength }); await copy;")]
    // Nobody is asked whose name is not there.
    [InlineData("Stream body = request.Body; await [|body.CopyToAsync(target)|];", "Stream body = request.Body; await body.CopyToFileAsync(target);")]
    [InlineData("await [|accessor.HttpContext!.Request.Body.CopyToAsync(target)|];", "await accessor.HttpContext!.Request.Body.CopyToFileAsync(target, new FileCopyOptions { LengthHint = accessor.HttpContext!.Request.ContentLength });")]
    [InlineData("await (accessor.HttpContext?[|.Request.Body.CopyToAsync(target)|] ?? Task.CompletedTask);", "await (accessor.HttpContext?.Request.Body.CopyToFileAsync(target) ?? Task.CompletedTask);")]
    [InlineData("await [|Current().Body.CopyToAsync(target)|]; HttpRequest Current() => request;", "await Current().Body.CopyToFileAsync(target); HttpRequest Current() => request;")]
    public Task The_runtime_takes_over_the_call(string call, string fixedCall) =>
        Check.FixesAsync(RuleFixes.Runtime, InMethod(Create + call), InMethod(Create + fixedCall, usesRuntime: true));

    [Theory]
    // The framework looks at what the lambda returns, which stays.
    [InlineData("async (HttpRequest body) => { await {0}; return Results.NoContent(); }")]
    [InlineData("async (HttpRequest body) => { await {0}; }")]
    [InlineData("async (HttpRequest body) => await {0}.ContinueWith(done => \"\")", false)]
    public Task The_runtime_takes_over_the_call_in_a_minimal_API(string lambda, bool isOffered = true)
    {
        string source = Endpoint("[|body.Body.CopyToAsync(file)|]", usesRuntime: false);
        return isOffered
            ? Check.FixesAsync(RuleFixes.Runtime, source, Endpoint("body.Body.CopyToFileAsync(file, new FileCopyOptions { LengthHint = body.ContentLength })", usesRuntime: true))
            : Check.OffersNoFixAsync(RuleFixes.Runtime, source);

        string Endpoint(string copy, bool usesRuntime) =>
            InFile($"public static class R {{ public static void Map(WebApplication app, FileStream file) => app.MapPut(\"/\", {lambda.Replace("{0}", copy)}); }}", usesRuntime);
    }

    [Theory]
    [InlineData("await using var target = File.Create(path);", "await using var target = File.Create(path, 65536);")]
    [InlineData("await using var target = File.Create(path, 4096, FileOptions.Asynchronous);", "await using var target = File.Create(path, 65536, FileOptions.Asynchronous);")]
    [InlineData("using var target = File.OpenWrite(path);", "using var target = new FileStream(path, FileMode.OpenOrCreate, FileAccess.Write, FileShare.None, 65536);")]
    [InlineData("using FileStream target = new(path, FileMode.CreateNew);", "using FileStream target = new(path, FileMode.CreateNew, FileAccess.Write, FileShare.Read, 65536);")]
    [InlineData("using Stream target = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.None, bufferSize: 0, useAsync: true);", "using Stream target = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.None, bufferSize: 65536, useAsync: true);")]
    [InlineData("using var target = new FileStream(path, new FileStreamOptions { Mode = FileMode.Create, Access = FileAccess.Write });", "using var target = new FileStream(path, new FileStreamOptions { Mode = FileMode.Create, Access = FileAccess.Write, BufferSize = 65536 });")]
    public async Task In_plain_code_the_file_gets_a_buffer(string opening, string fixedOpening)
    {
        foreach (string copy in new[] { "await {0}request.Body.CopyToAsync(target, token){1};", "await {0}request.BodyReader.CopyToAsync(target){1};" })
        {
            await Check.FixesAsync(
                RuleFixes.Plain,
                InMethod(opening + " " + string.Format(copy, "[|", "|]")),
                InMethod(fixedOpening + " " + string.Format(copy, "", "")),
                referencesRuntime: false);
        }
    }

    [Theory]
    [InlineData("app.MapPut(\"/\", async (HttpRequest request) => { await [|request.Body.CopyToAsync(file)|]; return Results.Ok(); });", "app.MapPut(\"/\", async (HttpRequest request) => { await request.Body.CopyToFileAsync(file, new FileCopyOptions { LengthHint = request.ContentLength }); return Results.Ok(); });")]
    [InlineData("app.MapPut(\"/\", async (Stream body, CancellationToken token) => { await [|body.CopyToAsync(file, token)|]; });", "app.MapPut(\"/\", async (Stream body, CancellationToken token) => { await body.CopyToFileAsync(file, cancellationToken: token); });")]
    [InlineData("app.MapPut(\"/\", async context => await [|context.Request.Body.CopyToAsync(file)|]);", "app.MapPut(\"/\", async context => await context.Request.Body.CopyToFileAsync(file, new FileCopyOptions { LengthHint = context.Request.ContentLength }));")]
    public Task In_endpoints_the_runtime_copies_where_their_result_stays(string statement, string fixedStatement)
    {
        const string Members = "private static readonly FileStream file = null!;";
        return Check.FixesAsync(RuleFixes.Runtime, InRoutes(statement, Members), InRoutes(fixedStatement, Members, usesRuntime: true));
    }

    [Theory]
    [InlineData("public class P : ControllerBase { public async Task<IActionResult> Put(string path, int count) { await using var target = {0}; await {1}; return {2}; } }", "Request", "Ok()", true)]
    [InlineData("public class P : ControllerBase { public async Task<IActionResult> Put(string path, int count) { await using var target = {0}; await {1}; return {2}; } }", "Request", "CreatedAtAction(\"Get\", path)", true)]
    [InlineData("public class P : ControllerBase { public async Task<IActionResult> Put(string path, int count) { await using var target = {0}; await {1}; return {2}; } }", "Request", "Ok(target)", false)]
    [InlineData("public class P : ControllerBase { public async Task<IActionResult> Put(string path, int count) { await using var target = {0}; await {1}; return {2}; } }", "Request", "Ok(new FileInfo(path).Length)", false)]
    [InlineData("public class P : ControllerBase { public async Task<int> Put(string path, int count) { await using var target = {0}; await {1}; return {2}; } }", "Request", "count", true)]
    [InlineData("public class P : ControllerBase { public async Task<FileStream> Put(string path, int count) { await using var target = {0}; await {1}; return {2}; } }", "Request", "target", false)]
    [InlineData("public static class R { public static void Map(WebApplication app) => app.MapPut(\"/\", async (HttpRequest request, string path) => { await using var target = {0}; await {1}; return {2}; }); }", "request", "Results.NoContent()", true)]
    [InlineData("public static class R { public static void Map(WebApplication app) => app.MapPut(\"/\", async (HttpRequest request, string path) => { await using var target = {0}; await {1}; return {2}; }); }", "request", "TypedResults.Ok(path)", true)]
    [InlineData("public static class R { public static void Map(WebApplication app) => app.MapPut(\"/\", async (HttpRequest request, string path) => { await using var target = {0}; await {1}; return {2}; }); }", "request", "Reading.Read(path)", false)]
    public Task In_plain_code_the_file_gets_a_buffer_before_an_answer_that_does_not_look_at_it(string types, string request, string answer, bool isOffered)
    {
        types += " public static class Reading { public static string Read(string path) => System.IO.File.ReadAllText(path); }";
        string source = InFile(types.Replace("{0}", "System.IO.File.Create(path)").Replace("{1}", $"[|{request}.Body.CopyToAsync(target)|]").Replace("{2}", answer), usesRuntime: false);
        return isOffered
            ? Check.FixesAsync(RuleFixes.Plain, source, source.Replace("File.Create(path)", "File.Create(path, 65536)").Replace("[|", "").Replace("|]", ""), referencesRuntime: false)
            : Check.OffersNoFixAsync(RuleFixes.Plain, source, referencesRuntime: false);
    }

    [Theory]
    [Trait("Case", "NoFix")]
    // A comment would be lost.
    [InlineData("await [|request.Body.CopyToAsync(target, /* all */ 4096, token)|];")]
    // What is around the call would bind to another method.
    [InlineData("await [|request.Body.CopyToAsync(target)|].ContinueWith(task => { });")]
    // What computes the size would be lost.
    [InlineData("await [|request.Body.CopyToAsync(target, Size())|]; int Size() { Console.WriteLine(path); return 5; }")]
    // ASP.NET Core warns of results of a delegate that has none.
    [InlineData("((IEndpointRouteBuilder)null!).MapPut(\"/\", (HttpContext context) => [|context.Request.Body.CopyToAsync(file)|]);")]
    [InlineData("((IApplicationBuilder)null!).Run(context => { return [|context.Request.Body.CopyToAsync(file)|]; });")]
    // The number of bytes would be the response.
    [InlineData("((IEndpointRouteBuilder)null!).MapPut(\"/\", () => [|request.Body.CopyToAsync(target)|]);")]
    public Task The_runtime_is_not_offered_where_it_does_not_fit(string call) => Check.OffersNoFixAsync(RuleFixes.Runtime, InMethod(Create + call));

    [Theory]
    [Trait("Case", "NoFix")]
    [InlineData("await [|request.Body.CopyToAsync(file)|];")]
    [InlineData("using var target = new FileInfo(path).Create(); await [|request.Body.CopyToAsync(target)|];")]
    // What the buffer holds back would be missed.
    [InlineData("using var target = File.Create(path); await [|request.Body.CopyToAsync(target)|]; Console.WriteLine(target.Length);")]
    [InlineData("var target = File.Create(path); await [|request.Body.CopyToAsync(target)|];")]
    public Task Without_a_place_for_the_buffer_there_is_no_plain_fix(string body) =>
        Check.OffersNoFixAsync(RuleFixes.Plain, InMethod(body), referencesRuntime: false);

    [Theory]
    [Trait("Case", "Trivia")]
    [InlineData(RuleFixes.Runtime, "File.Create( /* where */ path )", "request . Body . // c\n                CopyToFileAsync /* d */ ( /* e */ target /* f */, new FileCopyOptions { LengthHint = request.ContentLength } )")]
    [InlineData(RuleFixes.Plain, "File.Create( /* where */ path, 65536 )", "request . Body . // c\n                CopyToAsync /* d */ ( /* e */ target /* f */ )")]
    public Task Comments_and_spaces_stay(RuleFixes form, string opening, string copy) => Check.FixesAsync(
        form,
        InMethod("// Here.\n        await using var target = File.Create( /* where */ path );\n        // All.\n        await [|request . Body . // c\n                CopyToAsync /* d */ ( /* e */ target /* f */ )|]; // Done."),
        InMethod($"// Here.\n        await using var target = {opening};\n        // All.\n        await {copy}; // Done.", usesRuntime: form == RuleFixes.Runtime));

    [Fact]
    [Trait("Case", "FixAll")]
    public Task All_of_a_project_is_fixed_at_once() => Check.FixesAllAsync(
        RuleFixes.Runtime,
        [
            InMethod("await [|request.Body.CopyToAsync(file)|]; await [|request.BodyReader.CopyToAsync(_file)|];"),
            "using System.IO;\nusing System.Threading.Tasks;\nusing Microsoft.AspNetCore.Mvc;\nusing StreamTuning;\n\npublic class D : ControllerBase\n{\n    public Task Put(FileStream f) => [|Request.Body.CopyToAsync(f)|];\n}\n",
        ],
        [
            InMethod("await request.Body.CopyToFileAsync(file, new FileCopyOptions { LengthHint = request.ContentLength }); await request.BodyReader.CopyToFileAsync(_file, new FileCopyOptions { LengthHint = request.ContentLength });", usesRuntime: true),
            "using System.IO;\nusing System.Threading.Tasks;\nusing Microsoft.AspNetCore.Mvc;\nusing StreamTuning;\n\npublic class D : ControllerBase\n{\n    public Task Put(FileStream f) => Request.Body.CopyToFileAsync(f, new FileCopyOptions { LengthHint = Request.ContentLength });\n}\n",
        ]);
}
