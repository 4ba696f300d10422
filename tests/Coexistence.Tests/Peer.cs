using System.Collections.Immutable;
using System.Reflection;
using System.Runtime.Loader;
using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;

namespace StreamTuning.CoexistenceTests;

/// <summary>A package of analyzers that others install beside ours.</summary>
/// <param name="Package">Its id.</param>
/// <param name="Version">Its version.</param>
/// <param name="Analyzers">What it analyses C# with.</param>
internal sealed partial record Peer(string Package, string Version, ImmutableArray<DiagnosticAnalyzer> Analyzers)
{
    private const string MetadataPrefix = "Peer:";

    /// <summary>All that the project file names, in its order.</summary>
    public static ImmutableArray<Peer> All { get; } =
    [
        .. typeof(Peer).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>()
            .Where(metadata => metadata.Key.StartsWith(MetadataPrefix, StringComparison.Ordinal))
            .Select(metadata => Load(metadata.Key[MetadataPrefix.Length..], metadata.Value!)),
    ];

    /// <summary>Its rules that report anything where nothing is configured; of .NET's own, which leave most off, all there are.</summary>
    public IEnumerable<DiagnosticDescriptor> Rules =>
        Analyzers.SelectMany(analyzer => analyzer.SupportedDiagnostics).DistinctBy(rule => rule.Id)
            .Where(rule => IsAllOn || (rule.IsEnabledByDefault && rule.DefaultSeverity != DiagnosticSeverity.Hidden));

    public bool IsAllOn => Package == "Microsoft.CodeAnalysis.NetAnalyzers";

    private static Peer Load(string package, string version)
    {
        string root = typeof(Peer).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(metadata => metadata.Key == "PackageRoot").Value!;
        string folder = FolderFor(Path.Combine(root, package.ToLowerInvariant(), version, "analyzers"));
        var context = new PeerContext(package, folder);
        return new(
            package,
            version,
            [
                .. Directory.EnumerateFiles(folder, "*.dll").Order(StringComparer.Ordinal)
                    .SelectMany(file => TypesOf(context.LoadFromAssemblyPath(file)))
                    .Where(type => !type.IsAbstract && type.IsAssignableTo(typeof(DiagnosticAnalyzer)) && type.GetCustomAttribute<DiagnosticAnalyzerAttribute>()?.Languages.Contains(LanguageNames.CSharp) == true)
                    .OrderBy(type => type.FullName, StringComparer.Ordinal)
                    .Select(type => (DiagnosticAnalyzer)Activator.CreateInstance(type)!),
            ]);
    }

    /// <summary>The folder for C# that is made for the newest Roslyn which is not newer than the one here.</summary>
    private static string FolderFor(string analyzers)
    {
        System.Version here = typeof(Compilation).Assembly.GetName().Version!;
        return Directory.EnumerateFiles(analyzers, "*.dll", SearchOption.AllDirectories)
            .Select(file => Path.GetDirectoryName(file)!)
            .Distinct()
            .Select(folder => (Folder: folder, Parts: Path.GetRelativePath(analyzers, folder).Split(Path.DirectorySeparatorChar)))
            .Where(candidate => candidate.Parts.All(part => part is "." or "dotnet" or "cs" || part.StartsWith("roslyn", StringComparison.Ordinal)))
            .Select(candidate => (candidate.Folder, For: RoslynFolder().Match(candidate.Folder) is { Success: true } match ? System.Version.Parse(match.Groups[1].Value) : new System.Version(0, 0)))
            .Where(candidate => candidate.For <= here)
            .MaxBy(candidate => candidate.For).Folder;
    }

    private static IEnumerable<Type> TypesOf(Assembly assembly)
    {
        try
        {
            return assembly.GetTypes();
        }
        catch (ReflectionTypeLoadException e)
        {
            // Fixes may need more of Roslyn than is here.
            return e.Types.OfType<Type>();
        }
    }

    [GeneratedRegex(@"roslyn(\d+\.\d+)")]
    private static partial Regex RoslynFolder();

    /// <summary>Keeps the assemblies of packages apart, which may be of one name; Roslyn itself is the one here.</summary>
    private sealed class PeerContext(string name, string folder) : AssemblyLoadContext(name)
    {
        protected override Assembly? Load(AssemblyName assemblyName)
        {
            string path = Path.Combine(folder, assemblyName.Name + ".dll");
            return File.Exists(path) ? LoadFromAssemblyPath(path) : null;
        }
    }
}
