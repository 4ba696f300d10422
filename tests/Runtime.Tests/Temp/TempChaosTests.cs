using StreamTuning.SimulatedShare;
using Xunit.Abstractions;
using static StreamTuning.Bytes;

namespace StreamTuning.Temp;

/// <summary>
/// Hundreds of files, three at a time, staged on small disks and a share on which anything may go wrong: what is staged is right to the byte, what fails
/// says so, and in the end nothing is left anywhere, not even a promise.
/// </summary>
[Trait(Suite.Name, Suite.Slow)]
public sealed class TempChaosTests(MountedShare mounted, ITestOutputHelper output) : IClassFixture<MountedShare>
{
    private const int Rounds = 100;
    private const int AtOnce = 3;
    private const int Largest = 3 * MiB;

    private static readonly ShareOperation[] _operations =
        [ShareOperation.Write, ShareOperation.Write, ShareOperation.Write, ShareOperation.SetLength, ShareOperation.Create, ShareOperation.Read, ShareOperation.FreeSpace, ShareOperation.MakeDirectory];

    private static readonly ShareError[] _errors =
        [ShareError.NoSpace, ShareError.NoSpace, ShareError.QuotaExceeded, ShareError.InputOutput, ShareError.AccessDenied, ShareError.Stale];

    private static readonly ShareClient[] _clients =
        [ShareClient.Direct, ShareClient.Direct, ShareClient.Sshfs, ShareClient.Nfs, ShareClient.Cifs, ShareClient.MooseFS, new() { WritesBack = true, ReportsAtNextWrite = true }];

    [SkippableFact]
    public async Task Whatever_happens_no_byte_is_wrong_and_nothing_is_left()
    {
        int seed = Seed.Next(output);
        ShareMount share = mounted.Clean();
        using var small = MemoryDisk.Mount("size=4m");
        using var large = MemoryDisk.Mount("size=6m");
        string[] roots = [share.Directory, small.Root, large.Root];
        int staged = 0;
        int failed = 0;
        for (int round = 0; round < Rounds; round++)
        {
            var random = new Random(seed + round);
            random.Shuffle(roots);
            var space = new TestSpace(options => options.MemoryLimit = Pick(random, 0, 1, 1000, 300_000, MiB), roots[..random.Next(1, 4)]);
            string troubles = MakeTrouble(share, [small, large], random);
            string what = $"seed {seed + round}: {troubles}, roots {string.Join(", ", roots)}";
            (Task<TempFile?> Staging, byte[] Content, CancellationTokenSource Cancellation)[] files = [.. Enumerable.Range(0, AtOnce).Select(_ => Start(space, random.Next(), what))];
            foreach ((Task<TempFile?> staging, byte[] content, _) in files)
            {
                using TempFile? file = await staging;
                if (file is null)
                {
                    failed++;
                    continue;
                }

                staged++;
                share.SetFaults();
                Exception? broken = await Record.ExceptionAsync(() => TestSpace.AssertHoldsAsync(content, file));
                Assert.True(broken is null, $"{broken?.Message} {file.Path} begins with {File.ReadAllBytes(file.Path).TakeWhile(each => each == 0).Count()} zeros; {what}");
            }

            share.SetFaults();
            share.Quota = null;

            // Who has cancelled does not wait long for a share, which deletes the file a moment later.
            TimeSpan patience = files.Any(file => file.Cancellation.IsCancellationRequested) ? TimeSpan.FromMinutes(1) : TimeSpan.Zero;
            Assert.True(SpinWait.SpinUntil(() => !space.Left.Any(), patience), $"{string.Join(", ", space.Left)} left; {what}");
            foreach (string filler in new[] { small, large }.Select(disk => Path.Combine(disk.Root, "filler")))
            {
                File.Delete(filler);
            }

            mounted.AwaitEmpty();

            // All promises have been taken back: there is as much room as there is, as soon as no process that another test is just starting holds a deleted file.
            TempDirectoryState? taken = null;
            Assert.True(SpinWait.SpinUntil(HasWhatItHas, TimeSpan.FromMinutes(1)), $"{taken} does not have what it has; {what}");

            bool HasWhatItHas()
            {
                space.Choose(0);
                taken = space.LastDecision.Directories[^1];
                return taken.AvailableBytes == new DriveInfo(taken.Directory).AvailableFreeSpace;
            }
        }

        output.WriteLine($"{staged} staged, {failed} failed.");
        Assert.InRange(failed, Rounds * AtOnce / 20, Rounds * AtOnce * 3 / 4);
    }

