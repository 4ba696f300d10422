using System.IO.Pipelines;
using StreamTuning.SimulatedShare;
using Xunit.Abstractions;
using static StreamTuning.Bytes;

namespace StreamTuning.Copying;

/// <summary>
/// Thousands of random copies onto a mounted share on which anything may go wrong, each from a source and to a destination of a random kind. A copy that
/// succeeds is exact to the byte; one that fails leaves what is promised; and no block comes back to its pool while it is written, since blocks that come
/// back are poisoned at once.
/// </summary>
[Trait(Suite.Name, Suite.Slow)]
public sealed class ChaosTests(MountedShare mounted, ITestOutputHelper output) : IClassFixture<MountedShare>
{
    private const int Rounds = 2000;
    private const int SmallWrite = 128 * KiB;
    private const string Destination = "destination";

    private static readonly ShareOperation[] _operations =
        [ShareOperation.Write, ShareOperation.Write, ShareOperation.Write, ShareOperation.SetLength, ShareOperation.Create, ShareOperation.Open, ShareOperation.Rename, ShareOperation.Preallocate];

    private static readonly ShareError[] _errors = [ShareError.NoSpace, ShareError.InputOutput, ShareError.QuotaExceeded];

    private static readonly ShareClient[] _clients =
        [ShareClient.Direct, ShareClient.Direct, ShareClient.Sshfs, ShareClient.Nfs, ShareClient.Cifs, ShareClient.MooseFS, new() { WritesBack = true, ReportsAtNextWrite = true }];

    [SkippableFact]
    public async Task Whatever_happens_no_byte_is_wrong()
    {
        int seed = Seed.Next(output);
        ShareMount share = mounted.Clean();
        int failed = 0;
        for (int round = 0; round < Rounds; round++)
        {
            failed += await RunAsync(share, seed + round) ? 0 : 1;
        }

        output.WriteLine($"{failed} of {Rounds} copies failed.");
        Assert.InRange(failed, Rounds / 10, Rounds * 9 / 10);
    }

    private static async Task<bool> RunAsync(ShareMount share, int seed)
    {
        var random = new Random(seed);
        var copy = new RandomCopy(random);
        if (copy.Fault is RandomFault.Write or RandomFault.Length)
        {
            copy.Fault = RandomFault.None;
        }

        string path = share.PathOf(Destination);
        bool exists = random.Next(2) == 0;
        bool toPath = random.Next(2) == 0;
        File.Delete(path);
        if (exists || !toPath)
        {
            File.WriteAllBytes(path, copy.Old);
        }

        // Nobody asks what became of the only write to a file of the caller, or of one that is taken to be on a disk.
        share.Client = toPath ? _clients[random.Next(_clients.Length)] : ShareClient.Direct;
        CopyClock clock = random.Next(2) == 0 ? new HastyClock() : new StoppedClock();
        FileCopyOptions options = share.Client.WritesBack ? copy.OptionsOn(random.Next(2) == 0 ? null : TestMounts.Share(), clock) : copy.Options(clock);
        options.Replace = random.Next(2) == 0 ? FileReplacement.InPlace : FileReplacement.Atomic;
        using var cancellation = new CancellationTokenSource();
        TestSource source = copy.Source(cancellation);
        int start = random.Next(copy.Old.Length + 1);
        int bufferSize = random.Next(3) * 2048;
        using FileStream? file = toPath ? null : new FileStream(path, FileMode.Open, FileAccess.ReadWrite, FileShare.Read, bufferSize) { Position = start };
        string troubles = MakeTrouble(share, random, copy);
        string what = $"seed {seed}: {copy}, {share.Client}, {troubles}, {(toPath ? $"path, exists {exists}, {options.Replace}" : $"file at {start}, buffer {bufferSize}")}";
        long? copied;
        Exception? failure;
        if (file is null)
        {
            (copied, failure) = await copy.CopyAsync(token => StartAsync(random.Next(6), copy, source, path, options, token), cancellation.Token);
            share.SetFaults();
            share.Quota = null;
            AssertSound(copy, copied, failure, options, troubles, what);
            AssertPath(share, path, copy, copied, exists, options, what);
        }
        else
        {
            (copied, failure) = await copy.CopyAsync(token => StartAsync(random.Next(6), copy, source, file, options, token), cancellation.Token);
            long position = file.Position;
            share.SetFaults();
            share.Quota = null;
            await file.DisposeAsync();
            AssertSound(copy, copied, failure, options, troubles, what);
            AssertFile(path, copy, copied, start, position, isBuffered: bufferSize > 0, what);
        }

        return failure is null;
    }

