using System.Diagnostics;
using StreamTuning.Infrastructure;
using StreamTuning.SimulatedShare;
using Xunit.Abstractions;

namespace StreamTuning.Measuring;

/// <summary>Measurements of real directories and of a mounted share whose costs are known.</summary>
[Trait(Suite.Name, Suite.Slow)]
public sealed class DirectoryProbeTests(ITestOutputHelper output)
{
    private const double MiB = 1024 * 1024;

    /// <summary>Shares whose costs are known, and for how many seconds they are measured.</summary>
    public static TheoryData<string, int> Shares => new()
    {
        { nameof(SlowShareProfile.AzureFiles), 60 },
        { nameof(SlowShareProfile.RoundTrips), 40 },
        { "Far", 60 },
        { "Near", 30 },
    };

    [SkippableTheory]
    [MemberData(nameof(Shares))]
    public async Task The_costs_of_a_simulated_share_are_found(string name, int seconds)
    {
        SlowShareProfile profile = ProfileOf(name);
        Skip.IfNot(ShareMount.TryStart(profile, null, out ShareMount? share, out string? reason), reason);
        using (share)
        {
            StorageMeasurement measured = await MeasureAsync(share.Directory, seconds);

            // Each cost alone, timed on the mount itself, whose own requests and timers add to those of the profile.
            WriteCosts alone = TimeAlone(share.PathOf("alone"), profile.BytesPerSecond);
            WriteCosts costs = measured.Costs!;
            (string Cost, double Fitted, double Alone, double Profile)[] table =
            [
                ("a write that extends, ms", Milliseconds(costs.Write + costs.Extension), Milliseconds(alone.Write + alone.Extension),
                    Milliseconds(profile.Write + profile.Extension)),
                ("any other write, ms", Milliseconds(costs.Write), Milliseconds(alone.Write), Milliseconds(profile.Write)),
                ("a length, ms", Milliseconds(costs.LengthChange), Milliseconds(alone.LengthChange), Milliseconds(profile.Metadata)),
                ("MiB/s", costs.BytesPerSecond / MiB, alone.BytesPerSecond / MiB, profile.BytesPerSecond / MiB),
            ];
            output.WriteLine($"Load: {File.ReadAllText("/proc/loadavg").Trim()}");
            foreach ((string cost, double fitted, double timed, double known) in table)
            {
                output.WriteLine($"{name}, {cost}: profile {known:G3}, alone {timed:G3}, fitted {fitted:G3}, {fitted / timed:F2} of it");
            }

            // On an idle machine they are within 15 percent. Other tests may run beside this one.
            Assert.InRange(table[0].Fitted / table[0].Alone, 0.7, 1.5);
            Assert.InRange(table[3].Fitted / table[3].Alone, 0.6, 1.4);
            Assert.True(Advice.Of(measured).HasGain);
            output.WriteLine($"{name}, recommended: {Recommended(measured) / Best(measured):F2} of the best");

            // A busy machine has no time for the turns without which nothing but the defaults is recommended.
            Assert.InRange(Recommended(measured) / Best(measured), 1, measured.Settings!.First.Faster.Turns < 5 ? 2.5 : 1.3);
            Assert.Empty(Directory.GetFileSystemEntries(share.Directory));
        }
    }

    [SkippableTheory]
    [InlineData("tmpfs")]
    [InlineData("ext4")]
    public async Task On_disks_of_this_machine_there_is_nothing_to_gain(string type)
    {
        SkipWithout(SmallDisk.ProgramOf(type), "mount", "umount", "setsid");
        using var folder = new MountFolder();
        SmallDisk disk = SmallDisk.Mount(folder, "disk", type, 600L << 20);

        StorageMeasurement measured = await MeasureAsync(disk.Root, 15);

        Assert.Equal((type, true, type == "tmpfs"), (measured.FileSystem.Kind, measured.FileSystem.IsLocal, measured.FileSystem.IsMemory));
        Assert.False(Advice.Of(measured).HasGain, Advice.Of(measured).Verdict);
        Assert.All(measured.Reads, reads => Assert.Equal(type != "tmpfs", reads.IsCold));
    }

    [SkippableFact]
    public async Task Sshfs_is_measured_and_not_called_local()
    {
        SkipWithout(SshfsMount.Programs);
        using var folder = new MountFolder();
        string served = Directory.CreateDirectory(Path.Combine(SmallDisk.Mount(folder, "disk", "tmpfs", 600L << 20).Root, "served")).FullName;
        using var ssh = new SshServer(folder);
        using var mount = new SshfsMount(folder, ssh, served);

        StorageMeasurement measured = await MeasureAsync(mount.Root, 20);

        Assert.False(measured.FileSystem.IsLocal);
        Assert.DoesNotContain(Advice.Of(measured).Lines, line => line.Paste.Contains("Local", StringComparison.Ordinal));
    }

    [SkippableFact]
    public async Task A_full_disk_is_refused_before_anything_is_written()
    {
        SkipWithout(SmallDisk.ProgramOf("tmpfs"), "mount", "umount", "setsid");
        using var folder = new MountFolder();
        SmallDisk disk = SmallDisk.Mount(folder, "disk", "tmpfs", 100L << 20);

        MeasuringException refused = await Assert.ThrowsAsync<MeasuringException>(() => MeasureAsync(disk.Root, 10));

        Assert.Contains("A measurement needs 192 MiB", refused.Message);
        Assert.Empty(Directory.GetFileSystemEntries(disk.Root));
    }

