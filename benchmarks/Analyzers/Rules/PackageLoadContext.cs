using System.Reflection;
using System.Runtime.Loader;

namespace StreamTuning.Benchmarks;

/// <summary>Takes from the folder of a package what is there, and Roslyn and the platform from this program.</summary>
internal sealed class PackageLoadContext(string folder) : AssemblyLoadContext
{
    protected override Assembly? Load(AssemblyName assemblyName)
    {
        string path = Path.Combine(folder, assemblyName.Name + ".dll");
        return File.Exists(path) ? LoadFromAssemblyPath(path) : null;
    }
}
