using System.Collections.Generic;
using System.Composition;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using StreamTuning.Analyzers;
using StreamTuning.Analyzers.Uploads;
using StreamTuning.CodeFixes.Copying;

namespace StreamTuning.CodeFixes.Uploads;

/// <summary>Fixes STRM4004 by the runtime's copy to the path that the memory is written to, or by the stream of the file in the place of the memory.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(FormFileIntoMemoryCodeFix))]
[Shared]
public sealed class FormFileIntoMemoryCodeFix : StreamTuningCodeFix
{
    public FormFileIntoMemoryCodeFix()
        : base(Rules.FormFileIntoMemory)
    {
    }

    public override string RuntimeTitle => DirectCopy.Title;

    public override string PlainTitle => "Read the stream of the file";

    private protected override FixEdit? TryCreateRuntimeEdit(FixContext context) =>
        context.Has(FormFileIntoMemoryAnalyzer.IsWritten) ? DirectCopy.TryCreate(context) : null;

    private protected override FixEdit? TryCreatePlainEdit(FixContext context)
    {
        if (!context.Has(FormFileIntoMemoryAnalyzer.IsRead)
            || AwaitableCall.TryRead(context, context.Node) is not { } fill
            || fill.TryGetCopied() is not { } source
            || Statements.TryGetOf(fill.Syntax) is not ExpressionStatementSyntax filling
            || context.RelatedNode is not BaseObjectCreationExpressionSyntax creation
            || StatementRemoval.HasCommentWithin(creation, creation.Span))
        {
            return null;
        }

        var removed = new List<StatementSyntax> { filling };
        foreach (SyntaxNode rewind in context.RelatedNodes.Skip(1))
        {
            if (rewind.FirstAncestorOrSelf<StatementSyntax>() is not ExpressionStatementSyntax statement)
            {
                return null;
            }

            removed.Add(statement);
        }

        FixEdit edit = new FixEdit().Replace(creation.Span, source + ".OpenReadStream()");
        if (creation.Parent is not EqualsValueClauseSyntax { Parent: VariableDeclaratorSyntax { Parent: VariableDeclarationSyntax { Variables.Count: 1 } declaration } })
        {
            return null;
        }

        // The type of the variable becomes that of any stream.
        if (!declaration.Type.IsVar && declaration.Type is SimpleNameSyntax or QualifiedNameSyntax)
        {
            SimpleNameSyntax name = declaration.Type is QualifiedNameSyntax qualified ? qualified.Right : (SimpleNameSyntax)declaration.Type;
            if (name.Identifier.ValueText is not ("MemoryStream" or "Stream"))
            {
                return null;
            }

            edit.Replace(name.Span, "Stream");
        }

        return removed.All(statement => statement.Parent is BlockSyntax or GlobalStatementSyntax or SwitchSectionSyntax) && StatementRemoval.TryAdd(edit, context, removed) ? edit : null;
    }
}
