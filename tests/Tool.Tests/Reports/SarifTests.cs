using System.IO.Compression;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using NJsonSchema;
using NJsonSchema.Validation;
using StreamTuning.Tool.Reports;
using StreamTuning.Tool.Scanning;
using StreamTuning.Tool.Tests.Setup;
using Xunit.Abstractions;

namespace StreamTuning.Tool.Tests.Reports;

/// <summary>SARIF as OASIS specifies it and GitHub takes it.</summary>
public sealed class SarifTests(ITestOutputHelper output)
{
    [Theory]
    [InlineData(0)]
    [InlineData(3)]
    public async Task It_is_valid_by_the_schema(int findings)
    {
        JsonSchema schema = await SchemaAsync();

        Assert.Empty(schema.Validate(SarifReport.Create(SampleResult.Create(findings))).Select(static error => error.ToString()));
    }

    [Fact]
    public async Task The_schema_notices_a_wrong_level()
    {
        JsonSchema schema = await SchemaAsync();
        string wrong = SarifReport.Create(SampleResult.Create(3)).Replace("\"level\": \"note\"", "\"level\": \"suggestion\"");

        Assert.Contains(schema.Validate(wrong), static error => Flat(error).Any(static one => one.Kind == ValidationErrorKind.NotInEnumeration));
    }

    [Fact]
    public async Task Rules_have_a_precision_by_the_page_a_severity_and_the_lengths_that_GitHub_takes()
    {
        string page = await File.ReadAllTextAsync(Path.Combine(Repository.Root, "docs", "precision.md"));
        // The last two columns: how many findings of the last run are right, and how many are wrong.
        var right = Regex.Matches(page, @"^\| \[(STRM\d{4})\].*\| ([\d,]+) \| ([\d,]+) \|$", RegexOptions.Multiline)
            .Where(static row => int.Parse(row.Groups[2].Value, System.Globalization.CultureInfo.InvariantCulture) > 0)
            .Select(static row => row.Groups[1].Value)
            .ToHashSet();
        using JsonDocument log = JsonDocument.Parse(SarifReport.Create(SampleResult.Create(0)));
        JsonElement[] rules = [.. Run(log).GetProperty("tool").GetProperty("driver").GetProperty("rules").EnumerateArray()];

        Assert.NotEmpty(right);
        Assert.All(rules, rule =>
        {
            JsonElement properties = rule.GetProperty("properties");
            string id = rule.GetProperty("id").GetString()!;
            Assert.Equal($"{id} {(right.Contains(id) ? "high" : "medium")}", $"{id} {properties.GetProperty("precision").GetString()}");
            Assert.Equal(
                rule.GetProperty("defaultConfiguration").GetProperty("level").GetString(),
                properties.GetProperty("problem.severity").GetString()!.Replace("recommendation", "note"));
            Assert.InRange(properties.GetProperty("tags").GetArrayLength(), 1, 20);
            Assert.InRange(rule.GetProperty("name").GetString()!.Length, 1, 255);
            Assert.InRange(rule.GetProperty("shortDescription").GetProperty("text").GetString()!.Length, 1, 1024);
            Assert.InRange(rule.GetProperty("fullDescription").GetProperty("text").GetString()!.Length, 1, 1024);
        });
    }

    [Fact]
    public void No_more_results_than_GitHub_takes_the_worst_are_kept_and_it_says_so()
    {
        ScanResult result = SampleResult.Create(25_002);
        using JsonDocument log = JsonDocument.Parse(SarifReport.Create(result));

        JsonElement run = Run(log);
        Assert.Equal(25_000, run.GetProperty("results").GetArrayLength());
        Assert.Equal(result.Findings[0].Fingerprint, run.GetProperty("results")[0].GetProperty("partialFingerprints").GetProperty("streamTuningFinding/v1").GetString());
        Assert.Contains(
            run.GetProperty("invocations")[0].GetProperty("toolExecutionNotifications").EnumerateArray(),
            static one => one.GetProperty("message").GetProperty("text").GetString()!.StartsWith("2 findings with less effect", StringComparison.Ordinal));
    }

    [Fact]
    public void Compressed_it_is_no_larger_than_GitHub_takes()
    {
        int seed = Random.Shared.Next();
        output.WriteLine($"Seed: {seed}");
        var random = new Random(seed);
        ScanResult result = SampleResult.Create(25_000);
        result = result with { Findings = [.. result.Findings.Select(finding => finding with { Message = Noise(600), Excerpt = [Noise(501)], ExcerptLine = finding.StartLine })] };

        string log = SarifReport.Create(result);

        using var compressed = new MemoryStream();
        using (var gzip = new GZipStream(compressed, CompressionLevel.Fastest, leaveOpen: true))
        {
            gzip.Write(Encoding.UTF8.GetBytes(log));
        }

        using JsonDocument read = JsonDocument.Parse(log);
        Assert.InRange(compressed.Length, 1_000_000, 10_000_000);
        Assert.Equal(12_500, Run(read).GetProperty("results").GetArrayLength());
        Assert.DoesNotContain("\"snippet\"", log);

        string Noise(int length) => string.Create(length, random, static (span, random) =>
        {
            foreach (ref char c in span)
            {
                c = (char)('0' + random.Next(64));
            }
        });
    }

    private static JsonElement Run(JsonDocument log) => Assert.Single(log.RootElement.GetProperty("runs").EnumerateArray());

    private static IEnumerable<ValidationError> Flat(ValidationError error) => error is ChildSchemaValidationError parent
        ? parent.Errors.SelectMany(static child => child.Value).SelectMany(Flat).Prepend(error)
        : [error];

    private static async Task<JsonSchema> SchemaAsync()
    {
        using Stream schema = typeof(SarifTests).Assembly.GetManifestResourceStream("sarif-2.1.0.json")!;
        return await JsonSchema.FromJsonAsync(schema);
    }
}
