namespace StreamTuning.Analyzers.Tests.Tables;

/// <summary>Theory data: the id of every rule.</summary>
public sealed class RuleIds : TheoryData<string>
{
    public RuleIds()
    {
        foreach (Rule rule in Rules.All)
        {
            Add(rule.Id);
        }
    }

    internal static Rule Find(string id) => Rules.All.Single(rule => rule.Id == id);
}
