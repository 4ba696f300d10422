using System.Text.Json;
using StreamTuning.Tool.Scanning;

namespace StreamTuning.Tool.Reports;

/// <summary>The findings of an earlier scan, which do not count.</summary>
internal sealed class Baseline
{
    public static readonly Baseline Empty = new([]);

    private readonly HashSet<string> _fingerprints;

    private Baseline(IEnumerable<string> fingerprints) => _fingerprints = [.. fingerprints];

    public bool Contains(Finding finding) => _fingerprints.Contains(finding.Fingerprint);

    /// <exception cref="ToolException">The file is not a report in JSON that this version reads.</exception>
    public static async Task<Baseline> ReadAsync(string file, CancellationToken cancellationToken)
    {
        try
        {
            byte[] content = await File.ReadAllBytesAsync(file, cancellationToken);
            JsonReport report = JsonSerializer.Deserialize<JsonReport>(content, JsonReport.Options)
                ?? throw new JsonException("It is null.");
            return report.Version == JsonReport.CurrentVersion
                ? new Baseline(report.Findings.Select(static finding => finding.Fingerprint))
                : throw new JsonException($"It has version {report.Version}, and this tool reads {JsonReport.CurrentVersion}.");
        }
        catch (Exception e) when (e is JsonException or IOException or UnauthorizedAccessException)
        {
            throw new ToolException(
                $"--baseline: '{file}' cannot be read: {e.Message} Write it by 'streamtuning scan --format json --output FILE'.",
                ExitCode.Usage);
        }
    }
}
