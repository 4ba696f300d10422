using System.Composition;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using StreamTuning.Analyzers;

namespace StreamTuning.CodeFixes.Blobs;

/// <summary>Fixes STRM3001 by the runtime's upload, or by options with which the SDK sends blocks.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(UnblockedBlobUploadCodeFix))]
[Shared]
public sealed class UnblockedBlobUploadCodeFix : StreamTuningCodeFix
{
    public UnblockedBlobUploadCodeFix()
        : base(Rules.UnblockedBlobUpload)
    {
    }

    public override string RuntimeTitle => TunedUpload.Title;

    public override string PlainTitle => "Upload in blocks with options of the SDK (" + BlockOptionsEdit.Costs + ")";

    private protected override FixEdit? TryCreateRuntimeEdit(FixContext context) => TunedUpload.TryCreate(context, [context.Node]);

    private protected override FixEdit? TryCreatePlainEdit(FixContext context) => BlockOptionsEdit.TryCreate(context);
}
