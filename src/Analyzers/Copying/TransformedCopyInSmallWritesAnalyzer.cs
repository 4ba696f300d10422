namespace StreamTuning.Analyzers.Copying;

/// <summary>STRM1013: a copy through a compression or an encryption, which writes to the file in small blocks of its own.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class TransformedCopyInSmallWritesAnalyzer()
    : FactAnalyzer<TransformedCopy>(Rules.TransformedCopyInSmallWrites, TransformedCopy.Facts)
{
    /// <summary>In KiB: a compression but for Brotli. A larger buffer of the file is ten times as fast there.</summary>
    private const int VerySmall = 8;

    private protected override void Check(TransformedCopy transformed, Finding finding)
    {
        FileCopy copy = transformed.Copy;
        if (copy.PassesBuffer(CopiedResponse.LargeBuffer)
            && (copy.Copy.Kind != CopySource.HttpContent || CopiedResponse.Of(copy.Copy, finding.Types).IsStreamed)
            && !copy.IsAtMost(StreamCopy.DefaultBufferSize)
            && !copy.GainsLittle)
        {
            // A buffer that is larger than the writes gathers some of them.
            int largest = Math.Max(transformed.LargestWrite, (copy.Opening?.BufferSize ?? 0) / 1024);
            finding.ReportAs(
                largest <= VerySmall ? DiagnosticSeverity.Warning : DiagnosticSeverity.Info, copy.Copy.Call.TargetMethod.Name, largest,
                Int32Option.InBytes(finding.Option(Options.CopyBufferSize)));
        }
    }
}
