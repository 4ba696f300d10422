using Microsoft.Extensions.FileSystemGlobbing;

namespace StreamTuning.Tool.Loading;

/// <summary>The files and projects that a scan leaves out.</summary>
internal sealed class PathFilter
{
    /// <summary>Folders of code that somebody else maintains, left out wherever they are. Their case matters.</summary>
    public static IReadOnlyList<string> DefaultFolders { get; } = ["vendor", "third_party", "node_modules"];

    /// <summary>Leaves out the default folders.</summary>
    public static PathFilter Default { get; } = new("/", "/", []);

    private readonly string _root;

    // On every system: another spelling of a default folder is code of this repository wherever it is scanned.
    private readonly Matcher _excluded = new(StringComparison.Ordinal);

    /// <param name="root">The folder that globs are relative to.</param>
    /// <param name="start">The folder that is scanned. A default folder that it is in, or is, is not left out.</param>
    /// <param name="globs">What to leave out besides the default folders.</param>
    public PathFilter(string root, string start, IEnumerable<string> globs)
    {
        _root = root;
        IEnumerable<string> folders = DefaultFolders.Except(Files.Relative(root, start).Split('/')).Select(static name => $"**/{name}/");
        foreach (string glob in folders.Concat(globs))
        {
            _excluded.AddInclude(glob);
            // A folder stands for what is in it.
            _excluded.AddInclude(glob.TrimEnd('/') + "/**");
        }
    }

    public bool Excludes(string path) => _excluded.Match(_root, path).HasMatches;

    /// <summary>Checks globs before they are needed.</summary>
    /// <exception cref="ToolException">One of them is no glob.</exception>
    public static IReadOnlyList<string> Check(IReadOnlyList<string> globs)
    {
        foreach (string glob in globs)
        {
            try
            {
                new Matcher().AddInclude(glob);
            }
            catch (ArgumentException)
            {
                throw new ToolException($"--exclude: '{glob}' is not a glob, such as samples/ or **/*.g.cs.", ExitCode.Usage);
            }
        }

        return globs;
    }
}
