namespace StreamTuning.CodeFixes.Copying;

/// <summary>Fixes STRM1005 by the runtime's copy to the path; of a download, if somebody has looked at its limits of time.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(ContentBufferedInMemoryCodeFix))]
[Shared]
internal sealed class ContentBufferedInMemoryCodeFix() : CodeFix<BufferedContent>(Rules.ContentBufferedInMemory, BufferedContent.Facts)
{
    private protected override FixEdit? TryCallRuntime(BufferedContent content, FixContext context) =>
        content.IsDownload ? null : DirectCopy.TryCreate(content, context);

    private protected override FixEdit? TryCallRuntimeAtCost(BufferedContent content, FixContext context)
    {
        if (!content.IsDownload || CopiedResponse.AreFailuresToldApart(content.Write, context.Types))
        {
            return null;
        }

        FixEdit? edit = DirectCopy.TryCreate(content, context);
        return content.Fill.TargetMethod.Name == "GetByteArrayAsync" ? edit
            : CopiedResponse.Of(content.Fill, context.Types) is var response && (response.IsStreamed || response.IsBuffered)
                ? StreamedRequest.TryAdd(edit, response, context)
                : null;
    }
}
