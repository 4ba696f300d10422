using MathNet.Numerics.Distributions;

namespace StreamTuning.Measuring;

/// <summary>Storage whose costs are known, on a clock that only it moves.</summary>
/// <param name="costs">What writes cost.</param>
/// <param name="random">Disturbs the times.</param>
/// <param name="noise">How much.</param>
internal sealed class MadeUpStorage(WriteCosts costs, Random random, double noise = 0.02) : TimeProvider, IStorageProbe
{
    private long _ticks;

    public TimeProvider Clock => this;

    public FileSystemFacts Facts { get; init; } = new("nfs4", false, false, 1L << 40, 1L << 40, false, false, true);

    /// <summary>The ways that fail.</summary>
    public Func<CopyWay, bool> Refuses { get; init; } = static _ => false;

    /// <summary>The rate of steady writes in MiB/s at a time in seconds.</summary>
    public Func<double, double> SteadyRate { get; init; } = static _ => 100;

    /// <summary>How many times as fast the runtime is with so many writes at once.</summary>
    public Func<CopyWay, double> GainOfSettings { get; init; } = static _ => 1;

    public long Written { get; private set; }

    public TimeSpan Elapsed => new(_ticks);

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public override long GetTimestamp() => _ticks;

    public override DateTimeOffset GetUtcNow() => DateTimeOffset.UnixEpoch;

    public FileSystemFacts Examine() => Facts;

    public Way Copy(CopyWay way, long bytes, CancellationToken cancellationToken) => new(way.Name, () =>
    {
        cancellationToken.ThrowIfCancellationRequested();
        if (Refuses(way))
        {
            throw new IOException("The operation is not permitted.");
        }

        Written += bytes;
        Wait(costs.TimeOf((way.IsOfRuntime ? CopyWay.PresetBlocks : way).FileOf(bytes)).TotalSeconds / (way.IsOfRuntime ? GainOfSettings(way) : 1));
        return Task.CompletedTask;
    });

    public Task<SmallFiles> WriteFilesAsync(int atOnce, int most, TimeSpan limit, CancellationToken cancellationToken)
    {
        double file = costs.TimeOf(new WrittenFile(SmallFiles.Bytes, SmallFiles.Bytes, false)).TotalSeconds / atOnce;
        int files = (int)Math.Clamp(limit.TotalSeconds / file, 1, most);
        Wait(files * file);
        return Task.FromResult(new SmallFiles(atOnce, files, files * file));
    }

    public Task<ReadTimes> ReadAsync(int block, bool isRandom, long bytes, TimeSpan limit, CancellationToken cancellationToken)
    {
        Wait(limit.TotalSeconds / 2);
        return Task.FromResult(new ReadTimes(block, isRandom, true, 10, 0.001, block / 0.001));
    }

    public Task<IReadOnlyList<double>> WriteSteadilyAsync(int block, int most, TimeSpan limit, CancellationToken cancellationToken)
    {
        var ends = new List<double>();
        double now = 0;
        do
        {
            now += block / (SteadyRate(now) * 1024 * 1024) * LogNormal.Sample(random, 0, noise);
            ends.Add(now);
        }
        while (now < limit.TotalSeconds && ends.Count < most);

        Wait(now);
        return Task.FromResult<IReadOnlyList<double>>(ends);
    }

    private void Wait(double seconds) => _ticks += (long)(seconds * LogNormal.Sample(random, 0, noise) * TimeSpan.TicksPerSecond);
}
