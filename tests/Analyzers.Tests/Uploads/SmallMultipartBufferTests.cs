using Microsoft.CodeAnalysis;
using StreamTuning.RuleTesting;
using static StreamTuning.Analyzers.Tests.Uploads.StreamingCode;
using Check = StreamTuning.Analyzers.Tests.Verify<
    StreamTuning.Analyzers.Uploads.SmallMultipartBufferAnalyzer,
    StreamTuning.CodeFixes.Uploads.SmallMultipartBufferCodeFix>;

namespace StreamTuning.Analyzers.Tests.Uploads;

public sealed class SmallMultipartBufferTests
{
    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("var reader = [|new MultipartReader(boundary, request.Body)|];")]
    [InlineData("MultipartReader reader = [|new(boundary, context.Request.Body)|];")]
    [InlineData("var reader = [|new MultipartReader(stream: request.Body, boundary: boundary) { HeadersCountLimit = 4 }|];")]
    [InlineData("var section = await [|new MultipartReader(boundary, request.Body)|].ReadNextSectionAsync(token);")]
    [InlineData("Stream body = request.Body; var reader = [|new MultipartReader(boundary, body)|];")]
    [InlineData("var reader = [|new MultipartReader(boundary, request.BodyReader.AsStream())|];")]
    [InlineData("PipeReader body = request.BodyReader; var reader = [|new MultipartReader(boundary, body.AsStream(leaveOpen: true))|];")]
    [InlineData("var reader = [|new MultipartReader(boundary, accessor.HttpContext!.Request.Body)|];")]
    [InlineData("var reader = [|new MultipartReader(boundary, accessor.HttpContext?.Request.Body!)|];")]
    [InlineData("Func<MultipartReader> make = () => [|new MultipartReader(boundary, request.Body)|];")]
    [InlineData("if (request.ContentLength > 65536) { var reader = [|new MultipartReader(boundary, request.Body)|]; }")]
    public Task A_reader_of_a_request_without_a_buffer_size_is_reported(string body) => Check.ReportsAsync(InMethod(body));

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("public class P : ControllerBase { public void Post() { var reader = [|new MultipartReader(\"b\", Request.Body)|]; } }")]
    [InlineData("public class P : PageModel { public void OnPost() { var reader = [|new MultipartReader(\"b\", HttpContext.Request.Body)|]; } }")]
    [InlineData("[RequestSizeLimit(65537)] public class P : ControllerBase { public void Post() { var reader = [|new MultipartReader(\"b\", Request.Body)|]; } }")]
    [InlineData("[RequestSizeLimit(100)] public class P : ControllerBase { [DisableRequestSizeLimit] public void Post() { var reader = [|new MultipartReader(\"b\", Request.Body)|]; } }")]
    // The limits of forms that are bound do not concern those that are streamed.
    [InlineData("public class P : ControllerBase { [RequestFormLimits(MultipartBodyLengthLimit = 100)] public void Post() { var reader = [|new MultipartReader(\"b\", Request.Body)|]; } }")]
    [InlineData("public static class R { public static void Map(WebApplication app) => app.MapPost(\"/\", (HttpRequest request) => { var reader = [|new MultipartReader(\"b\", request.Body)|]; }); }")]
    [InlineData("public static class R { public static void Map(WebApplication app) => app.MapPost(\"/\", (Stream body) => { var reader = [|new MultipartReader(\"b\", body)|]; }); }")]
    [InlineData("public static class R { public static void Map(WebApplication app) => app.MapPost(\"/\", Save); static void Save(PipeReader body) { var reader = [|new MultipartReader(\"b\", body.AsStream())|]; } }")]
    [InlineData("public static class R { public static void Map(WebApplication app) => app.Run(context => { var reader = [|new MultipartReader(\"b\", context.Request.Body)|]; return Task.CompletedTask; }); }")]
    [InlineData("public static class R { public static MultipartReader Read(this HttpRequest request, string boundary) => [|new(boundary, request.Body)|]; }")]
    public Task Every_kind_of_handler_counts(string types) => Check.ReportsAsync(InFile(types));

    [Fact]
    [Trait("Case", "Positive")]
    public Task The_message_names_the_blocks() => Check.ReportsAsync(
        InMethod("var reader = {|#0:new MultipartReader(boundary, request.Body)|};"),
        Check.Diagnostic(0).WithSeverity(DiagnosticSeverity.Info));

    [Theory]
    [Trait("Case", "Negative")]
    // A buffer of somebody's choice.
    [InlineData("var reader = new MultipartReader(boundary, request.Body, 65536);")]
    [InlineData("var reader = new MultipartReader(boundary, request.Body, size);")]
    [InlineData("var reader = new MultipartReader(boundary, request.Body, bufferSize: 4096);")]
    // Not the body of a request, or not known to be.
    [InlineData("var reader = new MultipartReader(boundary, stream);")]
    [InlineData("var reader = new MultipartReader(boundary, new MemoryStream());")]
    [InlineData("var reader = new MultipartReader(boundary, await content.ReadAsStreamAsync());")]
    [InlineData("var reader = new MultipartReader(boundary, File.OpenRead(path));")]
    [InlineData("var reader = new MultipartReader(boundary, pipe.AsStream());")]
    [InlineData("Stream body = flag ? request.Body : stream; var reader = new MultipartReader(boundary, body);")]
    [InlineData("Stream body = request.Body; if (flag) { body = stream; } var reader = new MultipartReader(boundary, body);")]
    [InlineData("var reader = new MultipartReader(boundary, new BufferedStream(request.Body));")]
    // Small.
    [InlineData("if (request.ContentLength is null or > 65536) { return; } if (request.ContentLength <= 65536) { var reader = new MultipartReader(boundary, request.Body); }")]
    [InlineData("if (request.ContentLength > 10_000) { return; } var reader = new MultipartReader(boundary, request.Body);")]
    // Something else of that name.
    [InlineData("var reader = new Other.MultipartReader(boundary, request.Body);")]
    public Task Anything_else_is_not_reported(string body) => Check.IsSilentAsync(
        InMethod(body) + "namespace Other { public class MultipartReader { public MultipartReader(string boundary, System.IO.Stream body) { } } }");

    [Theory]
    [Trait("Case", "Negative")]
    [InlineData("public class P : ControllerBase { [RequestSizeLimit(65536)] public void Post() { var reader = new MultipartReader(\"b\", Request.Body); } }")]
    [InlineData("[RequestSizeLimit(10_000)] public class P : ControllerBase { public void Post() => Read(); void Read() { var reader = new MultipartReader(\"b\", Request.Body); } }")]
    [InlineData("[RequestSizeLimit(10_000)] public class B : PageModel { } public class P : B { public void OnPost() { var reader = new MultipartReader(\"b\", Request.Body); } }")]
    [InlineData("public static class R { public static void Map(WebApplication app) => app.MapPost(\"/\", (HttpRequest request) => { var reader = new MultipartReader(\"b\", request.Body); }).WithMetadata(new RequestSizeLimitAttribute(10)); }")]
    [InlineData("public static class R { public static void Map(WebApplication app) => app.MapPost(\"/\", [RequestSizeLimit(10)] (HttpRequest request) => new MultipartReader(\"b\", request.Body)); }")]
    [InlineData("public class P(IServiceProvider services) { void Save([FromServices] Stream body) { var reader = new MultipartReader(services.ToString()!, body); } }", Skip = Needs.CSharp12)]
    public Task Small_requests_are_not_reported(string types) => Check.IsSilentAsync(InFile(types));

    [Fact]
    [Trait("Case", "Positive")]
    public Task What_counts_as_small_is_an_option() => Check.ReportsAsync(
        InController("[RequestSizeLimit(5000)] public void Post() { var reader = [|new MultipartReader(\"b\", Request.Body)|]; }"),
        editorConfig: "stream_tuning.small_upload_bytes = 4096");

    [Fact]
    [Trait("Case", "Negative")]
    public Task Code_without_the_types_is_not_reported() => Check.IsSilentAsync("class MultipartReader { MultipartReader(string boundary, object body) { } object M() => new MultipartReader(\"b\", this); }");

    [Theory]
    [Trait("Case", "FixAll")]
    [InlineData("var reader = [|new MultipartReader(boundary, request.Body)|]; var other = [|new MultipartReader(boundary, context.Request.Body)|];", "var reader = new MultipartReader(boundary, request.Body, bufferSize: 65536); var other = new MultipartReader(boundary, context.Request.Body, bufferSize: 65536);")]
    [InlineData("MultipartReader reader = [|new(stream: request.Body, boundary: boundary) { BodyLengthLimit = 5 }|];", "MultipartReader reader = new(stream: request.Body, boundary: boundary, bufferSize: 65536) { BodyLengthLimit = 5 };")]
    public Task The_reader_gets_a_buffer(string body, string fixedBody) => Check.FixesAsync(RuleFixes.Plain, InMethod(body), InMethod(fixedBody));

    [Fact]
    [Trait("Case", "Trivia")]
    public Task Lines_and_comments_stay() => Check.FixesAsync(
        RuleFixes.Plain,
        InMethod(
            """
            // One.
                    var one = [|new MultipartReader( // Of the header.
                        boundary,
                        request.Body)|];
                    var two = [|new MultipartReader(
                        boundary,
                        request.Body // All of it.
                    )|];
                    var three = [|new MultipartReader(boundary, /* from */ request.Body /* to */ )|]; // Three.
            """),
        InMethod(
            """
            // One.
                    var one = new MultipartReader( // Of the header.
                        boundary,
                        request.Body,
                        bufferSize: 65536);
                    var two = new MultipartReader(
                        boundary,
                        request.Body, bufferSize: 65536 // All of it.
                    );
                    var three = new MultipartReader(boundary, /* from */ request.Body /* to */, bufferSize: 65536 ); // Three.
            """));

    [Theory]
    [Trait("Case", "NoFix")]
    [InlineData("var reader = [|new MultipartReader(boundary, request.Body)|];")]
    public Task The_runtime_has_nothing_for_it(string body) => Check.OffersNoFixAsync(RuleFixes.Runtime, InMethod(body));
}
