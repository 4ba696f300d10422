using System.Security.Cryptography;
using static StreamTuning.Bytes;
using static StreamTuning.Copying.Copies;

namespace StreamTuning.Copying;

/// <summary>From file to file: by the operating system where both are local, else by the engine, with the same outcome.</summary>
[Trait(Suite.Name, NetStandard.Suite)]
public sealed class FileInfoTests : IDisposable
{
    // Several steps of the operating system, and an odd rest.
    private static readonly byte[] _content = Random((40 * MiB) + 5);

    private readonly Scratch _scratch = new();
    private readonly FileInfo _source;

    public FileInfoTests() => _source = new FileInfo(_scratch.WithFile("source", _content));

    public static TheoryData<bool> Ways => BothWays;

    public static TheoryData<bool, bool> WaysAndDisks => new() { { true, true }, { true, false }, { false, true }, { false, false } };

    public void Dispose() => _scratch.Dispose();

    [Theory, MemberData(nameof(WaysAndDisks))]
    public async Task A_new_file_gets_the_content_and_nothing_else(bool async, bool ignoresLocalDisks)
    {
        string path = _scratch.PathOf("file");
        if (!OperatingSystem.IsWindows())
        {
            _source.UnixFileMode = UnixFileMode.UserRead;
        }

        _source.LastWriteTimeUtc = new DateTime(2001, 2, 3, 4, 5, 6, DateTimeKind.Utc);
        Assert.Equal(_content.Length, await CopyAsync(_source, path, async, new FileCopyOptions(new CopyEnvironment(mount: ignoresLocalDisks ? TestMounts.Share() : null))));

        AssertEqual(_content, File.ReadAllBytes(path));
        Assert.Equal(["file", "source"], _scratch.Names);
        Assert.NotEqual(2001, File.GetLastWriteTimeUtc(path).Year);
        if (!OperatingSystem.IsWindows())
        {
            File.Create(_scratch.PathOf("other")).Dispose();
            Assert.Equal(File.GetUnixFileMode(_scratch.PathOf("other")), File.GetUnixFileMode(path));
        }
    }

    [Theory, MemberData(nameof(WaysAndDisks))]
    public async Task An_existing_file_is_replaced_as_asked(bool async, bool ignoresLocalDisks)
    {
        foreach (FileReplacement replace in (FileReplacement[])[FileReplacement.InPlace, FileReplacement.Atomic])
        {
            string path = _scratch.WithFile("file", Random(50 * MiB, seed: 2));
            await CopyAsync(_source, path, async, new FileCopyOptions(new CopyEnvironment(mount: ignoresLocalDisks ? TestMounts.Share() : null)) { Replace = replace });
            AssertEqual(_content, File.ReadAllBytes(path));
        }

        Assert.Equal(["file", "source"], _scratch.Names);
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task The_length_the_hash_and_the_progress_are_as_of_any_copy(bool async)
    {
        string path = _scratch.PathOf("file");
        const int part = 33 * MiB;
        var progress = new List<long>();
        var options = new FileCopyOptions { ExactLength = part, Progress = new Listener(progress) };
        InvalidDataException error = await Assert.ThrowsAsync<InvalidDataException>(() => CopyAsync(_source, path, async, options));
        Assert.Contains("more than", error.Message, StringComparison.Ordinal);
        Assert.Equal(part, progress[^1]);
        Assert.False(File.Exists(path));

        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        progress.Clear();
        await CopyAsync(_source, path, async, new FileCopyOptions { ExactLength = _content.Length, Progress = new Listener(progress), Hash = hash });
        AssertEqual(_content, File.ReadAllBytes(path));
        Assert.Equal(_content.Length, progress[^1]);
        Assert.Equal(SHA256.HashData(_content), hash.GetHashAndReset());
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task A_cancelled_copy_leaves_nothing(bool async)
    {
        using var cancellation = new CancellationTokenSource();
        var options = new FileCopyOptions { Progress = new Listener([], cancellation.Cancel) };
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => CopyAsync(_source, _scratch.PathOf("file"), async, options, cancellation.Token));
        Assert.Equal(["source"], _scratch.Names);
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task A_source_that_is_missing_leaves_the_destination(bool async)
    {
        string path = _scratch.WithFile("file", [1, 2, 3]);
        await Assert.ThrowsAsync<FileNotFoundException>(() => CopyAsync(new FileInfo(_scratch.PathOf("missing")), path, async));
        await Assert.ThrowsAsync<FileNotFoundException>(() => CopyAsync(new FileInfo(_scratch.PathOf("missing")), _scratch.PathOf("new"), async));
        Assert.Equal([1, 2, 3], File.ReadAllBytes(path));
        Assert.Equal(["file", "source"], _scratch.Names);
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task A_file_is_not_copied_into_itself(bool async)
    {
        string link = _source.FullName;
        if (!OperatingSystem.IsWindows())
        {
            // They need a right on Windows.
            link = _scratch.PathOf("link");
            File.CreateSymbolicLink(link, _source.FullName);
        }

        foreach (string path in (string[])[_source.FullName, Path.Combine(_scratch.Root, ".", "source"), link])
        {
            await Assert.ThrowsAsync<IOException>(() => CopyAsync(_source, path, async));
            await Assert.ThrowsAsync<IOException>(() => CopyAsync(_source, path, async, new FileCopyOptions { Replace = FileReplacement.Atomic }));
        }

        using (var file = new FileStream(link, FileMode.Append, FileAccess.Write, FileShare.ReadWrite))
        {
            await Assert.ThrowsAsync<IOException>(() => CopyAsync(_source, file, async));
        }

        AssertEqual(_content, File.ReadAllBytes(_source.FullName));
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task Streams_are_destinations_too(bool async)
    {
        var memory = new MemoryStream();
        Assert.Equal(_content.Length, await CopyAsync(_source, memory, async));
        AssertEqual(_content, memory.ToArray());

        using var file = new FileStream(_scratch.PathOf("file"), FileMode.Create);
        file.Write([1, 2, 3]);
        Assert.Equal(_content.Length, await CopyAsync(_source, file, async));
        Assert.Equal(_content.Length + 3, file.Position);
        file.Dispose();
        AssertEqual([1, 2, 3, .. _content], File.ReadAllBytes(_scratch.PathOf("file")));
        _source.Delete();
        Assert.False(_source.Exists);
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task Files_that_are_longer_than_they_say_are_copied_to_their_end(bool async)
    {
        if (!OperatingSystem.IsLinux())
        {
            return;
        }

        string path = _scratch.PathOf("file");
        await CopyAsync(new FileInfo("/proc/self/status"), path, async);
        Assert.Contains("Name:", File.ReadAllText(path), StringComparison.Ordinal);
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task A_full_disk_is_told_by_the_exception_of_the_platform(bool async)
    {
        if (!OperatingSystem.IsLinux() || !File.Exists("/dev/full"))
        {
            return;
        }

        IOException error = await Assert.ThrowsAsync<IOException>(() => CopyAsync(_source, "/dev/full", async));
        Assert.True(IOErrors.IsDiskFull(error));
    }

    private sealed class Listener(List<long> reports, Action? onReport = null) : IProgress<long>
    {
        public void Report(long value)
        {
            reports.Add(value);
            onReport?.Invoke();
        }
    }
}
