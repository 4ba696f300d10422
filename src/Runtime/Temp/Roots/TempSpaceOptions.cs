namespace StreamTuning;

/// <summary>Where temporary files may go. A <see cref="TempSpace"/> takes a snapshot of the values when it is made.</summary>
public sealed class TempSpaceOptions
{
    private int _memoryLimit = 1024 * 1024;
    private long _assumedLength = 64 * 1024 * 1024;

    /// <summary>
    /// Whether the directory of the operating system (<see cref="Path.GetTempPath"/>) comes first; <see langword="true"/> by default.
    /// </summary>
    public bool UseSystemDirectory { get; set; } = true;

    /// <summary>
    /// Directories that come next, in this order. One that does not exist is created when it is needed. Relative paths start at the current
    /// directory.
    /// </summary>
    public IList<string> Directories { get; } = new List<string>();

    /// <summary>
    /// Whether the directory that the environment variable <c>HOME</c> names comes last, <see langword="true"/> by default. On Azure App
    /// Service and Functions it is a share that all instances of the app have in common: slower, but large.
    /// </summary>
    public bool UseHomeDirectory { get; set; } = true;

    /// <summary>
    /// How many bytes of a source of unknown length are held in memory before a directory is chosen, 1,048,576 by default. What ends within
    /// them is written where exactly that much fits.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative, or more than 1 GiB.</exception>
    public int MemoryLimit
    {
        get => _memoryLimit;
        set => _memoryLimit = value is >= 0 and <= 1 << 30
            ? value
            : throw new ArgumentOutOfRangeException(nameof(value), value, "The value must be from 0 to 1 GiB.");
    }

    /// <summary>How many bytes of room are looked for when nobody knows the length, 67,108,864 by default.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    public long AssumedLength
    {
        get => _assumedLength;
        set => _assumedLength = value >= 0
            ? value
            : throw new ArgumentOutOfRangeException(nameof(value), value, "The value must not be negative.");
    }

    /// <summary>
    /// Whether what ended processes left in a directory is deleted in the background when the directory is used for the first time;
    /// <see langword="true"/> by default. See <see cref="TempSpace.Sweep"/>.
    /// </summary>
    public bool SweepLeftovers { get; set; } = true;

    /// <summary>
    /// Is told every decision: which directory was taken and why, or that there was none. Called by whoever asked for the file, before they
    /// get it; an exception that it throws reaches them. The text of a decision is one line for a log.
    /// </summary>
    public Action<TempSpaceDecision>? DecisionMade { get; set; }
}
