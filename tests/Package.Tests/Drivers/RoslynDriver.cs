// Compiled against a version of Roslyn by RoslynVersionTests, outside the repository.
//   RoslynDriver FOLDER SOURCE: runs the analyzers of the folder over the source, then applies their fixes until none is left to apply.
// Writes 'roslyn VERSION', 'found ID LINE' for each diagnostic, 'left ID LINE' for those without a fix, and the fixed source behind a line 'fixed'.
// Anything that goes wrong is an exception.
using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.Loader;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Text;

const int MaximumFixes = 50;
string folder = Path.GetFullPath(args[0]);
Console.WriteLine($"roslyn {typeof(Compilation).Assembly.GetName().Version}");

var reference = new AnalyzerFileReference(Path.Combine(folder, "StreamTuning.Analyzers.dll"), new FolderLoader());
reference.AnalyzerLoadFailed += (_, failure) => throw new InvalidOperationException(failure.Message, failure.Exception);
ImmutableArray<DiagnosticAnalyzer> analyzers = reference.GetAnalyzers(LanguageNames.CSharp);
CodeFixProvider[] providers = AssemblyLoadContext.Default.LoadFromAssemblyPath(Path.Combine(folder, "StreamTuning.CodeFixes.dll")).GetTypes()
    .Where(type => type.GetCustomAttribute<ExportCodeFixProviderAttribute>() is not null)
    .Select(type => (CodeFixProvider)Activator.CreateInstance(type)!)
    .OrderBy(provider => provider.FixableDiagnosticIds[0], StringComparer.Ordinal)
    .ToArray();
if (analyzers.IsEmpty || providers.Length == 0)
{
    throw new InvalidOperationException("There are no analyzers or no fixes.");
}

using var workspace = new AdhocWorkspace();
Project project = workspace
    .AddProject(ProjectInfo.Create(
        ProjectId.CreateNewId(),
        VersionStamp.Default,
        "App",
        "App",
        LanguageNames.CSharp,
        compilationOptions: new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, nullableContextOptions: NullableContextOptions.Enable),
        parseOptions: new CSharpParseOptions(LanguageVersion.Latest),
        // What this program is itself made of: the platform, ASP.NET Core, the Azure SDK, our runtime.
        metadataReferences: ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator).Select(path => MetadataReference.CreateFromFile(path))));
Document document = project.AddDocument(Path.GetFileName(args[1]), SourceText.From(File.ReadAllText(args[1])), filePath: args[1]);

ImmutableArray<Diagnostic> found = await FindAsync(document);
Write("found", found, await document.GetTextAsync());
for (int i = 0; await TryFixAsync(document, found) is { } changed; i++)
{
    if (i == MaximumFixes)
    {
        throw new InvalidOperationException("The fixes never end.");
    }

    document = changed;
    found = await FindAsync(document);
}

SourceText text = await document.GetTextAsync();
Write("left", found, text);
Console.WriteLine("fixed");
Console.Write(text);

async Task<ImmutableArray<Diagnostic>> FindAsync(Document current)
{
    Compilation compilation = (await current.Project.GetCompilationAsync())!;
    if (compilation.GetDiagnostics().FirstOrDefault(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error) is { } error)
    {
        throw new InvalidOperationException($"The source does not compile: {error}\n{await current.GetTextAsync()}");
    }

    var options = new CompilationWithAnalyzersOptions(
        new AnalyzerOptions(ImmutableArray<AdditionalText>.Empty),
        (exception, analyzer, _) => throw new InvalidOperationException(analyzer + ": " + exception, exception),
        concurrentAnalysis: true,
        logAnalyzerExecutionTime: false);
    ImmutableArray<Diagnostic> diagnostics = await new CompilationWithAnalyzers(compilation, analyzers, options).GetAnalyzerDiagnosticsAsync();
    if (diagnostics.FirstOrDefault(diagnostic => !diagnostic.Id.StartsWith("STRM", StringComparison.Ordinal)) is { } failure)
    {
        throw new InvalidOperationException(failure.ToString());
    }

    return diagnostics.OrderBy(diagnostic => diagnostic.Location.SourceSpan.Start).ThenBy(diagnostic => diagnostic.Id, StringComparer.Ordinal).ToImmutableArray();
}

// Applies the first fix that is offered, in the order of the source.
async Task<Document?> TryFixAsync(Document current, ImmutableArray<Diagnostic> diagnostics)
{
    foreach (Diagnostic diagnostic in diagnostics)
    {
        foreach (CodeFixProvider provider in providers.Where(provider => provider.FixableDiagnosticIds.Contains(diagnostic.Id)))
        {
            var actions = new List<CodeAction>();
            await provider.RegisterCodeFixesAsync(new CodeFixContext(current, diagnostic, (action, _) => actions.Add(action), CancellationToken.None));
            if (actions.Count > 0)
            {
                ImmutableArray<CodeActionOperation> operations = await actions[0].GetOperationsAsync(CancellationToken.None);
                return operations.OfType<ApplyChangesOperation>().Single().ChangedSolution.GetDocument(current.Id);
            }
        }
    }

    return null;
}

static void Write(string what, ImmutableArray<Diagnostic> diagnostics, SourceText text)
{
    foreach (Diagnostic diagnostic in diagnostics)
    {
        Console.WriteLine($"{what} {diagnostic.Id} {text.Lines.GetLineFromPosition(diagnostic.Location.SourceSpan.Start).LineNumber + 1}");
    }
}

internal sealed class FolderLoader : IAnalyzerAssemblyLoader
{
    public void AddDependencyLocation(string fullPath)
    {
    }

    public Assembly LoadFromPath(string fullPath) => AssemblyLoadContext.Default.LoadFromAssemblyPath(fullPath);
}
