using System.ComponentModel;
using System.Diagnostics;

namespace StreamTuning.BlobService;

/// <summary>A program on the path.</summary>
internal static class Tool
{
    /// <returns>The full path of a program; <see langword="null"/> if there is none of that name.</returns>
    public static string? Find(string name)
    {
        string[] suffixes = OperatingSystem.IsWindows() ? [".exe", ".cmd"] : [""];
        string[] folders = (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries);
        return folders.SelectMany(folder => suffixes.Select(suffix => Path.Combine(folder, name + suffix))).FirstOrDefault(File.Exists);
    }

    /// <summary>Runs a program to its end.</summary>
    /// <returns>Its exit code, and all that it wrote.</returns>
    /// <exception cref="TimeoutException">It did not end in time.</exception>
    public static (int ExitCode, string Output) Run(string program, string directory, TimeSpan limit, params IEnumerable<string> arguments)
    {
        var start = new ProcessStartInfo(program, arguments) { WorkingDirectory = directory, RedirectStandardOutput = true, RedirectStandardError = true, RedirectStandardInput = true };
        try
        {
            using Process process = Process.Start(start)!;
            process.StandardInput.Close();
            Task<string> output = process.StandardOutput.ReadToEndAsync();
            Task<string> errors = process.StandardError.ReadToEndAsync();
            if (!process.WaitForExit(limit))
            {
                process.Kill(entireProcessTree: true);
                throw new TimeoutException($"{program} did not end within {limit}.");
            }

            return (process.ExitCode, output.GetAwaiter().GetResult() + errors.GetAwaiter().GetResult());
        }
        catch (Win32Exception e)
        {
            return (-1, e.Message);
        }
    }
}
