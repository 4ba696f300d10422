using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using static StreamTuning.Analyzers.Tests.Uploads.StreamingCode;
using Check = StreamTuning.Analyzers.Tests.Verify<
    StreamTuning.Analyzers.Uploads.FormBindingNotDisabledAnalyzer,
    StreamTuning.CodeFixes.Uploads.FormBindingNotDisabledCodeFix>;

namespace StreamTuning.Analyzers.Tests.Uploads;

public sealed class FormBindingNotDisabledTests
{
    private const string Read = "var reader = new MultipartReader(\"b\", Request.Body);";

    private const string Filter =
        """
        public class KeepFormAttribute : Attribute, IResourceFilter
        {
            public void OnResourceExecuting(ResourceExecutingContext context) => context.ValueProviderFactories.RemoveType<FormValueProviderFactory>();
            public void OnResourceExecuted(ResourceExecutedContext context) { }
        }
        public class LogFilter : IResourceFilter
        {
            public void OnResourceExecuting(ResourceExecutingContext context) { }
            public void OnResourceExecuted(ResourceExecutedContext context) { }
        }
        public class CountFilter : IActionFilter
        {
            public void OnActionExecuting(ActionExecutingContext context) { }
            public void OnActionExecuted(ActionExecutedContext context) { }
        }
        """;

    private const string AddedFilter =
        """

        /// <summary>Keeps the values of parameters from being looked for in the form, which would read it.</summary>
        [AttributeUsage(AttributeTargets.Class | AttributeTargets.Method)]
        file sealed class DisableFormValueModelBindingAttribute : Attribute, IResourceFilter
        {
            public void OnResourceExecuting(ResourceExecutingContext context)
            {
                context.ValueProviderFactories.RemoveType<FormValueProviderFactory>();
                context.ValueProviderFactories.RemoveType<FormFileValueProviderFactory>();
                context.ValueProviderFactories.RemoveType<JQueryFormValueProviderFactory>();
            }

            public void OnResourceExecuted(ResourceExecutedContext context)
            {
            }
        }
        """;

