using System.Text.Json;
using System.Text.RegularExpressions;
using StreamTuning.Analyzers;
using StreamTuning.Tool.Reports;
using StreamTuning.Tool.Scanning;
using StreamTuning.Tool.Tests.Setup;

namespace StreamTuning.Tool.Tests.Reports;

/// <summary>Every form of report: complete, well-formed, and with what comes from sources escaped.</summary>
public sealed partial class ReportTests
{
    [Fact]
    public void Sarif_has_what_code_scanning_needs()
    {
        ScanResult result = SampleResult.Create(3);
        using JsonDocument log = JsonDocument.Parse(SarifReport.Create(result));

        Assert.Equal("2.1.0", log.RootElement.GetProperty("version").GetString());
        Assert.Equal("https://json.schemastore.org/sarif-2.1.0.json", log.RootElement.GetProperty("$schema").GetString());
        JsonElement run = Assert.Single(log.RootElement.GetProperty("runs").EnumerateArray());
        JsonElement driver = run.GetProperty("tool").GetProperty("driver");
        Assert.Equal("StreamTuning", driver.GetProperty("name").GetString());
        JsonElement[] rules = [.. driver.GetProperty("rules").EnumerateArray()];
        Assert.Equal(Rules.All.Select(rule => rule.Id), rules.Select(rule => rule.GetProperty("id").GetString()));
        Assert.All(rules, static rule =>
        {
            Assert.NotEmpty(rule.GetProperty("shortDescription").GetProperty("text").GetString()!);
            Assert.NotEmpty(rule.GetProperty("fullDescription").GetProperty("text").GetString()!);
            Assert.NotEmpty(rule.GetProperty("help").GetProperty("text").GetString()!);
            Assert.StartsWith(Rule.HelpLinkBase, rule.GetProperty("helpUri").GetString());
            Assert.Contains(rule.GetProperty("defaultConfiguration").GetProperty("level").GetString(), new[] { "error", "warning", "note" });
        });
        Uri root = new(run.GetProperty("originalUriBaseIds").GetProperty("%SRCROOT%").GetProperty("uri").GetString()!);
        Assert.EndsWith("/", root.AbsoluteUri);
        JsonElement[] results = [.. run.GetProperty("results").EnumerateArray()];
        Assert.Equal(["warning", "note", "warning"], results.Select(one => one.GetProperty("level").GetString()));
        foreach ((JsonElement one, Finding finding) in results.Zip(result.Findings))
        {
            Assert.Equal(finding.Rule.Id, one.GetProperty("ruleId").GetString());
            Assert.Equal(finding.Rule.Id, rules[one.GetProperty("ruleIndex").GetInt32()].GetProperty("id").GetString());
            Assert.Equal(SampleResult.Hostile, one.GetProperty("message").GetProperty("text").GetString());
            JsonElement place = Assert.Single(one.GetProperty("locations").EnumerateArray()).GetProperty("physicalLocation");
            Assert.Equal("%SRCROOT%", place.GetProperty("artifactLocation").GetProperty("uriBaseId").GetString());
            Assert.Equal(finding.Path, new Uri(root, place.GetProperty("artifactLocation").GetProperty("uri").GetString()).LocalPath);
            JsonElement region = place.GetProperty("region");
            Assert.Equal((10, 5, 10, 9), (region.GetProperty("startLine").GetInt32(), region.GetProperty("startColumn").GetInt32(), region.GetProperty("endLine").GetInt32(), region.GetProperty("endColumn").GetInt32()));
            Assert.Equal(finding.Fingerprint, one.GetProperty("partialFingerprints").GetProperty("streamTuningFinding/v1").GetString());
        }

        JsonElement invocation = Assert.Single(run.GetProperty("invocations").EnumerateArray());
        Assert.False(invocation.GetProperty("executionSuccessful").GetBoolean());
        Assert.Equal(
            ["warning", "error", "note", "error"],
            invocation.GetProperty("toolExecutionNotifications").EnumerateArray().Select(static notification => notification.GetProperty("level").GetString()));
    }

    [Fact]
    public void Json_is_read_back_as_it_was_written()
    {
        string written = JsonReport.Create(SampleResult.Create(3));

        JsonReport read = JsonSerializer.Deserialize<JsonReport>(written, JsonReport.Options)!;

        Assert.Equal(written, JsonReport.Serialize(read));
        Assert.Equal((1, 3, 2, 1), (read.Version, read.Summary.Findings, read.Summary.Warnings, read.Summary.Suggestions));
        Assert.Equal(SampleResult.Hostile, read.Findings[0].Message);
    }

