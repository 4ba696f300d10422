using System.Collections.Immutable;
using System.Globalization;
using System.Text;

namespace Microsoft.CodeAnalysis.Testing;

/// <summary>Compares the diagnostics that were reported with those that were expected.</summary>
internal static class DiagnosticMatcher
{
    /// <summary>What differs, or null when each expected diagnostic was reported once and nothing else was.</summary>
    public static string? Compare(ImmutableArray<DiagnosticResult> expected, ImmutableArray<ReportedDiagnostic> actual)
    {
        int[] actualOf = Match(expected, actual);
        var missing = Enumerable.Range(0, expected.Length).Where(e => actualOf[e] < 0).ToList();
        var extra = Enumerable.Range(0, actual.Length).Except(actualOf).ToList();
        if (missing.Count == 0 && extra.Count == 0)
        {
            return null;
        }

        var text = new StringBuilder();
        text.AppendLine(expected.Length == actual.Length
            ? $"The {actual.Length} reported diagnostic(s) differ from those expected."
            : $"Expected {expected.Length} diagnostic(s), but {actual.Length} were reported.");

        // The pairs that differ least explain most.
        var pairs = from e in missing
                    from a in extra
                    let differences = Differences(expected[e], actual[a])
                    let distance = differences.Sum(static difference => difference.Weight)
                    where distance < Difference.Unrelated
                    orderby distance
                    select (e, a, differences);
        foreach (var (e, a, differences) in pairs.ToList())
        {
            if (missing.Contains(e) && extra.Contains(a))
            {
                missing.Remove(e);
                extra.Remove(a);
                text.AppendLine("Nearly:")
                    .AppendLine($"  expected {DiagnosticText.Of(expected[e])}")
                    .AppendLine($"  reported {DiagnosticText.Of(actual[a].Diagnostic)}");
                foreach (var difference in differences)
                {
                    text.AppendLine($"    {difference.Text}");
                }

                text.Append(DiagnosticText.Excerpt(actual[a].Diagnostic, "    | "));
            }
        }

        foreach (int e in missing)
        {
            text.AppendLine("Expected, but not reported:").AppendLine($"  {DiagnosticText.Of(expected[e])}");
        }

        foreach (int a in extra)
        {
            text.AppendLine("Reported, but not expected:")
                .AppendLine($"  {DiagnosticText.Of(actual[a].Diagnostic)}")
                .Append(DiagnosticText.Excerpt(actual[a].Diagnostic, "    | "))
                .AppendLine($"    {DiagnosticText.Code(actual[a].Diagnostic)}");
        }

        if (missing.Count != 0 && extra.Count == 0)
        {
            text.AppendLine(actual.IsEmpty ? "Nothing was reported." : "Reported:");
            foreach (var reported in actual)
            {
                text.AppendLine($"  {DiagnosticText.Of(reported.Diagnostic)}");
            }
        }

        return text.ToString().TrimEnd();
    }

    // Largest matching by augmenting paths: an expected start of a span may fit several diagnostics.
    private static int[] Match(ImmutableArray<DiagnosticResult> expected, ImmutableArray<ReportedDiagnostic> actual)
    {
        int[] actualOf = [.. Enumerable.Repeat(-1, expected.Length)];
        int[] expectedOf = [.. Enumerable.Repeat(-1, actual.Length)];
        var fits = expected.Select(e => Enumerable.Range(0, actual.Length).Where(a => Differences(e, actual[a]).IsEmpty).ToArray()).ToArray();
        for (int e = 0; e < expected.Length; e++)
        {
            Place(e, new bool[actual.Length]);
        }

        return actualOf;

        bool Place(int e, bool[] tried)
        {
            foreach (int a in fits[e])
            {
                if (tried[a])
                {
                    continue;
                }

                tried[a] = true;
                if (expectedOf[a] < 0 || Place(expectedOf[a], tried))
                {
                    actualOf[e] = a;
                    expectedOf[a] = e;
                    return true;
                }
            }

            return false;
        }
    }

    private static ImmutableArray<Difference> Differences(DiagnosticResult expected, ReportedDiagnostic reported)
    {
        var differences = ImmutableArray.CreateBuilder<Difference>();
        var actual = reported.Diagnostic;
        if (expected.Id != actual.Id)
        {
            differences.Add(new Difference($"id: expected {expected.Id}, reported {actual.Id}", 500));
        }

        AddLocations(expected, actual, differences);
        if (!expected.Options.HasFlag(DiagnosticOptions.IgnoreSeverity) && expected.Severity != actual.Severity)
        {
            differences.Add(new Difference($"severity: expected {DiagnosticText.Of(expected.Severity)}, reported {DiagnosticText.Of(actual.Severity)}", 5));
        }

        if (expected.MessageFor(actual.Descriptor.MessageFormat) is { } message && message != reported.Message)
        {
            differences.Add(new Difference($"message: expected \"{message}\", reported \"{reported.Message}\"", 5));
        }

        if (expected.IsSuppressed is { } isSuppressed && isSuppressed != actual.IsSuppressed)
        {
            differences.Add(new Difference($"suppressed: expected {isSuppressed}, reported {actual.IsSuppressed}", 5));
        }

        return differences.ToImmutable();
    }

    private static void AddLocations(DiagnosticResult expected, Diagnostic actual, ImmutableArray<Difference>.Builder differences)
    {
        if (!expected.HasLocation)
        {
            if (actual.Location.Kind != LocationKind.None)
            {
                differences.Add(new Difference($"location: expected none, reported {DiagnosticText.Of(actual.Location.GetLineSpan())}", 100));
            }

            return;
        }

        AddLocation("span", expected.Spans[0], actual.Location, differences);
        if (expected.Options.HasFlag(DiagnosticOptions.IgnoreAdditionalLocations))
        {
            return;
        }

        if (expected.Spans.Length - 1 != actual.AdditionalLocations.Count)
        {
            differences.Add(new Difference($"additional locations: expected {expected.Spans.Length - 1}, reported {actual.AdditionalLocations.Count}", 10));
            return;
        }

        for (int i = 0; i < actual.AdditionalLocations.Count; i++)
        {
            AddLocation($"additional location {i + 1}", expected.Spans[i + 1], actual.AdditionalLocations[i], differences);
        }
    }

    private static void AddLocation(
        string what,
        DiagnosticLocation expected,
        Location actual,
        ImmutableArray<Difference>.Builder differences)
    {
        var span = actual.GetLineSpan();
        bool sameEnd = expected.Options.HasFlag(DiagnosticLocationOptions.IgnoreLength) || expected.Span.EndLinePosition == span.EndLinePosition;
        if (actual.Kind == LocationKind.None)
        {
            differences.Add(new Difference($"{what}: expected {DiagnosticText.Of(expected)}, reported none", 100));
        }
        else if (expected.Span.Path != span.Path)
        {
            differences.Add(new Difference($"{what}: expected {DiagnosticText.Of(expected)}, reported {DiagnosticText.Of(span)}", 200));
        }
        else if (expected.Span.StartLinePosition != span.StartLinePosition || !sameEnd)
        {
            int lines = Math.Abs(expected.Span.StartLinePosition.Line - span.StartLinePosition.Line);
            differences.Add(new Difference(
                string.Create(CultureInfo.InvariantCulture, $"{what}: expected {DiagnosticText.Of(expected)}, reported {DiagnosticText.Of(span)}"),
                1 + Math.Min(lines, 50)));
        }
    }

    private sealed record Difference(string Text, int Weight)
    {
        /// <summary>From this distance on, two diagnostics are not called nearly the same.</summary>
        public const int Unrelated = 530;
    }
}
