namespace StreamTuning.Analyzers.Copying;

/// <summary>STRM1001: a copy into a file that leaves the size of the writes to the default buffer.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class CopyIntoFileWithDefaultBufferAnalyzer() : FactAnalyzer<FileCopy>(Rules.CopyIntoFileWithDefaultBuffer, FileCopy.Facts)
{
    private protected override void Check(FileCopy copy, Finding finding)
    {
        int size = finding.Option(Options.CopyBufferSize);
        if (copy.IsWrittenWithDefaultBuffer(size) && !copy.GainsLittle)
        {
            // In KiB: the pool gives 128 for the default buffer, and a larger one of the file gathers the blocks.
            int largest = Math.Max(128, (copy.Opening?.BufferSize ?? 0) / 1024);
            finding.Report(copy.Copy.Call.TargetMethod.Name, largest, Int32Option.InBytes(size));
        }
    }
}
