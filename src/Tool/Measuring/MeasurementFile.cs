using System.Text;
using System.Text.Json;
using StreamTuning.Measuring;

namespace StreamTuning.Tool.Measuring;

/// <summary>The files of measurements.</summary>
internal static class MeasurementFile
{
    /// <exception cref="ToolException">The extension is that of no form.</exception>
    public static void CheckExtension(string? file)
    {
        if (file is not null && Path.GetExtension(file).ToLowerInvariant() is not (".json" or ".html" or ".htm" or ".md"))
        {
            throw new ToolException($"--output: '{file}' is neither .html, .json nor .md.", ExitCode.Usage);
        }
    }

    /// <summary>Writes a measurement in the form of the extension.</summary>
    public static Task WriteAsync(StorageMeasurement measured, string file, CancellationToken cancellationToken)
    {
        string text = Path.GetExtension(file).ToLowerInvariant() switch
        {
            ".json" => measured.ToJson(),
            ".md" => MeasurementMarkdown.Create(measured),
            _ => MeasurementHtml.Create(measured),
        };
        return Files.WriteAsync(file, new UTF8Encoding(encoderShouldEmitUTF8Identifier: false).GetBytes(text), cancellationToken);
    }

    /// <exception cref="ToolException">The file is not a measurement that this version reads.</exception>
    public static async Task<StorageMeasurement> ReadAsync(string option, string file, CancellationToken cancellationToken)
    {
        try
        {
            return StorageMeasurement.Parse(await File.ReadAllBytesAsync(file, cancellationToken));
        }
        catch (Exception e) when (e is JsonException or IOException or UnauthorizedAccessException)
        {
            throw new ToolException(
                $"{option}: '{file}' cannot be read: {e.Message} Write it by 'streamtuning measure DIRECTORY --output FILE.json'.",
                ExitCode.Usage);
        }
    }
}
