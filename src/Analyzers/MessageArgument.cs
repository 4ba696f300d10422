using System.Globalization;

namespace StreamTuning.Analyzers;

/// <summary>
/// Arguments of messages, the same object for the same text. The compiler compares arguments by identity: only so does an editor, which
/// analyzes the
/// lines around the caret again and again, take two reports for one finding.
/// </summary>
internal static class MessageArgument
{
    public static string Of(object? argument) => string.Intern(Convert.ToString(argument, CultureInfo.InvariantCulture) ?? "");
}
