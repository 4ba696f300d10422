using Microsoft.CodeAnalysis.Text;

namespace Microsoft.CodeAnalysis.Testing;

/// <summary>Source files; those without a name are numbered.</summary>
public class SourceFileList : SourceFileCollection
{
    private readonly string _defaultPrefix;
    private readonly string _defaultExtension;

    /// <summary>An empty list that names a file by prefix, index and extension.</summary>
    public SourceFileList(string defaultPrefix, string defaultExtension)
    {
        _defaultPrefix = defaultPrefix;
        _defaultExtension = defaultExtension;
    }

    /// <summary>Adds a file.</summary>
    public void Add(string content) => Add(SourceText.From(content));

    /// <summary>Adds a file.</summary>
    public void Add(SourceText content) => Add(($"{_defaultPrefix}{Count}.{_defaultExtension}", content));
}
