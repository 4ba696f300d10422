using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Text;

namespace StreamTuning.Tool.Scanning;

/// <summary>Makes findings of what was reported for all projects and target frameworks.</summary>
internal static class Findings
{
    private const int LinesAround = 1;
    private const int LongestExcerpt = 9;

    /// <summary>The findings, each place once, the worst places first.</summary>
    /// <param name="analyses">What was reported.</param>
    /// <param name="root">The folder that files are relative to.</param>
    /// <param name="cancellationToken">Stops the reading of sources.</param>
    public static async Task<IReadOnlyList<Finding>> CollectAsync(
        IEnumerable<ProjectAnalysis> analyses, string root, CancellationToken cancellationToken)
    {
        var places =
            new Dictionary<(string Id, string Path, LinePositionSpan Span), List<(ProjectAnalysis Analysis, Diagnostic Diagnostic)>>();
        foreach (ProjectAnalysis analysis in analyses)
        {
            foreach (Diagnostic diagnostic in analysis.Diagnostics)
            {
                var key = Key(analysis, diagnostic);
                if (!places.TryGetValue(key, out var reported))
                {
                    places.Add(key, reported = []);
                }

                reported.Add((analysis, diagnostic));
            }
        }

        var findings = new List<Finding>();
        foreach (var ((id, path, span), reported) in places)
        {
            SourceText? text = reported[0].Diagnostic.Location.SourceTree is { } tree ? await tree.GetTextAsync(cancellationToken) : null;
            int first = Math.Max(0, span.Start.Line - LinesAround);
            int last = text is null
                ? first - 1
                : Math.Min(Math.Min(text.Lines.Count - 1, span.End.Line + LinesAround), first + LongestExcerpt - 1);
            findings.Add(new Finding
            {
                Rule = OwnRules.ById[id],
                Severity = reported.Max(static one => one.Diagnostic.Severity),
                Message = reported[0].Diagnostic.GetMessage(CultureInfo.InvariantCulture),
                Path = path,
                File = Files.Relative(root, path),
                StartLine = span.Start.Line + 1,
                StartColumn = span.Start.Character + 1,
                EndLine = span.End.Line + 1,
                EndColumn = span.End.Character + 1,
                Excerpt = text is null ? [] : [.. text.Lines.Skip(first).Take(last - first + 1).Select(static line => line.ToString())],
                ExcerptLine = first + 1,
                Projects =
                [
                    .. reported.Select(one => Files.Relative(root, one.Analysis.Project.FilePath!))
                        .Distinct()
                        .Order(StringComparer.Ordinal),
                ],
                Frameworks =
                [
                    .. reported.Select(static one => one.Analysis.Framework)
                        .Where(static name => name.Length > 0)
                        .Distinct()
                        .Order(StringComparer.Ordinal),
                ],
            });
        }

        return Order([.. WithFingerprints(findings)]);
    }

    /// <summary>The worst places first.</summary>
    public static IReadOnlyList<Finding> Order(IReadOnlyList<Finding> findings)
    {
        var countOfFile = findings
            .GroupBy(static finding => finding.File)
            .ToDictionary(static file => file.Key, static file => file.Count());
        return
        [
            .. findings
                .OrderByDescending(static finding => finding.Severity)
                .ThenByDescending(finding => countOfFile[finding.File])
                .ThenBy(static finding => finding.File, StringComparer.Ordinal)
                .ThenBy(static finding => finding.StartLine)
                .ThenBy(static finding => finding.StartColumn)
                .ThenBy(static finding => finding.Rule.Id, StringComparer.Ordinal),
        ];
    }

    /// <summary>How many places the sources suppress.</summary>
    public static int CountSuppressed(IEnumerable<ProjectAnalysis> analyses) =>
        analyses.SelectMany(static analysis => analysis.Suppressed.Select(diagnostic => Key(analysis, diagnostic))).Distinct().Count();

    private static (string Id, string Path, LinePositionSpan Span) Key(ProjectAnalysis analysis, Diagnostic diagnostic)
    {
        FileLinePositionSpan place = diagnostic.Location.GetLineSpan();
        // What is about no place is about the project.
        return string.IsNullOrEmpty(place.Path)
            ? (diagnostic.Id, analysis.Project.FilePath!, default)
            : (diagnostic.Id, place.Path, place.Span);
    }

    /// <summary>A fingerprint is made of the rule, the file, the text of the line, and how many lines before it are the same.</summary>
    private static IEnumerable<Finding> WithFingerprints(IEnumerable<Finding> findings)
    {
        var seen = new Dictionary<string, int>();
        foreach (Finding finding in findings.OrderBy(static finding => finding.StartLine).ThenBy(static finding => finding.StartColumn))
        {
            string text = string.Join(' ', finding.Line.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
            string key = $"{finding.Rule.Id}\n{finding.File}\n{text}";
            int before = seen.GetValueOrDefault(key);
            seen[key] = before + 1;
            byte[] hash = SHA256.HashData(Encoding.UTF8.GetBytes($"{key}\n{before.ToString(CultureInfo.InvariantCulture)}"));
            yield return finding with { Fingerprint = Convert.ToHexString(hash.AsSpan(0, 16)).ToLowerInvariant() };
        }
    }
}
