using StreamTuning.SimulatedShare;

namespace StreamTuning;

/// <summary>A mounted share that costs nothing, for tests that count requests or let them fail; skips them where none can be mounted.</summary>
public sealed class MountedShare : IDisposable
{
    private readonly string? _reason;
    private readonly ShareMount? _share;

    public MountedShare() => ShareMount.TryStart(SlowShareProfile.Instant, directory: null, out _share, out _reason);

    /// <summary>The share, empty, without a quota and faults, with nothing counted.</summary>
    public ShareMount Clean()
    {
        Skip.If(_share is null, _reason);
        _share.SetFaults();
        _share.Quota = null;
        _share.WritesWhatFits = true;
        _share.KeepsOwners = true;
        _share.Client = ShareClient.Direct;
        _share.Profile = SlowShareProfile.Instant;
        foreach (string directory in Directory.EnumerateDirectories(_share.Directory))
        {
            Directory.Delete(directory, recursive: true);
        }

        foreach (string file in Directory.EnumerateFiles(_share.Directory))
        {
            File.Delete(file);
        }

        AwaitEmpty();
        _share.ResetRequests();
        return _share;
    }

    /// <summary>Waits until what was deleted takes no room any more, which is a moment later.</summary>
    public void AwaitEmpty() => Assert.True(SpinWait.SpinUntil(() => _share!.UsedBytes == 0, TimeSpan.FromMinutes(1)), $"{_share!.UsedBytes} bytes are still in use.");

    public void Dispose() => _share?.Dispose();
}
