using System.Diagnostics;
using System.Globalization;

namespace StreamTuning.Copying;

/// <summary>The hidden files of copies whose process was killed, and everything beside them that is nobody's to delete.</summary>
public sealed class UnfinishedCopiesTests : IDisposable
{
    // No process has this number: Linux gives at most 4,194,304.
    private const int NoProcess = int.MaxValue;

    private readonly Scratch _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public async Task The_file_of_a_killed_process_is_deleted()
    {
        using ChildProcess child = ChildProcess.Start([ChildProgram.LeaveHidden, _scratch.Root]);
        string file = await child.ReadLineAsync();
        Assert.Equal(0, UnfinishedCopies.Sweep(_scratch.Root));
        Assert.True(File.Exists(file));
        await child.KillAsync();
        Assert.True(File.Exists(file));
        Assert.Equal(1, UnfinishedCopies.Sweep(_scratch.Root));
        Assert.Empty(_scratch.Names);
    }

    [Fact]
    public void The_closed_file_of_this_process_is_kept()
    {
        string file = _scratch.WithFile(HiddenName.Create(), [1]);
        Assert.Equal(0, UnfinishedCopies.Sweep(_scratch.Root));
        Assert.True(File.Exists(file));
    }

    [SkippableTheory]
    [InlineData(0, 0, NoProcess, 0, true)] // Of a process that does not exist.
    [InlineData(0, 0, 0, 1, true)] // Of an earlier one with the number of this.
    [InlineData(0, 0, 0, 0, false)] // Of this one.
    [InlineData(1, 0, NoProcess, 0, false)] // Of another machine or PID namespace.
    [InlineData(0, 1, NoProcess, 0, false)] // From before this machine was started again.
    public void The_name_tells_whose_a_file_is(int machine, int boot, int process, int start, bool isSwept)
    {
        Skip.IfNot(OperatingSystem.IsLinux(), "Elsewhere a boot is told by its time, which is not exact.");
        string file = _scratch.WithFile(Name(machine, boot, process, start), [1]);
        Assert.Equal(isSwept ? 1 : 0, UnfinishedCopies.Sweep(_scratch.Root));
        Assert.Equal(isSwept, !File.Exists(file));
    }

    [Fact]
    public void Other_names_are_nobodys_to_delete()
    {
        string dead = Name(0, 0, NoProcess, 0);
        string[] files =
        [
            dead[1..],
            "x" + dead,
            dead + ".tmp",
            dead[..^4],
            dead[..^5] + "G.tmp",
            dead[..^5] + ".tmp",
            dead[..^4] + "0.tmp",
            dead[..^4] + "-0.tmp",
            dead.Replace("streamtuning", "Streamtuning", StringComparison.Ordinal) + "x",
            $".{RandomName.Create()}.tmp",
            ".streamtuning-.tmp",
            ".streamtuning-a-b-c-d-e.tmp",
            $"{ProcessIdentity.Current}-{RandomName.Create()}.tmp",
        ];
        Array.ForEach(files, name => _scratch.WithFile(name, [1]));
        string below = Directory.CreateDirectory(_scratch.PathOf("below")).FullName;
        File.WriteAllText(Path.Combine(below, dead), "text");
        Assert.Equal(0, UnfinishedCopies.Sweep(_scratch.Root));
        Assert.Equal(files.Append("below").Order(), _scratch.Names);
        Assert.True(File.Exists(Path.Combine(below, dead)));
        Assert.Equal(1, UnfinishedCopies.Sweep(below));
    }

    [Fact]
    public void A_file_that_somebody_has_open_stays_until_it_is_closed()
    {
        // Whatever its name says: the process may be one that cannot be seen from here.
        string file = _scratch.WithFile(Name(0, 0, NoProcess, 0), [1]);
        using (new FileStream(file, FileMode.Open, FileAccess.Write, FileShare.None))
        {
            Assert.Equal(0, UnfinishedCopies.Sweep(_scratch.Root));
            Assert.True(File.Exists(file));
        }

        Assert.Equal(1, UnfinishedCopies.Sweep(_scratch.Root));
    }

