using System.IO.Pipelines;
using static StreamTuning.Bytes;

namespace StreamTuning.Copying;

/// <summary>Sources that give a little now and then, as a recorder does: whoever follows the file sees it a second later.</summary>
public sealed class RecorderTests : IDisposable
{
    private readonly Scratch _scratch = new();
    private readonly WatchedPool _pool = new();
    private readonly ManualClock _clock = new();
    private readonly Pipe _pipe = new();

    public void Dispose()
    {
        _pool.AssertAllReturned();
        _scratch.Dispose();
    }

    [Theory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(false, false)]
    public async Task Bytes_that_wait_a_second_are_written_as_they_are(bool isShare, bool isStream)
    {
        string path = _scratch.PathOf("file");
        using var file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.Read);
        Task<long> copy = Start(file, isShare, isStream);
        byte[] content = Random(3 * MiB);
        int given = 0;
        foreach (int count in new[] { 100, 5000, (128 * KiB) - 5101, 1, (2 * MiB) + 17, 1 })
        {
            await GiveAsync(content, given, count);
            given += count;
            await SeenAsync(path, given);
            AssertEqual(content.AsSpan(0, given), Read(path));
        }

        await _pipe.Writer.CompleteAsync();
        Assert.Equal(given, await copy);
        AssertEqual(content.AsSpan(0, given), Read(path));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Bytes_that_wait_are_written_to_their_places_by_path(bool isShare)
    {
        string path = _scratch.WithFile("file", []);
        var options = new FileCopyOptions(new CopyEnvironment(pool: _pool, clock: _clock, mount: isShare ? TestMounts.Share() : null));
        Task<long> copy = _pipe.Reader.CopyToFileAsync(path, options);
        byte[] content = Random(6000);
        foreach (int count in new[] { 100, 5000, 900 })
        {
            int given = (int)new FileInfo(path).Length;
            await GiveAsync(content, given, count);
            await SeenAsync(path, given + count);
        }

        await _pipe.Writer.CompleteAsync();
        Assert.Equal(content.Length, await copy);
        AssertEqual(content, Read(path));
    }

