using StreamTuning.PhotoDropTests.Browser;

namespace StreamTuning.PhotoDropTests;

/// <summary>The page of the sample, in a browser.</summary>
[Trait(Suite.Name, Suite.Slow)]
public sealed class PageTests
{
    [SkippableFact]
    public Task Photos_are_uploaded_and_shown_and_the_bar_tells_how_far_it_is() => RunAsync(PageScenarios.UploadAsync);

    [SkippableFact]
    public Task What_is_no_photo_is_refused_and_the_next_upload_works() => RunAsync(PageScenarios.BeRefusedAsync);

    [SkippableFact]
    public Task A_cancelled_upload_leaves_nothing() => RunAsync(PageScenarios.CancelAsync);

    [SkippableFact]
    public Task A_service_that_has_gone_is_told() => RunAsync(PageScenarios.LoseServiceAsync);

    private static async Task RunAsync(Func<Chromium, RunningService, Task> scenario)
    {
        await using Chromium? browser = await Chromium.TryStartAsync();
        Skip.If(browser is null, Chromium.Missing);
        await using RunningService service = await RunningService.StartAsync(Sample.Program, "--serve");
        await scenario(browser, service);
    }
}
