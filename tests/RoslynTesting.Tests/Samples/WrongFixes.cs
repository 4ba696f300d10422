using System.Collections.Immutable;
using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Formatting;
using Microsoft.CodeAnalysis.Text;

namespace StreamTuning.RoslynTesting.Samples;

/// <summary>FixAll fixes the first only.</summary>
internal sealed class FirstOnlyFix : SmallNumberFix
{
    protected override SyntaxNode ReplaceAll(SyntaxNode root, ImmutableArray<LiteralExpressionSyntax> literals) => base.ReplaceAll(root, literals[..1]);
}

/// <summary>FixAll writes something else than the single fix.</summary>
internal sealed class OtherFixAllFix : SmallNumberFix
{
    protected override SyntaxNode ReplaceAll(SyntaxNode root, ImmutableArray<LiteralExpressionSyntax> literals) =>
        root.ReplaceNodes(literals, static (_, literal) => SyntaxFactory.LiteralExpression(SyntaxKind.NumericLiteralExpression, SyntaxFactory.Literal(11)).WithTriviaFrom(literal));
}

/// <summary>FixAll has nothing to do.</summary>
internal sealed class IdleFixAllFix : SmallNumberFix
{
    protected override SyntaxNode ReplaceAll(SyntaxNode root, ImmutableArray<LiteralExpressionSyntax> literals) => root;
}

/// <summary>FixAll in the project skips all files but the first.</summary>
internal sealed class FirstFileInProjectFix : SmallNumberFix
{
    public override FixAllProvider? GetFixAllProvider() => FixAllProvider.Create((context, document, diagnostics) =>
        context.Scope == FixAllScope.Project && document.Name != "Test0.cs" ? Task.FromResult<Document?>(document) : FixAsync(document, diagnostics, context.CancellationToken));
}

/// <summary>FixAll in the solution skips all projects but the main one.</summary>
internal sealed class FirstProjectInSolutionFix : SmallNumberFix
{
    public override FixAllProvider? GetFixAllProvider() => new MainProjectOnly(base.GetFixAllProvider()!);

    private sealed class MainProjectOnly(FixAllProvider all) : FixAllProvider
    {
        public override async Task<CodeAction?> GetFixAsync(FixAllContext fixAllContext)
        {
            var action = (await all.GetFixAsync(fixAllContext))!;
            if (fixAllContext.Scope != FixAllScope.Solution)
            {
                return action;
            }

            var solution = (await action.GetOperationsAsync(fixAllContext.CancellationToken)).OfType<ApplyChangesOperation>().Single().ChangedSolution;
            foreach (var document in fixAllContext.Solution.Projects.Where(static project => project.Name != "TestProject").SelectMany(static project => project.Documents))
            {
                solution = solution.WithDocumentText(document.Id, await document.GetTextAsync(fixAllContext.CancellationToken));
            }

            return CodeAction.Create(action.Title, _ => Task.FromResult(solution), action.EquivalenceKey);
        }
    }
}

/// <summary>No FixAll.</summary>
internal sealed class NoFixAllFix : SmallNumberFix
{
    public override FixAllProvider? GetFixAllProvider() => null;
}

/// <summary>FixAll by merging texts.</summary>
internal sealed class BatchFix : SmallNumberFix
{
    public override FixAllProvider? GetFixAllProvider() => WellKnownFixAllProviders.BatchFixer;
}

/// <summary>FixAll in documents and projects only.</summary>
internal sealed class NoSolutionFix : SmallNumberFix
{
    public override FixAllProvider? GetFixAllProvider() =>
        FixAllProvider.Create(static (_, document, _) => Task.FromResult<Document?>(document), [FixAllScope.Document, FixAllScope.Project]);
}

/// <summary>The action has no key.</summary>
internal sealed class NoKeyFix : SmallNumberFix
{
    protected override string? EquivalenceKey => null;
}

/// <summary>Offers two actions with one key.</summary>
internal sealed class SameKeyFix : SmallNumberFix
{
    public override async Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        await base.RegisterCodeFixesAsync(context);
        context.RegisterCodeFix(CodeAction.Create("Again", _ => Task.FromResult(context.Document), Key), context.Diagnostics);
    }
}

/// <summary>Changes nothing.</summary>
internal sealed class IdleFix : SmallNumberFix
{
    protected override SyntaxNode Replacement(LiteralExpressionSyntax literal) => literal;
}

/// <summary>Right text, wrong tree: the literal is an identifier.</summary>
internal sealed class WrongTreeFix : SmallNumberFix
{
    protected override SyntaxNode Replacement(LiteralExpressionSyntax literal) => SyntaxFactory.IdentifierName("10").WithTriviaFrom(literal);
}

/// <summary>Right text and nodes, wrong trivia: the comment is white space.</summary>
internal sealed class WrongTriviaFix : SmallNumberFix
{
    protected override SyntaxNode Replacement(LiteralExpressionSyntax literal) =>
        base.Replacement(literal).WithTrailingTrivia(SyntaxFactory.SyntaxTrivia(SyntaxKind.WhitespaceTrivia, "/**/"));
}

/// <summary>Does not compile.</summary>
internal sealed class BrokenFix : SmallNumberFix
{
    protected override SyntaxNode Replacement(LiteralExpressionSyntax literal) => SyntaxFactory.IdentifierName("ten").WithTriviaFrom(literal);
}

