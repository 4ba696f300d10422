using System.Text;

namespace StreamTuning.Benchmarks;

/// <summary>Puts templates together.</summary>
internal static class CodeText
{
    /// <summary>A file with one type, the members of which are separated by empty lines.</summary>
    /// <param name="head">Using directives, namespace and declaration.</param>
    /// <param name="members">The members, without indentation.</param>
    public static string File(string head, IEnumerable<string> members)
    {
        var text = new StringBuilder(head).Append("\n{\n");
        bool isFirst = true;
        foreach (string member in members)
        {
            if (!isFirst)
            {
                text.Append('\n');
            }

            isFirst = false;
            Append(text, member);
        }

        return text.Append("}\n").ToString();
    }

    /// <summary>Lines made from items, as a value for a template: all but the first are indented as far as the place they go to.</summary>
    public static string Lines<T>(IEnumerable<T> items, int indentation, Func<T, string> line) =>
        string.Join("\n" + new string(' ', indentation), items.Select(line));

    /// <summary>Some of the templates, in an order that changes.</summary>
    public static IEnumerable<string> Some(Random random, int count, params Func<string>[] templates)
    {
        random.Shuffle(templates);
        return templates.Take(count).Select(template => template());
    }

    private static void Append(StringBuilder text, string member)
    {
        foreach (ReadOnlySpan<char> line in member.AsSpan().EnumerateLines())
        {
            text.Append(line.IsEmpty ? "" : "    ").Append(line).Append('\n');
        }
    }
}
