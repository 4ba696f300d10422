using Azure.Storage.Blobs;
using StreamTuning.BlobService;
using static StreamTuning.Benchmarks.Sizes;

namespace StreamTuning.Benchmarks;

/// <summary>Many small blobs, to one account that takes so many requests a second, and to two of them.</summary>
internal sealed class AccountCases(int names, int? turns)
{
    private const double RequestsPerSecond = 200;
    private const int Workers = 64;

    private static readonly (string Name, NetworkProfile Profile)[] _limits =
    [
        ("accounts that let requests wait", Limited(answersBusy: false)),
        ("accounts that answer ServerBusy", Limited(answersBusy: true)),
    ];

    public async IAsyncEnumerable<Case> AllAsync()
    {
        var content = BinaryData.FromBytes(new byte[16 * KiB]);
        await using FaultProxy first = FaultProxy.StartWithSink();
        await using FaultProxy second = FaultProxy.StartWithSink();
        BlobContainerClient[] containers = [await ConnectAsync(first), await ConnectAsync(second)];

        // By keys of our own: addresses have ports that differ from run to run, and with them the share of each account.
        var placement = new BlobPlacement(new Dictionary<string, BlobContainerClient> { ["first"] = containers[0], ["second"] = containers[1] });
        foreach ((string name, NetworkProfile profile) in _limits)
        {
            first.Network = second.Network = profile;
            Way[] ways =
            [
                new Way("one account", () => UploadAsync(containers[0].GetBlobClient)),
                new Way("two accounts by BlobPlacement", () => UploadAsync(placement.GetBlobClient)),
            ];
            yield return new Case($"{names} names, {name}", "in memory", content.ToMemory().Length, WarmUps: 0, turns ?? 3, Scale: 1, ways);
        }

        Task UploadAsync(Func<string, BlobClient> clientOf) => Parallel.ForAsync(
            0,
            names,
            new ParallelOptions { MaxDegreeOfParallelism = Workers },
            async (i, token) => await clientOf($"{i}.json").UploadBlocksAsync(content, overwrite: true, token));
    }

    private static async Task<BlobContainerClient> ConnectAsync(FaultProxy proxy) => new((await UploadTarget.OfSinkAsync(proxy)).ConnectionString, "uploads");

    private static NetworkProfile Limited(bool answersBusy) => NetworkProfile.Unlimited with
    {
        RoundTrip = TimeSpan.FromMilliseconds(10),
        RequestsPerSecond = RequestsPerSecond,
        AnswersExcessBusy = answersBusy,
    };
}
