using System.Collections.Immutable;
using System.Globalization;
using System.Text;
using Microsoft.CodeAnalysis.Text;

namespace Microsoft.CodeAnalysis.Testing;

/// <summary>A source with its marks taken out.</summary>
/// <param name="Text">The source without marks.</param>
/// <param name="Positions">Where <c>$$</c> stood.</param>
/// <param name="Spans">Spans by name, in the order of their starts; the name of <c>[|x|]</c> is empty, that of <c>{|#0:x|}</c> is <c>#0</c>.</param>
internal sealed record Markup(string Text, ImmutableArray<int> Positions, ImmutableArray<(string Name, TextSpan Span)> Spans);

/// <summary>
/// Reads <c>[|x|]</c>, <c>{|ID:x|}</c>, <c>{|#0:x|}</c>, <c>{|#0:x|#0}</c> (which may overlap others) and <c>$$</c>.
/// Anonymous ends close the innermost open mark.
/// </summary>
internal static class MarkupParser
{
    /// <summary>Takes the marks out of a source.</summary>
    /// <exception cref="FormatException">A mark is not closed, not opened, closed in the wrong order, or a key is used twice.</exception>
    public static Markup Parse(string source, bool positionsAreCode = false)
    {
        var text = new StringBuilder(source.Length);
        var open = new List<(string Name, char Kind, int Start, int Order, int Mark)>();
        var positions = ImmutableArray.CreateBuilder<int>();
        var spans = new List<(string Name, TextSpan Span, int Order)>();
        var keys = new HashSet<string>(StringComparer.Ordinal);
        int order = 0;
        int at = 0;
        while (at < source.Length)
        {
            if (StartsWith(source, at, "[|"))
            {
                open.Add((string.Empty, '[', text.Length, order++, at));
                at += 2;
            }
            else if (TryReadNamedStart(source, at, out string name, out int next))
            {
                if (name[0] == '#' && !keys.Add(name))
                {
                    throw Error(source, at, $"The key '{name}' is used twice");
                }

                open.Add((name, '{', text.Length, order++, at));
                at = next;
            }
            else if (StartsWith(source, at, "|]") || StartsWith(source, at, "|}"))
            {
                char kind = source[at + 1] == ']' ? '[' : '{';
                if (open.Count == 0)
                {
                    throw Error(source, at, $"'{source.Substring(at, 2)}' ends a mark that was not opened");
                }

                if (open[^1].Kind != kind)
                {
                    throw Error(source, at, $"'{source.Substring(at, 2)}' ends a mark, but the innermost open one began with '{open[^1].Kind}|' (overlapping marks need keys: {{|#0:x|#0}})");
                }

                Close(open.Count - 1);
                at += 2;
            }
            else if (TryReadKeyedEnd(source, at, out name, out next))
            {
                int index = open.FindLastIndex(mark => mark.Name == name);
                if (index < 0)
                {
                    throw Error(source, at, $"'|{name}}}' ends a mark that was not opened");
                }

                Close(index);
                at = next;
            }
            else if (!positionsAreCode && StartsWith(source, at, "$$"))
            {
                positions.Add(text.Length);
                at += 2;
            }
            else
            {
                text.Append(source[at++]);
            }
        }

        if (open.Count != 0)
        {
            throw Error(source, open[^1].Mark, $"The mark '{open[^1].Kind}|{open[^1].Name}' is not closed");
        }

        return new Markup(
            text.ToString(),
            positions.ToImmutable(),
            [.. spans.OrderBy(static span => span.Order).Select(static span => (span.Name, span.Span))]);

        void Close(int index)
        {
            var mark = open[index];
            open.RemoveAt(index);
            spans.Add((mark.Name, TextSpan.FromBounds(mark.Start, text.Length), mark.Order));
        }
    }

    /// <summary>The source without marks, or the source itself when it has none that can be read.</summary>
    public static string Strip(string source)
    {
        try
        {
            return Parse(source).Text;
        }
        catch (FormatException)
        {
            return source;
        }
    }

    private static bool StartsWith(string source, int at, string mark) => string.CompareOrdinal(source, at, mark, 0, mark.Length) == 0;

    // {|name: where the name is an id or a key.
    private static bool TryReadNamedStart(string source, int at, out string name, out int next)
    {
        name = string.Empty;
        next = at;
        return StartsWith(source, at, "{|") && TryReadName(source, at + 2, ':', out name, out next);
    }

    // |#key}
    private static bool TryReadKeyedEnd(string source, int at, out string name, out int next)
    {
        name = string.Empty;
        next = at;
        return StartsWith(source, at, "|#") && TryReadName(source, at + 1, '}', out name, out next);
    }

    private static bool TryReadName(string source, int at, char end, out string name, out int next)
    {
        int stop = at;
        if (stop < source.Length && source[stop] == '#')
        {
            stop++;
        }

        int first = stop;
        while (stop < source.Length && (char.IsAsciiLetterOrDigit(source[stop]) || source[stop] is '_' or '-' or '.' or '+'))
        {
            stop++;
        }

        bool found = stop > first && stop < source.Length && source[stop] == end;
        name = found ? source[at..stop] : string.Empty;
        next = stop + 1;
        return found;
    }

    private static FormatException Error(string source, int at, string message)
    {
        var position = SourceText.From(source).Lines.GetLinePosition(at);
        return new FormatException(string.Create(CultureInfo.InvariantCulture, $"{message}, at line {position.Line + 1}, column {position.Character + 1} of the marked source."));
    }
}