    [Theory]
    [Trait("Case", "Positive")]
    // Whatever is bound.
    [InlineData("public class P : ControllerBase { public void [|Post|](CancellationToken token) { " + Read + " } }")]
    [InlineData("public class P : ControllerBase { [HttpPost(\"{id}\")] public void [|Post|](int id) { " + Read + " } }")]
    [InlineData("public class P : ControllerBase { public void [|Post|]([FromServices] IServiceProvider services, [FromQuery] string name) { " + Read + " } }")]
    [InlineData("[ApiController] public class P : ControllerBase { [HttpPost] public async Task<IActionResult> [|Post|](string name) { " + Read + " await Task.Yield(); return Ok(); } }")]
    [InlineData("public class P : ControllerBase { [BindProperty] public string? Title { get; set; } public void [|Post|]() { " + Read + " } }")]
    [InlineData("public class P : ControllerBase { [FromQuery] public string? Title { get; set; } public void [|Post|]() { " + Read + " } }")]
    [InlineData("public class B : ControllerBase { [FromHeader] public string? Title { get; set; } } public class P : B { public void [|Post|]() { " + Read + " } }")]
    // How the body is reached.
    [InlineData("public class P : ControllerBase { public void [|Post|](int id) { Stream body = HttpContext.Request.Body; MultipartReader reader = new(boundary: \"b\", stream: body, bufferSize: 4096); } }")]
    [InlineData("public class P : ControllerBase { public Task [|Post|](int id) => ReadAsync(new MultipartReader(\"b\", Request.BodyReader.AsStream())); Task ReadAsync(MultipartReader reader) => Task.CompletedTask; }")]
    [InlineData("public class P : ControllerBase { public void [|Post|](int id) { void Inner() { " + Read + " } Inner(); } }")]
    [InlineData("public class P : ControllerBase { public void [|Post|](int id) { " + Read + " var second = new MultipartReader(\"c\", Request.Body); } }")]
    // Controllers as the framework knows them, and pages.
    [InlineData("public class PhotosController { public void [|Post|](HttpContext context) { var reader = new MultipartReader(\"b\", context.Request.Body); } }")]
    [InlineData("[Controller] public class P { public void [|Post|]([FromServices] IHttpContextAccessor accessor) { var reader = new MultipartReader(\"b\", accessor.HttpContext!.Request.Body); } }")]
    [InlineData("public class B : ControllerBase { public virtual void [|Post|](int id) { " + Read + " } } public class P : B { public override void [|Post|](int id) { " + Read + " } }")]
    [InlineData("public class P : PageModel { public void [|OnPost|](int id) { " + Read + " } }")]
    [InlineData("public class P : PageModel { [BindProperty] public string? Title { get; set; } public async Task [|OnPostPhotoAsync|]() { " + Read + " await Task.Yield(); } }")]
    // Attributes that do not keep the form.
    [InlineData("[ApiController, Route(\"p\"), Consumes(\"multipart/form-data\")] public class P : ControllerBase { [HttpPost, DisableRequestSizeLimit, RequestFormLimits, IgnoreAntiforgeryToken] public void [|Post|](int id) { " + Read + " } }")]
    [InlineData("public class P : ControllerBase { [Consumes(\"multipart/mixed\", \"multipart/form-data\"), ResponseCache(NoStore = true)] public void [|Post|](int id) { " + Read + " } }")]
    [InlineData("[Consumes(\"multipart/mixed\")] public class P : ControllerBase { [Consumes(\"Multipart/Form-Data\")] public void [|Post|](int id) { " + Read + " } }")]
    [InlineData("public class P : ControllerBase { [TypeFilter(typeof(CountFilter)), ServiceFilter<CountFilter>] public void [|Post|](int id) { " + Read + " } }")]
    [InlineData("public class P : ControllerBase { [KeepForm] public void Get(int id) { } public void [|Post|](int id) { " + Read + " } }")]
    // Nor do filters for all actions that have nothing to do with forms.
    [InlineData("public class P : ControllerBase { public void [|Post|](int id) { " + Read + " } } public static class S { public static void Add(IServiceCollection s) => s.AddControllers(o => { o.Filters.Add(new LogFilter()); o.Filters.Add<CountFilter>(); o.Filters.Add(new ConsumesAttribute(\"a/b\")); }); }")]
    [InlineData("public class P : ControllerBase { public void [|Post|](int id) { " + Read + " } } public static class S { public static void Add(IServiceCollection s) => s.AddControllers(o => o.ValueProviderFactories.Add(new RouteValueProviderFactory())); }")]
    [InlineData("public class P : ControllerBase { public void [|Post|](int id) { " + Read + " } } public class ShortAttribute : Attribute, IResourceFilter { public void OnResourceExecuting(ResourceExecutingContext context) => Shorten(context); static void Shorten(ResourceExecutingContext context) => context.ValueProviderFactories.RemoveType<FormValueProviderFactory>(); public void OnResourceExecuted(ResourceExecutedContext context) { } }")]
    // What is tested for is a form.
    [InlineData("public class P : ControllerBase { public IActionResult [|Post|](int id) { if (!Request.ContentType!.StartsWith(\"multipart/form-data\") || !Request.ContentType.Contains(\"multipart/\")) { return BadRequest(); } " + Read + " return Ok(); } }")]
    public Task Handlers_whose_form_has_been_read_are_reported(string types) => Check.ReportsAsync(InFile(types + Filter));

    [Fact]
    [Trait("Case", "Positive")]
    public Task The_message_names_the_action() => Check.ReportsAsync(
        InController("[HttpPost] public void {|#0:Post|}(int id) { " + Read + " }"),
        Check.Diagnostic(0, "Post").WithSeverity(DiagnosticSeverity.Warning));

