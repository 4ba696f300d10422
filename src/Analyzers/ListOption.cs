namespace StreamTuning.Analyzers;

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
