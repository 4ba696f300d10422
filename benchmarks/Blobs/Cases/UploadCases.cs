using StreamTuning.BlobService;
using static StreamTuning.Benchmarks.Sizes;

namespace StreamTuning.Benchmarks;

/// <summary>Uploads of a file, by network and size.</summary>
/// <param name="directory">Where the files are.</param>
/// <param name="turns">How many turns; <see langword="null"/> for as many as the size allows.</param>
/// <param name="most">What is larger is taken to be of this size.</param>
internal sealed class UploadCases(string directory, int? turns, long most)
{
    /// <summary>A cloud's data centre nearby.</summary>
    private static readonly (string Name, NetworkProfile Profile) _near = ("8 MiB/s, 20 ms", NetworkProfile.Of(8, 20));

    /// <summary>A slow line from far away.</summary>
    private static readonly (string Name, NetworkProfile Profile) _far = ("2 MiB/s, 100 ms", NetworkProfile.Of(2, 100));

    /// <summary>Into the sink: what the network allows.</summary>
    public async IAsyncEnumerable<Case> IntoSinkAsync()
    {
        await using FaultProxy proxy = FaultProxy.StartWithSink(_near.Profile);
        UploadTarget target = await UploadTarget.OfSinkAsync(proxy);
        foreach (long bytes in AtMost(64 * KiB, 256 * KiB, MiB, 4 * MiB, 16 * MiB, 64 * MiB, 256 * MiB))
        {
            yield return Case($"uploads to the sink, {_near.Name}", bytes, target, UploadWays.Timed);
        }

        foreach ((string name, NetworkProfile profile) in new[] { _near, _far })
        {
            proxy.Network = profile;
            foreach (long bytes in AtMost(MiB, 2 * MiB, 4 * MiB, 16 * MiB, 64 * MiB))
            {
                yield return Case($"uploads in blocks to the sink, {name}", bytes, target, UploadWays.InBlocks);
            }
        }

        proxy.Network = _far.Profile;
        foreach (long bytes in AtMost(256 * KiB, 4 * MiB, 64 * MiB))
        {
            yield return Case($"uploads to the sink, {_far.Name}", bytes, target, UploadWays.Timed, turnsIfLong: 3);
        }
    }

    /// <summary>Into the sink, from a machine in the region of the account: what most services see.</summary>
    public async IAsyncEnumerable<Case> InRegionAsync()
    {
        await using FaultProxy proxy = FaultProxy.StartWithSink();
        UploadTarget target = await UploadTarget.OfSinkAsync(proxy);
        foreach (int milliseconds in new[] { 1, 2 })
        {
            proxy.Network = NetworkProfile.Of(60, milliseconds) with { TotalBytesPerSecond = 240 * MiB };
            foreach (long bytes in AtMost(MiB, 4 * MiB, 16 * MiB, 64 * MiB, 256 * MiB))
            {
                yield return Case($"uploads in the region, 60 MiB/s, {milliseconds} ms", bytes, target, UploadWays.Timed, turnsIfLong: 5);
            }
        }
    }

    /// <summary>Into Azurite: what that allows, too. Without a network between it is its ceiling.</summary>
    public async IAsyncEnumerable<Case> IntoAzuriteAsync()
    {
        await using AzuriteServer azurite = await AzuriteServer.StartAsync(AzuriteStorage.Disk);
        await using FaultProxy proxy = FaultProxy.Start(azurite.Uri, _near.Profile);
        UploadTarget target = await UploadTarget.OfAzuriteAsync(azurite, proxy);
        foreach (long bytes in AtMost(4 * MiB, 16 * MiB, 64 * MiB))
        {
            yield return Case($"uploads to Azurite, {_near.Name}", bytes, target, UploadWays.Timed, turnsIfLong: 3);
        }

        proxy.Network = _far.Profile;
        yield return Case($"uploads to Azurite, {_far.Name}", AtMost(64 * MiB).Single(), target, UploadWays.Timed, turnsIfLong: 3);

        UploadTarget direct = await UploadTarget.OfAzuriteAsync(azurite, proxy: null);
        foreach (long bytes in AtMost(4 * MiB, 16 * MiB, 64 * MiB))
        {
            yield return Case("uploads to Azurite, no network", bytes, direct, UploadWays.Timed, turnsIfLong: 3);
        }
    }

    private IEnumerable<long> AtMost(params long[] sizes) => sizes.Select(bytes => Math.Min(bytes, most)).Distinct();

    private Case Case(string name, long bytes, UploadTarget target, IReadOnlyList<UploadWay> ways, int turnsIfLong = 5)
    {
        string path = RandomFile.Ensure(directory, bytes);
        Way[] measured = [.. ways.Select((way, i) => new Way(way.Name, () => target.UseAsync($"blob-{i}", blob => way.UploadAsync(blob, path, true))))];

        // What is long needs no warming up: the smaller sizes have done that.
        bool isLong = bytes > 16 * MiB;
        int chosen = bytes > 64 * MiB ? 3 : isLong ? turnsIfLong : bytes > MiB ? 7 : 9;
        return new Case(name, "file", bytes, WarmUps: isLong ? 0 : 1, turns ?? chosen, Scale: 1, measured);
    }
}
