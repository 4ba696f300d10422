using System.Security.Cryptography;
using static StreamTuning.Bytes;
using static StreamTuning.Copying.Copies;

namespace StreamTuning.Copying;

/// <summary>Copies on Windows: whole, in place, atomic and into a stream, to devices, and what the system says about a disk.</summary>
[Trait(Host.Name, Host.Windows)]
public sealed class WindowsTests : IDisposable
{
    private readonly Scratch _scratch = new();

    public enum Way
    {
        NewPath,
        InPlace,
        Atomic,
        AtomicNew,
        FileStream,
        BufferedFileStream,
    }

    public static TheoryData<Way, int> Table
    {
        get
        {
            var table = new TheoryData<Way, int>();
            foreach (Way way in Enum.GetValues<Way>())
            {
                foreach (int length in new[] { 0, 1, MiB, (3 * MiB) + 5 })
                {
                    table.Add(way, length);
                }
            }

            return table;
        }
    }

    public static TheoryData<FileReplacement, FileCopyCompletion> Devices => new()
    {
        { FileReplacement.InPlace, FileCopyCompletion.Acknowledged },
        { FileReplacement.InPlace, FileCopyCompletion.Durable },
        { FileReplacement.Atomic, FileCopyCompletion.Acknowledged },
        { FileReplacement.Atomic, FileCopyCompletion.Durable },
    };

    public void Dispose() => _scratch.Dispose();

    [SkippableTheory, MemberData(nameof(Table))]
    public async Task A_copy_is_whole(Way way, int length)
    {
        Host.SkipUnlessWindows();
        byte[] content = Random(length);
        foreach (bool async in new[] { true, false })
        {
            foreach (FileCopyCompletion completion in Enum.GetValues<FileCopyCompletion>())
            {
                foreach (bool isKnown in new[] { true, false })
                {
                    string path = _scratch.PathOf($"{way}{async}{completion}{isKnown}");
                    if (way is Way.InPlace or Way.Atomic)
                    {
                        File.WriteAllBytes(path, Random((4 * MiB) + 1, seed: 2));
                    }

                    await CopyAsync(new TestSource(content, canSeek: isKnown, pieces: [300_000]), path, way, async, completion);
                    AssertSameHash(content, path);
                }
            }
        }

        Assert.Equal(12, _scratch.Names.Count());
    }

    [SkippableTheory]
    [InlineData(247)] // The hidden name is longer than the final one.
    [InlineData(260)]
    [InlineData(400)]
    public async Task A_long_path_is_a_path(int length)
    {
        Host.SkipUnlessWindows();
        byte[] content = Random(MiB);
        string directory = _scratch.Root;
        while (directory.Length < length - 60)
        {
            directory = Path.Combine(directory, new string('d', 50));
        }

        Directory.CreateDirectory(directory);
        string path = Path.Combine(directory, new string('f', length - directory.Length - 1));
        foreach (FileReplacement replace in new[] { FileReplacement.Atomic, FileReplacement.Atomic, FileReplacement.InPlace })
        {
            await Copies.CopyAsync(new TestSource(content), path, async: true, new FileCopyOptions { Replace = replace });
            AssertSameHash(content, path);
        }

        File.Delete(path);
        await Copies.CopyAsync(new TestSource(content), path, async: true);
        AssertSameHash(content, path);
        Assert.Equal([path], Directory.GetFileSystemEntries(directory));
    }

    [SkippableTheory, MemberData(nameof(Devices))]
    public async Task Nul_is_written_in_place(FileReplacement replace, FileCopyCompletion completion)
    {
        Host.SkipUnlessWindows();
        byte[] content = Random((3 * MiB) + 5);
        string current = Directory.GetCurrentDirectory();
        string[] before = Directory.GetFileSystemEntries(current);
        foreach (string path in new[] { "NUL", "nul", @"\\.\NUL" })
        {
            foreach (bool async in new[] { true, false })
            {
                var options = new FileCopyOptions { Replace = replace, Completion = completion };
                Assert.Equal(content.Length, await Copies.CopyAsync(new TestSource(content), path, async, options));
            }
        }

        using (var device = new FileStream("NUL", FileMode.Open, FileAccess.Write, FileShare.ReadWrite))
        {
            Assert.Equal(content.Length, await Copies.CopyAsync(new TestSource(content), device, async: true, new FileCopyOptions { Completion = completion }));
        }

        Assert.Equal(before, Directory.GetFileSystemEntries(current));
    }