    [Fact]
    public async Task The_page_of_the_command_documents_every_key_of_the_json()
    {
        string page = await File.ReadAllTextAsync(Path.Combine(Repository.Root, "docs", "scan.md"));
        using JsonDocument report = JsonDocument.Parse(JsonReport.Create(SampleResult.Create(1)));

        Assert.All(Keys(report.RootElement).Distinct(), key => Assert.Contains($"`{key}`", page));
    }

    [Fact]
    public void Html_escapes_names_and_sources_and_loads_nothing()
    {
        string page = HtmlReport.Create(SampleResult.Create(3));

        // Ours is the only script.
        Assert.Single(Script().Matches(page));
        Assert.DoesNotContain("<b> 0.cs", page);
        Assert.Contains("&lt;script&gt;alert(&#39;1 &amp; 2&#39;)&lt;/script&gt;", page);
        Assert.Contains("<mark>&lt;/sc</mark>ript&gt;", page);
        Assert.DoesNotMatch(@"(?i)\b(?:src|srcset|@import|url\()\s*=?\s*[""']?http", page);
        Assert.DoesNotContain("<link", page);
        Assert.Contains("prefers-color-scheme: dark", page);
        Assert.Contains(Rules.CopyIntoFileWithDefaultBuffer.Effect, page);
        Assert.Contains("could not be loaded as it should", page);
    }

    [Fact]
    public void Html_holds_thousands_of_findings_each_once()
    {
        string page = HtmlReport.Create(SampleResult.Create(3000));

        Assert.Equal(3000, Regex.Count(page, "<article "));
        Assert.Equal(Regex.Count(page, "<article "), Regex.Count(page, "</article>"));
        Assert.Equal(2, Regex.Count(page, "<section "));
        Assert.InRange(page.Length, 1, 5_000_000);
    }

    [Fact]
    public void Markdown_fits_into_a_comment_and_its_cells_hold()
    {
        string text = MarkdownReport.Create(SampleResult.Create(3000));

        Assert.InRange(text.Length, 1, 65_536);
        Assert.Contains("and 2,900 more places", text, StringComparison.OrdinalIgnoreCase);
        Assert.DoesNotContain("<script", text);
        string[] rows = [.. text.Split('\n').Where(static line => line.StartsWith("| App", StringComparison.Ordinal))];
        Assert.Equal(100, rows.Length);
        Assert.All(rows, static row => Assert.Equal(6, Regex.Count(row, @"(?<!\\)\|")));
    }

    [Fact]
    public void The_table_has_the_rules_and_then_the_places_whole()
    {
        using var output = new StringWriter();
        TableReport.Write(SampleResult.Create(120), ToolConsole.Ansi(output, isTerminal: false), Verbosity.Normal);
        string text = output.ToString();

        Assert.Matches(@"\| STRM1001 \| warning\s+\| +60 \| --fix", text);
        Assert.Contains(Rules.CopyIntoFileWithDefaultBuffer.Descriptor.HelpLinkUri, text);
        Assert.Contains($"App/<b> 0.cs(10,5): warning STRM1001: {SampleResult.Hostile}", text);
        Assert.Contains("and 20 more places: --verbosity detailed", text);
        Assert.DoesNotContain('\u001b', text);
    }

    [Fact]
    public void Nothing_found_is_a_report_too()
    {
        ScanResult nothing = SampleResult.Create(0) with { Projects = [], Failures = [], Fixed = null };

        Assert.Contains("No findings. 0 projects scanned", MarkdownReport.Create(nothing));
        Assert.Contains("No findings.", HtmlReport.Create(nothing));
        Assert.Contains("\"results\": []", SarifReport.Create(nothing));
    }

    private static IEnumerable<string> Keys(JsonElement element) => element.ValueKind switch
    {
        JsonValueKind.Object => element.EnumerateObject().SelectMany(static property => Keys(property.Value).Prepend(property.Name)),
        JsonValueKind.Array => element.EnumerateArray().SelectMany(Keys),
        _ => [],
    };

    [GeneratedRegex("<script", RegexOptions.IgnoreCase)]
    private static partial Regex Script();
}
