namespace StreamTuning.Tour;

/// <summary>The tour, step by step. It fails if the result of a step is not as it should be.</summary>
internal sealed class Tour(ITourWork work, Screen screen, TourFolders folders, TourOptions options)
{
    private const int Steps = 7;

    public async Task RunAsync()
    {
        screen.Begin(
            Steps,
            "StreamTuning finds slow and unsafe stream code, and fixes it.",
            "This tour packs the packages, builds a copy of samples/PhotoDrop with them, fixes it, and races it before and after.",
            "It takes about 2 minutes on two idle cores (3 if packages have to be downloaded) and shows the first findings within one.",
            $"It writes to {TourFolders.FromHere(folders.Root)} only.");

        await screen.StepAsync("Pack the StreamTuning packages", work.PackAsync);
        await screen.StepAsync("Copy the sample and add the packages", work.CopySampleAsync);
        IReadOnlyList<Finding> found = await screen.StepAsync("Build it: dotnet build", work.BuildAsync);
        screen.Show(found, options.All);
        if (!found.Any(finding => finding.IsOurs))
        {
            throw new TourException("The build found nothing of StreamTuning, but the sample is full of violations: the packed analyzers did not run.");
        }

        await screen.StepAsync("Build the command that fixes it: streamtuning", work.BuildScanToolAsync);
        IReadOnlyDictionary<string, string> slow = work.ReadSources();
        await screen.StepAsync("Fix it: streamtuning scan --fix", work.FixAsync);
        IReadOnlyDictionary<string, string> tuned = work.ReadSources();
        if (options.All)
        {
            screen.Show(slow, tuned);
        }
        else
        {
            screen.Show(SourceChange.Choose(found, slow, tuned));
        }

        IReadOnlyList<Finding> left = await screen.StepAsync("Build it again: dotnet build", work.BuildAsync);
        IReadOnlyList<RuleResult> results = RuleResult.Compare(found, left, folders.Repository);
        screen.Show(results);
        if (options.All)
        {
            screen.Show(left, all: true);
        }

        Timings timings = await screen.StepAsync("Run it before and after the fix, in turns", work.RaceAsync);
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
        }

        screen.End(
            ("Findings", $"{found.Count} found, {found.Count - left.Count} fixed, {left.Count} left to you: docs/rules has a page for each rule"),
            ("Speed", timings.Summary),
            ("Sample", $"{TourFolders.FromHere(folders.Sample)} has the fixed code; --all shows every finding and change"),
            ("Your code", $"dotnet {TourFolders.FromHere(folders.ToolProgram)} scan path/to/your/code"));
    }
}
