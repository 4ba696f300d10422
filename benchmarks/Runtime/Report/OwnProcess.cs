using System.Diagnostics;
using System.Globalization;

namespace StreamTuning.Benchmarks;

/// <summary>Runs this program once more, for what has to be measured in a process of its own.</summary>
internal static class OwnProcess
{
    /// <param name="arguments">The arguments of the program.</param>
    /// <param name="environment">Variables besides those of this process.</param>
    /// <returns>The process, whose input and output are redirected. The caller disposes it.</returns>
    public static Process Start(string[] arguments, params IEnumerable<(string Name, string? Value)> environment)
    {
        string path = Environment.ProcessPath!;
        bool isHost = Path.GetFileNameWithoutExtension(path) == "dotnet";
        var start = new ProcessStartInfo(path, isHost ? [typeof(OwnProcess).Assembly.Location, .. arguments] : arguments)
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        foreach ((string name, string? value) in environment)
        {
            start.Environment[name] = value;
        }

        return Process.Start(start)!;
    }

    /// <summary>Waits for the numbers that the process writes.</summary>
    /// <exception cref="InvalidOperationException">The process failed.</exception>
    public static async Task<double[]> MeasureAsync(string[] arguments, params IEnumerable<(string Name, string? Value)> environment)
    {
        using Process process = Start(arguments, environment);
        string figures = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        return process.ExitCode == 0
            ? [.. figures.Split(' ').Select(figure => double.Parse(figure, CultureInfo.InvariantCulture))]
            : throw new InvalidOperationException($"'{string.Join(' ', arguments)}' failed with exit code {process.ExitCode}.");
    }
}
