using System.Diagnostics;
using StreamTuning.Copying;
using Xunit.Abstractions;
using static StreamTuning.Bytes;

namespace StreamTuning.SimulatedShare;

/// <summary>The mounted share: that its files are like any others, and what it counts. Nobody waits.</summary>
[Trait(Suite.Name, Suite.Slow)]
public sealed class ShareMountTests(MountedShare mounted, ITestOutputHelper output) : IClassFixture<MountedShare>
{
    [SkippableTheory]
    [InlineData(1)]
    [InlineData(4096)]
    [InlineData(128 * KiB)]
    [InlineData(MiB)]
    [InlineData(16 * MiB)]
    public void A_write_is_one_request(int size)
    {
        ShareMount share = mounted.Clean();
        Skip.If(share.LargestRequest < 16 * MiB, "Linux does not allow such large requests here.");
        byte[] content = Random(size + 1);
        string path = share.PathOf("file");
        using (var file = new FileStream(path, FileMode.CreateNew, FileAccess.Write, FileShare.None, bufferSize: 0))
        {
            // Does not begin with a page.
            file.Write(content, 1, size);
        }

        SlowShareRequests requests = share.Requests;
        Assert.Equal(new SlowShareRequests(Writes: 1, ExtendingWrites: 1, LengthChanges: 0, Opens: 1, Bytes: size), Basic(requests));
        Assert.Equal((1, 1), (requests.Creates, requests.MostConcurrentWrites));
        Assert.Equal(1, requests.WriteSizes.Of(size));
        AssertEqual(content.AsSpan(1), File.ReadAllBytes(path));
        Assert.Equal(size, share.Requests.BytesRead);
    }

    [SkippableFact]
    public void Only_writes_behind_the_end_extend()
    {
        ShareMount share = mounted.Clean();
        using var file = new FileStream(share.PathOf("file"), FileMode.CreateNew, FileAccess.Write, FileShare.None, bufferSize: 0);
        file.SetLength(10_000);
        file.Write(new byte[10_000]);
        file.Write(new byte[1]);
        file.Position = 10_000;
        file.Write(new byte[2]);
        Assert.Equal(new SlowShareRequests(Writes: 3, ExtendingWrites: 2, LengthChanges: 1, Opens: 1, Bytes: 10_003), Basic(share.Requests));
    }

    [SkippableFact]
    public async Task Its_files_hold_what_any_file_would_hold()
    {
        ShareMount share = mounted.Clean();
        using var scratch = new Scratch();
        var random = new Random(Seed.Next(output));
        int bufferSize = random.Next(3) * 500;
        using var ours = new FileStream(share.PathOf("ours"), FileMode.Create, FileAccess.ReadWrite, FileShare.Read, bufferSize);
        using var theirs = new FileStream(scratch.PathOf("theirs"), FileMode.Create, FileAccess.ReadWrite, FileShare.Read, bufferSize);
        await TwinFiles.AssertAlikeAsync(ours, theirs, random);
    }

    [SkippableFact]
    public void Writes_at_offsets_run_at_the_same_time_once_the_length_is_set()
    {
        ShareMount share = mounted.Clean();
        byte[] content = Random(8 * MiB);
        using (var file = File.OpenHandle(share.PathOf("file"), FileMode.CreateNew, FileAccess.Write))
        {
            RandomAccess.SetLength(file, content.Length);
            share.SetFaults(new ShareFault(ShareOperation.Write) { Count = 2, Delay = Timeout.InfiniteTimeSpan });
            Thread[] writers = [.. Enumerable.Range(0, 2).Select(half => new Thread(() => RandomAccess.Write(file, content.AsSpan(half * 4 * MiB, 4 * MiB), half * 4 * MiB)))];
            Array.ForEach(writers, writer => writer.Start());
            Assert.True(SpinWait.SpinUntil(() => share.HeldRequests == 2, TimeSpan.FromMinutes(1)));
            share.SetFaults();
            Array.ForEach(writers, writer => writer.Join());
        }

        Assert.Equal(2, share.Requests.MostConcurrentWrites);
        AssertEqual(content, File.ReadAllBytes(share.PathOf("file")));
    }

