using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using StreamTuning.Analyzers.Tests.Tables;

namespace StreamTuning.Analyzers.Tests.Robustness;

/// <summary>The C# of this repository, without the global usings and symbols of its projects: what does not bind is part of the test.</summary>
internal static class OwnSources
{
    private static readonly string[] Folders = ["src", "tests", "tools", "samples", "benchmarks"];

    public static IEnumerable<SyntaxTree> Parse() =>
        Folders.SelectMany(folder => Repository.Files(folder, "*.cs")).Select(path => CanonicalSource.Parse(Repository.Read(path), path));
}

/// <summary>No analyzer throws on the C# of this repository.</summary>
[Trait(Suite.Name, Suite.Slow)]
public sealed class OwnSourcesTests
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task No_analyzer_throws(bool concurrent)
    {
        var compilation = CSharpCompilation.Create("Own", OwnSources.Parse(), References.All, CanonicalSource.OptionsWithoutFlow);
        await AnalyzerRunner.RunAsync(compilation, concurrent);
    }
}
