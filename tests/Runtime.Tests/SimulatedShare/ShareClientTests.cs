using System.Diagnostics;
using static StreamTuning.Bytes;

namespace StreamTuning.SimulatedShare;

/// <summary>The mounted share with the clients that it simulates: errors that come late, and requests that a client refuses.</summary>
[Trait(Suite.Name, Suite.Slow)]
public sealed class ShareClientTests(MountedShare mounted) : IClassFixture<MountedShare>
{
    public enum Ask
    {
        Flush,
        Sync,
    }

    public static TheoryData<string, Ask, ShareError> LateErrors => new()
    {
        { nameof(ShareClient.Sshfs), Ask.Flush, ShareError.InputOutput },
        { nameof(ShareClient.Sshfs), Ask.Sync, ShareError.InputOutput },
        { nameof(ShareClient.Nfs), Ask.Flush, ShareError.NoSpace },
        { nameof(ShareClient.Nfs), Ask.Sync, ShareError.NoSpace },
        { nameof(ShareClient.Cifs), Ask.Flush, ShareError.NoSpace },
        { nameof(ShareClient.MooseFS), Ask.Flush, ShareError.QuotaExceeded },
        { nameof(ShareClient.MooseFS), Ask.Sync, ShareError.QuotaExceeded },
    };

    [SkippableTheory]
    [MemberData(nameof(LateErrors))]
    public void Bytes_without_room_are_lost_and_reported_late_and_once(string client, Ask ask, ShareError error)
    {
        (ShareMount share, FileStream file, byte[] content) = StartFull(client);
        using (file)
        {
            file.Write(content, MiB, 2 * MiB);
            Assert.Equal((3 * MiB, 3 * MiB), (file.Position, file.Length));
            Assert.Equal(error, Report(ask, file));
            Assert.Equal([ShareError.None, ShareError.None], new[] { Report(Ask.Flush, file), Report(Ask.Sync, file) });
            Assert.Equal(MiB, file.Length);
        }

        AssertEqual(content.AsSpan(0, MiB), File.ReadAllBytes(share.PathOf("file")));
    }

    [SkippableFact]
    public void Lost_bytes_read_as_zeros_if_the_length_was_set_ahead()
    {
        (ShareMount share, FileStream file, byte[] content) = StartFull(nameof(ShareClient.Nfs));
        using (file)
        {
            file.SetLength(3 * MiB);
            file.Write(content, MiB, 2 * MiB);
        }

        content.AsSpan(MiB).Clear();
        AssertEqual(content, File.ReadAllBytes(share.PathOf("file")));
    }

    [SkippableFact]
    public void The_next_write_reports_it_on_sshfs()
    {
        (ShareMount _, FileStream file, byte[] content) = StartFull(nameof(ShareClient.Sshfs));
        using (file)
        {
            file.Write(content, MiB, MiB);
            Assert.Equal((int)ShareError.InputOutput, Assert.Throws<IOException>(() => file.Write(content, 2 * MiB, MiB)).HResult);
            Assert.Equal(ShareError.None, Report(Ask.Flush, file));
        }
    }

    [SkippableTheory]
    [InlineData(nameof(ShareClient.Nfs))]
    [InlineData(nameof(ShareClient.Cifs))]
    [InlineData(nameof(ShareClient.MooseFS))]
    public void No_write_reports_it_elsewhere(string client)
    {
        (ShareMount _, FileStream file, byte[] content) = StartFull(client);
        using (file)
        {
            file.Write(content, MiB, MiB);
            file.Write(content, 2 * MiB, MiB);
            Assert.NotEqual(ShareError.None, Report(Ask.Flush, file));
        }
    }

    [SkippableFact]
    public void It_is_reported_only_through_the_handle_that_has_written()
    {
        (ShareMount share, FileStream file, byte[] content) = StartFull(nameof(ShareClient.Nfs));
        using (file)
        {
            file.Write(content, MiB, MiB);
            using (FileStream other = File.Open(share.PathOf("file"), FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite))
            {
                Assert.Equal(ShareError.None, Report(Ask.Sync, other));
            }

            Assert.Equal(ShareError.NoSpace, Report(Ask.Flush, file));
        }
    }