    [SkippableFact]
    public void Creating_and_truncating()
    {
        ShareMount share = mounted.Clean();
        string path = share.PathOf("file");
        File.WriteAllText(path, "something");
        Assert.Throws<IOException>(() => new FileStream(path, FileMode.CreateNew));
        Assert.Equal("something", File.ReadAllText(path));
        File.WriteAllText(path, "other");
        Assert.Equal("other", File.ReadAllText(path));
        File.AppendAllText(path, " text");
        Assert.Equal("other text", File.ReadAllText(path));
        using (new FileStream(path, FileMode.Truncate))
        {
        }

        Assert.Equal(0, new FileInfo(path).Length);
        using (new FileStream(path, FileMode.Open, FileAccess.ReadWrite, FileShare.None))
        {
            Assert.Throws<IOException>(() => File.OpenRead(path));
        }

        Assert.Equal(1, share.Requests.Creates);
        Assert.Throws<FileNotFoundException>(() => File.OpenRead(share.PathOf("absent")));
        Assert.Throws<DirectoryNotFoundException>(() => File.Create(share.PathOf("absent/file")));
    }

    [SkippableFact]
    public void Renaming_and_linking()
    {
        ShareMount share = mounted.Clean();
        string one = share.PathOf("one");
        string other = share.PathOf("other");
        File.WriteAllText(one, "1");
        File.WriteAllText(other, "2");
        Assert.Throws<IOException>(() => File.Move(one, other));
        Assert.Equal("2", File.ReadAllText(other));
        File.Move(one, other, overwrite: true);
        Assert.Equal("1", File.ReadAllText(other));
        Assert.False(File.Exists(one));
        File.Move(other, one);
        Assert.Equal("1", File.ReadAllText(one));
        Assert.True(share.Requests.Renames > 0);

        string directory = share.PathOf("directory");
        Directory.CreateDirectory(Path.Combine(directory, "inner"));
        File.Move(one, Path.Combine(directory, "inner", "one"));
        Directory.Move(directory, share.PathOf("moved"));
        Assert.Equal("1", File.ReadAllText(share.PathOf("moved/inner/one")));
        Assert.Equal(2, share.Requests.Directories);

        share.ResetRequests();
        Assert.Equal(0, Run("ln", share.PathOf("moved/inner/one"), share.PathOf("link")));
        File.AppendAllText(share.PathOf("link"), "+");
        File.Delete(share.PathOf("moved/inner/one"));
        Assert.Equal("1+", File.ReadAllText(share.PathOf("link")));
        Assert.Equal((1, 1), (share.Requests.Links, share.Requests.Deletions));
    }

    [SkippableFact]
    public void Many_names_and_strange_ones()
    {
        ShareMount share = mounted.Clean();
        string directory = Directory.CreateDirectory(share.PathOf("many")).FullName;
        string[] names = [.. Enumerable.Range(0, 1500).Select(i => $"a name of which a page of entries holds few, number {i}"), "größe", "图", new string('x', 255), " "];
        foreach (string name in names)
        {
            File.WriteAllText(Path.Combine(directory, name), name);
        }

        Assert.Equal(names.Order(StringComparer.Ordinal), Directory.EnumerateFiles(directory).Select(path => Path.GetFileName(path)).Order(StringComparer.Ordinal));
        Assert.All(names, name => Assert.Equal(name, File.ReadAllText(Path.Combine(directory, name))));
        Assert.ThrowsAny<IOException>(() => Directory.Delete(directory));
        Directory.Delete(directory, recursive: true);
        Assert.Empty(Directory.EnumerateFileSystemEntries(share.Directory));
        // .NET tries whether a directory is empty before it looks into it.
        Assert.Equal(names.Length + 3, share.Requests.Deletions);
    }

