using Microsoft.CodeAnalysis;
using static StreamTuning.Analyzers.Tests.Uploads.StreamingCode;
using Check = StreamTuning.Analyzers.Tests.Verify<StreamTuning.Analyzers.Uploads.UnlimitedPartAnalyzer>;

namespace StreamTuning.Analyzers.Tests.Uploads;

public sealed class UnlimitedPartTests
{
    private const string Read = "var reader = new [|MultipartReader|](\"b\", Request.Body); while (await reader.ReadNextSectionAsync() is { } section) { await section.Body.CopyToAsync(Stream.Null); }";

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("var reader = new [|MultipartReader|](\"b\", Request.Body); await reader.ReadNextSectionAsync();")]
    [InlineData("var reader = new [|MultipartReader|](\"b\", Request.Body, 65536) { HeadersCountLimit = 4 }; reader.HeadersLengthLimit = 9; long? most = reader.BodyLengthLimit;")]
    [InlineData("MultipartReader reader = [|new|](\"b\", Request.Body); var section = await reader.ReadNextSectionAsync();")]
    [InlineData("var reader = new [|MultipartReader|](\"b\", Request.Body); if (reader is null || reader == null) { return; } await reader.ReadNextSectionAsync();")]
    [InlineData("var section = await new [|MultipartReader|](\"b\", Request.Body).ReadNextSectionAsync();")]
    [InlineData("await ReadAsync(); async Task ReadAsync() { var reader = new [|MultipartReader|](\"b\", Request.Body); await reader.ReadNextSectionAsync(); }")]
    public Task A_reader_without_a_limit_is_reported_where_requests_have_none(string body) =>
        Check.ReportsAsync(InController("[HttpPost, DisableRequestSizeLimit] public async Task Post() { " + body + " }"));

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("[DisableRequestSizeLimit] public class P : ControllerBase { public async Task Post() { " + Read + " } }")]
    [InlineData("[DisableRequestSizeLimit] public class B : ControllerBase { } public class P : B { public async Task Post() { " + Read + " } }")]
    [InlineData("[RequestSizeLimit(100)] public class P : ControllerBase { [DisableRequestSizeLimit] public async Task Post() { " + Read + " } }")]
    [InlineData("[DisableRequestSizeLimit] public class P : ControllerBase { public Task Post() => SaveAsync(); private async Task SaveAsync() { " + Read + " } }")]
    [InlineData("[DisableRequestSizeLimit] public class P : PageModel { public async Task OnPostAsync() { " + Read + " } }")]
    // Numbers that stand for no limit.
    [InlineData("public class P : ControllerBase { [RequestSizeLimit(long.MaxValue)] public async Task Post() { " + Read + " } }")]
    [InlineData("public class P : ControllerBase { [RequestSizeLimit(int.MaxValue)] public async Task Post() { " + Read + " } }")]
    // For one request.
    [InlineData("public class P : ControllerBase { public async Task Post() { HttpContext.Features.Get<IHttpMaxRequestBodySizeFeature>()!.MaxRequestBodySize = null; " + Read + " } }")]
    [InlineData("public class P : ControllerBase { public async Task Post() { if (HttpContext.Features.Get<IHttpMaxRequestBodySizeFeature>() is { IsReadOnly: false } feature) { feature.MaxRequestBodySize = long.MaxValue; } " + Read + " } }")]
    // For the server.
    [InlineData("public class P : ControllerBase { public async Task Post() { " + Read + " } } public static class S { public static void Add(IWebHostBuilder b) => b.ConfigureKestrel(o => o.Limits.MaxRequestBodySize = null); }")]
    [InlineData("public class P : ControllerBase { public async Task Post() { " + Read + " } } public static class S { public static void Add(IServiceCollection s) => s.Configure<IISServerOptions>(o => { o.MaxRequestBodySize = int.MaxValue; }); }")]
    [InlineData("public class P : ControllerBase { public async Task Post() { " + Read + " } } public static class S { public static KestrelServerOptions New() => new() { Limits = { MaxRequestBodySize = null } }; }")]
    // For all actions.
    [InlineData("public class P : ControllerBase { public async Task Post() { " + Read + " } } public static class S { public static void Add(IServiceCollection s) => s.AddControllers(o => o.Filters.Add(new DisableRequestSizeLimitAttribute())); }")]
    public Task Limits_are_taken_away_at_several_places(string types) => Check.ReportsAsync(InFile(types));

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("app.MapPost(\"/\", async (HttpRequest request) => { var reader = new [|MultipartReader|](\"b\", request.Body); await reader.ReadNextSectionAsync(); }).WithMetadata(new DisableRequestSizeLimitAttribute());")]
    [InlineData("app.MapPost(\"/\", [DisableRequestSizeLimit] async (Stream body) => { var reader = new [|MultipartReader|](\"b\", body); await reader.ReadNextSectionAsync(); });")]
    [InlineData("app.MapPost(\"/\", Local); [DisableRequestSizeLimit] async Task Local(HttpContext context) { var reader = new [|MultipartReader|](\"b\", context.Request.Body); await reader.ReadNextSectionAsync(); }")]
    [InlineData("app.MapPost(\"/\", async (HttpContext context) => { context.Features.GetRequiredFeature<IHttpMaxRequestBodySizeFeature>().MaxRequestBodySize = null; var reader = new [|MultipartReader|](\"b\", context.Request.Body); await reader.ReadNextSectionAsync(); });")]
    public Task Endpoints_count_too(string statement) => Check.ReportsAsync(InRoutes(statement));

    [Fact]
    [Trait("Case", "Positive")]
    public Task The_message_says_what_is_missing() => Check.ReportsAsync(
        InController("[DisableRequestSizeLimit] public async Task Post() { var reader = new {|#0:MultipartReader|}(\"b\", Request.Body); await reader.ReadNextSectionAsync(); }"),
        Check.Diagnostic(0).WithSeverity(DiagnosticSeverity.Info));

    [Theory]
    [Trait("Case", "Negative")]
    // The reader has a limit.
    [InlineData("var reader = new MultipartReader(\"b\", Request.Body) { BodyLengthLimit = 1 << 20 }; await reader.ReadNextSectionAsync();")]
    [InlineData("var reader = new MultipartReader(\"b\", Request.Body); reader.BodyLengthLimit = most; await reader.ReadNextSectionAsync();")]
    [InlineData("MultipartReader reader; reader = new(\"b\", Request.Body); if (most > 5) { reader.BodyLengthLimit = most; } await reader.ReadNextSectionAsync();")]
    // Somebody else may set one.
    [InlineData("var reader = new MultipartReader(\"b\", Request.Body); Limit(reader); await reader.ReadNextSectionAsync();")]
    [InlineData("Limit(new MultipartReader(\"b\", Request.Body));")]
    [InlineData("_reader = new MultipartReader(\"b\", Request.Body); await _reader.ReadNextSectionAsync();")]
    [InlineData("var reader = new MultipartReader(\"b\", Request.Body); var same = reader; same.BodyLengthLimit = 5;")]
    [InlineData("MultipartReader Make() => new MultipartReader(\"b\", Request.Body); var reader = Make(); reader.BodyLengthLimit = 5;")]
    // The code sets one for the request.
    [InlineData("HttpContext.Features.Get<IHttpMaxRequestBodySizeFeature>()!.MaxRequestBodySize = 1 << 30; var reader = new MultipartReader(\"b\", Request.Body); await reader.ReadNextSectionAsync();")]
    [InlineData("HttpContext.Features.Get<IHttpMaxRequestBodySizeFeature>()!.MaxRequestBodySize = most; var reader = new MultipartReader(\"b\", Request.Body); await reader.ReadNextSectionAsync();")]
    // Not the body of a request.
    [InlineData("var reader = new MultipartReader(\"b\", new MemoryStream()); await reader.ReadNextSectionAsync();")]
    public Task Anything_else_is_not_reported(string body) => Check.IsSilentAsync(
        InController("private MultipartReader? _reader; private static void Limit(MultipartReader reader) => reader.BodyLengthLimit = 5; [HttpPost, DisableRequestSizeLimit] public async Task Post(long most) { await Task.Yield(); " + body + " }"));

    [Theory]
    [Trait("Case", "Negative")]
    // The request has a limit: the default one, or a constant.
    [InlineData("public class P : ControllerBase { public async Task Post() { var reader = new MultipartReader(\"b\", Request.Body); await reader.ReadNextSectionAsync(); } }")]
    [InlineData("public class P : ControllerBase { [RequestSizeLimit(10_000)] public async Task Post() { var reader = new MultipartReader(\"b\", Request.Body); await reader.ReadNextSectionAsync(); } }")]
    [InlineData("public class P : ControllerBase { [RequestSizeLimit(10_000_000_000)] public async Task Post() { var reader = new MultipartReader(\"b\", Request.Body); await reader.ReadNextSectionAsync(); } }")]
    [InlineData("[DisableRequestSizeLimit] public class P : ControllerBase { [RequestSizeLimit(10_000)] public async Task Post() { var reader = new MultipartReader(\"b\", Request.Body); await reader.ReadNextSectionAsync(); } }")]
    [InlineData("[RequestSizeLimit(100)] public class P : ControllerBase { public async Task Post() { var reader = new MultipartReader(\"b\", Request.Body); await reader.ReadNextSectionAsync(); } } public static class S { public static void Add(IWebHostBuilder b) => b.ConfigureKestrel(o => o.Limits.MaxRequestBodySize = null); }")]
    [InlineData("public class P : ControllerBase { public async Task Post() { var reader = new MultipartReader(\"b\", Request.Body); await reader.ReadNextSectionAsync(); } } public static class S { public static void Add(IWebHostBuilder b, long most) => b.ConfigureKestrel(o => { o.Limits.MaxRequestBodySize = 1 << 30; o.Limits.MaxRequestBodySize = most; o.Limits.MaxRequestBufferSize = null; }); }")]
    [InlineData("public class P : ControllerBase { public async Task Post() { var reader = new MultipartReader(\"b\", Request.Body); await reader.ReadNextSectionAsync(); } } public static class S { public static void Add(IWebHostBuilder b, IServiceCollection s) { b.ConfigureKestrel(o => o.Limits.MaxRequestBodySize = null); s.AddControllers(o => o.Filters.Add(new RequestSizeLimitAttribute(1 << 30))); } }")]
    [InlineData("public class H { public static async Task ReadAsync(HttpRequest request) { var reader = new MultipartReader(\"b\", request.Body); await reader.ReadNextSectionAsync(); } } public static class S { public static void Add(IServiceCollection s) => s.AddControllers(o => o.Filters.Add(new DisableRequestSizeLimitAttribute())); }")]
    // Another request, another action, another object.
    [InlineData("public class P : ControllerBase { public void Other() => HttpContext.Features.Get<IHttpMaxRequestBodySizeFeature>()!.MaxRequestBodySize = null; public async Task Post() { var reader = new MultipartReader(\"b\", Request.Body); await reader.ReadNextSectionAsync(); } }")]
    [InlineData("public class P : ControllerBase { [DisableRequestSizeLimit] public void Other() { } public async Task Post() { var reader = new MultipartReader(\"b\", Request.Body); await reader.ReadNextSectionAsync(); } }")]
    [InlineData("public class P : ControllerBase { public async Task Post(Own own) { own.MaxRequestBodySize = null; var reader = new MultipartReader(\"b\", Request.Body); await reader.ReadNextSectionAsync(); } } public class Own { public long? MaxRequestBodySize { get; set; } }")]
    [InlineData("public static class R { public static void Map(WebApplication app) { app.MapPost(\"/a\", (HttpContext c) => { c.Features.Get<IHttpMaxRequestBodySizeFeature>()!.MaxRequestBodySize = null; }); app.MapPost(\"/b\", async (HttpRequest request) => { var reader = new MultipartReader(\"b\", request.Body); await reader.ReadNextSectionAsync(); }); } }")]
    public Task Limited_requests_are_not_reported(string types) => Check.IsSilentAsync(InFile(types));
}
