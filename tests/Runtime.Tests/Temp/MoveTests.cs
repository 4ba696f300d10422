using StreamTuning.SimulatedShare;
using static StreamTuning.Bytes;

namespace StreamTuning.Temp;

/// <summary>A temporary file that gets its final name, on the volume it is on and on others.</summary>
public sealed class MoveTests(MountedShare mounted) : IClassFixture<MountedShare>, IDisposable
{
    private const int DiskFull = 28;
    private const int OldMode = 0b110_100_000;
    private static readonly byte[] _content = Random(3 * MiB);
    private static readonly byte[] _old = Random(2 * MiB, seed: 2);

    private readonly Scratch _root = new();

    private delegate Task Test(TestSpace space, string directory);

    public static TheoryData<bool, bool> Ways => new() { { true, true }, { true, false }, { false, true }, { false, false } };

    public void Dispose() => _root.Dispose();

    [SkippableTheory, MemberData(nameof(Ways))]
    public Task It_becomes_an_ordinary_file(bool async, bool sameVolume) => RunAsync(sameVolume, async (space, directory) =>
    {
        string destination = Path.Combine(directory, "final");
        using TempFile file = await StageAsync(space);
        await MoveAsync(file, destination, async);
        Assert.Equal((destination, _content.Length), (file.Path, file.Length));
        AssertEqual(_content, File.ReadAllBytes(destination));
        using (FileStream read = file.OpenRead())
        {
            Assert.Equal(_content.Length, read.Length);
        }

        // As any other file that is created there.
        string other = Path.Combine(directory, "other");
        File.Create(other).Dispose();
        if (OperatingSystem.IsLinux())
        {
            Assert.Equal(TestSpace.ModeOf(other), TestSpace.ModeOf(destination));
        }

        File.Delete(other);
        Assert.Throws<ObjectDisposedException>(() => file.Stream);
        await Assert.ThrowsAsync<InvalidOperationException>(() => MoveAsync(file, Path.Combine(directory, "again"), async));
        file.Dispose();
        await file.DisposeAsync();
        Assert.Equal([destination], space.Left);
        Assert.Equal(0, space.Space.Sweep());
        Assert.Throws<InvalidOperationException>(() => file.MoveTo(destination, overwrite: true));
    });

    [SkippableTheory, MemberData(nameof(Ways))]
    public Task What_is_written_to_it_goes_along(bool async, bool sameVolume) => RunAsync(sameVolume, async (space, directory) =>
    {
        string destination = Path.Combine(directory, "final");
        using TempFile file = space.Space.CreateFile();
        file.Stream.WriteByte(1); // Stays in the buffer of the stream.
        await MoveAsync(file, destination, async);
        Assert.Equal([1], File.ReadAllBytes(destination));
    });

    [SkippableTheory, MemberData(nameof(Ways))]
    public Task A_stream_that_was_closed_by_others_does_not_matter(bool async, bool sameVolume) => RunAsync(sameVolume, async (space, directory) =>
    {
        string destination = Path.Combine(directory, "final");
        using TempFile file = space.Space.CreateFile();
        using (var writer = new StreamWriter(file.Stream))
        {
            writer.Write("text");
        }

        Assert.Equal(4, file.Length);
        Assert.Throws<ObjectDisposedException>(() => file.Stream);
        using (var reader = new StreamReader(file.OpenRead()))
        {
            Assert.Equal("text", reader.ReadToEnd());
        }

        await MoveAsync(file, destination, async);
        Assert.Equal("text", File.ReadAllText(destination));
    });

    [SkippableTheory, MemberData(nameof(Ways))]
    public Task A_file_that_is_there_stays_unless_it_may_be_replaced(bool async, bool sameVolume) => RunAsync(sameVolume, async (space, directory) =>
    {
        string destination = WithOld(directory);
        using TempFile file = await StageAsync(space);
        string path = file.Path;
        await Assert.ThrowsAnyAsync<IOException>(() => MoveAsync(file, destination, async));
        AssertOld(destination);
        Assert.Equal(path, file.Path);
        Assert.Equal(_content.Length, file.Length);
        Assert.Equal(new[] { path, destination }.Order(), space.Left.Order());

        // It can be moved again: with the mode that the old one has.
        await MoveAsync(file, destination, async, overwrite: true);
        AssertEqual(_content, File.ReadAllBytes(destination));
        AssertMode(OldMode, destination);
        Assert.Equal([destination], space.Left);
    });

