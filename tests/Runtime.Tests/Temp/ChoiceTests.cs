using StreamTuning.SimulatedShare;
using static StreamTuning.Bytes;

namespace StreamTuning.Temp;

/// <summary>Which directory is taken for a file, on real disks of all sizes. None of it is written: a disk that is empty takes no memory.</summary>
public sealed class ChoiceTests(MountedShare mounted) : IClassFixture<MountedShare>
{
    private const int DiskFull = 28;

    [SkippableFact]
    [Trait(Suite.Name, Suite.Slow)]
    public void The_first_that_has_room_is_taken()
    {
        using var one = MemoryDisk.Mount("size=200m");
        using var other = MemoryDisk.Mount("size=900m");
        var space = new TestSpace(one.Root, other.Root);
        Assert.Equal(one.Root, space.Choose(MiB));
        Assert.Equal(TempSpaceReason.Room, space.LastDecision.Reason);
        Assert.Equal(one.Root, space.LastDecision.Directory);
        Assert.Equal(MiB, space.LastDecision.ExpectedLength);
        TempDirectoryState state = Assert.Single(space.LastDecision.Directories);
        Assert.Equal((one.Root, TempDirectoryVerdict.Taken, null), (state.Directory, state.Verdict, state.Error));
        Assert.Equal(200L * MiB, state.AvailableBytes);
    }

    [SkippableTheory]
    [InlineData(80, 16L * MiB, true)] // 64 MiB are spared,
    [InlineData(80, (16L * MiB) + 1, false)]
    [InlineData(64, 0L, true)]
    [InlineData(63, 0L, false)]
    [InlineData(1100, 1000L * MiB, true)] // or a tenth, if that is more.
    [InlineData(1100, (1000L * MiB) + 1, false)]
    [InlineData(128, null, true)] // 64 MiB are assumed where nobody knows.
    [InlineData(127, null, false)]
    [Trait(Suite.Name, Suite.Slow)]
    public void Some_room_is_spared(int size, long? expected, bool isFirst)
    {
        using var one = MemoryDisk.Mount($"size={size}m");
        using var other = MemoryDisk.Mount("size=5000m");
        var space = new TestSpace(one.Root, other.Root);
        Assert.Equal(isFirst ? one.Root : other.Root, space.Choose(expected));
        Assert.Equal(TempSpaceReason.Room, space.LastDecision.Reason);
        Assert.Equal(expected, space.LastDecision.ExpectedLength);
        Assert.Equal(
            isFirst ? [(one.Root, TempDirectoryVerdict.Taken)] : [(one.Root, TempDirectoryVerdict.TooSmall), (other.Root, TempDirectoryVerdict.Taken)],
            space.LastDecision.Directories.Select(state => (state.Directory, state.Verdict)));
    }

    [SkippableFact]
    [Trait(Suite.Name, Suite.Slow)]
    public void What_is_assumed_can_be_told()
    {
        using var one = MemoryDisk.Mount("size=70m");
        using var other = MemoryDisk.Mount("size=200m");
        Assert.Equal(one.Root, new TestSpace(options => options.AssumedLength = 6 * MiB, one.Root, other.Root).Choose(null));
        Assert.Equal(other.Root, new TestSpace(options => options.AssumedLength = (6 * MiB) + 1, one.Root, other.Root).Choose(null));
    }

    [SkippableTheory]
    [InlineData(10L * MiB, 1)]
    [InlineData(30L * MiB, 1)]
    [InlineData(0L, 1)]
    [InlineData(null, 1)]
    [InlineData((30L * MiB) + 1, null)]
    [InlineData(long.MaxValue, null)]
    [Trait(Suite.Name, Suite.Slow)]
    public void Without_room_to_spare_the_largest_that_has_enough_is_taken(long? expected, int? taken)
    {
        using var a = MemoryDisk.Mount("size=20m");
        using var b = MemoryDisk.Mount("size=30m");
        using var c = MemoryDisk.Mount("size=25m");
        string[] roots = [a.Root, b.Root, c.Root];
        var space = new TestSpace(roots);
        if (taken is { } index)
        {
            Assert.Equal(roots[index], space.Choose(expected));
            Assert.Equal(TempSpaceReason.Tight, space.LastDecision.Reason);
            return;
        }

        IOException failure = Assert.ThrowsAny<IOException>(() => space.Choose(expected));
        Assert.Equal(DiskFull, failure.HResult);
        Assert.All(roots, root => Assert.Contains(root + " (too_small, available ", failure.Message, StringComparison.Ordinal));
        Assert.Contains($"{expected} bytes", failure.Message, StringComparison.Ordinal);
        Assert.Equal((TempSpaceReason.None, null, 3), (space.LastDecision.Reason, space.LastDecision.Directory, space.LastDecision.Directories.Count));
        space.AssertNothingLeft();
    }

