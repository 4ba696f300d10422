using System.Globalization;
using System.Text;

namespace StreamTuning;

/// <summary>Which directory a temporary file went to, and why.</summary>
public sealed class TempSpaceDecision
{
    internal TempSpaceDecision(TempSpaceReason reason, long? expectedLength, IReadOnlyList<TempDirectoryState> directories)
    {
        Reason = reason;
        ExpectedLength = expectedLength;
        Directories = directories;
    }

    /// <summary>Why the directory was taken.</summary>
    public TempSpaceReason Reason { get; }

    /// <summary>How many bytes it had to have room for; <see langword="null"/> where nobody knew.</summary>
    public long? ExpectedLength { get; }

    /// <summary>Every directory that was looked at, in the order of the search. The last is the one that was taken, if any was.</summary>
    public IReadOnlyList<TempDirectoryState> Directories { get; }

    /// <summary>The directory that was taken; <see langword="null"/> where there was none.</summary>
    public string? Directory => Reason == TempSpaceReason.None ? null : Directories[Directories.Count - 1].Directory;

    /// <summary>
    /// One line for a log, as names and values: <c>temp_space reason=room expected=1048576 directory=/tmp available=9912320
    /// passed_over=""</c>. Control characters in names are written as <c>\u000a</c>.
    /// </summary>
    public override string ToString()
    {
        TempDirectoryState? taken = Reason == TempSpaceReason.None ? null : Directories[Directories.Count - 1];
        return string.Format(
            CultureInfo.InvariantCulture,
            "temp_space reason={0} expected={1} directory={2} available={3} passed_over=\"{4}\"",
            Reason.ToTag(),
            ExpectedLength?.ToString(CultureInfo.InvariantCulture) ?? "unknown",
            LogText.OneLine(taken?.Directory ?? "none"),
            taken?.AvailableBytes?.ToString(CultureInfo.InvariantCulture) ?? "unknown",
            PassedOver());
    }

    internal string PassedOver()
    {
        var text = new StringBuilder();
        int count = Directories.Count - (Reason == TempSpaceReason.None ? 0 : 1);
        for (int i = 0; i < count; i++)
        {
            text.Append(i == 0 ? "" : ", ").Append(Directories[i]);
        }

        return text.ToString();
    }
}
