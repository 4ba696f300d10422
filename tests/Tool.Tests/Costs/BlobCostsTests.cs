using StreamTuning.Analyzers;
using StreamTuning.Measuring;
using StreamTuning.Tool.Blobs;
using StreamTuning.Tool.Costs;
using StreamTuning.Tool.Reports;
using StreamTuning.Tool.Scanning;
using StreamTuning.Tool.Tests.Reports;
using StreamTuning.Tool.Tests.Setup;

namespace StreamTuning.Tool.Tests.Costs;

/// <summary>What uploads cost in a scan, by a measurement of a container and by a model.</summary>
public sealed class BlobCostsTests
{
    private const long Bytes = 64L << 20;

    // 8 s over one connection of 8 MiB/s, and 1.7 s over several of 40 MiB/s together.
    private static readonly BlobMeasurement _measured = new(
        "https://account.example/photos", 0.02, 8 << 20, [], Bytes, 8.02, 1, 1.64, 33, new PairedRatio(4.9, 4.5, 5.2, 6));

    private static readonly StorageCosts _costs = StorageCosts.Of(null, Bytes, _measured.ToCosts());

    public static TheoryData<string, string?> RulesWithCosts => new()
    {
        { "STRM3001", "one request instead of 16 blocks at once; about 6.4 s for 64 MiB" },
        { "STRM3002", "one request instead of 16 blocks at once; about 6.4 s for 64 MiB" },
        { "STRM3003", "one request instead of 16 blocks at once; about 6.4 s for 64 MiB" },
        { "STRM3004", "one block after the other instead of 16 blocks at once; about 6.7 s for 64 MiB" },
        { "STRM3005", "one block after the other instead of 16 blocks at once; about 6.7 s for 64 MiB" },
        { "STRM3006", "one request instead of 16 blocks at once; about 6.4 s for 64 MiB" },
        { "STRM2003", null },
    };

    [Theory]
    [MemberData(nameof(RulesWithCosts))]
    public void Each_rule_about_the_time_of_an_upload_costs_what_was_measured(string id, string? cost) =>
        Assert.Equal(cost, _costs.Of(Rules.All.Single(rule => rule.Id == id), "")?.ToString());

    [Fact]
    public void Without_a_measurement_of_a_container_each_cost_is_called_that_of_a_model()
    {
        FindingCost cost = StorageCosts.Of(Measured.Share.WithTimes(), Bytes).Of(Rules.UnblockedBlobUpload, "")!;

        Assert.Equal(
            "one request instead of 16 blocks at once; about 6.4 s for 64 MiB, by the model of docs/benchmarks/blobs.md", cost.ToString());
        Assert.DoesNotContain("uploads", StorageCosts.Of(null, Bytes).Assumption);
    }

    [Fact]
    public void In_json_a_cost_by_another_model_than_the_rest_names_it()
    {
        StorageCosts onShare = StorageCosts.Of(Measured.Share.WithTimes(), Bytes);
        Finding[] findings = [.. SampleResult.Create(2).Findings];
        findings[1] = findings[1] with { Rule = Rules.UnblockedBlobUpload };

        JsonReport report = ToolRun.Read(JsonReport.Create(SampleResult.Create(0) with { Costs = onShare, Findings = onShare.Rank(findings) }));

        Assert.Equal(
            [("STRM1001", null), ("STRM3001", "by the model of docs/benchmarks/blobs.md")],
            report.Findings.Select(one => (one.Rule, one.Cost!.Model)).Order());
    }

    [Fact]
    public void A_blob_of_one_request_gains_nothing() => Assert.Equal(
        "one request, and one request is enough; nothing to gain for 64 KiB",
        StorageCosts.Of(null, 64 << 10, _measured.ToCosts()).Of(Rules.UnblockedBlobUpload, "")!.ToString());

    [Fact]
    public void A_container_without_a_gain_is_called_so()
    {
        BlobMeasurement near = _measured with { LatencySeconds = 0.001, OneConnection = 200 << 20, Plain = 0.3, Blocks = 0.4 };

        Assert.EndsWith(
            "nothing to gain for 64 MiB", StorageCosts.Of(null, Bytes, near.ToCosts()).Of(Rules.UnblockedBlobUpload, "")!.ToString());
    }

    [Fact]
    public void Uploads_and_copies_are_ranked_together()
    {
        Finding[] findings = [.. SampleResult.Create(2).Findings];
        findings[1] = findings[1] with { Rule = Rules.UnblockedBlobUpload };
        StorageCosts onDisk = StorageCosts.Of(Measured.Disk.WithTimes(), Bytes, _measured.ToCosts());

        Assert.Equal([Rules.UnblockedBlobUpload, Rules.CopyIntoFileWithDefaultBuffer], onDisk.Rank(findings).Select(one => one.Rule));
        Assert.EndsWith("Those of uploads are as measured in https://account.example/photos.", onDisk.Assumption);
    }

    [Fact]
    public async Task Results_of_a_directory_and_of_a_container_are_read_together_in_any_order()
    {
        using var folder = new ScratchFolder();
        folder.Add("share.json", Measured.Share.WithTimes().ToJson()).Add("blobs.json", JsonReport.Serialize(_measured));

        MeasuredFiles read = await MeasuredFiles.ReadAsync([folder.PathOf("blobs.json"), folder.PathOf("share.json")], default);

        Assert.Equal((Measured.Share.Directory, _measured.ToCosts()), (read.Storage!.Directory, read.Blobs!.ToCosts()));
    }

    [Theory]
    [InlineData("--measured a.json --measured b.json", "give one result of a directory and one of a container at most")]
    [InlineData("--measured old.json", "It has version 7")]
    [InlineData("--measured empty.json", "Its times are missing")]
    [InlineData("--measured missing.json", "cannot be read")]
    public async Task A_file_that_cannot_be_taken_is_refused(string arguments, string said)
    {
        using var folder = new ScratchFolder();
        folder.AddProject("App.csproj")
            .Add("a.json", JsonReport.Serialize(_measured))
            .Add("b.json", JsonReport.Serialize(_measured))
            .Add("old.json", JsonReport.Serialize(_measured with { Version = 7 }))
            .Add("empty.json", """{ "container": "https://account.example/photos" }""");

        ToolRun run = await ToolRun.RunAsync(folder.Root, ["scan", .. arguments.Split(' ')]);

        Assert.Equal(2, run.ExitCode);
        Assert.Contains(said, run.Error);
    }
}
