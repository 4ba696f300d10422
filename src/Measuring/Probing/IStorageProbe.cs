namespace StreamTuning.Measuring;

/// <summary>The storage that is measured. Tests stand one in whose times they have made up or recorded.</summary>
public interface IStorageProbe
{
    /// <summary>Times everything.</summary>
    TimeProvider Clock { get; }

    /// <summary>Asks what the file system is and can do.</summary>
    FileSystemFacts Examine();

    /// <summary>A copy into a new file, from opening it to closing it. The file is deleted untimed.</summary>
    /// <param name="way">How.</param>
    /// <param name="bytes">The length of the file.</param>
    /// <param name="cancellationToken">Stops it.</param>
    Way Copy(CopyWay way, long bytes, CancellationToken cancellationToken);

    /// <summary>Writes small files.</summary>
    /// <param name="atOnce">How many at once.</param>
    /// <param name="most">How many at most.</param>
    /// <param name="limit">No file starts after that time.</param>
    /// <param name="cancellationToken">Stops it.</param>
    Task<SmallFiles> WriteFilesAsync(int atOnce, int most, TimeSpan limit, CancellationToken cancellationToken);

    /// <summary>Reads from a file of so many bytes.</summary>
    /// <param name="block">The bytes of a request.</param>
    /// <param name="isRandom">Whether the places are random, and not one behind the other.</param>
    /// <param name="bytes">The length of the file.</param>
    /// <param name="limit">No request but the first starts after that time.</param>
    /// <param name="cancellationToken">Stops it.</param>
    Task<ReadTimes> ReadAsync(int block, bool isRandom, long bytes, TimeSpan limit, CancellationToken cancellationToken);

    /// <summary>Writes one request after the other into a file that has its length, over and over.</summary>
    /// <param name="block">The bytes of a request.</param>
    /// <param name="most">How many requests at most.</param>
    /// <param name="limit">No request but the first starts after that time.</param>
    /// <param name="cancellationToken">Stops it.</param>
    /// <returns>When each request ended, in seconds from the start of the first.</returns>
    Task<IReadOnlyList<double>> WriteSteadilyAsync(int block, int most, TimeSpan limit, CancellationToken cancellationToken);
}

/// <summary>What small files took.</summary>
/// <param name="AtOnce">How many were written at once.</param>
/// <param name="Files">How many were written.</param>
/// <param name="Seconds">In what time.</param>
public sealed record SmallFiles(int AtOnce, int Files, double Seconds)
{
    /// <summary>How many bytes each has.</summary>
    public const int Bytes = 4 * 1024;

    /// <summary>How many files a second.</summary>
    public double PerSecond => Files / Seconds;
}

/// <summary>What reads took.</summary>
/// <param name="Block">The bytes of a request.</param>
/// <param name="IsRandom">Whether the places were random.</param>
/// <param name="IsCold">Whether the cache of this machine was emptied before. That of a server may have had the file.</param>
/// <param name="Requests">How many there were.</param>
/// <param name="MedianSeconds">The median time of a request.</param>
/// <param name="BytesPerSecond">The bytes of all, in the time of all.</param>
public sealed record ReadTimes(int Block, bool IsRandom, bool IsCold, int Requests, double MedianSeconds, double BytesPerSecond);
