using System.Text.Json;

namespace StreamTuning.Tour;

/// <summary>Looks whether the .NET SDK is there that the repository needs.</summary>
internal static class SdkCheck
{
    /// <returns>The version of the SDK.</returns>
    /// <exception cref="TourException">There is none, or it is too old.</exception>
    public static async Task<string> RunAsync(Dotnet dotnet, string repository)
    {
        using JsonDocument settings = JsonDocument.Parse(await File.ReadAllBytesAsync(Path.Combine(repository, "global.json")));
        string needed = settings.RootElement.GetProperty("sdk").GetProperty("version").GetString()!;
        (int exitCode, string output) = await dotnet.TryRunAsync(repository, packages: null, "--version");
        string found = output.Trim();
        if (exitCode == 0 && Version.TryParse(found.Split('-')[0], out Version? version) && version >= Version.Parse(needed))
        {
            return found;
        }

        (_, string installed) = await dotnet.TryRunAsync(Path.GetTempPath(), packages: null, "--list-sdks");
        throw new TourException(
            $"The .NET SDK {needed} or later is needed. Found: {(installed.Trim().Length == 0 ? "none" : installed.Trim())}\nGet it from https://dotnet.microsoft.com/download");
    }
}
