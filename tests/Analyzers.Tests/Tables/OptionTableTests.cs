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
        "stream_tuning.maximum_small_copy_buffer = 65536 (1 to 262143)",
        "stream_tuning.STRM1002.maximum_small_copy_buffer = 65536 (1 to 262143)",
        "stream_tuning.minimum_preset_length = 1048576 (0 to 2147483647)",
        "stream_tuning.STRM1003.minimum_preset_length = 1048576 (0 to 2147483647)",
    ];

    public static TheoryData<string> Names => [.. Options.All.Select(option => option.Name)];

    [Fact]
    public void Keys_defaults_and_limits_are_as_they_were_published() =>
        Assert.Equal(Golden, Options.All.SelectMany(option => option.Rules.Select(option.KeyFor).Prepend(option.Key).Select(key =>
            string.Create(CultureInfo.InvariantCulture, $"{key} = {option.DefaultValue} ({option.Minimum} to {option.Maximum})"))));

    [Fact]
    public void All_lists_every_option_of_the_table() =>
        Assert.Equal(
            typeof(Options).GetFields().Where(field => field.FieldType == typeof(Int32Option)).Select(field => (Int32Option)field.GetValue(null)!),
            Options.All);

    [Theory]
    [MemberData(nameof(Names))]
    public void Option_is_complete(string name)
    {
        Int32Option option = Options.All.Single(candidate => candidate.Name == name);
        Assert.Matches("^[a-z]+(_[a-z]+)*$", option.Name);
        Assert.False(string.IsNullOrWhiteSpace(option.Unit));
        Assert.EndsWith(".", option.Description);
        Assert.DoesNotContain('|', option.Description);
        Assert.NotEmpty(option.Rules);
        Assert.InRange(option.DefaultValue, option.Minimum, option.Maximum);
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Key_of_the_rule_goes_before_the_key_of_all_rules_and_what_is_not_allowed_counts_as_not_set(string name)
    {
        Int32Option option = Options.All.Single(candidate => candidate.Name == name);
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
    }

    private static int Read(Int32Option option, Rule rule, params (string Key, string Value)[] set) =>
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
