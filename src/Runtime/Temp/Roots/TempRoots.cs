namespace StreamTuning;

/// <summary>The directories that options name, in the order in which they are tried.</summary>
internal static class TempRoots
{
    public static TempRoot[] Of(TempSpaceOptions options)
    {
        var roots = new List<TempRoot>();
        if (options.UseSystemDirectory)
        {
            Add(Path.GetTempPath(), isCreated: false);
        }

        foreach (string directory in options.Directories)
        {
            if (string.IsNullOrEmpty(directory))
            {
                throw new ArgumentException("A directory is empty.", nameof(options));
            }

            if (IsServed(Path.GetFullPath(directory)))
            {
                throw new ArgumentException(
                    $"'{directory}' lies in the web root: temporary files could be downloaded from there.", nameof(options));
            }

            Add(directory, isCreated: true);
        }

        if (options.UseHomeDirectory
            && Environment.GetEnvironmentVariable("HOME") is { Length: > 0 } home
            && !IsServed(Path.GetFullPath(home)))
        {
            Add(home, isCreated: false);
        }

        return roots.ToArray();

        void Add(string directory, bool isCreated)
        {
            string path = Path.GetFullPath(directory);
            path = path.Length > Path.GetPathRoot(path)!.Length
                ? path.TrimEnd(Path.DirectorySeparatorChar, Path.AltDirectorySeparatorChar)
                : path;
            if (!roots.Exists(root => root.Directory == path))
            {
                roots.Add(new TempRoot(path, isCreated));
            }
        }
    }

    /// <summary>Whether an app service serves what is in the directory.</summary>
    private static bool IsServed(string path)
    {
        string text = path.Replace('\\', '/') + "/";
        return text.IndexOf("/site/wwwroot/", StringComparison.OrdinalIgnoreCase) >= 0;
    }
}
