using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;

namespace StreamTuning.Analyzers.Tests.Robustness;

/// <summary>The options that an <c>.editorconfig</c> sets for the files of its folder and below, as the compiler reads it.</summary>
internal sealed class EditorConfig : AnalyzerConfigOptionsProvider
{
    private readonly AnalyzerConfigSet _set;

    private EditorConfig(string text, string folder) =>
        _set = AnalyzerConfigSet.Create(ImmutableArray.Create(AnalyzerConfig.Parse(text, $"/{folder}.editorconfig")));

    public override AnalyzerConfigOptions GlobalOptions { get; } = new Values(ImmutableDictionary<string, string>.Empty);

    /// <param name="text">The sections.</param>
    /// <param name="folder">The folder of the file, with <c>/</c> at its end, relative to what the paths of the sources are relative to.</param>
    public static AnalyzerOptions Parse(string text, string folder = "") => new([], new EditorConfig(text, folder));

    public override AnalyzerConfigOptions GetOptions(SyntaxTree tree) => new Values(_set.GetOptionsForSourcePath("/" + tree.FilePath).AnalyzerOptions);

    public override AnalyzerConfigOptions GetOptions(AdditionalText textFile) => GlobalOptions;

    private sealed class Values(ImmutableDictionary<string, string> values) : AnalyzerConfigOptions
    {
        public override IEnumerable<string> Keys => values.Keys;

        public override bool TryGetValue(string key, out string value) => values.TryGetValue(key, out value!);
    }
}
