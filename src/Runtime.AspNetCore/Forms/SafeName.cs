using System.Text;

namespace StreamTuning;

/// <summary>Makes of what a client says a file is called a name that any file system takes as a name, and nothing else.</summary>
internal static class SafeName
{
    // Of UTF-8. File systems take 255; whoever uses the name may want to add something.
    private const int MostBytes = 200;
    private const int MostExtensionBytes = 32;

    private static readonly string[] _devices = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "CLOCK$"];

    public static string Of(string untrusted)
    {
        if (IsPlain(untrusted))
        {
            return IsDevice(untrusted) ? "_" + untrusted : untrusted;
        }

        int separator = untrusted.AsSpan().LastIndexOfAny('/', '\\');
        var name = new StringBuilder(untrusted.Length);
        foreach (Rune rune in untrusted.AsSpan(separator + 1).EnumerateRunes())
        {
            if (!IsInvisible(rune))
            {
                name.Append(IsReserved(rune) ? "_" : rune.ToString());
            }
        }

        // Windows drops dots and spaces at the end; at the start a dot hides the file, or makes it a configuration.
        string safe = Shorten(name.ToString().Trim(' ', '.')).TrimEnd(' ', '.');
        return safe.Length == 0 ? $"file-{Guid.NewGuid():N}" : IsDevice(safe) ? "_" + safe : safe;
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

    private static bool IsInvisible(Rune rune) =>
        Rune.IsControl(rune)

        // An unpaired surrogate, or bytes that were no UTF-8.
        || rune == Rune.ReplacementChar

        // Marks and embeddings that turn the direction of text, so that a name shows another extension than it has; line ends; the byte order mark.
        || rune.Value is 0x061C or 0x200E or 0x200F or (>= 0x2028 and <= 0x202E) or (>= 0x2066 and <= 0x2069) or 0xFEFF;

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
