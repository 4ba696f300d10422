namespace StreamTuning.Analyzers.Copying;

/// <summary>STRM1003: a new file that is filled from one source of known length without setting its length first.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class PresetLengthOfFileAnalyzer() : FactAnalyzer<FilledFile>(Rules.PresetLengthOfFile, FilledFile.Facts)
{
    private protected override void Check(FilledFile file, Finding finding)
    {
        int minimum = finding.Option(Options.MinimumPresetLength);
        if (!(file.Length.Constant <= minimum)
            && Precedence.OfFile(file, finding) == Rules.PresetLengthOfFile
            && file.Copy?.IsAtMost(minimum) != true
            && TargetFile.TryRead(finding.Operation, finding.Types) is { } target
            && !(file.CleanUp is null
                && target.MayHaveBuffer(finding.Option(Options.CopyBufferSize, Rules.CopyIntoFileWithDefaultBuffer)))
            && !(file.Copy?.GainsLittle ?? target.GainsLittle))
        {
            finding.Report(file.File?.Name ?? "the file");
        }
    }
}
