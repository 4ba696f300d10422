using System.Diagnostics;
using StreamTuning.Tool.Blobs;

namespace StreamTuning.Tool.Tests.Setup;

/// <summary>Runs the command as a process of its own, as people do.</summary>
internal static class ToolProcess
{
    /// <param name="folder">The working directory.</param>
    /// <param name="input">Standard input.</param>
    /// <param name="secret">The variable with the secret of a container; <see langword="null"/> for none.</param>
    /// <param name="arguments">The arguments.</param>
    public static async Task<ToolRun> RunAsync(string folder, string input, string? secret, params string[] arguments)
    {
        var start = new ProcessStartInfo(
            "dotnet", ["exec", Path.Combine(AppContext.BaseDirectory, "StreamTuning.Tool.dll"), .. arguments])
        {
            WorkingDirectory = folder,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        start.Environment[BlobCredential.Variable] = secret;
        using Process tool = Process.Start(start)!;
        Task<string> output = tool.StandardOutput.ReadToEndAsync();
        Task<string> error = tool.StandardError.ReadToEndAsync();
        await tool.StandardInput.WriteLineAsync(input);
        tool.StandardInput.Close();
        await tool.WaitForExitAsync();
        return new ToolRun(tool.ExitCode, await output, await error);
    }
}
