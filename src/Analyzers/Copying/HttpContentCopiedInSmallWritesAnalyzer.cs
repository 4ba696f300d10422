namespace StreamTuning.Analyzers.Copying;

/// <summary>STRM1008: a streamed HTTP response that copies itself into a file, in writes of a few kilobytes.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class HttpContentCopiedInSmallWritesAnalyzer()
    : FactAnalyzer<FileCopy>(Rules.HttpContentCopiedInSmallWrites, FileCopy.Facts)
{
    /// <summary>From this many bytes on the buffer of a file gathers the small writes.</summary>
    private const int LargeBuffer = 65_536;

    private protected override void Check(FileCopy copy, Finding finding)
    {
        if (copy.Copy.Kind == CopySource.HttpContent && !copy.MayHaveBuffer(LargeBuffer) && copy.Copy.IsOfStreamedResponse)
        {
            finding.Report(copy.Copy.Call.TargetMethod.Name);
        }
    }
}