    [SkippableFact]
    public void Times_and_modes()
    {
        ShareMount share = mounted.Clean();
        string path = share.PathOf("file");
        DateTime before = DateTime.UtcNow;
        File.WriteAllText(path, "");
        Assert.InRange(File.GetLastWriteTimeUtc(path), before.AddMinutes(-1), before.AddMinutes(1));
        var time = new DateTime(1969, 7, 20, 20, 17, 40, 123, DateTimeKind.Utc);
        File.SetLastWriteTimeUtc(path, time);
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite);
            Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(path));
        }

        Assert.Equal(time, File.GetLastWriteTimeUtc(path));
        Assert.Equal(2, share.Requests.AttributeChanges);
    }

    [SkippableFact]
    public void A_file_that_is_deleted_lives_while_it_is_open()
    {
        ShareMount share = mounted.Clean();
        using FileStream file = File.Create(share.PathOf("file"), bufferSize: 0);
        file.Write([1, 2, 3]);
        File.Delete(file.Name);
        Assert.False(File.Exists(file.Name));
        file.Write([4]);
        file.Position = 0;
        byte[] content = new byte[4];
        file.ReadExactly(content);
        Assert.Equal([1, 2, 3, 4], content);
        File.WriteAllText(file.Name, "another");
        Assert.Equal(4, file.Length);
    }

    [SkippableFact]
    public void Syncs_and_reservations_are_counted()
    {
        ShareMount share = mounted.Clean();
        using (var file = new FileStream(share.PathOf("file"), new FileStreamOptions
        {
            Mode = FileMode.CreateNew,
            Access = FileAccess.Write,
            PreallocationSize = 3 * 4096,
        }))
        {
            Assert.Equal((0, 3 * 4096), (file.Length, share.UsedBytes));
            file.WriteByte(1);
            file.Flush(flushToDisk: true);
            file.SetLength(1);
        }

        SlowShareRequests requests = share.Requests;
        Assert.Equal((1, 1, 1), (requests.Preallocations, requests.Syncs, requests.LengthChanges));
        Assert.Equal(4096, share.UsedBytes);
    }

    [SkippableFact]
    public void What_is_not_kept_reads_as_zeros()
    {
        ShareMount share = mounted.Clean();
        share.KeepsContent = false;
        try
        {
            File.WriteAllBytes(share.PathOf("file"), [1, 2, 3]);
            Assert.Equal(new byte[3], File.ReadAllBytes(share.PathOf("file")));
        }
        finally
        {
            share.KeepsContent = true;
        }
    }

    [SkippableFact]
    public void Copies_between_files_of_the_system_work()
    {
        ShareMount share = mounted.Clean();
        byte[] content = Random((3 * MiB) + 1);
        using var scratch = new Scratch();
        File.Copy(scratch.WithFile("file", content), share.PathOf("in"));
        File.Copy(share.PathOf("in"), share.PathOf("on"));
        File.Copy(share.PathOf("on"), scratch.PathOf("out"));
        AssertEqual(content, File.ReadAllBytes(scratch.PathOf("out")));
    }

    /// <summary>What both shares count.</summary>
    [SkippableFact]
    public void Without_owners_all_is_another_users_and_for_everybody()
    {
        ShareMount share = mounted.Clean();
        share.KeepsOwners = false;
        string path = share.PathOf("file");
        File.WriteAllText(path, "text");
        Assert.Equal(0, UnixFile.ChangeMode(path, 0x100));
        Assert.Equal((65534u, 0x81FF), LinuxFile.OwnerOf(path));
        Assert.Equal((65534u, 0x41FF), LinuxFile.OwnerOf(Directory.CreateDirectory(share.PathOf("directory")).FullName));
        share.ResetRequests();
        _ = new DriveInfo(share.Directory).AvailableFreeSpace;
        Assert.Equal(1, share.Requests.FreeSpaceRequests);
    }

    internal static SlowShareRequests Basic(SlowShareRequests requests) =>
        new(requests.Writes, requests.ExtendingWrites, requests.LengthChanges, requests.Opens, requests.Bytes);

    private static int Run(string program, params string[] arguments)
    {
        using Process process = Process.Start(program, arguments);
        process.WaitForExit();
        return process.ExitCode;
    }
}
