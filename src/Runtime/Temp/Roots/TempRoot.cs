using System.Runtime.InteropServices;

namespace StreamTuning;

/// <summary>
/// One directory in which temporary files can be made. They are made in a folder of its own that only the user of the process may open:
/// others may write to the directory itself.
/// </summary>
internal sealed class TempRoot
{
    private const int OwnerOnlyDirectory = 0b111_000_000;
    private const int OthersMayWrite = 0b000_010_010;
    private const int Permissions = 0b111_111_111;

    private readonly bool _isCreated;
    private readonly object _preparing = new();
    private readonly object _promising = new();
    private volatile string? _folder;
    private volatile bool _isLocal;
    private bool _mayBeExchanged;
    private bool _hasOwners;
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
    internal static string FolderName => ".streamtuning-" + (IsWindows ? PlainName(Environment.UserName) : UnixFile.User.ToString());

    private string UsualFolder => Path.Combine(Directory, FolderName);

    /// <summary>
    /// The bytes that can still be written, without those that files which are being staged will take; <see langword="null"/> where nobody
    /// knows.
    /// </summary>
    /// <exception cref="IOException">The directory cannot be used.</exception>
    /// <exception cref="UnauthorizedAccessException">The directory cannot be used.</exception>
    public long? FindRoom()
    {
        // Before the room: what is written between the two counts twice then, and not not at all.
        long promised = Interlocked.Read(ref _promised);
        return FindFree() is { } free ? Math.Max(0, free - promised) : null;
    }

