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

        var hinted = new FileCopyOptions { LengthHint = length };
        if (options is not null)
        {
            hinted.BlockSize = options.BlockSize;
            hinted.Depth = options.Depth;
            hinted.MemoryBudget = options.MemoryBudget;
            hinted.Progress = options.Progress;
            hinted.Hash = options.Hash;
            hinted.Replace = options.Replace;
            hinted.Completion = options.Completion;
        }

        return hinted;
    }
}