    [Theory]
    [Trait("Case", "Negative")]
    // Nothing is bound.
    [InlineData("public class P : ControllerBase { public void Post() { " + Read + " } }")]
    [InlineData("public class P : ControllerBase { public string? Title { get; set; } [BindNever] public string? Other { get; set; } public void Post() { " + Read + " } }")]
    [InlineData("public class P : PageModel { public void OnPost() { " + Read + " } }")]
    // No actions: helpers, endpoints.
    [InlineData("public class P : ControllerBase { [NonAction] public void Post(int id) { " + Read + " } private void Read(int id) { " + Read + " } }")]
    [InlineData("public class Photos { public void Post(HttpRequest request, int id) { var reader = new MultipartReader(\"b\", request.Body); } }")]
    [InlineData("public static class R { public static void Map(WebApplication app) => app.MapPost(\"/\", (HttpRequest request, int id) => { var reader = new MultipartReader(\"b\", request.Body); }); }")]
    // Not the body, or not as it is.
    [InlineData("public class P : ControllerBase { public void Post(Stream stream) { var reader = new MultipartReader(\"b\", stream); } }")]
    [InlineData("public class P : ControllerBase { public void Post(int id) { Request.EnableBuffering(); Request.Body.Position = 0; " + Read + " } }")]
    [InlineData("public class P : ControllerBase { public void Post(int id) { Request.Body.Seek(0, SeekOrigin.Begin); " + Read + " } }")]
    // A filter.
    [InlineData("public class P : ControllerBase { [KeepForm] public void Post(int id) { " + Read + " } }")]
    [InlineData("[KeepForm] public class P : ControllerBase { public void Post(int id) { " + Read + " } }")]
    [InlineData("[KeepForm] public class B : ControllerBase { } public class P : B { public void Post(int id) { " + Read + " } }")]
    [InlineData("public class B : ControllerBase { [KeepForm] public virtual void Post(int id) { } } public class P : B { public override void Post(int id) { " + Read + " } }")]
    [InlineData("[KeepForm] public class P : PageModel { public void OnPost(int id) { " + Read + " } }")]
    [InlineData("public class P : ControllerBase { [StreamTuning.DisableFormModelBinding] public void Post(int id) { " + Read + " } }")]
    [InlineData("public class P : ControllerBase { [TypeFilter(typeof(KeepFormAttribute))] public void Post(int id) { " + Read + " } [ServiceFilter<KeepFormAttribute>] public void Put(int id) { " + Read + " } }")]
    [InlineData("public class P : ControllerBase { [ServiceFilter(typeof(LogFilter))] public void Post(int id) { " + Read + " } }")]
    [InlineData("public class P : ControllerBase { [Factory] public void Post(int id) { " + Read + " } [Convention] public void Put(int id) { " + Read + " } }")]
    [InlineData("public abstract class B : ControllerBase { public void Post(int id) { " + Read + " } } [KeepForm] public class P : B { }")]
    // A filter for all actions, or a setting.
    [InlineData("public class P : ControllerBase { public void Post(int id) { " + Read + " } } public static class S { public static void Add(IServiceCollection s) => s.AddControllers(o => o.Filters.Add(new KeepFormAttribute())); }")]
    [InlineData("public class P : ControllerBase { public void Post(int id) { " + Read + " } } public static class S { public static void Add(IServiceCollection s) => s.AddControllers(o => { o.Filters.Add(typeof(KeepFormAttribute), order: 5); }); }")]
    [InlineData("public class P : ControllerBase { public void Post(int id) { " + Read + " } } public static class S { public static void Add(IServiceCollection s) => s.AddControllers().AddMvcOptions(o => o.Filters.Add<KeepFormAttribute>()); }")]
    [InlineData("public class P : ControllerBase { public void Post(int id) { " + Read + " } } public static class S { public static void Add(IServiceCollection s) { var filter = new KeepFormAttribute(); s.AddControllers(o => o.Filters.Add(filter)); } }")]
    [InlineData("public class P : ControllerBase { public void Post(int id) { " + Read + " } } public class Streams : IControllerModelConvention { public void Apply(ControllerModel controller) => controller.Filters.Insert(0, new KeepFormAttribute()); }")]
    [InlineData("public class P : ControllerBase { public void Post(int id) { " + Read + " } } public static class S { public static void Add(IServiceCollection s) => s.AddControllers(o => o.ValueProviderFactories.RemoveType<FormValueProviderFactory>()); }")]
    [InlineData("public class P : ControllerBase { public void Post(int id) { " + Read + " } } public static class S { public static void Add(IServiceCollection s) => s.AddControllers(o => { o.ValueProviderFactories.Clear(); o.ValueProviderFactories.Add(new RouteValueProviderFactory()); }); }")]
    // Other requests than forms.
    [InlineData("public class P : ControllerBase { [Consumes(\"multipart/related\")] public void Post(int id) { " + Read + " } }")]
    [InlineData("[Consumes(\"multipart/mixed\", \"multipart/related; type=a\")] public class P : ControllerBase { public void Post(int id) { " + Read + " } }")]
    [InlineData("public class P : ControllerBase { public IActionResult Post(int id) { if (!Request.ContentType!.StartsWith(\"multipart/related\")) { return BadRequest(); } " + Read + " return Ok(); } }")]
    public Task Anything_else_is_not_reported(string types) => Check.IsSilentAsync(InFile(
        types + Filter
        + "public class FactoryAttribute : Attribute, IFilterFactory { public bool IsReusable => true; public IFilterMetadata CreateInstance(IServiceProvider services) => new KeepFormAttribute(); }"
        + "public class ConventionAttribute : Attribute, IActionModelConvention { public void Apply(ActionModel action) { } }"));

