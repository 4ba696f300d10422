using System.Linq;

namespace StreamTuning.Analyzers.Configuration;

/// <summary>Tells what is wrong with an option that is set.</summary>
internal static class InvalidOption
{
    private const string RulePrefix = "STRM";

    /// <summary>The characters of a value that a message shows.</summary>
    private const int LongestValue = 100;

    /// <summary>The key as the documents write it: the compiler hands out all keys in small letters.</summary>
    public static string Canonical(string key) =>
        Split(key) is ({ } rule, var name) ? Options.Prefix + rule.ToUpperInvariant() + "." + name : key;

    /// <summary>
    /// What is wrong with an option that is set, as the word before its key and the sentence after it; null if nothing is wrong.
    /// </summary>
    public static (string Fault, string Remedy)? TryExplain(string key, string value)
    {
        (string? ruleId, string name) = Split(key);
        if (Options.All.FirstOrDefault(option => AreSame(option.Name, name)) is not { } option)
        {
            return ("Unknown", TryFindNearest(ruleId, name) is { } nearest
                ? $". Did you mean '{nearest}'?"
                : $". The options are {string.Join(", ", Options.All.Select(one => one.Name))}.");
        }

        if (ruleId is not null && !option.Rules.Any(rule => AreSame(rule.Id, ruleId)))
        {
            return ("Unknown", $". Only {string.Join(", ", option.Rules.Select(rule => rule.Id))} " +
                (option.Rules.Length == 1 ? "reads it." : "read it."));
        }

        // Messages are no Markdown.
        return option.Allows(value) || Option.IsUnset(value)
            ? null
            : ("Invalid value for", $". Instead of '{Shorten(value)}', use {option.Allowed.Replace('`', '\'')}.");
    }

    private static string Shorten(string value) => value.Length <= LongestValue ? value : value.Substring(0, LongestValue) + "...";

    /// <summary>The id of a rule that a key seems to be for, if any, and the name of the option.</summary>
    private static (string? Rule, string Name) Split(string key)
    {
        string rest = key.Substring(Options.Prefix.Length);
        int dot = rest.StartsWith(RulePrefix, StringComparison.OrdinalIgnoreCase) ? rest.IndexOf('.') : -1;
        return dot < 0 ? (null, rest) : (rest.Substring(0, dot), rest.Substring(dot + 1));
    }

    /// <summary>The key that was probably meant, for the same rule where that reads the option; null where none is like it.</summary>
    private static string? TryFindNearest(string? ruleId, string name)
    {
        Option? nearest = null;
        int least = int.MaxValue;
        foreach (Option option in Options.All)
        {
            int mostEdits = option.Name.Length / 3;
            if (Math.Abs(option.Name.Length - name.Length) <= mostEdits
                && Distance(option.Name, name.ToLowerInvariant()) is var distance
                && distance <= mostEdits
                && distance < least)
            {
                (nearest, least) = (option, distance);
            }
        }

        return nearest is null ? null
            : nearest.Rules.FirstOrDefault(rule => ruleId is not null && AreSame(rule.Id, ruleId)) is { } rule ? nearest.KeyFor(rule)
            : nearest.Key;
    }

    /// <summary>How many letters have to be put in, taken away or replaced to make one text of the other (Levenshtein).</summary>
    private static int Distance(string left, string right)
    {
        int[] above = Enumerable.Range(0, right.Length + 1).ToArray();
        for (int i = 0; i < left.Length; i++)
        {
            int[] row = new int[above.Length];
            row[0] = i + 1;
            for (int j = 0; j < right.Length; j++)
            {
                row[j + 1] = Math.Min(Math.Min(above[j + 1], row[j]) + 1, above[j] + (left[i] == right[j] ? 0 : 1));
            }

            above = row;
        }

        return above[right.Length];
    }

    private static bool AreSame(string left, string right) => string.Equals(left, right, StringComparison.OrdinalIgnoreCase);
}