    [SkippableTheory, MemberData(nameof(Ways))]
    public Task Another_name_is_as_good(bool async, bool sameVolume) => RunAsync(sameVolume, async (space, directory) =>
    {
        string destination = WithOld(directory);
        using TempFile file = await StageAsync(space);
        await Assert.ThrowsAnyAsync<IOException>(() => MoveAsync(file, destination, async));
        await MoveAsync(file, destination + "2", async);
        AssertEqual(_content, File.ReadAllBytes(destination + "2"));
        AssertOld(destination);
    });

    [SkippableTheory, MemberData(nameof(Ways))]
    public Task A_link_is_replaced_and_not_followed(bool async, bool sameVolume) => RunAsync(sameVolume, async (space, directory) =>
    {
        Skip.IfNot(OperatingSystem.IsLinux(), "Links need a right on Windows.");
        string old = WithOld(directory);
        string link = Path.Combine(directory, "link");
        File.CreateSymbolicLink(link, old);
        using TempFile file = await StageAsync(space);
        await Assert.ThrowsAnyAsync<IOException>(() => MoveAsync(file, link, async));
        await MoveAsync(file, link, async, overwrite: true);
        Assert.Null(new FileInfo(link).LinkTarget);
        AssertEqual(_content, File.ReadAllBytes(link));
        AssertMode(OldMode, link);
        AssertOld(old);
    });

    [SkippableTheory, MemberData(nameof(Ways))]
    public Task A_link_to_nothing_is_replaced_and_gives_no_rights(bool async, bool sameVolume) => RunAsync(sameVolume, async (space, directory) =>
    {
        Skip.IfNot(OperatingSystem.IsLinux(), "Links need a right on Windows.");
        string link = Path.Combine(directory, "link");
        File.CreateSymbolicLink(link, Path.Combine(directory, "nothing"));
        string other = Path.Combine(directory, "other");
        File.Create(other).Dispose();
        using TempFile file = await StageAsync(space);
        await Assert.ThrowsAnyAsync<IOException>(() => MoveAsync(file, link, async));
        await MoveAsync(file, link, async, overwrite: true);
        Assert.Null(new FileInfo(link).LinkTarget);
        AssertMode(TestSpace.ModeOf(other), link);
    });

    [SkippableTheory, MemberData(nameof(Ways))]
    public Task A_directory_is_no_destination(bool async, bool sameVolume) => RunAsync(sameVolume, async (space, directory) =>
    {
        string destination = Directory.CreateDirectory(Path.Combine(directory, "directory")).FullName;
        using TempFile file = await StageAsync(space);
        foreach (bool overwrite in new[] { true, false })
        {
            Exception failure = await Assert.ThrowsAnyAsync<SystemException>(() => MoveAsync(file, destination, async, overwrite));
            Assert.True(failure is IOException or UnauthorizedAccessException, failure.ToString());
            Assert.Empty(Directory.EnumerateFileSystemEntries(destination));
        }

        await MoveAsync(file, Path.Combine(destination, "final"), async);
        Assert.Equal(new[] { destination, file.Path }, space.Left.Order());
    });

    [SkippableTheory, MemberData(nameof(Ways))]
    public Task A_directory_that_is_missing_is_said(bool async, bool sameVolume) => RunAsync(sameVolume, async (space, directory) =>
    {
        using TempFile file = await StageAsync(space);
        foreach (bool overwrite in new[] { true, false })
        {
            await Assert.ThrowsAsync<DirectoryNotFoundException>(() => MoveAsync(file, Path.Combine(directory, "missing", "final"), async, overwrite));
        }

        Assert.Equal([file.Path], space.Left);
    });

    [SkippableTheory, MemberData(nameof(Ways))]
    public Task A_temporary_file_that_is_gone_is_said(bool async, bool sameVolume) => RunAsync(sameVolume, async (space, directory) =>
    {
        using TempFile file = await StageAsync(space);
        string path = file.Path;
        File.Delete(path);
        foreach (bool overwrite in new[] { true, false })
        {
            FileNotFoundException failure = await Assert.ThrowsAsync<FileNotFoundException>(() => MoveAsync(file, Path.Combine(directory, "final"), async, overwrite));
            Assert.Contains(path, failure.Message, StringComparison.Ordinal);
        }

        space.AssertNothingLeft();
    });

