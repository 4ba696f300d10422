using StreamTuning.SimulatedShare;
using static StreamTuning.Bytes;
using static StreamTuning.UnixRights;

namespace StreamTuning.Temp;

/// <summary>The rights that a temporary file has under its final name, and whose name that is.</summary>
public sealed class MoveRightsTests : IDisposable
{
    private static readonly byte[] _content = Random(3 * MiB);
    private static readonly byte[] _old = Random(2 * MiB, seed: 2);

    private readonly Scratch _root = new();

    private delegate Task Test(TestSpace space, string directory);

    public static TheoryData<bool> Volumes => new() { true, false };

    public void Dispose() => _root.Dispose();

    [SkippableTheory, MemberData(nameof(Volumes))]
    [Trait(Suite.Name, Suite.Slow)]
    public Task A_directory_gives_its_group_to_a_new_file(bool sameVolume) => RunAsync(sameVolume, async (space, directory) =>
    {
        Give(directory, 0, Stranger, 0b010_111_111_101);
        await AssertAsAnyNewFileAsync(space, directory);
        Assert.StartsWith($"0:{Stranger} ", Of(Path.Combine(directory, "final")), StringComparison.Ordinal);
    });

    [SkippableFact]
    [Trait(Suite.Name, Suite.Slow)]
    public async Task A_directory_gives_its_group_also_to_who_is_no_member()
    {
        const int User = 1;
        string own = Directory.CreateDirectory(_root.PathOf("own")).FullName;
        string directory = Directory.CreateDirectory(_root.PathOf("destination")).FullName;
        Give(_root.Root, 0, 0, 0b111_101_101);
        Give(own, User, User, 0b111_000_000);
        Give(directory, User, Stranger, 0b010_111_111_101);
        string destination = Path.Combine(directory, "final");
        using ChildProcess child = ChildProcess.Start([ChildProgram.Move, own, destination], umask: "002", user: User);
        await child.EndAsync();
        Assert.Equal($"{User}:{Stranger} 664", Of(destination));
        Assert.Equal([destination], TestSpace.LeftIn(directory));
    }

    [SkippableTheory, MemberData(nameof(Volumes))]
    public Task A_directory_gives_its_list_to_a_new_file(bool sameVolume) => RunAsync(sameVolume, async (space, directory) =>
    {
        AccessList.SetForNewFiles(directory, owner: 7, user: 6, group: 4, mask: 7, others: 0);
        await AssertAsAnyNewFileAsync(space, directory);
        Assert.NotNull(AccessList.Of(Path.Combine(directory, "final")));
    });

    [SkippableFact]
    [Trait(Suite.Name, Suite.Slow)]
    public async Task The_directory_that_it_comes_from_gives_nothing()
    {
        string from = Directory.CreateDirectory(_root.PathOf("from")).FullName;
        string to = Directory.CreateDirectory(_root.PathOf("to")).FullName;
        Give(from, 0, Stranger, 0b010_111_111_101);
        AccessList.SetForNewFiles(from, owner: 7, user: 6, group: 4, mask: 7, others: 0);
        await AssertAsAnyNewFileAsync(new TestSpace(from), to);
    }

    [SkippableTheory, MemberData(nameof(Volumes))]
    [Trait(Suite.Name, Suite.Slow)]
    public Task A_file_that_is_replaced_gives_its_owner_but_no_setuid(bool sameVolume) => RunAsync(sameVolume, async (space, directory) =>
    {
        string destination = WithOld(directory);
        Give(destination, Stranger, Stranger, 0b110_111_101_101);
        using TempFile file = await StageAsync(space);
        file.MoveTo(destination, overwrite: true);
        AssertEqual(_content, File.ReadAllBytes(destination));
        Assert.Equal($"{Stranger}:{Stranger} 755", Of(destination));
    });

    [SkippableTheory, MemberData(nameof(Volumes))]
    public Task A_file_that_is_replaced_gives_its_list(bool sameVolume) => RunAsync(sameVolume, async (space, directory) =>
    {
        string destination = WithOld(directory);
        AccessList.Set(destination, owner: 6, user: 6, group: 0, mask: 6, others: 0);
        string? list = AccessList.Of(destination);
        using TempFile file = await StageAsync(space);
        file.MoveTo(destination, overwrite: true);
        AssertEqual(_content, File.ReadAllBytes(destination));
        Assert.Equal(list, AccessList.Of(destination));
    });

    [SkippableFact]
    [Trait(Suite.Name, Suite.Slow)]
    public async Task A_move_that_fails_leaves_a_private_file()
    {
        string destination = _root.PathOf("file");
        File.WriteAllBytes(destination, _old);
        Give(_root.Root, 0, Stranger, 0b010_111_111_101);
        using TempFile file = await StageAsync(new TestSpace(_root.Root));
        string rights = Of(file.Path);
        Assert.Throws<IOException>(() => file.MoveTo(destination));
        Assert.Equal(rights, Of(file.Path));
    }

