using System.Security.Cryptography;
using static StreamTuning.Bytes;

namespace StreamTuning.Copying;

/// <summary>What goes wrong.</summary>
internal enum RandomFault
{
    None,
    Source,
    Write,
    Cancellation,
    Length,
}

/// <summary>What is said about the length.</summary>
internal enum RandomPromise
{
    None,
    Hint,
    Exact,
}

/// <summary>What is copied, how, what is promised about it, and what goes wrong.</summary>
internal sealed class RandomCopy
{
    private readonly int[] _pieces;
    private readonly bool _canSeek;
    private readonly bool _pauses;
    private readonly int _faultAt;
    private readonly long _promised;
    private readonly int _blockSize;
    private readonly int _depth;
    private readonly long _budget;
    private readonly Mount? _mount;
    private readonly WatchedPool _pool = new();
    private readonly IncrementalHash _hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
    private readonly List<long> _progress = [];

    public RandomCopy(Random random)
    {
        _blockSize = Pick(random, 1000, 4096, 65536, 300_000);
        Old = Random(random.Next(3 * _blockSize), random.Next());
        New = Random(Pick(random, 0, 1, _blockSize - 1, _blockSize, _blockSize + 1, random.Next(10 * _blockSize)), random.Next());
        _pieces = [.. Enumerable.Range(0, 7).Select(_ => 1 + random.Next(Pick(random, 100 + (_blockSize / 20), _blockSize, 5 * _blockSize)))];
        _canSeek = random.Next(3) == 0;
        _pauses = random.Next(2) == 0;
        Async = random.Next(3) > 0;
        Fault = (RandomFault)random.Next(5);
        _faultAt = random.Next(New.Length + 1);
        Promise = (RandomPromise)random.Next(3);
        _promised = Pick(random, New.Length, New.Length, New.Length + 1, Math.Max(0, New.Length - 1), random.Next(12 * _blockSize));
        _depth = 1 + random.Next(4);
        _budget = Pick(random, 8 * MiB, _blockSize, 1 + random.Next(4 * _blockSize));
        _mount = Pick(random, null, TestMounts.WhereLengthsPay(), new Mount(MountKind.Disk));
    }

    public byte[] Old { get; }

    public byte[] New { get; }

    public bool Async { get; }

    public RandomFault Fault { get; set; }

    public bool FailsAsShort => Promise == RandomPromise.Exact && New.Length < _promised;

    public bool FailsAsLong => Promise == RandomPromise.Exact && New.Length > _promised && _canSeek;

    /// <summary>How many bytes a copy that succeeds has written.</summary>
    public long Expected => Promise == RandomPromise.Exact ? Math.Min(New.Length, _promised) : New.Length;

    private RandomPromise Promise { get; }

    public TestSource Source(CancellationTokenSource cancellation) => new(New, _canSeek, _pieces, _pauses)
    {
        FailsAt = Fault == RandomFault.Source ? _faultAt : int.MaxValue,
        BeforeRead = number =>
        {
            if (Fault == RandomFault.Cancellation && number == _faultAt % 10)
            {
                cancellation.Cancel();
            }
        },
    };

    public FileCopyOptions Options(CopyClock? clock = null) => OptionsOn(_mount, clock);

    /// <param name="mount">What the file is taken to be on; null for what it is on.</param>
    /// <param name="clock">What time it is.</param>
    public FileCopyOptions OptionsOn(Mount? mount, CopyClock? clock = null) => new(new CopyEnvironment(_pool, clock ?? new StoppedClock(), mount: mount))
    {
        LengthHint = Promise == RandomPromise.Hint ? _promised : null,
        ExactLength = Promise == RandomPromise.Exact ? _promised : null,
        BlockSize = _blockSize,
        Depth = _depth,
        MemoryBudget = _budget,
        Hash = _hash,
        Progress = new Recorder(_progress),
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

    private sealed class Recorder(List<long> totals) : IProgress<long>
    {
        public void Report(long value) => totals.Add(value);
    }
}
