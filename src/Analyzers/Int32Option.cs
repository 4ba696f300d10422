using System.Globalization;

namespace StreamTuning.Analyzers;

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
