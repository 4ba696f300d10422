using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;

namespace StreamTuning.Analyzers.Tests.Robustness;

/// <summary>Editors show the sources of referenced projects, whose trees aren't those of the compilation: what the rules follow ends there.</summary>
public sealed class OtherProjectTests
{
    private const string Usings = "using System; using System.IO; using System.Threading.Tasks; using Microsoft.AspNetCore.Http; using Microsoft.AspNetCore.Mvc; ";

    [Theory]
    [InlineData(
        "public class A : Controller { [HttpPost] public async Task Post(IFormFile photo, [FromServices] IStore store) { await store.Save(photo); await new Store().Save(photo); } }",
        "public interface IStore { Task Save(IFormFile file); } public class Store : IStore { public async Task Save(IFormFile file) { using var to = File.Create(file.Name); await file.CopyToAsync(to); } }")]
    [InlineData(
        "public class A : Controller { [HttpPost] public async Task Post([FromForm] Photo photo) { using var to = System.IO.File.Create(\"a\"); await photo.File.CopyToAsync(to); } }",
        "public class Photo { public IFormFile File { get; set; } }")]
    [InlineData(
        "class A { void M() { using var file = File.Create(\"a\"); Parts.Open().CopyTo(file); new Parts(new MemoryStream()).Body.CopyTo(file); } }",
        "public class Parts(Stream body) { public Stream Body => body; public static Stream Open() => new MemoryStream(); }")]
    [InlineData(
        "class A { void M() { File.WriteAllText(Parts.Root + \"/a\", \"b\"); Parts.Write(\"/tmp/a\"); Parts.Fill(Path.GetTempFileName()); } }",
        "public class Parts { public static readonly string Root = \"/tmp/x\"; public static void Write(string path) => File.WriteAllText(path, \"\"); public static void Fill(string outputPath) { using var file = File.Create(outputPath); } }")]
    public async Task What_the_rules_follow_ends_there(string source, string other)
    {
        CSharpCompilation library = Compile("Other", Usings + other, References.All);
        CSharpCompilation program = Compile("Program", Usings + source, [.. References.All, library.ToMetadataReference()]);

        Assert.DoesNotContain(await AnalyzerRunner.RunAsync(program), finding => finding.Location.SourceTree != program.SyntaxTrees[0]);
    }

    private static CSharpCompilation Compile(string name, string source, IEnumerable<MetadataReference> references)
    {
        var compilation = CSharpCompilation.Create(
            name, [CanonicalSource.Parse(source, name + ".cs")], references, CanonicalSource.CompilationOptions.WithOutputKind(OutputKind.DynamicallyLinkedLibrary));
        Assert.Empty(compilation.GetDiagnostics().Where(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error));
        return compilation;
    }
}
