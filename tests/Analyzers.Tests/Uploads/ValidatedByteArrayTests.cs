using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.ModelBinding;
using Microsoft.AspNetCore.Mvc.ModelBinding.Validation;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.Extensions.DependencyInjection;
using StreamTuning.RuleTesting;
using static StreamTuning.Analyzers.Tests.Uploads.UploadCode;
using Check = StreamTuning.Analyzers.Tests.Verify<
    StreamTuning.Analyzers.Uploads.ValidatedByteArrayAnalyzer,
    StreamTuning.CodeFixes.Uploads.ValidatedByteArrayCodeFix>;
using Required = System.ComponentModel.DataAnnotations.RequiredAttribute;

namespace StreamTuning.Analyzers.Tests.Uploads;

public sealed class ValidatedByteArrayTests
{
    private const string Controller = "[ApiController] public class Photos : ControllerBase { [HttpPost] public void Post(Photo photo) { } }\n";
    private const string Setting = "options.ModelMetadataDetailsProviders.Add(new SuppressChildValidationMetadataProvider(typeof(byte[])))";

    [Theory]
    [Trait("Case", "Positive")]
    // Attributes.
    [InlineData("public class Photo { [Required] public byte[]? [|Data|] { get; set; } }")]
    [InlineData("public class Node<T> { public Node<List<T>>? Next { get; set; } } public class Photo { [Required] public byte[]? [|Data|] { get; set; } public Node<int>? Node { get; set; } }")]
    [InlineData("public class Photo { [MinLength(1)] public byte[]? [|Data|] { get; init; } }")]
    [InlineData("public class Photo { [MaxLength(10_000_000)] public byte[] [|Data|] { get; set; } = new byte[0]; }")]
    [InlineData("public class Photo { [Own] public byte[]? [|Data|] { get; set; } } public class OwnAttribute : ValidationAttribute { }")]
    // What cannot be null is required.
    [InlineData("public class Photo { public byte[] [|Data|] { get; set; } = null!; }")]
    [InlineData("public class Photo { public required byte[] [|Data|] { get; set; } }")]
    [InlineData("public record Photo(string Title, byte[] [|Data|]);")]
    [InlineData("public record Photo(string Title, [Required] byte[]? [|Data|]);")]
    [InlineData("public record struct Photo(byte[] [|Data|]);")]
    [InlineData("public class Photo { public Photo(byte[] data) => Data = data; public byte[] [|Data|] { get; } }")]
    // What a model holds.
    [InlineData("public class Photo : Base { } public class Base { public byte[] [|Data|] { get; set; } = new byte[0]; }")]
    [InlineData("public class Photo { public Part Part { get; set; } = new(); } public class Part { public byte[] [|Data|] { get; set; } = new byte[0]; }")]
    [InlineData("public class Photo { public Dictionary<string, List<Part>> Parts { get; set; } = new(); } public class Part { public byte[] [|Data|] { get; set; } = new byte[0]; }")]
    [InlineData("public class Photo { public Photo? Next { get; set; } public byte[] [|Data|] { get; set; } = new byte[0]; }")]
    // Not what is ignored when it is written.
    [InlineData("public class Photo { [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] public byte[] [|Data|] { get; set; } = new byte[0]; }")]
    public Task Arrays_of_bodies_that_are_validated_are_reported(string model) => Check.ReportsAsync(InFile(Controller + model));

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("public class Photos : Controller { public void Post([FromBody] Photo photo) { } }")]
    [InlineData("public class PhotosController { public void Post([FromBody] Photo[] photos) { } }")]
    [InlineData("[assembly: ApiController]\npublic class Photos : ControllerBase { [HttpPost] public void Post(IReadOnlyList<Photo> photos) { } }")]
    [InlineData("[ApiController] public class Api : ControllerBase { } public class Photos : Api { [HttpPost] public void Post(Photo photo) { } }")]
    [InlineData("public abstract class Crud<T> : ControllerBase { [HttpPost] public void Post(T item) { } } [ApiController] public class Photos : Crud<Photo> { }")]
    [InlineData("public class UploadModel : PageModel { public void OnPost([FromBody] Photo photo) { } }")]
    [InlineData("[ApiController] public class Photos : ControllerBase { [HttpPost] public void Post(Envelope<Photo> photo) { } } public class Envelope<T> { public T? Content { get; set; } }")]
    [InlineData("[ApiController] public class Photos : ControllerBase { [HttpPost, RequestSizeLimit(1000)] public void Post(Photo photo) { } [HttpPut] public void Put(Photo photo) { } }")]
    public Task Every_way_in_which_MVC_binds_a_body_counts(string controller) => Check.ReportsAsync(InFile(controller + " public class Photo { public byte[] [|Data|] { get; set; } = new byte[0]; }"));

    [Fact]
    [Trait("Case", "Positive")]
    public Task The_message_says_why_it_is_validated() => Check.ReportsAsync(
        InFile(Controller + "public class Photo { public byte[] {|#0:Data|} { get; set; } = new byte[0]; [Required] public byte[] {|#1:Thumbnail|} { get; set; } = new byte[0]; }"),
        Check.Diagnostic(0, "Data", "it isn't nullable").WithSeverity(DiagnosticSeverity.Warning),
        Check.Diagnostic(1, "Thumbnail", "it has a validation attribute").WithSeverity(DiagnosticSeverity.Warning));

    [Theory]
    [Trait("Case", "Negative")]
    // Not validated.
    [InlineData("public class Photo { public string? Title { get; set; } public byte[] RowVersion { get; set; } = null!; }")]
    [InlineData("public class Reply { public byte[] Data { get; set; } = new byte[0]; } public class Command<T> { } public class Photo : Command<Reply> { public Lazy<Reply>? Later { get; set; } }")]
    [InlineData("public class Photo { public byte[]? Data { get; set; } }")]
    [InlineData("public class Photo { [ValidateNever] public byte[] Data { get; set; } = new byte[0]; }")]
    [InlineData("[ValidateNever] public class Photo { [Required] public byte[] Data { get; set; } = new byte[0]; }")]
    [InlineData("public class Photo { [ValidateNever] public Part Part { get; set; } = new(); } public class Part { public byte[] Data { get; set; } = new byte[0]; }")]
    [InlineData("public class Photo { [Required] public string Title { get; set; } = \"\"; public byte[]? Data { get; set; } }")]
    [InlineData("#nullable disable\npublic class Photo { public byte[] Data { get; set; } }")]
    // Small.
    [InlineData("public class Photo { [Timestamp] public byte[] Version { get; set; } = new byte[0]; }")]
    [InlineData("public class Photo { [Required] public byte[] RowVersion { get; set; } = new byte[0]; }")]
    [InlineData("public class Photo { [MaxLength(32)] public byte[] Hash { get; set; } = new byte[0]; [Length(1, 65536)] public byte[] Other { get; set; } = new byte[0]; }")]
    [InlineData("public record Photo([MaxLength(32)] byte[] Hash);")]
    // Not set by a body.
    [InlineData("public class Photo { [JsonIgnore] public byte[] Data { get; set; } = new byte[0]; }")]
    [InlineData("public class Photo { public byte[] Data { get; } = new byte[0]; public byte[] Other => new byte[0]; public static byte[] Third { get; set; } = new byte[0]; internal byte[] Fourth { get; set; } = new byte[0]; public byte[] Fifth { get; private set; } = new byte[0]; }")]
    // Other types.
    [InlineData("public class Photo { public List<byte> Data { get; set; } = new(); public int[] Numbers { get; set; } = new int[0]; public byte[][] Parts { get; set; } = new byte[0][]; }")]
    [InlineData("public class Photo { } public class Other { public byte[] Data { get; set; } = new byte[0]; }")]
    public Task Arrays_that_are_small_or_not_validated_are_not_reported(string model) => Check.IsSilentAsync(InFile(Controller + model));

    [Theory]
    [Trait("Case", "Negative")]
    // Minimal APIs validate nothing.
    [InlineData("public static class R { public static void Map(WebApplication app) => app.MapPost(\"/\", (Photo photo) => { }); }")]
    // Forms are another matter.
    [InlineData("public class Photos : Controller { public void Post(Photo photo) { } }")]
    [InlineData("[ApiController] public class Photos : ControllerBase { [HttpPost] public void Post([FromForm] Photo photo) { } [HttpGet] public void Get([FromQuery] Photo photo) { } }")]
    [InlineData("[ApiController] public class Photos : ControllerBase { [HttpPost] public void Post([ValidateNever] Other other) { } [HttpPut, RequestSizeLimit(1000)] public void Put(Photo photo) { } } public class Other { }")]
    [InlineData("[ApiController] public class Photos : ControllerBase { [HttpPost] public Photo Post([FromServices] Photo photo) => photo; }")]
    // The whole application.
    [InlineData(Controller + "public static class S { public static void Add(IServiceCollection s) => s.AddControllers(options => " + Setting + "); }")]
    [InlineData(Controller + "public static class S { public static void Add(IServiceCollection s) => s.AddMvc(o => { o.ModelMetadataDetailsProviders.Add(new SuppressChildValidationMetadataProvider(\"System.Byte[]\")); }); }")]
    [InlineData(Controller + "public static class S { public static void Add(IServiceCollection s) => s.AddControllers(o => o.SuppressImplicitRequiredAttributeForNonNullableReferenceTypes = true); }")]
    [InlineData(Controller + "public static class S { public static void Add(IServiceCollection s) => s.Configure<MvcOptions>(o => o.ModelValidatorProviders.Clear()); }")]
    [InlineData(Controller + "public class Validator : IObjectModelValidator { public void Validate(ActionContext context, ValidationStateDictionary? state, string prefix, object? model) { } } public static class S { public static void Add(IServiceCollection s) => s.AddSingleton<IObjectModelValidator, Validator>(); }")]
    public Task Models_that_are_not_validated_are_not_reported(string types) => Check.IsSilentAsync(InFile(types + " public class Photo { public byte[] Data { get; set; } = new byte[0]; }"));

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("s.AddControllers(o => o.ModelMetadataDetailsProviders.Add(new SuppressChildValidationMetadataProvider(typeof(Stream))));")]
    [InlineData("s.AddControllers(o => o.SuppressImplicitRequiredAttributeForNonNullableReferenceTypes = false);")]
    [InlineData("s.AddControllers(o => o.ModelBinderProviders.Clear());")]
    public Task Other_settings_change_nothing(string statement) => Check.ReportsAsync(
        InFile(Controller + "public static class S { public static void Add(IServiceCollection s) { " + statement + " } } public class Photo { public byte[] [|Data|] { get; set; } = new byte[0]; }"));

    [Fact]
    [Trait("Case", "Positive")]
    public Task What_cannot_be_null_is_reported_only_where_that_makes_it_required() => Check.ReportsAsync(
        InFile(Controller + "public static class S { public static void Add(IServiceCollection s) => s.AddControllers(o => o.SuppressImplicitRequiredAttributeForNonNullableReferenceTypes = true); } "
            + "public class Photo { public byte[] Data { get; set; } = new byte[0]; [Required] public byte[] [|Other|] { get; set; } = new byte[0]; }"));

    [Theory]
    [Trait("Case", "Negative")]
    [InlineData("stream_tuning.byte_array_validation_suppressed = true")]
    [InlineData("stream_tuning.small_upload_bytes = 2000000000")]
    public Task Options_say_that_it_does_not_matter(string editorConfig) => Check.ReportsAsync(
        InFile(Controller + "public class Photo { [MaxLength(1_000_000)] public byte[] Data { get; set; } = new byte[0]; }"), editorConfig);

    [Theory]
    [Trait("Case", "FixAll")]
    [InlineData("services.AddControllers();", "services.AddControllers(options => " + Setting + ");")]
    [InlineData("services.AddMvc() /* all */ .AddControllersAsServices();", "services.AddMvc(options => " + Setting + ") /* all */ .AddControllersAsServices();")]
    [InlineData("services.AddRazorPages(); services.AddControllersWithViews();", "services.AddRazorPages(); services.AddControllersWithViews(options => " + Setting + ");")]
    [InlineData("services.AddRazorPages();", "services.AddRazorPages().AddMvcOptions(options => " + Setting + ");")]
    [InlineData(
        "services.AddControllers(o => o.Filters.Add(new ConsumesAttribute(\"a/b\"))).AddJsonOptions(o => { });",
        "services.AddControllers(o => o.Filters.Add(new ConsumesAttribute(\"a/b\"))).AddMvcOptions(options => " + Setting + ").AddJsonOptions(o => { });")]
    [InlineData(
        "services.AddControllers(o =>\n    {\n        // Ours.\n        o.MaxModelValidationErrors = 5; // No more.\n    });",
        "services.AddControllers(o =>\n    {\n        // Ours.\n        o.MaxModelValidationErrors = 5; // No more.\n        o.ModelMetadataDetailsProviders.Add(new SuppressChildValidationMetadataProvider(typeof(byte[])));\n    });")]
    public Task One_setting_is_for_all_properties_of_the_application(string addition, string fixedAddition)
    {
        string model = InFile(Controller + "public class Photo { [Required] public byte[] [|Data|] { get; set; } = new byte[0]; public byte[] [|Thumbnail|] { get; set; } = new byte[0]; }");
        return RuleTest<StreamTuning.Analyzers.Uploads.ValidatedByteArrayAnalyzer, StreamTuning.CodeFixes.Uploads.ValidatedByteArrayCodeFix>.VerifyFixAsync(
            model,
            model.Replace("[|", "", StringComparison.Ordinal).Replace("|]", "", StringComparison.Ordinal),
            "STRM4003.Setting",
            new TestSetup
            {
                AspNetCore = true,
                AzureBlobs = true,
                Nullable = NullableContextOptions.Enable,
                OtherSources = [("Startup.cs", Startup(addition, ""))],
                FixedOtherSources = [("Startup.cs", Startup(fixedAddition, "using Microsoft.AspNetCore.Mvc.ModelBinding;\n"))],
            });

        static string Startup(string addition, string directive) =>
            "using Microsoft.AspNetCore.Mvc;\n" + directive + "using Microsoft.Extensions.DependencyInjection;\n\npublic static class Startup\n{\n    public static void Add(IServiceCollection services)\n    {\n    " + addition + "\n    }\n}\n";
    }

    [Fact]
    [Trait("Case", "Trivia")]
    public Task The_attribute_stands_as_the_others_do() => RuleTest<StreamTuning.Analyzers.Uploads.ValidatedByteArrayAnalyzer, StreamTuning.CodeFixes.Uploads.ValidatedByteArrayCodeFix>.VerifyFixOneByOneAsync(
        """
        using System.ComponentModel;
        using Microsoft.AspNetCore.Mvc;

        [ApiController]
        public class Photos : ControllerBase { [HttpPost] public void Post(Photo photo) { } }

        public class Photo
        {
            /// <summary>The picture.</summary>
            [Description("JPEG")] // For now.
            public byte[] [|Data|] { get; set; } = new byte[0]; // Never null.

            // Small.
            public byte[] [|Thumbnail|] { get; set; } = new byte[0];

            [Description("Raw")] public byte[] [|Raw|] { get; set; } = new byte[0];
        }
        """,
        """
        using System.ComponentModel;
        using Microsoft.AspNetCore.Mvc;
        using Microsoft.AspNetCore.Mvc.ModelBinding.Validation;

        [ApiController]
        public class Photos : ControllerBase { [HttpPost] public void Post(Photo photo) { } }

        public class Photo
        {
            /// <summary>The picture.</summary>
            [ValidateNever]
            [Description("JPEG")] // For now.
            public byte[] Data { get; set; } = new byte[0]; // Never null.

            // Small.
            [ValidateNever]
            public byte[] Thumbnail { get; set; } = new byte[0];

            [ValidateNever]
            [Description("Raw")] public byte[] Raw { get; set; } = new byte[0];
        }
        """,
        "STRM4003.Plain",
        new TestSetup { AspNetCore = true, Nullable = NullableContextOptions.Enable });

    [Theory]
    [Trait("Case", "NoFix")]
    // An attribute would no longer be looked at, or is not where MVC looks for it.
    [InlineData(RuleFixes.Plain, "public class Photo { [MinLength(10)] public byte[] [|Data|] { get; set; } = new byte[0]; }")]
    [InlineData(RuleFixes.Plain, "public record Photo(byte[] [|Data|]);")]
    // No place for the setting, or more than one.
    [InlineData(RuleFixes.Setting, "public class Photo { public byte[] [|Data|] { get; set; } = new byte[0]; }")]
    [InlineData(RuleFixes.Setting, "public class Photo { public byte[] [|Data|] { get; set; } = new byte[0]; } public static class S { static void A(IServiceCollection s) => s.AddControllers(); static void B(IServiceCollection s) => s.AddControllers(); }")]
    [InlineData(RuleFixes.Setting, "public class Photo { public byte[] [|Data|] { get; set; } = new byte[0]; } public static class S { static void A(Own s) => s.AddControllers(); class Own { public void AddControllers() { } } }")]
    public Task Where_it_does_not_fit_nothing_is_offered(RuleFixes form, string model) =>
        RuleTest<StreamTuning.Analyzers.Uploads.ValidatedByteArrayAnalyzer, StreamTuning.CodeFixes.Uploads.ValidatedByteArrayCodeFix>.VerifyNoFixAsync(
            InFile(Controller + model),
            new StreamTuning.CodeFixes.Uploads.ValidatedByteArrayCodeFix().EquivalenceKey(form),
            new TestSetup { AspNetCore = true, AzureBlobs = true, Nullable = NullableContextOptions.Enable });

    /// <summary>What the fix promises, in the framework itself: attributes still count, and nothing looks at the elements.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void With_the_setting_attributes_are_still_validated(bool isSet)
    {
        using ServiceProvider services = Mvc(isSet);
        var short_ = new Model { Data = [1], Other = null! };
        ModelStateDictionary state = Validate(services, short_);
        Assert.Contains("Data", state.Keys);
        Assert.Equal(ModelValidationState.Invalid, state["Data"]!.ValidationState);
        Assert.Equal(ModelValidationState.Invalid, state["Other"]!.ValidationState);
        Assert.True(Validate(services, new Model { Data = new byte[100], Other = new byte[100] }).IsValid);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void With_the_setting_no_element_is_validated(bool isSet)
    {
        using ServiceProvider services = Mvc(isSet);
        ModelMetadata metadata = services.GetRequiredService<IModelMetadataProvider>().GetMetadataForType(typeof(Model));
        ModelMetadata data = metadata.Properties[nameof(Model.Data)]!;
        Assert.Equal(!isSet, data.ValidateChildren);
        Assert.True(data.HasValidators);
    }

    private static ServiceProvider Mvc(bool isSet)
    {
        var services = new ServiceCollection();
        services.AddLogging();
        services.AddControllers(options =>
        {
            if (isSet)
            {
                options.ModelMetadataDetailsProviders.Add(new SuppressChildValidationMetadataProvider(typeof(byte[])));
            }
        });
        return services.BuildServiceProvider();
    }

    private static ModelStateDictionary Validate(ServiceProvider services, Model model)
    {
        var context = new ActionContext { HttpContext = new Microsoft.AspNetCore.Http.DefaultHttpContext { RequestServices = services } };
        services.GetRequiredService<IObjectModelValidator>().Validate(context, validationState: null, prefix: "", model);
        return context.ModelState;
    }

    private sealed class Model
    {
        [System.ComponentModel.DataAnnotations.MinLength(10)]
        public byte[] Data { get; set; } = new byte[0];

        [Required]
        public byte[] Other { get; set; } = new byte[0];
    }
}
