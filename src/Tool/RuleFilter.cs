using StreamTuning.Analyzers;

namespace StreamTuning.Tool;

/// <summary>The rules that were asked for, by id, name or area.</summary>
internal sealed class RuleFilter
{
    public static readonly RuleFilter All = new(Analyzers.Rules.All);

    private readonly HashSet<string> _ids;

    private RuleFilter(IEnumerable<Rule> rules) => _ids = [.. rules.Select(rule => rule.Id)];

    public bool Includes(string id) => _ids.Contains(id);

    /// <param name="included">What to include; everything if the option is not given.</param>
    /// <param name="excluded">What to leave out of that.</param>
    /// <exception cref="ToolException">There is no such rule or area, none is named, or none is left.</exception>
    public static RuleFilter Create(IReadOnlyCollection<string> included, IEnumerable<string> excluded)
    {
        Rule[] chosen = [.. Named("--rules", included)];
        if (included.Count > 0 && chosen.Length == 0)
        {
            // An empty variable of a script: to run and fix everything is the last thing that it asks for.
            throw new ToolException("--rules names no rule. Name one, or leave the option out to run all rules.", ExitCode.Usage);
        }

        var filter = new RuleFilter(
            (chosen.Length == 0 ? Analyzers.Rules.All : chosen.AsEnumerable()).Except(Named("--exclude-rules", excluded)));
        return filter._ids.Count > 0
            ? filter
            : throw new ToolException("No rule is left: --exclude-rules takes all that --rules names.", ExitCode.Usage);
    }

    private static IEnumerable<Rule> Named(string option, IEnumerable<string> names)
    {
        foreach (string name in names.SelectMany(
            static name => name.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)))
        {
            Rule[] rules = [.. Analyzers.Rules.All.Where(rule => IsCalled(rule, name))];
            if (rules.Length == 0)
            {
                string areas = string.Join(", ", Analyzers.Rules.All.Select(rule => rule.Area).Distinct());
                throw new ToolException($"{option}: '{name}' is neither a rule, such as STRM1001, nor an area: {areas}.", ExitCode.Usage);
            }

            foreach (Rule rule in rules)
            {
                yield return rule;
            }
        }
    }

    private static bool IsCalled(Rule rule, string name) =>
        new[] { rule.Id, rule.Name, rule.Area, rule.Descriptor.Category }.Contains(name, StringComparer.OrdinalIgnoreCase);
}
