using System.IO.Pipelines;
using static StreamTuning.Bytes;

namespace StreamTuning.Copying;

/// <summary>Sources that keep up at first and then stop: what they still read into stays theirs, and the rest goes back.</summary>
public sealed class StoppingSourceTests : IDisposable
{
    private readonly Scratch _scratch = new();
    private readonly WatchedPool _pool = new();
    private readonly ManualClock _clock = new();
    private readonly Pipe _pipe = new(new PipeOptions(pauseWriterThreshold: 0));

    public void Dispose() => _scratch.Dispose();

    [Theory]
    [InlineData(true, true, MiB)]
    [InlineData(true, false, MiB)]
    [InlineData(false, true, MiB)]
    [InlineData(false, false, MiB)]
    [InlineData(true, true, 256 * KiB)]
    [InlineData(false, false, 256 * KiB)]
    public async Task What_comes_after_a_stop_is_written(bool isShare, bool isStream, int blockSize)
    {
        byte[] content = Random((7 * MiB) + (300 * KiB));
        await StopsAsync(content, content.Length - MiB, isShare, isStream, blockSize);
    }

    [Theory]
    [InlineData(2 * MiB)]
    [InlineData(3 * MiB)]
    [InlineData((3 * MiB) + 17)]
    public async Task What_comes_after_a_stop_before_many_bytes_is_written(int given) =>
        await StopsAsync(Random(given + MiB), given, isShare: true, isStream: true, 256 * KiB);

    /// <summary>Nothing is left to be written there, and zeros would stand behind the data for as long as the source likes.</summary>
    [Theory]
    [InlineData(true, 1)]
    [InlineData(true, 4)]
    [InlineData(false, 4)]
    public async Task A_stop_between_two_blocks_leaves_no_length_ahead_of_the_data(bool isStream, int blocks) =>
        await StopsAsync(Random(6 * MiB), blocks * MiB, isShare: true, isStream, MiB);

    [Fact]
    public async Task What_comes_after_a_stop_of_a_file_is_written()
    {
        byte[] content = Random(3 * MiB);
        const int Given = MiB + (300 * KiB);
        string path = _scratch.PathOf("file");
        using var source = new StoppingFile(_scratch.WithFile("source", content), Given);
        using (var file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.Read))
        {
            var options = new FileCopyOptions(new CopyEnvironment(pool: _pool, clock: _clock, mount: new Mount(MountKind.Nfs)));
            Task<long> copy = source.CopyToFileAsync(file, options);
            await source.Stopped.WaitAsync(TimeSpan.FromMinutes(1));
            await SeenAsync(path, Given, copy);
            source.Resume();
            Assert.Equal(content.Length, await copy);
        }

        AssertEqual(content, File.ReadAllBytes(path));
        _pool.AssertAllReturned();
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_stop_between_two_blocks_leaves_128_KiB_of_memory(bool isStream)
    {
        // Some blocks have been written before, and one of them is used again.
        string path = _scratch.PathOf("file");
        using var file = new RecordingFile(path, FileMode.Create);
        Task<long> copy = Start(file, new FileCopyOptions(new CopyEnvironment(pool: _pool, clock: _clock, mount: new Mount(MountKind.Nfs))), isStream);
        await _pipe.Writer.WriteAsync(new byte[3 * MiB]);
        Assert.True(SpinWait.SpinUntil(() => new FileInfo(path).Length == 3 * MiB, TimeSpan.FromMinutes(1)));
        Assert.True(SpinWait.SpinUntil(() => _pool.Bytes <= 128 * KiB, TimeSpan.FromMinutes(1)), $"{_pool.Bytes} bytes are rented.");
        await _pipe.Writer.CompleteAsync();
        Assert.Equal(3 * MiB, await copy);
        _pool.AssertAllReturned();
    }

    [Fact]
    public async Task A_file_that_cannot_write_its_buffer_leaves_the_source_what_it_reads_into()
    {
        if (!OperatingSystem.IsLinux() || !File.Exists("/dev/full"))
        {
            return;
        }

        var file = new FileStream("/dev/full", FileMode.Open, FileAccess.Write, FileShare.ReadWrite, bufferSize: 4096);
        file.WriteByte(1);
        await Assert.ThrowsAsync<IOException>(() => _pipe.Reader.AsStream().CopyToFileAsync(file, Options(isShare: true, MiB)));
        Assert.False(_pool.IsAllReturned);
        await _pipe.Writer.CompleteAsync();
        Assert.True(SpinWait.SpinUntil(() => _pool.IsAllReturned, TimeSpan.FromMinutes(1)));
        Assert.Throws<IOException>(file.Dispose);
    }

    private async Task StopsAsync(byte[] content, int given, bool isShare, bool isStream, int blockSize)
    {
        string path = _scratch.PathOf("file");
        await _pipe.Writer.WriteAsync(content.AsMemory(0, given));
        using (var file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.Read))
        {
            Task<long> copy = Start(file, Options(isShare, blockSize), isStream);
            await SeenAsync(path, given, copy);
            await _pipe.Writer.WriteAsync(content.AsMemory(given));
            await _pipe.Writer.CompleteAsync();
            Assert.Equal(content.Length, await copy);
        }

        AssertEqual(content, File.ReadAllBytes(path));
        _pool.AssertAllReturned();
    }

    private FileCopyOptions Options(bool isShare, int blockSize) =>
        new(new CopyEnvironment(pool: _pool, clock: _clock, mount: isShare ? TestMounts.Share() : new Mount(MountKind.Disk))) { BlockSize = blockSize };

    private Task<long> Start(FileStream file, FileCopyOptions options, bool isStream) =>
        isStream ? _pipe.Reader.AsStream().CopyToFileAsync(file, options) : _pipe.Reader.CopyToFileAsync(file, options);

    /// <summary>Lets the time pass until the file holds so many bytes and not one more, or the copy is over.</summary>
    private async Task SeenAsync(string path, int count, Task copy)
    {
        using var deadline = new CancellationTokenSource(TimeSpan.FromMinutes(1));
        while (new FileInfo(path).Length != count && !copy.IsCompleted)
        {
            _clock.Pass(TimeSpan.FromSeconds(1));
            await Task.Delay(1, deadline.Token);
        }

        // The length of a file may be there before the last of a part is.
        _clock.Pass(TimeSpan.FromSeconds(1));
    }

    /// <summary>A file, perhaps a pipe of the system, that stops in its midst.</summary>
    private sealed class StoppingFile(string path, int stop) : FileStream(path, FileMode.Open, FileAccess.Read)
    {
        private readonly TaskCompletionSource _resumed = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private readonly TaskCompletionSource _stopped = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private int _given;

        public Task Stopped => _stopped.Task;

        public void Resume() => _resumed.SetResult();

        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) => StopAsync(buffer);

        public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
            StopAsync(buffer.AsMemory(offset, count)).AsTask();

        private async ValueTask<int> StopAsync(Memory<byte> buffer)
        {
            if (_given == stop)
            {
                _stopped.TrySetResult();
                await _resumed.Task;
            }

            int most = _given < stop ? Math.Min(buffer.Length, stop - _given) : buffer.Length;
            int read = Read(buffer.Span[..most]);
            _given += read;
            return read;
        }
    }
}
