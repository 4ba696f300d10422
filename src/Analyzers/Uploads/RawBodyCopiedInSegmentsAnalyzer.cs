namespace StreamTuning.Analyzers.Uploads;

/// <summary>STRM4008: the body of a request that copies itself into a file, segment by segment.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class RawBodyCopiedInSegmentsAnalyzer() : FactAnalyzer<FileCopy>(Rules.RawBodyCopiedInSegments, FileCopy.Facts)
{
    /// <summary>
    /// From this many bytes on the buffer of a file gathers the segments. A server does not allocate more for each upload than it has to.
    /// </summary>
    public const int LargeBuffer = 65_536;

    private protected override void Check(FileCopy copy, Finding finding)
    {
        int small = finding.Option(Options.SmallUploadBytes);
        if (copy.Copy.IsOfRequestBody
            && !copy.MayHaveBuffer(LargeBuffer)
            && !copy.IsAtMost(small)
            && !(HandledRequest.LimitsOf(finding)?.Request <= small))
        {
            finding.Report(copy.Copy.Call.TargetMethod.Name);
        }
    }
}