    [SkippableTheory, MemberData(nameof(Volumes))]
    [Trait(Suite.Name, Suite.Slow)]
    public Task A_file_that_is_a_mount_point_is_written_in_place(bool sameVolume) => RunAsync(sameVolume, async (space, directory) =>
    {
        string inner = Path.Combine(directory, "inner");
        File.WriteAllBytes(inner, _old);
        string destination = WithOld(directory);
        Bind(inner, destination);
        try
        {
            using TempFile file = await StageAsync(space);
            string staged = file.Path;
            file.MoveTo(destination, overwrite: true);
            Assert.Equal(destination, file.Path);
            AssertEqual(_content, File.ReadAllBytes(destination));
            AssertEqual(_content, File.ReadAllBytes(inner));
            Assert.False(File.Exists(staged));
        }
        finally
        {
            Unmount(destination);
        }

        AssertEqual(_old, File.ReadAllBytes(destination));
    });

    [SkippableTheory]
    [InlineData(true)]
    [InlineData(false)]
    [Trait(Suite.Name, Suite.Slow)]
    public async Task A_mount_point_that_cannot_be_written_keeps_the_temporary_file(bool async)
    {
        using var disk = MemoryDisk.Mount("size=1m");
        string inner = Path.Combine(disk.Root, "inner");
        File.WriteAllBytes(inner, [1]);
        string destination = WithOld(_root.Root);
        Bind(inner, destination);
        string staged;
        try
        {
            using TempFile file = await StageAsync(new TestSpace(_root.Root));
            IOException failure = async
                ? await Assert.ThrowsAnyAsync<IOException>(() => file.MoveToAsync(destination, overwrite: true))
                : Assert.ThrowsAny<IOException>(() => file.MoveTo(destination, overwrite: true));
            Assert.Equal((int)ShareError.NoSpace, failure.HResult);
            staged = file.Path;
            Assert.Contains(staged, failure.Message, StringComparison.Ordinal);
            Assert.Contains(destination, failure.Message, StringComparison.Ordinal);
        }
        finally
        {
            Unmount(destination);
        }

        AssertEqual(_content, File.ReadAllBytes(staged));
        AssertEqual(_old, File.ReadAllBytes(destination));
    }

    [SkippableTheory, MemberData(nameof(Volumes))]
    [Trait(Suite.Name, Suite.Slow)]
    public Task A_link_to_a_mount_point_is_replaced(bool sameVolume) => RunAsync(sameVolume, async (space, directory) =>
    {
        string inner = Path.Combine(directory, "inner");
        File.WriteAllBytes(inner, _old);
        string mounted = WithOld(directory);
        string link = Path.Combine(directory, "link");
        File.CreateSymbolicLink(link, mounted);
        Bind(inner, mounted);
        try
        {
            using TempFile file = await StageAsync(space);
            file.MoveTo(link, overwrite: true);
            Assert.Null(new FileInfo(link).LinkTarget);
            AssertEqual(_content, File.ReadAllBytes(link));
            AssertEqual(_old, File.ReadAllBytes(inner));
        }
        finally
        {
            Unmount(mounted);
        }
    });

    [SkippableFact]
    [Trait(Suite.Name, Suite.Slow)]
    public async Task A_mount_point_that_is_read_only_leaves_a_temporary_file_that_can_be_moved()
    {
        string inner = _root.PathOf("inner");
        File.WriteAllBytes(inner, _old);
        string destination = WithOld(_root.Root);
        BindReadOnly(inner, destination);
        try
        {
            using TempFile file = await StageAsync(new TestSpace(_root.Root));
            IOException failure = Assert.Throws<IOException>(() => file.MoveTo(destination, overwrite: true));
            Assert.Equal(30, failure.HResult); // EROFS
            Assert.DoesNotContain(file.Path, failure.Message, StringComparison.Ordinal);
            file.MoveTo(_root.PathOf("other"));
            AssertEqual(_content, File.ReadAllBytes(file.Path));
            AssertEqual(_old, File.ReadAllBytes(destination));
        }
        finally
        {
            Unmount(destination);
        }
    }

    private static async Task AssertAsAnyNewFileAsync(TestSpace space, string directory)
    {
        string other = Path.Combine(directory, "other");
        File.Create(other).Dispose();
        string destination = Path.Combine(directory, "final");
        using TempFile file = await StageAsync(space);
        file.MoveTo(destination);
        AssertEqual(_content, File.ReadAllBytes(destination));
        Assert.Equal((Of(other), AccessList.Of(other)), (Of(destination), AccessList.Of(destination)));
        File.Delete(other);
        Assert.Equal([destination], TestSpace.LeftIn(directory));
    }

    private static async Task<TempFile> StageAsync(TestSpace space) => await space.StageAsync(new MemoryStream(_content), async: true);

    private static string WithOld(string directory)
    {
        string path = Path.Combine(directory, "old");
        File.WriteAllBytes(path, _old);
        return path;
    }

    private async Task RunAsync(bool sameVolume, Test test)
    {
        string directory = Directory.CreateDirectory(_root.PathOf("destination")).FullName;
        if (sameVolume)
        {
            await test(new TestSpace(_root.Root), directory);
            return;
        }

        using var other = Scratch.OnOtherVolume();
        await test(new TestSpace(other.Root), directory);
    }
}
