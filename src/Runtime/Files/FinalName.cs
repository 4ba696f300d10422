using System.Runtime.InteropServices;
using System.Text;
#if NET
using System.Runtime.Versioning;
#endif

namespace StreamTuning;

/// <summary>Gives a complete file, which had a hidden name so far, its final name on the same volume.</summary>
internal static class FinalName
{
    // For whoever finds it after a crash.
    private static readonly byte[] _placeholder = Encoding.ASCII.GetBytes("A file is being moved here by StreamTuning.\n");

#if NET
    [SupportedOSPlatformGuard("windows")]
#endif
    private static bool IsWindows { get; } = RuntimeInformation.IsOSPlatform(OSPlatform.Windows);

    /// <inheritdoc cref="TryGive"/>
    public static void Give(string hidden, string path, bool replaces, string? asked = null)
    {
        if (!TryGive(hidden, path, replaces, asked))
        {
            throw UnixFile.Error(asked ?? path, UnixFile.OtherVolume);
        }
    }

    /// <param name="hidden">The full path that the file has now. It keeps that if an exception is thrown.</param>
    /// <param name="path">The full path that it gets.</param>
    /// <param name="replaces">
    /// Whether a file that has the name is replaced. If not, nobody's file is ever overwritten, whoever creates it and when.
    /// </param>
    /// <param name="asked">The path as exceptions name it, if that is another one.</param>
    /// <returns><see langword="false"/> if the name is on another volume; nothing has changed then.</returns>
    /// <exception cref="IOException">The name is taken, or the system refused; <see cref="Exception.HResult"/> is its error.</exception>
    /// <exception cref="UnauthorizedAccessException">The name may not be given.</exception>
    /// <exception cref="DirectoryNotFoundException">There is no such directory.</exception>
    public static bool TryGive(string hidden, string path, bool replaces, string? asked = null)
    {
        if (IsWindows)
        {
            return (replaces && TryReplaceOnWindows(hidden, path)) || WindowsFile.TryMove(hidden, path, replaces);
        }

        return (replaces ? UnixFile.Replace(hidden, path) : GiveFreeName(hidden, path)) switch
        {
            0 => true,
            UnixFile.OtherVolume => false,
            UnixFile.NoSuchEntry when Directory.Exists(Path.GetDirectoryName(path)) =>
                throw new IOException(
                    $"'{asked ?? path}' could not be created: somebody has deleted its data, which had a hidden name.",
                    UnixFile.NoSuchEntry),
            int error => throw UnixFile.Error(asked ?? path, error),
        };
    }

    /// <summary>Replaces a file that exists, and keeps its rules of access, which a plain move would not.</summary>
    private static bool TryReplaceOnWindows(string hidden, string path)
    {
        if (!File.Exists(path))
        {
            return false;
        }

        try
        {
            File.Replace(hidden, path, destinationBackupFileName: null, ignoreMetadataErrors: true);
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or PlatformNotSupportedException)
        {
            // Not every file system can, and another volume is none of its errors. The move that comes next tells.
            return false;
        }
    }

    /// <summary>
    /// Never a plain rename onto a name that only seemed free: another machine may have taken it since, and the client of a share may not
    /// know yet.
    /// </summary>
    private static int GiveFreeName(string hidden, string path)
    {
        const int InvalidArgument = 22; // EINVAL: NFS, sshfs
        const int NotImplemented = 38; // ENOSYS
        const int NotSupported = 95; // EOPNOTSUPP
        int error = LinuxFile.Rename(hidden, path);
        if (error >= 0 && error is not (InvalidArgument or NotImplemented or NotSupported))
        {
            return error;
        }

        switch (UnixFile.AddName(hidden, path))
        {
            case 0:
                UnwantedFile.TryDelete(hidden);
                return 0;
            case 1 or 5 or InvalidArgument or 31 or NotImplemented or 45 or NotSupported or < 0:
                // EPERM, EIO (rclone), EINVAL, EMLINK, ENOSYS, ENOTSUP of macOS, EOPNOTSUPP: links are not possible here.
                return GiveNameOfOwnFile(hidden, path);
            case var certain:
                return certain;
        }
    }

    /// <summary>Takes the name with a small file, which nobody else can have created, and replaces that.</summary>
    private static int GiveNameOfOwnFile(string hidden, string path)
    {
        int error = CreatePlaceholder(path);
        if (error != 0)
        {
            return error;
        }

        if (!HasLengthOfPlaceholder(path))
        {
            return UnixFile.Exists;
        }

        error = UnixFile.Replace(hidden, path);
        if (error != 0)
        {
            TryDeletePlaceholder(path);
        }

        return error;
    }

    /// <remarks>
    /// Not empty: rclone uploads an empty file some time after it was closed, and deletes the file that has its name by then, since that is
    /// another one. Shared, so that no lock costs a request.
    /// </remarks>
    private static int CreatePlaceholder(string path)
    {
        try
        {
            int error;
            using (var file = new FileStream(path, FileMode.CreateNew, FileAccess.Write, FileShare.ReadWrite, bufferSize: 1))
            {
                error = TryWrite(file);
            }

            if (error != 0)
            {
                TryDeletePlaceholder(path, isComplete: false);
            }

            return error;
        }
        catch (UnauthorizedAccessException)
        {
            return UnixFile.AccessDenied;
        }
        catch (DirectoryNotFoundException)
        {
            return UnixFile.NoSuchEntry;
        }
        catch (IOException e)
        {
            return e.HResult;
        }
    }

    private static int TryWrite(FileStream file)
    {
        try
        {
            file.Write(_placeholder, 0, _placeholder.Length);
            return 0;
        }
        catch (IOException e)
        {
            return e.HResult;
        }
    }

    /// <summary>Whether a file still has the length that it was created with: somebody may have opened and written it since.</summary>
    private static bool HasLengthOfPlaceholder(string path)
    {
        var file = new FileInfo(path);
        return file.Exists && file.Length == _placeholder.Length;
    }

    /// <summary>
    /// Deletes the placeholder, and nothing else: the rename that has failed may have been done, and only its answer been lost.
    /// </summary>
    private static void TryDeletePlaceholder(string path, bool isComplete = true)
    {
        try
        {
            byte[] found = new byte[_placeholder.Length + 1];
            int count;
            using (var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, bufferSize: 1))
            {
                count = file.Read(found, 0, found.Length);
            }

            bool isWhole = count == _placeholder.Length;
            if ((isWhole || !isComplete) && _placeholder.AsSpan().StartsWith(found.AsSpan(0, count)))
            {
                File.Delete(path);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
        }
    }
}
