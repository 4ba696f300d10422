using System.Diagnostics;
using System.Runtime.InteropServices;
using System.Threading.Tasks.Sources;

namespace StreamTuning.Benchmarks;

/// <summary>
/// A source behind a link of a rate: a read gets at most 64 KiB, and takes the time that the link needs for them from when it is asked. Nothing arrives
/// ahead. Knows its length.
/// </summary>
internal sealed class RateLimitedSource : SourceStream, IValueTaskSource<int>
{
    private const int LargestRead = 64 * 1024;
    private const int Monotonic = 1;
    private const int Absolute = 1;
    private const int SetTimerSlack = 29;

    private static readonly long _handOver = Stopwatch.Frequency / 10_000;

    private readonly long _length;
    private readonly double _ticksPerByte;
    private readonly SemaphoreSlim _asked = new(0);
    private readonly Thread _link;

    private ManualResetValueTaskSourceCore<int> _read = new() { RunContinuationsAsynchronously = true };
    private long _position;
    private int _count;
    private long _due = long.MinValue / 2;
    private long _overslept;
    private bool _isDisposed;

    public RateLimitedSource(long length, double bytesPerSecond)
    {
        _length = length;
        _ticksPerByte = Stopwatch.Frequency / bytesPerSecond;
        _link = new Thread(Serve) { IsBackground = true, Name = "link" };
        _link.Start();
    }

    public override bool CanSeek => true;

    public override long Length => _length;

    public override long Position
    {
        get => _position;
        set => throw new NotSupportedException();
    }

    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        int count = (int)Math.Min(Math.Min(buffer.Length, LargestRead), _length - _position);
        if (count == 0)
        {
            return new ValueTask<int>(0);
        }

        buffer.Span[..count].Fill((byte)_position);
        _position += count;
        _count = count;

        // Who asks again at once finds the link at work: that a timer was late and a thread had to wake up is not part of its rate.
        long now = Stopwatch.GetTimestamp();
        long free = now - _due <= _handOver ? _due : now - _overslept;
        _due = free + (long)(count * _ticksPerByte);
        _read.Reset();
        _asked.Release();
        return new ValueTask<int>(this, _read.Version);
    }

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    int IValueTaskSource<int>.GetResult(short token) => _read.GetResult(token);

    ValueTaskSourceStatus IValueTaskSource<int>.GetStatus(short token) => _read.GetStatus(token);

    void IValueTaskSource<int>.OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _read.OnCompleted(continuation, state, token, flags);

    protected override void Dispose(bool disposing)
    {
        if (disposing && !_isDisposed)
        {
            _isDisposed = true;
            _asked.Release();
            _link.Join();
            _asked.Dispose();
        }

        base.Dispose(disposing);
    }

    // Timers of .NET are ten times too coarse.
    private void Serve()
    {
        _ = ControlProcess(SetTimerSlack, 1, 0, 0, 0);
        while (true)
        {
            _asked.Wait();
            if (_isDisposed)
            {
                return;
            }

            // The clock of Stopwatch is the same, in nanoseconds.
            var until = new TimeSpec { Seconds = _due / Stopwatch.Frequency, Nanoseconds = _due % Stopwatch.Frequency };
            while (Sleep(Monotonic, Absolute, ref until, 0) != 0)
            {
            }

            _overslept = Math.Max(0, Stopwatch.GetTimestamp() - _due);
            _read.SetResult(_count);
        }
    }

    [DllImport("libc", EntryPoint = "clock_nanosleep")]
    private static extern int Sleep(int clock, int flags, ref TimeSpec until, nint left);

    [DllImport("libc", EntryPoint = "prctl")]
    private static extern int ControlProcess(int option, nuint value, nuint second, nuint third, nuint fourth);

    private struct TimeSpec
    {
        public long Seconds;
        public long Nanoseconds;
    }
}
