namespace StreamTuning.Analyzers.Uploads;

/// <summary>STRM4009: an uploaded file that is wanted as an array, and goes through memory that grows.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class FormFileArrayThroughMemoryAnalyzer() : FactAnalyzer<StreamCopy>(Rules.FormFileArrayThroughMemory, StreamCopy.Facts)
{
    private protected override void Check(StreamCopy copy, Finding finding)
    {
        if (copy.IsOfFormFile
            && !TestFiles.AreAllOf(finding.Compilation)
            && KeptArray.IsMadeOf(copy, finding.Types)
            && FormFileArray.TryRead(copy, finding.Types) is not null
            && !HandledRequest.IsSmall(copy, finding)
            && Precedence.OfContent(copy.Call, finding.Types) == Rules.FormFileIntoMemory)
        {
            finding.Report(copy.Call.TargetMethod.Name);
        }
    }
}
