using System.Globalization;
using System.Net;
using System.Text;
using Microsoft.CodeAnalysis;
using StreamTuning.Measuring;
using StreamTuning.Tool.Scanning;

namespace StreamTuning.Tool.Reports;

/// <summary>The report as one page that needs nothing else: no network, no framework.</summary>
internal static class HtmlReport
{
    public static string Create(ScanResult result)
    {
        var page = new StringBuilder();
        string name = Path.GetFileName(Path.TrimEndingDirectorySeparator(result.Target));
        page.Append(
            $"""
            {HtmlPage.Begin($"StreamTuning scan of {name}", runsScript: true)}
            <p>{Escape(result.Summary)}</p>
            <p class="note">StreamTuning {Escape(ToolAssembly.Version)}. Paths are relative to <code>{Escape(result.Root)}</code>.</p>
            </header>
            <main>

            """);
        AppendNotes(page, result);
        AppendTiles(page, result);
        if (result.Costs is { } costs)
        {
            Advice? advice = costs.Measured is { } measured ? Advice.Of(measured) : null;
            string verdict = advice is null ? "" : $"{advice.Verdict} {advice.Reason} ";
            page.Append(CultureInfo.InvariantCulture, $"<p>{Escape(verdict)}{Escape(costs.Assumption)}</p>\n");
        }

        if (result.Repositories is { } repositories)
        {
            page.Append("<h2>Repositories</h2>\n<div class=\"scroll\"><table>\n");
            page.Append(CultureInfo.InvariantCulture, $"<thead><tr>{Cells("th", RepositoryResult.Head)}</tr></thead>\n<tbody>\n");
            foreach (RepositoryResult repository in repositories)
            {
                page.Append(CultureInfo.InvariantCulture, $"<tr>{Cells("td", repository.Row(result.Root))}</tr>\n");
            }

            page.Append("</tbody>\n</table></div>\n");
        }

        if (result.Findings.Count > 0)
        {
            AppendRules(page, result);
            AppendFiles(page, result);
            AppendFilter(page, result);
            foreach (RuleFindings rule in result.ByRule)
            {
                AppendRule(page, rule);
            }
        }

        AppendProjects(page, result);
        page.Append("</main>\n<script>\n").Append(ToolAssembly.Resource("report.js")).Append("</script>\n</body>\n</html>\n");
        return page.ToString().ReplaceLineEndings("\n");
    }

    private static void AppendNotes(StringBuilder page, ScanResult result)
    {
        string[] notes =
        [
            .. result.Projects.Where(static project => project.State == ProjectState.Failed)
                .Select(static project => $"{project.Path} could not be loaded as it should, so findings may be missing: "
                    + project.Messages.FirstOrDefault()),
            .. result.Projects.Where(static project => project.State == ProjectState.Incomplete)
                .Select(static project => project.CompileErrors > 0
                    ? $"{project.Path} has {Text.Count(project.CompileErrors, "compile error")}, so findings may be missing."
                    : $"{project.Path}: {project.Messages.FirstOrDefault()}"),
            .. result.Failures,
        ];
        foreach (string note in notes)
        {
            page.Append(CultureInfo.InvariantCulture, $"<p class=\"alert\">{Escape(note)}</p>\n");
        }

        if (result.Fixed is { Count: > 0 } fixedRules)
        {
            string verb = result.Left is not null ? "Would be fixed" : "Fixed";
            string rules = string.Join(", ", fixedRules.Select(static rule => $"{rule.Rule.Id} {rule.Count}"));
            page.Append(CultureInfo.InvariantCulture, $"<p class=\"done\">{verb}: {rules}.</p>\n");
        }
    }

    private static void AppendTiles(StringBuilder page, ScanResult result)
    {
        page.Append("<ul class=\"tiles\">\n");
        foreach (DiagnosticSeverity severity in new[] { DiagnosticSeverity.Error, DiagnosticSeverity.Warning, DiagnosticSeverity.Info })
        {
            string word = Finding.Word(severity);
            page.Append(CultureInfo.InvariantCulture, $"<li class=\"{word}\"><b>{Text.Number(result.Count(severity))}</b> {word}s</li>\n");
        }

        int files = result.Findings.Select(static finding => finding.File).Distinct().Count();
        page.Append(
            CultureInfo.InvariantCulture,
            $"<li><b>{Text.Number(files)}</b> files</li>\n<li><b>{Text.Number(result.ByRule.Count)}</b> rules</li>\n</ul>\n");
    }

