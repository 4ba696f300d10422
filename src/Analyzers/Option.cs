namespace StreamTuning.Analyzers;

/// <summary>
/// One row of the table in <see cref="Options"/>: set as <c>stream_tuning.name</c> for all rules or <c>stream_tuning.id.name</c> for one.
/// </summary>
public abstract class Option
{
    private protected Option(string name, string description, Rule[] rules)
    {
        Name = name;
        Description = description;
        Rules = ImmutableArray.Create(rules);
    }

    public string Name { get; }

    public string Description { get; }

    /// <summary>The rules that read the option.</summary>
    public ImmutableArray<Rule> Rules { get; }

    /// <summary>What a value is, in words.</summary>
    public abstract string Type { get; }

    /// <summary>The value where none is set, as documents show it.</summary>
    public abstract string Default { get; }

    /// <summary>The values that are allowed, in words.</summary>
    public abstract string Allowed { get; }

    public string Key => Options.Prefix + Name;

    public string KeyFor(Rule rule) => Options.Prefix + rule.Id + "." + Name;

    /// <summary>Whether all of the text is a value that is allowed.</summary>
    public abstract bool Allows(string text);

    /// <summary>Whether the text is the <c>unset</c> of EditorConfig, which takes back what a file further up has set.</summary>
    internal static bool IsUnset(string text) => text.Trim().Equals("unset", StringComparison.OrdinalIgnoreCase);

    /// <summary>What is set for a rule in a file; null where nothing is.</summary>
    private protected string? TryRead(AnalyzerOptions options, SyntaxTree tree, Rule rule)
    {
        AnalyzerConfigOptions values = options.AnalyzerConfigOptionsProvider.GetOptions(tree);
        return IsSet(KeyFor(rule), out string? text) || IsSet(Key, out text) ? text : null;

        bool IsSet(string key, out string? value) => values.TryGetValue(key, out value) && !IsUnset(value);
    }
}
