using System.Reflection;
using System.Xml.Linq;
using YamlDotNet.RepresentationModel;

namespace StreamTuning.RepositoryTests;

/// <summary>Files of the repository, by paths relative to its root.</summary>
internal static class RepositoryFiles
{
    private static readonly string _root =
        typeof(RepositoryFiles).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(attribute => attribute.Key == "RepositoryRoot").Value!;

    /// <summary>The ids of the packages that the projects in <c>src</c> make.</summary>
    public static IReadOnlyList<string> Packages { get; } =
    [
        .. In("src", "*.csproj")
            .Select(path => (Name: Path.GetFileNameWithoutExtension(path), Project: XDocument.Parse(Text(path))))
            .Where(file => file.Project.Descendants("IsPackable").Any(element => element.Value == "true"))
            .Select(file => file.Project.Descendants("PackageId").SingleOrDefault()?.Value ?? file.Name)
            .Order(StringComparer.Ordinal),
    ];

    public static bool Exists(string path) => Path.Exists(Path.Combine(_root, path));

    public static string Text(string path) => File.ReadAllText(Path.Combine(_root, path));

    /// <summary>The files of a folder and the folders in it.</summary>
    public static IEnumerable<string> In(string folder, string pattern = "*") =>
        Directory.EnumerateFiles(Path.Combine(_root, folder), pattern, SearchOption.AllDirectories)
            .Select(path => Path.GetRelativePath(_root, path).Replace('\\', '/'))
            .Order(StringComparer.Ordinal);

    public static YamlMappingNode Yaml(string path)
    {
        var yaml = new YamlStream();
        yaml.Load(new StringReader(Text(path)));
        return (YamlMappingNode)yaml.Documents.Single().RootNode;
    }

    /// <summary>The value of a key, or <see langword="null"/> if there is no such key.</summary>
    public static YamlNode? Get(this YamlNode node, string key) => ((YamlMappingNode)node).Children.TryGetValue(key, out YamlNode? value) ? value : null;

    public static IEnumerable<YamlNode> List(this YamlNode? node) => (node as YamlSequenceNode)?.Children ?? Enumerable.Empty<YamlNode>();

    public static IEnumerable<(string Key, YamlNode Value)> Pairs(this YamlNode? node) =>
        (node as YamlMappingNode)?.Children.Select(pair => (pair.Key.ToString(), pair.Value)) ?? [];
}
