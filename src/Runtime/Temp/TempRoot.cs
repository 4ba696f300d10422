using System.Runtime.InteropServices;

namespace StreamTuning;

/// <summary>
/// One directory in which temporary files can be made. They are made in a folder of its own that only the user of the process may open: others may
/// write to the directory itself.
/// </summary>
internal sealed class TempRoot
{
    private const int OwnerOnlyDirectory = 0b111_000_000;
    private const int OthersMayWrite = 0b000_010_010;
    private const int Sticky = 0b1_000_000_000;
    private const int Permissions = 0b111_111_111;

    private readonly bool _isCreated;
    private readonly object _preparing = new();
    private volatile string? _folder;
    private bool _mayBeExchanged;
    private long _promised;

    /// <param name="directory">The full path.</param>
    /// <param name="isCreated">Whether to create it where it does not exist.</param>
    public TempRoot(string directory, bool isCreated)
    {
        Directory = directory;
        _isCreated = isCreated;
    }

    public string Directory { get; }

    private static bool IsWindows => RuntimeInformation.IsOSPlatform(OSPlatform.Windows);

    private static bool IsLinux => RuntimeInformation.IsOSPlatform(OSPlatform.Linux);

    /// <summary>The name of the folder: one for a user, so that the next process finds what the last one left.</summary>
    private static string FolderName => ".streamtuning-" + (IsWindows ? PlainName(Environment.UserName) : UnixFile.User.ToString());

