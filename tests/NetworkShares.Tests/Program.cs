using System.Globalization;

namespace StreamTuning.NetworkShares;

/// <summary>What the test program does when a test starts it as another process; see <see cref="ChildProgram"/>.</summary>
internal static class Program
{
    /// <summary>Mounts a file system, says where, and waits to be ended.</summary>
    public const string Mount = "mount";

    /// <summary>Copies until the source has given so many bytes, says so, and waits to be killed.</summary>
    public const string StopInside = "stop-inside";

    /// <summary>Makes slow copies into a directory, and says which are done.</summary>
    public const string CopySlowly = "copy-slowly";

    /// <summary>Runs one case in a directory, and prints one line.</summary>
    public const string Case = "case";

    /// <summary>Runs the table in a directory, and prints a line for each case.</summary>
    public const string Table = "table";

    /// <summary>Kills copies in a directory, and prints the files that look whole and are not.</summary>
    public const string Kills = "kills";

    /// <summary>Slow copies are under way.</summary>
    public const string Started = "started";

    /// <summary>A copy is complete.</summary>
    public const string Done = "done";

    /// <summary>A copy waits to be killed.</summary>
    public const string Stopped = "stopped";

    /// <summary>An argument that is a number.</summary>
    public static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);

    public static async Task<int> Main(string[] arguments)
    {
        switch (arguments)
        {
            case [Mount, var type]:
                Type fileSystem = Type.GetType($"{typeof(Program).Namespace}.{type}", throwOnError: true)!;
                using (var mount = (TestFileSystem)Activator.CreateInstance(fileSystem)!)
                {
                    Console.WriteLine(mount.WhyNot ?? mount.Folder.Root);
                    Console.WriteLine(mount.Client);
                    Console.WriteLine(mount.Server);
                    await Console.In.ReadToEndAsync();
                    return 0;
                }

            case [StopInside, var target, var staging, var abilities, var stopsAt, .. var copy]:
                await StopInsideAsync(target, staging, (Abilities)Number(abilities), Number(stopsAt), CopyCase.Parse(string.Join(' ', copy)));
                return 0;
            case [CopySlowly, var directory, var staging, var abilities, var seed]:
                await SlowCopies.RunAsync(directory, staging, (Abilities)Number(abilities), Number(seed));
                await Console.In.ReadToEndAsync();
                return 0;
            case [Case, var client, var server, var staging, .. var copy]:
                return await RunAsync(new CopyPlace(client, server), staging, [CopyCase.Parse(string.Join(' ', copy))]);
            case [Table, var client, var server, var staging, .. var failures]:
                return await RunAsync(new CopyPlace(client, server), staging, failures);
            case ["guest", .. string[] rest]:
                return Guest.GuestProgram.Run(rest);
            case [Kills, var client, var server, var staging, var seed, var kills]:
                return RunKills(new CopyPlace(client, server), staging, Number(seed), Number(kills));
            default:
                Console.Error.WriteLine(
                    $"""
                    The tests are run by dotnet test. By hand, or in a guest:
                      {Mount} TYPE                                              mounts one of FileSystems, until the input ends
                      {Case} CLIENT SERVER STAGING WAY LENGTH TARGET FAILURE   one case
                      {Table} CLIENT SERVER STAGING [FAILURE ...]              the table, with all failures that need no server to be killed
                      {Kills} CLIENT SERVER STAGING SEED COUNT                 kills so many copies
                    CLIENT is a directory on the file system, SERVER the same as the server sees it, STAGING one on another volume.
                    """);
                return 2;
        }
    }

    private static async Task StopInsideAsync(string target, string staging, Abilities abilities, int stopsAt, CopyCase copy)
    {
        var source = new CaseSource(CopyWays.Content(copy.Length), CopyWays.KnowsLength(copy.Way))
        {
            ActsAt = stopsAt,
            Act = () =>
            {
                Console.WriteLine(Stopped);
                Thread.Sleep(Timeout.Infinite);
            },
        };
        CopyOutcome outcome = await CopyWays.RunAsync(copy.Way, source, target, staging, abilities);
        Console.WriteLine(outcome.Exception?.ToString().ReplaceLineEndings(" ") ?? Done);
        await Console.In.ReadToEndAsync();
    }

    private static Task<int> RunAsync(CopyPlace place, string staging, string[] failures)
    {
        CopyFailure[] chosen = failures.Length > 0
            ? [.. failures.Select(Enum.Parse<CopyFailure>)]
            : [.. Enum.GetValues<CopyFailure>().Except([CopyFailure.Quota, CopyFailure.ServerKilled])];
        bool hasLinks = Probe.AbilitiesOf(place).HasFlag(Abilities.Links);
        return RunAsync(place, staging, CopyTable.Pairs(chosen, CopyTable.Targets(hasLinks)));
    }

    private static async Task<int> RunAsync(CopyPlace place, string staging, IReadOnlyList<CopyCase> cases)
    {
        Abilities abilities = Probe.AbilitiesOf(place);
        int broken = 0;
        foreach (CopyCase copy in cases)
        {
            IReadOnlyList<string> promises = await CopyCheck.RunAsync(place, abilities, staging, copy);
            Console.WriteLine(promises.Count == 0 ? $"kept: {copy}" : $"BROKEN: {copy}: {string.Join("; ", promises)}");
            broken += promises.Count == 0 ? 0 : 1;
        }

        Console.WriteLine($"{cases.Count} cases, {broken} broken");
        return broken == 0 ? 0 : 1;
    }

    private static int RunKills(CopyPlace place, string staging, int seed, int kills)
    {
        (int killed, IReadOnlyList<string> broken) = KillCheck.Run(place, Probe.AbilitiesOf(place), staging, seed, kills);
        foreach (string wrong in broken)
        {
            Console.WriteLine("BROKEN: " + wrong);
        }

        Console.WriteLine($"{killed} killed, {broken.Count} broken");
        return broken.Count == 0 ? 0 : 1;
    }

    private static int Number(string text) => int.Parse(text, CultureInfo.InvariantCulture);
}
