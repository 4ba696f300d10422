using System.Collections.Immutable;
using System.Reflection;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Text;

namespace StreamTuning.Benchmarks;

/// <summary>Code that is analysed as one project.</summary>
/// <param name="Name">As it stands in tables.</param>
/// <param name="Sources">Its files.</param>
/// <param name="Compilation">Its files and what they are compiled against.</param>
internal sealed record CodeBase(string Name, ImmutableArray<SourceText> Sources, CSharpCompilation Compilation)
{
    private static readonly CSharpParseOptions _parseOptions = new(LanguageVersion.Preview, preprocessorSymbols: ["NET", "NET8_0_OR_GREATER", "NET9_0_OR_GREATER", "NET10_0_OR_GREATER", "NETCOREAPP"]);

    // One thread, as the analysis: what is compared are times of the processor.
    private static readonly CSharpCompilationOptions _options = new(
        OutputKind.DynamicallyLinkedLibrary,
        optimizationLevel: OptimizationLevel.Release,
        nullableContextOptions: NullableContextOptions.Enable,
        allowUnsafe: true,
        concurrentBuild: false,
        specificDiagnosticOptions: [new("CS1701", ReportDiagnostic.Suppress), new("CS1702", ReportDiagnostic.Suppress), new("CS8002", ReportDiagnostic.Suppress)]);

    public int Lines { get; } = Sources.Sum(source => source.Lines.Count - 1);

    /// <summary>Code in the style of services.</summary>
    /// <param name="seed">Chooses it.</param>
    /// <param name="lines">How many lines at least.</param>
    public static CodeBase Services(int seed, int lines)
    {
        CodeBase services = Create("services", ServiceCode.Write(seed, lines));
        Diagnostic[] errors = [.. services.Compilation.GetDiagnostics().Where(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error)];
        return errors.Length == 0
            ? services
            : throw new InvalidOperationException($"The code of seed {seed} does not compile: {string.Join('\n', errors.Take(20).Select(error => error.ToString()))}");
    }

    /// <summary>The sources of the packages of this repository, as one project; it lacks the files that are generated.</summary>
    public static CodeBase Own()
    {
        string root = Metadata("RepositoryRoot");
        return Create("own", Directory.EnumerateFiles(Path.Combine(root, "src"), "*.cs", SearchOption.AllDirectories)
            .Order(StringComparer.Ordinal)
            .Select(path => (Path.GetRelativePath(root, path), File.ReadAllText(path)))
            .Append(("ImplicitUsings.cs", "global using System;\nglobal using System.Collections.Generic;\nglobal using System.IO;\nglobal using System.Linq;\nglobal using System.Net.Http;\nglobal using System.Threading;\nglobal using System.Threading.Tasks;\n")));
    }

    /// <summary>Parses all files anew and compiles them, as the compiler does that has nothing to reuse but what it refers to.</summary>
    /// <returns>How many bytes came out.</returns>
    public long Compile()
    {
        CSharpCompilation compilation = CSharpCompilation.Create(Compilation.AssemblyName, Compilation.SyntaxTrees.Zip(Sources, (tree, source) => Parse(source, tree.FilePath)), Compilation.References, _options);
        using var assembly = new MemoryStream();
        using var symbols = new MemoryStream();
        compilation.Emit(assembly, symbols);
        return assembly.Length + symbols.Length;
    }

    /// <summary>Parses a file of the code.</summary>
    public static SyntaxTree Parse(SourceText source, string path) => CSharpSyntaxTree.ParseText(source, _parseOptions, path);

    /// <summary>A value that the build put into this program.</summary>
    public static string Metadata(string key) =>
        typeof(CodeBase).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().First(attribute => attribute.Key == key).Value!;

    private static CodeBase Create(string name, IEnumerable<(string Path, string Text)> files)
    {
        (string Path, string Text)[] all = [.. files];
        ImmutableArray<SourceText> sources = [.. all.Select(file => SourceText.From(file.Text, System.Text.Encoding.UTF8))];
        IEnumerable<MetadataReference> references = File.ReadLines(Path.Combine(AppContext.BaseDirectory, "references.txt")).Select(path => MetadataReference.CreateFromFile(path));
        return new CodeBase(name, sources, CSharpCompilation.Create(name, sources.Zip(all, (source, file) => Parse(source, file.Path)), references, _options));
    }
}