    private static (Task<TempFile?> Staging, byte[] Content, CancellationTokenSource Cancellation) Start(TestSpace space, int seed, string what)
    {
        var random = new Random(seed);
        byte[] content = Random(Pick(random, 0, 1, 1000, random.Next(MiB), random.Next(Largest)), random.Next());
        bool canSeek = random.Next(2) == 0;
        bool async = random.Next(2) == 0;
        bool fails = random.Next(10) == 0;
        bool isCancelled = random.Next(10) == 0;
        int at = random.Next(content.Length + 1);
        long? expected = Pick<long?>(random, null, content.Length, content.Length / 2, 2L * content.Length, 0);
        int[] pieces = [.. Enumerable.Range(0, 5).Select(_ => random.Next(1, Pick(random, 5000, 200_000, MiB)))];
        what += $"; {content.Length} bytes, expected {expected}, seeks {canSeek}, async {async}, fails {fails} and is cancelled {isCancelled} at {at}";
        var cancellation = new CancellationTokenSource();
        return (Task.Run(StageAsync), content, cancellation);

        async Task<TempFile?> StageAsync()
        {
            var failure = new ArithmeticException("The source broke off.");
            var source = new TestSource(content, canSeek, pieces, pauses: random.Next(2) == 0)
            {
                ClaimedLength = canSeek && random.Next(4) == 0 ? expected : null,
                FailsAt = fails ? at : int.MaxValue,
                Failure = failure,
                BeforeRead = read =>
                {
                    if (isCancelled && read == at % 5)
                    {
                        cancellation.Cancel();
                    }
                },
            };
            try
            {
                return await space.StageAsync(source, async, new TempFileOptions { ExpectedLength = expected }, cancellation.Token);
            }
            catch (Exception e)
            {
                bool isClear = e is IOException && (e.Message.StartsWith("No directory has room", StringComparison.Ordinal) || e.Message.Contains("cannot be read again", StringComparison.Ordinal));
                Assert.True(isClear || (fails && e == failure) || (isCancelled && e is OperationCanceledException), $"{what}; {e}");
                return null;
            }
        }
    }

    private static string MakeTrouble(ShareMount share, MemoryDisk[] disks, Random random)
    {
        foreach (MemoryDisk disk in disks)
        {
            if (random.Next(3) == 0)
            {
                disk.FillUpTo(random.Next(4 * MiB) & ~4095);
            }
        }

        share.Client = Pick(random, _clients);
        share.WritesWhatFits = random.Next(2) == 0;
        share.Quota = random.Next(3) == 0 ? random.Next(8 * MiB) : null;
        ShareFault[] faults = [.. Enumerable.Range(0, random.Next(3)).Select(_ => MakeFault(random))];
        share.SetFaults(faults);
        return $"{share.Client}, quota {share.Quota}, faults {string.Join(", ", faults.Select(fault => fault.ToString()))}";
    }

    private static ShareFault MakeFault(Random random)
    {
        ShareOperation operation = Pick(random, _operations);
        return new ShareFault(operation, random.Next(1, 8))
        {
            Count = Pick(random, 1, 2, int.MaxValue),
            Error = operation is ShareOperation.Write && random.Next(5) == 0 ? ShareError.FileTooLarge : Pick(random, _errors),
            LosesReply = random.Next(2) == 0,
        };
    }

    private static T Pick<T>(Random random, params ReadOnlySpan<T> values) => values[random.Next(values.Length)];
}
