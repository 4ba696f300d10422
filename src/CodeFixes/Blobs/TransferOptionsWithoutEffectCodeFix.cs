using System.Composition;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using StreamTuning.Analyzers;

namespace StreamTuning.CodeFixes.Blobs;

/// <summary>Fixes STRM3002 by the runtime's upload, or by the option that makes the others count.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(TransferOptionsWithoutEffectCodeFix))]
[Shared]
public sealed class TransferOptionsWithoutEffectCodeFix : StreamTuningCodeFix
{
    public TransferOptionsWithoutEffectCodeFix()
        : base(Rules.TransferOptionsWithoutEffect)
    {
    }

    public override string RuntimeTitle => TunedUpload.Title;

    public override string PlainTitle => "Set InitialTransferSize (" + BlockOptionsEdit.Costs + ")";

    // The first location is that of the options.
    private protected override FixEdit? TryCreateRuntimeEdit(FixContext context) => TunedUpload.TryCreate(context, context.RelatedNodes.Skip(1).ToList());

    private protected override FixEdit? TryCreatePlainEdit(FixContext context) => BlockOptionsEdit.TryCreate(context);
}
