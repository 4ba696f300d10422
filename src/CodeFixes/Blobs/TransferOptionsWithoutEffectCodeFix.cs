namespace StreamTuning.CodeFixes.Blobs;

/// <summary>Fixes STRM3002 by the runtime's upload, or by the option that makes the others count.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(TransferOptionsWithoutEffectCodeFix))]
[Shared]
internal sealed class TransferOptionsWithoutEffectCodeFix() : StreamTuningCodeFix(Rules.TransferOptionsWithoutEffect)
{
    private protected override FixEdit? TryCreateRuntimeEdit(FixContext context) =>
        Find(context) is { } found ? TunedUpload.TryCreate(context, found.Uploads) : null;

    private protected override FixEdit? TryCreatePlainEdit(FixContext context) =>
        Find(context) is { } found ? BlockOptionsEdit.TryCreate(context, found.Settings) : null;

    /// <summary>What is reported at the first option: where that is a part of building the options, at all of these.</summary>
    private static UnblockedUploads? Find(FixContext context) => context.Node.DescendantNodesAndSelf()
        .OfType<AssignmentExpressionSyntax>()
        .Select(
            assignment => context.Fact(BlockOption.Facts, assignment) is { } option
                ? UnblockedUploads.TryFind(option, context.Types)
                : null)
        .FirstOrDefault(found => found is not null);
}
