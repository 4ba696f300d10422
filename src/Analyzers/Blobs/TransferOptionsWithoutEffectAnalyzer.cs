namespace StreamTuning.Analyzers.Blobs;

/// <summary>STRM3002: options that say how to send blocks, for uploads that do not send any.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class TransferOptionsWithoutEffectAnalyzer()
    : FactAnalyzer<BlockOption>(Rules.TransferOptionsWithoutEffect, BlockOption.Facts)
{
    private protected override void Check(BlockOption option, Finding finding)
    {
        if (UnblockedUploads.TryFind(option, finding.Types) is { Settings: { } settings })
        {
            finding.ReportAt(
                (option.Creation ?? (IOperation)option.Assignment).Syntax.GetLocation(),
                (settings.MaximumTransferSize, settings.MaximumConcurrency) switch
                {
                    (null, _) => "MaximumConcurrency",
                    (_, null) => "MaximumTransferSize",
                    _ => "MaximumTransferSize and MaximumConcurrency",
                });
        }
    }
}
