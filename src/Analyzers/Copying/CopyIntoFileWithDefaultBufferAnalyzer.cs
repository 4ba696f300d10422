namespace StreamTuning.Analyzers.Copying;

/// <summary>STRM1001: a copy into a file that leaves the size of the writes to the default buffer.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class CopyIntoFileWithDefaultBufferAnalyzer() : FactAnalyzer<FileCopy>(Rules.CopyIntoFileWithDefaultBuffer, FileCopy.Facts)
{
    private protected override void Check(FileCopy copy, Finding finding)
    {
        if (copy.IsWrittenWithDefaultBuffer(finding.Option(Options.CopyBufferSize)) && !copy.GainsLittle)
        {
            // In KiB: the pool gives 128 for the default buffer, and a larger one of the file gathers the blocks.
            finding.Report(copy.Copy.Call.TargetMethod.Name, Math.Max(128, (copy.Opening?.BufferSize ?? 0) / 1024));
        }
    }
}
