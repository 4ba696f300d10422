using StreamTuning.BlobService;
using static StreamTuning.Benchmarks.Sizes;
using static StreamTuning.Benchmarks.TextTable;

namespace StreamTuning.Benchmarks;

/// <summary>How many requests an upload takes, and what they cost.</summary>
internal static class RequestRun
{
    // An example, and not what a service asks for today: the formula on the page is for the price of the reader.
    private const decimal PriceOfWrites = 0.05m;
    private const int WritesOfPrice = 10_000;
    private const int Uploads = 1_000_000;

    public static async Task RunAsync(string directory, IEnumerable<long> sizes, IReadOnlyList<UploadWay> ways, TextWriter writer)
    {
        var table = new TextTable(writer, ("size", 8, false), ("way", 30, true), ("writes", 6, false), ("other requests", 14, false), ("a million uploads", 17, false));
        table.WriteHeader();
        await using FaultProxy proxy = FaultProxy.StartWithSink();
        UploadTarget target = await UploadTarget.OfSinkAsync(proxy);
        foreach (long bytes in sizes)
        {
            string path = RandomFile.Ensure(directory, bytes);
            foreach (UploadWay way in ways)
            {
                proxy.ResetCounters();
                await target.UseAsync("blob", blob => way.UploadAsync(blob, path, true));
                long writes = proxy.Requests(BlobOperation.PutBlob) + proxy.Requests(BlobOperation.PutBlock) + proxy.Requests(BlobOperation.PutBlockList);
                decimal price = writes * PriceOfWrites / WritesOfPrice * Uploads;
                table.WriteRow(Sizes.Text(bytes), way.Name, Text($"{writes}"), Text($"{proxy.Requests() - writes}"), Text($"${price:0}"));
            }
        }
    }
}
