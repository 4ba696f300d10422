using System.Composition;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using StreamTuning.Analyzers;
using StreamTuning.Analyzers.Copying;

namespace StreamTuning.CodeFixes.Copying;

/// <summary>Fixes STRM1005 by the runtime's copy to the path.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(ContentBufferedInMemoryCodeFix))]
[Shared]
public sealed class ContentBufferedInMemoryCodeFix : StreamTuningCodeFix
{
    public ContentBufferedInMemoryCodeFix()
        : base(Rules.ContentBufferedInMemory)
    {
    }

    public override string RuntimeTitle => DirectCopy.Title;

    public override string PlainTitle => "";

    private protected override FixEdit? TryCreateRuntimeEdit(FixContext context) =>
        context.Has(ContentBufferedInMemoryAnalyzer.CanBeCopied) ? DirectCopy.TryCreate(context) : null;

    private protected override FixEdit? TryCreatePlainEdit(FixContext context) => null;
}
