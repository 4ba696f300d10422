using System.Collections.Concurrent;
using System.Linq;

namespace StreamTuning.Analyzers.Configuration;

/// <summary>
/// STRM0001: an option that does not exist, or whose value is not allowed; each once, at the first file that it is set for.
/// </summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class InvalidOptionAnalyzer() : StreamTuningAnalyzer(Rules.InvalidOption)
{
    /// <summary>What of a value is shown.</summary>
    private const int LongestValue = 100;

    private protected override void Watch(CompilationStartAnalysisContext context, KnownTypes types)
    {
        // Files may share their options. Generated files do not come here: no rule looks at them, and nothing may be reported in them.
        var files = new ConcurrentDictionary<AnalyzerConfigOptions, SyntaxTree>();
        context.RegisterSyntaxTreeAction(file => files.AddOrUpdate(
            file.Options.AnalyzerConfigOptionsProvider.GetOptions(file.Tree), file.Tree, (_, other) => FirstOf(other, file.Tree)));
        context.RegisterCompilationEndAction(end => Report(end, files));
    }

    private static void Report(CompilationAnalysisContext context, ConcurrentDictionary<AnalyzerConfigOptions, SyntaxTree> files)
    {
        var set = new Dictionary<(string Key, string Value), SyntaxTree?>();
        var keys = new HashSet<string>(AnalyzerConfigOptions.KeyComparer);
        foreach (KeyValuePair<AnalyzerConfigOptions, SyntaxTree> file in files)
        {
            context.CancellationToken.ThrowIfCancellationRequested();
            foreach ((string key, string value) in OurOptions(file.Key))
            {
                keys.Add(key);
                set[(key, value)] = set.TryGetValue((key, value), out SyntaxTree? other) ? FirstOf(other!, file.Value) : file.Value;
            }
        }

        // What is set for the whole compilation is among the options of each file, if it has any.
        foreach ((string key, string value) in OurOptions(context.Options.AnalyzerConfigOptionsProvider.GlobalOptions))
        {
            if (!keys.Contains(key))
            {
                set.Add((key, value), null);
            }
        }

        var invalid = new List<(string Key, string Value, SyntaxTree? File, string Reason)>();
        foreach (KeyValuePair<(string Key, string Value), SyntaxTree?> one in set)
        {
            if (InvalidOption.TryExplain(one.Key.Key, one.Key.Value) is { } reason)
            {
                invalid.Add((one.Key.Key, one.Key.Value, one.Value, reason));
            }
        }

        invalid.Sort(
            (left, right) =>
                string.CompareOrdinal(left.Key, right.Key) is not 0 and var order ? order : string.CompareOrdinal(left.Value, right.Value));
        foreach ((string key, string value, SyntaxTree? file, string reason) in invalid)
        {
            context.ReportDiagnostic(Diagnostic.Create(
                Rules.InvalidOption.Descriptor,
                // The first token, not the first line: a pragma before it then counts.
                file?.GetRoot(context.CancellationToken).GetFirstToken(includeZeroWidth: true).GetLocation() ?? Location.None,
                MessageArgument.Of(InvalidOption.Canonical(key)),
                MessageArgument.Of(value.Length <= LongestValue ? value : value.Substring(0, LongestValue) + "..."),
                MessageArgument.Of(file is null ? "all files" : "'" + file.FilePath + "'"),
                MessageArgument.Of(reason)));
        }
    }

    /// <summary>What is set of all that begins as our keys do.</summary>
    private static IEnumerable<(string Key, string Value)> OurOptions(AnalyzerConfigOptions options)
    {
        foreach (string key in KeysOf(options))
        {
            if (key.StartsWith(Options.Prefix, StringComparison.OrdinalIgnoreCase) && options.TryGetValue(key, out string? value))
            {
                yield return (key, value);
            }
        }
    }

    private static IEnumerable<string> KeysOf(AnalyzerConfigOptions options)
    {
        try
        {
            return options.Keys;
        }
        catch (NotImplementedException)
        {
            // What the base class does: a host with options of its own need not list them.
            return Array.Empty<string>();
        }
    }

    /// <summary>The same of two files in each run, whichever was seen first.</summary>
    private static SyntaxTree FirstOf(SyntaxTree left, SyntaxTree right) =>
        string.CompareOrdinal(left.FilePath, right.FilePath) <= 0 ? left : right;
}

/// <summary>Tells what is wrong with an option that is set.</summary>
internal static class InvalidOption
{
    private const string RulePrefix = "STRM";

    /// <summary>The key as the documents write it: the compiler hands out all keys in small letters.</summary>
    public static string Canonical(string key) =>
        Split(key) is ({ } rule, var name) ? Options.Prefix + rule.ToUpperInvariant() + "." + name : key;

    /// <summary>
    /// What is wrong with a key that begins as ours do, or with its value, and what would be right; null where nothing is wrong.
    /// </summary>
    public static string? TryExplain(string key, string value)
    {
        (string? ruleId, string name) = Split(key);
        if (Options.All.FirstOrDefault(option => AreSame(option.Name, name)) is not { } option)
        {
            return "there is no such option" + (TryFindNearest(ruleId, name) is var (nearest, allowed)
                ? $", but '{nearest}', which allows {Allowed(allowed)}"
                : "; there are " + string.Join(", ", Options.All.Select(one => one.Name)));
        }

        if (ruleId is not null && !option.Rules.Any(rule => AreSame(rule.Id, ruleId)))
        {
            return $"only {string.Join(
                ", ", option.Rules.Select(
                    rule => rule.Id))} {(option.Rules.Length == 1 ? "has" : "have")} this option, which allows {Allowed(option)}";
        }

        return option.Allows(value) || Option.IsUnset(value) ? null : "allowed are " + Allowed(option);
    }

    /// <summary>The id of a rule that a key seems to be for, if any, and the name of the option.</summary>
    private static (string? Rule, string Name) Split(string key)
    {
        string rest = key.Substring(Options.Prefix.Length);
        int dot = rest.StartsWith(RulePrefix, StringComparison.OrdinalIgnoreCase) ? rest.IndexOf('.') : -1;
        return dot < 0 ? (null, rest) : (rest.Substring(0, dot), rest.Substring(dot + 1));
    }

    /// <summary>The key that was probably meant, for the same rule where that reads the option; null where none is like it.</summary>
    private static (string Key, Option Option)? TryFindNearest(string? ruleId, string name)
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

        return nearest is null
            ? null
            : (nearest.Rules.FirstOrDefault(rule => ruleId is not null && AreSame(rule.Id, ruleId)) is { } rule
                ? nearest.KeyFor(rule)
                : nearest.Key, nearest);
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

    // Messages are no Markdown.
    private static string Allowed(Option option) => option.Allowed.Replace('`', '\'');

    private static bool AreSame(string left, string right) => string.Equals(left, right, StringComparison.OrdinalIgnoreCase);
}
