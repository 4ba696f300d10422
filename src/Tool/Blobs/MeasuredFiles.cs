using System.Text.Json;
using StreamTuning.Measuring;
using StreamTuning.Tool.Measuring;

namespace StreamTuning.Tool.Blobs;

/// <summary>The results that findings are ranked by: of a directory, of a container, or one of each.</summary>
/// <param name="Storage">That of a directory, if there is one.</param>
/// <param name="Blobs">That of a container, if there is one.</param>
internal sealed record MeasuredFiles(StorageMeasurement? Storage, BlobMeasurement? Blobs)
{
    private const string Option = "--measured";

    /// <summary>Reads the files that <c>streamtuning measure</c> has written as JSON.</summary>
    /// <param name="files">Their paths.</param>
    /// <param name="cancellationToken">Stops it.</param>
    /// <exception cref="ToolException">One is no measurement that this version reads, or two are of the same kind.</exception>
    public static async Task<MeasuredFiles> ReadAsync(IReadOnlyList<string> files, CancellationToken cancellationToken)
    {
        var read = new MeasuredFiles(null, null);
        foreach (string file in files)
        {
            bool isOfContainer = await IsOfContainerAsync(file, cancellationToken);
            if (isOfContainer ? read.Blobs is not null : read.Storage is not null)
            {
                throw new ToolException($"{Option}: give one result of a directory and one of a container at most.", ExitCode.Usage);
            }

            read = isOfContainer
                ? read with { Blobs = await ReadContainerAsync(file, cancellationToken) }
                : read with { Storage = await MeasurementFile.ReadAsync(Option, file, cancellationToken) };
        }

        return read;
    }

    private static async Task<bool> IsOfContainerAsync(string file, CancellationToken cancellationToken)
    {
        try
        {
            using JsonDocument document = JsonDocument.Parse(await File.ReadAllBytesAsync(file, cancellationToken));
            return document.RootElement.ValueKind is JsonValueKind.Object && document.RootElement.TryGetProperty("container", out _);
        }
        catch (Exception e) when (e is JsonException or IOException or UnauthorizedAccessException)
        {
            // Whoever reads it as a measurement tells what is wrong with it.
            return false;
        }
    }

    private static async Task<BlobMeasurement> ReadContainerAsync(string file, CancellationToken cancellationToken)
    {
        try
        {
            return BlobMeasurement.Parse(await File.ReadAllBytesAsync(file, cancellationToken));
        }
        catch (Exception e) when (e is JsonException or IOException or UnauthorizedAccessException)
        {
            throw new ToolException(
                $"{Option}: '{file}' cannot be read: {e.Message} "
                + "Write it by 'streamtuning measure --blob CONTAINER-URL --output FILE.json'.",
                ExitCode.Usage);
        }
    }
}
