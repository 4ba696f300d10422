namespace StreamTuning.Analyzers;

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
