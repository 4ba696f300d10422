namespace StreamTuning;

/// <summary>A temporary file, which may become another one while it is written.</summary>
internal sealed class StagingDestination(StagingTarget target) : CopyDestination
{
    public override ValueTask<long> ReceiveAsync(CopySource source, CopySettings settings, bool async) => FileCopy.RunAsync(source, target, settings, async);
}
