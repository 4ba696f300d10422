using System.Globalization;
using System.Text;

namespace StreamTuning;

/// <summary>Text that goes into one line of a log.</summary>
internal static class LogText
{
    /// <summary>Writes line breaks and other control characters, which names of files may have outside Windows, as <c>\u000a</c>.</summary>
    public static string OneLine(string text)
    {
        StringBuilder? line = null;
        for (int i = 0; i < text.Length; i++)
        {
            char character = text[i];
            if (IsControl(character))
            {
                line ??= new StringBuilder(text, 0, i, text.Length + 5);
                line.Append("\\u").Append(((int)character).ToString("x4", CultureInfo.InvariantCulture));
            }
            else
            {
                line?.Append(character);
            }
        }

        return line?.ToString() ?? text;
    }

    // The two that Unicode has for lines and paragraphs are no control characters.
    private static bool IsControl(char character) => char.IsControl(character) || character is '\u2028' or '\u2029';
}
