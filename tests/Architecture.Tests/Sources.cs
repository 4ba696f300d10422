using System.Reflection;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace StreamTuning.Architecture.Tests;

/// <summary>The sources of the rules and their fixes, and which of them refers to which.</summary>
internal static class Sources
{
    private static readonly Lazy<CSharpCompilation> _compilation = new(Compile);
    private static readonly Lazy<ILookup<string, Reference>> _references = new(FindReferences);

    /// <summary>The folder of the repository.</summary>
    public static string Root { get; } = typeof(Sources).Assembly
        .GetCustomAttributes<AssemblyMetadataAttribute>()
        .Single(attribute => attribute.Key == "RepositoryRoot").Value!;

    /// <summary>The files, by paths relative to <c>src</c>.</summary>
    public static IReadOnlyList<string> Files { get; } =
    [
        .. new[] { "Analyzers", "CodeFixes" }
            .SelectMany(project => Directory.EnumerateFiles(Path.Combine(Root, "src", project), "*.cs", SearchOption.AllDirectories))
            .Select(path => Path.GetRelativePath(Path.Combine(Root, "src"), path).Replace('\\', '/'))
            .Where(path => !path.Contains("/obj/"))
            .Order(StringComparer.Ordinal),
    ];

    public static CSharpCompilation Compilation => _compilation.Value;

    /// <summary>The types of other files that each file names.</summary>
    public static ILookup<string, Reference> References => _references.Value;

    public static string[] LinesOf(string file) => File.ReadAllLines(Path.Combine(Root, "src", file));

    /// <summary>The folder that a file is in, with its project; the project alone for a file that is in none.</summary>
    public static string FolderOf(string file)
    {
        string[] parts = file.Split('/');
        return parts.Length > 2 ? $"{parts[0]}/{parts[1]}" : parts[0];
    }

    private static CSharpCompilation Compile()
    {
        CSharpParseOptions options = new(LanguageVersion.Preview);
        return CSharpCompilation.Create(
            "Sources",
            Files.Select(file => CSharpSyntaxTree.ParseText(File.ReadAllText(Path.Combine(Root, "src", file)), options, file)),
            ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator).Select(path => MetadataReference.CreateFromFile(path)),
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, nullableContextOptions: NullableContextOptions.Enable));
    }

    private static ILookup<string, Reference> FindReferences() => Compilation.SyntaxTrees
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
