namespace StreamTuning.Infrastructure;

/// <summary>Is over when nothing was heard for some time, however long everything took until then.</summary>
public sealed class SilenceLimit : IDisposable
{
    private readonly TimeSpan _longest;
    private readonly CancellationTokenSource _over;

    public SilenceLimit(TimeSpan longest, TimeProvider? clock = null)
    {
        _longest = longest;
        _over = new CancellationTokenSource(longest, clock ?? TimeProvider.System);
    }

    public CancellationToken Over => _over.Token;

    public void Hear() => _over.CancelAfter(_longest);

    public void Dispose() => _over.Dispose();
}
