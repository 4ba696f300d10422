namespace StreamTuning.Measuring;

public sealed class PairedRunTests
{
    private readonly List<string> _calls = [];

    [Fact]
    public async Task Each_turn_prepares_runs_and_finishes_all_ways()
    {
        Measurement[] measured = await PairedRun.MeasureAsync(warmUps: 1, turns: 5, [Way("a"), Way("b")]);

        string[] steps = ["prepare", "run", "finish"];
        Assert.All(_calls.Chunk(6), turn =>
        {
            Assert.Equal(steps.Select(step => $"{step} a"), turn.Where(call => call.EndsWith('a')));
            Assert.Equal(steps.Select(step => $"{step} b"), turn.Where(call => call.EndsWith('b')));
        });
        Assert.Equal(6 * 6, _calls.Count);
        Assert.All(measured, way => Assert.Equal(5, way.Turns));
    }

    [Fact]
    public async Task A_budget_that_is_used_up_ends_the_turns()
    {
        Measurement[] measured = await PairedRun.MeasureAsync(warmUps: 0, turns: 5, [Way("a"), Way("b")], TimeSpan.Zero);

        Assert.All(measured, way => Assert.Equal(1, way.Turns));
    }

    private Way Way(string name) => new(name, () => Add($"run {name}"), () => Add($"prepare {name}"), () => Add($"finish {name}"));

    private Task Add(string call)
    {
        _calls.Add(call);
        return Task.CompletedTask;
    }
}
