namespace StreamTuning;

/// <summary>What became of a directory in which a temporary file could have been made.</summary>
public enum TempDirectoryVerdict
{
    /// <summary>It was taken.</summary>
    Taken,

    /// <summary>It has too little room.</summary>
    TooSmall,

    /// <summary>How much room it has could not be found out, and another one is known to have it.</summary>
    Unknown,

    /// <summary>Nothing can be created in it: it does not exist, is read-only, belongs to others.</summary>
    Unusable,

    /// <summary>It filled up, or a quota was reached, while the file was written.</summary>
    Full,

    /// <summary>It failed while the file was written.</summary>
    Failed,
}

internal static class TempDirectoryVerdicts
{
    public static string ToTag(this TempDirectoryVerdict verdict) => verdict switch
    {
        TempDirectoryVerdict.Taken => "taken",
        TempDirectoryVerdict.TooSmall => "too_small",
        TempDirectoryVerdict.Unknown => "unknown",
        TempDirectoryVerdict.Unusable => "unusable",
        TempDirectoryVerdict.Full => "full",
        TempDirectoryVerdict.Failed => "failed",
        _ => throw new ArgumentOutOfRangeException(nameof(verdict), verdict, "No such verdict."),
    };
}
