using System.Globalization;
using System.Text;

namespace StreamTuning;

/// <summary>Makes of what a client says a file is called a name that any file system takes as a name, and nothing else.</summary>
internal static class SafeName
{
    // Of UTF-8. File systems take 255; whoever uses the name may want to add something.
    private const int MostBytes = 200;
    private const int MostExtensionBytes = 32;

    // Of a path. Systems take 1,024 and more, for the directory that it is combined with, too.
    private const int MostPathBytes = 600;
    private const int MostFolders = 16;

    private static readonly char[] _separators = ['/', '\\'];

    private static readonly string[] _devices = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "CLOCK$"];

    public static string Of(string untrusted)
    {
        int separator = untrusted.AsSpan().LastIndexOfAny(_separators);
        string safe = PartOf(untrusted[(separator + 1)..]);
        return safe.Length == 0 ? $"file-{Guid.NewGuid():N}" : safe;
    }

    /// <summary>
    /// Makes a relative path that keeps the folders, each a safe name, and leaves the directory that it is combined with nowhere.
    /// </summary>
    /// <param name="untrusted">What the client says.</param>
    /// <param name="name">The safe name of the file.</param>
    public static string PathOf(string untrusted, string name)
    {
        string path = name;
        int folders = 0;
        foreach (string folder in untrusted.Split(_separators).SkipLast(1).Reverse().Select(PartOf).Where(folder => folder.Length > 0))
        {
            if (++folders > MostFolders || Encoding.UTF8.GetByteCount(path) + 1 + Encoding.UTF8.GetByteCount(folder) > MostPathBytes)
            {
                break;
            }

            path = folder + "/" + path;
        }

        return path;
    }

    /// <summary>A safe name for a part of a path; empty where nothing is left.</summary>
    private static string PartOf(string part)
    {
        if (IsPlain(part))
        {
            return IsDevice(part) ? "_" + part : part;
        }

        var name = new StringBuilder(part.Length);
        foreach (Rune rune in part.EnumerateRunes())
        {
            if (!IsInvisible(rune))
            {
                name.Append(IsReserved(rune) ? "_" : rune.ToString());
            }
        }

        // Windows drops dots and spaces at the end; at the start a dot hides the file, or makes it a configuration.
        string safe = Shorten(name.ToString().Trim(' ', '.')).TrimEnd(' ', '.');
        return IsDevice(safe) ? "_" + safe : safe;
    }

    /// <summary>Whether a name is what most are, and nothing in it needs a change.</summary>
    private static bool IsPlain(string name)
    {
        if (name.Length is 0 or > MostBytes || name[0] == '.' || name[^1] == '.')
        {
            return false;
        }

        foreach (char c in name)
        {
            if (!char.IsAsciiLetterOrDigit(c) && c is not ('.' or '-' or '_'))
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>
    /// Characters that nobody sees: two names that differ by them look alike, and some turn the direction of text, so that a name shows
    /// another extension than it has.
    /// </summary>
    private static bool IsInvisible(Rune rune) =>
        Rune.GetUnicodeCategory(rune) is UnicodeCategory.Control or UnicodeCategory.Format
            or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator

        // An unpaired surrogate, or bytes that were no UTF-8.
        || rune == Rune.ReplacementChar

        // Fillers and selectors, which count as letters or marks.
        || rune.Value is 0x034F or 0x115F or 0x1160 or 0x3164 or 0xFFA0
            or (>= 0x180B and <= 0x180F) or (>= 0xFE00 and <= 0xFE0F) or (>= 0xE0100 and <= 0xE01EF);

    private static bool IsReserved(Rune rune) => rune.IsAscii && "<>:\"|?*".Contains((char)rune.Value);

    private static string Shorten(string name)
    {
        if (Encoding.UTF8.GetByteCount(name) <= MostBytes)
        {
            return name;
        }

        string extension = Path.GetExtension(name);
        int extensionBytes = Encoding.UTF8.GetByteCount(extension);
        if (extensionBytes > MostExtensionBytes)
        {
            extension = "";
            extensionBytes = 0;
        }

        var kept = new StringBuilder();
        int bytes = extensionBytes;
        foreach (Rune rune in name.AsSpan(0, name.Length - extension.Length).EnumerateRunes())
        {
            bytes += rune.Utf8SequenceLength;
            if (bytes > MostBytes)
            {
                break;
            }

            kept.Append(rune.ToString());
        }

        return kept.Append(extension).ToString();
    }

    /// <summary>Windows opens a device whatever the extension says, and whatever spaces precede it.</summary>
    private static bool IsDevice(string name)
    {
        int dot = name.IndexOf('.');
        string stem = (dot < 0 ? name : name[..dot]).TrimEnd(' ').ToUpperInvariant();
        return _devices.Contains(stem)
            || (stem.Length == 4
                && (stem.StartsWith("COM", StringComparison.Ordinal) || stem.StartsWith("LPT", StringComparison.Ordinal))
                && (char.IsAsciiDigit(stem[3]) || "¹²³".Contains(stem[3])));
    }
}
