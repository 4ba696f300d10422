namespace StreamTuning.Analyzers.Blobs;

/// <summary>STRM3006: a whole content that is taken into memory only to be uploaded.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class ContentReadWholeForUploadAnalyzer()
    : FactAnalyzer<ContentInMemory>(Rules.ContentReadWholeForUpload, ContentInMemory.Facts)
{
    private protected override void Check(ContentInMemory content, Finding finding) => finding.Report(
        content.Fill.TargetMethod.Name,
        content.IsCompressed ? "write it to a temporary file or a pipe" : "upload the file or stream itself");
}
