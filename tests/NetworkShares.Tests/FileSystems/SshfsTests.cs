using Xunit.Abstractions;

namespace StreamTuning.NetworkShares;

/// <summary>sshfs writes in the background, and says at a later write, at fsync, or at close that the server has no room.</summary>
public sealed class SshfsTests : ServerTests<Sshfs>, IDisposable
{
    private const int MiB = 1024 * 1024;

    private readonly Sshfs _fileSystem;
    private readonly string _name = Guid.NewGuid().ToString("N");

    public SshfsTests(Sshfs fileSystem, ITestOutputHelper output)
        : base(fileSystem, output) => _fileSystem = fileSystem;

    private string Target => Path.Combine(_fileSystem.Client, _name);

    private string OnServer => Path.Combine(_fileSystem.Server, _name);

    // The error of the second MiB may come with the third one; that of the last never comes with a write.
    public static TheoryData<int> Lengths => [2 * MiB, 3 * MiB];

    [SkippableTheory]
    [MemberData(nameof(Lengths))]
    public async Task With_1_MiB_left_a_copy_to_a_new_path_fails_and_leaves_no_file(int length)
    {
        _fileSystem.SkipIfMissing();
        _fileSystem.Fill(left: MiB);

        IOException e = await Assert.ThrowsAnyAsync<IOException>(() => SourceOf(length).CopyToFileAsync(Target));

        Assert.InRange(e.HResult, 1, 4095);
        Assert.False(File.Exists(OnServer));
        Assert.Empty(Directory.EnumerateFiles(_fileSystem.Server, "*.tmp"));
    }

    [SkippableTheory]
    [MemberData(nameof(Lengths))]
    public async Task With_1_MiB_left_an_atomic_copy_fails_and_leaves_the_old_file(int length)
    {
        _fileSystem.SkipIfMissing();
        File.WriteAllText(Target, "old");
        _fileSystem.Fill(left: MiB);

        await Assert.ThrowsAnyAsync<IOException>(
            () => SourceOf(length).CopyToFileAsync(Target, new FileCopyOptions { Replace = FileReplacement.Atomic }));

        Assert.Equal("old", File.ReadAllText(OnServer));
        Assert.Empty(Directory.EnumerateFiles(_fileSystem.Server, "*.tmp"));
    }

    [SkippableTheory]
    [MemberData(nameof(Lengths))]
    public async Task With_1_MiB_left_a_staged_file_cannot_be_moved_there_and_is_kept(int length)
    {
        _fileSystem.SkipIfMissing();
        var options = new TempSpaceOptions { UseSystemDirectory = false, UseHomeDirectory = false };
        options.Directories.Add(Staging);
        await using TempFile staged = await new TempSpace(options).StageAsync(SourceOf(length));
        _fileSystem.Fill(left: MiB);

        await Assert.ThrowsAnyAsync<IOException>(() => staged.MoveToAsync(Target));

        Assert.Equal(CopyWays.Content(length), File.ReadAllBytes(staged.Path));
        Assert.False(File.Exists(OnServer));
    }

    [SkippableTheory]
    [InlineData(2 * MiB, true)]
    [InlineData(2 * MiB, false)]
    [InlineData(3 * MiB, true)]
    [InlineData(3 * MiB, false)]
    public async Task With_1_MiB_left_a_copy_into_a_FileStream_fails_and_leaves_it_at_the_start(int length, bool isAsync)
    {
        _fileSystem.SkipIfMissing();
        using (var file = new FileStream(Target, FileMode.CreateNew, FileAccess.Write, FileShare.Read, bufferSize: 4096, isAsync))
        {
            file.Write("before"u8);
            file.Flush();
            _fileSystem.Fill(left: MiB);

            if (isAsync)
            {
                await Assert.ThrowsAnyAsync<IOException>(() => SourceOf(length).CopyToFileAsync(file));
            }
            else
            {
                Assert.ThrowsAny<IOException>(() => SourceOf(length).CopyToFile(file));
            }

            Assert.Equal(6, file.Position);
        }

        Assert.Equal("before", File.ReadAllText(OnServer));
    }

    [SkippableTheory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_copy_whose_server_is_killed_leaves_no_file_that_looks_whole(bool knowsLength)
    {
        _fileSystem.SkipIfMissing();
        const int Length = 3 * MiB;
        var source = new CaseSource(CopyWays.Content(Length), knowsLength) { ActsAt = Length - 10, Act = _fileSystem.KillServer };
        var file = new FileStream(Target, FileMode.CreateNew, FileAccess.Write);
        try
        {
            await Assert.ThrowsAnyAsync<IOException>(() => source.CopyToFileAsync(file));
        }
        finally
        {
            // What the stream may still hold has nowhere to go.
            Record.Exception(file.Dispose);
            _fileSystem.RestartServer();
        }

        Assert.NotEqual(Length, new FileInfo(OnServer).Length);
    }

    public void Dispose()
    {
        if (_fileSystem.WhyNot is null)
        {
            _fileSystem.Free();
            File.Delete(Target);
        }
    }

    private static MemoryStream SourceOf(int length) => new(CopyWays.Content(length));
}
