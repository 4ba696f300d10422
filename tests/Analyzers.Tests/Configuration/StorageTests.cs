using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using StreamTuning.Analyzers.Tests.Robustness;
using StreamTuning.Analyzers.Tests.Tables;

namespace StreamTuning.Analyzers.Tests.Configuration;

/// <summary>The severities of findings by <c>StreamTuningStorage</c>, on the canonical source of each rule.</summary>
public sealed class StorageTests
{
    [Theory]
    [ClassData(typeof(RuleIds))]
    public async Task Rules_about_round_trips_are_warnings_for_a_share_and_suggestions_for_local_files(string id)
    {
        Rule rule = RuleIds.Find(id);
        DiagnosticSeverity[] unknown = await SeveritiesAsync(rule, null);
        Assert.Contains(rule.Severity, unknown);

        Assert.Equal(rule.IsAboutRoundTrips ? [DiagnosticSeverity.Warning] : unknown, await SeveritiesAsync(rule, "Share"));
        Assert.Equal(rule.IsAboutRoundTrips ? [DiagnosticSeverity.Info] : unknown, await SeveritiesAsync(rule, "Local"));
    }

    [Theory]
    [InlineData("share", DiagnosticSeverity.Warning)]
    [InlineData("LOCAL", DiagnosticSeverity.Info)]
    [InlineData("Unknown", DiagnosticSeverity.Warning)]
    [InlineData("Cloud", DiagnosticSeverity.Warning)]
    [InlineData("", DiagnosticSeverity.Warning)]
    public async Task Values_are_not_case_sensitive_and_others_count_as_unknown(string storage, DiagnosticSeverity expected) =>
        Assert.Equal([expected], await SeveritiesAsync(Rules.CopyIntoFileWithDefaultBuffer, storage));

    [Fact]
    public void What_the_project_was_made_for_is_a_warning_while_the_storage_is_unknown() => Assert.Equal(
        ["STRM1001", "STRM1003", "STRM1008", "STRM1013", "STRM3001", "STRM4008"],
        Rules.All.Where(rule => rule is { IsAboutRoundTrips: true, Severity: DiagnosticSeverity.Warning }).Select(rule => rule.Id));

    [Theory]
    [InlineData(8191, DiagnosticSeverity.Warning)]
    [InlineData(8192, DiagnosticSeverity.Info)]
    public async Task Copy_buffers_below_8_KiB_are_a_warning(int bytes, DiagnosticSeverity expected)
    {
        string copy = $"using System.IO; class C {{ void M(Stream s, FileStream f) => s.CopyTo(f, {bytes}); }}";
        string loop =
            $$"""
            using System.IO;
            class C
            {
                void M(Stream s, FileStream f)
                {
                    var buffer = new byte[{{bytes}}];
                    int read;
                    while ((read = s.Read(buffer, 0, buffer.Length)) > 0) { f.Write(buffer, 0, read); }
                }
            }
            """;
        foreach (string source in new[] { copy, loop })
        {
            Assert.Equal([expected], await SeveritiesAsync(Rules.CopyBufferTooSmall, null, source));
            Assert.Equal([DiagnosticSeverity.Warning], await SeveritiesAsync(Rules.CopyBufferTooSmall, "Share", source));
            Assert.Equal([DiagnosticSeverity.Info], await SeveritiesAsync(Rules.CopyBufferTooSmall, "Local", source));
        }
    }

    private static async Task<DiagnosticSeverity[]> SeveritiesAsync(Rule rule, string? storage, string? source = null)
    {
        CanonicalSource canonical = CanonicalSource.Of(rule);
        CSharpCompilation compilation = CanonicalSource.Compile(source ?? canonical.Text, References.All);
        AnalyzerOptions settings = storage is null ? canonical.Settings : new([], new Provider(canonical.Settings.AnalyzerConfigOptionsProvider, storage));
        ImmutableArray<DiagnosticAnalyzer> analyzers = [OwnRules.Analyzers.Single(analyzer => analyzer.SupportedDiagnostics.Contains(rule.Descriptor))];
        return [.. (await AnalyzerRunner.RunAsync(analyzers, compilation, concurrent: true, settings)).Select(found => found.Severity).Distinct().Order()];
    }

    private sealed class Provider(AnalyzerConfigOptionsProvider ofFiles, string storage) : AnalyzerConfigOptionsProvider
    {
        public override AnalyzerConfigOptions GlobalOptions { get; } = new Property(storage);

        public override AnalyzerConfigOptions GetOptions(SyntaxTree tree) => ofFiles.GetOptions(tree);

        public override AnalyzerConfigOptions GetOptions(AdditionalText textFile) => ofFiles.GetOptions(textFile);
    }

    private sealed class Property(string storage) : AnalyzerConfigOptions
    {
        public override bool TryGetValue(string key, out string value)
        {
            value = storage;
            return KeyComparer.Equals(key, "build_property.StreamTuningStorage");
        }
    }
}