    /// <summary>The bytes that can still be written, without those that files which are being staged will take; <see langword="null"/> where nobody knows.</summary>
    /// <exception cref="IOException">The directory cannot be used.</exception>
    /// <exception cref="UnauthorizedAccessException">The directory cannot be used.</exception>
    public long? FindRoom()
    {
        string folder = Prepare();
        try
        {
            return Math.Max(0, FreeSpace.Of(folder) - Math.Max(0, Interlocked.Read(ref _promised)));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>Counts bytes as taken that are going to be written, or, where negative, have been or never will be.</summary>
    public void Promise(long bytes) => Interlocked.Add(ref _promised, bytes);

    /// <summary>A new file that a sweep may delete when this process has ended.</summary>
    public TempFile CreateFile(string extension, FileOptions options) => InFolder(folder =>
    {
        string path = Path.Combine(folder, TempName.CreateOwned(extension));
        return new TempFile(OpenNew(path, options), path, deletesOnClose: (options & FileOptions.DeleteOnClose) != 0);
    });

    /// <summary>A new directory that a sweep may delete when this process has ended.</summary>
    public TempDirectory CreateDirectory() => InFolder(folder =>
    {
        string path = Path.Combine(folder, TempName.CreateOwned(""));
        FileStream mark = OpenNew(path + TempName.LockExtension, FileOptions.DeleteOnClose, FileShare.None);
        try
        {
            CreateOwnDirectory(path);
            return new TempDirectory(path, mark);
        }
        catch
        {
            mark.Dispose();
            throw;
        }
    });

    /// <summary>A new, empty, closed file that no sweep ever deletes.</summary>
    public string CreateEmptyFile() => InFolder(folder =>
    {
        string path = Path.Combine(folder, RandomName.Create() + ".tmp");
        OpenNew(path, FileOptions.None).Dispose();
        return path;
    });

    /// <summary>Where a file of this name would be; its parent directories are created. No sweep ever deletes it.</summary>
    public string PathOf(string name) => InFolder(folder =>
    {
        string path = Path.Combine(NamedFolder(folder), name.Replace('\\', Path.DirectorySeparatorChar));
        System.IO.Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        return path;
    });

    /// <summary>Whether a file or directory of this name is there. Nothing is created to find out.</summary>
    public bool Holds(string name)
    {
        string path = Path.Combine(NamedFolder(_folder ?? Path.Combine(Directory, FolderName)), name);
        try
        {
            return (File.Exists(path) || System.IO.Directory.Exists(path)) && path == Path.Combine(NamedFolder(Prepare()), name);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    /// <summary>Deletes what processes of this machine have left that have ended; what cannot be deleted stays.</summary>
    /// <returns>How many files and directories.</returns>
    public int Sweep()
    {
        try
        {
            string folder = Prepare();
            return TempSweep.OfFolder(folder) + TempSweep.OfOtherFolders(Directory, FolderName + "-", IsOwn);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return 0;
        }
    }

    // Apart from the files with names of ours, with which the names of callers must not collide.
    private static string NamedFolder(string folder) => Path.Combine(folder, "named");

    private static string PlainName(string name)
    {
        char[] characters = name.ToLowerInvariant().ToCharArray();
        for (int i = 0; i < characters.Length; i++)
        {
            characters[i] = char.IsLetterOrDigit(characters[i]) ? characters[i] : '_';
        }

        return new string(characters);
    }

    /// <summary>A new file for the user of the process alone, which others may read if they can, but not write while it is open.</summary>
    private static FileStream OpenNew(string path, FileOptions options, FileShare share = FileShare.Read | FileShare.Delete)
    {
        const int Buffer = 4096;
#if NET
        var given = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.ReadWrite, Share = share, BufferSize = Buffer, Options = options };
        if (!OperatingSystem.IsWindows())
        {
            given.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        }

        return new FileStream(path, given);
#else
        const int OwnerOnlyFile = 0b110_000_000;
        var file = new FileStream(path, FileMode.CreateNew, FileAccess.ReadWrite, share, Buffer, options);
        if (!IsWindows)
        {
            // Nobody could open it before: nobody else may enter the folder.
            _ = UnixFile.ChangeMode(path, OwnerOnlyFile);
        }

        return file;
#endif
    }

    /// <summary>Creates a directory that is not there, for the user of the process alone; <see langword="false"/> where something has the name.</summary>
    private static bool CreateOwnDirectory(string path)
    {
        if (!IsWindows)
        {
            return UnixFile.CreateDirectory(path, OwnerOnlyDirectory) switch
            {
                0 => true,
                UnixFile.Exists => false,
                int error => throw new IOException($"The directory '{path}' could not be created: error {error} of the operating system.", error),
            };
        }

        if (System.IO.Directory.Exists(path) || File.Exists(path))
        {
            return false;
        }

#if NET
        if (OperatingSystem.IsWindows())
        {
            WindowsFile.CreateOwnDirectory(path);
            return true;
        }
#endif
        System.IO.Directory.CreateDirectory(path);
        return true;
    }

    /// <summary>Whether an existing folder is a directory, no link, and the user's alone: somebody may have put it there before us.</summary>
    private static bool IsOwn(string path)
    {
        if (IsLinux)
        {
            if (LinuxFile.OwnerOf(path) is not { } found || !LinuxFile.IsDirectory(found.Mode) || found.Owner != UnixFile.User)
            {
                return false;
            }

            return (found.Mode & Permissions & ~OwnerOnlyDirectory) == 0 || UnixFile.ChangeMode(path, OwnerOnlyDirectory) == 0;
        }

        FileAttributes attributes = File.GetAttributes(path);
        if ((attributes & FileAttributes.Directory) == 0 || (attributes & FileAttributes.ReparsePoint) != 0)
        {
            return false;
        }

#if NET
        if (OperatingSystem.IsWindows())
        {
            return WindowsFile.IsOwnDirectory(path);
        }
#endif
        // Only the owner can change the mode.
        return IsWindows || UnixFile.ChangeMode(path, OwnerOnlyDirectory) == 0;
    }

    /// <summary>Runs an action in the folder, again in a new one when the folder has been deleted meanwhile, as cleaners of temporary directories do.</summary>
    private T InFolder<T>(Func<string, T> action)
    {
        string folder = Prepare();
        try
        {
            return action(folder);
        }
        catch (DirectoryNotFoundException)
        {
            _folder = null;
        }

        return action(Prepare());
    }

    private string Prepare()
    {
        if (_folder is { } known && !(_mayBeExchanged && !IsOwn(known)))
        {
            return known;
        }

        lock (_preparing)
        {
            if (_isCreated)
            {
                System.IO.Directory.CreateDirectory(Directory);
            }

            string folder = Path.Combine(Directory, FolderName);
            if (!CreateOwnDirectory(folder) && !IsOwn(folder))
            {
                folder = FolderBeside(folder);
            }

            // In a directory of all, only the owner of an entry may rename it where the sticky bit is set.
            _mayBeExchanged = IsLinux && LinuxFile.OwnerOf(Directory) is var (_, mode) && (mode & OthersMayWrite) != 0 && (mode & Sticky) == 0;
            _folder = folder;
            return folder;
        }
    }

    /// <summary>
    /// Where the folder that is there seems to be another's: a new one with a name that nobody could guess. On file systems without owners, as many
    /// shares are, that one seems to be another's too; then the first is as good.
    /// </summary>
    private string FolderBeside(string folder)
    {
        string other = $"{folder}-{TempName.CreateOwned("")}";
        if (!CreateOwnDirectory(other))
        {
            throw new IOException($"'{other}' exists, although nobody could know its name.");
        }

        if (IsOwn(other))
        {
            return other;
        }

        System.IO.Directory.Delete(other);
        return IsPlainDirectory(folder) ? folder : throw new IOException($"'{folder}' is no directory that belongs to the user of this process.");
    }

    private static bool IsPlainDirectory(string path) =>
        System.IO.Directory.Exists(path) && (File.GetAttributes(path) & FileAttributes.ReparsePoint) == 0;
}
