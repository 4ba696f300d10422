namespace StreamTuning;

/// <summary>Options for copies of what a request sends.</summary>
internal static class CopyOptions
{
    /// <summary>Options with a hint, unless somebody has said how long the content is.</summary>
    public static FileCopyOptions? WithHint(long? length, FileCopyOptions? options)
    {
        if (length is null || options?.LengthHint is not null || options?.ExactLength is not null)
        {
            return options;
        }

        FileCopyOptions hinted = options?.Clone() ?? new FileCopyOptions();
        hinted.LengthHint = length;
        return hinted;
    }
}
