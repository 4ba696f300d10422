using System.Diagnostics;
using StreamTuning.Copying;
using static StreamTuning.Bytes;

namespace StreamTuning.SimulatedShare;

/// <summary>The mounted share when things go wrong: a quota, and requests that fail, wait or do less than they should.</summary>
[Trait(Suite.Name, Suite.Slow)]
public sealed class ShareMountFaultTests(MountedShare mounted) : IClassFixture<MountedShare>
{
    [SkippableTheory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_quota_ends_a_write(bool writesWhatFits)
    {
        ShareMount share = mounted.Clean();
        share.WritesWhatFits = writesWhatFits;
        share.Quota = 10 * 4096;
        Assert.Equal(10 * 4096, new DriveInfo(share.Directory).AvailableFreeSpace);
        byte[] content = Random(11 * 4096);
        string path = share.PathOf("file");
        using (var file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.Read, bufferSize: 0))
        {
            file.Write(content.AsSpan(0, 4096));
            IOException failure = Assert.Throws<IOException>(() => file.Write(content.AsSpan(4096)));
            Assert.Equal((int)ShareError.NoSpace, failure.HResult);
        }

        int left = writesWhatFits ? 10 * 4096 : 4096;
        AssertEqual(content.AsSpan(0, left), File.ReadAllBytes(path));
        Assert.Equal((left, (10 * 4096) - left), (share.UsedBytes, new DriveInfo(share.Directory).AvailableFreeSpace));
        Assert.Equal(writesWhatFits ? 3 : 2, share.Requests.Writes);

        share.Quota = null;
        File.WriteAllBytes(path, content);
        AssertEqual(content, File.ReadAllBytes(path));
    }

    [SkippableFact]
    public void A_length_takes_no_room_but_its_bytes_do()
    {
        ShareMount share = mounted.Clean();
        share.Quota = 2 * 4096;
        using FileStream file = File.Create(share.PathOf("file"), bufferSize: 0);
        file.SetLength(MiB);
        Assert.Equal((MiB, 0), (file.Length, share.UsedBytes));
        file.Position = MiB - 1;
        file.WriteByte(1);
        file.Position = 0;
        file.WriteByte(1);
        file.WriteByte(2);
        Assert.Equal(2 * 4096, share.UsedBytes);
        file.Position = 4096;
        Assert.Equal((int)ShareError.NoSpace, Assert.Throws<IOException>(() => file.WriteByte(1)).HResult);
        file.SetLength(1);
        Assert.Equal(4096, share.UsedBytes);
        file.Position = 4096;
        file.WriteByte(1);
        file.SetLength(0);
        Assert.Equal(0, share.UsedBytes);
    }

    [SkippableFact]
    public void A_reservation_needs_room_and_gives_it_back()
    {
        ShareMount share = mounted.Clean();
        share.Quota = 2 * 4096;
        Assert.Throws<IOException>(() => Reserve("large", 3 * 4096).Dispose());
        using (FileStream file = Reserve("fits", 2 * 4096))
        {
            Assert.Equal(0, new DriveInfo(share.Directory).AvailableFreeSpace);
            file.SetLength(0);
            Assert.Equal(2 * 4096, new DriveInfo(share.Directory).AvailableFreeSpace);
        }

        FileStream Reserve(string name, long size) => new(share.PathOf(name), new FileStreamOptions
        {
            Mode = FileMode.CreateNew,
            Access = FileAccess.Write,
            PreallocationSize = size,
        });
    }

    [SkippableTheory]
    [InlineData(ShareError.NoSpace)]
    [InlineData(ShareError.InputOutput)]
    [InlineData(ShareError.QuotaExceeded)]
    public void The_nth_write_fails(ShareError error)
    {
        ShareMount share = mounted.Clean();
        share.SetFaults(new ShareFault(ShareOperation.Write, Number: 3) { Error = error });
        using FileStream file = File.Create(share.PathOf("file"), bufferSize: 0);
        file.WriteByte(1);
        file.WriteByte(2);
        Assert.Equal((int)error, Assert.Throws<IOException>(() => file.WriteByte(3)).HResult);
        Assert.Equal(2, file.Length);
        file.Position = 2;
        file.WriteByte(3);
        Assert.Equal(new SlowShareRequests(Writes: 4, ExtendingWrites: 3, LengthChanges: 1, Opens: 1, Bytes: 3), ShareMountTests.Basic(share.Requests));
    }

