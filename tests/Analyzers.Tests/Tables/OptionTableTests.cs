using System.Collections.Immutable;
using System.Globalization;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;

namespace StreamTuning.Analyzers.Tests.Tables;

/// <summary>The keys of options are a promise to those who have set them: they are written down here again.</summary>
public sealed class OptionTableTests
{
    private static readonly string[] Golden =
    [
        "stream_tuning.copy_buffer_size = 1048576 (262144 to 1073741824)",
        "stream_tuning.STRM1001.copy_buffer_size = 1048576 (262144 to 1073741824)",
        "stream_tuning.STRM1002.copy_buffer_size = 1048576 (262144 to 1073741824)",
        "stream_tuning.STRM1008.copy_buffer_size = 1048576 (262144 to 1073741824)",
        "stream_tuning.STRM1012.copy_buffer_size = 1048576 (262144 to 1073741824)",
        "stream_tuning.STRM1013.copy_buffer_size = 1048576 (262144 to 1073741824)",
        "stream_tuning.maximum_small_copy_buffer = 81920 (1 to 262143)",
        "stream_tuning.STRM1002.maximum_small_copy_buffer = 81920 (1 to 262143)",
        "stream_tuning.minimum_preset_length = 1048576 (0 to 2147483647)",
        "stream_tuning.STRM1003.minimum_preset_length = 1048576 (0 to 2147483647)",
        "stream_tuning.hard_coded_temp_roots = none (absolute paths or `%VARIABLE%`, with a `-` prefix to remove one, separated by commas)",
        "stream_tuning.STRM2001.hard_coded_temp_roots = none (absolute paths or `%VARIABLE%`, with a `-` prefix to remove one, separated by commas)",
        "stream_tuning.temp_path_sinks = none (full names, such as `Company.Images.Thumbnails`, separated by commas)",
        "stream_tuning.STRM2001.temp_path_sinks = none (full names, such as `Company.Images.Thumbnails`, separated by commas)",
        "stream_tuning.small_upload_bytes = 65536 (0 to 2147483647)",
        "stream_tuning.STRM4001.small_upload_bytes = 65536 (0 to 2147483647)",
        "stream_tuning.STRM4002.small_upload_bytes = 65536 (0 to 2147483647)",
        "stream_tuning.STRM4003.small_upload_bytes = 65536 (0 to 2147483647)",
        "stream_tuning.STRM4004.small_upload_bytes = 65536 (0 to 2147483647)",
        "stream_tuning.STRM4006.small_upload_bytes = 65536 (0 to 2147483647)",
        "stream_tuning.STRM4008.small_upload_bytes = 65536 (0 to 2147483647)",
        "stream_tuning.STRM4009.small_upload_bytes = 65536 (0 to 2147483647)",
        "stream_tuning.base64_content_names = none (words of letters and digits, with a `-` prefix to remove one, separated by commas)",
        "stream_tuning.STRM4002.base64_content_names = none (words of letters and digits, with a `-` prefix to remove one, separated by commas)",
        "stream_tuning.byte_array_validation_suppressed = false (`true` or `false`)",
        "stream_tuning.STRM4003.byte_array_validation_suppressed = false (`true` or `false`)",
    ];

    public static TheoryData<string> Names => [.. Options.All.Select(option => option.Name)];

    public static TheoryData<string> NamesOfNumbers => [.. Options.All.OfType<Int32Option>().Select(option => option.Name)];

    public static TheoryData<string> NamesOfBooleans => [.. Options.All.OfType<BooleanOption>().Select(option => option.Name)];

    public static TheoryData<string> NamesOfLists => [.. Options.All.OfType<ListOption>().Select(option => option.Name)];

    [Fact]
    public void Keys_defaults_and_limits_are_as_they_were_published() =>
        Assert.Equal(Golden, Options.All.SelectMany(option => option.Rules.Select(option.KeyFor).Prepend(option.Key).Select(key =>
            $"{key} = {option.Default} ({option.Allowed})")));

    [Fact]
    public void All_lists_every_option_of_the_table() =>
        Assert.Equal(
            typeof(Options).GetFields().Where(field => typeof(Option).IsAssignableFrom(field.FieldType)).Select(field => (Option)field.GetValue(null)!),
            Options.All);

    [Theory]
    [MemberData(nameof(Names))]
    public void Option_is_complete(string name)
    {
        Option option = Options.All.Single(candidate => candidate.Name == name);
        Assert.Matches("^[a-z][a-z0-9]*(_[a-z0-9]+)*$", option.Name);
        Assert.False(string.IsNullOrWhiteSpace(option.Type));
        Assert.EndsWith(".", option.Description);
        Assert.DoesNotContain('|', option.Description + option.Allowed);
        Assert.NotEmpty(option.Rules);
        // An empty list takes back what was set further up.
        Assert.Equal(option is ListOption, option.Allows(""));
        if (option is Int32Option number)
        {
            Assert.InRange(number.DefaultValue, number.Minimum, number.Maximum);
            Assert.True(option.Allows(option.Default));
        }
    }

