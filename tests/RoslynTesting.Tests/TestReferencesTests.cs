using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace StreamTuning.RoslynTesting;

public class TestReferencesTests
{
    public static TheoryData<TestTarget, bool, bool> Setups => new()
    {
        { TestTarget.Net100, false, false },
        { TestTarget.Net100, true, false },
        { TestTarget.Net100, true, true },
        { TestTarget.NetStandard20, false, false },
        { TestTarget.NetStandard20, true, false },
        { TestTarget.Net472, false, false },
        { TestTarget.Net472, true, false },
    };

    [Theory]
    [MemberData(nameof(Setups))]
    public void A_source_compiles_on_each_target(TestTarget target, bool runtime, bool aspNetCore)
    {
        var setup = new TestSetup { Target = target, Runtime = runtime, AspNetCore = aspNetCore };
        string source = $$"""
            using System.IO;
            using System.Threading.Tasks;
            public class C
            {
                public async Task M(Stream source)
                {
                    using (var target = File.Create("a")) { await source.CopyToAsync(target, 81920); }
                }
                {{(runtime ? "public StreamTuning.FileCopyOptions Options;" : string.Empty)}}
                {{(aspNetCore ? "public Microsoft.AspNetCore.Http.IFormFile File2;" : string.Empty)}}
            }
            """;

        // Two framework versions of one assembly are unified, as in an SDK project.
        var options = new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, specificDiagnosticOptions: [new("CS1701", ReportDiagnostic.Suppress)]);
        var compilation = CSharpCompilation.Create("Test", [CSharpSyntaxTree.ParseText(source)], setup.AllReferences, options);

        Assert.Empty(compilation.GetDiagnostics().Where(static diagnostic => diagnostic.Severity >= DiagnosticSeverity.Warning));
    }

    [Theory]
    [InlineData(TestTarget.Net100)]
    [InlineData(TestTarget.NetStandard20)]
    [InlineData(TestTarget.Net472)]
    public void The_runtime_is_there_only_when_it_is_asked_for(TestTarget target)
    {
        Assert.NotNull(TypeOf(new TestSetup { Target = target }));
        Assert.Null(TypeOf(new TestSetup { Target = target, Runtime = false }));

        static INamedTypeSymbol? TypeOf(TestSetup setup) =>
            CSharpCompilation.Create("Test", references: setup.AllReferences).GetTypeByMetadataName("StreamTuning.FileCopyOptions");
    }

    [Fact]
    public void AspNetCore_needs_net100()
    {
        Assert.Throws<InvalidOperationException>(() => new TestSetup { Target = TestTarget.Net472, AspNetCore = true }.AllReferences);
    }
}
