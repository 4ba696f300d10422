namespace StreamTuning.Analyzers.Blobs;

/// <summary>STRM3001: an asynchronous upload that sends all of the content in one request.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class UnblockedBlobUploadAnalyzer() : FactAnalyzer<BlobUpload>(Rules.UnblockedBlobUpload, BlobUpload.Facts)
{
    private protected override void Check(BlobUpload upload, Finding finding)
    {
        if (upload is { IsAsync: true, Source: not (StreamKind.Memory or StreamKind.Unseekable),
            Settings: { InitialTransferSize: null, IsSerial: false },
            HasSettingsWithoutEffect: false }
            && !upload.IsSmall
            && !upload.RulesOutBlocks
            && !upload.IsConcurrent)
        {
            // An uploaded file is often small, and an unknown stream may not seek: then the SDK sends it in blocks.
            finding.ReportAs(upload.IsOfFile ? DiagnosticSeverity.Warning : DiagnosticSeverity.Info, upload.Call.TargetMethod.Name);
        }
    }
}
