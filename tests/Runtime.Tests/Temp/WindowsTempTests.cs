using static StreamTuning.Bytes;

namespace StreamTuning.Temp;

/// <summary>Temporary files on Windows: their directory, their names, and their move to a final one.</summary>
[Trait(Host.Name, Host.Windows)]
public sealed class WindowsTempTests : IDisposable
{
    private static readonly byte[] _content = Random((3 * MiB) + 5);

    private readonly Scratch _root = new();
    private readonly Scratch _final = new();

    public static TheoryData<bool, bool> WaysToMove => new() { { true, true }, { true, false }, { false, true }, { false, false } };

    public void Dispose()
    {
        _root.Dispose();
        _final.Dispose();
    }

    [SkippableTheory, MemberData(nameof(WaysToMove))]
    public async Task A_file_is_moved_to_a_name_and_over_a_file(bool async, bool exists)
    {
        Host.SkipUnlessWindows();
        string path = _final.PathOf("file");
        if (exists)
        {
            _final.WithFile("file", [1]);
        }

        using TempFile file = Stage();
        if (exists)
        {
            await Assert.ThrowsAsync<IOException>(() => MoveAsync(file, path, async, overwrite: false));
            Assert.Equal([1], File.ReadAllBytes(path));
        }

        await MoveAsync(file, path, async, exists);
        AssertEqual(_content, File.ReadAllBytes(path));
        Assert.Equal(["file"], _final.Names);
    }

    [SkippableTheory, MemberData(nameof(WaysToMove))]
    public async Task A_directory_that_is_missing_is_told(bool async, bool overwrite)
    {
        Host.SkipUnlessWindows();
        using TempFile file = Stage();
        string path = Path.Combine(_final.Root, "missing", "file");
        DirectoryNotFoundException failure = await Assert.ThrowsAsync<DirectoryNotFoundException>(() => MoveAsync(file, path, async, overwrite));
        Assert.Contains(path, failure.Message, StringComparison.Ordinal);
        AssertEqual(_content, File.ReadAllBytes(file.Path));
        await MoveAsync(file, _final.PathOf("file"), async, overwrite);
        AssertEqual(_content, File.ReadAllBytes(_final.PathOf("file")));
    }

    [SkippableFact]
    public void A_folder_that_a_cleaner_deleted_is_made_again()
    {
        Host.SkipUnlessWindows();
        var space = new TestSpace(_root.Root);
        for (int i = 0; i < 3; i++)
        {
            using (TempFile file = space.Space.CreateFile(new TempFileOptions { ExpectedLength = MiB }))
            {
                Assert.Equal(_root.Root, TestSpace.RootOf(file.Path));
            }

            TempDirectoryState state = Assert.Single(space.LastDecision.Directories);
            Assert.True(state is { Verdict: TempDirectoryVerdict.Taken, AvailableBytes: > 0, Error: null }, state.ToString());
            Directory.Delete(_root.PathOf(TestSpace.FolderName), recursive: true);
        }
    }

    [SkippableTheory]
    [InlineData("named/a/b")]
    [InlineData(@"named\a/b")]
    [InlineData("named/a./b.")]
    public void A_named_place_is_a_whole_path(string name)
    {
        Host.SkipUnlessWindows();
        string path = new TestSpace(_root.Root).Space.GetPath(name);
        Assert.Equal(Path.GetFullPath(path), path);
        Assert.DoesNotContain('/', path);
        Assert.True(Directory.Exists(Path.GetDirectoryName(path)));
    }

    [SkippableFact]
    public void The_room_of_a_directory_that_is_missing_is_that_of_the_one_above()
    {
        Host.SkipUnlessWindows();
        Assert.True(TempSpace.GetAvailableBytes(Path.Combine(_root.Root, "missing", "directory")) > 0);
        Assert.Throws<DirectoryNotFoundException>(() => FreeSpace.Of(_root.PathOf("missing")));
    }

    private static async Task MoveAsync(TempFile file, string path, bool async, bool overwrite)
    {
        if (async)
        {
            await file.MoveToAsync(path, overwrite);
        }
        else
        {
            file.MoveTo(path, overwrite);
        }
    }

    private TempFile Stage() => new TestSpace(_root.Root).Space.Stage(new MemoryStream(_content));
}