    private static void AppendRules(StringBuilder page, ScanResult result)
    {
        int most = result.ByRule.Max(static rule => rule.Findings.Count);
        page.Append("<h2>Rules</h2>\n<div class=\"scroll\"><table>\n"
            + "<thead><tr><th>Rule</th><th>Severity</th><th class=\"number\">Found</th><th></th><th>Fix</th>"
            + "<th>Title, and the measured effect of the fix</th></tr></thead>\n<tbody>\n");
        foreach (RuleFindings rule in result.ByRule)
        {
            double share = 100.0 * rule.Findings.Count / most;
            page.Append(
                CultureInfo.InvariantCulture,
                $"<tr><td><a href=\"#{rule.Rule.Id}\">{rule.Rule.Id}</a></td><td>{Badge(rule.Severity)}</td>"
                + $"<td class=\"number\">{Text.Number(rule.Findings.Count)}</td><td class=\"bar\"><i style=\"width:{share:F0}%\"></i></td>"
                + $"<td class=\"nowrap\">{rule.Fix}</td>"
                + $"<td>{Escape(TitleOf(rule))}<br><span class=\"note\">{Escape(rule.Rule.Effect)}</span></td></tr>\n");
        }

        page.Append("</tbody>\n</table></div>\n");
    }

    private static void AppendFiles(StringBuilder page, ScanResult result)
    {
        const int Listed = 15;
        // The order of the findings is that of the worst places; a file comes where its worst place does.
        var files = result.Findings.GroupBy(static finding => finding.File).ToList();
        page.Append("<h2>Worst places first</h2>\n<div class=\"scroll\"><table>\n"
            + "<thead><tr><th>File</th><th class=\"number\">Errors</th><th class=\"number\">Warnings</th>"
            + "<th class=\"number\">Suggestions</th></tr></thead>\n<tbody>\n");
        foreach (IGrouping<string, Finding> file in files.Take(Listed))
        {
            page.Append(
                CultureInfo.InvariantCulture,
                $"<tr><td><button type=\"button\" class=\"link\" data-file=\"{Escape(file.Key)}\">{Escape(file.Key)}</button></td>"
                + $"{Cell(DiagnosticSeverity.Error)}{Cell(DiagnosticSeverity.Warning)}{Cell(DiagnosticSeverity.Info)}</tr>\n");

            string Cell(DiagnosticSeverity severity) =>
                $"<td class=\"number\">{Text.Number(file.Count(finding => finding.Severity == severity))}</td>";
        }

        page.Append("</tbody>\n</table></div>\n");
        if (files.Count > Listed)
        {
            page.Append(CultureInfo.InvariantCulture, $"<p class=\"note\">And {Text.Count(files.Count - Listed, "more file")}.</p>\n");
        }
    }

    private static void AppendFilter(StringBuilder page, ScanResult result)
    {
        page.Append("<h2>Findings</h2>\n<form class=\"filter\" hidden>\n<label>Rule <select id=\"rule\"><option value=\"\">all</option>");
        foreach (RuleFindings rule in result.ByRule.OrderBy(static rule => rule.Rule.Id, StringComparer.Ordinal))
        {
            page.Append(CultureInfo.InvariantCulture, $"<option>{rule.Rule.Id}</option>");
        }

        page.Append("</select></label>\n"
            + "<label>Severity <select id=\"severity\"><option value=\"\">all</option><option>error</option>"
            + "<option>warning</option><option>suggestion</option></select></label>\n"
            + "<label class=\"wide\">Text <input id=\"text\" type=\"search\" placeholder=\"file, message or code\"></label>\n"
            + "<output id=\"shown\"></output>\n</form>\n");
    }

