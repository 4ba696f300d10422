using System.Reflection;

namespace Microsoft.CodeAnalysis.Testing;

/// <summary>References to assemblies.</summary>
public class MetadataReferenceCollection : List<MetadataReference>
{
    /// <summary>Adds the assembly's file.</summary>
    public void Add(Assembly assembly) => Add(assembly.Location);

    /// <summary>Adds the file at a path.</summary>
    public void Add(string path) => Add(MetadataReference.CreateFromFile(path));
}