    /// <summary>The bytes that can still be written, whoever they were promised to; <see langword="null"/> where nobody knows.</summary>
    /// <exception cref="IOException">The directory cannot be used.</exception>
    /// <exception cref="UnauthorizedAccessException">The directory cannot be used.</exception>
    public long? FindFree()
    {
        string folder = Prepare();
        try
        {
            try
            {
                return FreeSpace.Of(folder);
            }
            catch (Exception e) when (e is DirectoryNotFoundException or DriveNotFoundException)
            {
                // Deleted, as cleaners of temporary directories do.
                _folder = null;
            }

            return FreeSpace.Of(Prepare());
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>Promises bytes to a file, if there is room.</summary>
    /// <param name="bytes">How many it will take.</param>
    /// <param name="atLeast">How much room there must be.</param>
    /// <param name="room">How much there is; <see langword="null"/> where nobody knows.</param>
    /// <exception cref="IOException">The directory cannot be used.</exception>
    /// <exception cref="UnauthorizedAccessException">The directory cannot be used.</exception>
    public bool TryPromise(long bytes, long atLeast, out long? room)
    {
        // One after the other: those that look at the same time would all find the same room.
        lock (_promising)
        {
            room = FindRoom();
            if (!(room >= atLeast))
            {
                return false;
            }

            Promise(bytes);
            return true;
        }
    }

    /// <summary>Counts bytes as taken that are going to be written, or, where negative, have been or never will be.</summary>
    public void Promise(long bytes) => Interlocked.Add(ref _promised, bytes);

    /// <summary>A new file that a sweep may delete when this process has ended.</summary>
    public TempFile CreateFile(string extension, FileOptions options) => InFolder(folder =>
    {
        string path = Path.Combine(folder, TempName.CreateOwned(extension));
        bool deletesOnClose = (options & FileOptions.DeleteOnClose) != 0;

        // The first file tells whether the others need to ask when they are closed: .NET is faster with streams of its own.
        var file = new TempFile(OpenNew(path, options, settles: !deletesOnClose && !_isLocal), path, deletesOnClose);
        _isLocal = !file.IsOnShare;
        return file;
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
        // Windows has two separators, and takes dots and spaces from the end of a name.
        string path = Path.GetFullPath(Path.Combine(NamedFolder(folder), name.Replace('\\', Path.DirectorySeparatorChar)));
        System.IO.Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        return path;
    });

    /// <summary>Whether a file or directory of this name is there. Nothing is created to find out.</summary>
    public bool Holds(string name)
    {
        string path = Path.Combine(NamedFolder(_folder ?? UsualFolder), name);
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
            // What is not there yet is not created for this.
            int swept = System.IO.Directory.Exists(UsualFolder) ? TempSweep.OfFolder(Prepare()) : 0;
            return System.IO.Directory.Exists(Directory) ? swept + TempSweep.OfOtherFolders(Directory, FolderName + "-", IsOwn) : swept;
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
    /// <param name="path">Where.</param>
    /// <param name="options">How it is opened.</param>
    /// <param name="share">Who else may open it.</param>
    /// <param name="settles">Whether it may have to ask a share when it is closed.</param>
    private static FileStream OpenNew(
        string path, FileOptions options, FileShare share = FileShare.Read | FileShare.Delete, bool settles = false)
    {
        const int Buffer = 4096;
#if NET
        var given = new FileStreamOptions
        {
            Mode = FileMode.CreateNew,
            Access = FileAccess.ReadWrite,
            Share = share,
            BufferSize = Buffer,
            Options = options,
        };
        if (!OperatingSystem.IsWindows())
        {
            given.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        }

        return settles ? new SettlingFileStream(path, given) : new FileStream(path, given);
#else
        const int OwnerOnlyFile = 0b110_000_000;
        FileStream file = settles
            ? new SettlingFileStream(path, FileMode.CreateNew, FileAccess.ReadWrite, share, Buffer, options)
            : new FileStream(path, FileMode.CreateNew, FileAccess.ReadWrite, share, Buffer, options);
        if (!IsWindows)
        {
            // Nobody could open it before: nobody else may enter the folder.
            _ = UnixFile.ChangeMode(path, OwnerOnlyFile);
        }

        return file;
#endif
    }

    /// <summary>
    /// Creates a directory that is not there, for the user of the process alone; <see langword="false"/> where something has the name.
    /// </summary>
    private static bool CreateOwnDirectory(string path)
    {
        if (!IsWindows)
        {
            return UnixFile.CreateDirectory(path, OwnerOnlyDirectory) switch
            {
                0 => true,
                UnixFile.Exists => false,
                int error => throw new IOException(
                    $"The directory '{path}' could not be created: error {error} of the operating system.", error),
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

    /// <summary>
    /// Whether an existing folder is a directory, no link, and the user's alone: somebody may have put it there before us.
    /// </summary>
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

    /// <summary>
    /// Runs an action in the folder, again in a new one when the folder has been deleted meanwhile, as cleaners of temporary directories
    /// do.
    /// </summary>
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
        if (TryGetFolder() is { } known)
        {
            return known;
        }

        lock (_preparing)
        {
            if (TryGetFolder() is { } prepared)
            {
                return prepared;
            }

            if (_isCreated)
            {
                System.IO.Directory.CreateDirectory(Directory);
            }

            // In a directory of all, others may put something in the place of the folder; where the sticky bit is set, when a cleaner has
            // deleted it.
            _mayBeExchanged = IsLinux && LinuxFile.OwnerOf(Directory) is var (_, mode) && (mode & OthersMayWrite) != 0;
            _hasOwners = true;
            string folder = UsualFolder;

            // Windows does not say whether it was there: somebody may have been faster.
            if ((!CreateOwnDirectory(folder) || IsWindows) && !IsOwn(folder))
            {
                folder = FolderBeside(folder);
            }

            _folder = folder;
            return folder;
        }
    }

    private string? TryGetFolder() =>
        _folder is { } known && (!_mayBeExchanged || (_hasOwners ? IsOwn(known) : IsPlainDirectory(known))) ? known : null;

    /// <summary>
    /// Where the folder that is there seems to be another's: a new one with a name that nobody could guess. On file systems without owners,
    /// as many shares are, that one seems to be another's too; then the first is as good.
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
        _hasOwners = false;
        return IsPlainDirectory(folder)
            ? folder
            : throw new IOException($"'{folder}' is no directory that belongs to the user of this process.");
    }

    private static bool IsPlainDirectory(string path) =>
        System.IO.Directory.Exists(path) && (File.GetAttributes(path) & FileAttributes.ReparsePoint) == 0;
}
