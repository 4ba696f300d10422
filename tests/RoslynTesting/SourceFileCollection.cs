using Microsoft.CodeAnalysis.Text;

namespace Microsoft.CodeAnalysis.Testing;

/// <summary>Files by name.</summary>
public class SourceFileCollection : List<(string filename, SourceText content)>
{
    /// <summary>Adds a file.</summary>
    public void Add((string filename, string content) file) => Add((file.filename, SourceText.From(file.content)));
}
