using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Host.Mef;

namespace StreamTuning.Tool.Loading;

/// <summary>The projects as one solution of Roslyn's: each target framework a project, files of several of them linked documents.</summary>
internal sealed class LoadedSolution : IDisposable
{
    private static readonly string[] _ownAssemblies = ["StreamTuning.Analyzers.dll", "StreamTuning.CodeFixes.dll"];

    private readonly AdhocWorkspace _workspace = new(MefHostServices.DefaultHost);
    private readonly Dictionary<ProjectId, CompilerCall> _calls = [];
    private readonly Dictionary<(string Path, string Aliases, bool Embed), MetadataReference> _references = [];
    private readonly HashSet<string> _notOurs = new(Files.PathComparer);

    private readonly PathFilter _excluded;

    private LoadedSolution(PathFilter excluded) => _excluded = excluded;

    public Solution Solution { get; private set; } = null!;

    /// <summary>The projects to look into; the others are those that they refer to.</summary>
    public ImmutableArray<ProjectId> Scanned { get; private set; }

    /// <summary>What could not be taken as the compiler would, by project.</summary>
    public List<BuildMessage> Warnings { get; } = [];

    public CompilerCall CallOf(ProjectId project) => _calls[project];

    public void Dispose() => _workspace.Dispose();

    /// <summary>Whether a file is reported and fixed: neither excluded, nor what a build or a package has put there.</summary>
    public bool IsScanned(string path) => !Files.IsBelow(path, _notOurs) && !_excluded.Excludes(path);

    /// <param name="calls">The calls of the compiler.</param>
    /// <param name="target">What is scanned; calls for other projects are what these refer to.</param>
    public static LoadedSolution Create(IEnumerable<CompilerCall> calls, ScanTarget target)
    {
        var loaded = new LoadedSolution(target.Excluded);
        loaded.Add([.. calls.Where(static call => call.Arguments.Count > 0)], target);
        return loaded;
    }

    private void Add(CompilerCall[] calls, ScanTarget target)
    {
        string packages = Environment.GetEnvironmentVariable("NUGET_PACKAGES")
            ?? Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".nuget", "packages");
        _notOurs.Add(packages);

        var outputs = new Dictionary<string, ProjectId>(Files.PathComparer);
        var ids = new ProjectId[calls.Length];
        for (int i = 0; i < calls.Length; i++)
        {
            CompilerCall call = calls[i];
            ids[i] = ProjectId.CreateNewId(call.Project);
            _calls.Add(ids[i], call);
            foreach (string output in new[] { call.TargetPath, call.ReferenceAssembly }.Where(static output => output.Length > 0))
            {
                outputs.TryAdd(Path.GetFullPath(output, Path.GetDirectoryName(call.Project)!), ids[i]);
            }
        }

