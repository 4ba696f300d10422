using System.Globalization;
using System.Text;

namespace Microsoft.CodeAnalysis.Testing;

/// <summary>Diagnostics as lines of text.</summary>
internal static class DiagnosticText
{
    public static string Of(Diagnostic diagnostic)
    {
        string place = diagnostic.Location.Kind == LocationKind.None ? "no location" : Of(diagnostic.Location.GetLineSpan());
        string suppressed = diagnostic.IsSuppressed ? " (suppressed)" : string.Empty;
        return $"{place} {Of(diagnostic.Severity)} {diagnostic.Id}: {diagnostic.GetMessage(CultureInfo.InvariantCulture)}{suppressed}";
    }

    public static string Of(DiagnosticResult result)
    {
        string places = result.HasLocation ? string.Join(" +", result.Spans.Select(Of)) : "no location";
        string severity = result.Options.HasFlag(DiagnosticOptions.IgnoreSeverity) ? "any severity" : Of(result.Severity);
        string message = result.IsMarkup ? "any message"
            : result.Message ?? (result.MessageArguments is { } arguments ? $"arguments {string.Join(", ", arguments.Select(static argument => $"\"{argument}\""))}" : "no message");
        string suppressed = result.IsSuppressed is { } isSuppressed ? isSuppressed ? " (suppressed)" : " (not suppressed)" : string.Empty;
        return $"{places} {severity} {result.Id}: {message}{suppressed}";
    }

    public static string Of(DiagnosticLocation location)
    {
        var start = location.Span.StartLinePosition;
        return location.Options.HasFlag(DiagnosticLocationOptions.InterpretAsMarkupKey) ? location.Span.Path
            : location.Options.HasFlag(DiagnosticLocationOptions.IgnoreLength) ? string.Create(CultureInfo.InvariantCulture, $"{location.Span.Path}({start.Line + 1},{start.Character + 1})")
            : Of(location.Span);
    }

    public static string Of(FileLinePositionSpan span) => string.Create(
        CultureInfo.InvariantCulture,
        $"{span.Path}({span.StartLinePosition.Line + 1},{span.StartLinePosition.Character + 1},{span.EndLinePosition.Line + 1},{span.EndLinePosition.Character + 1})");

    public static string Of(DiagnosticSeverity severity) => severity.ToString().ToLowerInvariant();

    /// <summary>The line of source a diagnostic points at, with carets below.</summary>
    public static string Excerpt(Diagnostic diagnostic, string indent)
    {
        if (diagnostic.Location.SourceTree is not { } tree)
        {
            return string.Empty;
        }

        var span = diagnostic.Location.SourceSpan;
        var line = tree.GetText().Lines.GetLineFromPosition(span.Start);
        string text = line.ToString();
        string lead = new([.. text[..(span.Start - line.Start)].Select(static c => c == '\t' ? '\t' : ' ')]);
        int carets = Math.Max(1, Math.Min(span.End, line.End) - span.Start);
        return new StringBuilder().Append(indent).AppendLine(text).Append(indent).Append(lead).AppendLine(new string('^', carets)).ToString();
    }

    /// <summary>The code that would expect a diagnostic.</summary>
    public static string Code(Diagnostic diagnostic)
    {
        var code = new StringBuilder($"new DiagnosticResult(\"{diagnostic.Id}\", DiagnosticSeverity.{diagnostic.Severity})");
        foreach (var location in diagnostic.AdditionalLocations.Prepend(diagnostic.Location).Where(static location => location.Kind != LocationKind.None))
        {
            var span = location.GetLineSpan();
            code.Append(CultureInfo.InvariantCulture, $".WithSpan(\"{span.Path}\", {span.StartLinePosition.Line + 1}, {span.StartLinePosition.Character + 1}, {span.EndLinePosition.Line + 1}, {span.EndLinePosition.Character + 1})");
        }

        string message = diagnostic.GetMessage(CultureInfo.InvariantCulture);
        return code.Append($".WithMessage(\"{message.Replace("\\", "\\\\").Replace("\"", "\\\"")}\")").ToString();
    }
}
