using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using StreamTuning.Analyzers.Configuration;
using StreamTuning.Analyzers.Tests.Robustness;
using Check = StreamTuning.Analyzers.Tests.Verify<StreamTuning.Analyzers.Configuration.InvalidOptionAnalyzer>;

namespace StreamTuning.Analyzers.Tests.Configuration;

public sealed class InvalidOptionTests
{
    private const string Source = "// A header.\n\n{|#0:using|} System;\n\nclass C { }\n";
    private const string AllNames =
        "copy_buffer_size, maximum_small_copy_buffer, minimum_preset_length, hard_coded_temp_roots, temp_path_sinks, small_upload_bytes, base64_content_names, "
        + "byte_array_validation_suppressed, form_binding_disabled_globally";

    [Theory]
    [Trait("Case", "Positive")]
    // Values, for all rules and for one.
    [InlineData("stream_tuning.copy_buffer_size = 5", "use 262144 to 1073741824")]
    [InlineData("stream_tuning.copy_buffer_size = 1 MiB", "use 262144 to 1073741824")]
    [InlineData("stream_tuning.copy_buffer_size = 99999999999999999999", "use 262144 to 1073741824")]
    [InlineData("stream_tuning.copy_buffer_size = ", "use 262144 to 1073741824")]
    [InlineData("stream_tuning.STRM1003.minimum_preset_length = -1", "use 0 to 2147483647")]
    [InlineData("stream_tuning.byte_array_validation_suppressed = yes", "use 'true' or 'false'")]
    [InlineData("stream_tuning.hard_coded_temp_roots = /scratch, work", "use absolute paths or '%VARIABLE%', with a '-' prefix to remove one, separated by commas")]
    [InlineData("stream_tuning.temp_path_sinks = ,", "use full names, such as 'Company.Images.Thumbnails', separated by commas")]
    [InlineData("stream_tuning.temp_path_sinks = .Images", "use full names, such as 'Company.Images.Thumbnails', separated by commas")]
    [InlineData("stream_tuning.temp_path_sinks = Company.", "use full names, such as 'Company.Images.Thumbnails', separated by commas")]
    [InlineData("stream_tuning.temp_path_sinks = Company.Images, Thumb-nails", "use full names, such as 'Company.Images.Thumbnails', separated by commas")]
    // A rule that does not read the option, and one that does not exist.
    [InlineData("stream_tuning.STRM1003.copy_buffer_size = 4194304", "only STRM1001, STRM1002, STRM1008 have this option (allowed: 262144 to 1073741824)")]
    [InlineData("stream_tuning.STRM9999.minimum_preset_length = 1", "only STRM1003 has this option (allowed: 0 to 2147483647)")]
    // Nearly one of the options.
    [InlineData("stream_tuning.copy_bufer_size = 4194304", "there is no such option; did you mean 'stream_tuning.copy_buffer_size' (allowed: 262144 to 1073741824)?")]
    [InlineData("stream_tuning.copy-buffer-size = 4194304", "there is no such option; did you mean 'stream_tuning.copy_buffer_size' (allowed: 262144 to 1073741824)?")]
    [InlineData("stream_tuning.STRM1002.copybuffersize = 4194304", "there is no such option; did you mean 'stream_tuning.STRM1002.copy_buffer_size' (allowed: 262144 to 1073741824)?")]
    [InlineData("stream_tuning.STRM1003.copybuffersize = 4194304", "there is no such option; did you mean 'stream_tuning.copy_buffer_size' (allowed: 262144 to 1073741824)?")]
    [InlineData("stream_tuning.minimal_preset_lenght = 1", "there is no such option; did you mean 'stream_tuning.minimum_preset_length' (allowed: 0 to 2147483647)?")]
    // Nothing like it.
    [InlineData("stream_tuning.severity = error", "there is no such option; the options are " + AllNames)]
    [InlineData("stream_tuning.strm1001 = none", "there is no such option; the options are " + AllNames)]
    [InlineData("stream_tuning.STRM1001.severity = none", "there is no such option; the options are " + AllNames)]
    [InlineData("stream_tuning. = 1", "there is no such option; the options are " + AllNames)]
    public Task What_is_not_valid_is_reported_with_what_is_allowed(string line, string reason)
    {
        string[] parts = line.Split('=', StringSplitOptions.TrimEntries);
        return Check.ReportsAsync(
            Source, line, Check.Diagnostic(0, parts[0], parts[1], "'/0/Test0.cs'", reason).WithSeverity(DiagnosticSeverity.Info));
    }

    [Fact]
    [Trait("Case", "Positive")]
    public Task Severity_is_set_as_for_every_rule() => Check.ReportsAsync(
        Source,
        "stream_tuning.copy_buffer_size = 5\ndotnet_diagnostic.STRM0001.severity = error",
        Check.Diagnostic(0, "stream_tuning.copy_buffer_size", "5", "'/0/Test0.cs'", "use 262144 to 1073741824").WithSeverity(DiagnosticSeverity.Error));

    [Theory]
    [Trait("Case", "Negative")]
    [InlineData("")]
    [InlineData("stream_tuning.copy_buffer_size = 4194304")]
    [InlineData("STREAM_TUNING.strm1001.Copy_Buffer_Size = 4194304")]
    [InlineData("stream_tuning.STRM4005.form_binding_disabled_globally = TRUE # for now")]
    [InlineData("stream_tuning.hard_coded_temp_roots = /scratch, -/var/tmp, %SCRATCH%,")]
    // What takes back a value from further up.
    [InlineData("stream_tuning.copy_buffer_size = unset")]
    [InlineData("stream_tuning.STRM4003.byte_array_validation_suppressed = Unset")]
    [InlineData("stream_tuning.temp_path_sinks = ")]
    [InlineData("stream_tuning.temp_path_sinks = I, Company.Images_2+Thumbnails`1")]
    // Not ours.
    [InlineData("stream_tuning = 1")]
    [InlineData("stream_tunings.copy_buffer_size = 1")]
    [InlineData("dotnet_diagnostic.STRM1001.severity = error\nindent_size = 4")]
    public Task What_is_valid_is_not_reported(string lines) => Check.ReportsAsync("using System;", editorConfig: lines);

