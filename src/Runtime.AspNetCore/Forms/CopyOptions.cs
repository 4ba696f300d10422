namespace StreamTuning;

/// <summary>Options for copies of what a request sends.</summary>
internal static class CopyOptions
{
    private const int DefaultBlockSize = 1024 * 1024;

    /// <summary>Options with a hint, unless somebody has said how long the content is.</summary>
    public static FileCopyOptions? WithHint(long? length, FileCopyOptions? options)
    {
        if (length is null || options?.LengthHint is not null || options?.ExactLength is not null)
        {
            return options;
        }

        var hinted = new FileCopyOptions { LengthHint = length };
        if (options is not null)
        {
            hinted.BlockSize = options.BlockSize;
            hinted.Depth = options.Depth;
            hinted.MemoryBudget = options.MemoryBudget;
            hinted.Progress = options.Progress;
            hinted.Hash = options.Hash;
            hinted.Replace = options.Replace;
        }

        return hinted;
    }

    /// <summary>
    /// Options for content of unknown length. That it fits into one block is worth knowing; a larger length would be set ahead, for one file of perhaps many.
    /// </summary>
    public static FileCopyOptions? ForAtMost(long? length, FileCopyOptions? options) =>
        WithHint(length <= (options?.BlockSize ?? DefaultBlockSize) ? length : null, options);
}
