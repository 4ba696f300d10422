namespace StreamTuning;

/// <summary>
/// The name that a file has until a copy to a path is complete: <c>.streamtuning-MACHINE-BOOT-PROCESS-START-RANDOM.tmp</c>. It tells which
/// process writes it; nobody can guess it.
/// </summary>
internal static class HiddenName
{
    private const string Prefix = ".streamtuning-";
    private const string Extension = ".tmp";
    private const int RandomDigits = 32;
    private const int FewRandomDigits = 12;

    // Of MAX_PATH, 260, with the zero at the end: .NET Framework opens no file with a longer path.
    private const int LongestWindowsPath = 259;

    /// <summary>What finds all such names in a directory, and perhaps others.</summary>
    public const string Pattern = Prefix + "*" + Extension;

    /// <summary>A new name for a file of this process.</summary>
    public static string Create() => $"{Prefix}{ProcessIdentity.Current}-{RandomName.Create()}{Extension}";

    /// <summary>
    /// A new name for a file of this process, which is a short one if the path of the file would be too long for Windows.
    /// </summary>
    public static string CreateIn(string directory) =>
        CreateIn(directory, Path.DirectorySeparatorChar == '/' ? int.MaxValue : LongestWindowsPath);

    /// <param name="directory">The full path of the directory.</param>
    /// <param name="longestPath">How many characters the path of a file may have.</param>
    /// <inheritdoc cref="CreateIn(string)"/>
    public static string CreateIn(string directory, int longestPath)
    {
        // A sweep does not know the process behind a short name, and keeps the file.
        string name = Create();
        return directory.Length + 1 + name.Length <= longestPath
            ? name
            : $"{Prefix}{RandomName.Create().Substring(0, FewRandomDigits)}{Extension}";
    }

    /// <summary>A new name for a complete file that may be the only one with its data, so that no sweep deletes it.</summary>
    public static string CreateKept() => $"{Prefix}{RandomName.Create()}.kept";

    /// <summary>The process that has made a name; <see langword="null"/> if it is no such name.</summary>
    public static ProcessIdentity? OwnerOf(string name)
    {
        if (!name.StartsWith(Prefix, StringComparison.Ordinal)
            || !name.EndsWith(Extension, StringComparison.Ordinal)
            || name.Length < Prefix.Length + Extension.Length)
        {
            return null;
        }

        string owned = name.Substring(Prefix.Length, name.Length - Prefix.Length - Extension.Length);
        return ProcessIdentity.TryParse(owned) is { } owner && IsRandom(owned, owner + "-") ? owner : null;
    }

    private static bool IsRandom(string owned, string identity)
    {
        if (owned.Length != identity.Length + RandomDigits || !owned.StartsWith(identity, StringComparison.Ordinal))
        {
            return false;
        }

        for (int i = identity.Length; i < owned.Length; i++)
        {
            if (owned[i] is not ((>= '0' and <= '9') or (>= 'A' and <= 'F')))
            {
                return false;
            }
        }

        return true;
    }
}
