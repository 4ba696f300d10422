namespace StreamTuning.Tour;

/// <summary>Does the work on this machine.</summary>
internal sealed class TourWork(TourFolders folders, Dotnet dotnet, CancellationToken cancellationToken) : ITourWork, IAsyncDisposable
{
    private readonly Packages _packages = new(dotnet, folders);
    private readonly SampleCopy _sample = new(dotnet, folders);
    private RaceProgram? _before;
    private RaceProgram? _after;

    public async Task PackAsync()
    {
        await SdkCheck.RunAsync(dotnet, folders.Repository);
        folders.Clean();
        await _packages.PackAsync();
    }

    public Task CopySampleAsync() => _sample.CreateAsync();

    public async Task<IReadOnlyList<Finding>> BuildAsync()
    {
        IReadOnlyList<Finding> findings = await _sample.BuildAsync();
        // It installs and starts the blob storage while the fixes are made, and then waits for the race.
        _before ??= RaceProgram.Start(_sample.KeepBinaries());
        return findings;
    }

    public Task BuildScanToolAsync() => _packages.BuildToolAsync();

    public Task FixAsync() => _sample.FixAsync();

    public Task<Timings> RaceAsync()
    {
        _after = RaceProgram.Start(_sample.Program);
        return Race.RunAsync(_before!, _after, cancellationToken);
    }

    public IReadOnlyDictionary<string, string> ReadSources() => _sample.ReadSources();

    public async ValueTask DisposeAsync()
    {
        foreach (RaceProgram program in new[] { _before, _after }.OfType<RaceProgram>())
        {
            await program.DisposeAsync();
        }
    }
}
