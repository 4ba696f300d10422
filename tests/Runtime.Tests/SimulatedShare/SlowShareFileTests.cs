using System.Diagnostics;

namespace StreamTuning.SimulatedShare;

/// <summary>The share that needs no root when it has no room, and when its files are brought to the disk.</summary>
public sealed class SlowShareFileTests : IDisposable
{
    private readonly Scratch _scratch = new();
    private readonly SlowShare _share = new(SlowShareProfile.Instant);

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void Syncing_is_counted_and_costs_what_other_requests_cost()
    {
        TimeSpan metadata = TimeSpan.FromMilliseconds(50);
        var share = new SlowShare(SlowShareProfile.Instant with { Metadata = metadata });
        using FileStream file = share.Create(_scratch.PathOf("file"));
        file.WriteByte(1);
        file.Flush();
        Assert.Equal(0, share.Requests.Syncs);
        long start = Stopwatch.GetTimestamp();
        file.Flush(flushToDisk: true);

        // What a timer was late before is taken off.
        Assert.InRange(Stopwatch.GetElapsedTime(start), metadata / 2, TimeSpan.FromMinutes(1));
        Assert.Equal((1, 1), (share.Requests.Syncs, share.Requests.Writes));
    }

    [Fact]
    public void Syncing_can_fail()
    {
        using FileStream file = _share.Create(_scratch.PathOf("file"));
        _share.SyncError = ShareError.InputOutput;
        Assert.Equal((int)ShareError.InputOutput, Assert.Throws<IOException>(() => file.Flush(flushToDisk: true)).HResult);
        file.Flush();
        _share.SyncError = ShareError.None;
        file.Flush(flushToDisk: true);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Without_room_a_write_fails(bool isAsync)
    {
        _share.RoomPerFile = 10;
        using FileStream file = Open();
        await WriteAsync(file, 10, isAsync);
        Assert.Equal((int)ShareError.NoSpace, (await Assert.ThrowsAsync<IOException>(() => WriteAsync(file, 1, isAsync))).HResult);
        Assert.Equal((10, 10, 2), (file.Position, file.Length, _share.Requests.Writes));
        file.Flush(flushToDisk: true);
    }

    [Theory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(false, false)]
    public async Task A_late_error_comes_at_a_sync_and_once(bool isAsync, bool setsLength)
    {
        _share.Client = ShareClient.MooseFS with { LengthsNeedRoom = false };
        _share.RoomPerFile = 10;
        using (FileStream file = Open())
        {
            if (setsLength)
            {
                file.SetLength(30);
            }

            await WriteAsync(file, 20, isAsync);
            await WriteAsync(file, 10, isAsync);
            file.Flush();
            await file.FlushAsync();
            Assert.Equal((30, 30), (file.Position, file.Length));
            Assert.Equal((int)ShareError.QuotaExceeded, Assert.Throws<IOException>(() => file.Flush(flushToDisk: true)).HResult);
            file.Flush(flushToDisk: true);
            Assert.Equal((30, setsLength ? 30 : 10), (file.Position, file.Length));
        }

        byte[] expected = new byte[setsLength ? 30 : 10];
        expected.AsSpan(0, 10).Fill(1);
        Assert.Equal(expected, File.ReadAllBytes(_scratch.PathOf("file")));
    }

    [Fact]
    public async Task A_late_error_may_come_at_the_next_write()
    {
        _share.Client = ShareClient.Sshfs;
        _share.RoomPerFile = 10;
        using FileStream file = Open();
        await WriteAsync(file, 20, isAsync: true);
        Assert.Equal((int)ShareError.InputOutput, (await Assert.ThrowsAsync<IOException>(() => WriteAsync(file, 1, isAsync: true))).HResult);
        file.Flush(flushToDisk: true);
    }

    [Fact]
    public async Task A_late_error_is_lost_when_nobody_asks()
    {
        _share.Client = ShareClient.Nfs;
        _share.RoomPerFile = 10;
        FileStream file = Open();
        await WriteAsync(file, 20, isAsync: true);
        await file.DisposeAsync();
        Assert.Equal(10, new FileInfo(file.Name).Length);
    }

    [Fact]
    public void A_length_without_room_is_refused_if_lengths_need_it()
    {
        _share.Client = ShareClient.MooseFS;
        _share.RoomPerFile = 10;
        using FileStream file = Open();
        Assert.Equal((int)ShareError.QuotaExceeded, Assert.Throws<IOException>(() => file.SetLength(11)).HResult);
        Assert.Equal(0, file.Length);
        file.SetLength(10);
    }

    [Fact]
    public void Writes_that_go_back_cost_nothing_until_somebody_asks()
    {
        TimeSpan cost = TimeSpan.FromSeconds(5);
        var share = new SlowShare(SlowShareProfile.Instant with { Write = cost }) { Client = ShareClient.Nfs };
        using FileStream file = share.Open(_scratch.PathOf("file"), FileMode.CreateNew, FileAccess.Write, bufferSize: 0);
        long start = Stopwatch.GetTimestamp();
        file.Write([1]);
        file.Flush();
        Assert.InRange(Stopwatch.GetElapsedTime(start), TimeSpan.Zero, cost);
        file.Flush(flushToDisk: true);
        Assert.InRange(Stopwatch.GetElapsedTime(start), cost / 2, TimeSpan.FromMinutes(1));
    }

    private static Task WriteAsync(FileStream file, int count, bool isAsync)
    {
        byte[] data = new byte[count];
        Array.Fill(data, (byte)1);
        if (isAsync)
        {
            return file.WriteAsync(data, 0, count);
        }

        file.Write(data);
        return Task.CompletedTask;
    }

    private FileStream Open() => _share.Open(_scratch.PathOf("file"), FileMode.CreateNew, FileAccess.Write, bufferSize: 0);
}
