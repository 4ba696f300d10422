using System.Diagnostics;
using static StreamTuning.Bytes;
using static StreamTuning.Copying.Copies;

namespace StreamTuning.Copying;

/// <summary>Destinations that are given by path: new, existing, special, and what is left of them after a failure.</summary>
public sealed class PathTests : IDisposable
{
    private static readonly byte[] _content = Random(3 * MiB);

    private readonly Scratch _scratch = new();

    public static TheoryData<bool> Ways => BothWays;

    public void Dispose() => _scratch.Dispose();

    [Theory, MemberData(nameof(Ways))]
    public async Task A_new_file_appears_when_it_is_complete(bool async)
    {
        string path = _scratch.PathOf("file");
        var source = new TestSource(_content, pieces: [MiB]) { BeforeRead = _ => Assert.False(File.Exists(path)) };
        Assert.Equal(_content.Length, await CopyAsync(source, path, async));
        AssertEqual(_content, File.ReadAllBytes(path));
        Assert.Equal(["file"], _scratch.Names);
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task A_new_file_has_the_rights_that_any_new_file_has(bool async)
    {
        await CopyAsync(new TestSource(_content), _scratch.PathOf("file"), async);
        File.Create(_scratch.PathOf("other")).Dispose();
        if (!OperatingSystem.IsWindows())
        {
            Assert.Equal(File.GetUnixFileMode(_scratch.PathOf("other")), File.GetUnixFileMode(_scratch.PathOf("file")));
        }
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task A_copy_that_fails_leaves_nothing(bool async)
    {
        await Assert.ThrowsAsync<IOException>(() => CopyAsync(new TestSource(_content) { FailsAt = MiB }, _scratch.PathOf("file"), async));
        Assert.Empty(_scratch.Names);
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task A_copy_that_is_cancelled_leaves_nothing(bool async)
    {
        using var cancellation = new CancellationTokenSource();
        var source = new TestSource(_content, pieces: [MiB]) { BeforeRead = number => Cancel(number, cancellation) };
        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            () => CopyAsync(source, _scratch.PathOf("file"), async, token: cancellation.Token));
        Assert.Empty(_scratch.Names);

        static void Cancel(int number, CancellationTokenSource cancellation)
        {
            if (number == 1)
            {
                cancellation.Cancel();
            }
        }
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task A_file_that_another_writer_created_meanwhile_stays(bool async)
    {
        string path = _scratch.PathOf("file");
        var source = new TestSource(_content) { BeforeRead = _ => File.WriteAllText(path, "theirs") };
        await Assert.ThrowsAsync<IOException>(() => CopyAsync(source, path, async));
        Assert.Equal("theirs", File.ReadAllText(path));
        Assert.Equal(["file"], _scratch.Names);
    }

    [SkippableTheory, MemberData(nameof(Ways))]
    public async Task An_existing_file_is_written_in_place(bool async)
    {
        Host.SkipWithoutLinks();
        string path = _scratch.WithFile("file", Random(5 * MiB, seed: 2));
        string link = _scratch.PathOf("link");
        File.CreateSymbolicLink(link, path);
        SetMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        await CopyAsync(new TestSource(_content), link, async);

        AssertEqual(_content, File.ReadAllBytes(path));
        Assert.NotNull(new FileInfo(link).LinkTarget);
        Assert.Equal(["file", "link"], _scratch.Names);
        AssertMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite);
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task An_existing_file_that_is_written_in_place_keeps_what_arrived(bool async)
    {
        string path = _scratch.WithFile("file", Random(5 * MiB, seed: 2));
        await Assert.ThrowsAsync<IOException>(() => CopyAsync(new TestSource(_content) { FailsAt = (2 * MiB) + 5 }, path, async));
        AssertEqual(_content.AsSpan(0, (2 * MiB) + 5), File.ReadAllBytes(path));
    }

    [SkippableTheory, MemberData(nameof(Ways))]
    public async Task A_link_to_nothing_creates_its_destination(bool async)
    {
        Host.SkipWithoutLinks();
        File.CreateSymbolicLink(_scratch.PathOf("link"), _scratch.PathOf("file"));
        await CopyAsync(new TestSource(_content), _scratch.PathOf("link"), async);
        AssertEqual(_content, File.ReadAllBytes(_scratch.PathOf("file")));
        Assert.Equal(["file", "link"], _scratch.Names);
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task Atomic_replaces_when_complete(bool async)
    {
        byte[] old = Random(5 * MiB, seed: 2);
        string path = _scratch.WithFile("file", old);
        SetMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        var source = new TestSource(_content, pieces: [MiB]) { BeforeRead = _ => AssertEqual(old, File.ReadAllBytes(path)) };
        await CopyAsync(source, path, async, new FileCopyOptions { Replace = FileReplacement.Atomic });

        AssertEqual(_content, File.ReadAllBytes(path));
        Assert.Equal(["file"], _scratch.Names);
#if !STREAMTUNING_NETSTANDARD
        AssertMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite);
#endif
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task Atomic_keeps_the_old_file_on_failure(bool async)
    {
        foreach (byte[] old in new byte[][] { Random(5 * MiB, seed: 2), [] })
        {
            string path = _scratch.WithFile("file", old);
            await Assert.ThrowsAsync<IOException>(() => CopyAsync(
                new TestSource(_content) { FailsAt = 2 * MiB }, path, async, new FileCopyOptions { Replace = FileReplacement.Atomic }));
            AssertEqual(old, File.ReadAllBytes(path));
            Assert.Equal(["file"], _scratch.Names);
        }
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task Atomic_writes_new_and_empty_files_too(bool async)
    {
        var atomic = new FileCopyOptions { Replace = FileReplacement.Atomic };
        await CopyAsync(new TestSource(_content), _scratch.PathOf("new"), async, atomic);
        AssertEqual(_content, File.ReadAllBytes(_scratch.PathOf("new")));
        await CopyAsync(new TestSource(_content), _scratch.WithFile("empty", []), async, atomic);
        AssertEqual(_content, File.ReadAllBytes(_scratch.PathOf("empty")));
        Assert.Equal(["empty", "new"], _scratch.Names);
    }

#if !STREAMTUNING_NETSTANDARD
    [SkippableTheory, MemberData(nameof(Ways))]
    public async Task Atomic_follows_links(bool async)
    {
        Host.SkipWithoutLinks();
        string path = _scratch.WithFile("file", Random(100, seed: 2));
        File.CreateSymbolicLink(_scratch.PathOf("link"), "file");
        await CopyAsync(new TestSource(_content), _scratch.PathOf("link"), async, new FileCopyOptions { Replace = FileReplacement.Atomic });
        AssertEqual(_content, File.ReadAllBytes(path));
        Assert.NotNull(new FileInfo(_scratch.PathOf("link")).LinkTarget);
    }
#endif

    [SkippableTheory, MemberData(nameof(Ways))]
    public async Task A_device_is_written(bool async)
    {
        Skip.IfNot(File.Exists("/dev/null"), "There is no /dev/null.");
        foreach (FileReplacement replace in new[] { FileReplacement.InPlace, FileReplacement.Atomic })
        {
            Assert.Equal(_content.Length, await CopyAsync(new TestSource(_content), "/dev/null", async, new FileCopyOptions { Replace = replace }));
        }

        using (var device = new FileStream("/dev/null", FileMode.Open, FileAccess.Write, FileShare.ReadWrite))
        {
            Assert.Equal(
                _content.Length,
                await CopyAsync(new TestSource(_content, canSeek: true), device, async, new FileCopyOptions(new CopyEnvironment(mount: TestMounts.Share()))));
        }

        Assert.Equal(FileAttributes.Normal, File.GetAttributes("/dev/null"));
    }

    [SkippableTheory, MemberData(nameof(Ways))]
    public async Task A_full_device_says_so(bool async)
    {
        Skip.IfNot(File.Exists("/dev/full"), "There is no /dev/full.");
        await Assert.ThrowsAsync<IOException>(() => CopyAsync(new TestSource(_content), "/dev/full", async));
        Assert.True(File.Exists("/dev/full"));
    }

    [SkippableTheory]
    [InlineData(true, true)]
    [InlineData(false, true)]
    [InlineData(true, false)]
    [InlineData(false, false)]
    public async Task A_named_pipe_is_written(bool async, bool byPath)
    {
        Skip.If(OperatingSystem.IsWindows(), "Windows has no named pipes in directories.");
        string pipe = _scratch.PathOf("pipe");
        using (Process process = Process.Start("mkfifo", pipe))
        {
            await process.WaitForExitAsync();
            Skip.If(process.ExitCode != 0, "mkfifo failed.");
        }

        Task<byte[]> reading = Task.Run(() =>
        {
            using var reader = new FileStream(pipe, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
            using var read = new MemoryStream();
            reader.CopyTo(read);
            return read.ToArray();
        });
        if (byPath)
        {
            Assert.Equal(_content.Length, await CopyAsync(new TestSource(_content), pipe, async));
        }
        else
        {
            using FileStream writer = await Task.Run(() => new FileStream(pipe, FileMode.Open, FileAccess.Write, FileShare.ReadWrite));
            Assert.Equal(_content.Length, await CopyAsync(new TestSource(_content), writer, async));
        }

        byte[] received = await reading;
        AssertEqual(_content, received);
        Assert.Equal(["pipe"], _scratch.Names);
    }

    [SkippableTheory, MemberData(nameof(Ways))]
    public async Task A_directory_without_the_right_to_write_says_so(bool async)
    {
        Skip.IfNot(Directory.Exists("/proc/self"), "There is no /proc.");
        await Assert.ThrowsAnyAsync<SystemException>(() => CopyAsync(new TestSource(_content), "/proc/self/streamtuning", async));
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task A_directory_is_no_destination(bool async)
    {
        await Assert.ThrowsAsync<UnauthorizedAccessException>(() => CopyAsync(new TestSource(_content), _scratch.Root, async));
        await Assert.ThrowsAsync<DirectoryNotFoundException>(() => CopyAsync(new TestSource(_content), _scratch.PathOf("no/file"), async));
        Assert.Empty(_scratch.Names);
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task A_length_that_was_promised_wrongly_leaves_neither_length_nor_space(bool async)
    {
        string path = _scratch.PathOf("file");
        foreach (bool shares in new[] { true, false })
        {
            File.Delete(path);
            var options = new FileCopyOptions(new CopyEnvironment(mount: shares ? TestMounts.Share() : null)) { LengthHint = 64 * MiB };
            Assert.Equal(_content.Length, await CopyAsync(new TestSource(_content), path, async, options));
            AssertEqual(_content, File.ReadAllBytes(path));
            Assert.InRange(await BlocksOfAsync(path), 0, 2 * _content.Length);
        }

        File.Delete(path);
        Assert.Equal(_content.Length, await CopyAsync(new TestSource(_content), path, async, new FileCopyOptions { LengthHint = long.MaxValue / 4 }));
        AssertEqual(_content, File.ReadAllBytes(path));
    }

    [Fact]
    public async Task A_relative_path_means_what_it_meant_when_the_copy_started()
    {
        string relative = Path.GetRelativePath(Environment.CurrentDirectory, _scratch.PathOf("file"));
        await new TestSource(_content).CopyToFileAsync(relative);
        AssertEqual(_content, File.ReadAllBytes(_scratch.PathOf("file")));
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task Atomic_replaces_an_empty_file_as_any_other(bool async)
    {
        string path = _scratch.WithFile("file", []);
        var source = new TestSource(_content, pieces: [MiB]) { BeforeRead = _ => Assert.Equal(0, new FileInfo(path).Length) };
        await CopyAsync(source, path, async, new FileCopyOptions(new CopyEnvironment(mount: TestMounts.Share())) { Replace = FileReplacement.Atomic });
        AssertEqual(_content, File.ReadAllBytes(path));
    }

    [SkippableTheory, MemberData(nameof(Ways))]
    public async Task A_replacement_is_for_its_owner_alone_until_it_is_complete(bool async)
    {
        Skip.If(OperatingSystem.IsWindows(), "Windows has no modes.");
        string path = _scratch.WithFile("file", [1]);
        SetMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.SetUser);
        var modes = new List<UnixFileMode>();
        var source = new TestSource(_content, pieces: [MiB])
        {
            BeforeRead = _ => modes.Add(new FileInfo(Directory.EnumerateFiles(_scratch.Root, ".*").Single()).UnixFileMode),
        };
        await CopyAsync(source, path, async, new FileCopyOptions { Replace = FileReplacement.Atomic });
        Assert.Equal([UnixFileMode.UserRead | UnixFileMode.UserWrite], modes.Distinct());
        AssertMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite);
    }

    [SkippableTheory, MemberData(nameof(Ways))]
    public async Task A_hidden_file_has_no_lock_which_shares_would_have_to_be_asked_for(bool async)
    {
        Skip.IfNot(OperatingSystem.IsLinux(), "Elsewhere .NET opens it.");
        int opened = 0;
        var source = new TestSource(_content)
        {
            BeforeRead = _ =>
            {
                new FileStream(Directory.EnumerateFiles(_scratch.Root, ".*").Single(), FileMode.Open, FileAccess.Read, FileShare.None).Dispose();
                opened++;
            },
        };
        await CopyAsync(source, _scratch.WithFile("file", [1]), async, new FileCopyOptions { Replace = FileReplacement.Atomic });
        Assert.NotEqual(0, opened);
    }

    [SkippableTheory, MemberData(nameof(Ways))]
    [Trait(Suite.Name, Suite.Slow)]
    public async Task A_mounted_file_is_written_when_all_data_are_there(bool async)
    {
        string path = _scratch.WithFile("file", [1, 2, 3]);
        string other = _scratch.WithFile("other", [4, 5, 6]);
        Skip.IfNot(OperatingSystem.IsLinux() && await RunAsync("mount", "--bind", other, path), "Only root can mount a file.");
        try
        {
            var atomic = new FileCopyOptions { Replace = FileReplacement.Atomic };
            await Assert.ThrowsAsync<IOException>(() => CopyAsync(new TestSource(_content) { FailsAt = MiB }, path, async, atomic));
            Assert.Equal([4, 5, 6], File.ReadAllBytes(path));
            await CopyAsync(new TestSource(_content), path, async, atomic);
            AssertEqual(_content, File.ReadAllBytes(path));
            Assert.Equal(["file", "other"], _scratch.Names);
        }
        finally
        {
            UnixRights.Unmount(path);
        }

        AssertEqual(_content, File.ReadAllBytes(other));
    }

    [SkippableTheory]
    [InlineData(true, 4095)]
    [InlineData(false, 4095)]
    [InlineData(true, 4090)]
    [InlineData(true, 4020)]
    public async Task A_path_may_be_as_long_as_any(bool async, int length)
    {
        Skip.IfNot(OperatingSystem.IsLinux(), "The limits of Linux are meant.");
        string directory = _scratch.Root;
        while (directory.Length < length - 210)
        {
            directory = Path.Combine(directory, new string('d', 100));
        }

        Directory.CreateDirectory(directory);
        string path = Path.Combine(directory, new string('f', length - directory.Length - 1));
        foreach (FileReplacement replace in (FileReplacement[])[FileReplacement.InPlace, FileReplacement.Atomic, FileReplacement.Atomic, FileReplacement.InPlace])
        {
            await CopyAsync(new TestSource(_content), path, async, new FileCopyOptions { Replace = replace });
            AssertEqual(_content, File.ReadAllBytes(path));
            Assert.Single(Directory.EnumerateFileSystemEntries(directory));
        }
    }

    [SkippableTheory, MemberData(nameof(Ways))]
    [Trait(Suite.Name, Suite.Slow)]
    public async Task An_exception_names_the_file_that_was_asked_for(bool async)
    {
        using MemoryDisk disk = MemoryDisk.Mount("size=1m");
        foreach (FileReplacement replace in (FileReplacement[])[FileReplacement.InPlace, FileReplacement.Atomic])
        {
            string path = Path.Combine(disk.Root, "file");
            File.WriteAllText(path, "old");
            string other = Path.Combine(disk.Root, "new");
            foreach (string asked in new[] { path, other })
            {
                IOException failure = await Assert.ThrowsAsync<IOException>(
                    () => CopyAsync(new TestSource(_content), asked, async, new FileCopyOptions(new CopyEnvironment(mount: async ? TestMounts.Share() : null)) { Replace = replace }));
                Assert.Equal(28, failure.HResult);
                Assert.Contains($"'{asked}'", failure.Message, StringComparison.Ordinal);
                Assert.DoesNotContain(".tmp", failure.Message, StringComparison.Ordinal);
            }
        }
    }

    [SkippableTheory, MemberData(nameof(Ways))]
    public async Task An_exception_names_the_file_that_was_asked_for_where_nothing_can_be_created(bool async)
    {
        Skip.IfNot(OperatingSystem.IsLinux(), "Only Linux has such a directory.");
        const string Asked = "/proc/self/comm";
        Exception failure = await Assert.ThrowsAnyAsync<Exception>(
            () => CopyAsync(new TestSource(_content), Asked, async, new FileCopyOptions { Replace = FileReplacement.Atomic }));
        Assert.Contains($"'{Asked}'", failure.Message, StringComparison.Ordinal);
        Assert.DoesNotContain(".streamtuning-", failure.ToString(), StringComparison.Ordinal);
    }

    [SkippableTheory, MemberData(nameof(Ways))]
    public async Task Atomic_keeps_the_mode_of_a_file_that_appears_meanwhile(bool async)
    {
        string path = _scratch.PathOf("file");
        var source = new TestSource(_content)
        {
            BeforeRead = read =>
            {
                if (read == 0)
                {
                    UnixRights.CreatePrivate(path).Dispose();
                }
            },
        };
        Skip.IfNot(OperatingSystem.IsLinux(), "Modes are looked at on Linux only.");
        await CopyAsync(source, path, async, new FileCopyOptions { Replace = FileReplacement.Atomic });
        AssertEqual(_content, File.ReadAllBytes(path));
        Assert.EndsWith(" 600", UnixRights.Of(path), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_switch_turns_the_engine_off()
    {
        string source = _scratch.WithFile("source", _content);
        foreach (bool isOff in new[] { true, false })
        {
            string destination = _scratch.PathOf($"destination{isOff}");
            using ChildProcess child = ChildProcess.Start([ChildProgram.Copy, source, destination], [(EngineSwitch.Variable, isOff ? "1" : "0")]);
            string[] strategies = (await child.EndAsync()).Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
            Assert.Equal(isOff, strategies.All(strategy => strategy == "stream"));
            Assert.InRange(strategies.Length, 6, 7);
            AssertEqual(_content, File.ReadAllBytes(destination));
        }
    }

    private static async Task<bool> RunAsync(string program, params string[] arguments)
    {
        using Process process = Process.Start(new ProcessStartInfo(program, arguments) { RedirectStandardError = true })!;
        await process.WaitForExitAsync();
        return process.ExitCode == 0;
    }

    private static void SetMode(string path, UnixFileMode mode)
    {
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(path, mode);
        }
    }

    private static void AssertMode(string path, UnixFileMode mode)
    {
        if (!OperatingSystem.IsWindows())
        {
            Assert.Equal(mode, File.GetUnixFileMode(path));
        }
    }

    /// <summary>How many bytes of the disk a file takes.</summary>
    private static async Task<long> BlocksOfAsync(string path)
    {
        if (!OperatingSystem.IsLinux())
        {
            return 0;
        }

        using Process process = Process.Start(new ProcessStartInfo("stat", ["-c", "%b", path]) { RedirectStandardOutput = true })!;
        string blocks = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        return long.Parse(blocks, System.Globalization.CultureInfo.InvariantCulture) * 512;
    }
}
