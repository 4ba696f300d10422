using StreamTuning.BlobService.Faults;
using StreamTuning.BlobService.Http;

namespace StreamTuning.BlobService;

/// <summary>How often something goes wrong. The seeds are constant: these are not chances of the test.</summary>
public sealed class FaultPlanTests
{
    private const int Requests = 10_000;

    [Theory]
    [InlineData(0.01)]
    [InlineData(0.2)]
    [InlineData(0.5)]
    public void A_probability_is_that_share_of_the_requests(double probability)
    {
        var plan = new FaultPlan(seed: 3, [new FaultRule(Fault.Cut) { Probability = probability }]);
        AssertShare(probability, Enumerable.Range(0, Requests).Count(i => plan.Decide(Request(i, 1)).Fault is not null));
    }

    [Theory]
    [InlineData(0.2, 1)]
    [InlineData(0.2, 8)]
    [InlineData(0.05, 32)]
    public void A_cut_per_MiB_is_survived_with_that_probability_by_each(double probability, int mebibytes)
    {
        var plan = new FaultPlan(seed: 3, [new FaultRule(Fault.CutPerMiB(probability))]);
        RequestFaults[] cut = [.. Enumerable.Range(0, Requests).Select(i => plan.Decide(Request(i, mebibytes * Content.MiB))).Where(faults => faults.Fault is not null)];
        AssertShare(1 - Math.Pow(1 - probability, mebibytes), cut.Length);
        Assert.All(cut, faults => Assert.InRange(faults.CutAt!.Value, 0, (mebibytes * Content.MiB) - 1));

        // Within the first MiB, too.
        AssertShare(probability, cut.Count(faults => faults.CutAt < Content.MiB));
    }

    [Fact]
    public void Certain_and_impossible_cuts_are_that()
    {
        var plan = new FaultPlan(seed: 3, [new FaultRule(Fault.CutPerMiB(0))]);
        Assert.Null(plan.Decide(Request(0, Content.MiB)).Fault);
        plan = new FaultPlan(seed: 3, [new FaultRule(Fault.CutPerMiB(1))]);
        Assert.Equal(0, plan.Decide(Request(0, 1)).CutAt);
    }

    [Fact]
    public void Another_attempt_is_another_chance()
    {
        var plan = new FaultPlan(seed: 3, [new FaultRule(Fault.Cut) { Probability = 0.5 }]);
        bool[] hit = [.. Enumerable.Range(0, 64).Select(_ => plan.Decide(Request(0, 1)).Fault is not null)];
        Assert.Contains(true, hit);
        Assert.Contains(false, hit);
        plan = new FaultPlan(seed: 3, [new FaultRule(Fault.Cut) { Probability = 0.5 }]);
        Assert.Equal(hit, Enumerable.Range(0, 64).Select(_ => plan.Decide(Request(0, 1)).Fault is not null));
    }

    [Fact]
    public void A_key_says_which_requests_are_the_same()
    {
        bool[] first = Hits(nonce: 100);
        Assert.Equal(first, Hits(nonce: 200));
        Assert.Contains(true, first);
        Assert.Contains(false, first);

        static bool[] Hits(int nonce)
        {
            var plan = new FaultPlan(seed: 3, [new FaultRule(Fault.Cut) { Probability = 0.5, Key = request => request.Query("i")! }]);
            return [.. Enumerable.Range(0, 64).Select(i => plan.Decide(Request($"/b?nonce={nonce + i}&i={i}", 1)).Fault is not null)];
        }
    }

    // Within four standard deviations.
    private static void AssertShare(double share, int count) =>
        Assert.InRange((count - (Requests * share)) / Math.Sqrt(Requests * share * (1 - share)), -4, 4);

    private static ProxyRequest Request(int i, int length) => Request($"/blob?comp=block&blockid={i}", length);

    private static ProxyRequest Request(string target, int length) => new(new MessageHead($"PUT {target} HTTP/1.1"), length, number: 1, connection: 1);
}
