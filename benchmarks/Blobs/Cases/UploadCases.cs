using StreamTuning.BlobService;
using static StreamTuning.Benchmarks.Sizes;

namespace StreamTuning.Benchmarks;

/// <summary>Uploads of a file, by network and size.</summary>
internal sealed class UploadCases(string directory, int? turns)
{
    private static readonly long[] _sizes = [64 * KiB, 128 * KiB, 256 * KiB, 512 * KiB, MiB, 2 * MiB, 4 * MiB, 8 * MiB, 16 * MiB, 64 * MiB, 256 * MiB];

    /// <summary>A cloud's data centre nearby, and a slow line from far away.</summary>
    private static readonly (string Name, NetworkProfile Profile)[] _networks =
    [
        ("8 MiB/s, 20 ms", NetworkProfile.Of(8, 20)),
        ("2 MiB/s, 100 ms", NetworkProfile.Of(2, 100)),
    ];

    /// <summary>Into the sink: what the network allows.</summary>
    public async IAsyncEnumerable<Case> IntoSinkAsync()
    {
        await using FaultProxy proxy = FaultProxy.StartWithSink();
        UploadTarget target = await UploadTarget.OfSinkAsync(proxy);
        foreach ((string name, NetworkProfile profile) in _networks)
        {
            proxy.Network = profile;
            foreach (long bytes in _sizes)
            {
                yield return Case($"uploads to the sink, {name}", bytes, target);
            }
        }
    }

    /// <summary>Into Azurite: what that allows, too. Without a network between it is its ceiling.</summary>
    public async IAsyncEnumerable<Case> IntoAzuriteAsync()
    {
        await using AzuriteServer azurite = await AzuriteServer.StartAsync(AzuriteStorage.Disk);
        await using FaultProxy proxy = FaultProxy.Start(azurite.Uri);
        UploadTarget target = await UploadTarget.OfAzuriteAsync(azurite, proxy);
        foreach ((string name, NetworkProfile profile) in _networks)
        {
            proxy.Network = profile;
            foreach (long bytes in _sizes.Where(bytes => bytes is >= MiB and <= 64 * MiB))
            {
                yield return Case($"uploads to Azurite, {name}", bytes, target);
            }
        }

        UploadTarget direct = await UploadTarget.OfAzuriteAsync(azurite, proxy: null);
        foreach (long bytes in _sizes.Where(bytes => bytes >= 16 * MiB))
        {
            yield return Case("uploads to Azurite, no network", bytes, direct);
        }
    }

    private Case Case(string name, long bytes, UploadTarget target)
    {
        string path = RandomFile.Ensure(directory, bytes);
        Way[] ways =
        [
            .. UploadWays.Timed.Select((way, i) => new Way(way.Name, () => target.UseAsync($"blob-{i}", blob => way.UploadAsync(blob, path, true)))),
        ];
        return new Case(name, "file", bytes, WarmUps: 1, turns ?? (bytes <= 16 * MiB ? 5 : 3), Scale: 1, ways);
    }
}
