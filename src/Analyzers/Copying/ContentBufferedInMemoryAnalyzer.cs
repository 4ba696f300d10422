namespace StreamTuning.Analyzers.Copying;

/// <summary>STRM1005: a whole source that is taken into memory only to be written to one file.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class ContentBufferedInMemoryAnalyzer()
    : FactAnalyzer<BufferedContent>(Rules.ContentBufferedInMemory, BufferedContent.Facts)
{
    private protected override void Check(BufferedContent content, Finding finding)
    {
        if (Precedence.OfContent(content.Fill, finding.Types) == Rules.ContentBufferedInMemory)
        {
            finding.ReportAt(
                content.Fill.Syntax.GetLocation(),
                content.Fill.TargetMethod.Name,
                content.IsFiltered ? "CopyTo(Async)" : content.IsBlob ? "DownloadTo(Async)" : "CopyToFile(Async)");
        }
    }
}