    [SkippableFact]
    public void The_fault_of_a_write_comes_late_too()
    {
        ShareMount share = mounted.Clean();
        share.Client = ShareClient.Nfs;
        share.SetFaults(new ShareFault(ShareOperation.Write, Number: 2) { Error = ShareError.TimedOut });
        using FileStream file = OpenNew(share);
        file.Write([1]);
        file.Write([2]);
        file.Write([3]);
        Assert.Equal(ShareError.TimedOut, Report(Ask.Flush, file));
        Assert.Equal(ShareError.None, Report(Ask.Flush, file));
        Assert.Equal([1, 0, 3], ReadAll(file));
    }

    [SkippableTheory]
    [InlineData(Ask.Flush)]
    [InlineData(Ask.Sync)]
    public void Writes_cost_nothing_until_somebody_asks(Ask ask)
    {
        ShareMount share = mounted.Clean();
        using FileStream file = OpenNew(share);
        share.Client = ShareClient.Nfs;
        TimeSpan cost = TimeSpan.FromSeconds(5);
        share.Profile = SlowShareProfile.Instant with { Write = cost };
        long start = Stopwatch.GetTimestamp();
        file.Write([1, 2]);
        file.Write([3, 4]);
        Assert.InRange(Stopwatch.GetElapsedTime(start), TimeSpan.Zero, cost);
        Assert.Equal(ShareError.None, Report(ask, file));
        Assert.InRange(Stopwatch.GetElapsedTime(start), cost, TimeSpan.FromMinutes(1));
    }

    [SkippableFact]
    public void MooseFS_refuses_a_length_beyond_the_quota()
    {
        ShareMount share = mounted.Clean();
        share.Client = ShareClient.MooseFS;
        share.Quota = 2 * MiB;
        using FileStream file = OpenNew(share);
        Assert.Equal((int)ShareError.QuotaExceeded, Assert.Throws<IOException>(() => file.SetLength(3 * MiB)).HResult);
        Assert.Equal(0, file.Length);
        file.SetLength(2 * MiB);
        Assert.Equal(2 * MiB, file.Length);
    }

    [SkippableTheory]
    [InlineData(nameof(ShareClient.Direct), ShareError.None)]
    [InlineData(nameof(ShareClient.Cifs), ShareError.None)]
    [InlineData(nameof(ShareClient.Nfs), ShareError.InvalidArgument)]
    [InlineData(nameof(ShareClient.Sshfs), ShareError.InvalidArgument)]
    [InlineData(nameof(ShareClient.Rclone), ShareError.InvalidArgument)]
    public void Some_refuse_to_rename_without_replacing(string client, ShareError error)
    {
        ShareMount share = mounted.Clean();
        File.WriteAllText(share.PathOf("old"), "");
        share.Client = Find(client);
        Assert.Equal(error, Descriptor.MoveNew(share.PathOf("old"), share.PathOf("new")));
        File.WriteAllText(share.PathOf("another"), "");
        Assert.Equal(ShareError.Exists, Descriptor.MoveNew(share.PathOf(error is ShareError.None ? "new" : "old"), share.PathOf("another")));
        File.Move(share.PathOf("another"), share.PathOf("moved"), overwrite: true);
    }

    [SkippableFact]
    public void Some_refuse_links()
    {
        ShareMount share = mounted.Clean();
        File.WriteAllText(share.PathOf("file"), "");
        Assert.Equal(ShareError.None, Descriptor.Link(share.PathOf("file"), share.PathOf("one")));
        share.Client = ShareClient.Rclone;
        Assert.Equal(ShareError.NotPermitted, Descriptor.Link(share.PathOf("file"), share.PathOf("two")));
    }

