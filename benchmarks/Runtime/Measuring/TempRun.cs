using StreamTuning.SimulatedShare;
using static StreamTuning.Benchmarks.TextTable;

namespace StreamTuning.Benchmarks;

/// <summary>What it costs to choose where a temporary file goes: time on local disks, requests on a share.</summary>
internal static class TempRun
{
    private const int FilesAtOnce = 200;
    private const int Turns = 41;
    private const int StagedBytes = 16 * 1024 * 1024;
    private const int SmallBytes = 64 * 1024;
    private const int StagedAtOnce = 5;

    public static async Task RunAsync(string disk, string memory, ShareMount? mount, TextWriter writer)
    {
        writer.WriteLine("### Time, per file");
        writer.WriteLine();
        var times = new TextTable(writer, ("where", 8, true), ("what", 34, true), ("median", 8, false), ("more than by hand", 17, false), ("allocated", 9, false));
        times.WriteHeader();
        foreach ((string name, string directory) in new[] { ("disk", disk), ("memory", memory) })
        {
            await MeasureTimeAsync(name, directory, times);
        }

        writer.WriteLine();
        writer.WriteLine("### Time, per staged file of 16 MiB");
        writer.WriteLine();
        var staged = new TextTable(writer, ("where", 8, true), ("what", 34, true), ("median", 8, false), ("of the copy", 11, false));
        staged.WriteHeader();
        foreach ((string name, string directory) in new[] { ("disk", disk), ("memory", memory) })
        {
            await MeasureStagingAsync(name, directory, staged);
        }

        if (mount is null)
        {
            return;
        }

        writer.WriteLine();
        writer.WriteLine("### Requests to a share");
        writer.WriteLine();
        var requests = new TextTable(
            writer, ("what", 52, true), ("free space", 10, false), ("names, attributes", 17, false), ("creates", 7, false), ("lengths", 7, false), ("writes", 6, false), ("flushes", 7, false), ("other", 6, false));
        requests.WriteHeader();
        CountRequests(mount, memory, requests);
    }

    private static async Task MeasureTimeAsync(string name, string directory, TextTable table)
    {
        var one = new TempSpace(Only(directory));
        string file = Path.Combine(directory, "no-directory");
        File.WriteAllBytes(file, []);
        var passesOne = new TempSpace(Only(file, directory));
        string own = Directory.CreateDirectory(Path.Combine(directory, "by-hand")).FullName;
        Way[] ways =
        [
            new Way("by hand", () => Repeat(() => CreateByHand(own))),
            new Way("TempSpace, one directory", () => Repeat(() => one.CreateFile().Dispose())),
            new Way("TempSpace, the second of two", () => Repeat(() => passesOne.CreateFile().Dispose())),
            new Way("TempSpace, a length that is known", () => Repeat(() => one.CreateFile(new TempFileOptions { ExpectedLength = StagedBytes }).Dispose())),
        ];
        Measurement[] measured = await PairedRun.MeasureAsync(warmUps: 5, Turns, ways);
        foreach (Measurement way in measured)
        {
            TimeSpan more = (way.Median - measured[0].Median) / FilesAtOnce;
            table.WriteRow(name, way.Way, Time(way.Median / FilesAtOnce), way == measured[0] ? "" : Time(more), Text($"{way.Allocated / FilesAtOnce} B"));
        }
    }

    /// <summary>Against the same copy into a file by hand: what is more is the choice, and the sum of all bytes.</summary>
    private static async Task MeasureStagingAsync(string name, string directory, TextTable table)
    {
        var space = new TempSpace(Only(directory));
        Way[] ways =
        [
            new Way("CopyToFile, file by hand", () => Repeat(CopyByHand, StagedAtOnce)),
            new Way("TempSpace.Stage", () => Repeat(() => space.Stage(new SyntheticSource(StagedBytes, knowsLength: true)).Dispose(), StagedAtOnce)),
        ];
        Measurement[] measured = await PairedRun.MeasureAsync(warmUps: 5, Turns, ways);
        foreach (Measurement way in measured)
        {
            table.WriteRow(name, way.Way, Time(way.Median / StagedAtOnce), Text($"{way.Median / measured[0].Median:0.00}"));
        }

        void CopyByHand()
        {
            using FileStream file = OpenByHand(directory);
            new SyntheticSource(StagedBytes, knowsLength: true).CopyToFile(file);
            File.Delete(file.Name);
        }
    }

    /// <summary>The same file without a choice: a name that nobody can guess, for the user alone, deleted in the end.</summary>
    private static void CreateByHand(string directory)
    {
        using FileStream file = OpenByHand(directory);
        File.Delete(file.Name);
    }

    private static FileStream OpenByHand(string directory)
    {
        string path = Path.Combine(directory, Path.GetRandomFileName());
        var options = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.ReadWrite, Share = FileShare.Read, Options = FileOptions.Asynchronous };
        if (!OperatingSystem.IsWindows())
        {
            options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        }

        return new FileStream(path, options);
    }

    private static void CountRequests(ShareMount mount, string memory, TextTable table)
    {
        mount.Profile = SlowShareProfile.Instant;
        var onShare = new TempSpace(Only(mount.Directory));
        Count("by hand", () => OpenByHand(mount.Directory));
        Count("a new file, the first", () => onShare.CreateFile());
        Count("a new file", () => onShare.CreateFile());
        Count("64 KiB staged, length known", () => onShare.Stage(new SyntheticSource(SmallBytes, knowsLength: true)));
        Count("16 MiB staged, length known", () => onShare.Stage(new SyntheticSource(StagedBytes, knowsLength: true)));
        Count("16 MiB staged, length unknown", () => onShare.Stage(new SyntheticSource(StagedBytes, knowsLength: false)));
        mount.Quota = 1;
        var shareFirst = new TempSpace(Only(mount.Directory, memory));
        shareFirst.CreateFile().Dispose();
        Count("a new file elsewhere, since the share has no room", () => shareFirst.CreateFile());
        mount.Quota = null;

        void Count(string what, Func<IDisposable> make)
        {
            mount.ResetRequests();
            IDisposable file = make();
            SlowShareRequests seen = mount.Requests;
            file.Dispose();
            int others = seen.Directories + seen.Deletions + seen.AttributeChanges + seen.Renames + seen.Links + seen.Reads + seen.Preallocations;
            table.WriteRow(what, Text($"{seen.FreeSpaceRequests}"), Text($"{seen.Looks}"), Text($"{seen.Creates}"), Text($"{seen.LengthChanges}"), Text($"{seen.Writes}"), Text($"{seen.Syncs}"), Text($"{others}"));
        }
    }

    private static TempSpaceOptions Only(params string[] directories)
    {
        var options = new TempSpaceOptions { UseSystemDirectory = false, UseHomeDirectory = false, SweepLeftovers = false };
        foreach (string directory in directories)
        {
            options.Directories.Add(directory);
        }

        return options;
    }

    private static Task Repeat(Action action, int times = FilesAtOnce)
    {
        for (int i = 0; i < times; i++)
        {
            action();
        }

        return Task.CompletedTask;
    }
}
