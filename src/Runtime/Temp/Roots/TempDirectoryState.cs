using System.Globalization;

namespace StreamTuning;

/// <summary>What became of one directory in a <see cref="TempSpaceDecision"/>.</summary>
public sealed class TempDirectoryState
{
    internal TempDirectoryState(string directory, TempDirectoryVerdict verdict, long? availableBytes, Exception? error)
    {
        Directory = directory;
        Verdict = verdict;
        AvailableBytes = availableBytes;
        Error = error;
    }

    /// <summary>The directory.</summary>
    public string Directory { get; }

    /// <summary>What became of it.</summary>
    public TempDirectoryVerdict Verdict { get; }

    /// <summary>
    /// How many bytes could be written in it when it was looked at; <see langword="null"/> where that could not be found out.
    /// </summary>
    public long? AvailableBytes { get; }

    /// <summary>What made it impossible to use, if that was an exception.</summary>
    public Exception? Error { get; }

    /// <summary>The directory with the verdict in brackets, for a log: one line, with control characters as <c>\u000a</c>.</summary>
    public override string ToString()
    {
        string available = AvailableBytes?.ToString(CultureInfo.InvariantCulture) ?? "unknown";
        string error = Error is null ? "" : ", " + Error.Message.Replace('"', '\'');
        return LogText.OneLine($"{Directory} ({Verdict.ToTag()}, available {available}{error})");
    }
}
