namespace StreamTuning.CoexistenceTests;

public sealed class CoexistenceTests
{
    [Fact]
    public async Task Dump()
    {
        Findings findings = await Findings.GetAsync();
        using var w = new StreamWriter("/tmp/tprecision/coexist.txt");
        foreach (Peer peer in Peer.All)
        {
            w.WriteLine($"{peer.Package} {peer.Analyzers.Length} {peer.Rules.Count()}");
        }

        foreach (Variant variant in findings.Variants.Where(variant => variant.Form is not null))
        {
            foreach (var group in findings.Added(variant).GroupBy(a => a.Id))
            {
                w.WriteLine($"ADDED {variant.Rule.Id} {variant.Form} {group.Key} {string.Join(",", group.Select(g => g.Member))}");
            }
            File.WriteAllText("/tmp/tprecision/v/" + variant.Path, variant.Text);
        }

        foreach (var rule in StreamTuning.Analyzers.Rules.All)
        {
            w.WriteLine($"LINES {rule.Id} {string.Join(" ", findings.OnLinesOf(rule))}");
        }
    }
}
