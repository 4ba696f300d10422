using System.Composition;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using StreamTuning.Analyzers;
using StreamTuning.Analyzers.Blobs;

namespace StreamTuning.CodeFixes.Blobs;

/// <summary>Fixes STRM3005 by another value of the option: 16 blocks at the same time, or blocks of 4 MiB. A loop is left as it is.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(SerialBlocksCodeFix))]
[Shared]
public sealed class SerialBlocksCodeFix : StreamTuningCodeFix
{
    private const string BlockSize = "4 * 1024 * 1024";

    public SerialBlocksCodeFix()
        : base(Rules.SerialBlocks)
    {
    }

    public override string PlainTitle => "Send blocks of 4 MiB, 16 at a time (" + BlockOptionsEdit.Costs + ")";

    private protected override FixEdit? TryCreatePlainEdit(FixContext context)
    {
        if (context.Property(SerialBlocksAnalyzer.Option) is not { } option
            || context.Node is not AssignmentExpressionSyntax assignment
            || StatementRemoval.HasCommentWithin(assignment, assignment.Right.Span))
        {
            return null;
        }

        FixEdit edit = new FixEdit().Replace(assignment.Right.Span, option == SerialBlocksAnalyzer.Concurrency ? BlockOptionsEdit.MaximumConcurrency : BlockSize);
        if (!context.Has(SerialBlocksAnalyzer.LacksInitialTransferSize))
        {
            return edit;
        }

        // Without it an upload below 256 MiB has no blocks at all.
        return assignment.Parent is InitializerExpressionSyntax initializer ? Initializers.Set(edit, context, initializer, "InitialTransferSize", BlockOptionsEdit.InitialTransferSize) : null;
    }
}
