#if !NET
using System.Runtime.InteropServices;
#endif

namespace StreamTuning;

/// <summary>A file that the copy opens, and what becomes of it when the copy is complete or has failed.</summary>
internal sealed class OwnFile : IDisposable
{
    private readonly FileStream _stream;
    private readonly string _path;
    private readonly string? _temporary;
    private readonly bool _replaces;
    private readonly bool _emptyOnFailure;
    private bool _published;

    private OwnFile(FileStream stream, string path, string? temporary, bool replaces, bool emptyOnFailure, long preallocatedLength)
    {
        _stream = stream;
        _path = path;
        _temporary = temporary;
        _replaces = replaces;
        _emptyOnFailure = emptyOnFailure;
#if NET
        if (stream.CanSeek)
        {
            Target = new OwnFileTarget(stream, preallocatedLength);
            return;
        }
#endif
        Target = new FileTarget(stream, mayBuffer: false, preallocatedLength);
    }

    public FileTarget Target { get; }

    /// <summary>A new file next to the path, under a name that nobody can guess.</summary>
    public static OwnFile CreateTemporary(string path, bool replaces, CopySource source, CopySettings settings, bool async)
    {
        string directory = Path.GetDirectoryName(path)!;
        string temporary = Path.Combine(directory, $".{RandomName.Create()}.tmp");
        long preallocation = CopyPlan.Preallocation(source, settings, directory);
        FileStream stream;
        if (preallocation > 0)
        {
            try
            {
                stream = Open(temporary, FileMode.CreateNew, async, preallocation);
            }
            catch (IOException)
            {
                // The disk is too full for what may be a guess. When it is none, the write that fails says so with the proper error code.
                preallocation = 0;
                stream = Open(temporary, FileMode.CreateNew, async);
            }
        }
        else
        {
            stream = Open(temporary, FileMode.CreateNew, async);
        }

        return new OwnFile(stream, path, temporary, replaces, emptyOnFailure: false, preallocation);
    }

    /// <summary>What is there under the path, truncated.</summary>
    public static OwnFile OpenInPlace(string path, bool emptyOnFailure, bool async) =>
        new(Open(path, FileMode.Create, async), path, temporary: null, replaces: false, emptyOnFailure, preallocatedLength: 0);

    /// <summary>A device or a named pipe, which others may have open too.</summary>
    public static OwnFile OpenSpecial(string path, bool async) =>
        new(
            Open(path, FileMode.Open, async, share: FileShare.ReadWrite),
            path,
            temporary: null,
            replaces: false,
            emptyOnFailure: false,
            preallocatedLength: 0);

    /// <summary>The copy is complete: closes the file and gives it its name.</summary>
    public void Publish()
    {
        _stream.Dispose();
        if (_temporary is not null)
        {
            Move(_temporary);
        }

        _published = true;
    }

    public void Dispose()
    {
        if (_published)
        {
            return;
        }

        // The copy has failed, and that is what the caller hears of.
        try
        {
            if (_emptyOnFailure && _stream.CanSeek)
            {
                _stream.SetLength(0);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or NotSupportedException)
        {
        }

        try
        {
            _stream.Dispose();
            if (_temporary is not null)
            {
                File.Delete(_temporary);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
        }
    }

    private static FileStream Open(string path, FileMode mode, bool async, long preallocation = 0, FileShare share = FileShare.None)
    {
        FileOptions options = async ? FileOptions.Asynchronous : FileOptions.None;
#if NET
        return new FileStream(path, new FileStreamOptions
        {
            Mode = mode,
            Access = FileAccess.Write,
            Share = share,
            BufferSize = 0,
            Options = options,
            PreallocationSize = preallocation,
        });
#else
        return new FileStream(path, mode, FileAccess.Write, share, bufferSize: 1, options);
#endif
    }

    private void Move(string temporary)
    {
        if (!_replaces)
        {
            // .NET makes a second name and removes the first, which takes several requests.
            if (!LinuxFile.TryRename(temporary, _path))
            {
                File.Move(temporary, _path);
            }

            return;
        }

#if NET
        if (!OperatingSystem.IsWindows() && UnixFile.ModeOf(_path) is { } mode)
        {
            File.SetUnixFileMode(temporary, (UnixFileMode)mode);
        }

        File.Move(temporary, _path, overwrite: true);
#else
        if (UnixFile.ModeOf(_path) is { } mode)
        {
            _ = UnixFile.ChangeMode(temporary, mode);
        }

        if (!RuntimeInformation.IsOSPlatform(OSPlatform.Windows) && UnixFile.Replace(temporary, _path) == 0)
        {
            return;
        }

        if (File.Exists(_path))
        {
            File.Replace(temporary, _path, destinationBackupFileName: null);
        }
        else
        {
            File.Move(temporary, _path);
        }
#endif
    }
}
