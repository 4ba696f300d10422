using System.Diagnostics;
using System.Globalization;
using System.Reflection;
using System.Text.RegularExpressions;

namespace StreamTuning.Mutation;

/// <summary>A copy of the repository, built with all mutants in it.</summary>
internal sealed partial class MutatedCopy(string root, string folder)
{
    // What the copy breaks on purpose nobody has to hear of: banned APIs, warnings about code that repeats itself.
    private const string Quiet = "-p:RunAnalyzers=false -p:TreatWarningsAsErrors=false -p:WarningLevel=0 -p:NuGetAudit=false"
        + " -p:UseSharedCompilation=false -nodeReuse:false -v:q -nologo -clp:NoSummary";

    private const string SwitchInEveryProject = """
          <ItemGroup><Compile Include="$(RepositoryRoot)MutantSwitch.cs" Visible="false" /></ItemGroup>
        </Project>
        """;

    private readonly string _mutated = Path.Combine(folder, "mutated");

    public string Tree { get; } = Path.Combine(folder, "tree");

    /// <returns>The mutants that compile.</returns>
    public List<Mutant> Build(List<Mutant> mutants, IEnumerable<string> projects, IEnumerable<string> tests)
    {
        CopyRepository();
        var left = new List<Mutant>(mutants);
        foreach (string project in projects)
        {
            for (int round = 1; ; round++)
            {
                Dictionary<string, MutatedSource> sources = Mutate(left);
                string output = Run(ProjectIn("src", project));
                var blamed = new HashSet<Mutant>();
                foreach (Match error in CompilerError().Matches(output))
                {
                    string file = Path.GetRelativePath(Tree, error.Groups["file"].Value);
                    if (sources.TryGetValue(file, out MutatedSource? source))
                    {
                        blamed.UnionWith(source.At(Number(error.Groups["line"]), Number(error.Groups["column"])));
                    }
                }

                if (blamed.Count == 0)
                {
                    Check(output);
                    break;
                }

                left.RemoveAll(blamed.Contains);
                Console.WriteLine($"{project}: {blamed.Count} mutants do not compile");
            }
        }

        foreach (string test in tests)
        {
            Check(Run(ProjectIn("tests", test)));
        }

        // Tests read sources, too: those without mutants. Times stay as they are, so that the next build finds little to do.
        foreach (string file in Directory.EnumerateFiles(_mutated, "*.cs", SearchOption.AllDirectories).Select(path => Path.GetRelativePath(_mutated, path)))
        {
            File.Copy(Path.Combine(root, file), Path.Combine(Tree, file), overwrite: true);
        }

        return left;
    }

    /// <summary>The built assembly of a test project.</summary>
    public string AssemblyOf(string test)
    {
        string name = Path.GetFileNameWithoutExtension(ProjectIn("tests", test));
        return Path.Combine(Tree, "artifacts", "bin", name, "debug", name + ".dll");
    }

    private string ProjectIn(string kind, string name) => Directory.EnumerateFiles(Path.Combine(Tree, kind, name), "*.csproj").Single();

    private void CopyRepository()
    {
        string[] files = Start("git", "ls-files --cached --others --exclude-standard", root).Split('\n', StringSplitOptions.RemoveEmptyEntries);
        foreach (string file in files.Where(file => File.Exists(Path.Combine(root, file))))
        {
            string from = Path.Combine(root, file);
            string to = Path.Combine(Tree, file);
            if (file == "Directory.Build.props")
            {
                Write(to, File.ReadAllText(from).Replace("</Project>", SwitchInEveryProject, StringComparison.Ordinal));
            }
            else
            {
                CopyIfOther(from, to);
            }
        }

        string[] stale = [.. Directory.EnumerateFiles(Path.Combine(Tree, "src"), "*.cs", SearchOption.AllDirectories)
            .Concat(Directory.EnumerateFiles(Path.Combine(Tree, "tests"), "*.cs", SearchOption.AllDirectories))
            .Where(path => !File.Exists(Path.Combine(root, Path.GetRelativePath(Tree, path))))];
        Array.ForEach(stale, File.Delete);

        using Stream code = Assembly.GetExecutingAssembly().GetManifestResourceStream("MutantSwitch.cs")!;
        Write(Path.Combine(Tree, "MutantSwitch.cs"), new StreamReader(code).ReadToEnd());
    }

    private Dictionary<string, MutatedSource> Mutate(List<Mutant> mutants)
    {
        var sources = new Dictionary<string, MutatedSource>();
        foreach (IGrouping<string, Mutant> file in mutants.GroupBy(mutant => mutant.File))
        {
            var source = new MutatedSource(File.ReadAllText(Path.Combine(root, file.Key)), file);
            sources[file.Key] = source;
            Write(Path.Combine(_mutated, file.Key), source.ToString());
        }

        Directory.CreateDirectory(_mutated);
        foreach (string path in Directory.EnumerateFiles(_mutated, "*.cs", SearchOption.AllDirectories))
        {
            string file = Path.GetRelativePath(_mutated, path);
            if (sources.ContainsKey(file))
            {
                CopyIfOther(path, Path.Combine(Tree, file));
            }
            else
            {
                File.Delete(path);
                CopyIfOther(Path.Combine(root, file), Path.Combine(Tree, file));
            }
        }

        return sources;
    }

    private string Run(string project)
    {
        Console.WriteLine($"{DateTime.UtcNow:HH:mm:ss} building {Path.GetFileNameWithoutExtension(project)}");
        return Start("dotnet", $"build \"{project}\" {Quiet}", Tree);
    }

    private static void Check(string output)
    {
        if (output.Contains(": error ", StringComparison.Ordinal))
        {
            throw new InvalidOperationException(output);
        }
    }

    private static string Start(string command, string arguments, string directory)
    {
        using Process process = Process.Start(new ProcessStartInfo(command, arguments) { WorkingDirectory = directory, RedirectStandardOutput = true })!;
        return process.StandardOutput.ReadToEnd();
    }

    private static void CopyIfOther(string from, string to)
    {
        var source = new FileInfo(from);
        var target = new FileInfo(to);
        if (!target.Exists || target.Length != source.Length || target.LastWriteTimeUtc != source.LastWriteTimeUtc)
        {
            Directory.CreateDirectory(target.DirectoryName!);
            source.CopyTo(to, overwrite: true);
        }
    }

    /// <summary>Leaves a file alone that is the same already: it would be built again.</summary>
    private static void Write(string path, string text)
    {
        if (!File.Exists(path) || File.ReadAllText(path) != text)
        {
            Directory.CreateDirectory(Path.GetDirectoryName(path)!);
            File.WriteAllText(path, text);
        }
    }

    private static int Number(Group group) => int.Parse(group.Value, CultureInfo.InvariantCulture);

    [GeneratedRegex(@"^(?<file>[^\n(]+)\((?<line>\d+),(?<column>\d+)\): error CS", RegexOptions.Multiline)]
    private static partial Regex CompilerError();
}
