namespace StreamTuning;

/// <summary>
/// The name that a file has until a copy to a path is complete: <c>.streamtuning-MACHINE-BOOT-PROCESS-START-RANDOM.tmp</c>. It tells which process
/// writes it; nobody can guess it.
/// </summary>
internal static class HiddenName
{
    private const string Prefix = ".streamtuning-";
    private const string Extension = ".tmp";
    private const int RandomDigits = 32;

    /// <summary>What finds all such names in a directory, and perhaps others.</summary>
    public const string Pattern = Prefix + "*" + Extension;

    /// <summary>A new name for a file of this process.</summary>
    public static string Create() => $"{Prefix}{ProcessIdentity.Current}-{RandomName.Create()}{Extension}";

    /// <summary>A new name for a complete file that may be the only one with its data, so that no sweep deletes it.</summary>
    public static string CreateKept() => $"{Prefix}{RandomName.Create()}.kept";

    /// <summary>The process that has made a name; <see langword="null"/> if it is no such name.</summary>
    public static ProcessIdentity? OwnerOf(string name)
    {
        if (!name.StartsWith(Prefix, StringComparison.Ordinal) || !name.EndsWith(Extension, StringComparison.Ordinal) || name.Length < Prefix.Length + Extension.Length)
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
