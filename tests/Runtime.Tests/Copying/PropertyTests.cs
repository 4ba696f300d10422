using Xunit.Abstractions;
using static StreamTuning.Bytes;

namespace StreamTuning.Copying;

/// <summary>Random copies against a model in a few lines: old bytes, new bytes, one fault.</summary>
[Trait(Suite.Name, NetStandard.Suite)]
public sealed class PropertyTests(ITestOutputHelper output)
{
    private const int Rounds = 1500;

    [SkippableFact]
    public async Task Random_copies_into_a_callers_file()
    {
        Host.SkipUnlessDisksAreKnown();
        int seed = Seed.Next(output);
        using var scratch = new Scratch();
        for (int round = 0; round < Rounds; round++)
        {
            await RunAsync(scratch, seed + round);
        }
    }

    [Fact]
    public async Task Random_copies_into_a_path()
    {
        int seed = Seed.Next(output);
        using var scratch = new Scratch();
        for (int round = 0; round < Rounds / 3; round++)
        {
            await RunPathAsync(scratch, seed + round);
        }
    }

    private static async Task RunAsync(Scratch scratch, int seed)
    {
        var random = new Random(seed);
        var plan = new RandomCopy(random);
        int start = random.Next(plan.Old.Length + 1);
        int failingWrite = plan.Fault == RandomFault.Write ? random.Next(4) : -1;
        int lands = random.Next(5000);
        using var file = new RecordingFile(scratch.WithFile("file", plan.Old), bufferSize: random.Next(3) * 4096)
        {
            Position = start,
            FailingWrite = failingWrite,
            LandsBeforeFailing = lands,
            LengthFailure = plan.Fault == RandomFault.Length ? new IOException("Not here.") : null,
        };
        using var cancellation = new CancellationTokenSource();
        TestSource source = plan.Source(cancellation);
        FileCopyOptions options = plan.Options();

        (long? copied, Exception? failure) = await plan.CopyAsync(t => Copies.CopyAsync(source, file, plan.Async, options, t), cancellation.Token);

        // What arrived in the file, in order.
        List<Request> writes = [.. file.Writes];
        bool writeFailed = failingWrite >= 0 && failingWrite < writes.Count;
        long written = (writeFailed ? writes.Take(failingWrite) : writes).Sum(w => w.Count);
        string what = $"seed {seed}: {plan}, start {start}, failing write {failingWrite}, {file.Requests.Count} requests: {failure}";
        Assert.True(file.MostWritesAtOnce <= 1, what);
        if (!writeFailed)
        {
            Assert.True(written == source.Given, what);
        }

        if (failure is null)
        {
            Assert.True(copied == written && written == plan.Expected, what);
        }
        else
        {
            Assert.True(
                (writeFailed && failure == file.Failure)
                || (plan.Fault == RandomFault.Source && failure == source.Failure)
                || (plan.Fault == RandomFault.Cancellation && failure is OperationCanceledException)
                || (plan.FailsAsShort && failure is EndOfStreamException)
                || (plan.FailsAsLong && failure is InvalidDataException),
                what);
        }

        Assert.True(file.Position == start + written, $"position {file.Position}, written {written}; {what}");
        file.Dispose();
        byte[] actual = File.ReadAllBytes(file.Name);
        Assert.True(actual.Length == Math.Max(plan.Old.Length, start + written), $"length {actual.Length}, written {written}; {what}");
        AssertEqual(plan.Old.AsSpan(0, start), actual.AsSpan(0, start));
        AssertEqual(plan.New.AsSpan(0, (int)written), actual.AsSpan(start, (int)written));
        int behind = (int)(start + written) + (writeFailed ? lands : 0);
        if (behind < plan.Old.Length)
        {
            AssertEqual(plan.Old.AsSpan(behind), actual.AsSpan(behind));
        }

        plan.AssertAccounts(written, what);
    }

    private static async Task RunPathAsync(Scratch scratch, int seed)
    {
        var random = new Random(seed);
        var plan = new RandomCopy(random) { Fault = random.Next(2) == 0 ? RandomFault.None : RandomFault.Source };
        bool exists = random.Next(2) == 0;
        string path = scratch.PathOf("destination");
        File.Delete(path);
        if (exists)
        {
            File.WriteAllBytes(path, plan.Old);
        }

        using var cancellation = new CancellationTokenSource();
        TestSource source = plan.Source(cancellation);
        FileReplacement replace = random.Next(2) == 0 ? FileReplacement.InPlace : FileReplacement.Atomic;
        FileCopyOptions options = plan.OptionsOn(random.Next(4) > 0 ? TestMounts.Share() : null);
        options.Replace = replace;
        (long? copied, Exception? failure) = await plan.CopyAsync(t => Copies.CopyAsync(source, path, plan.Async, options, t), cancellation.Token);

        string what = $"seed {seed}: {plan}, exists {exists}, {options.Replace}: {failure}";
        long written = source.Given;
        if (failure is null)
        {
            Assert.True(copied == plan.Expected, what);
            AssertEqual(plan.New.AsSpan(0, (int)written), File.ReadAllBytes(path));
        }
        else if (!exists)
        {
            Assert.False(File.Exists(path), what);
        }
        else
        {
            byte[] left = options.Replace == FileReplacement.Atomic ? plan.Old : plan.New[..(int)written];
            AssertEqual(left, File.ReadAllBytes(path));
        }

        Assert.Equal(File.Exists(path) ? ["destination"] : [], scratch.Names);
        plan.AssertAccounts(written, what);
    }
}
