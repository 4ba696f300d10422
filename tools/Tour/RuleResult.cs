namespace StreamTuning.Tour;

/// <summary>The findings of one rule before and after the fix.</summary>
/// <param name="Rule">The id of the rule.</param>
/// <param name="Severity">The severity by its name in .editorconfig.</param>
/// <param name="Page">The page of the rule.</param>
/// <param name="Found">How many there were before the fix.</param>
/// <param name="Left">How many there are after it.</param>
internal sealed record RuleResult(string Rule, string Severity, RulePage Page, int Found, int Left)
{
    /// <summary>How many are left, in words.</summary>
    public string Outcome => Left == 0 ? "none left" : $"{Left} left to you";

    /// <summary>Compares the findings of our rules before and after the fix.</summary>
    /// <returns>The results by rule.</returns>
    /// <exception cref="TourException">Something is left that should have been fixed.</exception>
    public static IReadOnlyList<RuleResult> Compare(IReadOnlyList<Finding> found, IReadOnlyList<Finding> left, string repository)
    {
        RuleResult[] results =
        [
            .. found.Concat(left).Where(finding => finding.IsOurs).GroupBy(finding => finding.Rule).OrderBy(findings => findings.Key, StringComparer.Ordinal)
                .Select(findings => new RuleResult(
                    findings.Key,
                    findings.First().Severity,
                    RulePage.Read(repository, findings.Key),
                    found.Count(finding => finding.Rule == findings.Key),
                    left.Count(finding => finding.Rule == findings.Key))),
        ];
        string[] missed = [.. left.Where(finding => !finding.IsOurs).Select(finding => finding.Rule), .. results.Where(result => result.Left > 0 && result.Page.HasFixAll).Select(result => result.Rule)];
        return missed.Length == 0
            ? results
            : throw new TourException($"{string.Join(", ", missed.Distinct())}: something is left after the fix that has one, or that was not there before.");
    }
}
