namespace StreamTuning;

/// <summary>How a copy was done, for whoever listens.</summary>
internal enum CopyStrategy
{
    /// <summary>It did not come to it.</summary>
    None,

    /// <summary>All data in one write.</summary>
    SingleWrite,

    /// <summary>The blocks of a local disk.</summary>
    LocalDisk,

    /// <summary>The length was known and set first.</summary>
    PresetLength,

    /// <summary>The length was set ahead of the data in steps.</summary>
    GrowingLength,

    /// <summary>Blocks that make the file longer themselves, or that it had room for.</summary>
    Blocks,

    /// <summary>By the operating system, from file to file.</summary>
    OperatingSystem,

    /// <summary>As the platform copies, into what is no file.</summary>
    Stream,
}

internal static class CopyStrategies
{
    /// <summary>The value of the tag <c>streamtuning.copy.strategy</c>.</summary>
    public static string ToTag(this CopyStrategy strategy) => strategy switch
    {
        CopyStrategy.None => "none",
        CopyStrategy.SingleWrite => "single_write",
        CopyStrategy.LocalDisk => "local_disk",
        CopyStrategy.PresetLength => "preset_length",
        CopyStrategy.GrowingLength => "growing_length",
        CopyStrategy.Blocks => "blocks",
        CopyStrategy.OperatingSystem => "operating_system",
        CopyStrategy.Stream => "stream",
        _ => throw new ArgumentOutOfRangeException(nameof(strategy), strategy, "No such strategy."),
    };
}
