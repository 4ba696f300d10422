namespace StreamTuning.Tool.Tests.Setup;

/// <summary>A folder outside of the repository with the projects of a test.</summary>
public sealed class ScratchFolder : IDisposable
{
    public ScratchFolder()
    {
        // Nothing above may have a say, and a package that is missing is missing at once.
        Add("Directory.Build.props", "<Project />")
            .Add("Directory.Build.targets", "<Project />")
            .Add("Directory.Packages.props", "<Project />")
            .Add(".editorconfig", "root = true\n")
            .Add("global.json", "{}\n");
    }

    public string Root { get; } = Directory.CreateTempSubdirectory("StreamTuning.Tool.Tests-").FullName;

    public string this[string file] => File.ReadAllText(PathOf(file));

    public string PathOf(string file) => Path.Combine(Root, file.Replace('/', Path.DirectorySeparatorChar));

    public ScratchFolder Add(string file, string text) => Add(file, System.Text.Encoding.UTF8.GetBytes(text));

    public ScratchFolder Add(string file, byte[] content)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(PathOf(file))!);
        File.WriteAllBytes(PathOf(file), content);
        return this;
    }

    /// <summary>Adds a library.</summary>
    /// <param name="file">The project file.</param>
    /// <param name="frameworks">Its target frameworks, separated by semicolons.</param>
    /// <param name="content">What else is in the project.</param>
    public ScratchFolder AddProject(string file, string frameworks = "net10.0", string content = "")
    {
        string property = frameworks.Contains(';') ? "TargetFrameworks" : "TargetFramework";
        return Add(file, $"""
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup>
                <{property}>{frameworks}</{property}>
                <LangVersion>latest</LangVersion>
              </PropertyGroup>
              {content}
            </Project>
            """);
    }

    public void Dispose() => Directory.Delete(Root, recursive: true);
}
