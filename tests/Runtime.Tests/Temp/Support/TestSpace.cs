using System.Collections.Concurrent;
using static StreamTuning.Bytes;

namespace StreamTuning.Temp;

/// <summary>A space over directories of a test alone, which remembers what was decided and looks for what is left.</summary>
internal sealed class TestSpace
{
    private readonly string[] _directories;
    private readonly ConcurrentQueue<TempSpaceDecision> _decisions = new();

    public TestSpace(params string[] directories)
        : this(_ => { }, directories)
    {
    }

    public TestSpace(Action<TempSpaceOptions> configure, params string[] directories)
    {
        _directories = directories;
        var options = new TempSpaceOptions { UseSystemDirectory = false, UseHomeDirectory = false, SweepLeftovers = false, DecisionMade = _decisions.Enqueue };
        Array.ForEach(directories, options.Directories.Add);
        configure(options);
        Space = new TempSpace(options);
    }

    public TempSpace Space { get; }

    public TempSpaceDecision[] Decisions => [.. _decisions];

    public TempSpaceDecision LastDecision => Decisions[^1];

    /// <summary>The name of the folder in which files are made.</summary>
    public static string FolderName => OperatingSystem.IsWindows() ? TempRoot.FolderName : ".streamtuning-" + UnixFile.User;

    /// <summary>What there is in the directories, but for the folders in which files are made, and what fills a disk.</summary>
    public IEnumerable<string> Left => _directories.Where(Directory.Exists).SelectMany(LeftIn);

    public static IEnumerable<string> LeftIn(string directory) =>
        Directory.EnumerateFileSystemEntries(directory, "*", SearchOption.AllDirectories).Where(entry =>
            !Path.GetFileName(entry).StartsWith("filler", StringComparison.Ordinal)
            && !(Path.GetDirectoryName(entry) == directory && Path.GetFileName(entry).StartsWith(FolderName, StringComparison.Ordinal)));

    public async Task<TempFile> StageAsync(Stream source, bool async, TempFileOptions? options = null, CancellationToken token = default) =>
        async ? await Space.StageAsync(source, options, token) : Space.Stage(source, options, token);

    /// <summary>Makes a file for which so many bytes are expected, and tells the directory.</summary>
    public string Choose(long? expectedLength)
    {
        using TempFile file = Space.CreateFile(new TempFileOptions { ExpectedLength = expectedLength });
        return RootOf(file.Path);
    }

    /// <summary>The directory that holds the folder that holds a file.</summary>
    public static string RootOf(string path) => Path.GetDirectoryName(Path.GetDirectoryName(path))!;

    /// <summary>The file that is being staged now.</summary>
    public string OnlyFile() => Assert.Single(Left);

    public void AssertNothingLeft() => Assert.Empty(Left);

    /// <summary>Where another directory cannot be looked at any more.</summary>
    public static void AssertNothingLeftIn(string directory) => Assert.Empty(LeftIn(directory));

    /// <summary>The file, staged or written, is complete, at its start, and for its user alone.</summary>
    public static async Task AssertHoldsAsync(ReadOnlyMemory<byte> content, TempFile file)
    {
        Assert.Equal((0, content.Length), (file.Stream.Position, file.Length));
        byte[] read = new byte[content.Length];
        await file.Stream.ReadExactlyAsync(read);
        AssertEqual(content.Span, read);
        Assert.Equal(0, await file.Stream.ReadAsync(new byte[1]));
        using (FileStream again = file.OpenRead())
        {
            await again.ReadExactlyAsync(read);
            AssertEqual(content.Span, read);
        }

        if (!OperatingSystem.IsWindows())
        {
            Assert.Equal(0b110_000_000, ModeOf(file.Path));
            Assert.Equal(0b111_000_000, ModeOf(Path.GetDirectoryName(file.Path)!));
        }
    }

    /// <summary>The permissions of a file or directory; of a link its own.</summary>
    public static int ModeOf(string path)
    {
        Skip.IfNot(OperatingSystem.IsLinux(), "Modes are looked at on Linux only.");
        return LinuxFile.OwnerOf(path)!.Value.Mode & 0xFFF;
    }
}
