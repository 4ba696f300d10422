using StreamTuning.Analyzers.Tests.Tables;

namespace StreamTuning.Analyzers.Tests.Robustness;

/// <summary>No analyzer throws, hangs or overflows the stack on code that is very deep, very long or circular.</summary>
[Trait(Suite.Name, Suite.Slow)]
public sealed class ExtremeCodeTests
{
    public static TheoryData<string> Names => [.. ExtremeCode.All.Keys];

    [Theory]
    [MemberData(nameof(Names))]
    public Task No_analyzer_throws(string name) => Watchdog.RunAsync(late =>
        AnalyzerRunner.RunAsync(CanonicalSource.Compile(ExtremeCode.All[name](ExtremeCode.Most), References.All).WithOptions(CanonicalSource.OptionsWithoutFlow), cancellationToken: late));
}
