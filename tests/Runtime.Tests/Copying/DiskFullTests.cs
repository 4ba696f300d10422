using static StreamTuning.Bytes;
using static StreamTuning.Copying.Copies;

namespace StreamTuning.Copying;

/// <summary>A real disk that gets full: 10 MiB of memory, mounted when the tests run as root on Linux.</summary>
[Trait(Suite.Name, Suite.Slow)]
public sealed class DiskFullTests(DiskFullTests.SmallDisk disk) : IClassFixture<DiskFullTests.SmallDisk>
{
    private const int NoSpaceLeft = 28;
    private static readonly byte[] _content = Random(20 * MiB);

    public static TheoryData<bool> Ways => BothWays;

    [SkippableTheory]
    [InlineData(true, 4096, true)]
    [InlineData(false, 4096, true)]
    [InlineData(true, 1, false)]
    [InlineData(false, 1, false)]
    [InlineData(true, MiB, true)]
    [InlineData(false, MiB, false)]
    public async Task A_callers_file_on_a_share_ends_where_the_copy_started(bool async, int bufferSize, bool canSeek)
    {
        string path = disk.EmptyFile();
        using (var file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.Read, bufferSize))
        {
            var options = new FileCopyOptions(new CopyEnvironment(mount: TestMounts.Share()));
            IOException failure = await Assert.ThrowsAsync<IOException>(() => CopyAsync(new TestSource(_content, canSeek), file, async, options));
            Assert.Equal(NoSpaceLeft, failure.HResult);

            // A share may have lost what it took before: nothing counts.
            Assert.Equal((0, 0), (file.Position, file.Length));
            Assert.Empty(ReadWhileOpen(path));
        }
    }

    [SkippableTheory]
    [InlineData(true, 4096)]
    [InlineData(false, 4096)]
    [InlineData(true, MiB)]
    [InlineData(false, MiB)]
    public async Task A_local_disk_that_is_written_plainly_holds_no_more_than_the_data(bool async, int bufferSize)
    {
        string path = disk.EmptyFile();
        var file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.Read, bufferSize);
        try
        {
            IOException failure = await Assert.ThrowsAsync<IOException>(() => CopyAsync(new TestSource(_content, canSeek: true), file, async));
            Assert.Equal(NoSpaceLeft, failure.HResult);
            byte[] left = ReadWhileOpen(path);
            Assert.InRange(left.Length, 8 * MiB, 10 * MiB);
            AssertEqual(_content.AsSpan(0, left.Length), left);
        }
        finally
        {
            DisposeFull(file);
        }
    }

    [SkippableTheory, MemberData(nameof(Ways))]
    public async Task The_last_bytes_are_not_left_in_the_buffer_of_the_stream(bool async)
    {
        foreach (bool known in new[] { true, false })
        {
            string path = disk.EmptyFile();
            byte[] content = _content[..((10 * MiB) + 5000)];
            var file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.Read, bufferSize: MiB);
            try
            {
                var options = new FileCopyOptions(new CopyEnvironment(mount: TestMounts.Share()));
                await Assert.ThrowsAsync<IOException>(() => CopyAsync(new TestSource(content, canSeek: known), file, async, options));
                Assert.Empty(ReadWhileOpen(path));
            }
            finally
            {
                DisposeFull(file);
            }

            Assert.Equal(0, new FileInfo(path).Length);
        }
    }

    [SkippableTheory, MemberData(nameof(Ways))]
    public async Task A_path_leaves_nothing(bool async)
    {
        string path = disk.EmptyFile();
        File.Delete(path);
        foreach (bool shares in new[] { true, false })
        {
            IOException failure = await Assert.ThrowsAsync<IOException>(
                () => CopyAsync(new TestSource(_content, canSeek: true), path, async, new FileCopyOptions(new CopyEnvironment(mount: shares ? TestMounts.Share() : null))));
            Assert.Equal(NoSpaceLeft, failure.HResult);
            Assert.Empty(Directory.EnumerateFileSystemEntries(disk.Root));
        }
    }

    [SkippableTheory, MemberData(nameof(Ways))]
    public async Task Atomic_keeps_the_old_file(bool async)
    {
        string path = disk.EmptyFile();
        byte[] old = Random(3 * MiB, seed: 2);
        File.WriteAllBytes(path, old);
        await Assert.ThrowsAsync<IOException>(
            () => CopyAsync(new TestSource(_content), path, async, new FileCopyOptions { Replace = FileReplacement.Atomic }));
        AssertEqual(old, File.ReadAllBytes(path));
        Assert.Single(Directory.EnumerateFileSystemEntries(disk.Root));
    }

    [SkippableTheory, MemberData(nameof(Ways))]
    public async Task A_file_that_the_operating_system_copies_leaves_nothing_new(bool async)
    {
        string path = disk.EmptyFile();
        string source = Path.GetTempFileName();
        try
        {
            File.WriteAllBytes(source, _content);
            File.Delete(path);
            IOException failure = await Assert.ThrowsAsync<IOException>(() => CopyAsync(new FileInfo(source), path, async));
            Assert.Equal(NoSpaceLeft, failure.HResult);
            Assert.Empty(Directory.EnumerateFileSystemEntries(disk.Root));

            File.Create(path).Dispose();
            failure = await Assert.ThrowsAsync<IOException>(() => CopyAsync(new FileInfo(source), path, async));
            Assert.Equal(NoSpaceLeft, failure.HResult);
            byte[] left = File.ReadAllBytes(path);
            Assert.InRange(left.Length, 8 * MiB, 10 * MiB);
            AssertEqual(_content.AsSpan(0, left.Length), left);
        }
        finally
        {
            File.Delete(source);
        }
    }

    private static byte[] ReadWhileOpen(string path)
    {
        using var reader = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
        byte[] content = new byte[reader.Length];
        reader.ReadExactly(content);
        return content;
    }

    /// <summary>What is left in the buffer of the stream fails once more when it is disposed; that is the stream's affair.</summary>
    private static void DisposeFull(FileStream file)
    {
        try
        {
            file.Dispose();
        }
        catch (IOException)
        {
        }
    }

    public sealed class SmallDisk : IDisposable
    {
        private readonly MemoryDisk? _disk = MemoryDisk.TryMount("size=10m");

        public string Root => _disk?.Root ?? throw new InvalidOperationException("The disk has not been mounted.");

        public string EmptyFile()
        {
            Skip.If(_disk is null, "A small disk can be mounted only as root on Linux.");
            string path = Path.Combine(Root, "file");
            File.Delete(path);

            // A process that another test is just starting holds for a moment what was open when it began.
            Assert.True(
                SpinWait.SpinUntil(() => new DriveInfo(Root).AvailableFreeSpace == 10 * MiB, TimeSpan.FromMinutes(1)),
                $"{new DriveInfo(Root).AvailableFreeSpace} bytes are free beside {string.Join(", ", Directory.GetFiles(Root))}.");
            return path;
        }

        public void Dispose() => _disk?.Dispose();
    }
}
