using System.Diagnostics;
using System.Net.Http.Headers;

namespace StreamTuning.Benchmarks;

/// <summary>
/// Measures what uploads cost the server: all ways in turn, in an order that changes, so that what disturbs the machine disturbs all of them; and compares the runs
/// of each turn with each other.
/// </summary>
internal static class UploadRun
{
    /// <param name="server">The server.</param>
    /// <param name="all">The ways; those that are not worth waiting for are left out.</param>
    /// <param name="bytes">The length of the file.</param>
    /// <param name="requests">How many requests of each way one after the other are a run.</param>
    /// <param name="turns">How many runs of each way count, after one that does not.</param>
    public static async Task<IReadOnlyList<UploadResult>> MeasureAsync(ServerProcess server, IReadOnlyList<UploadWay> all, long bytes, int requests, int turns)
    {
        byte[] content = new byte[bytes];
        new Random(1).NextBytes(content);
        UploadWay[] ways = [.. all.Where(way => bytes <= way.Most)];
        byte[][] bodies = [.. ways.Select(way => way.Body(content))];
        Sample[][] samples = [.. ways.Select(_ => new Sample[turns])];
        int[] order = [.. Enumerable.Range(0, ways.Length)];
        var random = new Random(1);
        for (int turn = -1; turn < turns; turn++)
        {
            random.Shuffle(order);
            foreach (int way in order)
            {
                Sample sample = await RunAsync(server, ways[way], bodies[way], requests);
                if (turn >= 0)
                {
                    samples[way][turn] = sample;
                }
            }
        }

        return [.. ways.Select((way, i) => Summarize(way, bytes, requests, samples[i], samples[0]))];
    }

    private static async Task<Sample> RunAsync(ServerProcess server, UploadWay way, byte[] body, int requests)
    {
        ServerFigures nothing = await server.TakeFiguresAsync();
        ServerFigures before = await server.TakeFiguresAsync();
        long start = Stopwatch.GetTimestamp();
        for (int i = 0; i < requests; i++)
        {
            await server.SendAsync(way.Method, way.Path, new ByteArrayContent(body) { Headers = { ContentType = MediaTypeHeaderValue.Parse(way.ContentType) } });
        }

        TimeSpan time = Stopwatch.GetElapsedTime(start);
        ServerFigures after = await server.TakeFiguresAsync();

        // Without what it takes to ask.
        return new Sample(after - before - (before - nothing), time);
    }

    private static UploadResult Summarize(UploadWay way, long bytes, int requests, Sample[] samples, Sample[] first)
    {
        double[] processor = [.. samples.Select(sample => sample.Figures.Processor.TotalMilliseconds / requests)];
        double allocated = Median(samples.Select(sample => (double)sample.Figures.Allocated / requests));
        return new UploadResult(
            bytes,
            way.Name,
            samples.Length,
            requests,
            Median(processor),
            processor.Min(),
            processor.Max(),
            Median(samples.Select((sample, turn) => sample.Figures.Processor / first[turn].Figures.Processor)),
            allocated,
            allocated / Median(first.Select(sample => (double)sample.Figures.Allocated / requests)),
            samples[0].Figures.Written is null ? null : Median(samples.Select(sample => (double)sample.Figures.Written! / requests / bytes)),
            Median(samples.Select(sample => requests / sample.Time.TotalSeconds)),
            Median(samples.Select(sample => sample.Figures.Collections / ((double)bytes * requests / (1024 * Sizes.MiB)))))
        {
            Writes = samples[0].Figures.Writes is null ? null : Median(samples.Select(sample => (double)sample.Figures.Writes! / requests)),
        };
    }

    private static double Median(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        int middle = sorted.Length / 2;
        return sorted.Length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    private sealed record Sample(ServerFigures Figures, TimeSpan Time);
}
