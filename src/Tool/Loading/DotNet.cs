using System.ComponentModel;
using System.Diagnostics;
using System.Text.RegularExpressions;

namespace StreamTuning.Tool.Loading;

/// <summary>Runs the dotnet command of the SDK that is installed. Its processes end with this one, also when that is stopped.</summary>
internal static partial class DotNet
{
    // What "dotnet run" and "dotnet test" tell their own MSBuild must not reach another one.
    private static readonly string[] _removed =
    [
        "MSBuildSDKsPath",
        "MSBuildExtensionsPath",
        "MSBUILD_EXE_PATH",
        "MSBuildLoadMicrosoftTargetsReadOnly",
        "DOTNET_CLI_CONTEXT_VERBOSE",
    ];

    private static readonly (string Name, string Value)[] _set =
    [
        // Nothing may stay behind.
        ("MSBUILDDISABLENODEREUSE", "1"),
        ("DOTNET_CLI_USE_MSBUILD_SERVER", "0"),
        ("DOTNET_CLI_UI_LANGUAGE", "en"),
        ("DOTNET_NOLOGO", "1"),
        ("DOTNET_SKIP_FIRST_TIME_EXPERIENCE", "1"),
    ];

    /// <summary>Runs a command.</summary>
    /// <param name="folder">The working directory: a global.json there or above chooses the SDK.</param>
    /// <param name="arguments">The arguments.</param>
    /// <param name="cancellationToken">Ends the process.</param>
    /// <param name="environment">More variables for it.</param>
    /// <returns>How it ended, and what it wrote.</returns>
    /// <exception cref="ToolException">There is no such command, or not the SDK that a global.json asks for.</exception>
    public static async Task<(int ExitCode, string Output)> RunAsync(
        string folder,
        IEnumerable<string> arguments,
        CancellationToken cancellationToken,
        params IEnumerable<(string Name, string Value)> environment)
    {
        string command = Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") is { } host && File.Exists(host) ? host : "dotnet";
        var start = new ProcessStartInfo(command, arguments)
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

        foreach ((string name, string value) in _set.Concat(environment))
        {
            start.Environment[name] = value;
        }

        cancellationToken.ThrowIfCancellationRequested();
        using Process process = Start(start);
        try
        {
            process.StandardInput.Close();
            Task<string> output = process.StandardOutput.ReadToEndAsync(cancellationToken);
            Task<string> errors = process.StandardError.ReadToEndAsync(cancellationToken);
            await process.WaitForExitAsync(cancellationToken);
            // Ctrl+C reaches the process too, and its failure is not what there is to tell.
            cancellationToken.ThrowIfCancellationRequested();
            string written = await output + await errors;
            return MissingSdk().Match(written) is { Success: true } missing && process.ExitCode != 0
                ? throw new ToolException(
                    $"'{missing.Groups["file"].Value}' asks for the .NET SDK {missing.Groups["version"].Value}, which isn't installed. "
                    + "Install it, or change the file. Installed: "
                    + string.Join(", ", InstalledSdk().Matches(written).Select(static sdk => sdk.Groups["version"].Value)) + ".")
                : (process.ExitCode, written);
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

    private static Process Start(ProcessStartInfo start)
    {
        try
        {
            return Process.Start(start)!;
        }
        catch (Win32Exception e)
        {
            throw new ToolException(
                $"The command 'dotnet' cannot be started ({e.Message}). "
                + "Projects are loaded by the .NET SDK: install it, and see that 'dotnet' is on the PATH.");
        }
    }

    [GeneratedRegex(@"^Requested SDK version: (?<version>\S+)\s+global\.json file: (?<file>[^\r\n]+)", RegexOptions.Multiline)]
    private static partial Regex MissingSdk();

    // Version [folder]
    [GeneratedRegex(@"^(?<version>\d\S*) \[", RegexOptions.Multiline)]
    private static partial Regex InstalledSdk();
}