    [SkippableFact]
    [Trait(Suite.Name, Suite.Slow)]
    public void Everything_that_is_made_goes_where_there_is_room()
    {
        using var one = MemoryDisk.Mount("size=80m");
        using var other = MemoryDisk.Mount("size=200m");
        var space = new TestSpace(one.Root, other.Root);
        const long Expected = 100L * MiB;
        using (TempDirectory directory = space.Space.CreateDirectory(Expected))
        {
            Assert.Equal(other.Root, TestSpace.RootOf(directory.Path));
        }

        string file = space.Space.CreateEmptyFile(Expected);
        Assert.Equal(other.Root, TestSpace.RootOf(file));
        Assert.StartsWith(other.Root, space.Space.GetPath("large", Expected), StringComparison.Ordinal);
        Assert.StartsWith(one.Root, space.Space.GetPath("small", 1), StringComparison.Ordinal);
        Assert.Equal(4, space.Decisions.Length);
        Assert.All(space.Decisions.Take(3), decision => Assert.Equal(Expected, decision.ExpectedLength));
    }

    [SkippableFact]
    [Trait(Suite.Name, Suite.Slow)]
    public void A_directory_that_cannot_be_written_is_passed_over()
    {
        using var readOnly = MemoryDisk.Mount("size=200m,ro");
        using var madeReadOnly = MemoryDisk.Mount("size=200m");
        using var room = MemoryDisk.Mount("size=200m");
        using var scratch = new Scratch();
        string file = scratch.WithFile("file", [1]);
        Directory.CreateSymbolicLink(scratch.PathOf("link"), scratch.PathOf("nowhere"));
        Assert.Equal(madeReadOnly.Root, new TestSpace(madeReadOnly.Root).Choose(MiB)); // Its folder is there now.
        madeReadOnly.Remount("ro");
        string[] unusable = [readOnly.Root, madeReadOnly.Root, file, Path.Combine(file, "below"), scratch.PathOf("link")];
        var space = new TestSpace([.. unusable, room.Root]);
        for (int i = 0; i < 2; i++)
        {
            Assert.Equal(room.Root, space.Choose(MiB));
            Assert.Equal(TempSpaceReason.Room, space.LastDecision.Reason);
            Assert.Equal(
                [.. unusable.Select(directory => (directory, TempDirectoryVerdict.Unusable)), (room.Root, TempDirectoryVerdict.Taken)],
                space.LastDecision.Directories.Select(state => (state.Directory, state.Verdict)));
            Assert.All(space.LastDecision.Directories.SkipLast(1), state => Assert.NotNull(state.Error));
        }

        var useless = new TestSpace(unusable);
        IOException failure = Assert.ThrowsAny<IOException>(() => useless.Choose(MiB));
        Assert.All(unusable, directory => Assert.Contains(directory, failure.Message, StringComparison.Ordinal));
        Assert.NotEqual(DiskFull, failure.HResult);
        Assert.NotNull(failure.InnerException);
        Assert.Equal(["file", "link"], scratch.Names);
    }

    [SkippableFact]
    [Trait(Suite.Name, Suite.Slow)]
    public void A_disk_without_room_for_a_folder_is_full()
    {
        // One inode, which the directory itself has.
        using var disk = MemoryDisk.Mount("size=200m,nr_inodes=1");
        var space = new TestSpace(disk.Root);
        IOException failure = Assert.ThrowsAny<IOException>(() => space.Choose(MiB));
        Assert.Equal(DiskFull, failure.HResult);
        Assert.Contains(disk.Root, failure.Message, StringComparison.Ordinal);
    }

    [SkippableFact]
    [Trait(Suite.Name, Suite.Slow)]
    public void A_directory_that_does_not_exist_is_created_when_it_is_needed()
    {
        using var disk = MemoryDisk.Mount("size=200m");
        using var scratch = new Scratch();
        string missing = Path.Combine(disk.Root, "not", "yet");
        var space = new TestSpace(missing, scratch.PathOf("never"));
        Assert.False(Directory.Exists(missing));
        Assert.Equal(missing, space.Choose(MiB));
        Assert.Empty(scratch.Names);
    }

