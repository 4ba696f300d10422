namespace StreamTuning.Tool.Loading;

/// <summary>How the compiler is called for a project and one of its target frameworks.</summary>
/// <param name="Project">The project file.</param>
/// <param name="Framework">The target framework, such as net10.0; empty for projects that name none.</param>
internal sealed record CompilerCall(string Project, string Framework)
{
    /// <summary>The arguments; empty where MSBuild gave none.</summary>
    public List<string> Arguments { get; } = [];

    /// <summary>The assembly that other projects load, which need not exist.</summary>
    public string TargetPath { get; set; } = "";

    /// <summary>The assembly that other projects compile against; empty where that is the same.</summary>
    public string ReferenceAssembly { get; set; } = "";

    /// <summary>The projects whose assemblies this one compiles against.</summary>
    public HashSet<string> References { get; } = new(Files.PathComparer);
}
