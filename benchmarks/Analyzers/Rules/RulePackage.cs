using System.Collections.Immutable;
using System.Reflection;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using StreamTuning.Analyzers;

namespace StreamTuning.Benchmarks;

/// <summary>The analyzers of a package.</summary>
internal sealed record RulePackage(string Name, ImmutableArray<DiagnosticAnalyzer> Analyzers)
{
    private const string PeerKey = "Peer ";

    /// <summary>None but the empty one.</summary>
    public static RulePackage Empty { get; } = new("empty analyzer", [new EmptyAnalyzer()]);

    public static RulePackage Ours { get; } = new("StreamTuning.Analyzers", Create(typeof(StreamTuningAnalyzer).Assembly));

    /// <summary>The packages that ours is compared with, from where the restore has put them.</summary>
    public static IEnumerable<RulePackage> LoadPeers() =>
        from attribute in typeof(RulePackage).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>()
        where attribute.Key.StartsWith(PeerKey, StringComparison.Ordinal)
        let id = attribute.Key[PeerKey.Length..]
        let place = attribute.Value!.Split('/', 2)
        select Load($"{id} {place[0]}", Path.Combine(CodeBase.Metadata("PackageRoot"), id.ToLowerInvariant(), place[0], place[1]));

    /// <summary>What an analyzer is called in tables: its rule, or of those with many the first and how many.</summary>
    public static string NameOf(DiagnosticAnalyzer analyzer)
    {
        string[] ids = [.. analyzer.SupportedDiagnostics.Select(descriptor => descriptor.Id).Distinct().Order(StringComparer.Ordinal)];
        return ids.Length switch
        {
            0 => analyzer.GetType().Name,
            1 => ids[0],
            _ => $"{ids[0]} +{ids.Length - 1}",
        };
    }

    private static RulePackage Load(string name, string folder)
    {
        if (!Directory.Exists(folder))
        {
            throw new DirectoryNotFoundException($"The restore of this project has not put {name} into '{folder}'.");
        }

        var context = new PackageLoadContext(folder);
        ImmutableArray<DiagnosticAnalyzer> analyzers = [.. Directory.GetFiles(folder, "*.dll").Order(StringComparer.Ordinal).SelectMany(file => Create(context.LoadFromAssemblyPath(file)))];
        return analyzers.IsEmpty ? throw new InvalidDataException($"There are no analyzers in '{folder}'.") : new RulePackage(name, analyzers);
    }

    private static ImmutableArray<DiagnosticAnalyzer> Create(Assembly assembly) =>
    [
        .. TypesOf(assembly)
            .Where(type => !type.IsAbstract && typeof(DiagnosticAnalyzer).IsAssignableFrom(type)
                && type.GetCustomAttribute<DiagnosticAnalyzerAttribute>()?.Languages.Contains(LanguageNames.CSharp) == true)
            .Select(type => (DiagnosticAnalyzer)Activator.CreateInstance(type)!)
            .OrderBy(NameOf, StringComparer.Ordinal)
            .ThenBy(analyzer => analyzer.GetType().FullName, StringComparer.Ordinal),
    ];

    // Assemblies with fixes refer to parts of Visual Studio that are not here.
    private static IEnumerable<Type> TypesOf(Assembly assembly)
    {
        try
        {
            return assembly.GetTypes();
        }
        catch (ReflectionTypeLoadException e)
        {
            return e.Types.OfType<Type>();
        }
    }
}