    [Fact]
    [Trait("Case", "Negative")]
    public Task An_option_says_that_another_project_does_it() => Check.ReportsAsync(
        InController("public void Post(int id) { " + Read + " }"), editorConfig: "stream_tuning.form_binding_disabled_globally = true");

    [Fact]
    [Trait("Case", "Negative")]
    public Task Code_without_the_types_is_not_reported() => Check.IsSilentAsync("public class PController { public object Post(object body) => new MultipartReader(\"b\", body); class MultipartReader { public MultipartReader(string b, object s) { } } }");

    [Theory]
    [InlineData("[HttpPost]\n    public void [|Post|](int id) { " + Read + " }", "[HttpPost]\n    [DisableFormModelBinding]\n    public void Post(int id) { " + Read + " }")]
    [InlineData("[HttpPost] public void [|Post|](CancellationToken token) { " + Read + " }", "[HttpPost] [DisableFormModelBinding] public void Post(CancellationToken token) { " + Read + " }")]
    [InlineData("public async Task [|Post|]([FromHeader] string name, [FromServices] IServiceProvider services) { " + Read + " await Task.Yield(); }", "[DisableFormModelBinding]\n    public async Task Post([FromHeader] string name, [FromServices] IServiceProvider services) { " + Read + " await Task.Yield(); }")]
    public Task The_action_gets_the_filter_of_the_runtime(string action, string fixedAction) => Check.FixesAsync(
        RuleFixes.Runtime, InController(action), InController(fixedAction, usesRuntime: true));

    [Fact]
    public Task Without_the_runtime_the_file_gets_a_filter() => Check.FixesAsync(
        RuleFixes.Plain,
        """
        using Microsoft.AspNetCore.Mvc;
        using Microsoft.AspNetCore.WebUtilities;

        namespace Photos;

        [ApiController]
        public class PhotosController : ControllerBase
        {
            [HttpPost("{id}")]
            public void [|Post|](int id)
            {
                var reader = new MultipartReader("b", Request.Body);
            }
        }
        """,
        """
        using System;
        using Microsoft.AspNetCore.Mvc;
        using Microsoft.AspNetCore.Mvc.Filters;
        using Microsoft.AspNetCore.Mvc.ModelBinding;
        using Microsoft.AspNetCore.WebUtilities;

        namespace Photos;

        [ApiController]
        public class PhotosController : ControllerBase
        {
            [HttpPost("{id}")]
            [DisableFormValueModelBinding]
            public void Post(int id)
            {
                var reader = new MultipartReader("b", Request.Body);
            }
        }

        """ + AddedFilter,
        referencesRuntime: false);

