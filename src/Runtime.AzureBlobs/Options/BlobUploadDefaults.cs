namespace StreamTuning;

internal static class BlobUploadDefaults
{
    public const long MemoryBudget = 64 * 1024 * 1024;
    public const int MaximumConcurrency = 16;
}
