// Compiled against a version of Roslyn by RoslynVersionTests, outside the repository.
//   RoslynDriver FOLDER SOURCE ...: runs the analyzers of the folder over the sources, then applies their fixes to them until none is left to apply.
// Writes 'roslyn VERSION', 'found FILE ID LINE' for each diagnostic, and 'left FILE ID LINE' for those without a fix. Anything that goes wrong is an exception.
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
foreach (string source in args.Skip(1))
{
    project = project.AddDocument(Path.GetFileName(source), SourceText.From(File.ReadAllText(source)), filePath: source).Project;
}

ImmutableArray<Diagnostic> found = await FindAsync(project);
Write("found", found);
for (int i = 0; await TryFixAsync(project, found) is { } changed; i++)
{
    if (i == MaximumFixes)
    {
        throw new InvalidOperationException("The fixes never end.");
    }

    project = changed;
    found = await FindAsync(project);
}

Write("left", found);
foreach (Document document in project.Documents)
{
    File.WriteAllText(document.FilePath!, (await document.GetTextAsync()).ToString());
}

async Task<ImmutableArray<Diagnostic>> FindAsync(Project current)
{
    Compilation compilation = (await current.GetCompilationAsync())!;
    if (compilation.GetDiagnostics().FirstOrDefault(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error) is { } error)
    {
        throw new InvalidOperationException($"The sources do not compile: {error}\n{error.Location.SourceTree}");
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

    return diagnostics
        .OrderBy(diagnostic => diagnostic.Location.SourceTree!.FilePath, StringComparer.Ordinal)
        .ThenBy(diagnostic => diagnostic.Location.SourceSpan.Start)
        .ThenBy(diagnostic => diagnostic.Id, StringComparer.Ordinal)
        .ToImmutableArray();
}

// Applies the first fix that is offered, in the order of the sources.
async Task<Project?> TryFixAsync(Project current, ImmutableArray<Diagnostic> diagnostics)
{
    foreach (Diagnostic diagnostic in diagnostics)
    {
        foreach (CodeFixProvider provider in providers.Where(provider => provider.FixableDiagnosticIds.Contains(diagnostic.Id)))
        {
            var actions = new List<CodeAction>();
            Document document = current.GetDocument(diagnostic.Location.SourceTree)!;
            await provider.RegisterCodeFixesAsync(new CodeFixContext(document, diagnostic, (action, _) => actions.Add(action), CancellationToken.None));
            if (actions.Count > 0)
            {
                ImmutableArray<CodeActionOperation> operations = await actions[0].GetOperationsAsync(CancellationToken.None);
                return operations.OfType<ApplyChangesOperation>().Single().ChangedSolution.GetProject(current.Id);
            }
        }
    }

    return null;
}

static void Write(string what, ImmutableArray<Diagnostic> diagnostics)
{
    foreach (Diagnostic diagnostic in diagnostics)
    {
        FileLinePositionSpan span = diagnostic.Location.GetLineSpan();
        Console.WriteLine($"{what} {Path.GetFileName(span.Path)} {diagnostic.Id} {span.StartLinePosition.Line + 1}");
    }
}

internal sealed class FolderLoader : IAnalyzerAssemblyLoader
{
    public void AddDependencyLocation(string fullPath)
    {
    }

    public Assembly LoadFromPath(string fullPath) => AssemblyLoadContext.Default.LoadFromAssemblyPath(fullPath);
}
