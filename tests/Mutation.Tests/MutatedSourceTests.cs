namespace StreamTuning.Mutation;

public class MutatedSourceTests
{
    private const string Source = "class C { bool M() => a == 1 && b; }";

    [Fact]
    public void A_mutant_inside_another_is_written_into_the_original_of_that()
    {
        var source = new MutatedSource(Source, Mutants());

        Assert.Equal(
            "class C { bool M() => (global::MutantSwitch.Is(1) ? (a == 1 || b) : ((global::MutantSwitch.Is(2) ? (a != 1) : (a == 1)) && b)); }",
            source.ToString().Replace("(a == 1) ||", "a == 1 ||", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("a != 1", 2)]
    [InlineData("&& b", 1)]
    public void An_error_of_the_compiler_is_blamed_on_the_innermost_mutant(string at, int expected)
    {
        var source = new MutatedSource(Source, Mutants());
        int column = source.ToString().IndexOf(at, StringComparison.Ordinal) + 1;

        Assert.Equal([expected], source.At(line: 1, column).Select(mutant => mutant.Id));
    }

    [Fact]
    public void An_error_outside_of_all_is_blamed_on_each_mutant_of_the_file() =>
        Assert.Equal([1, 2], new MutatedSource(Source, Mutants()).At(line: 1, column: 1).Select(mutant => mutant.Id).Order());

    private static Mutant[] Mutants() =>
    [
        .. Operators.In(Sample.Parse(Source)).Where(change => change.Operator is "logical" or "equality")
            .Select((change, i) => new Mutant(i + 1, "P", "C.cs", 1, "", "", change)),
    ];
}
