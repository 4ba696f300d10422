using System.Reflection;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Emit;

namespace StreamTuning.Architecture.Tests;

/// <summary>The sources of some projects that see each other, and which file refers to which.</summary>
internal sealed class Sources
{
    // What the projects have from ImplicitUsings.
    private const string Usings = """
        global using System;
        global using System.Collections.Generic;
        global using System.IO;
        global using System.Linq;
        global using System.Net.Http;
        global using System.Threading;
        global using System.Threading.Tasks;
        """;

    private readonly Lazy<CSharpCompilation> _compilation;
    private readonly Lazy<ILookup<string, Reference>> _references;

    /// <param name="projects">The projects.</param>
    /// <param name="below">Others, which they use.</param>
    private Sources(string[] projects, params string[] below)
    {
        Files = [.. projects.SelectMany(FilesOf)];
        _compilation = new(() => Compile([.. Files, .. below.SelectMany(FilesOf)]));
        _references = new(FindReferences);
    }

    /// <summary>The folder of the repository. Before the sources, which are found in it.</summary>
    public static string Root { get; } = typeof(Sources).Assembly
        .GetCustomAttributes<AssemblyMetadataAttribute>()
        .Single(attribute => attribute.Key == "RepositoryRoot").Value!;

    public static Sources Rules { get; } = new(["Analyzers", "CodeFixes"]);

    public static Sources Analyzers { get; } = new(["Analyzers"]);

    public static Sources Runtimes { get; } = new(["Runtime", "Runtime.AspNetCore", "Runtime.AzureBlobs"]);

    public static Sources Tool { get; } = new(["Tool", "Measuring"], below: ["Analyzers", "CodeFixes", "Runtime", "Runtime.AzureBlobs"]);

    /// <summary>All files of all projects.</summary>
    public static IEnumerable<string> All => FilesOf("");

    /// <summary>The files, by paths relative to <c>src</c>.</summary>
    public IReadOnlyList<string> Files { get; }

    public IEnumerable<SyntaxTree> Trees => Compilation.SyntaxTrees.Where(tree => Files.Contains(tree.FilePath));

    /// <summary>The types of other files that each file names.</summary>
    public ILookup<string, Reference> References => _references.Value;

    private CSharpCompilation Compilation => _compilation.Value;

    public IEnumerable<Diagnostic> DiagnosticsOf(SyntaxTree tree) => Compilation.GetSemanticModel(tree).GetDiagnostics();

    public static string[] LinesOf(string file) => File.ReadAllLines(Path.Combine(Root, "src", file));

    /// <summary>The folder that a file is in, by its path relative to <c>src</c>.</summary>
    public static string FolderOf(string file) => file[..file.LastIndexOf('/')];

    private static IEnumerable<string> FilesOf(string project) =>
        Directory.EnumerateFiles(Path.Combine(Root, "src", project), "*.cs", SearchOption.AllDirectories)
            .Select(path => Path.GetRelativePath(Path.Combine(Root, "src"), path).Replace('\\', '/'))
            .Where(path => !path.Contains("/obj/"))
            .Order(StringComparer.Ordinal);

    /// <summary>The sources, with each tree rewritten, as an assembly.</summary>
    /// <param name="rewrite">Gives the new root of a tree.</param>
    /// <param name="more">Another source.</param>
    public Assembly Build(Func<SyntaxTree, SemanticModel, SyntaxNode> rewrite, string more)
    {
        CSharpCompilation compilation = Compilation;
        foreach (SyntaxTree tree in Trees)
        {
            SyntaxNode root = rewrite(tree, Compilation.GetSemanticModel(tree));
            compilation = compilation.ReplaceSyntaxTree(tree, tree.WithRootAndOptions(root, tree.Options));
        }

        using var image = new MemoryStream();
        EmitResult result = compilation.AddSyntaxTrees(CSharpSyntaxTree.ParseText(more, (CSharpParseOptions)Trees.First().Options)).Emit(image);
        Assert.True(result.Success, string.Join('\n', result.Diagnostics.Where(each => each.Severity == DiagnosticSeverity.Error).Take(5)));
        return Assembly.Load(image.ToArray());
    }

    /// <summary>What the tests of this project refer to, and so the sources.</summary>
    public static IEnumerable<MetadataReference> Libraries => ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!)
        .Split(Path.PathSeparator)
        .Where(path => path != typeof(Sources).Assembly.Location)
        .Select(path => MetadataReference.CreateFromFile(path));

    private static CSharpCompilation Compile(string[] files)
    {
        CSharpParseOptions options = new(LanguageVersion.Preview, preprocessorSymbols: ["NET", "NET8_0_OR_GREATER"]);
        return CSharpCompilation.Create(
            "Sources",
            [.. files.Select(file => Parse(File.ReadAllText(Path.Combine(Root, "src", file)), file)), Parse(Usings, "Usings.cs")],
            Libraries,
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, allowUnsafe: true, nullableContextOptions: NullableContextOptions.Enable));

        SyntaxTree Parse(string text, string path) => CSharpSyntaxTree.ParseText(text, options, path);
    }

    private ILookup<string, Reference> FindReferences() => Trees
        .SelectMany(tree => ReferencesIn(tree, Compilation.GetSemanticModel(tree)))
        .Distinct()
        .ToLookup(reference => reference.From);

    private static IEnumerable<Reference> ReferencesIn(SyntaxTree tree, SemanticModel model)
    {
        foreach (SimpleNameSyntax name in tree.GetRoot().DescendantNodes().OfType<SimpleNameSyntax>())
        {
            ISymbol? symbol = model.GetSymbolInfo(name).Symbol;
            INamedTypeSymbol? type = symbol as INamedTypeSymbol ?? symbol?.ContainingType;
            while (type?.ContainingType is { } outer)
            {
                type = outer;
            }

            foreach (SyntaxReference declaration in type?.OriginalDefinition.DeclaringSyntaxReferences ?? [])
            {
                if (declaration.SyntaxTree != tree)
                {
                    yield return new Reference(tree.FilePath, declaration.SyntaxTree.FilePath, type!.Name);
                }
            }
        }
    }

    /// <summary>A file that names a type of another.</summary>
    public sealed record Reference(string From, string To, string Type);
}
