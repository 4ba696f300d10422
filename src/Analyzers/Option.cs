using System.Globalization;

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

/// <summary>An option that is a whole number.</summary>
public sealed class Int32Option : Option
{
    internal Int32Option(string name, string unit, int defaultValue, int minimum, int maximum, string description, params Rule[] rules)
        : base(name, description, rules)
    {
        Unit = unit;
        DefaultValue = defaultValue;
        Minimum = minimum;
        Maximum = maximum;
    }

    public string Unit { get; }

    public int DefaultValue { get; }

    public int Minimum { get; }

    public int Maximum { get; }

    public override string Type => "whole number, " + Unit;

    public override string Default => DefaultValue.ToString(CultureInfo.InvariantCulture);

    public override string Allowed =>
        Minimum.ToString(CultureInfo.InvariantCulture) + " to " + Maximum.ToString(CultureInfo.InvariantCulture);

    public override bool Allows(string text) => TryParse(text) is not null;

    /// <summary>The value for a rule in a file; the default where none is set or the value is not allowed.</summary>
    internal int Read(AnalyzerOptions options, SyntaxTree tree, Rule rule) => TryParse(TryRead(options, tree, rule)) ?? DefaultValue;

    private int? TryParse(string? text) =>
        int.TryParse(text, NumberStyles.AllowLeadingWhite | NumberStyles.AllowTrailingWhite, CultureInfo.InvariantCulture, out int value)
        && value >= Minimum
        && value <= Maximum
            ? value
            : null;
}

/// <summary>An option that is true or false; false by default.</summary>
public sealed class BooleanOption : Option
{
    internal BooleanOption(string name, string description, params Rule[] rules)
        : base(name, description, rules)
    {
    }

    public override string Type => "true or false";

    public override string Default => "false";

    public override string Allowed => "`true` or `false`";

    public override bool Allows(string text) => bool.TryParse(text, out _);

    /// <summary>The value for a rule in a file; false where none is set or the value is not allowed.</summary>
    internal bool Read(AnalyzerOptions options, SyntaxTree tree, Rule rule) =>
        bool.TryParse(TryRead(options, tree, rule), out bool value) && value;
}

/// <summary>An option that is a list of texts, separated by commas; empty by default.</summary>
public sealed class ListOption : Option
{
    private readonly Func<string, bool> _isEntry;

    /// <param name="name">The name in the key.</param>
    /// <param name="entries">What the entries are, in the plural.</param>
    /// <param name="allowed">The entries that are allowed, in words.</param>
    /// <param name="isEntry">Whether an entry is allowed.</param>
    /// <param name="description">What the option does.</param>
    /// <param name="rules">The rules that read it.</param>
    internal ListOption(string name, string entries, string allowed, Func<string, bool> isEntry, string description, params Rule[] rules)
        : base(name, description, rules)
    {
        Type = "list of " + entries;
        Allowed = allowed + ", separated by commas";
        _isEntry = isEntry;
    }

    public override string Type { get; }

    public override string Default => "none";

    public override string Allowed { get; }

    public override bool Allows(string text) =>
        string.IsNullOrWhiteSpace(text) || (Parse(text) is { IsEmpty: false } entries && entries.Length == Split(text).Length);

    /// <summary>The entries for a rule in a file. Those that are not allowed are left out.</summary>
    internal ImmutableArray<string> Read(AnalyzerOptions options, SyntaxTree tree, Rule rule) => Parse(TryRead(options, tree, rule) ?? "");

    private static string[] Split(string text) => text.Split(new[] { ',' }, StringSplitOptions.RemoveEmptyEntries);

    private ImmutableArray<string> Parse(string text)
    {
        ImmutableArray<string>.Builder entries = ImmutableArray.CreateBuilder<string>();
        foreach (string part in Split(text))
        {
            string entry = part.Trim();
            if (_isEntry(entry))
            {
                entries.Add(entry);
            }
        }

        return entries.ToImmutable();
    }
}
