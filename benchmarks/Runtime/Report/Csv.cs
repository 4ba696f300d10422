using System.Text;

namespace StreamTuning.Benchmarks;

/// <summary>Lines of fields between commas. A field with a comma is in quotation marks.</summary>
internal static class Csv
{
    public static string Quote(string field) => field.Contains(',', StringComparison.Ordinal) ? $"\"{field}\"" : field;

    public static string[] Fields(string line)
    {
        var fields = new List<string>();
        bool quoted = false;
        var field = new StringBuilder();
        foreach (char c in line)
        {
            if (c == '"')
            {
                quoted = !quoted;
            }
            else if (c == ',' && !quoted)
            {
                fields.Add(field.ToString());
                field.Clear();
            }
            else
            {
                field.Append(c);
            }
        }

        return [.. fields, field.ToString()];
    }
}