    [Theory]
    [MemberData(nameof(NamesOfNumbers))]
    public void Key_of_the_rule_goes_before_the_key_of_all_rules_and_what_is_not_allowed_counts_as_not_set(string name)
    {
        Int32Option option = Options.All.OfType<Int32Option>().Single(candidate => candidate.Name == name);
        Rule rule = option.Rules[0];
        string minimum = option.Minimum.ToString(CultureInfo.InvariantCulture);
        string maximum = option.Maximum.ToString(CultureInfo.InvariantCulture);
        Assert.Equal(option.DefaultValue, Read(option, rule));
        Assert.Equal(option.Minimum, Read(option, rule, (option.Key, minimum)));
        Assert.Equal(option.Maximum, Read(option, rule, (option.KeyFor(rule), " " + maximum + " ")));
        Assert.Equal(option.Maximum, Read(option, rule, (option.Key, minimum), (option.KeyFor(rule), maximum)));
        Assert.Equal(option.DefaultValue, Read(option, rule, (option.Key, ((long)option.Minimum - 1).ToString(CultureInfo.InvariantCulture))));
        Assert.Equal(option.DefaultValue, Read(option, rule, (option.Key, ((long)option.Maximum + 1).ToString(CultureInfo.InvariantCulture))));
        Assert.Equal(option.DefaultValue, Read(option, rule, (option.Key, "many")));
        Assert.Equal(option.DefaultValue, Read(option, rule, (option.Key, "")));
        Assert.Equal(option.DefaultValue, Read(option, rule, (option.Key, "unset")));
        Assert.Equal(option.Minimum, Read(option, rule, (option.Key, minimum), (option.KeyFor(rule), " Unset ")));
    }

    [Theory]
    [MemberData(nameof(NamesOfBooleans))]
    public void Truth_of_the_rule_goes_before_that_of_all_rules_and_what_is_not_allowed_counts_as_not_set(string name)
    {
        BooleanOption option = Options.All.OfType<BooleanOption>().Single(candidate => candidate.Name == name);
        Rule rule = option.Rules[0];
        Assert.False(Read(option, rule));
        Assert.True(Read(option, rule, (option.Key, " True ")));
        Assert.False(Read(option, rule, (option.Key, "true"), (option.KeyFor(rule), "false")));
        Assert.True(Read(option, rule, (option.KeyFor(rule), "true")));
        Assert.False(Read(option, rule, (option.Key, "yes")));
        Assert.True(Read(option, rule, (option.Key, "true"), (option.KeyFor(rule), "unset")));
        Assert.True(option.Allows("true"));
        Assert.True(option.Allows("FALSE"));
        Assert.False(option.Allows("1"));
    }

    [Theory]
    [MemberData(nameof(NamesOfLists))]
    public void List_of_the_rule_goes_before_that_of_all_rules_and_entries_that_are_not_allowed_are_left_out(string name)
    {
        ListOption option = Options.All.OfType<ListOption>().Single(candidate => candidate.Name == name);
        Rule rule = option.Rules[0];
        string[] entries = option == Options.HardCodedTempRoots ? ["/scratch", @"E:\Work", "-/var/tmp", "%SCRATCH%"]
            : option == Options.Base64ContentNames ? ["portrait", "Selfie", "-data", "mp3"]
            : ["Company.Images.Thumbnails", "Store", "Company.Cache`1", "Outer+Inner"];
        string all = string.Join(" , ", entries);
        Assert.Empty(Read(option, rule));
        Assert.Empty(Read(option, rule, (option.Key, "")));
        Assert.Empty(Read(option, rule, (option.Key, "unset")));
        Assert.Empty(Read(option, rule, (option.Key, all), (option.KeyFor(rule), "")));
        Assert.Equal(entries, Read(option, rule, (option.Key, all)));
        Assert.Equal(entries[1], Assert.Single(Read(option, rule, (option.Key, entries[0]), (option.KeyFor(rule), entries[1]))));
        Assert.Equal(entries, Read(option, rule, (option.Key, all + ", , -, /, a b, scratch/, C:, %, %%, .")));
        Assert.True(option.Allows(all));
        Assert.False(option.Allows(all + ", a b"));
    }

    private static int Read(Int32Option option, Rule rule, params (string Key, string Value)[] set) =>
        option.Read(new AnalyzerOptions([], new Provider(set)), CSharpSyntaxTree.ParseText(""), rule);

    private static bool Read(BooleanOption option, Rule rule, params (string Key, string Value)[] set) =>
        option.Read(new AnalyzerOptions([], new Provider(set)), CSharpSyntaxTree.ParseText(""), rule);

    private static ImmutableArray<string> Read(ListOption option, Rule rule, params (string Key, string Value)[] set) =>
        option.Read(new AnalyzerOptions([], new Provider(set)), CSharpSyntaxTree.ParseText(""), rule);

    private sealed class Provider((string Key, string Value)[] set) : AnalyzerConfigOptionsProvider
    {
        public override AnalyzerConfigOptions GlobalOptions => Values.None;

        public override AnalyzerConfigOptions GetOptions(SyntaxTree tree) => new Values(set);

        public override AnalyzerConfigOptions GetOptions(AdditionalText textFile) => Values.None;
    }

    private sealed class Values((string Key, string Value)[] set) : AnalyzerConfigOptions
    {
        public static readonly Values None = new([]);

        private readonly ImmutableDictionary<string, string> _values =
            set.ToImmutableDictionary(pair => pair.Key, pair => pair.Value, KeyComparer);

        public override bool TryGetValue(string key, out string value) => _values.TryGetValue(key, out value!);
    }
}