    [Fact]
    public Task A_filter_of_the_project_is_used() => Check.FixesAsync(
        RuleFixes.Plain,
        InController("public void [|Post|](int id) { " + Read + " }") + "\nnamespace Web.Filters\n{\n" + Filter + "\n}\n",
        InController("[Web.Filters.KeepForm]\n    public void Post(int id) { " + Read + " }") + "\nnamespace Web.Filters\n{\n" + Filter + "\n}\n",
        referencesRuntime: false);

    [Fact]
    [Trait("Case", "FixAll")]
    public Task Every_file_gets_one_filter_of_its_own()
    {
        return Check.FixesAllAsync(RuleFixes.Plain, [Source("A", "[|", "|]", "", ""), Source("B", "[|", "|]", "", "")], [Fixed("A"), Fixed("B")]);

        static string Fixed(string name) => Source(name, "", "", "[DisableFormValueModelBinding]\n        ", "\n" + AddedFilter.Replace("\n", "\n    ", StringComparison.Ordinal).Replace("\n    \n", "\n\n", StringComparison.Ordinal));

        static string Source(string name, string start, string end, string attribute, string filter) =>
            $$"""
            using System;
            using Microsoft.AspNetCore.Mvc;
            using Microsoft.AspNetCore.Mvc.Filters;
            using Microsoft.AspNetCore.Mvc.ModelBinding;
            using Microsoft.AspNetCore.WebUtilities;

            namespace Photos
            {
                public class {{name}}Controller : ControllerBase
                {
                    {{attribute}}public void {{start}}Post{{end}}(int id) { {{Read}} }

                    {{attribute}}public void {{start}}Put{{end}}(int id) { {{Read}} }
                }

                public class {{name}}OtherController : ControllerBase
                {
                    {{attribute}}public void {{start}}Post{{end}}(int id) { {{Read}} }
                }{{filter}}
            }
            """;
    }

    [Fact]
    [Trait("Case", "FixAll")]
    public Task All_of_a_project_get_the_filter_of_the_runtime() => Check.FixesAllAsync(
        RuleFixes.Runtime,
        [
            InController("public void [|Post|](int id) { " + Read + " }\n    public void [|Put|](int id) { " + Read + " }"),
            "using Microsoft.AspNetCore.Mvc;\nusing Microsoft.AspNetCore.WebUtilities;\n\npublic class D : ControllerBase\n{\n    public void [|Post|](int id) { " + Read + " }\n}\n",
        ],
        [
            InController("[DisableFormModelBinding]\n    public void Post(int id) { " + Read + " }\n    [DisableFormModelBinding]\n    public void Put(int id) { " + Read + " }", usesRuntime: true),
            "using Microsoft.AspNetCore.Mvc;\nusing Microsoft.AspNetCore.WebUtilities;\nusing StreamTuning;\n\npublic class D : ControllerBase\n{\n    [DisableFormModelBinding]\n    public void Post(int id) { " + Read + " }\n}\n",
        ]);

    [Fact]
    [Trait("Case", "Trivia")]
    public Task Comments_and_documentation_stay() => Check.FixesAsync(
        RuleFixes.Runtime,
        InController("/// <summary>Takes photos.</summary>\n    [HttpPost] // As a form.\n    // Streamed.\n    public /* not */ void [|Post|](int id) // Of the album.\n    {\n        " + Read + "\n    }"),
        InController("/// <summary>Takes photos.</summary>\n    [HttpPost] // As a form.\n    // Streamed.\n    [DisableFormModelBinding]\n    public /* not */ void Post(int id) // Of the album.\n    {\n        " + Read + "\n    }", usesRuntime: true));

