using System.Globalization;
using System.Text;
using StreamTuning.Measuring;
using StreamTuning.Tool.Scanning;

namespace StreamTuning.Tool.Reports;

/// <summary>The report for a comment on a pull request or the summary of a job.</summary>
internal static class MarkdownReport
{
    /// <summary>GitHub takes comments of at most 65,536 characters.</summary>
    private const int ListedPlaces = 100;

    public static string Create(ScanResult result)
    {
        var text = new StringBuilder();
        text.Append("## StreamTuning scan\n\n").Append(Escape(result.Summary)).Append('\n');
        foreach (ProjectResult project in result.Projects.Where(
            static project => project.State is ProjectState.Failed or ProjectState.Incomplete))
        {
            string what = project.State == ProjectState.Failed ? "could not be loaded as it should"
                : project.CompileErrors > 0 ? $"has {Text.Count(project.CompileErrors, "compile error")}"
                : "was not scanned as a whole";
            string message = Escape(string.Join(" ", project.Messages.Take(1)));
            text.Append(CultureInfo.InvariantCulture, $"\n> **{Escape(project.Path)}** {what}, so findings may be missing. {message}\n");
        }

        foreach (string failure in result.Failures)
        {
            text.Append(CultureInfo.InvariantCulture, $"\n> {Escape(failure)}\n");
        }

        if (result.Fixed is { Count: > 0 } fixedRules)
        {
            text.Append(CultureInfo.InvariantCulture, $"\n{(result.Left is not null ? "Would be fixed" : "Fixed")}: ");
            text.AppendJoin(", ", fixedRules.Select(static rule => $"{rule.Rule.Id} {rule.Count}")).Append(".\n");
        }

        if (result.Repositories is { } repositories)
        {
            text.Append(CultureInfo.InvariantCulture, $"\n| {string.Join(" | ", RepositoryResult.Head)} |\n");
            text.Append("| --- | ---: | ---: | ---: | ---: |\n");
            foreach (RepositoryResult repository in repositories)
            {
                text.Append(CultureInfo.InvariantCulture, $"| {string.Join(" | ", repository.Row(result.Root).Select(Escape))} |\n");
            }
        }

        if (result.Findings.Count == 0)
        {
            return text.ToString();
        }

        text.Append("\n| Rule | Severity | Found | Fix | Title | Measured effect of the fix |\n| --- | --- | ---: | --- | --- | --- |\n");
        foreach (RuleFindings rule in result.ByRule)
        {
            text.Append(
                CultureInfo.InvariantCulture,
                $"| [{rule.Rule.Id}]({rule.Rule.Descriptor.HelpLinkUri}) | {Finding.Word(rule.Severity)} | {rule.Findings.Count} "
                + $"| {rule.Fix} | {Escape(rule.Rule.Descriptor.Title.ToString(CultureInfo.InvariantCulture))} "
                + $"| {Escape(rule.Rule.Effect)} |\n");
        }

        if (result.Costs is { } costs)
        {
            string verdict = costs.Measured is { } measured ? Advice.Of(measured).Verdict + " " : "";
            text.Append(CultureInfo.InvariantCulture, $"\n{Escape(verdict + costs.Assumption)}\n");
        }

        text.Append("\n<details><summary>The places, the worst first</summary>\n\n");
        text.Append("| Place | Rule | Severity | Cost | Message |\n| --- | --- | --- | --- | --- |\n");
        foreach (Finding finding in result.Findings.Take(ListedPlaces))
        {
            text.Append(
                CultureInfo.InvariantCulture,
                $"| {Escape(finding.File)}:{finding.StartLine} | {finding.Rule.Id} | {finding.SeverityWord} | {finding.Cost} "
                + $"| {Escape(finding.Message)} |\n");
        }

        text.Append('\n');
        if (result.Findings.Count > ListedPlaces)
        {
            text.Append(CultureInfo.InvariantCulture, $"And {Text.Count(result.Findings.Count - ListedPlaces, "more place")}.\n\n");
        }

        return text.Append("</details>\n").ToString();
    }

    /// <summary>Plain text in a cell of a table.</summary>
    private static string Escape(string text)
    {
        var escaped = new StringBuilder(text.Length);
        foreach (char c in text)
        {
            if (c is '\r' or '\n')
            {
                escaped.Append(' ');
            }
            else if (c is '<')
            {
                escaped.Append("&lt;");
            }
            else
            {
                escaped.Append(c is '\\' or '|' or '`' or '*' or '_' or '[' or ']' or '~' ? "\\" : "").Append(c);
            }
        }

        return escaped.ToString();
    }
}