        ProjectInfo[] projects = [.. calls.Select((call, i) => Create(call, ids[i], outputs))];
        _workspace.AddSolution(SolutionInfo.Create(SolutionId.CreateNewId(), VersionStamp.Create(), projects: WithoutCircles(projects)));
        Solution = _workspace.CurrentSolution;
        Scanned = [.. ids.Where(id => target.Projects.Contains(_calls[id].Project, Files.PathComparer))];
    }

    private ProjectInfo Create(CompilerCall call, ProjectId id, Dictionary<string, ProjectId> outputs)
    {
        string folder = Path.GetDirectoryName(call.Project)!;
        string name = call.Framework.Length == 0
            ? Path.GetFileNameWithoutExtension(call.Project)
            : $"{Path.GetFileNameWithoutExtension(call.Project)} ({call.Framework})";
        List<string> arguments = call.Arguments;
        CSharpCommandLineArguments parsed = CSharpCommandLineParser.Default.Parse(arguments, folder, sdkDirectory: null);
        if (parsed.Errors.Any(static error => error.Id == "CS1617"))
        {
            // An SDK whose language is newer than ours.
            Warnings.Add(new BuildMessage(
                call.Project,
                "The version of the language is not known to this tool, which takes the latest one it knows. "
                + "A newer version of the tool may be there: 'dotnet tool update'."));
            arguments =
            [
                .. arguments.Where(static argument => !argument.StartsWith("/langversion:", StringComparison.OrdinalIgnoreCase)),
                "/langversion:preview",
            ];
            parsed = CSharpCommandLineParser.Default.Parse(arguments, folder, sdkDirectory: null);
        }

        // The parser knows the folder of what is built, and with it that of what a build generates.
        string? intermediate = parsed.OutputDirectory;
        if (intermediate is not null && !Files.PathComparer.Equals(Path.TrimEndingDirectorySeparator(intermediate), folder))
        {
            _notOurs.Add(intermediate);
        }

        foreach (CommandLineSourceFile source in parsed.SourceFiles.Where(static source => !File.Exists(source.Path)))
        {
            Warnings.Add(new BuildMessage(call.Project, $"The source '{source.Path}' does not exist."));
        }

        var projectReferences = new List<ProjectReference>();
        var metadataReferences = new List<MetadataReference>();
        foreach (CommandLineReference reference in parsed.MetadataReferences)
        {
            string path = Path.GetFullPath(reference.Reference, folder);
            if (outputs.TryGetValue(path, out ProjectId? referenced))
            {
                projectReferences.Add(
                    new ProjectReference(referenced, reference.Properties.Aliases, reference.Properties.EmbedInteropTypes));
            }
            else if (File.Exists(path))
            {
                metadataReferences.Add(ReferenceTo(path, reference.Properties));
            }
            else
            {
                Warnings.Add(new BuildMessage(
                    call.Project,
                    $"The reference '{path}' does not exist, so findings may be missing. "
                    + "Build first, or scan a solution that has its project."));
            }
        }

        // References are ours by now, and of missing analyzers the project is loaded without.
        arguments =
        [
            .. arguments.Where(static argument => !IsReference(argument)),
            .. parsed.AnalyzerReferences
                .Select(reference => Path.GetFullPath(reference.FilePath, folder))
                .Where(path => IsThere(path, call))
                .Select(static path => "/analyzer:" + path),
        ];
        ProjectInfo info = CommandLineProject.CreateProjectInfo(name, LanguageNames.CSharp, arguments, folder, _workspace);
        return ProjectInfo.Create(
            id,
            VersionStamp.Create(),
            name,
            info.AssemblyName,
            LanguageNames.CSharp,
            call.Project,
            call.TargetPath,
            // A build that makes errors of all warnings says nothing about one of them.
            info.CompilationOptions!.WithGeneralDiagnosticOption(ReportDiagnostic.Default),
            info.ParseOptions,
            info.Documents.Where(static document => File.Exists(document.FilePath))
                .Select(document => document
                    .WithId(DocumentId.CreateNewId(id, document.FilePath))
                    .WithTextLoader(new SourceLoader(document.FilePath!, parsed.Encoding, parsed.ChecksumAlgorithm))),
            projectReferences.DistinctBy(static reference => reference.ProjectId),
            metadataReferences.Distinct(),
            // For their generators: the rules in them are not run.
            info.AnalyzerReferences,
            info.AdditionalDocuments
                .Where(static document => File.Exists(document.FilePath))
                .Select(document => document.WithId(DocumentId.CreateNewId(id, document.FilePath))))
            .WithAnalyzerConfigDocuments(info.AnalyzerConfigDocuments
                .Where(static document => File.Exists(document.FilePath))
                .Select(document => document.WithId(DocumentId.CreateNewId(id, document.FilePath))));
    }

    private static bool IsReference(string argument) =>
        new[] { "/reference:", "/link:", "/analyzer:" }.Any(option => argument.StartsWith(option, StringComparison.OrdinalIgnoreCase));

    private bool IsThere(string analyzer, CompilerCall call)
    {
        if (_ownAssemblies.Contains(Path.GetFileName(analyzer), StringComparer.OrdinalIgnoreCase))
        {
            // Ours come from this tool.
            return false;
        }

        if (!File.Exists(analyzer))
        {
            Warnings.Add(
                new BuildMessage(call.Project, $"The generator '{analyzer}' does not exist, so findings may be missing. Build first."));
            return false;
        }

        return true;
    }

    private MetadataReference ReferenceTo(string path, MetadataReferenceProperties properties)
    {
        // The same few hundred assemblies in every project.
        var key = (path, string.Join(',', properties.Aliases), properties.EmbedInteropTypes);
        if (!_references.TryGetValue(key, out MetadataReference? reference))
        {
            _references.Add(key, reference = MetadataReference.CreateFromFile(path, properties, DocumentationProvider.Default));
        }

        return reference;
    }

    /// <summary>Leaves out the reference that closes a circle, which MSBuild allows and a solution does not.</summary>
    private static IEnumerable<ProjectInfo> WithoutCircles(ProjectInfo[] projects)
    {
        var reachable = projects.ToDictionary(static project => project.Id, static project => new HashSet<ProjectId> { project.Id });
        foreach (ProjectInfo project in projects)
        {
            var kept = new List<ProjectReference>();
            foreach (ProjectReference reference in project.ProjectReferences)
            {
                if (reachable[reference.ProjectId].Contains(project.Id))
                {
                    continue;
                }

                kept.Add(reference);
                foreach (HashSet<ProjectId> set in reachable.Values.Where(set => set.Contains(project.Id)))
                {
                    set.UnionWith(reachable[reference.ProjectId]);
                }
            }

            yield return project.WithProjectReferences(kept);
        }
    }
}
