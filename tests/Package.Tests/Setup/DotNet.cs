using System.Diagnostics;
using System.Text;

namespace StreamTuning.PackageTests.Setup;

/// <summary>Runs the .NET command line the way a person does, only that it can neither hang nor leave processes behind.</summary>
/// <param name="packages">The package cache to use; null for that of the machine.</param>
/// <param name="compiler">What compiles; null for a compiler of its own for each project.</param>
internal sealed class DotNet(string? packages = null, CompilerServer? compiler = null)
{
    private static readonly TimeSpan Timeout = TimeSpan.FromMinutes(30);

    /// <summary>What `dotnet test` sets for its own MSBuild and SDK, which must not reach those we start.</summary>
    private static readonly string[] Inherited =
        ["MSBuildSDKsPath", "MSBuildExtensionsPath", "MSBuildLoadMicrosoftTargetsReadOnly", "MSBUILD_EXE_PATH", "DOTNET_CLI_CONTEXT_VERBOSE"];

    /// <summary>Runs a command that has to succeed.</summary>
    /// <returns>What it wrote to standard output and error.</returns>
    public async Task<string> RunAsync(string directory, params string[] arguments)
    {
        (int exitCode, string output) = await TryRunAsync(directory, arguments);
        Assert.True(exitCode == 0, $"'dotnet {string.Join(' ', arguments)}' in {directory} ended with {exitCode}:\n{output}");
        return output;
    }

    /// <summary>Runs a command and lets the caller judge how it ended.</summary>
    public Task<(int ExitCode, string Output)> TryRunAsync(string directory, params string[] arguments) =>
        TryStartAsync(Start(Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet", directory, arguments));

    /// <summary>Runs a script as a step of GitHub Actions, with the .NET of the tests, and lets the caller judge how it ended.</summary>
    public async Task<(int ExitCode, string Output)> TryBashAsync(string directory, string script, IReadOnlyDictionary<string, string> environment)
    {
        ProcessStartInfo start = Start("bash", directory, ["--noprofile", "--norc", "-eo", "pipefail", "-c", script]);
        if (Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") is { } host)
        {
            start.Environment["DOTNET_ROOT"] = Path.GetDirectoryName(host);
            start.Environment["PATH"] = Path.GetDirectoryName(host) + Path.PathSeparator + start.Environment["PATH"];
        }

        foreach ((string name, string value) in environment)
        {
            start.Environment[name] = value;
        }

        return await TryStartAsync(start);
    }

    private ProcessStartInfo Start(string program, string directory, string[] arguments)
    {
        var start = new ProcessStartInfo(program, arguments)
        {
            WorkingDirectory = directory,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            RedirectStandardInput = true,
        };
        foreach (string name in Inherited)
        {
            start.Environment.Remove(name);
        }

        start.Environment["DOTNET_CLI_UI_LANGUAGE"] = "en";
        start.Environment["DOTNET_NOLOGO"] = "1";
        // In commands of seconds, what it measures to compile better later is work for nothing.
        start.Environment["DOTNET_TieredPGO"] = "0";
        // No server of MSBuild outlives the command: it would hold files of the scratch folder.
        start.Environment["MSBUILDDISABLENODEREUSE"] = "1";
        start.Environment["UseSharedCompilation"] = compiler is null ? "false" : "true";
        if (compiler is not null)
        {
            start.Environment["SharedCompilationId"] = compiler.Name;
        }

        // Whether a dependency has become vulnerable is not what is tested.
        start.Environment["NuGetAudit"] = "false";
        if (packages is not null)
        {
            start.Environment["NUGET_PACKAGES"] = packages;
        }

        return start;
    }

    /// <summary>Runs a program that is not the .NET command line.</summary>
    public static Task<(int ExitCode, string Output)> TryStartAsync(string program, string directory, params string[] arguments) => TryStartAsync(new ProcessStartInfo(program, arguments)
    {
        WorkingDirectory = directory,
        RedirectStandardOutput = true,
        RedirectStandardError = true,
        RedirectStandardInput = true,
    });

    private static async Task<(int ExitCode, string Output)> TryStartAsync(ProcessStartInfo start)
    {
        var output = new StringBuilder();
        using var process = new Process { StartInfo = start };
        process.OutputDataReceived += Append;
        process.ErrorDataReceived += Append;
        process.Start();
        process.StandardInput.Close();
        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
        using var timeout = new CancellationTokenSource(Timeout);
        try
        {
            await process.WaitForExitAsync(timeout.Token);
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            throw new TimeoutException($"'{start.FileName} {string.Join(' ', start.ArgumentList)}' in {start.WorkingDirectory} took longer than {Timeout}:\n{Read()}");
        }

        return (process.ExitCode, Read());

        void Append(object sender, DataReceivedEventArgs line)
        {
            // The end of a stream is no line.
            if (line.Data is { } text)
            {
                lock (output)
                {
                    output.AppendLine(text);
                }
            }
        }

        string Read()
        {
            lock (output)
            {
                return output.ToString();
            }
        }
    }
}
