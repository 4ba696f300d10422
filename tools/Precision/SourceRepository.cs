using System.Collections.Immutable;
using Microsoft.CodeAnalysis;

namespace StreamTuning.Precision;

/// <summary>The sources of one repository: the projects in it, those first that others refer to.</summary>
/// <param name="Name">The name of its folder.</param>
/// <param name="Root">The folder.</param>
/// <param name="Projects">The projects.</param>
internal sealed record SourceRepository(string Name, string Root, IReadOnlyList<SourceProject> Projects)
{
    /// <summary>Whether its projects are for .NET Framework, but for those for .NET Standard: then all of them compile against it.</summary>
    public bool IsForFramework =>
        Projects.Any(project => project.ForFramework == true) && Projects.All(project => project.ForFramework != false && !project.UsesAspNetCore);

    /// <summary>
    /// Reads a folder. A C# file belongs to the project in the nearest folder above it; what is above every project is one of its own.
    /// </summary>
    public static SourceRepository Read(string folder)
    {
        string root = Path.TrimEndingDirectorySeparator(Path.GetFullPath(folder));
        // A folder may hold several projects that share its files: the first stands for all.
        var projects = Files(root, "*.csproj")
            .GroupBy(path => Path.GetDirectoryName(path)!, StringComparer.Ordinal)
            .ToDictionary(group => group.Key, group => group.First(), StringComparer.Ordinal);
        ILookup<string, string> sources = Files(root, "*.cs").ToLookup(path => Owner(path, projects, root), StringComparer.Ordinal);

        SourceProject[] all =
        [
            .. sources.Select(group => SourceProject.Read(root, group.Key, projects.GetValueOrDefault(group.Key), [.. group], projects.Count > 0)),
        ];
        return new(Path.GetFileName(root), root, InOrder(all));
    }

    /// <summary>Adds the projects to a solution, each with those it refers to.</summary>
    /// <param name="solution">The solution.</param>
    /// <param name="references">The frameworks and packages.</param>
    public IReadOnlyList<Project> AddTo(Solution solution, ImmutableArray<MetadataReference> references)
    {
        var known = new Dictionary<string, (ProjectId Id, ImmutableHashSet<SourceProject> References)>(StringComparer.Ordinal);
        var byDirectory = Projects.ToDictionary(project => project.Directory, StringComparer.Ordinal);
        foreach (SourceProject project in Projects)
        {
            ImmutableHashSet<SourceProject> referred = project.References.Where(known.ContainsKey)
                .Aggregate(ImmutableHashSet<SourceProject>.Empty, (all, folder) => all.Add(byDirectory[folder]).Union(known[folder].References));
            ImmutableHashSet<SourceProject> whole = referred.Add(project);
            var id = ProjectId.CreateNewId();
            solution = solution.AddProject(project.ToProject(id, whole, references, IsForFramework, referred.Select(each => known[each.Directory].Id)));
            known.Add(project.Directory, (id, referred));
        }

        return [.. Projects.Select(project => solution.GetProject(known[project.Directory].Id)!)];
    }

    private static IEnumerable<string> Files(string root, string pattern) =>
        Directory.EnumerateFiles(root, pattern, new EnumerationOptions { RecurseSubdirectories = true, AttributesToSkip = FileAttributes.ReparsePoint })
            .Where(path => !Path.GetRelativePath(root, path).Split(Path.DirectorySeparatorChar).Any(part => part is "bin" or "obj" or "node_modules"))
            .Order(StringComparer.Ordinal);

    private static string Owner(string path, Dictionary<string, string> projects, string root)
    {
        string directory = Path.GetDirectoryName(path)!;
        while (directory != root && !projects.ContainsKey(directory))
        {
            directory = Path.GetDirectoryName(directory)!;
        }

        return directory;
    }

    /// <summary>Each project behind those it refers to; of a circle, which no build has, the rest of the references is left out.</summary>
    private static IReadOnlyList<SourceProject> InOrder(SourceProject[] projects)
    {
        var byDirectory = projects.ToDictionary(project => project.Directory, StringComparer.Ordinal);
        var ordered = ImmutableArray.CreateBuilder<SourceProject>(projects.Length);
        var seen = new HashSet<SourceProject>();
        foreach (SourceProject project in projects)
        {
            Add(project);
        }

        return ordered.ToImmutable();

        void Add(SourceProject project)
        {
            if (!seen.Add(project))
            {
                return;
            }

            foreach (string reference in project.References)
            {
                if (byDirectory.TryGetValue(reference, out SourceProject? referenced))
                {
                    Add(referenced);
                }
            }

            ordered.Add(project);
        }
    }
}
