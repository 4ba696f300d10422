using System.Collections.Concurrent;
using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;
using StreamTuning.Analyzers;

namespace StreamTuning.CoexistenceTests;

/// <summary>What our rules and those of the peers report on the canonical sources, as they are and fixed: found once for all tests.</summary>
internal sealed class Findings
{
    private static readonly Lazy<Task<Findings>> Run = new(FindAsync);

    private readonly ILookup<string, Diagnostic> _ofPeers;

    private Findings(ImmutableArray<Variant> variants, IEnumerable<Diagnostic> ofPeers)
    {
        Variants = variants;
        _ofPeers = ofPeers.ToLookup(PathOf);
    }

    public ImmutableArray<Variant> Variants { get; }

    public static Task<Findings> GetAsync() => Run.Value;

    public static Task<ImmutableArray<Diagnostic>> OursAsync(Compilation compilation, AnalyzerOptions settings) => ReportedAsync(OwnRules.Analyzers, compilation, settings);

    /// <summary>What peers report on a fixed source and not on the source as it is, by member: the id of their rule and the member.</summary>
    public IEnumerable<(string Id, string Member)> Added(Variant variant)
    {
        Dictionary<(string, string), int> before = Count(SourceOf(variant.Rule));
        return Count(variant).Where(after => after.Value > before.GetValueOrDefault(after.Key)).Select(after => after.Key).Order();

        Dictionary<(string, string), int> Count(Variant of) =>
            _ofPeers[of.Path].GroupBy(diagnostic => (diagnostic.Id, MemberOf(diagnostic))).ToDictionary(group => group.Key, group => group.Count());
    }

    /// <summary>The ids of peers' rules that report lines which a rule of ours reports as well, in its own source.</summary>
    public IEnumerable<string> OnLinesOf(Rule rule)
    {
        Variant source = SourceOf(rule);
        return _ofPeers[source.Path].Where(diagnostic => source.Lines.Contains(diagnostic.Location.GetLineSpan().StartLinePosition.Line)).Select(diagnostic => diagnostic.Id).Distinct().Order(StringComparer.Ordinal);
    }

    public Variant SourceOf(Rule rule) => Variants.Single(variant => variant.Rule == rule && variant.Form is null);

    private static async Task<Findings> FindAsync()
    {
        ImmutableArray<Variant>[] ofRules = await Task.WhenAll(Rules.All.Select(rule => Task.Run(() => Variant.OfAsync(rule))));
        ImmutableArray<Variant> variants = [.. ofRules.SelectMany(ofRule => ofRule)];
        Compilation compilation = Variant.Compile(variants);
        Assert.Empty(compilation.GetDiagnostics().Where(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error));
        IEnumerable<KeyValuePair<string, ReportDiagnostic>> on = Peer.All.Where(peer => peer.IsAllOn).SelectMany(peer => peer.Rules).Select(rule => KeyValuePair.Create(rule.Id, ReportDiagnostic.Warn));
        Compilation all = compilation.WithOptions(compilation.Options.WithSpecificDiagnosticOptions(compilation.Options.SpecificDiagnosticOptions.SetItems(on)));
        ImmutableArray<Diagnostic> ofPeers = await ReportedAsync([.. Peer.All.SelectMany(peer => peer.Analyzers)], all, new AnalyzerOptions([]));
        return new(variants, ofPeers.Where(diagnostic => diagnostic.Severity != DiagnosticSeverity.Hidden));
    }

    /// <summary>What analyzers report. That one of ours throws is a failure; others are not what is tested.</summary>
    private static async Task<ImmutableArray<Diagnostic>> ReportedAsync(ImmutableArray<DiagnosticAnalyzer> analyzers, Compilation compilation, AnalyzerOptions settings)
    {
        var failures = new ConcurrentQueue<string>();
        var options = new CompilationWithAnalyzersOptions(settings, OnException, concurrentAnalysis: true, logAnalyzerExecutionTime: false);
        ImmutableArray<Diagnostic> diagnostics = await compilation.WithAnalyzers(analyzers, options).GetAnalyzerDiagnosticsAsync();
        Assert.Empty(failures);
        return [.. diagnostics.Where(diagnostic => !diagnostic.IsSuppressed && diagnostic.Location.IsInSource)];

        void OnException(Exception exception, DiagnosticAnalyzer analyzer, Diagnostic diagnostic)
        {
            if (analyzer is StreamTuningAnalyzer)
            {
                failures.Enqueue($"{analyzer.GetType().Name}: {exception}");
            }
        }
    }

    private static string PathOf(Diagnostic diagnostic) => diagnostic.Location.SourceTree!.FilePath;

    private static string MemberOf(Diagnostic diagnostic)
    {
        SyntaxNode node = diagnostic.Location.SourceTree!.GetRoot().FindNode(diagnostic.Location.SourceSpan);
        return node.FirstAncestorOrSelf<MemberDeclarationSyntax>(member => member is not (BaseNamespaceDeclarationSyntax or TypeDeclarationSyntax)) switch
        {
            MethodDeclarationSyntax method => method.Identifier.ValueText,
            PropertyDeclarationSyntax property => property.Identifier.ValueText,
            BaseFieldDeclarationSyntax field => field.Declaration.Variables[0].Identifier.ValueText,
            { } other => other.Kind().ToString(),
            null => "",
        };
    }
}