/// <summary>Never done: its result is reported again.</summary>
internal sealed class EndlessFix : SmallNumberFix
{
    protected override SyntaxNode Replacement(LiteralExpressionSyntax literal) =>
        SyntaxFactory.LiteralExpression(SyntaxKind.NumericLiteralExpression, SyntaxFactory.Literal(((int)literal.Token.Value! + 1) % 10)).WithTriviaFrom(literal);
}

/// <summary>Adds one at a time.</summary>
internal sealed class StepFix : SmallNumberFix
{
    protected override SyntaxNode Replacement(LiteralExpressionSyntax literal) =>
        SyntaxFactory.LiteralExpression(SyntaxKind.NumericLiteralExpression, SyntaxFactory.Literal((int)literal.Token.Value! + 1)).WithTriviaFrom(literal);
}

/// <summary>Adds a document.</summary>
internal sealed class AddingFix : SmallNumberFix
{
    public override Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        context.RegisterCodeFix(
            CodeAction.Create("Add", _ => Task.FromResult(context.Document.Project.AddDocument("More.cs", "class More { }").Project.Solution), Key),
            context.Diagnostics);
        return Task.CompletedTask;
    }
}

/// <summary>Fixes, and changes the encoding.</summary>
internal sealed class EncodingFix : SmallNumberFix
{
    public override Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        context.RegisterCodeFix(CodeAction.Create("Encode", FixAsync, Key), context.Diagnostics);
        return Task.CompletedTask;

        async Task<Document> FixAsync(CancellationToken cancellationToken)
        {
            var text = await context.Document.GetTextAsync(cancellationToken);
            return context.Document.WithText(SourceText.From(text.Replace(context.Span, "10").ToString(), Encoding.Unicode));
        }
    }
}

/// <summary>Does more than change the solution.</summary>
internal sealed class TwoOperationsFix : SmallNumberFix
{
    public override Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        context.RegisterCodeFix(new TwoOperations(context.Document.Project.Solution), context.Diagnostics);
        return Task.CompletedTask;
    }

    private sealed class TwoOperations(Solution solution) : CodeAction
    {
        public override string Title => "Twice";

        public override string EquivalenceKey => Key;

        protected override Task<IEnumerable<CodeActionOperation>> ComputeOperationsAsync(CancellationToken cancellationToken) =>
            Task.FromResult<IEnumerable<CodeActionOperation>>([new ApplyChangesOperation(solution), new ApplyChangesOperation(solution)]);
    }
}

/// <summary>A right fix: writes 10 and a line end as the options say.</summary>
internal sealed class LineEndFix : SmallNumberFix
{
    public override Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        context.RegisterCodeFix(CodeAction.Create("End", FixAsync, Key), context.Diagnostics);
        return Task.CompletedTask;

        async Task<Document> FixAsync(CancellationToken cancellationToken)
        {
            var options = await context.Document.GetOptionsAsync(cancellationToken);
            var text = await context.Document.GetTextAsync(cancellationToken);
            return context.Document.WithText(text.Replace(context.Span, "10" + options.GetOption(FormattingOptions.NewLine)));
        }
    }
}

/// <summary>A right fix with a menu: 10, or 20.</summary>
internal sealed class MenuFix : CodeFixProvider
{
    public override ImmutableArray<string> FixableDiagnosticIds => [SmallNumberAnalyzer.Id];

    public override FixAllProvider GetFixAllProvider() => FixAllProvider.Create(static async (context, document, diagnostics) =>
    {
        var text = await document.GetTextAsync(context.CancellationToken);
        return document.WithText(text.WithChanges(diagnostics.OrderBy(static diagnostic => diagnostic.Location.SourceSpan.Start).Select(diagnostic => new TextChange(diagnostic.Location.SourceSpan, context.CodeActionEquivalenceKey!))));
    });

    public override Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        context.RegisterCodeFix(CodeAction.Create("Enlarge", [Create("10"), Create("20")], isInlinable: false), context.Diagnostics);
        return Task.CompletedTask;

        CodeAction Create(string number) => CodeAction.Create(
            $"Make it {number}",
            async cancellationToken => context.Document.WithText((await context.Document.GetTextAsync(cancellationToken)).Replace(context.Span, number)),
            number);
    }
}

/// <summary>A right fix of the compiler's CS0103: declares nothing, writes 10.</summary>
internal sealed class MissingNameFix : CodeFixProvider
{
    public override ImmutableArray<string> FixableDiagnosticIds => ["CS0103"];

    public override FixAllProvider GetFixAllProvider() => FixAllProvider.Create(static async (context, document, diagnostics) =>
    {
        var text = await document.GetTextAsync(context.CancellationToken);
        return document.WithText(text.WithChanges(diagnostics.Select(static diagnostic => new TextChange(diagnostic.Location.SourceSpan, "10"))));
    });

    public override Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        context.RegisterCodeFix(
            CodeAction.Create("Ten", async cancellationToken => context.Document.WithText((await context.Document.GetTextAsync(cancellationToken)).Replace(context.Span, "10")), "Ten"),
            context.Diagnostics);
        return Task.CompletedTask;
    }
}
