using System.Globalization;

namespace StreamTuning;

/// <summary>What the test program does when a test starts it as another process; see <see cref="ChildProcess"/>.</summary>
internal static class ChildProgram
{
    /// <summary>Makes a file and a directory with something in it, says their paths and waits to be ended.</summary>
    public const string Leave = "leave";

    /// <summary>Makes a file, closes it, says its path and waits to be ended.</summary>
    public const string LeaveClosed = "leave-closed";

    /// <summary>Begins a file as a copy to a path does, says its path and waits to be ended.</summary>
    public const string LeaveHidden = "leave-hidden";

    /// <summary>Sweeps a directory and says how much was deleted.</summary>
    public const string Sweep = "sweep";

    /// <summary>Says what a space with the default options decides for a file of a length.</summary>
    public const string Choose = "choose";

    /// <summary>Moves a staged file from a directory to a path.</summary>
    public const string Move = "move";

    /// <summary>Gives the rights of one file to another, which it creates, and says whether it could.</summary>
    public const string GiveRights = "give-rights";

    /// <summary>Brings the names in a directory to the disk.</summary>
    public const string FlushDirectory = "flush-directory";

    /// <summary>Copies a file in every way, and says how each copy was done.</summary>
    public const string Copy = "copy";

    /// <summary>Runs tests; see <see cref="TestRun"/>.</summary>
    public const string Test = "test";

    public static int Main(string[] arguments)
    {
        switch (arguments)
        {
            case [Copy, var from, var to]:
                using (var listener = new System.Diagnostics.ActivityListener())
                {
                    listener.ShouldListenTo = source => source.Name == "StreamTuning";
                    listener.Sample = (ref System.Diagnostics.ActivityCreationOptions<System.Diagnostics.ActivityContext> _) => System.Diagnostics.ActivitySamplingResult.AllData;
                    listener.ActivityStopped = activity => Console.WriteLine(activity.GetTagItem("streamtuning.copy.strategy"));
                    System.Diagnostics.ActivitySource.AddActivityListener(listener);
                    CopyInEveryWay(from, to);
                    return 0;
                }

            case [Leave, var root]:
                TempSpace space = Over(root);
                TempFile file = space.CreateFile();
                TempDirectory directory = space.CreateDirectory();
                File.WriteAllText(Path.Combine(directory.Path, "file"), "text");
                Console.WriteLine(file.Path);
                Console.WriteLine(directory.Path);
                Console.In.ReadToEnd();
                directory.Dispose();
                file.Dispose();
                return 0;
            case [LeaveClosed, var root]:
                using (TempFile closed = Over(root).CreateFile())
                {
                    closed.Stream.Dispose();
                    Console.WriteLine(closed.Path);
                    Console.In.ReadToEnd();
                    return 0;
                }

            case [LeaveHidden, var place]:
                using (var hidden = new FileStream(Path.Combine(place, HiddenName.Create()), FileMode.CreateNew, FileAccess.Write, FileShare.None))
                {
                    hidden.SetLength(1);
                    Console.WriteLine(hidden.Name);
                    Console.In.ReadToEnd();
                    return 0;
                }

            case [Sweep, var root]:
                Console.WriteLine(Over(root).Sweep());
                return 0;
            case [Choose, var length]:
                var options = new TempSpaceOptions { SweepLeftovers = false, DecisionMade = decision => Console.WriteLine(decision) };
                using (new TempSpace(options).CreateFile(new TempFileOptions { ExpectedLength = long.Parse(length, CultureInfo.InvariantCulture) }))
                {
                    return 0;
                }

            case [Move, var root, var destination]:
                using (TempFile staged = Over(root).Stage(new MemoryStream(new byte[10])))
                {
                    staged.MoveTo(destination, overwrite: true);
                    return 0;
                }

            case [GiveRights, var old, var created]:
                using (FileStream stream = UnixRights.CreatePrivate(created))
                {
                    Console.WriteLine(FileRights.Of(old)!.GiveTo(stream.SafeFileHandle));
                    return 0;
                }

            case [Test, .. var classes]:
                return TestRun.Run(classes);
            case [FlushDirectory, var flushed]:
                WriteBack.OfSystem.FlushDirectory(flushed);
                Console.WriteLine("flushed");
                return 0;
            default:
                Console.Error.WriteLine("The tests are run by dotnet test.");
                return 2;
        }
    }

    private static void CopyInEveryWay(string from, string to)
    {
        var atomic = new FileCopyOptions { Replace = FileReplacement.Atomic };
        new FileInfo(from).CopyToFile(to);
        new FileInfo(from).CopyToFileAsync(to).GetAwaiter().GetResult();
        new FileInfo(from).CopyToFile(to, atomic);
        using FileStream source = File.OpenRead(from);
        using FileStream destination = File.Create(to);
        source.CopyToFile(destination);
        destination.SetLength(destination.Position = source.Position = 0);
        source.CopyToFileAsync(destination).GetAwaiter().GetResult();
        destination.Dispose();
        using TempFile staged = Over(Path.GetDirectoryName(to)!).Stage(File.OpenRead(from));
        staged.MoveTo(to, overwrite: true);
    }

    private static TempSpace Over(string root)
    {
        var options = new TempSpaceOptions { UseSystemDirectory = false, UseHomeDirectory = false, SweepLeftovers = false };
        options.Directories.Add(root);
        return new TempSpace(options);
    }
}
