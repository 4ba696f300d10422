using System.Diagnostics;
using System.Reflection;
using System.Runtime.InteropServices;
using StreamTuning.Infrastructure;
using static StreamTuning.Benchmarks.TextTable;

namespace StreamTuning.Benchmarks;

/// <summary>
/// Copies onto real file systems:
/// <code>
/// real [--mounts NAME,...] [--delays MILLISECONDS,...] [--sizes LEAST-MOST] [--sources NAME,...] [--ways NAME,...] [--turns MOST]
///      [--seconds N] [--output PATH]
/// </code>
/// Each option chooses among all that there is; sizes are in KiB. A row takes as many turns as fit into its seconds, and three if they
/// take no more than eight times as long. Files of more than 16 MiB are left out if a turn would take twelve times as long.
/// </summary>
internal static class RealProgram
{
    public static async Task<int> RunAsync(string[] arguments)
    {
        try
        {
            switch (arguments)
            {
                case ["guest", "cases", var mount, .. var options]:
                    await GuestRun.RunAsync(mount, RealOptions.Parse(options));
                    return 0;
                case [DelayedServer.Proxy, var milliseconds, .. var addresses]:
                    await DelayedServer.RunAsync(milliseconds, addresses);
                    return 0;
                default:
                    await RunAsync(RealOptions.Parse(arguments.AsSpan(1)));
                    return 0;
            }
        }
        catch (FormatException e)
        {
            Console.Error.WriteLine(e.Message);
            return 2;
        }
    }

    private static async Task RunAsync(RealOptions options)
    {
        var time = Stopwatch.StartNew();
        string file = options.Output is null ? "" : Path.Combine(options.Output, "real-shares.csv");
        RealTable table = RealTable.Read(file);
        Console.WriteLine($"{Conditions()} Load {Load()}.");
        RealMount[] inGuest = [.. options.Mounts.Where(mount => mount.Kind == RealMountKind.Guest)];
        if (inGuest.Length > 0)
        {
            if (GuestRoot.Missing() is { } missing)
            {
                Console.WriteLine($"{string.Join(", ", inGuest.Select(mount => mount.Key))}: {missing}");
            }
            else
            {
                await GuestRun.StartAsync(options, inGuest, Report);
            }
        }

        foreach (RealMount mount in options.Mounts.Except(inGuest))
        {
            if (HostMount.WhyNot(mount.Key) is { } reason)
            {
                Console.WriteLine($"{mount.Key}: {reason}");
                continue;
            }

            foreach (int delay in options.Delays.Where(delay => delay == 0 || mount.Kind == RealMountKind.Server))
            {
                using var mounted = new HostMount(mount.Key, delay);
                await new RealRun(options, Report).MeasureAsync(mount.Key, delay, mounted.Directory, requests: null);
            }
        }

        Console.WriteLine(Text($"{time.Elapsed.TotalMinutes:0.0} minutes, load {Load()}"));

        void Report(IReadOnlyList<RealRow> rows)
        {
            RealRow first = rows[0];
            Console.WriteLine(Text($"{first.Mount}, {first.Delay} ms, {first.Source}, {Sizes.Text(first.Bytes)}, n={first.Turns}"));
            foreach (RealRow row in rows)
            {
                string figures = row.Turns == 0
                    ? "fails"
                    : Text($"{row.Milliseconds,9:0.0} ms {Ratio(row.Ratio),7} [{row.Least:0.0}-{row.Most:0.0}]");
                Console.WriteLine($"    {row.Way,-28} {figures}{(row.Requests is null ? "" : $"  {row.Kinds} = {row.Requests}")}");
            }

            if (options.Output is not null)
            {
                table.Add(rows);
                table.Write(file);
                MarkdownReport.Update(Path.Combine(options.Output, "real-shares.md"), $"{Conditions()}\n");
            }
        }
    }

    private static string Conditions() => string.Join(
        ", ",
        $"StreamTuning {Version()}",
        $".NET {Environment.Version}",
        RuntimeInformation.OSDescription,
        Text($"{Environment.ProcessorCount} processors."));

    private static string Load() =>
        File.Exists("/proc/loadavg") ? string.Join(' ', File.ReadAllText("/proc/loadavg").Split(' ').Take(3)) : "unknown";

    private static string Version() =>
        typeof(FileCopyExtensions).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion;
}
