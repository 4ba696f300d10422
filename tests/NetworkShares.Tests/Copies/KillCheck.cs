using System.Globalization;

namespace StreamTuning.NetworkShares;

/// <summary>Kills processes that copy, at any moment, and looks at what they leave.</summary>
public static class KillCheck
{
    /// <summary>Kills until so many copies have been killed.</summary>
    /// <param name="place">Where they write.</param>
    /// <param name="abilities">Of its file system.</param>
    /// <param name="staging">A directory on another volume.</param>
    /// <param name="seed">Of the moments.</param>
    /// <param name="kills">How many copies to kill at least.</param>
    /// <returns>How many copies were killed, and the files that look whole and are not.</returns>
    public static (int Killed, IReadOnlyList<string> Broken) Run(CopyPlace place, Abilities abilities, string staging, int seed, int kills)
    {
        var random = new Random(seed);
        int killed = 0;
        List<string> broken = [];
        while (killed < kills)
        {
            string name = "kill-" + Guid.NewGuid().ToString("N");
            string directory = Directory.CreateDirectory(Path.Combine(place.Client, name)).FullName;
            SlowCopies.Prepare(directory);
            HashSet<int> done = KillOne(directory, abilities, staging, random);
            place.Settle(name);
            string server = Path.Combine(place.IsWrittenThrough ? place.Server : place.Client, name);
            for (int number = 0; number < SlowCopies.Count; number++)
            {
                killed += done.Contains(number) ? 0 : 1;
                if (SlowCopies.Check(server, number) is { } wrong)
                {
                    broken.Add(wrong);
                }
            }

            CopyCheck.TryDelete(directory);
        }

        return (killed, broken);
    }

    private static int Number(string said) =>
        int.TryParse(said, CultureInfo.InvariantCulture, out int number) ? number : throw new InvalidOperationException(said);

    /// <summary>Starts a process, and kills it while it copies.</summary>
    /// <returns>The copies that were complete.</returns>
    private static HashSet<int> KillOne(string directory, Abilities abilities, string staging, Random random)
    {
        using ChildProgram child = ChildProgram.Start(
            Program.CopySlowly, directory, staging, Program.Text((int)abilities), Program.Text(random.Next(1_000_000)));
        List<string> said = [];
        while (child.ReadLine() is var line && line != Program.Started)
        {
            said.Add(line);
        }

        // At any moment.
        Thread.Sleep(random.Next(SlowCopies.Milliseconds));
        child.Kill();
        said.AddRange(child.ReadLines());

        // A copy that fails by itself was not killed.
        return [.. said.Select(Number)];
    }
}
