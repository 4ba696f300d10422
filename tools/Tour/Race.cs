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

        if (slow.Concat(tuned).DistinctBy(run => (run.Share, run.Blobs)).Count() != 1)
        {
            throw new TourException("The runs of the sample were not all on the same kind of share and of blob storage.");
        }

        return Timings.FromRuns(slow, tuned);
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
}