    private static void AppendRule(StringBuilder page, RuleFindings rule)
    {
        string count = Text.Number(rule.Findings.Count);
        string link = $"<a href=\"{Escape(rule.Rule.Descriptor.HelpLinkUri)}\">The page of the rule</a>";
        page.Append(
            CultureInfo.InvariantCulture,
            $"""
            <section id="{rule.Rule.Id}" data-rule="{rule.Rule.Id}">
            <h3>{Badge(rule.Severity)} {rule.Rule.Id}: {Escape(TitleOf(rule))} <span class="count">{count}</span></h3>
            <p>{Escape(rule.Rule.Descriptor.Description.ToString(CultureInfo.InvariantCulture))}</p>
            <p><b>Measured effect of the fix:</b> {Escape(rule.Rule.Effect)}. {link} has the conditions, and how to fix it.</p>

            """);
        foreach (Finding finding in rule.Findings)
        {
            string frameworks = finding.Frameworks.Count > 1
                ? $" <span class=\"note\">{Escape(string.Join(", ", finding.Frameworks))}</span>"
                : "";
            page.Append(
                CultureInfo.InvariantCulture,
                $"""
                <article data-severity="{finding.SeverityWord}">
                <h4>{Badge(finding.Severity)} <code>{Escape(finding.File)}:{finding.StartLine}</code>{frameworks}</h4>
                <p>{Escape(finding.Message)}{(finding.Cost is { } cost ? $" <b>{Escape(cost.ToString())}</b>" : "")}</p>

                """);
            AppendExcerpt(page, finding);
            page.Append("</article>\n");
        }

        page.Append("</section>\n");
    }

    private static void AppendExcerpt(StringBuilder page, Finding finding)
    {
        if (finding.Excerpt.Count == 0)
        {
            return;
        }

        page.Append("<pre>");
        for (int i = 0; i < finding.Excerpt.Count; i++)
        {
            int number = finding.ExcerptLine + i;
            string line = finding.Excerpt[i];
            page.Append(CultureInfo.InvariantCulture, $"<i>{number,5}</i> ");
            if (number < finding.StartLine || number > finding.EndLine)
            {
                page.Append(Escape(line));
            }
            else
            {
                int start = Math.Min(
                    number == finding.StartLine ? finding.StartColumn - 1 : line.Length - line.TrimStart().Length, line.Length);
                int end = Math.Clamp(number == finding.EndLine ? finding.EndColumn - 1 : line.Length, start, line.Length);
                page.Append(
                    CultureInfo.InvariantCulture, $"{Escape(line[..start])}<mark>{Escape(line[start..end])}</mark>{Escape(line[end..])}");
            }

            page.Append('\n');
        }

        page.Append("</pre>\n");
    }

    private static void AppendProjects(StringBuilder page, ScanResult result)
    {
        page.Append("<h2>Projects</h2>\n<div class=\"scroll\"><table>\n"
            + "<thead><tr><th>Project</th><th>State</th><th>Frameworks</th><th class=\"number\">Compile errors</th>"
            + "<th>Messages</th></tr></thead>\n<tbody>\n");
        foreach (ProjectResult project in result.Projects)
        {
            page.Append(
                CultureInfo.InvariantCulture,
                $"<tr><td>{Escape(project.Path)}</td><td>{project.State.ToString().ToLowerInvariant()}</td>"
                + $"<td>{Escape(string.Join(", ", project.Frameworks))}</td>"
                + $"<td class=\"number\">{Text.Number(project.CompileErrors)}</td>"
                + $"<td>{string.Join("<br>", project.Messages.Select(Escape))}</td></tr>\n");
        }

        page.Append("</tbody>\n</table></div>\n");
    }

    private static string TitleOf(RuleFindings rule) => rule.Rule.Descriptor.Title.ToString(CultureInfo.InvariantCulture);

    private static string Badge(DiagnosticSeverity severity) =>
        $"<span class=\"badge {Finding.Word(severity)}\">{Finding.Word(severity)}</span>";

    private static string Cells(string kind, IEnumerable<string> texts) =>
        string.Concat(texts.Select(text => $"<{kind}>{Escape(text)}</{kind}>"));

    private static string Escape(string text) => WebUtility.HtmlEncode(text);
}
