namespace StreamTuning.Mutation;

public class SampleTests
{
    private static readonly string _root = typeof(SampleTests).Assembly.GetCustomAttributes(inherit: false)
        .OfType<System.Reflection.AssemblyMetadataAttribute>().First(data => data.Key == "RepositoryRoot").Value!;

    [Fact]
    public void A_seed_draws_the_same_sample_again_and_never_too_many_of_a_file()
    {
        List<Mutant> first = Sample.Draw(_root, ["Tool"], seed: 1, count: 30, perFile: 2);
        List<Mutant> again = Sample.Draw(_root, ["Tool"], seed: 1, count: 30, perFile: 2);
        List<Mutant> other = Sample.Draw(_root, ["Tool"], seed: 2, count: 30, perFile: 2);

        Assert.Equal(first, again);
        Assert.NotEqual(first, other);
        Assert.Equal(30, first.Count);
        Assert.All(first.GroupBy(mutant => mutant.File), file => Assert.InRange(file.Count(), 1, 2));
    }

    [Fact]
    public void A_smaller_sample_is_the_beginning_of_a_larger_one() =>
        Assert.Equal(Sample.Draw(_root, ["Tool"], 1, 30, 2).Take(10), Sample.Draw(_root, ["Tool"], 1, 10, 2));
}
