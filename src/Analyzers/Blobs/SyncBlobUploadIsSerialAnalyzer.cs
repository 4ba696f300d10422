namespace StreamTuning.Analyzers.Blobs;

/// <summary>STRM3003: a synchronous upload, which sends one block after the other.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class SyncBlobUploadIsSerialAnalyzer() : FactAnalyzer<BlobUpload>(Rules.SyncBlobUploadIsSerial, BlobUpload.Facts)
{
    private protected override void Check(BlobUpload upload, Finding finding)
    {
        bool isMeantParallel = upload.Settings is { IsParallel: true };

        // Content in memory is mostly small, unless the code says otherwise.
        if (!upload.IsAsync
            && upload.Settings is not { IsSerial: true }
            && (upload.Source != StreamKind.Memory || isMeantParallel)
            && !upload.IsSmall
            && !upload.IsConcurrent)
        {
            finding.ReportAs(
                isMeantParallel ? DiagnosticSeverity.Warning : DiagnosticSeverity.Info,
                upload.Call.TargetMethod.Name,
                isMeantParallel ? ", even with MaximumConcurrency set" : "");
        }
    }
}
