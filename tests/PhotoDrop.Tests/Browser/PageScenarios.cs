using System.Text.Json;

namespace StreamTuning.PhotoDropTests.Browser;

/// <summary>What people do with the page. The same is expected of the sample as it is and when it has been fixed.</summary>
internal static class PageScenarios
{
    private const string Input = "#photos";
    private const string Upload = "button[type=submit]";
    private const string Cancel = "#cancel";
    private const string State = "#state";
    private const string Captions = "#gallery figcaption";

    /// <summary>One transparent dot.</summary>
    private static readonly byte[] _dot = Convert.FromBase64String("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==");

    /// <summary>All that the service has to be there for.</summary>
    public static async Task RunAllAsync(Chromium browser, RunningService service)
    {
        await UploadAsync(browser, service);
        await BeRefusedAsync(browser, service);
        await CancelAsync(browser, service);
    }

    /// <summary>Uploads two photos at once, and watches the bar.</summary>
    public static async Task UploadAsync(Chromium browser, RunningService service)
    {
        using var files = new ChosenFiles();
        // What looks like markup, and what a path or a header would have to quote.
        const string DotName = "&lt;b&gt; + día, 100% 'x'.png";
        string dot = files.Add(DotName, _dot);
        byte[] noise = new byte[3_000_000];
        new Random(1839).NextBytes(noise);
        string large = files.Add("noise.jpg", noise);
        Page page = await browser.OpenAsync(service.Uri);
        await page.EvaluateAsync(
            """
            ((bar, button) => {
              window.seen = [];
              window.shown = [];
              new MutationObserver(() => {
                seen.push(bar.value / bar.max);
                shown.push(button.disabled && !bar.hidden);
              }).observe(bar, { attributes: true, attributeFilter: ["value"] });
            })(document.querySelector("progress"), document.querySelector("button[type=submit]"))
            """);
        await page.SlowDownAsync(4_000_000);

        await page.ChooseAsync(Input, dot, large);
        await page.ClickAsync(Upload);
        await EndsAsync(page, "done");

        Assert.Equal("2 photos have been stored.", await page.TextOfAsync(State));
        Assert.Equal([DotName, "noise.jpg"], (await page.TextsOfAsync(Captions)).Order(StringComparer.Ordinal));
        Assert.True((await page.EvaluateAsync("shown[0]")).GetBoolean());
        double[] seen = (await page.EvaluateAsync("seen")).Deserialize<double[]>()!;
        Assert.Equal(seen.Order(), seen);
        Assert.Equal(1, seen[^1]);
        Assert.True((await page.EvaluateAsync("[...document.images].find(image => image.src.includes('.png')).decode().then(() => true)")).GetBoolean());
        using var client = new HttpClient { BaseAddress = service.Uri };
        Assert.Equal(_dot, await client.GetByteArrayAsync("photos/" + Uri.EscapeDataString(DotName)));
        Assert.Equal(noise, await client.GetByteArrayAsync("photos/noise.jpg"));
    }

    /// <summary>Uploads something that is no photo, and is told so; then a photo.</summary>
    public static async Task BeRefusedAsync(Chromium browser, RunningService service)
    {
        using var files = new ChosenFiles();
        Page page = await browser.OpenAsync(service.Uri);

        await page.ChooseAsync(Input, files.Add("script.html", "<script>alert(1)</script>"u8));
        await page.ClickAsync(Upload);
        await EndsAsync(page, "failed");
        Assert.Equal("The service takes photos only: JPEG, PNG, GIF and WebP.", await page.TextOfAsync(State));
        Assert.DoesNotContain("script.html", await page.TextsOfAsync(Captions));

        await page.ChooseAsync(Input, files.Add("after.png", _dot));
        await page.ClickAsync(Upload);
        await EndsAsync(page, "done");
        Assert.Equal("1 photo has been stored.", await page.TextOfAsync(State));
        Assert.Contains("after.png", await page.TextsOfAsync(Captions));
    }

    /// <summary>Begins to upload a photo, and cancels that: nothing of it is stored.</summary>
    public static async Task CancelAsync(Chromium browser, RunningService service)
    {
        using var files = new ChosenFiles();
        Page page = await browser.OpenAsync(service.Uri);
        await page.SlowDownAsync(500_000);

        await page.ChooseAsync(Input, files.Add("cancelled.jpg", new byte[5_000_000]));
        await page.ClickAsync(Upload);
        await page.UntilAsync("document.querySelector('progress').value > 0");
        await page.ClickAsync(Cancel);
        await EndsAsync(page, "cancelled");

        Assert.Equal("Cancelled.", await page.TextOfAsync(State));
        Assert.DoesNotContain("cancelled.jpg", await page.TextsOfAsync(Captions));
        Assert.False((await page.EvaluateAsync("document.querySelector('button[type=submit]').disabled")).GetBoolean());
    }

    /// <summary>Uploads a photo to a service that is no longer there.</summary>
    public static async Task LoseServiceAsync(Chromium browser, RunningService service)
    {
        using var files = new ChosenFiles();
        Page page = await browser.OpenAsync(service.Uri);
        await service.KillAsync();

        await page.ChooseAsync(Input, files.Add("lost.png", _dot));
        await page.ClickAsync(Upload);
        await EndsAsync(page, "failed");

        Assert.Equal("The service cannot be reached.", await page.TextOfAsync(State));
    }

    private static Task EndsAsync(Page page, string state) =>
        page.UntilAsync($"document.getElementById('state').dataset.state === '{state}'");

    /// <summary>A folder with what is chosen; deleted in the end.</summary>
    private sealed class ChosenFiles : IDisposable
    {
        private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("StreamTuning-photos-");

        /// <returns>The path of the file.</returns>
        public string Add(string name, ReadOnlySpan<byte> content)
        {
            string path = Path.Combine(_folder.FullName, name);
            File.WriteAllBytes(path, content);
            return path;
        }

        public void Dispose() => _folder.Delete(recursive: true);
    }
}
