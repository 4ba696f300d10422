namespace StreamTuning.Analyzers.Copying;

/// <summary>
/// STRM1004: a file opened with a buffer that is larger than the blocks that are written, so that they go through it for nothing.
/// </summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class FileBufferLargerThanWritesAnalyzer() : FactAnalyzer<OpenedFile>(Rules.FileBufferLargerThanWrites, OpenedFile.Facts)
{
    private protected override void Check(OpenedFile opening, Finding finding)
    {
        // Blocks of less than the default would go through that buffer, too.
        if (opening is { BufferSize: > OpenedFile.DefaultBufferSize and var bufferSize, GivenBufferSize: { } given }
            && BlockwiseFile.TryRead(opening, finding.Types) is { LeastBlock: >= OpenedFile.DefaultBufferSize } file
            && file.MostBlock < bufferSize)
        {
            finding.ReportAt(given.Syntax.GetLocation(), bufferSize, file.MostBlock);
        }
    }
}
