using System.Globalization;

namespace StreamTuning.Tour;

/// <summary>Runs the sample as it was and as it is now, in turns, so that whatever else the machine does slows both.</summary>
internal sealed class Race(Dotnet dotnet, Scratch scratch, string before, string after)
{
    public async Task<Timings> RunAsync(int repetitions)
    {
        var slow = new List<Run>();
        var tuned = new List<Run>();
        for (int i = 0; i < repetitions; i++)
        {
            slow.Add(await RunOnceAsync(before));
            tuned.Add(await RunOnceAsync(after));
        }

        string verified = slow[0].Verified;
        if (slow.Concat(tuned).FirstOrDefault(run => run.Verified != verified) is { } other)
        {
            throw new TourException($"The stored bytes differ: {verified} against {other.Verified}.");
        }

        string share = slow[0].Share;
        if (slow.Concat(tuned).Any(run => run.Share != share))
        {
            throw new TourException("The runs of the sample were not all on the same kind of share.");
        }

        return Timings.FromRuns([.. slow.Select(run => run.Times)], [.. tuned.Select(run => run.Times)], share);
    }

    private async Task<Run> RunOnceAsync(string program)
    {
        string folder = scratch["run"];
        try
        {
            string output = await dotnet.RunAsync(scratch.Folder, packages: null, program, folder);
            return Run.Parse(output);
        }
        finally
        {
            if (Directory.Exists(folder))
            {
                Directory.Delete(folder, recursive: true);
            }
        }
    }

    /// <summary>What one run of the sample printed: the milliseconds of each step and of all, in its order, where the share was, and what it has verified.</summary>
    private sealed record Run(IReadOnlyList<(string Step, double Milliseconds)> Times, string Share, string Verified)
    {
        public static Run Parse(string output)
        {
            const string Step = "step ";
            const string Share = "share ";
            const string Verified = "verified ";
            var times = new List<(string, double)>();
            string? share = null;
            string? verified = null;
            foreach (string line in output.Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries))
            {
                int space = line.LastIndexOf(' ');
                if (line.StartsWith(Verified, StringComparison.Ordinal))
                {
                    verified = line[Verified.Length..];
                }
                else if (line.StartsWith(Share, StringComparison.Ordinal))
                {
                    share = line[Share.Length..];
                }
                else if (space > 0 && double.TryParse(line[(space + 1)..], NumberStyles.Float, CultureInfo.InvariantCulture, out double milliseconds))
                {
                    string name = line[..space];
                    times.Add((name.StartsWith(Step, StringComparison.Ordinal) ? name[Step.Length..] : name, milliseconds));
                }
            }

            return share is null || verified is null || times.Count == 0
                ? throw new TourException($"The sample did not print its share, its times and what it has verified:\n{output}")
                : new Run(times, share, verified);
        }
    }
}
