using static StreamTuning.Bytes;

namespace StreamTuning.Temp;

/// <summary>Places whose name is given, and files that nothing deletes by itself.</summary>
public sealed class NamedPathTests : IDisposable
{
    private readonly Scratch _root = new();
    private readonly Scratch _other = new();

    public void Dispose()
    {
        _root.Dispose();
        _other.Dispose();
    }

    [Theory]
    [InlineData("name")]
    [InlineData("name.txt")]
    [InlineData("some/directory/name")]
    [InlineData(@"some\directory\name")]
    [InlineData("..name..")]
    [InlineData("a b ü")]
    [InlineData("name-1-2-3-4")]
    public void A_name_leads_to_the_same_place(string name)
    {
        var space = new TestSpace(_root.Root);
        string path = space.Space.GetPath(name);
        string expected = Path.DirectorySeparatorChar + name.Replace('\\', Path.DirectorySeparatorChar).Replace('/', Path.DirectorySeparatorChar);

        // Windows takes dots from the end of a name.
        Assert.EndsWith(OperatingSystem.IsWindows() ? expected.TrimEnd('.') : expected, path, StringComparison.Ordinal);
        Assert.Equal(Path.GetFullPath(path), path);
        Assert.StartsWith(_root.PathOf(TestSpace.FolderName), path, StringComparison.Ordinal);
        Assert.True(Directory.Exists(Path.GetDirectoryName(path)));
        Assert.False(File.Exists(path) || Directory.Exists(path));
        File.WriteAllText(path, "text");
        Assert.Equal(path, space.Space.GetPath(name));
        Assert.Equal(path, new TestSpace(_root.Root).Space.GetPath(name));
        Assert.Equal("text", File.ReadAllText(path));
        if (OperatingSystem.IsLinux())
        {
            Assert.Equal(0b111_000_000, TestSpace.ModeOf(_root.PathOf(TestSpace.FolderName)));
        }
    }

    [SkippableFact]
    [Trait(Suite.Name, Suite.Slow)]
    public void What_is_there_is_found_where_it_is()
    {
        using var one = MemoryDisk.Mount("size=100m");
        using var other = MemoryDisk.Mount("size=900m");
        var space = new TestSpace(one.Root, other.Root);
        string large = space.Space.GetPath("directory/large", 500 * MiB);
        Assert.StartsWith(other.Root, large, StringComparison.Ordinal);
        File.WriteAllText(large, "text");

        // Now that there is something, also with another length, and what is beside it.
        var again = new TestSpace(one.Root, other.Root);
        Assert.Equal(large, again.Space.GetPath("directory/large", 1));
        Assert.Equal(large, again.Space.GetPath(@"directory\large"));
        Assert.Equal(Path.Combine(Path.GetDirectoryName(large)!, "small"), again.Space.GetPath("directory/small", 1));
        Assert.Equal(Path.GetDirectoryName(large), again.Space.GetPath("directory"));
        Assert.Empty(again.Decisions);
        Assert.Equal([Path.Combine(other.Root, TestSpace.FolderName)], Directory.EnumerateFileSystemEntries(other.Root));
        Assert.Empty(TestSpace.LeftIn(one.Root));

        // When it is gone, where there is room.
        Directory.Delete(Path.GetDirectoryName(large)!, recursive: true);
        Assert.StartsWith(one.Root, again.Space.GetPath("directory/large", 1), StringComparison.Ordinal);
        Assert.Equal(one.Root, Assert.Single(again.Decisions).Directory);
    }

    [Theory]
    [InlineData("")]
    [InlineData(".")]
    [InlineData("..")]
    [InlineData("../name")]
    [InlineData(@"..\name")]
    [InlineData("a/../b")]
    [InlineData(@"a\..\b")]
    [InlineData("a/..")]
    [InlineData("a/./b")]
    [InlineData("a//b")]
    [InlineData(@"a\\b")]
    [InlineData("a/")]
    [InlineData(@"a\")]
    [InlineData("/a")]
    [InlineData(@"\a")]
    [InlineData(@"\\server\share\a")]
    [InlineData("C:a")]
    [InlineData(@"C:\a")]
    [InlineData("name:stream")]
    [InlineData("a\0b")]
    [InlineData("...")] // Windows takes dots and spaces from the end of a name.
    [InlineData(".. /a")]
    [InlineData("a/. .")]
    [InlineData(" ")]
    public void What_leads_elsewhere_is_no_name(string name)
    {
        var space = new TestSpace(_root.Root);
        Assert.Equal("name", Assert.Throws<ArgumentException>(() => space.Space.GetPath(name)).ParamName);
        Assert.Empty(_root.Names);
    }

    [Fact]
    public void A_name_that_is_taken_by_a_file_is_no_directory()
    {
        var space = new TestSpace(_root.Root);
        File.WriteAllText(space.Space.GetPath("name"), "text");
        Assert.ThrowsAny<IOException>(() => space.Space.GetPath("name/below"));
        Assert.Equal("text", File.ReadAllText(space.Space.GetPath("name")));
    }

    [Fact]
    public void An_empty_file_is_the_callers()
    {
        var space = new TestSpace(_root.Root);
        string[] paths = [.. Enumerable.Range(0, 5).Select(_ => space.Space.CreateEmptyFile())];
        Assert.Equal(5, paths.Distinct().Count());
        Assert.All(paths, path =>
        {
            Assert.Equal(0, new FileInfo(path).Length);
            Assert.Equal(".tmp", Path.GetExtension(path));
            if (OperatingSystem.IsLinux())
            {
                Assert.Equal(0b110_000_000, TestSpace.ModeOf(path));
            }

            using var file = new FileStream(path, FileMode.Open, FileAccess.ReadWrite, FileShare.None);
            file.WriteByte(1);
        });
        Assert.Equal(paths.Order(), space.Left.Order());
    }

    [SkippableFact]
    [Trait(Suite.Name, Suite.Slow)]
    public void The_room_of_a_directory_is_that_of_its_disk()
    {
        using var disk = MemoryDisk.Mount("size=20m");
        Assert.Equal(20 * MiB, TempSpace.GetAvailableBytes(disk.Root));
        Assert.Equal(20 * MiB, TempSpace.GetAvailableBytes(disk.Root + "/"));
        Assert.Equal(20 * MiB, TempSpace.GetAvailableBytes(Path.Combine(disk.Root, "not", "yet")));
        Assert.Equal(20 * MiB, TempSpace.GetAvailableBytes(Path.GetRelativePath(Environment.CurrentDirectory, disk.Root)));
        Assert.Equal(20 * MiB, TempSpace.GetAvailableBytes(Path.Combine(disk.Root, "missing", "..", ".")));
        Assert.Empty(Directory.EnumerateFileSystemEntries(disk.Root));
        string file = Path.Combine(disk.Root, "file");
        File.WriteAllBytes(file, new byte[MiB]);
        Assert.Equal(19 * MiB, TempSpace.GetAvailableBytes(file));
        Assert.Equal(new DriveInfo("/").AvailableFreeSpace > 0, TempSpace.GetAvailableBytes("/streamtuning/nowhere") > 0);
    }

    [Fact]
    public void The_room_of_nothing_is_no_question()
    {
        Assert.Equal("directory", Assert.Throws<ArgumentNullException>(() => TempSpace.GetAvailableBytes(null!)).ParamName);
        Assert.Equal("directory", Assert.Throws<ArgumentException>(() => TempSpace.GetAvailableBytes("")).ParamName);
    }
}
