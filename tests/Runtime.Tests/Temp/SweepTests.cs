using System.Globalization;
using static StreamTuning.Bytes;

namespace StreamTuning.Temp;

/// <summary>What processes leave that end without disposing their files, and what is nobody's to delete.</summary>
public sealed class SweepTests : IDisposable
{
    // No process has this number: Linux gives at most 4,194,304.
    private const int NoProcess = int.MaxValue;

    private readonly Scratch _root = new();
    private readonly TestSpace _space;

    public SweepTests()
    {
        _space = new TestSpace(_root.Root);
        Folder = Path.GetDirectoryName(_space.Space.CreateEmptyFile())!;
        File.Delete(Directory.GetFiles(Folder).Single());
    }

    private string Folder { get; }

    public void Dispose() => _root.Dispose();

    [Fact]
    public async Task What_a_killed_process_has_left_is_swept()
    {
        using ChildProcess child = ChildProcess.Start([ChildProgram.Leave, _root.Root]);
        string file = await child.ReadLineAsync();
        string directory = await child.ReadLineAsync();
        Assert.Equal(0, _space.Space.Sweep());
        Assert.True(File.Exists(file) && File.Exists(Path.Combine(directory, "file")));
        await child.KillAsync();
        Assert.True(File.Exists(file) && File.Exists(Path.Combine(directory, "file")));
        Assert.Equal(2, _space.Space.Sweep());
        _space.AssertNothingLeft();
        Assert.Equal(0, _space.Space.Sweep());
    }

    [Fact]
    public async Task What_a_process_uses_is_not_swept_by_another()
    {
        using ChildProcess child = ChildProcess.Start([ChildProgram.Leave, _root.Root]);
        string file = await child.ReadLineAsync();
        string directory = await child.ReadLineAsync();
        for (int i = 0; i < 3; i++)
        {
            Assert.Equal(0, _space.Space.Sweep());
        }

        Assert.True(File.Exists(file) && Directory.Exists(directory));
        await child.EndAsync();
        _space.AssertNothingLeft();
    }

    [Fact]
    public async Task It_happens_by_itself_when_a_directory_is_used_for_the_first_time()
    {
        string left = await ChildProcess.LeaveFileAsync(_root.Root);
        var space = new TestSpace(options => options.SweepLeftovers = true, _root.Root, _root.PathOf("never"));
        Assert.True(File.Exists(left));
        using TempFile file = space.Space.CreateFile();
        Assert.True(SpinWait.SpinUntil(() => !File.Exists(left), TimeSpan.FromMinutes(1)));
        Assert.True(File.Exists(file.Path));
        Assert.Equal(0, space.Space.Sweep());
        Assert.Equal([TestSpace.FolderName], _root.Names);
    }

    [Fact]
    public void Nothing_is_created_to_be_swept()
    {
        var space = new TestSpace(_root.PathOf("missing"), Directory.CreateDirectory(_root.PathOf("empty")).FullName);
        Assert.Equal(0, space.Space.Sweep());
        Assert.Equal([TestSpace.FolderName, "empty"], _root.Names);
        Assert.Empty(Directory.EnumerateFileSystemEntries(_root.PathOf("empty")));
    }

    [SkippableTheory]
    [InlineData(0, 0, NoProcess, 0, true)] // Of a process that there is not.
    [InlineData(0, 0, 0, 1, true)] // Of an earlier one with the number of this.
    [InlineData(0, 0, 0, -1, true)]
    [InlineData(0, 0, 0, 0, false)] // Of this one.
    [InlineData(1, 0, NoProcess, 0, false)] // Of another machine.
    [InlineData(0, 1, NoProcess, 0, false)] // Before this machine was started again.
    [InlineData(0, -1, 0, 1, false)]
    public void A_name_tells_whose_a_file_is(int machine, int boot, int process, int start, bool isSwept)
    {
        Skip.IfNot(OperatingSystem.IsLinux(), "Elsewhere a boot is told by its time, which is not exact.");
        string file = WithFile(Name(machine, boot, process, start) + ".tmp");
        string directory = Directory.CreateDirectory(Path.Combine(Folder, Name(machine, boot, process, start))).FullName;
        File.WriteAllText(Path.Combine(directory, "file"), "text");
        string mark = WithFile(Name(machine, boot, process, start) + TempName.LockExtension);
        Assert.Equal(isSwept ? 2 : 0, _space.Space.Sweep());
        Assert.Equal((isSwept, isSwept, isSwept), (!File.Exists(file), !Directory.Exists(directory), !File.Exists(mark)));
    }

    [Fact]
    public void A_process_of_which_nobody_knows_when_it_was_started_has_not_ended()
    {
        string[] parts = ProcessIdentity.Current.ToString().Split('-');
        string file = WithFile($"{parts[0]}-{parts[1]}-{parts[2]}-0-{RandomName.Create()}.tmp");
        Assert.Equal(0, _space.Space.Sweep());
        Assert.True(File.Exists(file));
    }

