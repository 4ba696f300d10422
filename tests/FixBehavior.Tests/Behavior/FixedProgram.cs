using System.Collections.Immutable;
using System.Reflection;
using System.Runtime.Loader;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CSharp;
using StreamTuning.Analyzers;
using StreamTuning.FixBehavior.Fuzzing;
using StreamTuning.RuleTesting;

namespace StreamTuning.FixBehavior.Behavior;

/// <summary>The source of programs that a rule reports, and what its fixes make of it, loaded to be run.</summary>
internal static class FixedProgram
{
    private const string Folder = "tests/FixBehavior.Tests/Behavior/Sources/";

    static FixedProgram()
    {
        // The runtime for uploads lies in a folder of its own, beside what tested sources are compiled against.
        AssemblyLoadContext.Default.Resolving += static (context, name) =>
            Path.Combine(AppContext.BaseDirectory, "uploads", name.Name + ".dll") is var path && File.Exists(path) ? context.LoadFromAssemblyPath(path) : null;
    }

    /// <summary>The source for a rule.</summary>
    public static async Task<Document> OpenAsync(Rule rule, string subfolder = "")
    {
        Document document = await Workbench.OpenAsync(Analyzers.Tests.Tables.Repository.Read(Folder + subfolder + rule.Id + ".cs.txt"), FuzzSettings.Newest);
        CSharpCompilation compilation = await Workbench.CompileAsync(document);
        Assert.Empty(compilation.GetDiagnostics().Where(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error));
        return document;
    }

    /// <summary>The source with all diagnostics of the rule fixed by one form; null where that fixes nothing.</summary>
    public static async Task<Document?> FixAsync(Document document, Rule rule, RuleFixes form)
    {
        string[] keys = [Workbench.FixOf(rule.Id)!.EquivalenceKey(form)];
        Document? changed = null;
        while (await NextAsync(changed ?? document) is { } action)
        {
            changed = await Workbench.ApplyAsync(changed ?? document, action);
        }

        return changed;

        async Task<CodeAction?> NextAsync(Document current)
        {
            ImmutableArray<Diagnostic> reported = await Workbench.AnalyzeAsync(await Workbench.CompileAsync(current), rule.Id);
            foreach (Diagnostic diagnostic in reported)
            {
                if ((await Workbench.ActionsAsync(current, diagnostic)).FirstOrDefault(action => keys.Contains(action.EquivalenceKey)) is { } action)
                {
                    return action;
                }
            }

            return null;
        }
    }

    /// <summary>Compiles a source and loads it.</summary>
    public static async Task<Assembly> LoadAsync(Document document)
    {
        CSharpCompilation compilation = await Workbench.CompileAsync(document);
        using var image = new MemoryStream();
        Microsoft.CodeAnalysis.Emit.EmitResult result = compilation.WithAssemblyName("Program" + Guid.NewGuid().ToString("N")).Emit(image);
        Assert.True(result.Success, string.Join("\n", result.Diagnostics));
        return Assembly.Load(image.ToArray());
    }
}
