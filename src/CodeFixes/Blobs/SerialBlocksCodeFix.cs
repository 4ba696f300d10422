namespace StreamTuning.CodeFixes.Blobs;

/// <summary>
/// Fixes STRM3005 by another value of the option: 16 blocks at the same time, or blocks of 4 MiB. A loop is left as it is.
/// </summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(SerialBlocksCodeFix))]
[Shared]
internal sealed class SerialBlocksCodeFix() : CodeFix<BlockOption>(Rules.SerialBlocks, BlockOption.Facts)
{
    private const string BlockSize = "4 * 1024 * 1024";

    private protected override FixEdit? TryWritePlain(BlockOption option, FixContext context)
    {
        if (SlowBlocks.TryFind(option) is not { CanBeSet: true } slow
            || option.Assignment.Syntax is not AssignmentExpressionSyntax assignment
            || StatementRemoval.HasCommentWithin(assignment, assignment.Right.Span))
        {
            return null;
        }

        FixEdit edit = new FixEdit().Replace(assignment.Right.Span, slow.IsConcurrency ? BlockOptionsEdit.MaximumConcurrency : BlockSize);
        if (!slow.LacksInitialTransferSize)
        {
            return edit;
        }

        // Without it an upload below 256 MiB has no blocks at all.
        return assignment.Parent is InitializerExpressionSyntax initializer
            ? Initializers.Set(edit, context, initializer, "InitialTransferSize", BlockOptionsEdit.InitialTransferSize)
            : null;
    }
}