    [Theory]
    [Trait("Case", "NoFix")]
    // What is bound to the form would be missed.
    [InlineData("public class P : ControllerBase { public void [|Post|](IFormFile file) { " + Read + " } }")]
    [InlineData("public class P : ControllerBase { public void [|Post|]([FromForm] string title) { " + Read + " } }")]
    [InlineData("public class P : ControllerBase { public void [|Post|](Photo photo) { " + Read + " } } public class Photo { public string? Title { get; set; } }")]
    [InlineData("public class P : ControllerBase { [BindProperty] public string? Title { get; set; } public void [|Post|]() { " + Read + " } }")]
    // A filter would be one for all handlers of the page.
    [InlineData("public class P : PageModel { public void [|OnPost|](int id) { " + Read + " } }")]
    // Something else has the name.
    [InlineData("public class P : ControllerBase { public void [|Post|](int id) { " + Read + " } } public class DisableFormModelBinding { } public class DisableFormValueModelBinding { }")]
    public async Task No_filter_is_offered_where_it_does_not_do(string types)
    {
        await Check.OffersNoFixAsync(RuleFixes.Runtime, InFile(types));
        await Check.OffersNoFixAsync(RuleFixes.Plain, InFile(types));
    }

    [Fact]
    public Task Before_there_are_types_for_one_file_only_the_filter_is_part_of_the_controller() => Check.FixesAsync(
        RuleFixes.Plain,
        Source("[|", "|]", "", ""),
        Source("", "", "[DisableFormValueModelBinding]\n\t", "\n" + AddedFilter.Replace("file sealed", "private sealed", StringComparison.Ordinal).Replace("\n", "\n\t", StringComparison.Ordinal).Replace("    ", "\t", StringComparison.Ordinal).Replace("\n\t\n", "\n\n", StringComparison.Ordinal)),
        referencesRuntime: false,
        languageVersion: LanguageVersion.CSharp10);

    [Fact]
    [Trait("Case", "NoFix")]
    public Task A_part_of_a_controller_gets_no_filter_that_another_may_have() => RuleTesting.RuleTest<StreamTuning.Analyzers.Uploads.FormBindingNotDisabledAnalyzer, StreamTuning.CodeFixes.Uploads.FormBindingNotDisabledCodeFix>.VerifyNoFixAsync(
        Source("[|", "|]", "", "").Replace("public class", "public partial class", StringComparison.Ordinal),
        setup: new() { AspNetCore = true, Runtime = false, LanguageVersion = LanguageVersion.CSharp10, Nullable = NullableContextOptions.Enable });

    private static string Source(string start, string end, string attribute, string filter) =>
        $"using System;\nusing Microsoft.AspNetCore.Mvc;\nusing Microsoft.AspNetCore.Mvc.Filters;\nusing Microsoft.AspNetCore.Mvc.ModelBinding;\nusing Microsoft.AspNetCore.WebUtilities;\n\npublic class PhotosController : ControllerBase\n{{\n\t{attribute}public void {start}Post{end}(int id) {{ {Read} }}\n\n\t{attribute}public void {start}Put{end}(int id) {{ {Read} }}{filter}\n}}\n";

    [Theory]
    [Trait("Case", "NoFix")]
    // A filter for some builds only.
    [InlineData("\n#if !RELEASE\npublic class Debugging { }\n#endif\n", LanguageVersion.CSharp11)]
    public Task No_filter_is_added_to_a_file_that_cannot_have_it(string end, LanguageVersion version) => RuleTesting.RuleTest<StreamTuning.Analyzers.Uploads.FormBindingNotDisabledAnalyzer, StreamTuning.CodeFixes.Uploads.FormBindingNotDisabledCodeFix>.VerifyNoFixAsync(
        InController("public void [|Post|](int id) { " + Read + " }") + end,
        setup: new() { AspNetCore = true, Runtime = false, LanguageVersion = version, Nullable = NullableContextOptions.Enable });
}
