namespace StreamTuning.Tool;

/// <summary>Paths, and files that are written as a whole or not at all.</summary>
internal static class Files
{
    /// <summary>Compares paths as the file system does by default.</summary>
    public static StringComparer PathComparer { get; } = OperatingSystem.IsWindows() || OperatingSystem.IsMacOS()
        ? StringComparer.OrdinalIgnoreCase
        : StringComparer.Ordinal;

    /// <summary>A path below a folder relative to it, with slashes; other paths as they are.</summary>
    public static string Relative(string root, string path)
    {
        string relative = Path.GetRelativePath(root, path);
        return relative.StartsWith("..", StringComparison.Ordinal) || Path.IsPathRooted(relative)
            ? path
            : relative.Replace(Path.DirectorySeparatorChar, '/');
    }

    /// <summary>Whether a path is below one of the folders.</summary>
    public static bool IsBelow(string path, IEnumerable<string> folders) => folders.Any(folder =>
    {
        string prefix = Path.TrimEndingDirectorySeparator(folder) + Path.DirectorySeparatorChar;
        return path.StartsWith(
            prefix, PathComparer == StringComparer.Ordinal ? StringComparison.Ordinal : StringComparison.OrdinalIgnoreCase);
    });

    /// <summary>Writes a file beside its final place and moves it there. An existing file keeps its rights.</summary>
    /// <exception cref="ToolException">It cannot be written; what was there is still there.</exception>
    public static async Task WriteAsync(string path, byte[] content, CancellationToken cancellationToken)
    {
        // Of a link, the file that it leads to.
        string target = (File.Exists(path) ? File.ResolveLinkTarget(path, returnFinalTarget: true)?.FullName : null) ?? path;
        string temporary = Path.Combine(Path.GetDirectoryName(target)!, $".{Path.GetFileName(target)}.{Guid.NewGuid():N}.tmp");
        try
        {
            if (File.Exists(target) && new FileInfo(target).IsReadOnly)
            {
                throw new UnauthorizedAccessException("The file is read-only.");
            }

            Directory.CreateDirectory(Path.GetDirectoryName(target)!);
            await File.WriteAllBytesAsync(temporary, content, cancellationToken);
            if (File.Exists(target))
            {
                KeepRights(target, temporary);
            }
            else
            {
                File.Move(temporary, target);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new ToolException($"'{path}' cannot be written: {e.Message} Free it, or choose another place.");
        }
        finally
        {
            if (File.Exists(temporary))
            {
                File.Delete(temporary);
            }
        }
    }

    private static void KeepRights(string target, string temporary)
    {
        if (OperatingSystem.IsWindows())
        {
            File.Replace(temporary, target, destinationBackupFileName: null);
            return;
        }

        File.SetUnixFileMode(temporary, File.GetUnixFileMode(target));
        File.Move(temporary, target, overwrite: true);
    }
}
