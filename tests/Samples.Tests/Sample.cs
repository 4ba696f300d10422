using System.Diagnostics;
using System.Reflection;

namespace StreamTuning.SampleTests;

/// <summary>A small sample of the repository, as it was built.</summary>
internal static class Sample
{
    private static readonly TimeSpan _timeout = TimeSpan.FromMinutes(10);

    public static string PathOf(string name) => Path.Combine(Metadata("Programs"), name, Metadata("Configuration"), name + ".dll");

    /// <summary>Runs a sample to its end.</summary>
    /// <returns>How it ended, and what it wrote to standard output and to standard error.</returns>
    public static async Task<(int ExitCode, string Output, string Error)> RunAsync(string name, params string[] arguments)
    {
        var start = new ProcessStartInfo(Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet", [PathOf(name), .. arguments])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        using Process process = Process.Start(start)!;
        Task<string> output = process.StandardOutput.ReadToEndAsync();
        Task<string> error = process.StandardError.ReadToEndAsync();
        using var timeout = new CancellationTokenSource(_timeout);
        try
        {
            await process.WaitForExitAsync(timeout.Token);
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            throw new TimeoutException($"{name} took longer than {_timeout}.");
        }

        return (process.ExitCode, await output, await error);
    }

    private static string Metadata(string key) =>
        typeof(Sample).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(attribute => attribute.Key == key).Value!;
}
