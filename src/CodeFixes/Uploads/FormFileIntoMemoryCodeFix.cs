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

    private protected override FixEdit? TryCreateRuntimeEdit(FixContext context)
    {
        if (context.Has(FormFileIntoMemoryAnalyzer.IsWritten))
        {
            return DirectCopy.TryCreate(context);
        }

        // What is done to the memory belongs to this form of the copy alone.
        return context.Has(FormFileIntoMemoryAnalyzer.IsRead)
            && context.RelatedNodes is { Count: 3 } nodes
            && TunedCopy.TryCreate(context, nodes[2])?.Or(null) is { } edit
            && TryReadFile(context, edit)
                ? edit
                : null;
    }

    private protected override FixEdit? TryCreatePlainEdit(FixContext context)
    {
        var edit = new FixEdit();
        return context.Has(FormFileIntoMemoryAnalyzer.IsRead) && TryEnlargeBuffers(context, edit) && TryReadFile(context, edit) ? edit : null;
    }

    /// <summary>Gives the copies into files a larger buffer: memory is written at once, but a stream in blocks.</summary>
    private static bool TryEnlargeBuffers(FixContext context, FixEdit edit)
    {
        string? size = context.Property(FormFileIntoMemoryAnalyzer.BufferSize);
        return context.RelatedNodes.Skip(2).All(copy => size is not null && LargerBlocks.TryEnlargeBufferOfCopy(edit, context, copy, size));
    }

    /// <summary>Puts the stream of the file in the place of the memory, which nothing fills any more.</summary>
    private static bool TryReadFile(FixContext context, FixEdit edit)
    {
        if (AwaitableCall.TryRead(context, context.Node) is not { } fill
            || fill.TryGetCopied() is not { } source
            || Statements.TryGetOf(fill.Syntax) is not ExpressionStatementSyntax filling
            || context.RelatedNodes is not { Count: > 1 } nodes
            || nodes[0] is not BaseObjectCreationExpressionSyntax { Parent: EqualsValueClauseSyntax { Parent: VariableDeclaratorSyntax { Parent: VariableDeclarationSyntax { Variables.Count: 1 } declaration } } } creation
            || nodes[1].FirstAncestorOrSelf<StatementSyntax>() is not ExpressionStatementSyntax rewinding
            || StatementRemoval.HasCommentWithin(creation, creation.Span))
        {
            return false;
        }

        edit.Replace(creation.Span, source + ".OpenReadStream()");

        // The type of the variable becomes that of any stream.
        if (!declaration.Type.IsVar)
        {
            SimpleNameSyntax? name = declaration.Type is QualifiedNameSyntax qualified ? qualified.Right : declaration.Type as SimpleNameSyntax;
            if (name?.Identifier.ValueText is not ("MemoryStream" or "Stream"))
            {
                return false;
            }

            edit.Replace(name.Span, "Stream");
        }

        StatementSyntax[] removed = [filling, rewinding];
        return removed.All(statement => statement.Parent is BlockSyntax or GlobalStatementSyntax or SwitchSectionSyntax) && StatementRemoval.TryAdd(edit, context, removed);
    }
}
