namespace StreamTuning.Benchmarks;

/// <summary>What one of the programs measures, by the names that its command line takes. Pages tell users to run them by these, which a test checks.</summary>
/// <param name="Project">The folder of the program, relative to the repository.</param>
/// <param name="Names">The groups, but for rules.</param>
/// <param name="Areas">The first digits of the rules whose effect the program measures and writes on their pages: each id is a group.</param>
internal sealed record BenchmarkGroups(string Project, string[] Names, string Areas)
{
    /// <summary>The group of all rules.</summary>
    public const string AllRules = "rules";

    public static BenchmarkGroups Runtime { get; } = new(
        "benchmarks/Runtime",
        ["fit", "memory-slow", "share-a", "http", "many", "temp", "disk", "memory"],
        Areas: "12");

    public static BenchmarkGroups Blobs { get; } = new(
        "benchmarks/Blobs",
        ["sink", "region", "many", "azurite", "requests", "memory", "faults"],
        Areas: "3");

    public static BenchmarkGroups Uploads { get; } = new("benchmarks/Uploads", ["forms", "memory"], Areas: "4");

    /// <summary>All programs that have groups.</summary>
    public static IReadOnlyList<BenchmarkGroups> All { get; } = [Runtime, Blobs, Uploads];

    /// <summary>Whether the command line takes it: a group, all rules, or a rule of the areas.</summary>
    public bool IsKnown(string group) =>
        group == AllRules || Names.Contains(group) || Areas.Any(area => group.Length == 8 && group.StartsWith($"STRM{area}", StringComparison.Ordinal));

    /// <summary>Reads the groups from a command line: all but the rules if it names none.</summary>
    /// <returns><see langword="null"/> if one does not exist, which is said.</returns>
    public string[]? Choose(string[] args)
    {
        string[] named = [.. args.TakeWhile(argument => !argument.StartsWith("--", StringComparison.Ordinal))];
        if (named.FirstOrDefault(group => !IsKnown(group)) is { } unknown)
        {
            Console.Error.WriteLine($"'{unknown}' is none of {string.Join(", ", Names)}, {AllRules}, or a rule.");
            return null;
        }

        return named.Length == 0 ? Names : named;
    }
}
