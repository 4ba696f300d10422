namespace StreamTuning.Analyzers.Uploads;

/// <summary>STRM4004: an uploaded file that is copied into memory.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class FormFileIntoMemoryAnalyzer() : FactAnalyzer<StreamCopy>(Rules.FormFileIntoMemory, StreamCopy.Facts)
{
    private protected override void Check(StreamCopy copy, Finding finding)
    {
        if (!copy.IsOfFormFile
            || !IsMemory(copy.Destination, finding.Types)
            || TestFiles.AreAllOf(finding.Compilation)
            || KeptArray.IsMadeOf(copy, finding.Types))
        {
            return;
        }

        if (!HandledRequest.IsSmall(copy, finding)
            && Precedence.OfContent(copy.Call, finding.Types) == Rules.FormFileIntoMemory)
        {
            finding.Report(copy.Call.TargetMethod.Name);
        }
    }

    /// <summary>
    /// Whether the stream is a <c>MemoryStream</c>, and not one derived from it or handed out by somebody, which may be pooled.
    /// </summary>
    private static bool IsMemory(IOperation destination, KnownTypes types) => destination.Origin() switch
    {
        IInvocationOperation => false,
        { } origin => origin.Type.Is(types.MemoryStream),
        null => destination.Type.Is(types.MemoryStream),
    };
}
