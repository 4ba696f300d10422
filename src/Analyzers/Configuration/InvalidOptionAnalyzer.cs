using System.Collections.Concurrent;

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
