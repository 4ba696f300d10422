using System.Diagnostics;

namespace StreamTuning.Infrastructure;

/// <summary>Programs that end by themselves.</summary>
public static class Command
{
    /// <summary>Runs a program to its end.</summary>
    /// <returns>Its output.</returns>
    /// <exception cref="InvalidOperationException">It ended with an error; the message holds everything that it printed.</exception>
    public static string Run(string program, params ReadOnlySpan<string> arguments) => Run(input: "", program, arguments);

    /// <inheritdoc cref="Run(string, ReadOnlySpan{string})"/>
    public static string RunWithInput(string input, string program, params ReadOnlySpan<string> arguments) => Run(input, program, arguments);

    /// <summary>Runs a program to its end, and says whether it succeeded.</summary>
    public static bool TryRun(string program, params ReadOnlySpan<string> arguments) => Execute(input: "", program, arguments).ExitCode == 0;

    private static string Run(string input, string program, ReadOnlySpan<string> arguments)
    {
        (int exitCode, string output, string errors) = Execute(input, program, arguments);
        return exitCode == 0
            ? output
            : throw new InvalidOperationException($"'{program} {string.Join(' ', arguments!)}' ended with {exitCode}: {output}{errors}");
    }

    private static (int ExitCode, string Output, string Errors) Execute(string input, string program, ReadOnlySpan<string> arguments)
    {
        string path = Host.Find(program) ?? throw new InvalidOperationException($"The program '{program}' is not installed.");
        var start = new ProcessStartInfo(path, arguments.ToArray())
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        using Process process = Forking.Start(start);
        Task<string> errors = process.StandardError.ReadToEndAsync();
        process.StandardInput.Write(input);
        process.StandardInput.Close();
        string output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return (process.ExitCode, output, errors.GetAwaiter().GetResult());
    }
}
