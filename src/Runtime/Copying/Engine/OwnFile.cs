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

    private OwnFile(FileStream stream, string path, string? temporary, bool replaces, bool emptyOnFailure, bool isNew)
    {
        _stream = stream;
        _path = path;
        _temporary = temporary;
        _replaces = replaces;
        _emptyOnFailure = emptyOnFailure;
        Target = new OwnFileTarget(stream, path, isHidden: temporary is not null, isNew);
    }

    public FileTarget Target { get; }

    /// <summary>A new file next to the path, under a name that nobody can guess.</summary>
    public static OwnFile CreateTemporary(string path, bool replaces, bool async)
    {
        string temporary = Path.Combine(Path.GetDirectoryName(path)!, $".{RandomName.Create()}.tmp");
        return new OwnFile(Open(temporary, FileMode.CreateNew, async), path, temporary, replaces, emptyOnFailure: false, isNew: true);
    }

    /// <summary>What is there under the path, truncated.</summary>
    public static OwnFile OpenInPlace(string path, bool emptyOnFailure, bool async) =>
        new(Open(path, FileMode.Create, async), path, temporary: null, replaces: false, emptyOnFailure, isNew: true);

    /// <summary>A device or a named pipe, which others may have open too.</summary>
    public static OwnFile OpenSpecial(string path, bool async) =>
        new(
            Open(path, FileMode.Open, async, share: FileShare.ReadWrite),
            path,
            temporary: null,
            replaces: false,
            emptyOnFailure: false,
            isNew: false);

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

        if (Target.Unanswered is { IsCompleted: false } unanswered)
        {
            // The server does not answer, and closing the file would wait for it.
            _ = unanswered.ContinueWith(_ => CleanUp(), CancellationToken.None, TaskContinuationOptions.None, TaskScheduler.Default);
            return;
        }

        CleanUp();
    }

    private void CleanUp()
    {
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

    private static FileStream Open(string path, FileMode mode, bool async, FileShare share = FileShare.None)
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
