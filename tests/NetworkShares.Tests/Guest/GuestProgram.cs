using System.Diagnostics;

namespace StreamTuning.NetworkShares.Guest;

/// <summary>The program that runs in the guest, and prints a line for each case.</summary>
internal static class GuestProgram
{
    public const string FullDisk = "full-disk";
    public const string Kills = "kills";
    public const string Renames = "renames";
    public const string Locks = "locks";
    public const string Table = "table";

    /// <summary>A case that hangs is not waited for: a copy to a full disk takes up to 41 s on NFS.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(400);

    public static int Run(string[] arguments) => arguments switch
    {
        ["cases", string mount, .. string[] groups] => RunAsync(new GuestMount(mount), groups).GetAwaiter().GetResult(),
        ["copy", string way, string source, string target] => Copy(way, source, target),
        ["start", string root, .. string[] settings] => Start(root, settings),
        _ => 2,
    };

    /// <summary>Runs a copy, and says how it ended for its caller, who also disposed everything.</summary>
    public static async Task<Dictionary<string, string>> TryAsync(GuestWay way, GuestCopy copy)
    {
        var values = new Dictionary<string, string>();
        var time = Stopwatch.StartNew();
        try
        {
            await Task.Run(() => way.RunAsync(copy)).WaitAsync(Patience);
            values["result"] = "success";
        }
        catch (Exception exception)
        {
            values["result"] = $"{exception.GetType().Name} {exception.HResult}";
            values["message"] = exception.Message;
        }

        values["ms"] = $"{time.ElapsedMilliseconds}";
        if (copy.Stream is var (start, end, before, after))
        {
            values["position"] = $"{start} -> {end}";
            values["length"] = $"{before} -> {after}";
        }

        if (copy.Staged is not null)
        {
            values["staged"] = copy.Staged;
        }

        return values;
    }

    private static async Task<int> RunAsync(GuestMount mount, string[] groups)
    {
        // Copies that wait for the server hold their threads.
        ThreadPool.SetMinThreads(64, 64);
        (string Name, Func<GuestMount, Task> RunAsync)[] all =
        [
            (Locks, GuestLocks.RunAsync),
            (Renames, GuestRenames.RunAsync),
            (Table, GuestTable.RunAsync),
            (FullDisk, GuestFullDisk.RunAsync),
            (Kills, GuestKills.RunAsync),
        ];
        foreach ((string name, Func<GuestMount, Task> run) in all.Where(group => groups.Length == 0 || groups.Contains(group.Name)))
        {
            var time = Stopwatch.StartNew();
            await run(mount);
            Console.WriteLine($"guest: {mount.Name} {name} took {time.Elapsed.TotalSeconds:F1} s");
        }

        return 0;
    }

    /// <summary>Copies when it is told to, in a process that may be killed.</summary>
    private static int Copy(string name, string source, string target)
    {
        GuestWay way = GuestWay.Named(name);

        // The code is compiled before the time runs, so that no kill meets the compiler.
        string first = $"{target}-first";
        File.WriteAllBytes(first, GuestContent.OldBytes);
        way.RunAsync(new GuestCopy(GuestContent.Source(3 * GuestContent.MiB), first)).GetAwaiter().GetResult();
        Console.WriteLine("ready");
        Console.ReadLine();
        way.RunAsync(new GuestCopy(source, target)).GetAwaiter().GetResult();
        Console.WriteLine("done");
        Console.ReadLine();
        return 0;
    }

    /// <summary>Starts a guest as a test does, in a process that may be killed. Outside of the guest.</summary>
    private static int Start(string root, string[] settings)
    {
        using GuestMachine guest = GuestMachine.Start(root, typeof(GuestProgram).Assembly, onLine: null, settings);
        Thread.Sleep(Timeout.Infinite);
        return 0;
    }
}
