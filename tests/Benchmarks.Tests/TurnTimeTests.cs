namespace StreamTuning.Benchmarks;

public sealed class TurnTimeTests
{
    [Fact]
    public void The_time_of_a_turn_is_so_much_for_a_file_and_so_much_for_each_byte()
    {
        var turn = new TurnTime();
        Assert.Equal(TimeSpan.Zero, turn.Expect(100));

        turn.Add(10, TimeSpan.FromSeconds(5));
        Assert.Equal(TimeSpan.Zero, turn.Expect(100));

        turn.Add(20, TimeSpan.FromSeconds(6));
        Assert.Equal(TimeSpan.FromSeconds(14), turn.Expect(100));
    }
}