    [SkippableFact]
    [Trait(Suite.Name, Suite.Slow)]
    public void What_cannot_be_asked_for_its_room_is_unknown_and_not_full()
    {
        ShareMount share = mounted.Clean();
        share.SetFaults(new ShareFault(ShareOperation.FreeSpace) { Count = int.MaxValue, Error = ShareError.InputOutput });
        using var small = MemoryDisk.Mount("size=50m");
        using var large = MemoryDisk.Mount("size=200m");

        // One that is known to have room comes first,
        var space = new TestSpace(share.Directory, large.Root);
        Assert.Equal(large.Root, space.Choose(MiB));
        Assert.Equal((TempDirectoryVerdict.Unknown, null), (space.LastDecision.Directories[0].Verdict, space.LastDecision.Directories[0].AvailableBytes));

        // one that has no room to spare does not.
        space = new TestSpace(small.Root, share.Directory);
        Assert.Equal(share.Directory, space.Choose(MiB));
        Assert.Equal(TempSpaceReason.Unknown, space.LastDecision.Reason);
        Assert.Equal(
            [(small.Root, TempDirectoryVerdict.TooSmall), (share.Directory, TempDirectoryVerdict.Taken)],
            space.LastDecision.Directories.Select(state => (state.Directory, state.Verdict)));

        // And if nothing can be created there after all, one without room to spare is still better.
        share.SetFaults(
            new ShareFault(ShareOperation.FreeSpace) { Count = int.MaxValue, Error = ShareError.InputOutput },
            new ShareFault(ShareOperation.Create) { Count = int.MaxValue, Error = ShareError.AccessDenied });
        Assert.Equal(small.Root, space.Choose(MiB));
        Assert.Equal(TempSpaceReason.Tight, space.LastDecision.Reason);
        var useless = new TestSpace(share.Directory);
        IOException failure = Assert.ThrowsAny<IOException>(() => useless.Choose(MiB));
        Assert.NotEqual(DiskFull, failure.HResult);
        Assert.IsType<UnauthorizedAccessException>(failure.InnerException);
    }

    [SkippableFact]
    [Trait(Suite.Name, Suite.Slow)]
    public void A_folder_that_was_cleaned_away_does_not_make_its_directory_unknown()
    {
        using var one = MemoryDisk.Mount("size=200m");
        using var other = MemoryDisk.Mount("size=200m");
        var space = new TestSpace(one.Root, other.Root);
        Assert.Equal(one.Root, space.Choose(MiB));
        Directory.Delete(Path.Combine(one.Root, TestSpace.FolderName));
        Assert.Equal(one.Root, space.Choose(MiB));
        Directory.Delete(Path.Combine(one.Root, TestSpace.FolderName));
        space.Space.CreateDirectory().Dispose();
        Directory.Delete(Path.Combine(one.Root, TestSpace.FolderName));
        Assert.StartsWith(one.Root, space.Space.GetPath("name"), StringComparison.Ordinal);
        Assert.All(space.Decisions, decision => Assert.Equal((one.Root, TempSpaceReason.Room), (decision.Directory, decision.Reason)));
    }

    [SkippableFact]
    [Trait(Suite.Name, Suite.Slow)]
    public void On_a_share_room_is_asked_for_once()
    {
        ShareMount share = mounted.Clean();
        foreach (bool keepsOwners in new[] { true, false })
        {
            share.KeepsOwners = keepsOwners;
            var space = new TestSpace(share.Directory);
            Assert.Equal(share.Directory, space.Choose(MiB)); // Makes the folder.
            share.ResetRequests();
            using (TempFile file = space.Space.CreateFile(new TempFileOptions { ExpectedLength = MiB }))
            {
                // .NET asks for the kind of file system once more when it opens a file to write.
                SlowShareRequests requests = share.Requests;
#if STREAMTUNING_NETSTANDARD
                const int Changes = 1; // The mode, which can only be changed afterwards.
#else
                const int Changes = 0;
#endif
                Assert.Equal((1, 0, Changes), (requests.Creates, requests.Directories, requests.AttributeChanges));
                Assert.InRange(requests.FreeSpaceRequests, 1, 2);
            }

            Assert.Equal((0, 1), (share.Requests.Directories, share.Requests.Deletions));
        }
    }

    [Fact]
    public void Nothing_configured_is_said()
    {
        var space = new TestSpace();
        IOException failure = Assert.ThrowsAny<IOException>(() => space.Choose(1));
        Assert.Contains("none is configured", failure.Message, StringComparison.Ordinal);
        Assert.NotEqual(DiskFull, failure.HResult);
    }

    [Fact]
    public void A_directory_that_is_named_twice_is_looked_at_once()
    {
        using var scratch = new Scratch();
        var space = new TestSpace(scratch.Root, scratch.Root + "/", scratch.PathOf("..") + "/" + Path.GetFileName(scratch.Root));
        IOException failure = Assert.ThrowsAny<IOException>(() => space.Choose(long.MaxValue));
        Assert.Single(space.LastDecision.Directories);
        Assert.NotNull(failure);
    }
}