    [SkippableFact]
    public void An_upload_takes_one_byte_after_the_other()
    {
        ShareMount share = mounted.Clean();
        share.Client = ShareClient.Rclone;
        using FileStream file = OpenNew(share);
        file.Write([1, 2, 3]);
        Assert.Equal(ShareError.IllegalSeek, Descriptor.Write(file.SafeFileHandle, 4, 9));
        Assert.Equal(ShareError.IllegalSeek, Descriptor.Write(file.SafeFileHandle, 0, 9));
        Assert.Equal(ShareError.NotPermitted, Descriptor.SetLength(file.SafeFileHandle, 100));
        Assert.Equal(ShareError.NotPermitted, Descriptor.SetLength(file.SafeFileHandle, 2));
        Assert.Equal(ShareError.None, Descriptor.SetLength(file.SafeFileHandle, 3));
        file.Write([4]);
        Assert.Equal([1, 2, 3, 4], ReadAll(file));
    }

    [SkippableFact]
    public void An_upload_ends_when_a_descriptor_is_closed()
    {
        ShareMount share = mounted.Clean();
        share.Client = ShareClient.Rclone;
        using FileStream file = OpenNew(share);
        Assert.Equal(ShareError.None, Report(Ask.Flush, file));
        file.Write([1]);
        Assert.Equal(ShareError.None, Report(Ask.Sync, file));
        file.Write([2]);
        Assert.Equal(ShareError.None, Report(Ask.Flush, file));
        Assert.Equal(ShareError.BadFile, Descriptor.Write(file.SafeFileHandle, 2, 3));
        Assert.Equal(ShareError.BadFile, Descriptor.SetLength(file.SafeFileHandle, 2));
        Assert.Equal([1, 2], ReadAll(file));
    }

    [SkippableFact]
    public void An_upload_over_a_file_seems_to_have_its_length()
    {
        ShareMount share = mounted.Clean();
        share.Client = ShareClient.Rclone;
        File.WriteAllBytes(share.PathOf("file"), new byte[100]);
        using FileStream file = File.Create(share.PathOf("file"), bufferSize: 0);
        Assert.Equal(100, file.Length);
        file.Write([1]);
        Assert.Equal(1, file.Length);
        Assert.Equal([1], ReadAll(file));
    }

    [SkippableTheory]
    [InlineData(nameof(ShareClient.Sshfs))]
    [InlineData(nameof(ShareClient.Nfs))]
    [InlineData(nameof(ShareClient.Cifs))]
    [InlineData(nameof(ShareClient.MooseFS))]
    [InlineData(nameof(ShareClient.Rclone))]
    public async Task Plain_code_that_writes_a_new_file_works_with_all(string client)
    {
        ShareMount share = mounted.Clean();
        share.Client = Find(client);
        byte[] content = Random((3 * MiB) + 1);
        await using (FileStream file = File.Create(share.PathOf("file")))
        {
            await new MemoryStream(content).CopyToAsync(file);
        }

        AssertEqual(content, File.ReadAllBytes(share.PathOf("file")));
        File.Delete(share.PathOf("file"));
    }

    /// <summary>A file with the first of three MiB in it, on a share that has no room for more.</summary>
    private (ShareMount Share, FileStream File, byte[] Content) StartFull(string client)
    {
        ShareMount share = mounted.Clean();
        share.Client = Find(client);
        share.Quota = MiB;
        FileStream file = OpenNew(share);
        byte[] content = Random(3 * MiB);
        file.Write(content, 0, MiB);
        return (share, file, content);
    }

    private static ShareClient Find(string name) => (ShareClient)typeof(ShareClient).GetProperty(name)!.GetValue(null)!;

    private static FileStream OpenNew(ShareMount share) => new(share.PathOf("file"), FileMode.CreateNew, FileAccess.Write, FileShare.ReadWrite, bufferSize: 0);

    private static ShareError Report(Ask ask, FileStream file) =>
        ask is Ask.Flush ? Descriptor.CloseDuplicate(file.SafeFileHandle) : Descriptor.Sync(file.SafeFileHandle);

    private static byte[] ReadAll(FileStream file)
    {
        file.Dispose();
        return File.ReadAllBytes(file.Name);
    }
}
