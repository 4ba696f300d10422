using System.Reflection;

namespace StreamTuning.Tour;

/// <summary>The tour, step by step. Each step throws when its result is not as it should be.</summary>
internal sealed class Tour(TourOptions options, Screen screen, CancellationToken cancellationToken)
{
    private const int MostRounds = 4;
    private const int Repetitions = 5;

    public async Task RunAsync()
    {
        string repository = typeof(Tour).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().First(data => data.Key == "RepositoryRoot").Value!;
        if (!File.Exists(Path.Combine(repository, "StreamTuning.slnx")))
        {
            throw new TourException($"The repository is no longer at {repository}. Build the tour again: dotnet run --project tools/Tour");
        }

        using var scratch = new Scratch(options.Keep, repository);
        if (options.Keep)
        {
            screen.Note($"Scratch folder: {scratch.Folder}");
        }

        var dotnet = new Dotnet(cancellationToken);
        string sdk = await SdkCheck.RunAsync(dotnet, repository);
        screen.Note($".NET SDK {sdk}");

        Packages packages = await screen.StepAsync("Pack StreamTuning", () => Packages.PackAsync(dotnet, repository, scratch));
        var sample = new SampleCopy(dotnet, repository, scratch, packages);
        await screen.StepAsync("Copy samples/PhotoDrop out of the repository, and add the packages", sample.CreateAsync);
        IReadOnlyList<Finding> found = await screen.StepAsync("Build", sample.BuildAsync);
        screen.Show(found);
        if (!found.Any(finding => finding.IsOurs))
        {
            throw new TourException("The build found nothing of StreamTuning, but the sample is full of violations: the packed analyzers did not run.");
        }

        string before = sample.KeepBinaries("before");
        IReadOnlyDictionary<string, string> slow = sample.ReadSources();
        await FixAsync(sample, slow);
        IReadOnlyDictionary<string, string> tuned = sample.ReadSources();
        screen.ShowDiff(slow, tuned);

        IReadOnlyList<Finding> left = await screen.StepAsync("Build again", sample.BuildAsync);
        if (left.Count > 0)
        {
            screen.Show(left);
        }

        IReadOnlyList<RuleResult> results = RuleResult.Compare(found, left, repository);
        screen.Show(results);
        screen.Note($"{Finding.Count(found)} before, {(left.Count == 0 ? "none" : Finding.Count(left))} left.");
        string after = sample.KeepBinaries("after");
        var race = new Race(dotnet, scratch, before, after);
        Timings timings = await screen.StepAsync($"Run before and after, {Repetitions} times each", () => race.RunAsync(Repetitions));
        screen.Show(timings);

        // The medians decide: on a busy machine single runs of both overlap.
        if (timings.Total.Ratio <= 1)
        {
            throw new TourException($"The fixed sample is not faster than it was: {timings.Total.After} against {timings.Total.Before}.");
        }

        if (timings.AllocatedAfter.Most >= timings.AllocatedBefore.Least)
        {
            throw new TourException($"The fixed sample allocates no less than it did: {timings.AllocatedAfter} against {timings.AllocatedBefore}.");
        }

        if (options.Picture is { } picture)
        {
            Picture.Write(picture, found, results, timings);
            screen.Note($"Wrote {picture}");
        }
    }

    /// <summary>Fixes until nothing changes any more: one run applies one fix of each rule, and a file may need several.</summary>
    private async Task FixAsync(SampleCopy sample, IReadOnlyDictionary<string, string> original)
    {
        IReadOnlyDictionary<string, string> current = original;
        for (int round = 1; round <= MostRounds; round++)
        {
            await screen.StepAsync($"Fix, round {round}: dotnet format analyzers --severity info", sample.FixAsync);
            IReadOnlyDictionary<string, string> next = sample.ReadSources();
            bool isStable = next.All(file => current.TryGetValue(file.Key, out string? text) && text == file.Value);
            current = next;
            if (isStable)
            {
                if (round == 1)
                {
                    throw new TourException("dotnet format changed nothing: the packed fixes did not run.");
                }

                return;
            }
        }

        throw new TourException($"dotnet format still changes the sample after {MostRounds} rounds.");
    }
}
