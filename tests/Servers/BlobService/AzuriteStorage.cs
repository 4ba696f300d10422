namespace StreamTuning.BlobService;

/// <summary>Where an <see cref="AzuriteServer"/> keeps its blobs. They are gone when it ends in both cases.</summary>
public enum AzuriteStorage
{
    /// <summary>In its memory, of which it takes half of what the machine has at most, and frees what was overwritten after minutes only: for tests.</summary>
    Memory,

    /// <summary>In a temporary directory: for uploads that are large together, and arrive whole: after fifty that are cut off it takes no more.</summary>
    Disk,
}
