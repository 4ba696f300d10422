namespace StreamTuning.Benchmarks;

/// <summary>Reports as text: writers and builders that are no files.</summary>
internal static class ReportCode
{
    public static string Write(Entity e, Random random) => CodeText.File(
        $$"""
        using System.Text;
        using System.Text.Json;
        using System.Xml.Linq;

        namespace {{e.Namespace}};

        public sealed class {{e.Name}}Report(IReadOnlyList<{{e.Name}}> {{e.Variables}}, CultureInfo culture)
        """,
        [
            $$"""
            public async Task WriteCsvAsync(TextWriter writer, CancellationToken cancellationToken = default)
            {
                await writer.WriteLineAsync("{{string.Join(';', e.Properties.Select(property => property.Name))}}".AsMemory(), cancellationToken);
                foreach ({{e.Name}} {{e.Variable}} in {{e.Variables}})
                {
                    {{CodeText.Lines(e.Properties, 8, property => property.IsText
                        ? $"await writer.WriteAsync(Quote({e.Variable}.{property.Name}));"
                        : $"await writer.WriteAsync(string.Create(culture, $\"{{{e.Variable}.{property.Name}}}\"));")}}
                    await writer.WriteLineAsync();
                }

                await writer.FlushAsync(cancellationToken);
            }

            private static string Quote(string text) => text.AsSpan().ContainsAny(';', '"') ? $"\"{text.Replace("\"", "\"\"", StringComparison.Ordinal)}\"" : text;
            """,
            .. CodeText.Some(
                random,
                random.Next(1, 4),
                () => $$"""
                    public string ToHtml()
                    {
                        var html = new StringBuilder("<table>\n");
                        foreach ({{e.Name}} {{e.Variable}} in {{e.Variables}}.OrderBy({{e.Variable}} => {{e.Variable}}.{{e.Text(random).Name}}))
                        {
                            html.Append("<tr>");
                            {{CodeText.Lines(e.Properties, 8, property => $"html.Append(culture, $\"<td>{{{e.Variable}.{property.Name}}}</td>\");")}}
                            html.Append("</tr>\n");
                        }

                        return html.Append("</table>\n").ToString();
                    }
                    """,
                () => $$"""
                    public XDocument ToXml() => new(new XElement(
                        "{{e.Route}}",
                        {{e.Variables}}.Select({{e.Variable}} => new XElement(
                            "{{e.Variable}}",
                            new XAttribute("id", {{e.Variable}}.Id),
                            {{CodeText.Lines(e.Properties.SkipLast(1), 8, property => $"new XElement(\"{property.Parameter}\", {e.Variable}.{property.Name}),")}}
                            new XElement("state", {{e.Variable}}.State)))));
                    """,
                () => $$"""
                    public ReadOnlyMemory<byte> ToJson()
                    {
                        using var buffer = new MemoryStream();
                        using (var writer = new Utf8JsonWriter(buffer))
                        {
                            writer.WriteStartArray();
                            foreach ({{e.Name}} {{e.Variable}} in {{e.Variables}})
                            {
                                writer.WriteStartObject();
                                writer.WriteString("id", {{e.Variable}}.Id);
                                writer.WriteString("{{e.Text(random).Parameter}}", {{e.Variable}}.{{e.Text(random).Name}});
                                writer.WriteNumber("{{e.Decimal(random).Parameter}}", {{e.Variable}}.{{e.Decimal(random).Name}});
                                writer.WriteBoolean("{{e.Flag().Parameter}}", {{e.Variable}}.{{e.Flag().Name}});
                                writer.WriteEndObject();
                            }

                            writer.WriteEndArray();
                        }

                        return buffer.ToArray();
                    }
                    """,
                () => $$"""
                    public IEnumerable<string> Histogram(int width = {{random.Next(4, 13) * 10}})
                    {
                        ILookup<{{e.Name}}State, {{e.Name}}> states = {{e.Variables}}.ToLookup({{e.Variable}} => {{e.Variable}}.State);
                        int most = states.Select(group => group.Count()).DefaultIfEmpty(1).Max();
                        foreach ({{e.Name}}State state in Enum.GetValues<{{e.Name}}State>())
                        {
                            int count = states[state].Count();
                            yield return $"{state,-12} {new string('#', count * width / most)} {count.ToString("N0", culture)}";
                        }
                    }
                    """),
        ]);
}
