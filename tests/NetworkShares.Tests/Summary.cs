namespace StreamTuning.NetworkShares;

/// <summary>How many cases were run on each file system, in the file that STREAMTUNING_SUMMARY names.</summary>
internal static class Summary
{
    private static readonly Lock OneAtATime = new();

    public static void Add(string fileSystem, int cases)
    {
        if (cases > 0 && Environment.GetEnvironmentVariable("STREAMTUNING_SUMMARY") is { Length: > 0 } file)
        {
            lock (OneAtATime)
            {
                File.AppendAllText(file, $"{fileSystem}: {cases} cases\n");
            }
        }
    }
}
