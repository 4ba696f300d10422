using Microsoft.Win32.SafeHandles;

namespace StreamTuning;

/// <summary>The ways to open a file of our own: under its final name, or hidden until it is complete.</summary>
internal sealed partial class OwnFile
{
    /// <summary>
    /// A new file that gets its name, if that is free, when it is complete. Where the system can do it, it has none before.
    /// </summary>
    public static OwnFile CreateNew(string path, bool async)
    {
        string directory = Path.GetDirectoryName(path)!;
        if (UnnamedFile.TryCreate(directory) is not { } unnamed)
        {
            return CreateHidden(path, replaces: false, takesRights: false, async);
        }

        return new OwnFile(
            Over(unnamed), path, isUnnamed: true, directory: DirectoryHandle.OpenIfTooLong(directory, Path.GetFileName(path)));
    }

    /// <summary>
    /// A new file that takes the place of one that exists when it is complete, with the rights of that, and is for its owner alone before.
    /// </summary>
    public static OwnFile CreateReplacement(string path, bool async) => CreateHidden(path, replaces: true, takesRights: true, async);

    /// <summary>
    /// A new file that gets its name when it is complete, whoever has it by then; from a file that has it, it takes over the rights.
    /// </summary>
    public static OwnFile CreateNewOrReplacement(string path, bool async) => CreateHidden(path, replaces: true, takesRights: false, async);

    /// <summary>A new file next to a mounted one, whose place it cannot take.</summary>
    public static OwnFile CreateBesideMounted(string path, bool async)
    {
        // A mounted file that cannot be written is found before all the work.
        Open(path, FileMode.Open, async).Dispose();
        return CreateHidden(path, replaces: false, takesRights: true, async, isBesideMounted: true);
    }

    /// <summary>What is there under the path, truncated.</summary>
    public static OwnFile OpenInPlace(string path, bool emptyOnFailure, bool async) =>
        new(Open(path, FileMode.Create, async), path, emptyOnFailure: emptyOnFailure);

    /// <summary>A device, which others may have open too.</summary>
    public static OwnFile OpenDevice(string path, bool async) =>
        new(Open(path, FileMode.Open, async, FileShare.ReadWrite), path, isNew: false);

    /// <summary>A named pipe, as soon as somebody reads it.</summary>
    public static async ValueTask<OwnFile> OpenPipeAsync(string path, bool async, CancellationToken token) =>
        new(await NamedPipe.OpenAsync(path, async, token).ConfigureAwait(false), path, isNew: false);

    private static OwnFile CreateHidden(string path, bool replaces, bool takesRights, bool async, bool isBesideMounted = false)
    {
        string directory = Path.GetDirectoryName(path)!;
        string name = HiddenName.CreateIn(directory);
        DirectoryHandle? opened = DirectoryHandle.OpenIfTooLong(directory, name);
        string hidden = opened?.PathOf(name) ?? Path.Combine(directory, name);
        try
        {
            FileStream stream = UnixHandle.TryCreateHidden(hidden, isForOwner: takesRights) is { } handle
                ? Over(handle)
                : Open(hidden, FileMode.CreateNew, async, isForOwner: takesRights);
            return new OwnFile(
                stream,
                path,
                hidden: hidden,
                directory: opened,
                takesRights: takesRights,
                replaces: replaces,
                isBesideMounted: isBesideMounted);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            opened?.Dispose();
            throw FileErrors.Of(path, e);
        }
    }

    /// <param name="path">The path of the file.</param>
    /// <param name="mode">How it is opened.</param>
    /// <param name="async">Whether to write without a thread.</param>
    /// <param name="share">What others may do with it.</param>
    /// <param name="isForOwner">Whether only its owner may open the new file.</param>
    private static FileStream Open(string path, FileMode mode, bool async, FileShare share = FileShare.None, bool isForOwner = false)
    {
        FileOptions options = async ? FileOptions.Asynchronous : FileOptions.None;
#if NET
        var given = new FileStreamOptions { Mode = mode, Access = FileAccess.Write, Share = share, BufferSize = 0, Options = options };
        if (isForOwner && !OperatingSystem.IsWindows())
        {
            given.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        }

        return new FileStream(path, given);
#else
        const int OwnerMayReadAndWrite = 0b110_000_000;
        var stream = new FileStream(path, mode, FileAccess.Write, share, bufferSize: 1, options);
        if (isForOwner && Path.DirectorySeparatorChar == '/')
        {
            _ = UnixFile.ChangeMode(stream.SafeFileHandle, OwnerMayReadAndWrite);
        }

        return stream;
#endif
    }

    private static FileStream Over(SafeFileHandle handle) => new(handle, FileAccess.Write, bufferSize: 1);
}
