using System.Diagnostics;

namespace StreamTuning.NetworkShares.Guest;

/// <summary>A process is killed while it copies. Its file may have any content but one that looks whole and is not.</summary>
internal static class GuestKills
{
    private const int Seed = 18;
    private const int Length = 24 * GuestContent.MiB;

    /// <summary>How many kills for each way.</summary>
    public const int Rounds = 20;

    public static string[] Ways { get; } = ["path in place", "FileStream"];

    public static async Task RunAsync(GuestMount mount)
    {
        foreach (string name in Ways)
        {
            await RunAsync(mount, GuestWay.Named(name));
        }
    }

    private static async Task RunAsync(GuestMount mount, GuestWay way)
    {
        string source = GuestContent.Source(Length);
        GuestContent.Source(3 * GuestContent.MiB);
        byte[] content = File.ReadAllBytes(source);
        var random = new Random(Seed);

        // The moments are spread over a copy that nobody kills, and a little more.
        var times = new List<double>();
        for (int i = 0; i < 3; i++)
        {
            (string server, TimeSpan time) = await CopyAsync(mount, way, source, Timeout.InfiniteTimeSpan);
            LookAndDelete(server, content);
            times.Add(time.TotalMilliseconds);
        }

        double usual = times.Order().ElementAt(1);

        // What a killed process sent may still arrive: its file is looked at when the next copy is over.
        var seen = new List<string>();
        string? before = null;
        for (int i = 0; i < Rounds; i++)
        {
            TimeSpan kill = TimeSpan.FromMilliseconds(random.NextDouble() * usual * 1.1);
            (string server, _) = await CopyAsync(mount, way, source, kill);
            if (before is not null)
            {
                seen.Add(LookAndDelete(before, content));
            }

            before = server;
            if ((i + 1) % 10 == 0)
            {
                Console.WriteLine($"guest: {mount.Name}, {way.Name}: {i + 1} kills");
            }
        }

        seen.Add(LookAndDelete(before!, content));

        bool IsOfFullLength(string target) => target.StartsWith($"{Length} bytes of ", StringComparison.Ordinal);
        mount.Report(GuestProgram.Kills, way.Name, new Dictionary<string, string>
        {
            ["kills"] = $"{seen.Count}",
            ["seed"] = $"{Seed}",
            ["usual"] = $"{usual:F0} ms",
            ["wrong"] = $"{seen.Count(IsOfFullLength)}",
            ["whole"] = $"{seen.Count(target => target == GuestContent.Whole)}",
            ["old"] = $"{seen.Count(target => target == GuestContent.Old)}",
            ["none"] = $"{seen.Count(target => target == GuestContent.None)}",
            ["shorter"] = $"{seen.Count(target => target.Contains("bytes of", StringComparison.Ordinal) && !IsOfFullLength(target))}",
            ["first"] = seen.FirstOrDefault(IsOfFullLength) ?? "",
        });
    }

    private static async Task<(string Server, TimeSpan Time)> CopyAsync(GuestMount mount, GuestWay way, string source, TimeSpan kill)
    {
        (string client, string server) = mount.NewFolder();
        if (way.NeedsFile)
        {
            File.WriteAllBytes($"{server}/target", GuestContent.OldBytes);
        }

        string assembly = typeof(GuestKills).Assembly.Location;
        var start = new ProcessStartInfo(Environment.ProcessPath!, ["exec", assembly, "guest", "copy", way.Name, source, $"{client}/target"])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        using Process process = Process.Start(start)!;
        await process.StandardOutput.ReadLineAsync();
        var time = Stopwatch.StartNew();
        await process.StandardInput.WriteLineAsync();
        await process.StandardInput.FlushAsync();
        Task done = process.StandardOutput.ReadLineAsync();
        await Task.WhenAny(done, Task.Delay(kill));
        time.Stop();
        process.Kill();
        await process.WaitForExitAsync();
        return (server, time.Elapsed);
    }

    private static string LookAndDelete(string server, byte[] content)
    {
        string found = GuestContent.Look($"{server}/target", content);

        // The folder stays: a file may still be made in it.
        foreach (string path in Directory.EnumerateFiles(server))
        {
            File.Delete(path);
        }

        return found;
    }
}
