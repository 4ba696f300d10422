using System.Text;

namespace StreamTuning.AspNetCore;

/// <summary>Reads a form that is good in the simplest way there is, from a text in memory: what a streamed form must agree with.</summary>
internal static class SimpleForm
{
    private const string Delimiter = "\r\n--" + RawForm.Boundary;
    private const string EmptyLine = "\r\n\r\n";

    /// <returns>The contents of the parts, fields and files, without those that are empty.</returns>
    public static IReadOnlyList<byte[]> ContentsOf(byte[] body)
    {
        string text = "\r\n" + Encoding.Latin1.GetString(body);
        var contents = new List<byte[]>();
        int start = text.IndexOf(Delimiter, StringComparison.Ordinal) + Delimiter.Length;
        while (!text.AsSpan(start).StartsWith("--"))
        {
            int content = text.IndexOf(EmptyLine, start, StringComparison.Ordinal) + EmptyLine.Length;
            int end = text.IndexOf(Delimiter, content, StringComparison.Ordinal);
            if (content < start + EmptyLine.Length || end < 0 || text[start..content].Contains(Delimiter, StringComparison.Ordinal))
            {
                throw new FormatException("The form has been taken, and has a part without headers or without an end.");
            }

            if (end > content)
            {
                contents.Add(Encoding.Latin1.GetBytes(text[content..end]));
            }

            start = end + Delimiter.Length;
        }

        return contents;
    }
}
