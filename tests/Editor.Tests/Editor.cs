using System.Collections.Immutable;
using System.Reflection;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Host;
using Microsoft.CodeAnalysis.Text;

namespace StreamTuning.EditorTests;

/// <summary>An editor with one file open, in a project that has the package.</summary>
internal sealed class Editor : IDisposable
{
    private static readonly string[] AnalyzerFiles =
        Directory.GetFiles(Path.Combine(Metadata("PackageFolder"), "analyzers", "dotnet", "cs"), "*.dll");

    /// <summary>.NET, and the runtime of StreamTuning.</summary>
    private static readonly ImmutableArray<MetadataReference> References =
    [
        .. ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator)
            .Where(path => Path.GetFileName(path) is var name && (name == "StreamTuning.dll" || name.StartsWith("System.")))
            .Select(path => MetadataReference.CreateFromFile(path)),
    ];

    private readonly AdhocWorkspace _workspace = new(Engine.Host);
    private readonly CompilationCounter _counter = new();

    public Editor(string source)
    {
        var project = ProjectId.CreateNewId();
        var document = DocumentId.CreateNewId(project);
        IAnalyzerAssemblyLoader loader = _workspace.Services.GetRequiredService<IAnalyzerService>().GetLoader();
        Solution solution = _workspace.CurrentSolution
            .AddProject(ProjectInfo.Create(
                project,
                VersionStamp.Default,
                "Edited",
                "Edited",
                LanguageNames.CSharp,
                filePath: "/Edited/Edited.csproj",
                // STRM1006 is off by default.
                compilationOptions: new CSharpCompilationOptions(
                    OutputKind.DynamicallyLinkedLibrary,
                    nullableContextOptions: NullableContextOptions.Enable,
                    specificDiagnosticOptions: [new("STRM1006", ReportDiagnostic.Info)]),
                metadataReferences: References,
                analyzerReferences: [.. AnalyzerFiles.Select(file => new AnalyzerFileReference(file, loader)), _counter]))
            .AddDocument(document, "Edited.cs", SourceText.From(source), filePath: "/Edited/Edited.cs");
        Assert.True(_workspace.TryApplyChanges(solution));
        Id = document;
        _workspace.OpenDocument(document);
    }

    private DocumentId Id { get; }

    /// <summary>How often the project has been compiled.</summary>
    public int Compilations => _counter.Count;

    /// <summary>The file as it is now.</summary>
    public Document Document => _workspace.CurrentSolution.GetDocument(Id)!;

    public string Text => Document.GetTextAsync().Result.ToString();

    /// <summary>Adds another file to the project, which is not open.</summary>
    public DocumentId Add(string name, string source)
    {
        var other = DocumentId.CreateNewId(Id.ProjectId);
        Show(_workspace.CurrentSolution.AddDocument(other, name, SourceText.From(source), filePath: "/Edited/" + name));
        return other;
    }

    /// <summary>Changes another file, as another editor does.</summary>
    public void Change(DocumentId other, string source) =>
        Show(_workspace.CurrentSolution.WithDocumentText(other, SourceText.From(source)));

    /// <summary>Types some text.</summary>
    public void Type(int position, string text)
    {
        Document document = Document;
        SourceText typed = document.GetTextAsync().Result.WithChanges(new TextChange(new TextSpan(position, 0), text));
        Show(document.WithText(typed).Project.Solution);
    }

    /// <summary>Takes an entry of a light bulb.</summary>
    public async Task TakeAsync(CodeAction action)
    {
        ImmutableArray<CodeActionOperation> operations = await action.GetOperationsAsync(CancellationToken.None);
        Show(operations.OfType<ApplyChangesOperation>().Single().ChangedSolution);
    }

    public void Show(Solution solution) => Assert.True(_workspace.TryApplyChanges(solution));

    public void Dispose() => _workspace.Dispose();

    private static string Metadata(string key) =>
        typeof(Editor).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(attribute => attribute.Key == key).Value!;
}
