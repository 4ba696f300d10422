namespace StreamTuning.Tool;

/// <summary>Something is not as it should be. The message names what, and the way out.</summary>
/// <param name="message">The message, for whoever ran the command.</param>
/// <param name="exitCode">What the command ends with.</param>
internal sealed class ToolException(string message, int exitCode = ExitCode.Failure) : Exception(message)
{
    public int ExitCode { get; } = exitCode;
}
