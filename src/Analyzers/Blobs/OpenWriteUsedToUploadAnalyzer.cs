namespace StreamTuning.Analyzers.Blobs;

/// <summary>STRM3004: a blob that is opened as a stream only to be given one whole source.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class OpenWriteUsedToUploadAnalyzer()
    : FactAnalyzer<BlobWrittenThrough>(Rules.OpenWriteUsedToUpload, BlobWrittenThrough.Facts)
{
    private protected override void Check(BlobWrittenThrough blob, Finding finding) => finding.Report(blob.Opening.TargetMethod.Name);
}