    [SkippableFact]
    public void Only_files_are_deleted()
    {
        Skip.If(OperatingSystem.IsWindows(), "Links need a right on Windows, which has no named pipes in directories.");
        string directory = Directory.CreateDirectory(_scratch.PathOf(Name(0, 0, NoProcess, 0))).FullName;
        string link = _scratch.PathOf(Name(0, 0, NoProcess, 0));
        string linkToDirectory = _scratch.PathOf(Name(0, 0, NoProcess, 0));
        string linkToNothing = _scratch.PathOf(Name(0, 0, NoProcess, 0));
        string pipe = _scratch.PathOf(Name(0, 0, NoProcess, 0));
        string precious = _scratch.WithFile("file", [1]);
        File.CreateSymbolicLink(link, precious);
        File.CreateSymbolicLink(linkToNothing, _scratch.PathOf("missing"));
        Directory.CreateSymbolicLink(linkToDirectory, directory);
        using (var making = Process.Start("mkfifo", [pipe]))
        {
            making.WaitForExit();
            Skip.If(making.ExitCode != 0, "mkfifo failed.");
        }

        Assert.Equal(0, UnfinishedCopies.Sweep(_scratch.Root));
        Assert.Equal(6, _scratch.Names.Count());
        Assert.Equal([1], File.ReadAllBytes(precious));
    }

    [Fact]
    public void Two_that_sweep_at_once_count_each_file_once()
    {
        for (int i = 0; i < 50; i++)
        {
            _scratch.WithFile(Name(0, 0, NoProcess, 0), [1]);
        }

        Assert.Equal(50, Enumerable.Range(0, 4).AsParallel().WithDegreeOfParallelism(4).Sum(_ => UnfinishedCopies.Sweep(_scratch.Root)));
        Assert.Empty(_scratch.Names);
    }

    [Fact]
    public void A_directory_must_exist_and_have_a_name()
    {
        Assert.Equal("directory", Assert.Throws<ArgumentNullException>(() => UnfinishedCopies.Sweep(null!)).ParamName);
        Assert.Equal("directory", Assert.Throws<ArgumentException>(() => UnfinishedCopies.Sweep("")).ParamName);
        Assert.Throws<DirectoryNotFoundException>(() => UnfinishedCopies.Sweep(_scratch.PathOf("missing")));
        Assert.ThrowsAny<IOException>(() => UnfinishedCopies.Sweep(_scratch.WithFile("file", [1])));
    }

    [Fact]
    public void A_name_that_makes_a_path_too_long_is_a_short_one_that_no_sweep_deletes()
    {
        string usual = HiddenName.Create();
        string directory = new('d', 100);
        int fits = directory.Length + 1 + usual.Length;
        Assert.NotNull(HiddenName.OwnerOf(HiddenName.CreateIn(directory, longestPath: fits)));
        string name = HiddenName.CreateIn(directory, longestPath: fits - 1);
        Assert.NotEqual(name, HiddenName.CreateIn(directory, longestPath: fits - 1));
        Assert.Matches(@"^\.streamtuning-[0-9A-F]{12}\.tmp$", name);
        Assert.Null(HiddenName.OwnerOf(name));
    }

    [Fact]
    public void A_new_name_is_one_of_this_process_and_fits_any_file_system()
    {
        string name = HiddenName.Create();
        Assert.NotEqual(name, HiddenName.Create());
        Assert.Equal(ProcessIdentity.Current.ToString(), HiddenName.OwnerOf(name)!.ToString());
        Assert.StartsWith(".streamtuning-", name, StringComparison.Ordinal);
        Assert.InRange(name.Length, 60, 120);
    }

    /// <summary>A name like those that this process gives, of another one.</summary>
    private static string Name(int machine, int boot, int process, int start)
    {
        long[] parts = [.. ProcessIdentity.Current.ToString().Split('-').Select(part => long.Parse(part, NumberStyles.HexNumber, CultureInfo.InvariantCulture))];
        return string.Create(
            CultureInfo.InvariantCulture,
            $".streamtuning-{(uint)(parts[0] + machine):x8}-{parts[1] + boot:x}-{(process == 0 ? parts[2] : process):x}-{parts[3] + start:x}-{RandomName.Create()}.tmp");
    }
}
