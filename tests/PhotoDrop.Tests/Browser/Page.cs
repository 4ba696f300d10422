using System.Text.Json;

namespace StreamTuning.PhotoDropTests.Browser;

/// <summary>A page in the browser, and what a person does with it.</summary>
internal sealed class Page
{
    private readonly DevTools _tools;
    private readonly string _session;

    private Page(DevTools tools, string session) => (_tools, _session) = (tools, session);

    public static async Task<Page> OpenAsync(DevTools tools, Uri address)
    {
        Page page = await OpenAsync(tools);
        await page.NavigateAsync(address);
        return page;
    }

    /// <summary>Opens an empty page.</summary>
    public static async Task<Page> OpenAsync(DevTools tools)
    {
        JsonElement target = await tools.SendAsync("Target.createTarget", new { url = "about:blank" });
        JsonElement attached = await tools.SendAsync("Target.attachToTarget", new { targetId = target.GetProperty("targetId").GetString(), flatten = true });
        var page = new Page(tools, attached.GetProperty("sessionId").GetString()!);
        await page.SendAsync("Page.enable", new { });
        await page.SendAsync("Network.enable", new { });
        return page;
    }

    /// <summary>Goes to an address, and waits until the document has been loaded.</summary>
    public async Task NavigateAsync(Uri address)
    {
        Task loaded = _tools.WaitForAsync("Page.loadEventFired", _session);
        await SendAsync("Page.navigate", new { url = address.AbsoluteUri });
        await loaded;
    }

    /// <summary>Gives the page a window of this size, in CSS pixels.</summary>
    public Task ResizeAsync(int width, int height) =>
        SendAsync("Emulation.setDeviceMetricsOverride", new { width, height, deviceScaleFactor = 1, mobile = false });

    /// <summary>From now on the person prefers the dark theme, or the light one.</summary>
    public Task PreferAsync(bool dark) =>
        SendAsync("Emulation.setEmulatedMedia", new { features = new[] { new { name = "prefers-color-scheme", value = dark ? "dark" : "light" } } });

    /// <summary>Evaluates an expression in the page, and awaits it if it is a promise.</summary>
    /// <exception cref="InvalidOperationException">It has thrown.</exception>
    public async Task<JsonElement> EvaluateAsync(string expression)
    {
        JsonElement reply = await SendAsync("Runtime.evaluate", new { expression, awaitPromise = true, returnByValue = true });
        if (reply.TryGetProperty("exceptionDetails", out JsonElement thrown))
        {
            throw new InvalidOperationException($"{expression}: {thrown}");
        }

        return reply.GetProperty("result").TryGetProperty("value", out JsonElement value) ? value : default;
    }

    /// <summary>The text that a person sees there.</summary>
    public async Task<string> TextOfAsync(string selector) => (await EvaluateAsync($"document.querySelector({Quote(selector)}).innerText")).GetString()!;

    /// <summary>The texts of all such elements, in their order.</summary>
    public async Task<string[]> TextsOfAsync(string selector) =>
        (await EvaluateAsync($"[...document.querySelectorAll({Quote(selector)})].map(element => element.innerText)")).Deserialize<string[]>()!;

    /// <summary>Waits until a condition holds, which is looked at whenever the document changes.</summary>
    public Task UntilAsync(string condition) => EvaluateAsync(
        $$"""
        new Promise(resolve => {
          const observer = new MutationObserver(look);
          observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
          look();
          function look() {
            if ({{condition}}) {
              observer.disconnect();
              resolve();
            }
          }
        })
        """);

    /// <summary>Clicks on an element, if a person could.</summary>
    public async Task ClickAsync(string selector)
    {
        JsonElement clicked = await EvaluateAsync(
            $$"""
            (element => {
              const place = element.getBoundingClientRect();
              const hit = document.elementFromPoint(place.x + place.width / 2, place.y + place.height / 2);
              if (hit !== element || element.disabled) {
                return false;
              }
              element.click();
              return true;
            })(document.querySelector({{Quote(selector)}}))
            """);
        Assert.True(clicked.GetBoolean(), $"{selector} cannot be clicked on.");
    }

    /// <summary>Chooses files, as in the dialog of an input.</summary>
    public async Task ChooseAsync(string selector, params string[] files)
    {
        JsonElement input = await SendAsync("Runtime.evaluate", new { expression = $"document.querySelector({Quote(selector)})" });
        await SendAsync("DOM.setFileInputFiles", new { files, objectId = input.GetProperty("result").GetProperty("objectId").GetString() });
    }

    /// <summary>From now on the page has a slow connection.</summary>
    public Task SlowDownAsync(int bytesPerSecond) =>
        SendAsync("Network.emulateNetworkConditions", new { offline = false, latency = 0, downloadThroughput = -1, uploadThroughput = bytesPerSecond });

    private static string Quote(string text) => JsonSerializer.Serialize(text);

    private Task<JsonElement> SendAsync(string method, object parameters) => _tools.SendAsync(method, parameters, _session);
}
