using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.Diagnostics;
using StreamTuning.Analyzers.Copying;
using StreamTuning.CodeFixes.Copying;
using StreamTuning.RuleTesting;

namespace StreamTuning.CodeFixes.Tests;

/// <summary>What a single project cannot show: files that are linked into several, and edits of which only some fit.</summary>
public sealed class FixVerifierTests
{
    private const string Copy = "using System.IO;\n\nclass C\n{\n    void M(Stream s, FileStream f) => s.CopyTo(f);\n}\n";

    private static readonly MetadataReference Runtime = MetadataReference.CreateFromFile(typeof(FileCopyExtensions).Assembly.Location);

    [Fact]
    public async Task A_linked_file_is_fixed_when_every_project_has_the_runtime() =>
        Assert.Contains("STRM1001.Runtime", (await FixesAsync(Copy, [Runtime], [Runtime])).Keys);

    [Fact]
    public async Task A_linked_file_is_not_given_an_api_that_one_of_its_projects_lacks()
    {
        Dictionary<string, string> fixes = await FixesAsync(Copy, [Runtime], []);

        Assert.DoesNotContain("STRM1001.Runtime", fixes.Keys);
        Assert.Contains("STRM1001.Available", fixes.Keys);
    }

    [Fact]
    public async Task A_buffer_does_not_grow_in_a_file_that_is_also_compiled_for_NET_Framework()
    {
        (Document first, Document second) = CreateLinkedDocuments(Copy, [], []);
        Assert.Contains("STRM1001.Available", (await FixesAsync(first)).Keys);

        Project older = second.Project.WithMetadataReferences(TestReferences.NetStandard20);
        Assert.Empty(await FixesAsync(older.Solution.GetDocument(first.Id)!));
    }

    [Fact]
    public async Task A_buffer_grows_where_what_is_compiled_for_NET_Framework_is_another_part_of_the_file()
    {
        (Document first, Document second) = CreateLinkedDocuments(Copy.Replace("    void M", "#if FIRST\n    void M").Replace("CopyTo(f);\n", "CopyTo(f);\n#endif\n"), [], []);

        Project older = second.Project.WithMetadataReferences(TestReferences.NetStandard20);
        Assert.Contains("STRM1001.Available", (await FixesAsync(older.Solution.GetDocument(first.Id)!)).Keys);
    }

    [Fact]
    public async Task The_best_form_that_fits_is_taken_for_each()
    {
        const string Code =
            "using System;\nusing System.IO;\n\nclass C\n{\n    void M(Stream s, FileStream f)\n    {\n" +
            "        s.CopyTo(f);\n        Run(() => s.CopyTo(f));\n    }\n\n    void Run(Action a) => a();\n\n    void Run(Func<long> f) => f();\n}\n";
        Document document = CreateLinkedDocuments(Code, [Runtime], [Runtime]).First;
        Document? changed = await new CopyIntoFileWithDefaultBufferCodeFix().FixAsync(
            document, await DiagnoseAsync(document), StreamTuningCodeFix.AnyForm, CancellationToken.None);

        string text = (await changed!.GetTextAsync()).ToString();
        Assert.Contains("        s.CopyToFile(f);\n        Run(() => s.CopyTo(f, 1048576));", text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Code_that_the_other_project_does_not_compile_does_not_count() =>
        Assert.Contains("STRM1001.Runtime", (await FixesAsync(
            "#if FIRST\nusing System.IO;\nusing StreamTuning;\n\nclass C\n{\n    void M(Stream s, FileStream f) => s.CopyTo(f);\n}\n#endif\n",
            [Runtime],
            [])).Keys);

    [Fact]
    public async Task Errors_that_were_there_before_do_not_prevent_a_fix() =>
        Assert.Contains("STRM1001.Runtime", (await FixesAsync(Copy.Replace("class C\n{", "class C\n{\n    Missing M();\n"), [Runtime], [Runtime])).Keys);

    [Fact]
    public async Task Of_edits_that_do_not_fit_together_those_that_do_are_made()
    {
        // Both calls fit alone; of the two array elements, one has to stay a Task.
        const string Code =
            "using System.IO;\nusing System.Threading.Tasks;\n\nclass C\n{\n    void M(Stream s, FileStream f)\n    {\n" +
            "        var tasks = new[] { s.CopyToAsync(f), s.CopyToAsync(f) };\n        tasks[0] = Task.CompletedTask;\n    }\n}\n";
        Document document = CreateLinkedDocuments(Code, [Runtime], [Runtime]).First;
        Document? changed = await new CopyIntoFileWithDefaultBufferCodeFix().FixAsync(
            document, await DiagnoseAsync(document), Analyzers.RuleFixes.Runtime, CancellationToken.None);

        string text = (await changed!.GetTextAsync()).ToString();
        Assert.Contains("new[] { s.CopyToFileAsync(f), s.CopyToAsync(f) }", text, StringComparison.Ordinal);
    }

    private static Task<Dictionary<string, string>> FixesAsync(string code, MetadataReference[] first, MetadataReference[] second) =>
        FixesAsync(CreateLinkedDocuments(code, first, second).First);

    private static async Task<Dictionary<string, string>> FixesAsync(Document document)
    {
        var fixes = new Dictionary<string, string>();
        foreach (Diagnostic diagnostic in await DiagnoseAsync(document))
        {
            var actions = new List<CodeAction>();
            await new CopyIntoFileWithDefaultBufferCodeFix().RegisterCodeFixesAsync(
                new CodeFixContext(document, diagnostic, (action, _) => actions.Add(action), CancellationToken.None));
            foreach (CodeAction action in actions)
            {
                fixes.Add(action.EquivalenceKey!, action.Title);
            }
        }

        return fixes;
    }

    private static async Task<IEnumerable<Diagnostic>> DiagnoseAsync(Document document)
    {
        Compilation? compilation = await document.Project.GetCompilationAsync();
        return await compilation!.WithAnalyzers([new CopyIntoFileWithDefaultBufferAnalyzer()]).GetAnalyzerDiagnosticsAsync();
    }

    private static (Document First, Document Second) CreateLinkedDocuments(string code, MetadataReference[] first, MetadataReference[] second)
    {
        using var workspace = new AdhocWorkspace();
        Solution solution = workspace.CurrentSolution;
        solution = LinkedFile.Add(solution, "First", code, first, out DocumentId firstId);
        solution = LinkedFile.Add(solution, "Second", code, second, out DocumentId secondId);
        return (solution.GetDocument(firstId)!, solution.GetDocument(secondId)!);
    }
}
