namespace StreamTuning;

/// <summary>Whether bytes are at the place where they were looked for.</summary>
internal enum Match
{
    No,

    /// <summary>As far as there are bytes; more must come before this can be told.</summary>
    Unfinished,

    Yes,
}