    [SkippableTheory, MemberData(nameof(Ways))]
    public Task A_move_that_is_cancelled_can_be_done_again(bool async, bool sameVolume) => RunAsync(sameVolume, async (space, directory) =>
    {
        _ = async;
        using TempFile file = await StageAsync(space);
        Assert.NotNull(await Record.ExceptionAsync(() => file.MoveToAsync(Path.Combine(directory, "final"), cancellationToken: new CancellationToken(canceled: true))));
        await TestSpace.AssertHoldsAsync(_content, file); // Nothing has happened to it.
        await MoveAsync(file, Path.Combine(directory, "final"), async);
        Assert.Equal([file.Path], space.Left);
    });

    [SkippableTheory]
    [InlineData(false)]
    [InlineData(true)]
    [Trait(Suite.Name, Suite.Slow)]
    public async Task A_copy_to_a_share_that_is_cancelled_leaves_the_old_file(bool overwrite)
    {
        ShareMount share = mounted.Clean();
        string destination = overwrite ? WithOld(share.Directory) : share.PathOf("final");
        var space = new TestSpace(_root.Root, share.Directory);
        byte[] content = Random(9 * MiB); // More blocks than are held at a time.
        using TempFile file = await space.StageAsync(new MemoryStream(content), async: true);
        using var cancellation = new CancellationTokenSource();
        share.SetFaults(new ShareFault(ShareOperation.Write, Number: 2) { Delay = Timeout.InfiniteTimeSpan });
        Task moving = Task.Run(() => file.MoveToAsync(destination, overwrite, cancellation.Token));
        Assert.True(SpinWait.SpinUntil(() => share.HeldRequests == 1, TimeSpan.FromMinutes(1)));
        await cancellation.CancelAsync();
        share.SetFaults();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => moving);
        Assert.Equal(overwrite ? new[] { file.Path, destination }.Order() : [file.Path], space.Left.Order());
        if (overwrite)
        {
            AssertOld(destination);
        }

