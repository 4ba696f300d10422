namespace StreamTuning.CodeFixes.Copying;

/// <summary>Fixes STRM1005 by the runtime's copy to the path.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(ContentBufferedInMemoryCodeFix))]
[Shared]
internal sealed class ContentBufferedInMemoryCodeFix() : CodeFix<BufferedContent>(Rules.ContentBufferedInMemory, BufferedContent.Facts)
{
    private protected override FixEdit? TryCallRuntime(BufferedContent content, FixContext context) =>
        DirectCopy.TryCreate(content, context);
}
