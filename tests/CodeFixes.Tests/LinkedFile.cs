using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Text;
using StreamTuning.RuleTesting;

namespace StreamTuning.CodeFixes.Tests;

/// <summary>One file that is linked into several projects. Each has its name, in capital letters, as a preprocessor symbol.</summary>
internal static class LinkedFile
{
    public static Solution Add(Solution solution, string name, string code, MetadataReference[] references, out DocumentId document)
    {
        var project = ProjectId.CreateNewId();
        document = DocumentId.CreateNewId(project);
        string path = Path.Combine(Path.GetTempPath(), "linked", "Code.cs");
        return solution
            .AddProject(ProjectInfo.Create(
                project,
                VersionStamp.Default,
                name,
                name,
                LanguageNames.CSharp,
                compilationOptions: new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary),
                parseOptions: new CSharpParseOptions(preprocessorSymbols: [name.ToUpperInvariant()]),
                metadataReferences: [.. TestReferences.Net100, .. references]))
            .AddDocument(document, "Code.cs", SourceText.From(code), filePath: path);
    }
}
