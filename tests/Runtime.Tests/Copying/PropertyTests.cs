using System.Security.Cryptography;
using Xunit.Abstractions;
using static StreamTuning.Copying.Bytes;

namespace StreamTuning.Copying;

/// <summary>Random copies against a model in a few lines: old bytes, new bytes, one fault.</summary>
public sealed class PropertyTests(ITestOutputHelper output)
{
    private const int Rounds = 1500;

    private enum Fault
    {
        None,
        Source,
        Write,
        Cancellation,
        Length,
    }

    private enum Promise
    {
        None,
        Hint,
        Exact,
    }

    [Fact]
    public async Task Random_copies_into_a_callers_file()
    {
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
        var plan = new Plan(random);
        int start = random.Next(plan.Old.Length + 1);
        int failingWrite = plan.Fault == Fault.Write ? random.Next(4) : -1;
        int lands = random.Next(5000);
        using var file = new RecordingFile(scratch.WithFile("file", plan.Old), bufferSize: random.Next(3) * 4096)
        {
            Position = start,
            FailingWrite = failingWrite,
            LandsBeforeFailing = lands,
            LengthFailure = plan.Fault == Fault.Length ? new IOException("Not here.") : null,
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
                || (plan.Fault == Fault.Source && failure == source.Failure)
                || (plan.Fault == Fault.Cancellation && failure is OperationCanceledException)
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
        var plan = new Plan(random) { Fault = random.Next(2) == 0 ? Fault.None : Fault.Source };
        bool exists = random.Next(2) == 0;
        string path = scratch.PathOf("target");
        File.Delete(path);
        if (exists)
        {
            File.WriteAllBytes(path, plan.Old);
        }

        using var cancellation = new CancellationTokenSource();
        TestSource source = plan.Source(cancellation);
        FileCopyOptions options = plan.Options();
        options.Replace = random.Next(2) == 0 ? FileReplacement.InPlace : FileReplacement.Atomic;
        options.IgnoresLocalDisks = random.Next(4) > 0;
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

        Assert.Equal(File.Exists(path) ? ["target"] : [], scratch.Names);
        plan.AssertAccounts(written, what);
    }

    /// <summary>What is copied, how, what is promised about it, and what goes wrong.</summary>
    private sealed class Plan
    {
        private readonly int[] _pieces;
        private readonly bool _canSeek;
        private readonly bool _pauses;
        private readonly int _faultAt;
        private readonly long _promised;
        private readonly int _blockSize;
        private readonly int _depth;
        private readonly long _budget;
        private readonly WatchedPool _pool = new();
        private readonly IncrementalHash _hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        private readonly List<long> _progress = [];

        public Plan(Random random)
        {
            _blockSize = Pick(random, 1000, 4096, 65536, 300_000);
            Old = Random(random.Next(3 * _blockSize), random.Next());
            New = Random(Pick(random, 0, 1, _blockSize - 1, _blockSize, _blockSize + 1, random.Next(10 * _blockSize)), random.Next());
            _pieces = [.. Enumerable.Range(0, 7).Select(_ => 1 + random.Next(Pick(random, 100 + (_blockSize / 20), _blockSize, 5 * _blockSize)))];
            _canSeek = random.Next(3) == 0;
            _pauses = random.Next(2) == 0;
            Async = random.Next(3) > 0;
            Fault = (Fault)random.Next(5);
            _faultAt = random.Next(New.Length + 1);
            Promise = (Promise)random.Next(3);
            _promised = Pick(random, New.Length, New.Length, New.Length + 1, Math.Max(0, New.Length - 1), random.Next(12 * _blockSize));
            _depth = 1 + random.Next(4);
            _budget = Pick(random, 8 * MiB, _blockSize, 1 + random.Next(4 * _blockSize));
        }

        public byte[] Old { get; }

        public byte[] New { get; }

        public bool Async { get; }

        public Fault Fault { get; set; }

        public bool FailsAsShort => Promise == Promise.Exact && New.Length < _promised;

        public bool FailsAsLong => Promise == Promise.Exact && New.Length > _promised && _canSeek;

        /// <summary>How many bytes a copy that succeeds has written.</summary>
        public long Expected => Promise == Promise.Exact ? Math.Min(New.Length, _promised) : New.Length;

        private Promise Promise { get; }

        public TestSource Source(CancellationTokenSource cancellation) => new(New, _canSeek, _pieces, _pauses)
        {
            FailsAt = Fault == Fault.Source ? _faultAt : int.MaxValue,
            BeforeRead = number =>
            {
                if (Fault == Fault.Cancellation && number == _faultAt % 10)
                {
                    cancellation.Cancel();
                }
            },
        };

        public FileCopyOptions Options() => new()
        {
            LengthHint = Promise == Promise.Hint ? _promised : null,
            ExactLength = Promise == Promise.Exact ? _promised : null,
            BlockSize = _blockSize,
            Depth = _depth,
            MemoryBudget = _budget,
            Hash = _hash,
            Progress = new Recorder(_progress),
            Pool = _pool,
        };

        public async Task<(long? Copied, Exception? Failure)> CopyAsync(Func<CancellationToken, Task<long>> copy, CancellationToken token)
        {
            try
            {
                return (await copy(token), null);
            }
            catch (Exception e)
            {
                return (null, e);
            }
        }

        public void AssertAccounts(long written, string what)
        {
            _pool.AssertAllReturned();
            Assert.True(_hash.GetHashAndReset().SequenceEqual(SHA256.HashData(New.AsSpan(0, (int)written))), $"hash; {what}");
            Assert.True((_progress.Count == 0 ? 0 : _progress[^1]) == written && _progress.SequenceEqual(_progress.Order().Distinct()), $"progress; {what}");
            _hash.Dispose();
        }

        public override string ToString() =>
            $"{New.Length} bytes over {Old.Length} in blocks of {_blockSize} x {_depth}, budget {_budget}, {Promise} {_promised}, {Fault} at {_faultAt}, "
            + $"seeks {_canSeek}, pauses {_pauses}, async {Async}";

        private static T Pick<T>(Random random, params ReadOnlySpan<T> values) => values[random.Next(values.Length)];
    }

    private sealed class Recorder(List<long> totals) : IProgress<long>
    {
        public void Report(long value) => totals.Add(value);
    }
}
