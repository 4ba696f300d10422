using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;
using StreamTuning.Analyzers.Tests.Tables;
using StreamTuning.RuleTesting;

namespace StreamTuning.Analyzers.Tests.Robustness;

/// <summary>The source of a rule that shows it everything it looks at: many shapes of violations and of code that is fine.</summary>
/// <param name="Path">The file, relative to the repository.</param>
/// <param name="Text">Its text; a line that is reported ends in a comment with the ids of the rules.</param>
internal sealed record CanonicalSource(string Path, string Text)
{
    private const string Folder = "tests/Analyzers.Tests/Robustness/Canonical/";

    public static CSharpParseOptions ParseOptions { get; } = new(LanguageVersion.Preview);

    /// <summary>As the SDK has them: references to older versions of a framework are no warning. Rules are on that are off by default.</summary>
    public static CSharpCompilationOptions CompilationOptions { get; } = new(
        OutputKind.DynamicallyLinkedLibrary,
        nullableContextOptions: NullableContextOptions.Enable,
        allowUnsafe: true,
        specificDiagnosticOptions:
        [
            new("CS1701", ReportDiagnostic.Suppress), new("CS1702", ReportDiagnostic.Suppress),
            .. Rules.All.Where(rule => rule.IsOnlyForWindows).Select(rule => new KeyValuePair<string, ReportDiagnostic>(rule.Id, ReportDiagnostic.Info)),
        ]);

    /// <summary>The options of all sources together.</summary>
    public static AnalyzerOptions AllSettings { get; } = EditorConfig.Parse(string.Join('\n', Repository.Files(Folder, "*.editorconfig.txt").Select(Repository.Read)));

    /// <summary>The options that the source is analyzed with: those in the file of the same name that ends in <c>.editorconfig.txt</c>, if there is one.</summary>
    public AnalyzerOptions Settings
    {
        get
        {
            string path = Path.Replace(".cs.txt", ".editorconfig.txt", StringComparison.Ordinal);
            return EditorConfig.Parse(Repository.Exists(path) ? Repository.Read(path) : "");
        }
    }

    /// <summary>Without the analysis of what may be null, which takes a third of the time: rules ask what types say about that, but not for what follows.</summary>
    public static CSharpCompilationOptions OptionsWithoutFlow { get; } = CompilationOptions.WithNullableContextOptions(NullableContextOptions.Annotations);

    /// <summary>Binding the references takes longer than most sources: they are bound once.</summary>
    private static readonly CSharpCompilation Empty = CSharpCompilation.Create("Canonical", references: References.All, options: CompilationOptions);

    private static readonly Lazy<SyntaxTree[]> InNamespaces = new(() => [.. Rules.All.Select(InNamespace)]);

    public static CanonicalSource Of(Rule rule)
    {
        string path = Folder + rule.Id + ".cs.txt";
        return new(path, Repository.Read(path));
    }

    public static CSharpCompilation Compile(string text, ImmutableArray<MetadataReference> references) =>
        (references == References.All ? Empty : Empty.WithReferences(references)).AddSyntaxTrees(Parse(text, "Source.cs"));

    /// <summary>The canonical sources of all rules together, each in a namespace of its own.</summary>
    public static CSharpCompilation CompileAll(ImmutableArray<MetadataReference> references) =>
        (references == References.All ? Empty : Empty.WithReferences(references)).WithOptions(OptionsWithoutFlow).AddSyntaxTrees(InNamespaces.Value);

    private static SyntaxTree InNamespace(Rule rule)
    {
        var root = (CompilationUnitSyntax)Parse(Of(rule).Text, rule.Id + ".cs").GetRoot();
        SyntaxList<MemberDeclarationSyntax> members = root.Members is [BaseNamespaceDeclarationSyntax { Usings: [] } only] ? only.Members : root.Members;
        root = root.WithMembers([SyntaxFactory.NamespaceDeclaration(SyntaxFactory.IdentifierName(rule.Id)).WithMembers(members)]);
        return CSharpSyntaxTree.Create(root, ParseOptions, rule.Id + ".cs");
    }

    public static SyntaxTree Parse(string text, string path) => CSharpSyntaxTree.ParseText(text, ParseOptions, path);
}
