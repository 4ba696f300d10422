using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using StreamTuning.Analyzers.Tests.Robustness;

namespace StreamTuning.Analyzers.Tests.Tables;

/// <summary>The small samples, one for each package, are what users copy: no rule says anything about them. PhotoDrop is another matter.</summary>
public sealed class SmallSampleTests
{
    private static readonly string[] _folders = ["samples/Analyzers", "samples/AspNetCore", "samples/AzureBlobs", "samples/StreamTuning"];

    public static TheoryData<string> Folders => [.. _folders];

    [Theory]
    [MemberData(nameof(Folders))]
    public async Task No_rule_reports_anything(string folder)
    {
        SyntaxTree[] sources =
        [
            CanonicalSource.Parse(SampleTests.ImplicitUsings, "ImplicitUsings.cs"),
            .. Repository.Files(folder, "*.cs").Select(path => CanonicalSource.Parse(Repository.Read(path), path)),
        ];
        var compilation = CSharpCompilation.Create("Sample", sources, References.All, CanonicalSource.CompilationOptions.WithOutputKind(OutputKind.ConsoleApplication));

        Assert.Empty(compilation.GetDiagnostics().Where(diagnostic => diagnostic.Severity >= DiagnosticSeverity.Warning));
        Assert.Empty(await AnalyzerRunner.RunAsync(compilation));
    }

    [Fact]
    public void Every_small_sample_is_looked_at() =>
        Assert.Equal(
            _folders.Append("samples/PhotoDrop").Order(StringComparer.Ordinal),
            Repository.Files("samples", "*.csproj").Select(path => path[..path.LastIndexOf('/')]).Order(StringComparer.Ordinal));
}
