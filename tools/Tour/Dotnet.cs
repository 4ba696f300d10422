using System.Diagnostics;

namespace StreamTuning.Tour;

/// <summary>Runs the dotnet command. Its processes end with the tour, also when that is stopped.</summary>
internal sealed class Dotnet(CancellationToken cancellationToken)
{
    private const int ShownLines = 40;

    private static readonly string _command = Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") is { } host && File.Exists(host) ? host : "dotnet";

    // What "dotnet run" tells its own MSBuild must not reach another one; and nothing may stay behind that holds our files open.
    private static readonly string[] _removed = ["MSBuildSDKsPath", "MSBuildExtensionsPath", "MSBUILD_EXE_PATH", "MSBuildLoadMicrosoftTargetsReadOnly"];

    private static readonly (string Name, string Value)[] _set =
    [
        ("MSBUILDDISABLENODEREUSE", "1"),
        ("DOTNET_CLI_USE_MSBUILD_SERVER", "0"),
        ("UseSharedCompilation", "false"),
        ("DOTNET_CLI_UI_LANGUAGE", "en"),
        ("DOTNET_CLI_TELEMETRY_OPTOUT", "1"),
        ("DOTNET_NOLOGO", "1"),
        ("DOTNET_SKIP_FIRST_TIME_EXPERIENCE", "1"),
    ];

    /// <summary>Runs a command that has to succeed.</summary>
    /// <param name="folder">The working directory.</param>
    /// <param name="packages">Where NuGet unpacks packages; <see langword="null"/> for the user's cache.</param>
    /// <param name="arguments">The arguments.</param>
    /// <returns>What it wrote.</returns>
    /// <exception cref="TourException">It failed.</exception>
    public async Task<string> RunAsync(string folder, string? packages, params string[] arguments)
    {
        (int exitCode, string output) = await TryRunAsync(folder, packages, arguments);
        if (exitCode != 0)
        {
            string[] lines = output.TrimEnd().Split('\n');
            throw new TourException(
                $"dotnet {string.Join(' ', arguments)}\nended with exit code {exitCode}:\n{string.Join('\n', lines.TakeLast(ShownLines))}");
        }

        return output;
    }

    /// <summary>Runs a command.</summary>
    /// <inheritdoc cref="RunAsync"/>
    public async Task<(int ExitCode, string Output)> TryRunAsync(string folder, string? packages, params string[] arguments)
    {
        var start = new ProcessStartInfo(_command, arguments)
        {
            WorkingDirectory = folder,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        foreach (string name in _removed)
        {
            start.Environment.Remove(name);
        }

        foreach ((string name, string value) in _set)
        {
            start.Environment[name] = value;
        }

        if (packages is not null)
        {
            start.Environment["NUGET_PACKAGES"] = packages;
        }

        cancellationToken.ThrowIfCancellationRequested();
        using Process process = Process.Start(start)!;
        try
        {
            process.StandardInput.Close();
            Task<string> output = process.StandardOutput.ReadToEndAsync(cancellationToken);
            Task<string> errors = process.StandardError.ReadToEndAsync(cancellationToken);
            await process.WaitForExitAsync(cancellationToken);
            // Ctrl+C reaches the process too, and its failure is not what there is to tell.
            cancellationToken.ThrowIfCancellationRequested();
            return (process.ExitCode, await output + await errors);
        }
        finally
        {
            if (!process.HasExited)
            {
                process.Kill(entireProcessTree: true);
                process.WaitForExit();
            }
        }
    }
}