    [SkippableFact]
    public void A_disk_of_this_machine_is_told_by_an_open_file()
    {
        Host.SkipUnlessWindows();
        using FileStream file = File.Create(_scratch.PathOf("file"));

        // Wine does not know the question, and what is unknown counts as a share.
        Assert.Equal(!Host.IsWine, Mount.Of(file.SafeFileHandle, file.Name).IsLocal);
        Assert.False(Mount.Of(file.SafeFileHandle, file.Name).IsKernelClient);
        Assert.False(LocalDisk.TryPreallocate(file.SafeFileHandle, MiB));
    }

    [SkippableFact]
    public void A_file_that_is_flushed_can_be_used_on()
    {
        Host.SkipUnlessWindows();
        using FileStream file = File.Create(_scratch.PathOf("file"), bufferSize: 1);
        file.Write([1]);
        WriteBack.OfSystem.Flush(file.SafeFileHandle);
        file.Write([2]);
        WriteBack.OfSystem.SettleOwn(file.SafeFileHandle);
        file.Write([3]);
        WriteBack.OfSystem.FlushDirectory(_scratch.Root);
        file.Dispose();
        Assert.Equal([1, 2, 3], File.ReadAllBytes(file.Name));
    }

    [SkippableFact]
    public void A_flush_that_fails_has_the_error_of_the_system()
    {
        Host.SkipUnlessWindows();

        // No right to write, which the system asks for.
        using FileStream file = File.OpenRead(_scratch.WithFile("file", [1]));
        const int AccessDenied = unchecked((int)0x80070005); // ERROR_ACCESS_DENIED
        Assert.Equal(AccessDenied, Assert.Throws<IOException>(() => WriteBack.OfSystem.Flush(file.SafeFileHandle)).HResult);
        Assert.Equal(AccessDenied, Assert.Throws<IOException>(() => WriteBack.OfSystem.SettleOwn(file.SafeFileHandle)).HResult);
    }

    [SkippableTheory]
    [InlineData(FileReplacement.InPlace)]
    [InlineData(FileReplacement.Atomic)]
    public async Task A_file_that_another_reads_stays(FileReplacement replace)
    {
        Host.SkipUnlessWindows();
        string path = _scratch.WithFile("file", [1]);
        using (var theirs = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read))
        {
            Exception? failure = await Record.ExceptionAsync(
                () => Copies.CopyAsync(new TestSource(Random(MiB)), path, async: true, new FileCopyOptions { Replace = replace }));
            Assert.True(failure is IOException or UnauthorizedAccessException, failure?.ToString());
            Assert.DoesNotContain(".tmp", failure!.Message, StringComparison.Ordinal);
        }

        // Wine leaves an empty file of its own.
        Assert.Equal([1], File.ReadAllBytes(path));
        Assert.Equal(["file"], _scratch.Names.Where(name => !Host.IsWine || !name.StartsWith("rf", StringComparison.Ordinal)));
    }

    [SkippableFact]
    public async Task A_file_that_may_not_be_written_stays()
    {
        Host.SkipUnlessWindows();
        string path = _scratch.WithFile("file", [1]);
        File.SetAttributes(path, FileAttributes.ReadOnly);
        await Assert.ThrowsAsync<UnauthorizedAccessException>(
            () => Copies.CopyAsync(new TestSource(Random(MiB)), path, async: true, new FileCopyOptions { Replace = FileReplacement.Atomic }));
        File.SetAttributes(path, FileAttributes.Normal);
        Assert.Equal([1], File.ReadAllBytes(path));
        Assert.Equal(["file"], _scratch.Names);
    }

    [SkippableFact]
    public async Task A_new_name_that_another_takes_meanwhile_stays_theirs()
    {
        Host.SkipUnlessWindows();
        string path = _scratch.PathOf("file");
        var source = new TestSource(Random(MiB)) { BeforeRead = _ => File.WriteAllBytes(path, [1]) };
        await Assert.ThrowsAsync<IOException>(() => Copies.CopyAsync(source, path, async: true));
        Assert.Equal([1], File.ReadAllBytes(path));
        Assert.Equal(["file"], _scratch.Names);
    }

    private static async Task CopyAsync(TestSource source, string path, Way way, bool async, FileCopyCompletion completion)
    {
        var options = new FileCopyOptions
        {
            Completion = completion,
            Replace = way is Way.Atomic or Way.AtomicNew ? FileReplacement.Atomic : FileReplacement.InPlace,
        };
        if (way is not (Way.FileStream or Way.BufferedFileStream))
        {
            await Copies.CopyAsync(source, path, async, options);
            return;
        }

        using var file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.None, way == Way.FileStream ? 1 : 4096, async);
        await Copies.CopyAsync(source, file, async, options);
    }

    private static void AssertSameHash(byte[] content, string path)
    {
        using FileStream file = File.OpenRead(path);
        Assert.Equal(Convert.ToHexString(SHA256.HashData(content)), Convert.ToHexString(SHA256.HashData(file)));
    }
}
