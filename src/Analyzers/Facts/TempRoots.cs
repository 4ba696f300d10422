namespace StreamTuning.Analyzers.Facts;

/// <summary>The directories that count as temporary: those everybody knows, with what the option adds and takes away.</summary>
internal sealed class TempRoots
{
    public static readonly TempRoots Default = new(
        ImmutableArray.Create("/tmp", "/var/tmp", @":\temp", @":\tmp", @":\windows\temp", @":\local\temp", "%TEMP%", "%TMP%", "%TMPDIR%"));

    // Paths without the separator at the end; those on a drive in lower case, without its letter and with backslashes; variables in upper
    // case.
    private readonly ImmutableArray<string> _roots;

    private TempRoots(ImmutableArray<string> roots) => _roots = roots;

    /// <summary>The roots with those entries of the option added, and those after a minus sign taken away.</summary>
    public static TempRoots Of(ImmutableArray<string> entries)
    {
        if (entries.IsEmpty)
        {
            return Default;
        }

        var roots = new List<string>(Default._roots);
        foreach (string entry in entries)
        {
            if (Normalize(entry[0] == '-' ? entry.Substring(1).TrimStart() : entry) is { } root)
            {
                roots.Remove(root);
                if (entry[0] != '-')
                {
                    roots.Add(root);
                }
            }
        }

        return new TempRoots(roots.ToImmutableArray());
    }

    /// <summary>Whether the text can be an entry of the option.</summary>
    public static bool IsEntry(string text) =>
        text.Length > 0 && Normalize(text[0] == '-' ? text.Substring(1).TrimStart() : text) is not null;

    public static bool IsSeparator(char c) => c is '/' or '\\';

    /// <summary>The length of the root that the text has at a position, up to a separator or the end; 0 where it has none there.</summary>
    public int LengthOfRoot(string text, int position = 0)
    {
        foreach (string root in _roots)
        {
            // A drive has a letter before what is kept of it.
            int start = root[0] == ':' ? position + 1 : position;
            int end = start + root.Length;
            if (text.Length >= end
                && (start == position || IsDrive(text, position))
                && IsAt(text, start, root)
                && (text.Length == end || IsSeparator(text[end])))
            {
                return end - position;
            }
        }

        return 0;
    }

    /// <summary>Whether the environment variable of that name holds a root.</summary>
    public bool HasVariable(string name)
    {
        foreach (string root in _roots)
        {
            if (root[0] == '%'
                && root.Length == name.Length + 2
                && string.Compare(root, 1, name, 0, name.Length, StringComparison.OrdinalIgnoreCase) == 0)
            {
                return true;
            }
        }

        return false;
    }

    private static bool IsAt(string text, int start, string root)
    {
        if (root[0] == '/')
        {
            return string.CompareOrdinal(text, start, root, 0, root.Length) == 0;
        }

        for (int i = 0; i < root.Length; i++)
        {
            char c = text[start + i];
            if (c != root[i]
                && char.ToLowerInvariant(c) != root[i]
                && char.ToUpperInvariant(c) != root[i]
                && !(c == '/' && root[i] == '\\'))
            {
                return false;
            }
        }

        return true;
    }

    private static bool IsDrive(string text, int position = 0) =>
        text.Length > position + 1 && text[position + 1] == ':' && text[position] is (>= 'a' and <= 'z') or (>= 'A' and <= 'Z');

    private static string? Normalize(string root)
    {
        string path = root.TrimEnd('/', '\\');
        if (path.Length > 2 && path[0] == '%' && path[path.Length - 1] == '%' && path.IndexOf('%', 1) == path.Length - 1)
        {
            return path.ToUpperInvariant();
        }

        if (path.Length > 1 && path[0] == '/')
        {
            return path;
        }

        return path.Length > 3 && IsDrive(path) && IsSeparator(path[2]) ? path.Substring(1).Replace('/', '\\').ToLowerInvariant() : null;
    }
}
