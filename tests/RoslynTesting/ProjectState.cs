namespace Microsoft.CodeAnalysis.Testing;

/// <summary>What a project holds.</summary>
public class ProjectState
{
    /// <summary>An empty project.</summary>
    /// <param name="name">The name, also of the assembly.</param>
    /// <param name="language">The language.</param>
    /// <param name="defaultPrefix">What the path of a source without a name starts with.</param>
    /// <param name="defaultExtension">What it ends with.</param>
    public ProjectState(string name, string language, string defaultPrefix, string defaultExtension)
    {
        Name = name;
        Language = language;
        Sources = new SourceFileList(defaultPrefix, defaultExtension);
    }

    /// <summary>The name.</summary>
    public string Name { get; }

    /// <summary>The name of the assembly.</summary>
    public string AssemblyName => Name;

    /// <summary>The language.</summary>
    public string Language { get; }

    /// <summary>The framework; null takes that of the test.</summary>
    public ReferenceAssemblies? ReferenceAssemblies { get; set; }

    /// <summary>What is built; null is a library.</summary>
    public OutputKind? OutputKind { get; set; }

    /// <summary>How documentation comments are read; null diagnoses them.</summary>
    public DocumentationMode? DocumentationMode { get; set; }

    /// <summary>The sources.</summary>
    public SourceFileList Sources { get; }

    /// <summary>The additional files.</summary>
    public SourceFileCollection AdditionalFiles { get; } = [];

    /// <summary>The .editorconfig and .globalconfig files, by absolute path.</summary>
    public SourceFileCollection AnalyzerConfigFiles { get; } = [];

    /// <summary>Names of the projects that this one references.</summary>
    public List<string> AdditionalProjectReferences { get; } = [];

    /// <summary>References besides those of the framework.</summary>
    public MetadataReferenceCollection AdditionalReferences { get; } = [];

    /// <summary>Takes over what is not set here.</summary>
    internal void InheritFrom(ProjectState other)
    {
        ReferenceAssemblies ??= other.ReferenceAssemblies;
        OutputKind ??= other.OutputKind;
        DocumentationMode ??= other.DocumentationMode;
        Fill(Sources, other.Sources);
        Fill(AdditionalFiles, other.AdditionalFiles);
        Fill(AnalyzerConfigFiles, other.AnalyzerConfigFiles);
        Fill(AdditionalProjectReferences, other.AdditionalProjectReferences);
        Fill(AdditionalReferences, other.AdditionalReferences);
    }

    private static void Fill<T>(List<T> target, List<T> source)
    {
        if (target.Count == 0)
        {
            target.AddRange(source);
        }
    }
}
