using System.Diagnostics;

namespace StreamTuning.PhotoDropTests.Browser;

/// <summary>A Chromium, Chrome or Edge without a window, with a profile of its own. Ends when it is disposed, and leaves nothing behind.</summary>
internal sealed class Chromium : IAsyncDisposable
{
    /// <summary>What to say where there is none.</summary>
    public const string Missing = "There is no browser: neither Chromium nor Chrome nor Edge is on the path, and STREAMTUNING_BROWSER names none. The page has not been tested.";

    private const string Address = "DevTools listening on ";

    private static readonly string[] _names =
        ["chromium", "chromium-browser", "chromium-headless-shell", "chrome-headless-shell", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge", "msedge"];

    private static readonly TimeSpan _timeToStart = TimeSpan.FromMinutes(5);

    private readonly Process _process;
    private readonly string _profile;
    private readonly DevTools _tools;

    private Chromium(Process process, string profile, DevTools tools) => (_process, _profile, _tools) = (process, profile, tools);

    /// <summary>Starts the browser of this machine.</summary>
    /// <returns>The browser; null where there is none.</returns>
    public static async Task<Chromium?> TryStartAsync()
    {
        if (Find() is not { } program)
        {
            return null;
        }

        string profile = Directory.CreateTempSubdirectory("StreamTuning-browser-").FullName;
        var start = new ProcessStartInfo(
            program,
            [
                "--headless", "--disable-gpu", "--no-first-run", "--remote-debugging-port=0", "--user-data-dir=" + profile,
                // Nor does it ask anybody for updates.
                "--disable-background-networking", "--disable-component-update", "--disable-sync",
                // It opens no page but ours; and root, as well as most containers, has no sandbox.
                "--no-sandbox", "--disable-dev-shm-usage",
            ])
        {
            RedirectStandardError = true,
            RedirectStandardOutput = true,
        };
        Process process = Process.Start(start)!;
        try
        {
            var address = new TaskCompletionSource<Uri>(TaskCreationOptions.RunContinuationsAsynchronously);
            var errors = new List<string>();
            process.OutputDataReceived += static (_, _) => { };
            process.ErrorDataReceived += (_, line) =>
            {
                if (line.Data is not { } text)
                {
                    address.TrySetException(new InvalidOperationException($"{program} has ended instead of listening:\n{string.Join('\n', errors)}"));
                }
                else if (text.StartsWith(Address, StringComparison.Ordinal))
                {
                    address.TrySetResult(new Uri(text[Address.Length..]));
                }
                else
                {
                    errors.Add(text);
                }
            };
            process.BeginOutputReadLine();
            process.BeginErrorReadLine();
            return new Chromium(process, profile, await DevTools.ConnectAsync(await address.Task.WaitAsync(_timeToStart)));
        }
        catch
        {
            await EndAsync(process, profile);
            throw;
        }
    }

    /// <summary>Opens a page, and waits until it has been loaded.</summary>
    public Task<Page> OpenAsync(Uri address) => Page.OpenAsync(_tools, address);

    /// <summary>Opens an empty page.</summary>
    public Task<Page> OpenAsync() => Page.OpenAsync(_tools);

    public async ValueTask DisposeAsync()
    {
        await _tools.DisposeAsync();
        await EndAsync(_process, _profile);
    }

    private static async Task EndAsync(Process process, string profile)
    {
        process.Kill(entireProcessTree: true);
        await process.WaitForExitAsync();
        process.Dispose();
        try
        {
            Directory.Delete(profile, recursive: true);
        }
        catch (IOException)
        {
            // A process of the browser that has not quite ended has written to it once more. It is in the folder for temporary files.
        }
    }

    private static string? Find()
    {
        if (Environment.GetEnvironmentVariable("STREAMTUNING_BROWSER") is { Length: > 0 } chosen)
        {
            return chosen;
        }

        IEnumerable<string> onPath =
            from name in _names
            from folder in (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries)
            select Path.Combine(folder, OperatingSystem.IsWindows() ? name + ".exe" : name);
        return onPath.Concat(Installations()).FirstOrDefault(File.Exists);
    }

    /// <summary>Where installers put it that do not touch the path.</summary>
    private static IEnumerable<string> Installations()
    {
        if (OperatingSystem.IsMacOS())
        {
            return ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "/Applications/Chromium.app/Contents/MacOS/Chromium"];
        }

        if (!OperatingSystem.IsWindows())
        {
            return [];
        }

        return
            from folder in new[] { Environment.SpecialFolder.ProgramFiles, Environment.SpecialFolder.ProgramFilesX86, Environment.SpecialFolder.LocalApplicationData }
            from program in new[] { @"Google\Chrome\Application\chrome.exe", @"Microsoft\Edge\Application\msedge.exe" }
            select Path.Combine(Environment.GetFolderPath(folder), program);
    }
}
