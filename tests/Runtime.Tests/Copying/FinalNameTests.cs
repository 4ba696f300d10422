using StreamTuning.SimulatedShare;
using static StreamTuning.Bytes;
using static StreamTuning.UnixRights;

namespace StreamTuning.Copying;

/// <summary>A hidden file that gets its final name, on file systems that can do more or less.</summary>
public sealed class FinalNameTests(MountedShare mounted) : IClassFixture<MountedShare>, IDisposable
{
    private static readonly byte[] _content = Random(100);

    private readonly Scratch _scratch = new();

    public enum Way
    {
        /// <summary>One request that refuses a name that is taken.</summary>
        Rename,

        /// <summary>A second name, and the first one deleted: NFS, sshfs.</summary>
        Link,

        /// <summary>A small file that is replaced: rclone.</summary>
        Placeholder,
    }

    public static TheoryData<Way> Ways => new() { Way.Rename, Way.Link, Way.Placeholder };

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void A_free_name_is_given()
    {
        string hidden = _scratch.WithFile("hidden", _content);
        FinalName.Give(hidden, _scratch.PathOf("file"), replaces: false);
        AssertEqual(_content, File.ReadAllBytes(_scratch.PathOf("file")));
        Assert.Equal(["file"], _scratch.Names);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_name_that_is_taken_is_given_only_if_it_may_be(bool replaces)
    {
        string hidden = _scratch.WithFile("hidden", _content);
        string path = _scratch.WithFile("file", [1]);
        if (replaces)
        {
            FinalName.Give(hidden, path, replaces);
            AssertEqual(_content, File.ReadAllBytes(path));
            Assert.Equal(["file"], _scratch.Names);
            return;
        }

        AssertTaken(() => FinalName.Give(hidden, path, replaces), path);
        Assert.Equal([1], File.ReadAllBytes(path));
        AssertEqual(_content, File.ReadAllBytes(hidden));
    }

    [SkippableTheory, MemberData(nameof(Ways))]
    [Trait(Suite.Name, Suite.Slow)]
    public void A_share_gives_a_free_name_in_each_way(Way way)
    {
        ShareMount share = mounted.Clean();
        string hidden = WithHidden(share);
        string path = share.PathOf("file");
        Allow(share, way);
        FinalName.Give(hidden, path, replaces: false);
        share.SetFaults();
        AssertEqual(_content, File.ReadAllBytes(path));
        Assert.Equal([path], Directory.EnumerateFileSystemEntries(share.Directory));
    }

    [SkippableTheory, MemberData(nameof(Ways))]
    [Trait(Suite.Name, Suite.Slow)]
    public void A_file_of_another_writer_stays_in_each_way(Way way)
    {
        ShareMount share = mounted.Clean();
        string hidden = WithHidden(share);
        string path = share.PathOf("file");
        foreach (byte[] theirs in new byte[][] { [1], [] })
        {
            File.WriteAllBytes(path, theirs);
            Allow(share, way);
            AssertTaken(() => FinalName.Give(hidden, path, replaces: false), path);
            share.SetFaults();
            Assert.Equal(theirs, File.ReadAllBytes(path));
            AssertEqual(_content, File.ReadAllBytes(hidden));
            File.Delete(path);
        }
    }

    [SkippableTheory]
    [InlineData(Way.Link, ShareOperation.Link)]
    [InlineData(Way.Placeholder, ShareOperation.Create)]
    [Trait(Suite.Name, Suite.Slow)]
    public async Task A_writer_that_comes_between_two_requests_wins(Way way, ShareOperation last)
    {
        // As another machine would: while the last request of all, which decides, is on its way.
        ShareMount share = mounted.Clean();
        string hidden = WithHidden(share);
        string path = share.PathOf("file");
        string theirs = share.PathOf("theirs");
        File.WriteAllBytes(theirs, [1]);
        ShareFault held = new(last) { Delay = Timeout.InfiniteTimeSpan };
        ShareFault refused = new(ShareOperation.Rename) { Error = ShareError.InvalidArgument };
        ShareFault noLinks = new(ShareOperation.Link) { Error = ShareError.NotSupported };
        share.SetFaults(way == Way.Link ? [refused, held] : [refused, noLinks, held]);
        Task giving = Task.Run(() => FinalName.Give(hidden, path, replaces: false));
        Assert.True(SpinWait.SpinUntil(() => share.HeldRequests == 1 || giving.IsCompleted, TimeSpan.FromMinutes(1)));
        Task writing = Task.Run(() => File.Move(theirs, path));
        Assert.True(SpinWait.SpinUntil(() => share.HeldRequests == 1 || writing.IsCompleted, TimeSpan.FromMinutes(1)));
        share.SetFaults();
        Exception? ours = await Record.ExceptionAsync(() => giving);
        Exception? others = await Record.ExceptionAsync(() => writing);

        // The kernel lets one of them after the other into the directory; whoever is first, nobody is told of a success and overwritten.
        Assert.True(ours is null ^ others is null, $"{ours} {others}");
        Assert.Equal(ours is null ? _content : [1], File.ReadAllBytes(path));
    }

    [SkippableFact]
    [Trait(Suite.Name, Suite.Slow)]
    public void A_placeholder_is_deleted_if_the_rename_fails()
    {
        ShareMount share = mounted.Clean();
        string hidden = WithHidden(share);
        string path = share.PathOf("file");
        share.SetFaults(
            new ShareFault(ShareOperation.Rename) { Error = ShareError.InvalidArgument },
            new ShareFault(ShareOperation.Rename, Number: 2) { Error = ShareError.InputOutput },
            new ShareFault(ShareOperation.Link) { Error = ShareError.NotSupported });
        IOException failure = Assert.Throws<IOException>(() => FinalName.Give(hidden, path, replaces: false));
        Assert.Equal((int)ShareError.InputOutput, failure.HResult);
        AssertNames(failure, path, hidden);
        Assert.Equal([hidden], Directory.EnumerateFileSystemEntries(share.Directory));
    }

    [SkippableFact]
    [Trait(Suite.Name, Suite.Slow)]
    public void A_file_that_has_replaced_the_placeholder_stays_if_the_reply_is_lost()
    {
        // As long as the placeholder.
        byte[] content = Random(44);
        ShareMount share = mounted.Clean();
        string hidden = share.PathOf(".hidden");
        File.WriteAllBytes(hidden, content);
        string path = share.PathOf("file");
        share.SetFaults(
            new ShareFault(ShareOperation.Rename) { Error = ShareError.InvalidArgument },
            new ShareFault(ShareOperation.Rename, Number: 2) { Error = ShareError.TimedOut, LosesReply = true },
            new ShareFault(ShareOperation.Link) { Error = ShareError.NotSupported });
        Assert.Equal(
            (int)ShareError.TimedOut,
            Assert.ThrowsAny<IOException>(() => FinalName.Give(hidden, path, replaces: false)).HResult);
        AssertEqual(content, File.ReadAllBytes(path));
    }

    [SkippableTheory]
    [InlineData(true)]
    [InlineData(false)]
    [Trait(Suite.Name, Suite.Slow)]
    public void A_placeholder_that_cannot_be_written_is_deleted(bool writesPart)
    {
        ShareMount share = mounted.Clean();
        string hidden = WithHidden(share);
        share.SetFaults(
            new ShareFault(ShareOperation.Rename) { Error = ShareError.InvalidArgument },
            new ShareFault(ShareOperation.Link) { Error = ShareError.NotSupported },
            new ShareFault(ShareOperation.Write, Number: writesPart ? 2 : 1) { Error = ShareError.NoSpace },
            new ShareFault(ShareOperation.Write) { MostBytes = 10 });
        Assert.ThrowsAny<IOException>(() => FinalName.Give(hidden, share.PathOf("file"), replaces: false));
        Assert.Equal([hidden], Directory.EnumerateFileSystemEntries(share.Directory));
    }

    [SkippableTheory]
    [InlineData(true)]
    [InlineData(false)]
    [Trait(Suite.Name, Suite.Slow)]
    public void Failures_are_those_of_the_platform_and_name_the_file_that_was_asked_for(bool replaces)
    {
        ShareMount share = mounted.Clean();
        string hidden = WithHidden(share);
        string path = share.PathOf("file");
        foreach (ShareError error in new[] { ShareError.NoSpace, ShareError.InputOutput, ShareError.QuotaExceeded, ShareError.ReadOnly })
        {
            share.SetFaults(new ShareFault(ShareOperation.Rename) { Error = error });
            IOException failure = Assert.Throws<IOException>(() => FinalName.Give(hidden, path, replaces, asked: "/asked"));
            Assert.Equal((int)error, failure.HResult);
            AssertNames(failure, "/asked", hidden);
        }

        share.SetFaults(new ShareFault(ShareOperation.Rename) { Error = ShareError.AccessDenied });
        AssertNames(Assert.Throws<UnauthorizedAccessException>(() => FinalName.Give(hidden, path, replaces)), path, hidden);
        share.SetFaults();
        string missing = share.PathOf("missing/file");
        AssertNames(Assert.Throws<DirectoryNotFoundException>(() => FinalName.Give(hidden, missing, replaces)), missing, hidden);
        string directory = Directory.CreateDirectory(share.PathOf("directory")).FullName;
        Exception refused = Assert.ThrowsAny<Exception>(() => FinalName.Give(hidden, directory, replaces));
        Assert.True(refused is IOException or UnauthorizedAccessException, refused.ToString());
        AssertNames(refused, directory, hidden);
        File.Delete(hidden);
        IOException gone = Assert.Throws<IOException>(() => FinalName.Give(hidden, path, replaces));
        Assert.Equal((int)ShareError.NotFound, gone.HResult);
        AssertNames(gone, path, hidden);
    }

    [SkippableTheory]
    [InlineData(true)]
    [InlineData(false)]
    [Trait(Suite.Name, Suite.Slow)]
    public void Another_volume_is_told(bool replaces)
    {
        ShareMount share = mounted.Clean();
        string hidden = WithHidden(share);
        string path = _scratch.PathOf("file");
        Assert.False(FinalName.TryGive(hidden, path, replaces));
        Assert.Equal((int)ShareError.OtherFileSystem, Assert.Throws<IOException>(() => FinalName.Give(hidden, path, replaces)).HResult);
        Assert.Empty(_scratch.Names);
    }

    [SkippableFact]
    [Trait(Suite.Name, Suite.Slow)]
    public void A_file_that_is_a_mount_point_is_told_and_cannot_be_replaced()
    {
        Skip.IfNot(OperatingSystem.IsLinux(), "Files are mount points on Linux.");
        string path = _scratch.WithFile("file", [1]);
        string inner = _scratch.WithFile("inner", [2]);
        string link = _scratch.PathOf("link");
        File.CreateSymbolicLink(link, path);
        AssertMountPoint(LinuxFile.Kind.File, false, path);
        AssertMountPoint(LinuxFile.Kind.Missing, false, _scratch.PathOf("missing"));
        AssertMountPoint(LinuxFile.Kind.Directory, false, _scratch.Root);
        Bind(inner, path);
        try
        {
            AssertMountPoint(LinuxFile.Kind.File, true, path);
            AssertMountPoint(LinuxFile.Kind.File, false, link);
            AssertMountPoint(LinuxFile.Kind.File, false, inner);
            IOException failure = Assert.Throws<IOException>(() => FinalName.Give(_scratch.WithFile("hidden", _content), path, replaces: true));
            Assert.Equal(16, failure.HResult); // EBUSY
        }
        finally
        {
            Unmount(path);
        }
    }

    private static void AssertMountPoint(LinuxFile.Kind kind, bool isMountPoint, string path)
    {
        PathEntry found = LinuxFile.LookAt(path);
        Assert.Equal((kind, isMountPoint), (found.Kind, found.IsMountPoint));
    }

    private static string WithHidden(ShareMount share)
    {
        string hidden = share.PathOf(".hidden");
        File.WriteAllBytes(hidden, _content);
        return hidden;
    }

    private static void Allow(ShareMount share, Way way)
    {
        ShareFault refused = new(ShareOperation.Rename) { Error = ShareError.InvalidArgument };
        ShareFault noLinks = new(ShareOperation.Link) { Error = ShareError.NotSupported };
        share.SetFaults(way switch
        {
            Way.Rename => [],
            Way.Link => [refused],
            _ => [refused, noLinks],
        });
    }

    private static void AssertTaken(Action give, string path)
    {
        IOException failure = Assert.Throws<IOException>(give);
        AssertNames(failure, path, ".hidden");
        if (!OperatingSystem.IsWindows())
        {
            Assert.Equal(UnixFile.Exists, failure.HResult);
        }
    }

    private static void AssertNames(Exception failure, string path, string hidden)
    {
        Assert.Contains(path, failure.Message, StringComparison.Ordinal);
        Assert.DoesNotContain(hidden, failure.ToString(), StringComparison.Ordinal);
    }
}
