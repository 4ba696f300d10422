using System.Globalization;
using StreamTuning.Infrastructure;

namespace StreamTuning.Benchmarks;

/// <summary>Measures on the clients of a Linux kernel: this program runs once more in a guest, and prints what it measures.</summary>
internal static class GuestRun
{
    private const string Row = "row|";
    private const string Group = "group";

    private static readonly TimeSpan Patience = TimeSpan.FromHours(2);

    /// <summary>Starts a guest and reports what is measured there.</summary>
    public static async Task StartAsync(RealOptions options, IEnumerable<RealMount> mounts, Action<IReadOnlyList<RealRow>> report)
    {
        string root = await GuestRoot.BuildAsync();
        var group = new List<RealRow>();
        string[] settings = [$"mounts={string.Join(',', mounts.Select(mount => mount.Key))}", $"arguments=\"{options.ForGuest}\""];
        using GuestMachine guest = GuestMachine.Start(root, typeof(GuestRun).Assembly, Read, settings);
        if (!await guest.WaitForEndAsync(Patience))
        {
            Console.WriteLine($"The guest has printed nothing for {Patience}.");
        }

        void Read(string line)
        {
            if (line.StartsWith(Row, StringComparison.Ordinal))
            {
                group.Add(RealRow.Parse(line[Row.Length..]));
            }
            else if (line == Group)
            {
                report([.. group]);
                group.Clear();
            }
            else
            {
                Console.WriteLine(line);
            }
        }
    }

    /// <summary>Measures inside the guest.</summary>
    public static async Task RunAsync(string mount, RealOptions options)
    {
        string folder = $"share/{mount}";
        Directory.CreateDirectory($"/srv/{folder}");
        var requests = new GuestRequests($"/mnt/{mount}", mount.StartsWith("cifs", StringComparison.Ordinal));
        var run = new RealRun(options, rows =>
        {
            foreach (RealRow row in rows)
            {
                Console.WriteLine($"{Row}{row}");
            }

            Console.WriteLine(Group);
        });
        foreach (int delay in options.Delays)
        {
            string time = string.Create(CultureInfo.InvariantCulture, $"{delay}ms");
            Command.Run("tc", "qdisc", "replace", "dev", "lo", "root", "netem", "delay", time, "limit", "100000");
            await run.MeasureAsync(mount, delay, $"/mnt/{mount}/{folder}", requests);
        }
    }
}
