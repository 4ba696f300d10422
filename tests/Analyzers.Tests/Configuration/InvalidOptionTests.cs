using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Text;
using StreamTuning.Analyzers.Configuration;
using StreamTuning.Analyzers.Tests.Robustness;
using Check = StreamTuning.Analyzers.Tests.Verify<StreamTuning.Analyzers.Configuration.InvalidOptionAnalyzer>;

namespace StreamTuning.Analyzers.Tests.Configuration;

public sealed class InvalidOptionTests
{
    private const string Source = "// A header.\n\n{|#0:using|} System;\n\nclass C { }\n";
    private const string AllNames =
        "copy_buffer_size, maximum_small_copy_buffer, minimum_preset_length, hard_coded_temp_roots, temp_path_sinks, small_upload_bytes, base64_content_names, "
        + "byte_array_validation_suppressed";

    [Theory]
    [Trait("Case", "Positive")]
    // Values, for all rules and for one.
    [InlineData("stream_tuning.copy_buffer_size = 5", "Invalid value for", ". Instead of '5', use 262144 to 1073741824.")]
    [InlineData("stream_tuning.copy_buffer_size = 1 MiB", "Invalid value for", ". Instead of '1 MiB', use 262144 to 1073741824.")]
    [InlineData("stream_tuning.copy_buffer_size = 99999999999999999999", "Invalid value for", ". Instead of '99999999999999999999', use 262144 to 1073741824.")]
    [InlineData("stream_tuning.copy_buffer_size = ", "Invalid value for", ". Instead of '', use 262144 to 1073741824.")]
    [InlineData("stream_tuning.STRM1003.minimum_preset_length = -1", "Invalid value for", ". Instead of '-1', use 0 to 2147483647.")]
    [InlineData("stream_tuning.byte_array_validation_suppressed = yes", "Invalid value for", ". Instead of 'yes', use 'true' or 'false'.")]
    [InlineData("stream_tuning.hard_coded_temp_roots = /scratch, work", "Invalid value for", ". Instead of '/scratch, work', use absolute paths or '%VARIABLE%', with a '-' prefix to remove one, separated by commas.")]
    [InlineData("stream_tuning.temp_path_sinks = ,", "Invalid value for", ". Instead of ',', use full names, such as 'Company.Images.Thumbnails', separated by commas.")]
    [InlineData("stream_tuning.temp_path_sinks = .Images", "Invalid value for", ". Instead of '.Images', use full names, such as 'Company.Images.Thumbnails', separated by commas.")]
    [InlineData("stream_tuning.temp_path_sinks = Company.", "Invalid value for", ". Instead of 'Company.', use full names, such as 'Company.Images.Thumbnails', separated by commas.")]
    [InlineData("stream_tuning.temp_path_sinks = Company.Images, Thumb-nails", "Invalid value for", ". Instead of 'Company.Images, Thumb-nails', use full names, such as 'Company.Images.Thumbnails', separated by commas.")]
    // A rule that does not read the option, and one that does not exist.
    [InlineData("stream_tuning.STRM1003.copy_buffer_size = 4194304", "Unknown", ". Only STRM1001, STRM1002, STRM1008, STRM1012, STRM1013 read it.")]
    [InlineData("stream_tuning.STRM9999.minimum_preset_length = 1", "Unknown", ". Only STRM1003 reads it.")]
    // Nearly one of the options.
    [InlineData("stream_tuning.copy_bufer_size = 4194304", "Unknown", ". Did you mean 'stream_tuning.copy_buffer_size'?")]
    [InlineData("stream_tuning.copy-buffer-size = 4194304", "Unknown", ". Did you mean 'stream_tuning.copy_buffer_size'?")]
    [InlineData("stream_tuning.STRM1002.copybuffersize = 4194304", "Unknown", ". Did you mean 'stream_tuning.STRM1002.copy_buffer_size'?")]
    [InlineData("stream_tuning.STRM1003.copybuffersize = 4194304", "Unknown", ". Did you mean 'stream_tuning.copy_buffer_size'?")]
    [InlineData("stream_tuning.minimal_preset_lenght = 1", "Unknown", ". Did you mean 'stream_tuning.minimum_preset_length'?")]
    // Nothing like it.
    [InlineData("stream_tuning.severity = error", "Unknown", ". The options are " + AllNames + ".")]
    [InlineData("stream_tuning.strm1001 = none", "Unknown", ". The options are " + AllNames + ".")]
    [InlineData("stream_tuning.STRM1001.severity = none", "Unknown", ". The options are " + AllNames + ".")]
    [InlineData("stream_tuning. = 1", "Unknown", ". The options are " + AllNames + ".")]
    public Task What_is_not_valid_is_reported_with_what_is_allowed(string line, string fault, string remedy) => Check.ReportsAsync(
        Source, line, Check.Diagnostic(0, fault, line.Split('=')[0].Trim(), remedy).WithSeverity(DiagnosticSeverity.Warning));

