namespace StreamTuning;

/// <summary>Names of what is made in the folder of a root: who made it, and what nobody can guess.</summary>
internal static class TempName
{
    /// <summary>What a directory's lock has behind the name of the directory.</summary>
    public const string LockExtension = ".lock";

    // What Windows has in no name, and no system in a plain one, beside control characters.
    private static readonly char[] _neverInNames = ['/', '\\', ':', '*', '?', '"', '<', '>', '|'];

    /// <summary>Whether a name holds nothing that Windows has in no name. A line break would also make two of one in a log.</summary>
    public static bool IsPlain(string name)
    {
        foreach (char character in name)
        {
            if (character < ' ')
            {
                return false;
            }
        }

        return name.IndexOfAny(_neverInNames) < 0;
    }

    /// <summary>A name that a sweep finds when this process has ended.</summary>
    public static string CreateOwned(string extension) => $"{ProcessIdentity.Current}-{RandomName.Create()}{extension}";

    /// <summary>Checks the relative path of a file that a caller wants to have in a root.</summary>
    public static void ThrowIfNotRelative(string name, string parameter)
    {
        if (name is null)
        {
            throw new ArgumentNullException(parameter);
        }

        if (name.Length == 0)
        {
            throw new ArgumentException("The name is empty.", parameter);
        }

        if (Path.IsPathRooted(name) || name[0] is '/' or '\\' || name.IndexOf(':') >= 0 || name.IndexOf('\0') >= 0)
        {
            throw new ArgumentException($"'{name}' is no relative name.", parameter);
        }

        foreach (string segment in Segments(name))
        {
            // Windows takes dots and spaces from the end of a name: what is made of them alone may lead upwards there, or nowhere.
            if (segment.Trim('.', ' ').Length == 0)
            {
                throw new ArgumentException($"'{name}' does not name a file: it has a segment '{segment}'.", parameter);
            }
        }
    }

    /// <summary>The first directory of a relative path, or the name itself.</summary>
    public static string FirstSegment(string name) => Segments(name)[0];

    // Both separators everywhere: what leaves the directory on one system must not be a name on another.
    private static string[] Segments(string name) => name.Split('/', '\\');
}
