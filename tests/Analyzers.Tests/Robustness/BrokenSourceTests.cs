using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CSharp;
using StreamTuning.Analyzers.Tests.Tables;
using Xunit.Abstractions;

namespace StreamTuning.Analyzers.Tests.Robustness;

/// <summary>No analyzer throws or hangs on code that is broken in one place.</summary>
public sealed class BrokenSourceTests(ITestOutputHelper output)
{
    /// <summary>For each kind of damage.</summary>
    private const int Sample = 150;

    [Theory]
    [MemberData(nameof(BrokenSources.Damages), MemberType = typeof(BrokenSources))]
    [Trait(Suite.Name, Suite.Slow)]
    public Task No_analyzer_throws(Damage damage) => RunAsync(damage, Sample);

    [Theory]
    [MemberData(nameof(BrokenSources.Damages), MemberType = typeof(BrokenSources))]
    public Task No_analyzer_throws_in_a_few(Damage damage) => RunAsync(damage, Sample / 25);

    private async Task RunAsync(Damage damage, int count)
    {
        CSharpCompilation compilation = CanonicalSource.Compile("", References.All);
        compilation = compilation.WithOptions(CanonicalSource.OptionsWithoutFlow);
        foreach (BrokenSource broken in BrokenSources.Sample(damage, count, output))
        {
            SyntaxTree tree = CanonicalSource.Parse(broken.Text, "Source.cs");
            Exception? exception = await Record.ExceptionAsync(() => Watchdog.RunAsync(
                late => AnalyzerRunner.RunAsync(compilation.ReplaceSyntaxTree(compilation.SyntaxTrees[0], tree), concurrent: false, CanonicalSource.AllSettings, late)));
            Assert.True(exception is null, BrokenSources.Describe(broken, exception));
        }
    }
}

/// <summary>No fix throws, hangs or breaks the syntax of code that is broken in one place, when it is asked for one of the places that are still reported.</summary>
[Trait(Suite.Name, Suite.Slow)]
public sealed class BrokenSourceFixTests(ITestOutputHelper output)
{
    /// <summary>For each kind of damage.</summary>
    private const int Sample = 20;

    [Theory]
    [MemberData(nameof(BrokenSources.Damages), MemberType = typeof(BrokenSources))]
    public async Task What_a_fix_makes_parses_as_before(Damage damage)
    {
        var random = new Random(Seed.Value);
        foreach (BrokenSource broken in BrokenSources.Sample(damage, Sample, output))
        {
            int choice = random.Next();
            Exception? exception = await Record.ExceptionAsync(() => Watchdog.RunAsync(late => FixOneAsync(broken.Text, choice, late)));
            Assert.True(exception is null, BrokenSources.Describe(broken, exception));
        }
    }

    private static async Task FixOneAsync(string source, int choice, CancellationToken cancellationToken)
    {
        Document document = await FixRunner.DocumentAsync(source);
        Diagnostic[] fixable = [.. (await FixRunner.DiagnosticsAsync(document, cancellationToken)).Where(diagnostic => FixRunner.FixOf(diagnostic.Id) is not null)];
        if (fixable.Length > 0)
        {
            string[] before = SyntaxErrors(source);
            foreach (CodeAction action in await FixRunner.OfferedAsync(document, fixable[choice % fixable.Length], cancellationToken))
            {
                string after = await FixRunner.ApplyAsync(action, cancellationToken);

                // What doesn't compile around the change may only be seen when the fix is opened. It changes nothing then.
                Assert.Equal(before, SyntaxErrors(after));
            }
        }
    }

    private static string[] SyntaxErrors(string source) =>
        [.. CanonicalSource.Parse(source, "Source.cs").GetDiagnostics().Select(diagnostic => diagnostic.Id).Order(StringComparer.Ordinal)];
}

/// <summary>The canonical and our own sources, broken.</summary>
internal static class BrokenSources
{
    private static readonly Lazy<SyntaxTree[]> Canonical = new(() => [.. Rules.All.Select(CanonicalSource.Of).Select(source => CanonicalSource.Parse(source.Text, source.Path))]);

    private static readonly Lazy<SyntaxTree[]> Own = new(() => [.. OwnSources.Parse()]);

    public static TheoryData<Damage> Damages => [.. Enum.GetValues<Damage>()];

    /// <summary>Three of four are canonical, where there is more to look at.</summary>
    public static IEnumerable<BrokenSource> Sample(Damage damage, int count, ITestOutputHelper output)
    {
        count *= Seed.Factor;
        output.WriteLine($"{count} sources, STREAMTUNING_SEED={Seed.Value}");
        var random = new Random(Seed.Value);
        for (int i = 0; i < count; i++)
        {
            yield return BrokenSource.Create(damage, i % 4 < 3 ? Canonical.Value : Own.Value, random);
        }
    }

    public static string Describe(BrokenSource broken, Exception? exception) => $"{broken.Description}, STREAMTUNING_SEED={Seed.Value}: {exception}\nin\n{broken.Text}";
}
