using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace StreamTuning.PublicApi;

/// <summary>
/// A built assembly of a runtime package. <c>StreamTuning.Analyzers.dll</c> and <c>StreamTuning.CodeFixes.dll</c> are none: compilers load them, nobody links to
/// them, and what is public there may change with any version.
/// </summary>
/// <param name="Name">The name of the assembly.</param>
/// <param name="Framework">The target framework of the build.</param>
public sealed record PublicAssembly(string Name, string Framework)
{
    private const string NetStandard = "netstandard2.0";

    private static readonly string[] _names = ["StreamTuning", "StreamTuning.AspNetCore", "StreamTuning.AzureBlobs"];

    private static readonly Lazy<Dictionary<string, IAssemblySymbol>> _net8 = new(() => Load(AppContext.BaseDirectory));
    private static readonly Lazy<Dictionary<string, IAssemblySymbol>> _netStandard = new(() => Load(Path.Combine(AppContext.BaseDirectory, NetStandard)));

    public static IReadOnlyList<PublicAssembly> All { get; } =
    [
        new("StreamTuning", "net8.0"),
        new("StreamTuning", NetStandard),
        new("StreamTuning.AspNetCore", "net8.0"),
        new("StreamTuning.AzureBlobs", "net8.0"),
        new("StreamTuning.AzureBlobs", NetStandard),
    ];

    public IAssemblySymbol Symbol => (Framework == NetStandard ? _netStandard : _net8).Value[Name];

    /// <summary>The file with the documentation of its members, as it is in the package.</summary>
    public string Documentation => Path.Combine(AppContext.BaseDirectory, Framework == NetStandard ? NetStandard : "", Name + ".xml");

    public override string ToString() => $"{Name} ({Framework})";

    private static Dictionary<string, IAssemblySymbol> Load(string folder)
    {
        PortableExecutableReference[] own = [.. _names.Select(name => Path.Combine(folder, name + ".dll")).Where(File.Exists).Select(path => MetadataReference.CreateFromFile(path))];

        // What this process consists of has all that the assemblies refer to, by the names of .NET Standard as well.
        IEnumerable<PortableExecutableReference> platform = ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator)
            .Where(path => !_names.Contains(Path.GetFileNameWithoutExtension(path)))
            .Select(path => MetadataReference.CreateFromFile(path));
        var compilation = CSharpCompilation.Create("Public", references: [.. own, .. platform]);
        return own.Select(reference => (IAssemblySymbol)compilation.GetAssemblyOrModuleSymbol(reference)!).ToDictionary(assembly => assembly.Name);
    }
}
