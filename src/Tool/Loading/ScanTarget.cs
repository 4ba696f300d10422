namespace StreamTuning.Tool.Loading;

/// <summary>What a path stands for: projects, and the folder that paths in reports are relative to.</summary>
/// <param name="Path">The solution, project or folder.</param>
/// <param name="Projects">The C# projects.</param>
/// <param name="Skipped">Projects that are not scanned.</param>
internal sealed record ScanTarget(string Path, IReadOnlyList<string> Projects, IReadOnlyList<SkippedProject> Skipped)
{
    private const string CSharpProject = ".csproj";

    private static readonly string[] _solutions = [".slnx", ".sln", ".slnf"];

    // Folders of what was built or installed; those of tools begin with a dot.
    private static readonly string[] _passedOver = ["bin", "obj", .. PathFilter.DefaultFolders];

    /// <summary>The files that are left out.</summary>
    public PathFilter Excluded { get; private init; } = PathFilter.Default;

    /// <summary>The folder that the SDK is run in.</summary>
    public string Folder => Directory.Exists(Path) ? Path : System.IO.Path.GetDirectoryName(Path)!;

    /// <summary>The folder of the repository, or where there is none, that of the path.</summary>
    public string Root
    {
        get
        {
            for (string? folder = Folder; folder is not null; folder = System.IO.Path.GetDirectoryName(folder))
            {
                // A file in a work tree or submodule.
                string git = System.IO.Path.Combine(folder, ".git");
                if (Directory.Exists(git) || File.Exists(git))
                {
                    return folder;
                }
            }

            return Folder;
        }
    }

    /// <summary>Finds the projects. If all are excluded, none is left.</summary>
    /// <param name="path">The solution, project or folder.</param>
    /// <param name="exclude">Globs of what to leave out.</param>
    /// <param name="excludeRoot">The folder that they are relative to; null for <see cref="Root"/>.</param>
    /// <param name="cancellationToken">Stops the search.</param>
    /// <exception cref="ToolException">There are no projects.</exception>
    public static async Task<ScanTarget> FindAsync(
        string path, IReadOnlyList<string> exclude, string? excludeRoot, CancellationToken cancellationToken)
    {
        ScanTarget target = await FindAsync(path, cancellationToken);
        var excluded = new PathFilter(excludeRoot ?? target.Root, excludeRoot ?? target.Folder, exclude);
        string[] left = [.. target.Projects.Where(project => !excluded.Excludes(project))];
        return target with
        {
            Projects = left,
            Skipped = [.. target.Skipped, .. target.Projects.Except(left).Select(static one => new SkippedProject(one, "It is excluded."))],
            Excluded = excluded,
        };
    }

    private static async Task<ScanTarget> FindAsync(string path, CancellationToken cancellationToken)
    {
        if (Directory.Exists(path))
        {
            path = System.IO.Path.TrimEndingDirectorySeparator(path);
            string[] solutions = SolutionsIn(path);
            return solutions.Length switch
            {
                0 => Create(
                    path,
                    ProjectsBelow(path),
                    "a folder without a solution and without a C# project in or below it. "
                    + "Name a solution (.slnx, .sln), a project (.csproj) or a folder that has one"),
                1 => await OfSolutionAsync(solutions[0], cancellationToken),
                _ => throw new ToolException(
                    $"'{path}' has several solutions. Name one of them: {string.Join(", ", solutions.Select(System.IO.Path.GetFileName))}.",
                    ExitCode.Usage),
            };
        }

        if (!File.Exists(path))
        {
            throw new ToolException(
                $"'{path}' does not exist. Name a solution (.slnx, .sln), a project (.csproj) or a folder.", ExitCode.Usage);
        }

        return IsSolution(path)
            ? await OfSolutionAsync(path, cancellationToken)
            : Create(path, [path], "no solution (.slnx, .sln, .slnf) and no C# project (.csproj), and nothing else can be scanned");
    }

    /// <summary>Finds the solutions below a folder, and the repositories that have projects and no solution.</summary>
    /// <exception cref="ToolException">There are none.</exception>
    public static IReadOnlyList<string> FindAll(string folder)
    {
        if (!Directory.Exists(folder))
        {
            throw new ToolException($"--all: '{folder}' is not a folder.", ExitCode.Usage);
        }

        string[] found = [.. Below(folder, isRepository: false)];
        return found.Length > 0
            ? found
            : throw new ToolException($"--all: '{folder}' has no solution and no repository with C# projects.", ExitCode.Usage);
    }