    private static string MakeTrouble(ShareMount share, Random random, RandomCopy copy)
    {
        switch (random.Next(4))
        {
            case 0:
                share.WritesWhatFits = random.Next(2) == 0;
                share.Quota = copy.Old.Length + random.Next(copy.New.Length + 4096);
                return $"quota {share.Quota}, what fits {share.WritesWhatFits}";
            case 1:
                var fault = new ShareFault(_operations[random.Next(_operations.Length)], random.Next(1, 5)) { Error = _errors[random.Next(_errors.Length)] };

                // A copy whose last reply is lost has failed, and its file is there.
                fault = fault with { LosesReply = random.Next(2) == 0 && fault.Operation is not ShareOperation.Rename };
                share.SetFaults(fault);
                return fault.ToString();
            case 2:
                // Writes that end late or early come out of order, and in pieces.
                var delay = new ShareFault(ShareOperation.Write, random.Next(1, 5))
                {
                    Count = random.Next(1, 4),
                    Delay = TimeSpan.FromMilliseconds(random.Next(3)),
                    MostBytes = random.Next(2) == 0 ? int.MaxValue : random.Next(1, 50_000),
                };
                share.SetFaults(delay);
                return "late";
            default:
                return "well";
        }
    }

    private static Task<long> StartAsync(int kind, RandomCopy copy, TestSource source, string destination, FileCopyOptions options, CancellationToken token) => kind switch
    {
        0 => new StreamContent(source).CopyToFileAsync(destination, options, token),
        1 => PipeReader.Create(source).CopyToFileAsync(destination, options, token),
        _ => Copies.CopyAsync(source, destination, copy.Async, options, token),
    };

    private static Task<long> StartAsync(int kind, RandomCopy copy, TestSource source, FileStream destination, FileCopyOptions options, CancellationToken token) => kind switch
    {
        0 => new StreamContent(source).CopyToFileAsync(destination, options, token),
        1 => PipeReader.Create(source).CopyToFileAsync(destination, options, token),
        _ => Copies.CopyAsync(source, destination, copy.Async, options, token),
    };

    private static void AssertSound(RandomCopy copy, long? copied, Exception? failure, FileCopyOptions options, string troubles, string what)
    {
        what += $"; {failure}";

        // A block that the source still reads into comes back when it has let go of it.
        Assert.True(SpinWait.SpinUntil(() => ((WatchedPool)options.Environment.Pool).IsAllReturned, TimeSpan.FromMinutes(1)), what);
        if (failure is null)
        {
            Assert.True(copied == copy.Expected, what);
            copy.AssertAccounts(copied!.Value, what);
            return;
        }

        bool isPlanned = copy.Fault is not RandomFault.None || options.ExactLength is not null || troubles is not ("well" or "late");
        Assert.True(isPlanned && failure is IOException or OperationCanceledException or InvalidDataException or HttpRequestException, what);
    }

    private static void AssertPath(ShareMount share, string path, RandomCopy copy, long? copied, bool existed, FileCopyOptions options, string what)
    {
        Assert.True(Directory.EnumerateFileSystemEntries(share.Directory).All(name => name == path), $"leftovers; {what}");
        if (copied is { } count)
        {
            AssertSame(copy.New.AsSpan(0, (int)count), File.ReadAllBytes(path), what);
        }
        else if (!existed)
        {
            Assert.False(File.Exists(path), what);
        }
        else if (options.Replace == FileReplacement.Atomic && copy.Old.Length > 0)
        {
            AssertSame(copy.Old, File.ReadAllBytes(path), what);
        }
        else
        {
            // What the opening of the file could not empty is as it was; else it is the beginning of the source.
            byte[] left = File.ReadAllBytes(path);
            if (!left.AsSpan().SequenceEqual(copy.Old))
            {
                AssertSame(copy.New.AsSpan(0, Math.Min(left.Length, copy.New.Length)), left, what);
            }
        }
    }

    private static void AssertFile(string path, RandomCopy copy, long? copied, int start, long position, bool isBuffered, string what)
    {
        byte[] left = File.ReadAllBytes(path);
        AssertSame(copy.Old.AsSpan(0, start), left.AsSpan(0, start), what);
        int written = copied is { } count ? (int)count : (int)(position - start);
        if (copied is not null || !isBuffered)
        {
            Assert.True(position == start + written, $"position {position}; {what}");
            int end = Math.Max(copy.Old.Length, start + written);

            // Of one small write that was cut by a full disk, the first part stays.
            Assert.True(left.Length == end || (written == 0 && copied is null && left.Length > end && left.Length <= start + SmallWrite), $"length {left.Length}, written {written}; {what}");
            AssertSame(copy.New.AsSpan(0, written), left.AsSpan(start, written), what);
        }

        // Behind that there is what was there, or what a write that failed has overwritten of it; never zeros.
        for (int i = start; i < left.Length; i++)
        {
            bool isNew = i - start < copy.New.Length && left[i] == copy.New[i - start];
            bool isOld = i < copy.Old.Length && left[i] == copy.Old[i];
            Assert.True(isNew || isOld, $"byte {i} of {left.Length} is {left[i]}; written {written}; {what}");
        }
    }

    private static void AssertSame(ReadOnlySpan<byte> expected, ReadOnlySpan<byte> actual, string what)
    {
        int same = expected.CommonPrefixLength(actual);
        Assert.True(same == expected.Length && same == actual.Length, $"{expected.Length} bytes expected, {actual.Length} found, the first wrong one at {same}; {what}");
    }
}
