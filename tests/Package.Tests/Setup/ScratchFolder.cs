namespace StreamTuning.PackageTests.Setup;

/// <summary>A folder outside the repository with the projects of one test.</summary>
internal sealed class ScratchFolder(string path, string version, DotNet dotnet)
{
    /// <summary>More rounds than any code needs: what is not stable by then never will be.</summary>
    private const int MaximumRounds = 6;

    public string Path { get; } = path;

    public string this[string file] => File.ReadAllText(Combine(file));

    public ScratchFolder Add(string file, string text)
    {
        string target = Combine(file);
        Directory.CreateDirectory(System.IO.Path.GetDirectoryName(target)!);
        File.WriteAllText(target, text);
        return this;
    }

    /// <summary>Copies a folder of the repository, to where it is there, without what a build writes.</summary>
    /// <param name="folder">The folder, relative to the repository.</param>
    public ScratchFolder AddCopyOf(string folder)
    {
        string source = System.IO.Path.Combine(PackedPackages.RepositoryRoot, folder);
        foreach (string file in Directory.EnumerateFiles(source, "*", SearchOption.AllDirectories))
        {
            string relative = System.IO.Path.GetRelativePath(source, file);
            if (relative.Split(System.IO.Path.DirectorySeparatorChar)[0] is not ("bin" or "obj"))
            {
                string target = Combine(System.IO.Path.Combine(folder, relative));
                Directory.CreateDirectory(System.IO.Path.GetDirectoryName(target)!);
                File.Copy(file, target);
            }
        }

        return this;
    }

    /// <summary>Adds a project that references packages of this run, and nothing else but what <paramref name="items"/> says.</summary>
    /// <param name="file">The project file, relative to the folder.</param>
    /// <param name="packages">Ids of packages of this run.</param>
    public ScratchFolder AddProject(string file, string targetFrameworks, string[] packages, string properties = "", string items = "")
    {
        string property = targetFrameworks.Contains(';') ? "TargetFrameworks" : "TargetFramework";
        string references = string.Join("\n    ", packages.Select(id => $"""<PackageReference Include="{id}" Version="{version}" />"""));
        return Add(file, $"""
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup>
                <{property}>{targetFrameworks}</{property}>
                <ErrorLog>$(MSBuildProjectDirectory)/$(MSBuildProjectName).sarif,version=2.1</ErrorLog>
                {properties}
              </PropertyGroup>
              <ItemGroup>
                {references}
                {items}
              </ItemGroup>
            </Project>
            """);
    }

    /// <summary>Adds All.slnx with every project of the folder.</summary>
    public ScratchFolder AddSolution()
    {
        IEnumerable<string> projects = Directory.EnumerateFiles(Path, "*.csproj", SearchOption.AllDirectories)
            .Select(project => $"""  <Project Path="{System.IO.Path.GetRelativePath(Path, project)}" />""")
            .Order(StringComparer.Ordinal);
        return Add("All.slnx", $"<Solution>\n{string.Join('\n', projects)}\n</Solution>\n");
    }

    /// <summary>Runs a command in the folder that has to succeed.</summary>
    public Task<string> DotNetAsync(params string[] arguments) => dotnet.RunAsync(Path, arguments);

    /// <summary>Runs a command in the folder and lets the caller judge how it ended.</summary>
    public Task<(int ExitCode, string Output)> TryDotNetAsync(params string[] arguments) => dotnet.TryRunAsync(Path, arguments);

    /// <inheritdoc cref="TryDotNetAsync(string[])"/>
    /// <param name="directory">The directory to run it in, relative to the folder.</param>
    /// <param name="arguments">The command.</param>
    public Task<(int ExitCode, string Output)> TryDotNetAsync(string directory, string[] arguments) => dotnet.TryRunAsync(Combine(directory), arguments);

    /// <summary>Runs a script in the folder as a step of GitHub Actions.</summary>
    public Task<(int ExitCode, string Output)> TryBashAsync(string script, IReadOnlyDictionary<string, string> environment) =>
        dotnet.TryBashAsync(Path, script, environment);

    /// <summary>Installs a tool into the folder. Not as a local tool: in the home of the user the SDK remembers by version where one is, also when that has been deleted.</summary>
    /// <param name="package">The package of the tool.</param>
    /// <param name="toolVersion">The version of the package.</param>
    /// <param name="program">The name of the assembly to run. What the installation makes as a command starts a .NET of its own choice; the tests have theirs.</param>
    /// <returns>The path of the assembly for the newest framework.</returns>
    public async Task<string> InstallToolAsync(string package, string toolVersion, string program)
    {
        await DotNetAsync("tool", "install", package, "--version", toolVersion, "--tool-path", "tools");
        return Directory.EnumerateFiles(Combine("tools"), program, SearchOption.AllDirectories).MaxBy(FrameworkOf)!;

        static Version? FrameworkOf(string file) =>
            file.Split(System.IO.Path.DirectorySeparatorChar).Select(name => name.StartsWith("net", StringComparison.Ordinal) && Version.TryParse(name[3..], out Version? framework) ? framework : null).Max();
    }

    /// <summary>The texts of the files that stand in a directory itself.</summary>
    /// <param name="directory">The directory, relative to the folder.</param>
    /// <param name="pattern">A pattern for their names.</param>
    public IEnumerable<string> Files(string directory, string pattern) => Directory.EnumerateFiles(Combine(directory), pattern).Select(File.ReadAllText);

    /// <summary>What the compiler reported for a project into its error log.</summary>
    public IReadOnlyList<Reported> ErrorLog(string project) => Reported.ReadErrorLog(Combine(System.IO.Path.ChangeExtension(project, ".sarif")));

    /// <summary>Applies the fixes by `dotnet format analyzers` until they change nothing more.</summary>
    /// <param name="target">The project or solution.</param>
    /// <param name="options">Further arguments.</param>
    /// <returns>How many rounds changed something.</returns>
    public async Task<int> FormatUntilStableAsync(string target, params string[] options)
    {
        string before = Sources();
        for (int round = 0; round < MaximumRounds; round++)
        {
            await DotNetAsync(["format", "analyzers", target, .. options, .. round == 0 ? Array.Empty<string>() : ["--no-restore"]]);
            string after = Sources();
            if (after == before)
            {
                return round;
            }

            before = after;
        }

        Assert.Fail($"'dotnet format analyzers' still changes the files after {MaximumRounds} rounds:\n{before}");
        return -1;
    }

    private string Sources() => string.Concat(Directory.EnumerateFiles(Path, "*.cs", SearchOption.AllDirectories)
        .Where(file => !file.Contains($"{System.IO.Path.DirectorySeparatorChar}obj{System.IO.Path.DirectorySeparatorChar}"))
        .Order(StringComparer.Ordinal)
        .Select(file => $"// {file}\n{File.ReadAllText(file)}\n"));

    private string Combine(string file) => System.IO.Path.Combine(Path, file);
}