    [Fact]
    [Trait("Case", "Positive")]
    public Task Severity_is_set_as_for_every_rule() => Check.ReportsAsync(
        Source,
        "stream_tuning.copy_bufer_size = 4194304\ndotnet_diagnostic.STRM0001.severity = error",
        Check.Diagnostic(0).WithSeverity(DiagnosticSeverity.Error)
            .WithMessage("Unknown option 'stream_tuning.copy_bufer_size'. Did you mean 'stream_tuning.copy_buffer_size'?"));

    [Theory]
    [Trait("Case", "Positive")]
    // The nearest file that applies and sets the value; another value, key, or file is something else.
    [InlineData("/.editorconfig(2,0): Warning", new[] { "/.editorconfig", "[*.cs]\n\nstream_tuning.other = 1" })]
    [InlineData("/.editorconfig(1,2): Warning", new[] { "/.editorconfig", "[*.cs]\n  Stream_Tuning.Other: 1 # for now" })]
    [InlineData("/src/.editorconfig(1,0): Warning", new[] { "/.editorconfig", "[*.cs]\nstream_tuning.other = 1", "/src/.editorconfig", "[*.cs]\nstream_tuning.other = 1" })]
    [InlineData("/.editorconfig(1,0): Warning", new[] { "/.editorconfig", "[*.cs]\nstream_tuning.other = 1", "/src/.editorconfig", "[*.cs]\nstream_tuning.other = 2" })]
    [InlineData("/etc/.globalconfig(0,0): Warning", new[] { "/etc/.globalconfig", "stream_tuning.other=1" })]
    [InlineData("/src/a.cs(0,0): Warning", new[] { "/other/.editorconfig", "[*.cs]\nstream_tuning.other = 1" })]
    [InlineData("/src/a.cs(0,0): Warning", new[] { "/notes.txt", "stream_tuning.other = 1" })]
    [InlineData("/src/a.cs(0,0): Warning", new[] { "/.editorconfig", "[*.cs]\n# stream_tuning.other = 1\nstream_tuning.others = 1" })]
    public async Task It_is_reported_at_the_line_that_sets_it(string expected, string[] files) =>
        Assert.Equal(expected, await ReportedAtAsync("stream_tuning.other = 1", files));

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("/.editorconfig(1,0): Error", "dotnet_analyzer_diagnostic.category-StreamTuning.Configuration.severity = error")]
    [InlineData("/.editorconfig(1,0): Info", "dotnet_analyzer_diagnostic.severity = suggestion")]
    [InlineData("/.editorconfig(1,0): Hidden", "dotnet_analyzer_diagnostic.severity = silent")]
    [InlineData("/.editorconfig(1,0): Warning", "dotnet_analyzer_diagnostic.severity = default")]
    [InlineData("", "dotnet_analyzer_diagnostic.category-StreamTuning.Configuration.severity = none")]
    [InlineData("", "dotnet_diagnostic.STRM0001.severity = none")]
    [InlineData("/.editorconfig(1,0): Error", "dotnet_diagnostic.STRM0001.severity = error")]
    [InlineData("/.editorconfig(1,0): Warning", "dotnet_diagnostic.STRM0001.severity = warning\ndotnet_analyzer_diagnostic.severity = error")]
    public async Task What_is_set_for_the_source_file_is_its_severity_there_too(string expected, string lines) =>
        Assert.Equal(expected, await ReportedAtAsync("stream_tuning.other = 1\n" + lines, "/.editorconfig", "[*.cs]\nstream_tuning.other = 1"));

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("/.editorconfig(1,0): Warning", ReportDiagnostic.Default)]
    [InlineData("/.editorconfig(1,0): Error", ReportDiagnostic.Error)]
    [InlineData("", ReportDiagnostic.Suppress)]
    public async Task What_is_set_for_the_rule_in_the_project_takes_precedence_over_a_category(string expected, ReportDiagnostic inProject) => Assert.Equal(
        expected,
        await ReportedAtAsync(
            "stream_tuning.other = 1\ndotnet_analyzer_diagnostic.severity = suggestion", inProject, "/.editorconfig", "[*.cs]\nstream_tuning.other = 1"));

    [Theory]
    [Trait("Case", "Negative")]
    [InlineData("")]
    [InlineData("stream_tuning.copy_buffer_size = 4194304")]
    [InlineData("STREAM_TUNING.strm1001.Copy_Buffer_Size = 4194304")]
    [InlineData("stream_tuning.STRM4003.byte_array_validation_suppressed = TRUE # for now")]
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
            ["a.cs: Invalid value for option stream_tuning.copy_buffer_size, 1", "b.cs: Invalid value for option stream_tuning.copy_buffer_size, 2", "c.cs: Unknown option stream_tuning.other"],
            await ReportedAsync(settings, "d.cs", "c.cs", "b.cs", "a.cs"));
    }

    [Fact]
    [Trait("Case", "Negative")]
    public async Task Options_of_generated_files_are_not_reported()
    {
        AnalyzerOptions settings = EditorConfig.Parse("[*.g.cs]\nstream_tuning.copy_buffer_size = 1\n[*.cs]\nstream_tuning.other = 1");
        Assert.Equal(["b.cs: Unknown option stream_tuning.other"], await ReportedAsync(settings, "a.g.cs", "b.cs"));
    }

    [Fact]
    [Trait("Case", "Positive")]
    public async Task Options_of_a_compilation_without_files_are_reported_without_a_place()
    {
        var settings = new AnalyzerOptions([], new Provider(new Listed(("stream_tuning.other", "1"), ("build_property.other", "1")), new Listed()));
        Assert.Equal([": Unknown option stream_tuning.other"], await ReportedAsync(settings));
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
        Assert.Equal([$"a.cs: Invalid value for option stream_tuning.copy_buffer_size, {new string('9', 100)}..."], await ReportedAsync(settings, "a.cs"));
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
        let parts = diagnostic.GetMessage().Split('\'')
        select $"{diagnostic.Location.GetLineSpan().Path}: {parts[0]}{parts[1]}{(parts[0].StartsWith("Invalid", StringComparison.Ordinal) ? ", " + parts[3] : "")}";

    private static Task<string> ReportedAtAsync(string lines, params string[] files) => ReportedAtAsync(lines, null, files);

    /// <summary>Where the only finding is reported, with its severity.</summary>
    /// <param name="lines">The options of <c>/src/a.cs</c>.</param>
    /// <param name="inProject">The severity of the rule in the project; null for none.</param>
    /// <param name="files">The additional files: path and text in turn.</param>
    private static async Task<string> ReportedAtAsync(string lines, ReportDiagnostic? inProject, params string[] files)
    {
        SyntaxTree tree = CanonicalSource.Parse("using System;\n", "/src/a.cs");
        AnalyzerConfigSet set = AnalyzerConfigSet.Create(ImmutableArray.Create(AnalyzerConfig.Parse("[*.cs]\n" + lines, "/.editorconfig")));
        CSharpCompilationOptions options = CanonicalSource.CompilationOptions.WithSyntaxTreeOptionsProvider(new Severities(set));
        options = inProject is { } severity ? options.WithSpecificDiagnosticOptions([new("STRM0001", severity)]) : options;
        ImmutableArray<AdditionalText> texts = [.. files.Chunk(2).Select(file => new Text(file[0], file[1]))];
        ImmutableArray<Diagnostic> found = await AnalyzerRunner.RunAsync(
            [new InvalidOptionAnalyzer()],
            CSharpCompilation.Create("Test", [tree], References.All, options),
            concurrent: true,
            new AnalyzerOptions(texts, EditorConfig.Parse("[*.cs]\n" + lines).AnalyzerConfigOptionsProvider));
        return string.Join(", ", found.Select(diagnostic => $"{diagnostic.Location.GetLineSpan().Path}{diagnostic.Location.GetLineSpan().StartLinePosition switch { var start => $"({start.Line},{start.Character})" }}: {diagnostic.Severity}"));
    }

    private static Task<ImmutableArray<Diagnostic>> RunAsync(AnalyzerOptions settings, params SyntaxTree[] files) => AnalyzerRunner.RunAsync(
        [new InvalidOptionAnalyzer()], CSharpCompilation.Create("Test", files, References.All, CanonicalSource.CompilationOptions), concurrent: true, settings);

    private sealed class Provider(AnalyzerConfigOptions all, AnalyzerConfigOptions ofFiles) : AnalyzerConfigOptionsProvider
    {
        public override AnalyzerConfigOptions GlobalOptions => all;

        public override AnalyzerConfigOptions GetOptions(SyntaxTree tree) => ofFiles;

        public override AnalyzerConfigOptions GetOptions(AdditionalText textFile) => ofFiles;
    }

    private sealed class Text(string path, string text) : AdditionalText
    {
        public override string Path => path;

        public override SourceText GetText(CancellationToken cancellationToken = default) => SourceText.From(text);
    }

    /// <summary>The severities that an <c>.editorconfig</c> sets for files.</summary>
    private sealed class Severities(AnalyzerConfigSet set) : SyntaxTreeOptionsProvider
    {
        public override GeneratedKind IsGenerated(SyntaxTree tree, CancellationToken cancellationToken) => GeneratedKind.NotGenerated;

        public override bool TryGetDiagnosticValue(SyntaxTree tree, string diagnosticId, CancellationToken cancellationToken, out ReportDiagnostic severity) =>
            set.GetOptionsForSourcePath(tree.FilePath).TreeOptions.TryGetValue(diagnosticId, out severity);

        public override bool TryGetGlobalDiagnosticValue(string diagnosticId, CancellationToken cancellationToken, out ReportDiagnostic severity)
        {
            severity = default;
            return false;
        }
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
