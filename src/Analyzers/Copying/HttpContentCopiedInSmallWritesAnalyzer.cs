namespace StreamTuning.Analyzers.Copying;

/// <summary>STRM1008: a streamed HTTP response that copies itself into a file, in writes of a few kilobytes.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class HttpContentCopiedInSmallWritesAnalyzer()
    : FactAnalyzer<FileCopy>(Rules.HttpContentCopiedInSmallWrites, FileCopy.Facts)
{
    private protected override void Check(FileCopy copy, Finding finding)
    {
        if (copy.Copy.Kind == CopySource.HttpContent
            && !copy.MayHaveBuffer(CopiedResponse.LargeBuffer)
            && CopiedResponse.Of(copy.Copy, finding.Types).IsStreamed
            && !copy.GainsLittle)
        {
            finding.Report(copy.Copy.Call.TargetMethod.Name, Int32Option.InBytes(finding.Option(Options.CopyBufferSize)));
        }
    }
}
