using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Text;
using StreamTuning.Analyzers;
using StreamTuning.Analyzers.Copying;
using StreamTuning.CodeFixes.Copying;

namespace StreamTuning.CodeFixes.Tests;

/// <summary>A fix is offered by the members that it changes, and once for a version of the code.</summary>
public sealed class OfferedFixTests
{
    private const string Copy = "using System.IO;\n\nclass C\n{\n    void M(Stream s, FileStream f) => s.CopyTo(f);\n}\n";

    private static readonly CopyIntoFileWithDefaultBufferCodeFix Fix = new();

    [Fact]
    public async Task Problems_in_other_members_prevent_no_fix() =>
        Assert.Contains("STRM1001.Runtime", Keys(await OfferAsync(Open(Copy + "class D\n{\n    Missing m;\n}\n"))));

    [Theory]
    [InlineData("class D { TempSpace? _space; } namespace Others { public class TempSpace; }")]
    [InlineData(
        "class D { void M(Stream s, FileStream f) => s.CopyToFile(f); } " +
        "namespace Others { static class X { internal static long CopyToFile(this Stream s, FileStream f) => 0; } }")]
    public async Task An_import_that_makes_a_name_elsewhere_ambiguous_prevents_a_fix(string elsewhere)
    {
        Document document = Open(Copy.Replace("IO;\n", "IO;\nusing Others;\n", StringComparison.Ordinal) + elsewhere);
        Assert.Equal(["STRM1001.Available"], Keys(await OfferAsync(document)));
    }

    [Fact]
    public async Task An_offer_is_remembered_until_the_code_changes()
    {
        Document document = Open(Copy);
        await OfferAsync(document);
        Assert.Equal(RuleFixes.Runtime | RuleFixes.Plain, await RememberedAsync(document));
        Document edited = document.WithText(SourceText.From(Copy + "\n"));
        Assert.Null(await RememberedAsync(edited));
    }

    [Fact]
    public async Task An_offer_in_a_linked_file_is_not_remembered()
    {
        Document document = Open(Copy);
        document = Add(document.Project.Solution, "Second", Copy).GetDocument(document.Id)!;
        await OfferAsync(document);
        Assert.Null(await RememberedAsync(document));
    }

    [Fact]
    public async Task The_document_is_fixed_once_for_those_who_look_at_it_and_take_it()
    {
        CodeAction action = (await OfferAsync(Open(Copy)))[0];
        Assert.Same(await ChangedAsync(action), await ChangedAsync(action));
    }

    private static async Task<SourceText> ChangedAsync(CodeAction action)
    {
        ImmutableArray<CodeActionOperation> operations = await action.GetOperationsAsync(CancellationToken.None);
        return await operations.OfType<ApplyChangesOperation>().Single().ChangedSolution.Projects.Single().Documents.Single().GetTextAsync();
    }

    private static IEnumerable<string?> Keys(IEnumerable<CodeAction> actions) => actions.Select(action => action.EquivalenceKey);

    private static async Task<RuleFixes?> RememberedAsync(Document document) =>
        KnownOffers.In(document, (await document.Project.GetCompilationAsync())!).TryGet(await DiagnoseAsync(document));

    private static async Task<List<CodeAction>> OfferAsync(Document document)
    {
        var actions = new List<CodeAction>();
        Diagnostic diagnostic = await DiagnoseAsync(document);
        var context = new CodeFixContext(document, diagnostic, (action, _) => actions.Add(action), CancellationToken.None);
        await Fix.RegisterCodeFixesAsync(context);
        return actions;
    }

    private static async Task<Diagnostic> DiagnoseAsync(Document document)
    {
        Compilation? compilation = await document.Project.GetCompilationAsync();
        CompilationWithAnalyzers analysis = compilation!.WithAnalyzers([new CopyIntoFileWithDefaultBufferAnalyzer()]);
        return (await analysis.GetAnalyzerDiagnosticsAsync()).MinBy(found => found.Location.SourceSpan)!;
    }

    private static Document Open(string code)
    {
        using var workspace = new AdhocWorkspace();
        return Add(workspace.CurrentSolution, "First", code).Projects.Single().Documents.Single();
    }

    private static Solution Add(Solution solution, string name, string code) =>
        LinkedFile.Add(solution, name, code, [MetadataReference.CreateFromFile(typeof(FileCopyExtensions).Assembly.Location)], out _);
}
