namespace StreamTuning.Docs;

/// <summary>All Markdown files of the repository. Paths are relative to it and use <c>/</c>.</summary>
internal sealed class Documents
{
    // What builds and tools write.
    private static readonly HashSet<string> _leftOut = ["artifacts", "bin", "obj", "node_modules", "TestResults"];

    private readonly Dictionary<string, Document> _all;

    private Documents(Dictionary<string, Document> all) => _all = all;

    /// <summary>In order of their paths.</summary>
    public IEnumerable<Document> All => _all.Values;

    public static Documents Read(string root) => new(PathsIn(new DirectoryInfo(root)).Order(StringComparer.Ordinal).ToDictionary(
        path => path,
        path => Document.Parse(path, File.ReadAllText(Path.Combine(root, path))),
        StringComparer.Ordinal));

    public Document? Find(string path) => _all.GetValueOrDefault(path);

    private static IEnumerable<string> PathsIn(DirectoryInfo directory) =>
        directory.EnumerateFiles("*.md").Select(file => file.Name).Concat(
            from below in directory.EnumerateDirectories()
            where !below.Name.StartsWith('.') && !_leftOut.Contains(below.Name)
            from path in PathsIn(below)
            select $"{below.Name}/{path}");
}
