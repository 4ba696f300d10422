using Microsoft.CodeAnalysis;
using StreamTuning.Analyzers;
using StreamTuning.Measuring;
using StreamTuning.Tool.Costs;
using StreamTuning.Tool.Reports;
using StreamTuning.Tool.Scanning;
using StreamTuning.Tool.Tests.Reports;
using StreamTuning.Tool.Tests.Setup;

namespace StreamTuning.Tool.Tests.Costs;

/// <summary>What findings cost, and that every form of report says so.</summary>
public sealed class StorageCostsTests
{
    private const string Cost = "128 requests instead of 17; 3.9 s for 16 MiB";

    private static readonly StorageMeasurement _share = Measured.Share.WithTimes();
    private static readonly StorageMeasurement _disk = Measured.Disk.WithTimes();

    [Fact]
    public void A_default_copy_costs_what_was_measured()
    {
        FindingCost cost = StorageCosts.Of(_share, Measured.Bytes).Of(Rules.CopyIntoFileWithDefaultBuffer, "")!;

        Assert.Equal((128, 17, true, Cost), (cost.Requests, cost.Instead, cost.IsMeasured, cost.ToString()));
    }

    [Fact]
    public void Other_sizes_are_predicted_and_say_so()
    {
        FindingCost cost = StorageCosts.Of(_share, 64 << 20).Of(Rules.CopyIntoFileWithDefaultBuffer, "")!;

        Assert.Equal((512, 65, false), (cost.Requests, cost.Instead, cost.IsMeasured));
        Assert.EndsWith("; about 15.5 s for 64 MiB", cost.ToString());
    }

    [Fact]
    public void A_buffer_is_read_from_the_message_as_the_rule_writes_it()
    {
        string message = string.Format(Rules.CopyBufferTooSmall.Descriptor.MessageFormat.ToString(), "CopyTo", 32768, "1 MiB");

        Assert.Equal(512, StorageCosts.Of(_share, Measured.Bytes).Of(Rules.CopyBufferTooSmall, message)!.Requests);
    }

    [Fact]
    public void On_a_disk_there_is_nothing_to_gain()
    {
        FindingCost cost = StorageCosts.Of(_disk, Measured.Bytes).Of(Rules.CopyIntoFileWithDefaultBuffer, "")!;

        Assert.Equal(0, cost.Saved);
        Assert.Equal("128 requests instead of 17; nothing to gain for 16 MiB", cost.ToString());
    }

    [Fact]
    public void Without_a_measurement_costs_are_those_of_the_model_which_is_called_one()
    {
        StorageCosts costs = StorageCosts.Of(null, Measured.Bytes);

        Assert.Contains("by a model of a share of Azure Files (docs/benchmarks/fit.md), not measured", costs.Assumption);
        Assert.Equal("128 requests instead of 17; about 3.9 s for 16 MiB", costs.Of(Rules.CopyIntoFileWithDefaultBuffer, "")!.ToString());
    }

    [Fact]
    public void Rules_that_are_not_about_writes_cost_nothing_that_could_be_told() =>
        Assert.Null(StorageCosts.Of(_share, Measured.Bytes).Of(Rules.FileNotOpenedForAsync, ""));

    [Fact]
    public void The_most_expensive_places_come_first_and_the_others_keep_their_order()
    {
        Finding[] findings = [.. SampleResult.Create(4).Findings.Reverse()];

        IReadOnlyList<Finding> ranked = StorageCosts.Of(_share, Measured.Bytes).Rank(findings);

        Assert.Equal([findings[1], findings[3], findings[0], findings[2]], ranked.Select(finding => finding with { Cost = null }));
    }

    [Fact]
    public void Every_report_has_the_costs_and_where_they_are_from()
    {
        ScanResult result = Ranked(_share, 2);
        string table = TableOf(result);

        Assert.Contains("16 MiB: 4.3 s by CopyToAsync, 390 ms possible", table);
        Assert.Contains($"({Cost})", table);
        Assert.Contains("streamtuning scan --fix --dry-run", table);
        Assert.All(
            [table, MarkdownReport.Create(result), HtmlReport.Create(result)],
            report => Assert.Contains("Costs are those of one copy of 16 MiB, as measured in /mnt/", report));
        Assert.Contains($"| {Cost} |", MarkdownReport.Create(result));
        Assert.Contains($"<b>{Cost}</b>", HtmlReport.Create(result));
        Assert.Contains("\"requestsInstead\": 17", JsonReport.Create(result));
        string sarif = SarifReport.Create(result);
        Assert.Contains("\"rank\": 100", sarif);
        Assert.Contains($"\"cost\": \"{Cost}\"", sarif);
    }

    [Fact]
    public void What_was_measured_is_told_on_one_screen()
    {
        string[] lines = TableOf(Ranked(_share, 120)).TrimEnd().Split('\n');

        // A place may take two lines of a terminal.
        Assert.InRange(lines.Length, 10, 20);
        Assert.StartsWith("16 MiB: ", lines[0]);
        Assert.Equal(10, lines.Count(line => line.Contains($"({Cost})", StringComparison.Ordinal)));
        Assert.Equal("and 110 more places: --verbosity detailed or --output report.html shows them all.", lines[^3].Trim());
        Assert.StartsWith("Next: ", lines[^1]);
    }

    [Fact]
    public void A_disk_is_said_to_have_nothing_to_gain_and_no_fix_is_urged()
    {
        string table = TableOf(Ranked(_disk, 2));

        Assert.StartsWith("Nothing to gain here.", table);
        Assert.DoesNotContain("--dry-run", table);
    }

    /// <summary>So many findings, ranked by what was measured.</summary>
    private static ScanResult Ranked(StorageMeasurement measured, int findings)
    {
        StorageCosts costs = StorageCosts.Of(measured, Measured.Bytes);
        ScanResult sample = SampleResult.Create(findings);
        return sample with { Costs = costs, Findings = costs.Rank(sample.Findings), Fixed = null };
    }

    private static string TableOf(ScanResult result)
    {
        using var terminal = new StringWriter();
        TableReport.Write(result, ToolConsole.Ansi(terminal, isTerminal: false), Verbosity.Normal);
        return terminal.ToString();
    }
}