    [Fact]
    public void What_has_no_such_name_is_nobodys_to_delete()
    {
        string dead = Name(0, 0, NoProcess, 0);
        string[] files =
        [
            WithFile("file"),
            WithFile("a-b-c-d-e"),
            WithFile(dead[1..]),
            WithFile("x" + dead),
            WithFile(string.Join('-', dead.Split('-')[..4])),
            WithFile($"{dead.Split('-')[0]}-0-0-0-0"),
            WithFile($"{dead.Split('-')[0]}-10000000000000000-1-1-0"),
            _space.Space.CreateEmptyFile(),
            _space.Space.GetPath(dead),
            _space.Space.GetPath("directory/" + dead),
        ];
        File.WriteAllText(files[^2], "text");
        File.WriteAllText(files[^1], "text");
        Assert.Equal(0, _space.Space.Sweep());
        Assert.All(files, file => Assert.True(File.Exists(file), file));
    }

    [Fact]
    public void What_somebody_has_open_stays_until_it_is_closed()
    {
        // Whatever its name says: the process may be one that cannot be seen from here.
        string file = WithFile(Name(0, 0, NoProcess, 0) + ".tmp");
        string directory = Directory.CreateDirectory(Path.Combine(Folder, Name(0, 0, NoProcess, 0))).FullName;
        using (new FileStream(file, FileMode.Open, FileAccess.ReadWrite, FileShare.Read | FileShare.Delete))
        using (new FileStream(directory + TempName.LockExtension, FileMode.Create, FileAccess.ReadWrite, FileShare.None))
        {
            Assert.Equal(0, _space.Space.Sweep());
            Assert.True(File.Exists(file) && Directory.Exists(directory));
        }

        Assert.Equal(2, _space.Space.Sweep());
        _space.AssertNothingLeft();
    }

    [SkippableFact]
    public void What_links_lead_to_stays()
    {
        Skip.If(OperatingSystem.IsWindows(), "Links need a right on Windows.");
        using var other = new Scratch();
        string precious = other.WithFile("file", [1]);
        string directory = Directory.CreateDirectory(Path.Combine(Folder, Name(0, 0, NoProcess, 0))).FullName;
        Directory.CreateSymbolicLink(Path.Combine(directory, "link"), other.Root);
        File.CreateSymbolicLink(Path.Combine(directory, "file"), precious);
        Directory.CreateSymbolicLink(Path.Combine(Folder, Name(0, 0, NoProcess, 0)), other.Root);
        Assert.Equal(2, _space.Space.Sweep());
        _space.AssertNothingLeft();
        Assert.True(File.Exists(precious));

        using (TempDirectory temporary = _space.Space.CreateDirectory())
        {
            Directory.CreateSymbolicLink(Path.Combine(temporary.Path, "link"), other.Root);
        }

        _space.AssertNothingLeft();
        Assert.True(File.Exists(precious));
    }

    [Fact]
    public void Two_that_sweep_at_once_count_each_file_once()
    {
        for (int i = 0; i < 50; i++)
        {
            WithFile(Name(0, 0, NoProcess, 0) + ".tmp");
        }

        int swept = Enumerable.Range(0, 4).AsParallel().WithDegreeOfParallelism(4).Sum(_ => new TestSpace(_root.Root).Space.Sweep());
        _space.AssertNothingLeft();
        Assert.Equal(50, swept);
    }

    [Fact]
    public void A_directory_is_empty_and_goes_with_all_that_is_in_it()
    {
        TempDirectory directory = _space.Space.CreateDirectory();
        Assert.Empty(Directory.EnumerateFileSystemEntries(directory.Path));
        Assert.Equal(0, _space.Space.Sweep());
        Directory.CreateDirectory(Path.Combine(directory.Path, "a", "b"));
        File.WriteAllBytes(Path.Combine(directory.Path, "a", "b", "file"), Random(1000));
        File.WriteAllText(Path.Combine(directory.Path, "kept"), "text");
        File.Move(Path.Combine(directory.Path, "kept"), _root.PathOf("kept"));
        directory.Dispose();
        directory.Dispose();
        Assert.Equal([_root.PathOf("kept")], _space.Left);
    }

    [Fact]
    public void A_directory_that_was_deleted_or_moved_can_be_disposed()
    {
        TempDirectory deleted = _space.Space.CreateDirectory();
        Directory.Delete(deleted.Path);
        deleted.Dispose();
        TempDirectory moved = _space.Space.CreateDirectory();
        Directory.Move(moved.Path, _root.PathOf("moved"));
        moved.Dispose();
        Assert.Equal([_root.PathOf("moved")], _space.Left);
    }

    /// <summary>A name like those that this process gives, of another one.</summary>
    private static string Name(int machine, int boot, int process, int start)
    {
        long[] parts = [.. ProcessIdentity.Current.ToString().Split('-').Select(part => long.Parse(part, NumberStyles.HexNumber, CultureInfo.InvariantCulture))];
        string name = string.Create(
            CultureInfo.InvariantCulture, $"{(uint)(parts[0] + machine):x8}-{parts[1] + boot:x}-{(process == 0 ? parts[2] : process):x}-{parts[3] + start:x}-{RandomName.Create()}");
        Assert.Equal(name.Length - 33, ProcessIdentity.TryParse(name)!.ToString().Length);
        return name;
    }

    private string WithFile(string name)
    {
        string path = Path.Combine(Folder, name);
        File.WriteAllText(path, "text");
        return path;
    }
}
