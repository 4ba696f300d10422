using System.Globalization;
using StreamTuning.Analyzers;
using StreamTuning.Analyzers.Tests.Robustness;
using Xunit.Abstractions;

namespace StreamTuning.FixBehavior.Fuzzing;

/// <summary>
/// Whatever a program looks like around what a rule reports: what a fix makes of it compiles, is not reported any more, and is the same program but for
/// what the rule names.
/// </summary>
public sealed class FuzzTests(ITestOutputHelper output)
{
    private const int DefaultPrograms = 4;

    /// <summary>How many programs of each rule; a failure names the seed of the first of them.</summary>
    private static readonly int Programs =
        int.TryParse(Environment.GetEnvironmentVariable("STREAMTUNING_FUZZ_PROGRAMS"), NumberStyles.Integer, CultureInfo.InvariantCulture, out int programs) ? programs : DefaultPrograms;

    /// <summary>The seed of the first program. Where nothing else is asked for the programs are the same each time, so that who changes something is not told of what is wrong elsewhere.</summary>
    private static readonly int First = Seed.IsGiven || Programs != DefaultPrograms ? Seed.Value : 1;

    public static TheoryData<string> Fixable => [.. Rules.All.Where(rule => rule.Fixes != RuleFixes.None).Select(rule => rule.Id)];

    [Theory]
    [InlineData("STRM1001")]
    [InlineData("STRM2001")]
    [InlineData("STRM3001")]
    [InlineData("STRM4002")]
    public Task Fixes_of_a_random_program_are_sound(string id) => RunAsync(id, Math.Min(1, Programs));

    [Theory]
    [MemberData(nameof(Fixable))]
    [Trait(Suite.Name, Suite.Slow)]
    public Task Fixes_of_random_programs_are_sound(string id) => RunAsync(id, Programs);

    private async Task RunAsync(string id, int programs)
    {
        Rule rule = Rules.All.Single(rule => rule.Id == id);
        output.WriteLine($"STREAMTUNING_SEED={First}");
        int made = 0;
        int looked = 0;
        var failures = new List<string>();
        for (int i = 0; i < programs; i++)
        {
            int seed = First + i;
            string description = "";
            try
            {
                if (await FuzzedProgram.TryCreateAsync(rule, seed) is not { } program)
                {
                    continue;
                }

                made++;
                description = program.Description + "\n" + program.Text;
                (IReadOnlyList<string> defects, int fixes) = await FixCheck.RunAsync(program.Document, id);
                looked += fixes;
                if (defects.Count > 0)
                {
                    failures.Add(Describe(string.Join("\n", defects)));
                }
            }
            catch (Exception exception)
            {
                failures.Add(Describe(exception.ToString()));
            }

            string Describe(string defects) => $"=== {id}, STREAMTUNING_SEED={seed} STREAMTUNING_FUZZ_PROGRAMS=1: {description}\n{defects}";
        }

        output.WriteLine($"{made} of {programs} programs, {looked} fixes");
        Assert.True(failures.Count == 0, string.Join("\n", failures));
        Assert.True(Programs < DefaultPrograms || made > 0, "No program was made.");
    }
}
