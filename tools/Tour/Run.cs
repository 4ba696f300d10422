using System.Globalization;

namespace StreamTuning.Tour;

/// <summary>What one run of the sample printed.</summary>
/// <param name="Times">The milliseconds of each step and of all, in its order.</param>
/// <param name="Allocated">The memory that was allocated, in MiB.</param>
/// <param name="Share">Where the share was.</param>
/// <param name="Blobs">Where the blob storage was.</param>
/// <param name="Verified">What it has verified.</param>
internal sealed record Run(IReadOnlyList<(string Step, double Milliseconds)> Times, double Allocated, string Share, string Blobs, string Verified)
{
    /// <exception cref="TourException">Something is missing.</exception>
    public static Run Parse(string output)
    {
        const string StepMark = "step ";
        const string ShareMark = "share ";
        const string BlobsMark = "blobs ";
        const string VerifiedMark = "verified ";
        const string AllocatedName = "allocated";
        var times = new List<(string, double)>();
        double? allocated = null;
        string? share = null;
        string? blobs = null;
        string? verified = null;
        foreach (string line in output.Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries))
        {
            int space = line.LastIndexOf(' ');
            if (line.StartsWith(VerifiedMark, StringComparison.Ordinal))
            {
                verified = line[VerifiedMark.Length..];
            }
            else if (line.StartsWith(ShareMark, StringComparison.Ordinal))
            {
                share = line[ShareMark.Length..];
            }
            else if (line.StartsWith(BlobsMark, StringComparison.Ordinal))
            {
                blobs = line[BlobsMark.Length..];
            }
            else if (space > 0 && double.TryParse(line[(space + 1)..], NumberStyles.Float, CultureInfo.InvariantCulture, out double value))
            {
                string name = line[..space];
                if (name == AllocatedName)
                {
                    allocated = value;
                }
                else
                {
                    times.Add((name.StartsWith(StepMark, StringComparison.Ordinal) ? name[StepMark.Length..] : name, value));
                }
            }
        }

        return share is null || blobs is null || verified is null || allocated is null || times.Count == 0
            ? throw new TourException($"The sample did not print its share, its blob storage, its times, its memory and what it has verified:\n{output}")
            : new Run(times, allocated.Value, share, blobs, verified);
    }
}