    [SkippableFact]
    public void Every_kind_of_request_can_fail()
    {
        ShareMount share = mounted.Clean();
        string path = share.PathOf("file");
        File.WriteAllText(path, "text");
        using FileStream file = File.Open(path, FileMode.Open);

        Fails(ShareOperation.Create, () => File.Create(share.PathOf("new")));
        Fails(ShareOperation.Open, () => File.Open(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite));
        Fails(ShareOperation.Read, () => file.ReadByte());
        Fails(ShareOperation.SetLength, () => file.SetLength(100));
        Fails(ShareOperation.SetAttributes, () => File.SetLastWriteTimeUtc(path, DateTime.UnixEpoch));
        Fails(ShareOperation.Rename, () => File.Move(path, path + "2", overwrite: true));
        Fails(ShareOperation.Delete, () => File.Delete(path));
        Fails(ShareOperation.FreeSpace, () => _ = new DriveInfo(share.Directory).AvailableFreeSpace);
        Fails(ShareOperation.MakeDirectory, () => Directory.CreateDirectory(share.PathOf("directory")));

        Assert.Equal([path], Directory.EnumerateFileSystemEntries(share.Directory));
        Assert.Equal(4, file.Length);

        void Fails(ShareOperation operation, Action action)
        {
            share.SetFaults(new ShareFault(operation) { Error = ShareError.InputOutput, Count = int.MaxValue });
            Assert.Equal((int)ShareError.InputOutput, Assert.ThrowsAny<IOException>(action).HResult);
            share.SetFaults();
        }
    }

    [SkippableFact]
    public void Faults_begin_and_end_and_the_first_of_several_counts()
    {
        ShareMount share = mounted.Clean();
        share.SetFaults(
            new ShareFault(ShareOperation.Write, Number: 2) { Count = 2, Error = ShareError.NoSpace },
            new ShareFault(ShareOperation.Write, Number: 3) { Count = int.MaxValue, Error = ShareError.InputOutput });
        using FileStream file = File.Create(share.PathOf("file"), bufferSize: 0);
        file.WriteByte(1);
        Assert.Equal(
            [ShareError.NoSpace, ShareError.NoSpace, ShareError.InputOutput, ShareError.InputOutput],
            Enumerable.Range(0, 4).Select(_ => (ShareError)Assert.Throws<IOException>(() => file.WriteByte(2)).HResult));
    }

    [SkippableFact]
    public void Short_writes_and_reads_are_carried_on()
    {
        ShareMount share = mounted.Clean();
        share.SetFaults(
            new ShareFault(ShareOperation.Write) { Count = int.MaxValue, MostBytes = 1000 },
            new ShareFault(ShareOperation.Read, Number: 2) { MostBytes = 1 });
        byte[] content = Random(3500);
        File.WriteAllBytes(share.PathOf("file"), content);
        Assert.Equal(new SlowShareRequests(Writes: 4, ExtendingWrites: 4, LengthChanges: 1, Opens: 1, Bytes: 3500), ShareMountTests.Basic(share.Requests));
        AssertEqual(content, File.ReadAllBytes(share.PathOf("file")));
        AssertEqual(content, File.ReadAllBytes(share.PathOf("file")));
        Assert.Equal(3, share.Requests.Reads);
    }

    [SkippableFact]
    public async Task A_request_can_be_held()
    {
        ShareMount share = mounted.Clean();
        string path = share.PathOf("file");
        share.SetFaults(new ShareFault(ShareOperation.Write) { Delay = Timeout.InfiniteTimeSpan });
        Task writing = Task.Run(() => File.WriteAllText(path, "text"));
        Assert.True(SpinWait.SpinUntil(() => share.HeldRequests == 1, TimeSpan.FromMinutes(1)));
        Assert.False(writing.IsCompleted);
        Assert.Equal(0, new FileInfo(path).Length);
        Assert.Equal(1, share.Requests.Writes);
        share.SetFaults();
        await writing;
        Assert.Equal("text", File.ReadAllText(path));
    }

    [SkippableFact]
    public void A_request_that_hangs_ends_with_its_process()
    {
        ShareMount share = mounted.Clean();
        share.SetFaults(new ShareFault(ShareOperation.Write) { Delay = TimeSpan.FromDays(1) });
        using Process process = Process.Start("/bin/sh", ["-c", $"exec echo text > '{share.PathOf("file")}'"]);
        Assert.True(SpinWait.SpinUntil(() => share.HeldRequests == 1, TimeSpan.FromMinutes(1)));
        process.Kill();
        process.WaitForExit();
        Assert.Equal(0, share.HeldRequests);
        Assert.Equal(0, new FileInfo(share.PathOf("file")).Length);
    }
}