    private static IEnumerable<string> Below(string folder, bool isRepository)
    {
        // Of a folder that has the same solution in two forms, the newer form.
        string[] solutions = SolutionsIn(folder);
        if (solutions.Length > 0)
        {
            return solutions.Where(file =>
                HasExtension(file, ".slnx") || !solutions.Contains(System.IO.Path.ChangeExtension(file, ".slnx")));
        }

        string git = System.IO.Path.Combine(folder, ".git");
        bool begins = !isRepository && (Directory.Exists(git) || File.Exists(git));
        string[] below = [.. FoldersOf(folder).SelectMany(path => Below(path, isRepository || begins))];
        return below.Length > 0 || !begins ? below
            : ProjectsBelow(folder).Any(static project => HasExtension(project, CSharpProject)) ? [folder]
            : [];
    }

    /// <summary>The solutions of a folder, without filters (.slnf), which are parts of them.</summary>
    private static string[] SolutionsIn(string folder) =>
    [
        .. Directory.EnumerateFiles(folder)
            .Where(static file => IsSolution(file) && !HasExtension(file, ".slnf"))
            .Order(StringComparer.Ordinal),
    ];

    private static IEnumerable<string> FoldersOf(string folder) => new DirectoryInfo(folder).EnumerateDirectories()
        .Where(static below => !below.Name.StartsWith('.') && !_passedOver.Contains(below.Name, StringComparer.Ordinal))
        // A link may lead in a circle.
        .Where(static below => below.LinkTarget is null)
        .Select(static below => below.FullName)
        .Order(StringComparer.Ordinal);

    private static async Task<ScanTarget> OfSolutionAsync(string path, CancellationToken cancellationToken)
    {
        string folder = System.IO.Path.GetDirectoryName(path)!;
        (int exitCode, string output) = await DotNet.RunAsync(folder, ["sln", path, "list"], cancellationToken);
        if (exitCode != 0)
        {
            throw new ToolException($"The solution '{path}' cannot be read. 'dotnet sln list' says: {output.Trim()}");
        }

        // A title, a line below it, and the projects relative to the solution.
        IEnumerable<string> projects = output.Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries)
            .SkipWhile(static line => !line.StartsWith("---", StringComparison.Ordinal))
            .Skip(1)
            .Select(line => System.IO.Path.GetFullPath(line.Replace('\\', System.IO.Path.DirectorySeparatorChar), folder));
        return Create(path, projects, "a solution without C# projects");
    }

    private static ScanTarget Create(string path, IEnumerable<string> projects, string otherwise)
    {
        string[] all = [.. projects.Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal)];
        string[] ours = [.. all.Where(static project => HasExtension(project, CSharpProject))];
        return ours.Length > 0
            ? new ScanTarget(
                path, ours, [.. all.Except(ours).Select(static one => new SkippedProject(one, "Only C# projects are scanned."))])
            : throw new ToolException($"'{path}' is {otherwise}.", ExitCode.Usage);
    }

    private static IEnumerable<string> ProjectsBelow(string folder)
    {
        var folders = new Stack<string>([folder]);
        while (folders.TryPop(out string? current))
        {
            foreach (string file in Directory.EnumerateFiles(current, "*.*proj"))
            {
                if (HasExtension(file, CSharpProject) || HasExtension(file, ".vbproj") || HasExtension(file, ".fsproj"))
                {
                    yield return file;
                }
            }

            foreach (string below in FoldersOf(current))
            {
                folders.Push(below);
            }
        }
    }

    private static bool IsSolution(string file) => _solutions.Any(extension => HasExtension(file, extension));

    private static bool HasExtension(string file, string extension) =>
        System.IO.Path.GetExtension(file).Equals(extension, StringComparison.OrdinalIgnoreCase);
}

/// <summary>A project that is not scanned.</summary>
/// <param name="Path">The project file.</param>
/// <param name="Reason">Why not, as a sentence.</param>
internal sealed record SkippedProject(string Path, string Reason);
