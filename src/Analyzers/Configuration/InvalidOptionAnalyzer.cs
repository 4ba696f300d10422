using System.Collections.Concurrent;

namespace StreamTuning.Analyzers.Configuration;

/// <summary>
/// STRM0001: an option that doesn't exist, or whose value isn't allowed; each once, at the line that sets it or, if the build doesn't pass
/// the files of settings, at the first source file that it is set for.
/// </summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class InvalidOptionAnalyzer() : StreamTuningAnalyzer(Rules.InvalidOption)
{
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

        List<KeyValuePair<(string Key, string Value), SyntaxTree?>> inOrder = [.. set];
        inOrder.Sort((left, right) => string.CompareOrdinal(left.Key.Key, right.Key.Key) is not 0 and var order
            ? order
            : string.CompareOrdinal(left.Key.Value, right.Key.Value));
        foreach (KeyValuePair<(string Key, string Value), SyntaxTree?> one in inOrder)
        {
            if (InvalidOption.TryExplain(one.Key.Key, one.Key.Value) is var (fault, remedy))
            {
                Report(context, one.Key.Key, one.Key.Value, one.Value, fault, remedy);
            }
        }
    }

    private static void Report(
        CompilationAnalysisContext context, string key, string value, SyntaxTree? source, string fault, string remedy)
    {
        DiagnosticSeverity? severity = Rules.InvalidOption.Severity;
        Location location;
        if (ConfigFiles.LineOf(key, value, source, context.Options.AdditionalFiles, context.CancellationToken) is { } line)
        {
            location = line;
            severity = source is null ? severity : ConfigFiles.SeverityOf(Rules.InvalidOption, source, context);
        }
        else
        {
            // The first token, not the first line: a pragma before it then counts.
            location = source?.GetRoot(context.CancellationToken).GetFirstToken(includeZeroWidth: true).GetLocation() ?? Location.None;
        }

        if (severity is { } effective)
        {
            context.ReportDiagnostic(Diagnostic.Create(
                Rules.InvalidOption.Descriptor, location, effective, additionalLocations: null, properties: null,
                fault, Finding.Argument(InvalidOption.Canonical(key)), Finding.Argument(remedy)));
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
