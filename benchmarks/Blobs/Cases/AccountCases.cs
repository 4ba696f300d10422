using Azure.Storage.Blobs;
using Azure.Storage.Blobs.Models;
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
        foreach ((string name, NetworkProfile profile) in _limits)
        {
            first.Network = second.Network = profile;
            Way[] ways =
            [
                new Way("one account", () => UploadAsync(_ => containers[0])),
                new Way("two accounts", () => UploadAsync(blob => containers[Place(blob)])),
            ];
            yield return new Case($"{names} names, {name}", "in memory", content.ToMemory().Length, WarmUps: 1, turns ?? 3, Scale: 1, ways);
        }

        Task UploadAsync(Func<string, BlobContainerClient> containerOf) => Parallel.ForAsync(
            0,
            names,
            new ParallelOptions { MaxDegreeOfParallelism = Workers },
            async (i, token) =>
            {
                string blob = $"{i}.json";
                await containerOf(blob).GetBlobClient(blob).UploadAsync(content, new BlobUploadOptions(), token);
            });
    }

    /// <summary>FNV-1a: the same account for the same name in every process.</summary>
    private static int Place(string name)
    {
        uint hash = 2_166_136_261;
        foreach (char c in name)
        {
            hash = unchecked((hash ^ c) * 16_777_619);
        }

        return (int)((hash >> 16) & 1);
    }

    private static async Task<BlobContainerClient> ConnectAsync(FaultProxy proxy) => new((await UploadTarget.OfSinkAsync(proxy)).ConnectionString, "uploads");

    private static NetworkProfile Limited(bool answersBusy) => NetworkProfile.Unlimited with
    {
        RoundTrip = TimeSpan.FromMilliseconds(10),
        RequestsPerSecond = RequestsPerSecond,
        AnswersExcessBusy = answersBusy,
    };
}
