using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using StreamTuning.Analyzers.Tests.Tables;

namespace StreamTuning.Analyzers.Tests.Robustness;

/// <summary>The canonical sources are what they claim to be, and no analyzer throws where a type it knows is absent.</summary>
public sealed class CanonicalSourceTests
{
    /// <summary>The name of each property of <see cref="KnownTypes"/> that is a type.</summary>
    public static TheoryData<string> KnownTypeNames =>
        [.. typeof(KnownTypes).GetProperties().Where(property => property.PropertyType == typeof(INamedTypeSymbol)).Select(property => property.Name)];

    [Theory]
    [ClassData(typeof(RuleIds))]
    public async Task Reports_exactly_the_marked_lines(string id)
    {
        CanonicalSource source = CanonicalSource.Of(RuleIds.Find(id));
        CSharpCompilation compilation = CanonicalSource.Compile(source.Text, References.All);
        Assert.Empty(compilation.GetDiagnostics().Where(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error));

        string[] expected = [.. source.Text.Split('\n').SelectMany((line, index) => Marks(line).Select(mark => $"{index + 1}: {mark}"))];
        Assert.Contains(expected, line => line.EndsWith(id, StringComparison.Ordinal));
        Assert.Equal(expected, Lines(await AnalyzerRunner.RunAsync(compilation, concurrent: false, source.Settings)));
        Assert.Equal(expected, Lines(await AnalyzerRunner.RunAsync(compilation, concurrent: true, source.Settings)));
    }

    [Fact]
    public void Every_known_type_is_there_unless_it_is_taken_away()
    {
        KnownTypes types = KnownTypes.Of(CanonicalSource.Compile("", References.All));
        Assert.All(typeof(KnownTypes).GetProperties().Where(property => property.PropertyType == typeof(INamedTypeSymbol)), property => Assert.NotNull(property.GetValue(types)));
    }

    [Theory]
    [MemberData(nameof(KnownTypeNames))]
    public async Task No_analyzer_throws_where_a_known_type_is_absent(string name)
    {
        CSharpCompilation complete = CanonicalSource.Compile("", References.All);
        var type = (INamedTypeSymbol)Known(name, complete)!;
        CSharpCompilation incomplete = CanonicalSource.CompileAll(References.Without(type, complete));
        Assert.Null(Known(name, incomplete));
        await AnalyzerRunner.RunAsync(incomplete, settings: CanonicalSource.AllSettings);
    }

    [Fact]
    public async Task Every_rule_reports_where_no_known_type_is_absent()
    {
        ImmutableArray<Diagnostic> all = await AnalyzerRunner.RunAsync(CanonicalSource.CompileAll(References.All), settings: CanonicalSource.AllSettings);
        Assert.Empty(Rules.All.Select(rule => rule.Id).Except(all.Select(diagnostic => diagnostic.Id)));
    }

    /// <summary>The rules that the comment at the end of a line names, in the order in which they report: <c>// STRM1003, STRM1006</c>.</summary>
    private static IEnumerable<string> Marks(string line) =>
        line.LastIndexOf("// STRM", StringComparison.Ordinal) is >= 0 and var start ? line[(start + 3)..].Split(", ") : [];

    private static object? Known(string name, Compilation compilation) => typeof(KnownTypes).GetProperty(name)!.GetValue(KnownTypes.Of(compilation));

    private static IEnumerable<string> Lines(ImmutableArray<Diagnostic> diagnostics) =>
        diagnostics.Select(diagnostic => $"{diagnostic.Location.GetLineSpan().StartLinePosition.Line + 1}: {diagnostic.Id}");
}
