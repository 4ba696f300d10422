using System.Collections.Immutable;
using System.Globalization;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;

namespace StreamTuning.Analyzers;

/// <summary>The one table of <c>.editorconfig</c> keys. Pages, presets and tests derive from it.</summary>
public static class Options
{
    public const string Prefix = "stream_tuning.";

    public static readonly Int32Option CopyBufferSize = new(
        "copy_buffer_size",
        "bytes",
        defaultValue: 1_048_576,
        minimum: 262_144,
        maximum: 1 << 30,
        "The copy buffer that the plain fix writes, and the buffer from which on a FileStream is considered large enough.",
        Rules.CopyIntoFileWithDefaultBuffer,
        Rules.CopyBufferTooSmall,
        Rules.HttpContentCopiedInSmallWrites);

    public static readonly Int32Option MaximumSmallCopyBuffer = new(
        "maximum_small_copy_buffer",
        "bytes",
        defaultValue: 65_536,
        minimum: 1,
        maximum: 262_143,
        "The largest constant buffer of a copy or loop into a file that is considered small.",
        Rules.CopyBufferTooSmall);

    public static readonly Int32Option MinimumPresetLength = new(
        "minimum_preset_length",
        "bytes",
        defaultValue: 1_048_576,
        minimum: 0,
        maximum: int.MaxValue,
        "Files whose length is a constant up to this many bytes are written at once; setting their length is not worth a call.",
        Rules.PresetLengthOfFile);

    /// <summary>Every option, by name.</summary>
    public static ImmutableArray<Int32Option> All { get; } = ImmutableArray.Create(
        CopyBufferSize,
        MaximumSmallCopyBuffer,
        MinimumPresetLength);
}

/// <summary>One row of the table: a whole number that is set as <c>stream_tuning.name</c> for all rules or <c>stream_tuning.id.name</c> for one.</summary>
public sealed class Int32Option
{
    internal Int32Option(string name, string unit, int defaultValue, int minimum, int maximum, string description, params Rule[] rules)
    {
        Name = name;
        Unit = unit;
        DefaultValue = defaultValue;
        Minimum = minimum;
        Maximum = maximum;
        Description = description;
        Rules = ImmutableArray.Create(rules);
    }

    public string Name { get; }

    public string Unit { get; }

    public int DefaultValue { get; }

    public int Minimum { get; }

    public int Maximum { get; }

    public string Description { get; }

    /// <summary>The rules that read the option.</summary>
    public ImmutableArray<Rule> Rules { get; }

    public string Key => Options.Prefix + Name;

    public string KeyFor(Rule rule) => Options.Prefix + rule.Id + "." + Name;

    /// <summary>The value for a rule in a file; the default where none is set or the value is not allowed.</summary>
    internal int Read(AnalyzerOptions options, SyntaxTree tree, Rule rule)
    {
        AnalyzerConfigOptions values = options.AnalyzerConfigOptionsProvider.GetOptions(tree);
        bool found = values.TryGetValue(KeyFor(rule), out string? text) || values.TryGetValue(Key, out text);
        return found
            && int.TryParse(text, NumberStyles.AllowLeadingWhite | NumberStyles.AllowTrailingWhite, CultureInfo.InvariantCulture, out int value)
            && value >= Minimum
            && value <= Maximum
                ? value
                : DefaultValue;
    }
}
