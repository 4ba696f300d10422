using System.Reflection;
using System.Security;
using System.Text;
using System.Xml;
using System.Xml.Linq;

namespace StreamTuning.Tool.Loading;

/// <summary>
/// Asks the MSBuild of the installed SDK how the compiler is called for projects: it knows the language and the generators of that SDK.
/// </summary>
internal sealed class ProjectLoader(ScanOptions options, Progress progress) : IDisposable
{
    private readonly string _scratch = Directory.CreateTempSubdirectory("streamtuning-").FullName;
    private readonly List<BuildMessage> _errors = [];

    /// <summary>What went wrong, as far as it is about one of the projects or about all.</summary>
    public IReadOnlyList<BuildMessage> Errors => _errors;

    public void Dispose() => Directory.Delete(_scratch, recursive: true);

    /// <summary>Restores the projects.</summary>
    public async Task<bool> RestoreAsync(ScanTarget target, CancellationToken cancellationToken)
    {
        string[] projects = [.. target.Projects.Where(IsReadable)];
        if (projects.Length > 0)
        {
            (int exitCode, string output) = await RunAsync(target, projects, ["-t:Restore"], cancellationToken);
            Take(output, projects, exitCode, "Restoring the packages");
        }

        return _errors.Count == 0;
    }

    /// <summary>Loads the projects, and those that they refer to.</summary>
    public async Task<IReadOnlyList<CompilerCall>> LoadAsync(ScanTarget target, CancellationToken cancellationToken)
    {
        string[] projects = [.. target.Projects.Where(IsReadable)];
        var calls = new List<CompilerCall>();
        var asked = new HashSet<string>(Files.PathComparer);
        while (projects.Length > 0)
        {
            asked.UnionWith(projects);
            bool isFirst = calls.Count == 0;
            calls.AddRange(await AskAsync(target, projects, isFirst ? options.Framework : null, cancellationToken));
            // What is referred to from outside of the target counts for what its names mean, in the frameworks that are referred to.
            projects =
            [
                .. calls.SelectMany(static call => call.References)
                    .Distinct(Files.PathComparer)
                    .Where(project => !asked.Contains(project)
                        && project.EndsWith(".csproj", StringComparison.OrdinalIgnoreCase)
                        && IsReadable(project)),
            ];
        }

        return calls;
    }

    private async Task<IReadOnlyList<CompilerCall>> AskAsync(
        ScanTarget target, string[] projects, string? framework, CancellationToken cancellationToken)
    {
        string result = Path.Combine(_scratch, "result.txt");
        File.Delete(result);
        string[] frameworkArguments = framework is null ? [] : ["-p:ScanFramework=" + framework];
        (int exitCode, string output) = await RunAsync(
            target, projects, ["-t:Arguments", "-p:ScanResult=" + result, .. frameworkArguments], cancellationToken);
        Take(output, projects, exitCode, "Loading the projects");
        return File.Exists(result) ? Read(await File.ReadAllLinesAsync(result, cancellationToken)) : [];
    }

    /// <summary>Reads what scan.proj has written.</summary>
    private static IReadOnlyList<CompilerCall> Read(string[] lines)
    {
        var calls = new Dictionary<(string Project, string Framework), CompilerCall>();
        foreach (string[] line in lines.Select(static line => line.Split('\t', 6)))
        {
            if (line is ["Call", var project, var framework])
            {
                calls.TryAdd((project, framework), new CompilerCall(project, framework));
            }
            else if (line is [var made, var caller, var calledFor, var source, var reference, var item]
                && calls.TryGetValue((caller, calledFor), out CompilerCall? call))
            {
                if (made == "CoreCompile")
                {
                    call.Arguments.Add(item);
                }
                else if (!Files.PathComparer.Equals(source, caller))
                {
                    call.References.Add(source);
                }
                else if (made == "GetTargetPath")
                {
                    call.TargetPath = item;
                    call.ReferenceAssembly = reference;
                }
            }
        }

        return [.. calls.Values];
    }

    private Task<(int ExitCode, string Output)> RunAsync(
        ScanTarget target, IEnumerable<string> projects, IEnumerable<string> arguments, CancellationToken cancellationToken)
    {
        using (Stream resource = Assembly.GetExecutingAssembly().GetManifestResourceStream("scan.proj")!)
        using (FileStream file = File.Create(Path.Combine(_scratch, "scan.proj")))
        {
            resource.CopyTo(file);
        }

        var items = new StringBuilder("<Project><ItemGroup>");
        foreach (string project in projects)
        {
            items.Append("<ScanProject Include=\"").Append(SecurityElement.Escape(EscapeForMSBuild(project))).Append("\" />");
        }

        File.WriteAllText(Path.Combine(_scratch, "projects.props"), items.Append("</ItemGroup></Project>").ToString());
        IEnumerable<(string Name, string Value)> properties = options.Configuration is { } configuration
            ? [("Configuration", configuration), .. options.Properties]
            : options.Properties;
        if (File.Exists(target.Path) && Path.GetExtension(target.Path) is ".sln" or ".slnx" or ".slnf")
        {
            properties = [("SolutionPath", target.Path), ("SolutionDir", target.Folder + Path.DirectorySeparatorChar), .. properties];
        }

        return DotNet.RunAsync(
            target.Folder,
            [
                "msbuild",
                Path.Combine(_scratch, "scan.proj"),
                "-nologo",
                "-verbosity:minimal",
                "-maxCpuCount",
                "-nodeReuse:false",
                .. arguments,
                .. properties.Select(static property => $"-p:{property.Name}={EscapeForMSBuild(property.Value)}"),
            ],
            cancellationToken);
    }

    private void Take(string output, string[] projects, int exitCode, string step)
    {
        progress.Detail(output.TrimEnd());
        IReadOnlyList<BuildMessage> errors = BuildMessage.Errors(output, projects);
        _errors.AddRange(errors.Except(_errors));
        if (exitCode != 0 && errors.Count == 0)
        {
            _errors.Add(new BuildMessage(null, $"{step} ended with exit code {exitCode}: {output.Trim()}"));
        }
    }

    /// <summary>Whether a project is there and is XML: one that is not would keep MSBuild from looking at the others.</summary>
    private bool IsReadable(string project)
    {
        try
        {
            XDocument.Load(project);
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or XmlException)
        {
            string text = e is FileNotFoundException or DirectoryNotFoundException
                ? "The project file does not exist."
                : "The project file cannot be read: " + e.Message;
            var error = new BuildMessage(project, text);
            if (!_errors.Contains(error))
            {
                _errors.Add(error);
            }

            return false;
        }
    }

    private static string EscapeForMSBuild(string text)
    {
        var escaped = new StringBuilder(text.Length);
        foreach (char c in text)
        {
            if (c is '%' or '$' or '@' or '\'' or ';' or '?' or '*' or '(' or ')' or ',')
            {
                escaped.Append('%').Append(((int)c).ToString("X2", System.Globalization.CultureInfo.InvariantCulture));
            }
            else
            {
                escaped.Append(c);
            }
        }

        return escaped.ToString();
    }
}
