using StreamTuning.Analyzers.Temp;
using System.Globalization;

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
        "The buffer size that the plain fix sets. STRM1001 and STRM1002 don't report a FileStream with at least this buffer.",
        Rules.CopyIntoFileWithDefaultBuffer,
        Rules.CopyBufferTooSmall,
        Rules.HttpContentCopiedInSmallWrites,
        Rules.ResponseBufferedBeforeFile,
        Rules.TransformedCopyInSmallWrites);

    public static readonly Int32Option MaximumSmallCopyBuffer = new(
        "maximum_small_copy_buffer",
        "bytes",
        defaultValue: 81_920,
        minimum: 1,
        maximum: 262_143,
        "The largest constant buffer of a copy or loop into a file that is still reported as small.",
        Rules.CopyBufferTooSmall);

    public static readonly Int32Option MinimumPresetLength = new(
        "minimum_preset_length",
        "bytes",
        defaultValue: 1_048_576,
        minimum: 0,
        maximum: int.MaxValue,
        "Files with a constant length of up to this many bytes aren't reported: one write is enough for them.",
        Rules.PresetLengthOfFile);

    public static readonly ListOption HardCodedTempRoots = new(
        "hard_coded_temp_roots",
        "paths",
        "absolute paths or `%VARIABLE%`, with a `-` prefix to remove one",
        TempRoots.IsEntry,
        "Additional temporary directories to report. Prefix an entry with `-` to stop reporting it. The letter of a drive is ignored, " +
        "and so is case on a drive.",
        Rules.HardCodedTempPath);

    public static readonly ListOption TempPathSinks = new(
        "temp_path_sinks",
        "types",
        "full names, such as `Company.Images.Thumbnails`",
        PathSinks.IsTypeName,
        "Types whose methods and constructors create or write files or directories at the paths that they are given.",
        Rules.HardCodedTempPath);

    public static readonly Int32Option SmallUploadBytes = new(
        "small_upload_bytes",
        "bytes",
        defaultValue: 65_536,
        minimum: 0,
        maximum: int.MaxValue,
        "Uploads with a constant limit of up to this many bytes aren't reported.",
        Rules.BufferedFormFile,
        Rules.Base64Upload,
        Rules.ValidatedByteArray,
        Rules.FormFileIntoMemory,
        Rules.SmallMultipartBuffer,
        Rules.RawBodyCopiedInSegments,
        Rules.FormFileArrayThroughMemory);

    public static readonly ListOption Base64ContentNames = new(
        "base64_content_names",
        "names",
        "words of letters and digits, with a `-` prefix to remove one",
        ContentNames.IsEntry,
        "Additional words that mark a property as the content of a file. Prefix an entry with `-` to remove a word from the list.",
        Rules.Base64Upload);

    public static readonly BooleanOption ByteArrayValidationSuppressed = new(
        "byte_array_validation_suppressed",
        "Set it to true if another project configures MVC not to validate the elements of byte arrays, which the rule can't see.",
        Rules.ValidatedByteArray);

    /// <summary>Every option, in the order of the rules.</summary>
    public static ImmutableArray<Option> All { get; } = ImmutableArray.Create<Option>(
        CopyBufferSize,
        MaximumSmallCopyBuffer,
        MinimumPresetLength,
        HardCodedTempRoots,
        TempPathSinks,
        SmallUploadBytes,
        Base64ContentNames,
        ByteArrayValidationSuppressed);
}

/// <summary>
/// One row of the table in <see cref="Options"/>: set as <c>stream_tuning.name</c> for all rules or <c>stream_tuning.id.name</c> for one.
/// </summary>
public abstract class Option(string name, string description, Rule[] rules)
{
    public string Name => name;

    public string Description => description;

    /// <summary>The rules that read the option.</summary>
    public ImmutableArray<Rule> Rules { get; } = ImmutableArray.Create(rules);

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
public sealed class Int32Option(
    string name, string unit, int defaultValue, int minimum, int maximum, string description, params Rule[] rules)
    : Option(name, description, rules)
{
    public string Unit => unit;

    public int DefaultValue => defaultValue;

    public int Minimum => minimum;

    public int Maximum => maximum;

    public override string Type => "whole number, " + Unit;

    public override string Default => defaultValue.ToString(CultureInfo.InvariantCulture);

    public override string Allowed => string.Format(CultureInfo.InvariantCulture, "{0} to {1}", minimum, maximum);

    /// <summary>A number of bytes, as a message says it.</summary>
    internal static string InBytes(int value) => value % (1 << 20) == 0 ? (value >> 20) + " MiB"
        : value % 1024 == 0 ? (value >> 10) + " KiB"
        : value + " bytes";

    public override bool Allows(string text) => TryParse(text) is not null;

    /// <summary>The value for a rule in a file; the default where none is set or the value is not allowed.</summary>
    internal int Read(AnalyzerOptions options, SyntaxTree tree, Rule rule) => TryParse(TryRead(options, tree, rule)) ?? defaultValue;

    private int? TryParse(string? text) =>
        int.TryParse(text, NumberStyles.AllowLeadingWhite | NumberStyles.AllowTrailingWhite, CultureInfo.InvariantCulture, out int value)
        && value >= minimum
        && value <= maximum
            ? value
            : null;
}

/// <summary>An option that is true or false; false by default.</summary>
public sealed class BooleanOption(string name, string description, params Rule[] rules) : Option(name, description, rules)
{
    public override string Type => "true or false";

    public override string Default => "false";

    public override string Allowed => "`true` or `false`";

    public override bool Allows(string text) => bool.TryParse(text, out _);

    /// <summary>The value for a rule in a file; false where none is set or the value is not allowed.</summary>
    internal bool Read(AnalyzerOptions options, SyntaxTree tree, Rule rule) =>
        bool.TryParse(TryRead(options, tree, rule), out bool value) && value;
}

/// <summary>An option that is a list of texts, separated by commas; empty by default.</summary>
/// <param name="name">The name in the key.</param>
/// <param name="entries">What the entries are, in the plural.</param>
/// <param name="allowed">The entries that are allowed, in words.</param>
/// <param name="isEntry">Whether an entry is allowed.</param>
/// <param name="description">What the option does.</param>
/// <param name="rules">The rules that read it.</param>
public sealed class ListOption(
    string name, string entries, string allowed, Func<string, bool> isEntry, string description, params Rule[] rules)
    : Option(name, description, rules)
{
    public override string Type => "list of " + entries;

    public override string Default => "none";

    public override string Allowed => allowed + ", separated by commas";

    public override bool Allows(string text) =>
        string.IsNullOrWhiteSpace(text) || (Parse(text) is { IsEmpty: false } entries && entries.Length == Split(text).Length);

    /// <summary>The entries for a rule in a file. Those that are not allowed are left out.</summary>
    internal ImmutableArray<string> Read(AnalyzerOptions options, SyntaxTree tree, Rule rule) => Parse(TryRead(options, tree, rule) ?? "");

    private static string[] Split(string text) => text.Split(new[] { ',' }, StringSplitOptions.RemoveEmptyEntries);

    private ImmutableArray<string> Parse(string text) =>
        ImmutableArray.CreateRange(Array.FindAll(Array.ConvertAll(Split(text), static part => part.Trim()), entry => isEntry(entry)));
}