    [Theory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(false, false)]
    public async Task A_source_that_stops_within_a_block_leaves_128_KiB_of_memory(bool isShare, bool isStream)
    {
        const int Given = (2 * MiB) + (300 * KiB);
        string path = _scratch.PathOf("file");
        using var file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.Read);
        Mount? mount = isShare ? new Mount(MountKind.Nfs) : null;
        Task<long> copy = Start(file, mount, isStream);
        await GiveAsync(Random(Given), 0, Given);
        await SeenAsync(path, Given);
        Assert.True(SpinWait.SpinUntil(() => _pool.Bytes <= 128 * KiB, TimeSpan.FromMinutes(1)), $"{_pool.Bytes} bytes are rented.");
        await _pipe.Writer.CompleteAsync();
        Assert.Equal(Given, await copy);
    }

    [Fact]
    public async Task A_source_that_stops_between_two_blocks_leaves_no_memory_for_the_one_that_is_written()
    {
        var gate = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        using var file = new RecordingFile(_scratch.PathOf("file"), FileMode.Create) { Gate = gate.Task };
        var options = new FileCopyOptions(new CopyEnvironment(pool: _pool, clock: _clock, mount: TestMounts.Share())) { BlockSize = 64 * KiB };
        Task<long> copy = _pipe.Reader.AsStream().CopyToFileAsync(file, options);
        await GiveAsync(Random(64 * KiB), 0, 64 * KiB);
        Assert.True(SpinWait.SpinUntil(() => _pool.Bytes == 192 * KiB, TimeSpan.FromMinutes(1)), $"{_pool.Bytes} bytes are rented.");
        gate.SetResult();
        Assert.True(SpinWait.SpinUntil(() => _pool.Bytes == 128 * KiB, TimeSpan.FromMinutes(1)), $"{_pool.Bytes} bytes are rented.");
        await _pipe.Writer.CompleteAsync();
        Assert.Equal(64 * KiB, await copy);
    }

    [Fact]
    public async Task A_write_that_is_under_way_when_the_source_waits_fails_the_copy()
    {
        var gate = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var begun = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var failure = new IOException("No space left on device", 28);
        using var file = new RecordingFile(_scratch.PathOf("file"), FileMode.Create)
        {
            FailingWrite = 0, Failure = failure, Gate = gate.Task, WriteBegins = _ => begun.TrySetResult(),
        };
        var options = new FileCopyOptions(new CopyEnvironment(pool: _pool, clock: _clock, mount: TestMounts.Share())) { BlockSize = 64 * KiB };
        Task<long> copy = _pipe.Reader.AsStream().CopyToFileAsync(file, options);
        await GiveAsync(Random(65 * KiB), 0, 65 * KiB);
        await begun.Task;
        await _clock.ArmedAsync();
        _clock.Pass(TimeSpan.FromSeconds(1));
        gate.SetResult();
        Assert.Same(failure, await Assert.ThrowsAsync<IOException>(() => copy.WaitAsync(TimeSpan.FromMinutes(1))));
        await _pipe.Writer.CompleteAsync();
        Assert.True(SpinWait.SpinUntil(() => _pool.IsAllReturned, TimeSpan.FromMinutes(1)));
    }

    [Fact]
    public async Task Bytes_that_have_not_waited_yet_are_collected()
    {
        using var file = new RecordingFile(_scratch.PathOf("file"), FileMode.Create);
        Task<long> copy = Start(file, isShare: true, isStream: true);
        await _pipe.Writer.WriteAsync(new byte[1000]);
        await _clock.ArmedAsync();
        for (int i = 0; i < 4; i++)
        {
            _clock.Pass(TimeSpan.FromMilliseconds(100));
            await _pipe.Writer.WriteAsync(new byte[1000]);
        }

        await _pipe.Writer.CompleteAsync();
        Assert.Equal(5000, await copy);
        Assert.Single(file.Writes);
    }

    [Fact]
    public async Task A_write_that_fails_while_the_source_waits_fails_the_copy()
    {
        var failure = new IOException("No space left on device", 28);
        using var file = new RecordingFile(_scratch.PathOf("file"), FileMode.Create) { FailingWrite = 0, Failure = failure };
        Task<long> copy = Start(file, isShare: true, isStream: true);
        await _pipe.Writer.WriteAsync(new byte[1000]);
        await _clock.ArmedAsync();
        _clock.Pass(TimeSpan.FromSeconds(1));
        Assert.Same(failure, await Assert.ThrowsAsync<IOException>(() => copy));
        Assert.Single(file.Writes);

        // The block is still read into.
        Assert.False(_pool.IsAllReturned);
        await _pipe.Writer.CompleteAsync();
        Assert.True(SpinWait.SpinUntil(() => _pool.IsAllReturned, TimeSpan.FromMinutes(1)));
    }

    [Fact]
    public async Task Progress_that_throws_while_the_source_waits_leaves_the_bytes_once()
    {
        string path = _scratch.PathOf("file");
        using (var file = new FileStream(path, FileMode.Create))
        {
            var failure = new InvalidOperationException("Enough.");
            var options = new FileCopyOptions(new CopyEnvironment(pool: _pool, clock: _clock)) { Progress = new Thrower(failure) };
            Task<long> copy = _pipe.Reader.AsStream().CopyToFileAsync(file, options);
            await _pipe.Writer.WriteAsync(new byte[1000]);
            await _clock.ArmedAsync();
            _clock.Pass(TimeSpan.FromSeconds(1));
            Assert.Same(failure, await Assert.ThrowsAsync<InvalidOperationException>(() => copy));
            Assert.Equal((1000, 1000), (file.Position, file.Length));
        }

        await _pipe.Writer.CompleteAsync();
        Assert.True(SpinWait.SpinUntil(() => _pool.IsAllReturned, TimeSpan.FromMinutes(1)));
    }

    [Theory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(false, false)]
    public async Task A_cancelled_recording_keeps_what_was_recorded(bool isShare, bool byPath)
    {
        string path = _scratch.WithFile("file", []);
        using var cancellation = new CancellationTokenSource();
        var options = new FileCopyOptions(new CopyEnvironment(pool: _pool, clock: _clock, mount: isShare ? TestMounts.Share() : null));
        using (FileStream? file = byPath ? null : new FileStream(path, FileMode.Open, FileAccess.Write, FileShare.Read))
        {
            Task<long> copy = file is null
                ? _pipe.Reader.CopyToFileAsync(path, options, cancellation.Token)
                : _pipe.Reader.CopyToFileAsync(file, options, cancellation.Token);
            await _pipe.Writer.WriteAsync(new byte[3000]);
            await SeenAsync(path, 3000);
            cancellation.Cancel();
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => copy);
            Assert.Equal(3000, file?.Position ?? 3000);
        }

        Assert.Equal(3000, new FileInfo(path).Length);
    }

    private static byte[] Read(string path)
    {
        using var reader = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
        byte[] content = new byte[reader.Length];
        reader.ReadExactly(content);
        return content;
    }

    private Task<long> Start(FileStream file, bool isShare, bool isStream) => Start(file, isShare ? TestMounts.Share() : null, isStream);

    private Task<long> Start(FileStream file, Mount? mount, bool isStream)
    {
        var options = new FileCopyOptions(new CopyEnvironment(pool: _pool, clock: _clock, mount: mount));
        return isStream ? _pipe.Reader.AsStream().CopyToFileAsync(file, options) : _pipe.Reader.CopyToFileAsync(file, options);
    }

    private async Task GiveAsync(byte[] content, int offset, int count)
    {
        await _pipe.Writer.WriteAsync(content.AsMemory(offset, count));
    }

    /// <summary>Lets the time pass until the file holds so many bytes and not one more.</summary>
    private async Task SeenAsync(string path, int count)
    {
        using var deadline = new CancellationTokenSource(TimeSpan.FromMinutes(1));
        while (new FileInfo(path).Length != count)
        {
            _clock.Pass(TimeSpan.FromSeconds(1));
            await Task.Delay(1, deadline.Token);
        }
    }

    private sealed class Thrower(Exception failure) : IProgress<long>
    {
        public void Report(long value) => throw failure;
    }
}
