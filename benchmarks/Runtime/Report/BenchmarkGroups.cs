namespace StreamTuning.Benchmarks;

/// <summary>What one of the programs measures, by the names that its command line takes. Pages tell users to run them by these, which a test checks.</summary>
/// <param name="Project">The folder of the program, relative to the repository.</param>
/// <param name="Names">The groups, but for rules.</param>
/// <param name="Rules">The rules whose effect the program measures and writes on their pages: each id is a group.</param>
internal sealed record BenchmarkGroups(string Project, string[] Names, string[] Rules)
{
    /// <summary>The group of all rules.</summary>
    public const string AllRules = "rules";

    public static BenchmarkGroups Runtime { get; } = new(
        "benchmarks/Runtime",
        [
            "fit", "memory-slow", "share-a", "http", "many", "temp", "disk", "memory",
        ],
        ["STRM1001", "STRM1002", "STRM1003", "STRM1004", "STRM1005", "STRM1006", "STRM1008", "STRM1012", "STRM2001", "STRM2002", "STRM2003"]);

    public static BenchmarkGroups Blobs { get; } = new(
        "benchmarks/Blobs",
        ["sink", "region", "many", "azurite", "requests", "memory", "faults"],
        ["STRM3001", "STRM3002", "STRM3003", "STRM3004", "STRM3005", "STRM3006"]);

    public static BenchmarkGroups Uploads { get; } = new(
        "benchmarks/Uploads",
        ["forms", "memory"],
        ["STRM4001", "STRM4002", "STRM4003", "STRM4004", "STRM4006", "STRM4008"]);

    /// <summary>All programs that have groups.</summary>
    public static IReadOnlyList<BenchmarkGroups> All { get; } = [Runtime, Blobs, Uploads];

    /// <summary>Everything that the command line takes.</summary>
    public IEnumerable<string> Known => [.. Names, AllRules, .. Rules];

    /// <summary>Reads the groups from a command line: all but the rules if it names none.</summary>
    /// <returns><see langword="null"/> if one does not exist, which is said.</returns>
    public string[]? Choose(string[] args)
    {
        string[] named = [.. args.TakeWhile(argument => !argument.StartsWith("--", StringComparison.Ordinal))];
        if (named.FirstOrDefault(group => !Known.Contains(group)) is { } unknown)
        {
            Console.Error.WriteLine($"'{unknown}' is none of {string.Join(", ", Known)}.");
            return null;
        }

        return named.Length == 0 ? Names : named.Contains(AllRules) ? [.. named, .. Rules] : named;
    }
}
