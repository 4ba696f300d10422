using System.Reflection;

namespace StreamTuning.Analyzers.Tests.Tables;

/// <summary>The files of this repository. Paths are relative to it and use <c>/</c>.</summary>
internal static class Repository
{
    private static readonly string Root = typeof(Repository).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(data => data.Key == "RepositoryRoot").Value!;

    public static bool Exists(string path) => File.Exists(Full(path));

    public static string Read(string path) => File.ReadAllText(Full(path)).ReplaceLineEndings("\n");

    /// <summary>The files in a folder and below it, in order; none if there is no such folder. Leaves out what a build writes.</summary>
    public static IEnumerable<string> Files(string folder, string pattern) => !Directory.Exists(Full(folder)) ? [] :
        Directory.EnumerateFiles(Full(folder), pattern, SearchOption.AllDirectories)
            .Select(path => Path.GetRelativePath(Root, path).Replace('\\', '/'))
            .Where(path => !path.Split('/').Any(part => part is "artifacts" or "bin" or "obj" or "node_modules"))
            .Order(StringComparer.Ordinal);

    /// <summary>The documents that people read: those at the top of the repository, and all in <c>docs</c>.</summary>
    public static IEnumerable<string> Documents() =>
        Directory.EnumerateFiles(Root, "*.md").Select(path => Path.GetFileName(path)).Order(StringComparer.Ordinal).Concat(Files("docs", "*.md"));

    public static string Full(string path) => Path.Combine(Root, path);
}
