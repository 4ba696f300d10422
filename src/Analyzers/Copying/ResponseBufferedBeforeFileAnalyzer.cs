namespace StreamTuning.Analyzers.Copying;

/// <summary>STRM1012: an HTTP response that is taken into memory only to be copied into a file.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class ResponseBufferedBeforeFileAnalyzer()
    : FactAnalyzer<FileCopy>(Rules.ResponseBufferedBeforeFile, FileCopy.Facts)
{
    /// <summary>What is visibly no longer may as well be in memory, in bytes.</summary>
    private const int Small = 1_048_576;

    private protected override void Check(FileCopy copy, Finding finding)
    {
        if (CopiedResponse.Of(copy.Copy, finding.Types).IsBuffered && !copy.IsAtMost(Small))
        {
            finding.Report(copy.Copy.Call.TargetMethod.Name);
        }
    }
}
