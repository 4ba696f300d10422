namespace StreamTuning;

/// <summary>Why a <see cref="TempSpace"/> took a directory.</summary>
public enum TempSpaceReason
{
    /// <summary>No directory could be used.</summary>
    None,

    /// <summary>It was the first that has room, with some to spare.</summary>
    Room,

    /// <summary>None is known to have room, and how much this one has could not be found out.</summary>
    Unknown,

    /// <summary>None has room to spare, and this one has enough.</summary>
    Tight,

    /// <summary>It took over from one that filled up, or was lost, while the file was written.</summary>
    FailOver,
}

internal static class TempSpaceReasons
{
    /// <summary>The value of the tag <c>streamtuning.temp.reason</c>.</summary>
    public static string ToTag(this TempSpaceReason reason) => reason switch
    {
        TempSpaceReason.None => "none",
        TempSpaceReason.Room => "room",
        TempSpaceReason.Unknown => "unknown",
        TempSpaceReason.Tight => "tight",
        TempSpaceReason.FailOver => "fail_over",
        _ => throw new ArgumentOutOfRangeException(nameof(reason), reason, "No such reason."),
    };
}