    [Fact]
    [Trait("Case", "Positive")]
    public async Task Each_value_of_a_key_is_reported_once_at_the_first_file_that_it_is_set_for()
    {
        AnalyzerOptions settings = EditorConfig.Parse(
            """
            [*.cs]
            stream_tuning.copy_buffer_size = 1
            [{b,c,d}.cs]
            stream_tuning.copy_buffer_size = 2
            [d.cs]
            stream_tuning.copy_buffer_size = 1
            [c.cs]
            stream_tuning.other = 1
            """);
        Assert.Equal(
            ["a.cs: stream_tuning.copy_buffer_size = 1", "b.cs: stream_tuning.copy_buffer_size = 2", "c.cs: stream_tuning.other = 1"],
            await ReportedAsync(settings, "d.cs", "c.cs", "b.cs", "a.cs"));
    }

    [Fact]
    [Trait("Case", "Negative")]
    public async Task Options_of_generated_files_are_not_reported()
    {
        AnalyzerOptions settings = EditorConfig.Parse("[*.g.cs]\nstream_tuning.copy_buffer_size = 1\n[*.cs]\nstream_tuning.other = 1");
        Assert.Equal(["b.cs: stream_tuning.other = 1"], await ReportedAsync(settings, "a.g.cs", "b.cs"));
    }

    [Fact]
    [Trait("Case", "Positive")]
    public async Task Options_of_a_compilation_without_files_are_reported_without_a_place()
    {
        var settings = new AnalyzerOptions([], new Provider(new Listed(("stream_tuning.other", "1"), ("build_property.other", "1")), new Listed()));
        Assert.Equal([": stream_tuning.other = 1 for all files"], await ReportedAsync(settings));
    }

    [Fact]
    [Trait("Case", "Negative")]
    public async Task Options_of_a_compilation_that_each_file_sets_differently_are_not_reported()
    {
        var settings = new AnalyzerOptions([], new Provider(new Listed(("stream_tuning.copy_buffer_size", "1")), new Listed(("stream_tuning.copy_buffer_size", "1000000"))));
        Assert.Empty(await ReportedAsync(settings, "a.cs"));
    }

    [Fact]
    [Trait("Case", "Negative")]
    public async Task Options_of_a_host_that_does_not_list_them_are_not_reported() =>
        Assert.Empty(await ReportedAsync(new AnalyzerOptions([], new Provider(new Unlisted(), new Unlisted())), "a.cs"));

    [Fact]
    [Trait("Case", "Positive")]
    public async Task Of_a_long_value_the_beginning_is_shown()
    {
        AnalyzerOptions settings = EditorConfig.Parse("[*.cs]\nstream_tuning.copy_buffer_size = " + new string('9', 1_000_000));
        Assert.Equal([$"a.cs: stream_tuning.copy_buffer_size = {new string('9', 100)}..."], await ReportedAsync(settings, "a.cs"));
    }

    [Fact]
    [Trait("Case", "Positive")]
    public async Task A_file_without_anything_in_it_has_a_place_too()
    {
        Diagnostic diagnostic = Assert.Single(await RunAsync(EditorConfig.Parse("[*.cs]\nstream_tuning.other = 1"), CanonicalSource.Parse("", "a.cs")));
        Assert.Equal("a.cs", diagnostic.Location.GetLineSpan().Path);
    }

    private static async Task<IEnumerable<string>> ReportedAsync(AnalyzerOptions settings, params string[] files) =>
        from diagnostic in await RunAsync(settings, [.. files.Select(file => CanonicalSource.Parse("using System;\n", file))])
        let path = diagnostic.Location.GetLineSpan().Path ?? ""
        let message = diagnostic.GetMessage()
        select $"{path}: {message[1..message.IndexOf("' for ", StringComparison.Ordinal)]}{(message.Contains("for all files", StringComparison.Ordinal) ? " for all files" : "")}";

    private static Task<ImmutableArray<Diagnostic>> RunAsync(AnalyzerOptions settings, params SyntaxTree[] files) => AnalyzerRunner.RunAsync(
        [new InvalidOptionAnalyzer()], CSharpCompilation.Create("Test", files, References.All, CanonicalSource.CompilationOptions), concurrent: true, settings);

    private sealed class Provider(AnalyzerConfigOptions all, AnalyzerConfigOptions ofFiles) : AnalyzerConfigOptionsProvider
    {
        public override AnalyzerConfigOptions GlobalOptions => all;

        public override AnalyzerConfigOptions GetOptions(SyntaxTree tree) => ofFiles;

        public override AnalyzerConfigOptions GetOptions(AdditionalText textFile) => ofFiles;
    }

    private sealed class Listed(params (string Key, string Value)[] set) : AnalyzerConfigOptions
    {
        public override IEnumerable<string> Keys => set.Select(pair => pair.Key);

        public override bool TryGetValue(string key, out string value)
        {
            value = set.FirstOrDefault(pair => KeyComparer.Equals(pair.Key, key)).Value!;
            return value is not null;
        }
    }

    /// <summary>Does not say what is set, as the base class.</summary>
    private sealed class Unlisted : AnalyzerConfigOptions
    {
        public override bool TryGetValue(string key, out string value)
        {
            value = "1";
            return true;
        }
    }
}
