using System.Linq;

namespace StreamTuning.Analyzers.Names;

/// <summary>Files of source code with tests, whose data are as small as their authors make them.</summary>
internal static class TestFiles
{
    private static readonly WatchedNames Names = new("Fact", "Theory", "SkippableFact", "Test", "TestCase", "TestMethod");

    /// <summary>Whether a project has tests, by its name, or what they share: <c>Shop.IntegrationTests.Common</c>.</summary>
    public static bool AreAllOf(Compilation compilation)
    {
        string name = compilation.AssemblyName ?? "";
        int end = name.IndexOf("Tests", StringComparison.Ordinal) + "Tests".Length;
        return end >= "Tests".Length && (end == name.Length || name[end] == '.');
    }

    public static bool Include(SyntaxTree tree, CancellationToken cancellationToken) =>
        Names.Find(tree, cancellationToken).Any(static name => UserOf(name) is AttributeSyntax);

    /// <summary>What uses a name, be it after its namespace.</summary>
    public static SyntaxNode? UserOf(SyntaxNode name) =>
        name.Parent is QualifiedNameSyntax or AliasQualifiedNameSyntax ? UserOf(name.Parent) : name.Parent;
}
