namespace StreamTuning.AzureBlobs;

/// <summary>Progress as it is told. Not locked: reports come one at a time.</summary>
internal sealed class Totals(List<long> totals) : IProgress<long>
{
    public void Report(long value) => totals.Add(value);
}