    [SkippableFact]
    public async Task A_quota_that_the_free_space_does_not_tell_ends_it_and_leaves_nothing()
    {
        Skip.IfNot(ShareMount.TryStart(SlowShareProfile.Instant, null, out ShareMount? share, out string? reason), reason);
        using (share)
        {
            // It fits into the quota only at first.
            share.SetFaults(new ShareFault(ShareOperation.Write, Number: 200) { Count = int.MaxValue, Error = ShareError.QuotaExceeded });

            await Assert.ThrowsAsync<IOException>(() => MeasureAsync(share.Directory, 10));

            share.SetFaults([]);
            Assert.Empty(Directory.GetFileSystemEntries(share.Directory));
        }
    }

    [Fact]
    public async Task It_stops_at_any_moment_and_leaves_nothing()
    {
        string directory = Directory.CreateTempSubdirectory("measuring-").FullName;
        var random = new Random(Seed.Next(output));
        for (int i = 0; i < 10; i++)
        {
            using var stop = new CancellationTokenSource();
            int steps = random.Next(1, 60);
            var progress = new Counting(() =>
            {
                if (steps-- == 0)
                {
                    stop.Cancel();
                }
            });
            Exception? ended = await Record.ExceptionAsync(() => MeasureAsync(directory, 60, progress, stop.Token));

            // On a fast disk all may be measured before.
            Assert.True(ended is OperationCanceledException || (ended is null && !stop.IsCancellationRequested), $"{ended}");
            Assert.Empty(Directory.GetFileSystemEntries(directory));
        }

        Directory.Delete(directory);
    }

    private static SlowShareProfile ProfileOf(string name) => name switch
    {
        nameof(SlowShareProfile.AzureFiles) => SlowShareProfile.AzureFiles,
        nameof(SlowShareProfile.RoundTrips) => SlowShareProfile.RoundTrips,
        "Far" => Waiting(20, milliseconds: 25),
        "Near" => Waiting(60, milliseconds: 5),
        _ => throw new ArgumentOutOfRangeException(nameof(name), name, null),
    };

    /// <summary>A share of which each request waits as long, also one that makes a file longer.</summary>
    private static SlowShareProfile Waiting(double mibPerSecond, double milliseconds)
    {
        var wait = TimeSpan.FromMilliseconds(milliseconds);
        return new SlowShareProfile(mibPerSecond * MiB, wait, TimeSpan.Zero, wait);
    }

    private static WriteCosts TimeAlone(string path, double bytesPerSecond)
    {
        const int Times = 25;
        using var file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.None, bufferSize: 0, FileOptions.DeleteOnClose);
        TimeSpan length = Median(i => file.SetLength((Times - i) << 20));
        file.SetLength(Times);
        TimeSpan write = Median(i => WriteAt(i));
        TimeSpan extension = Median(i => WriteAt(Times + i)) - write;
        return new WriteCosts(TimeSpan.Zero, bytesPerSecond, write, extension, length);

        void WriteAt(int position)
        {
            file.Position = position;
            file.WriteByte(1);
        }

        static TimeSpan Median(Action<int> request) => TimeSpan.FromSeconds(Samples.Median(
        [
            .. Enumerable.Range(0, Times).Select(i =>
            {
                long start = Stopwatch.GetTimestamp();
                request(i);
                return Stopwatch.GetElapsedTime(start).TotalSeconds;
            }),
        ]));
    }

    private static double Milliseconds(TimeSpan time) => time.TotalMilliseconds;

    private async Task<StorageMeasurement> MeasureAsync(
        string directory, int seconds, IProgress<MeasureStep>? progress = null, CancellationToken cancellationToken = default)
    {
        using OwnFolder folder = OwnFolder.Create(directory);
        var run = new StorageRun(
            new DirectoryProbe(folder.Path), new MeasureOptions { Time = TimeSpan.FromSeconds(seconds), MaxBytes = 2L << 30 }, progress);
        StorageMeasurement measured = await run.RunAsync(directory, cancellationToken);
        output.WriteLine(Advice.Of(measured).Verdict);
        output.WriteLine($"{measured.Costs}, off by {measured.CostsError:F2}; {measured.Took}");
        foreach (WayTimes way in measured.Ways.Ways.Concat(measured.Settings?.Ways ?? []))
        {
            output.WriteLine($"{way.Way.Name}: {Units.Time(way.MedianSeconds)}, {way.Faster}");
        }

        Assert.True(measured.Took <= TimeSpan.FromSeconds(seconds * 1.25), $"{measured.Took}");
        return measured;
    }

    /// <summary>The time of what is recommended, in the table of settings.</summary>
    private static double Recommended(StorageMeasurement measured)
    {
        Comparison table = measured.Settings!;
        return Math.Min(
            (Advice.BestSetting(measured) ?? table.First).MedianSeconds,
            Advice.BestPlain(measured) is { } plain ? table.Find(plain)!.MedianSeconds : double.PositiveInfinity);
    }

    private static double Best(StorageMeasurement measured) => measured.Settings!.Fastest.MedianSeconds;

    private static void SkipWithout(params string[] programs) => Skip.If(Host.WhyNot(programs) is not null, Host.WhyNot(programs));

    private sealed class Counting(Action report) : IProgress<MeasureStep>
    {
        public void Report(MeasureStep value) => report();
    }
}