        await file.MoveToAsync(destination, overwrite);
        AssertEqual(content, File.ReadAllBytes(destination));
        Assert.Equal([destination], space.Left);
    }

    [SkippableTheory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(false, false)]
    [Trait(Suite.Name, Suite.Slow)]
    public async Task A_disk_that_is_full_keeps_the_old_file(bool async, bool overwrite)
    {
        using var disk = MemoryDisk.Mount("size=4m");
        string destination = overwrite ? WithOld(disk.Root) : Path.Combine(disk.Root, "final");
        disk.FillUpTo(MiB);
        var space = new TestSpace(_root.Root, disk.Root);
        using TempFile file = await StageAsync(space);
        IOException failure = await Assert.ThrowsAnyAsync<IOException>(() => MoveAsync(file, destination, async, overwrite));
        Assert.Equal(DiskFull, failure.HResult);
        Assert.Equal(overwrite ? new[] { file.Path, destination }.Order() : [file.Path], space.Left.Order());
        if (overwrite)
        {
            AssertOld(destination);
        }

        File.Delete(Path.Combine(disk.Root, "filler"));
        File.Delete(destination);
        await MoveAsync(file, destination, async);
        AssertEqual(_content, File.ReadAllBytes(destination));
        Assert.Equal([destination], space.Left);
    }

    [SkippableTheory]
    [InlineData(true)]
    [InlineData(false)]
    [Trait(Suite.Name, Suite.Slow)]
    public async Task What_does_not_fit_any_more_stays_in_the_stream(bool async)
    {
        using var disk = MemoryDisk.Mount("size=4m");
        var space = new TestSpace(disk.Root);
        using TempFile file = space.Space.CreateFile();
        disk.FillUpTo(0);
        file.Stream.WriteByte(1);
        await Assert.ThrowsAnyAsync<IOException>(() => MoveAsync(file, Path.Combine(disk.Root, "final"), async));
        File.Delete(Path.Combine(disk.Root, "filler"));
        await MoveAsync(file, Path.Combine(disk.Root, "final"), async);
        Assert.Equal([1], File.ReadAllBytes(file.Path));
    }

    [SkippableFact]
    [Trait(Suite.Name, Suite.Slow)]
    public async Task A_file_system_that_cannot_say_that_a_name_is_taken_is_asked_in_two_steps()
    {
        ShareMount share = mounted.Clean();
        var space = new TestSpace(share.Directory);
        string destination = share.PathOf("final");
        foreach (ShareFault[] faults in new ShareFault[][]
        {
            [new(ShareOperation.Rename) { Error = ShareError.InvalidArgument }],
            [new(ShareOperation.Rename) { Error = ShareError.InvalidArgument }, new(ShareOperation.Link) { Error = ShareError.NotSupported, Count = int.MaxValue }],
        })
        {
            using TempFile file = await StageAsync(space);
            share.SetFaults(faults);
            file.MoveTo(destination);
            AssertEqual(_content, File.ReadAllBytes(destination));
            Assert.Equal([destination], space.Left);

            using TempFile second = await StageAsync(space);
            share.SetFaults(faults);
            Assert.ThrowsAny<IOException>(() => second.MoveTo(destination));
            Assert.Equal(new[] { second.Path, destination }.Order(), space.Left.Order());
            File.Delete(destination);
        }
    }

    [SkippableFact]
    [Trait(Suite.Name, Suite.Slow)]
    public async Task A_share_where_nothing_may_be_created_says_so()
    {
        ShareMount share = mounted.Clean();
        var space = new TestSpace(_root.Root, share.Directory);
        using TempFile file = await StageAsync(space);
        share.SetFaults(new ShareFault(ShareOperation.Create) { Count = int.MaxValue, Error = ShareError.AccessDenied });
        Assert.Throws<UnauthorizedAccessException>(() => file.MoveTo(share.PathOf("final")));
        share.SetFaults();
        file.MoveTo(share.PathOf("final"));
        Assert.Equal([share.PathOf("final")], space.Left);
    }

    [SkippableTheory]
    [InlineData("027", true)]
    [InlineData("027", false)]
    [InlineData("000", true)]
    [InlineData("000", false)]
    [InlineData("077", true)]
    [Trait(Suite.Name, Suite.Slow)]
    public async Task The_mask_of_the_process_counts(string mask, bool sameVolume)
    {
        Skip.IfNot(OperatingSystem.IsLinux(), "Modes are looked at on Linux only.");
        using var disk = MemoryDisk.Mount("size=4m");
        string destination = sameVolume ? _root.PathOf("final") : Path.Combine(disk.Root, "final");
        using ChildProcess child = ChildProcess.Start([ChildProgram.Move, _root.Root, destination], umask: mask);
        await child.EndAsync();
        Assert.Equal(0b110_110_110 & ~Convert.ToInt32(mask, fromBase: 8), TestSpace.ModeOf(destination));
        Assert.Equal(0b111_000_000, TestSpace.ModeOf(_root.PathOf(TestSpace.FolderName)));
    }

    [Fact]
    public async Task Disposing_deletes()
    {
        var space = new TestSpace(_root.Root);
        TempFile file = await StageAsync(space);
        file.Dispose();
        file.Dispose();
        space.AssertNothingLeft();
        await AssertDisposedAsync(file);

        file = space.Space.CreateFile();
        file.Stream.Write(_content);
        await file.DisposeAsync();
        await file.DisposeAsync();
        space.AssertNothingLeft();
        await AssertDisposedAsync(file);

        async Task AssertDisposedAsync(TempFile file)
        {
            Assert.Throws<ObjectDisposedException>(() => file.Stream);
            Assert.ThrowsAny<IOException>(file.OpenRead);
            Assert.Throws<FileNotFoundException>(() => file.Length);
            Assert.Throws<ObjectDisposedException>(() => file.MoveTo(_root.PathOf("final")));
            await Assert.ThrowsAsync<ObjectDisposedException>(() => file.MoveToAsync(_root.PathOf("final")));
        }
    }

    [SkippableTheory]
    [InlineData(true, ShareError.NoSpace)]
    [InlineData(false, ShareError.NoSpace)]
    [InlineData(true, ShareError.AccessDenied)]
    [InlineData(false, ShareError.AccessDenied)]
    [InlineData(true, ShareError.FileTooLarge)]
    [InlineData(false, ShareError.FileTooLarge)]
    [Trait(Suite.Name, Suite.Slow)]
    public async Task Disposing_deletes_also_what_cannot_be_written_any_more(bool async, ShareError error)
    {
        ShareMount share = mounted.Clean();
        var space = new TestSpace(share.Directory);
        TempFile file = space.Space.CreateFile();
        file.Stream.WriteByte(1);
        share.SetFaults(new ShareFault(ShareOperation.Write) { Count = int.MaxValue, Error = error });
        if (async)
        {
            await file.DisposeAsync();
        }
        else
        {
            file.Dispose();
        }

        space.AssertNothingLeft();
    }

    [SkippableFact]
    [Trait(Suite.Name, Suite.Slow)]
    public void Disposing_never_throws()
    {
        ShareMount share = mounted.Clean();
        var space = new TestSpace(share.Directory);
        TempFile file = space.Space.CreateFile();
        TempDirectory directory = space.Space.CreateDirectory();
        share.SetFaults(new ShareFault(ShareOperation.Delete) { Count = int.MaxValue, Error = ShareError.AccessDenied });
        file.Dispose();
        directory.Dispose();
        Assert.NotEmpty(space.Left);
    }

    [Fact]
    public async Task What_is_deleted_on_closing_cannot_be_moved()
    {
        var space = new TestSpace(_root.Root);
        var options = new TempFileOptions { DeleteOnClose = true };
        foreach (TempFile file in new[] { space.Space.CreateFile(options), await space.Space.StageAsync(new MemoryStream(_content), options) })
        {
            Assert.Throws<InvalidOperationException>(() => file.MoveTo(_root.PathOf("final")));
            await Assert.ThrowsAsync<InvalidOperationException>(() => file.MoveToAsync(_root.PathOf("final")));
            Assert.True(file.Stream.CanWrite);
            file.Stream.Dispose();
            Assert.False(File.Exists(file.Path));
            file.Dispose();
        }

        space.AssertNothingLeft();
    }

    [Fact]
    public async Task It_can_be_read_by_its_path_while_it_is_open()
    {
        var space = new TestSpace(_root.Root);
        using TempFile file = space.Space.CreateFile(new TempFileOptions { Extension = ".jpg" });
        Assert.EndsWith(".jpg", file.Path, StringComparison.Ordinal);
        await file.Stream.WriteAsync(_content.AsMemory(0, 10));
        using FileStream read = file.OpenRead();
        byte[] bytes = new byte[11];
        Assert.Equal(10, await read.ReadAtLeastAsync(bytes, 11, throwOnEndOfStream: false));
        AssertEqual(_content.AsSpan(0, 10), bytes.AsSpan(0, 10));
        Assert.Equal(10, file.Stream.Position);
        Assert.Throws<IOException>(() => new FileStream(file.Path, FileMode.Open, FileAccess.ReadWrite, FileShare.None));
    }

    private static async Task<TempFile> StageAsync(TestSpace space) => await space.StageAsync(new MemoryStream(_content), async: true);

    private static Task MoveAsync(TempFile file, string destination, bool async, bool overwrite = false)
    {
        if (async)
        {
            return file.MoveToAsync(destination, overwrite);
        }

        file.MoveTo(destination, overwrite);
        return Task.CompletedTask;
    }

    private static string WithOld(string directory)
    {
        string path = Path.Combine(directory, "old");
        File.WriteAllBytes(path, _old);
        if (!OperatingSystem.IsWindows())
        {
            Assert.Equal(0, UnixFile.ChangeMode(path, OldMode));
        }

        return path;
    }

    private static void AssertOld(string path)
    {
        AssertEqual(_old, File.ReadAllBytes(path));
        AssertMode(OldMode, path);
    }

    private static void AssertMode(int mode, string path)
    {
        if (OperatingSystem.IsLinux())
        {
            Assert.Equal(mode, TestSpace.ModeOf(path));
        }
    }

    private async Task RunAsync(bool sameVolume, Test test)
    {
        if (sameVolume)
        {
            await test(new TestSpace(_root.Root), _root.Root);
            return;
        }

        using var other = Scratch.OnOtherVolume();
        await test(new TestSpace(_root.Root, other.Root), other.Root);
    }
}
