using Microsoft.Win32.SafeHandles;

namespace StreamTuning;

/// <summary>A file that the copy opens itself.</summary>
internal sealed class FileSource(FileInfo file) : CopySource
{
    private readonly string _path = file.FullName;
    private FileStream? _stream;
    private bool? _isLocal;
    private long? _length;
    private StreamSource? _opened;

    public override bool IsOpen => false;

    public override SafeFileHandle? LocalFile => IsLocal ? Stream.SafeFileHandle : null;

    public override bool IsFromFile => true;

    public override bool KnowsItsLength => Opened.KnowsItsLength;

    // Asked before the destination is opened and again when it is, which is one request to the file system too many.
    private bool IsLocal => _isLocal ??= Stream.CanSeek && Mount.Of(Stream.SafeFileHandle, _path).IsLocal;

    private FileStream Stream => _stream ?? throw new InvalidOperationException("The file has not been opened.");

    private StreamSource Opened => _opened ?? throw new InvalidOperationException("The file has not been opened.");

    public override ValueTask OpenAsync(bool async, CancellationToken token)
    {
        _stream = Open(async);
        _opened = new StreamSource(_stream);
        return default;
    }

    public override ValueTask CloseAsync(bool async)
    {
        _stream?.Dispose();
        return default;
    }

    public override bool IsFile(string path, (long Device, long File)? identity = null) => LinuxFile.IdentityOf(_path) is { } own
        ? own == (identity ?? LinuxFile.IdentityOf(path))
        : string.Equals(_path, Path.GetFullPath(path), StringComparison.OrdinalIgnoreCase);

    public override long? KnownRemaining() => Opened.KnownRemaining();

    public override void Skip(long count) => Stream.Position += count;

    public override ValueTask<int> ReadAsync(byte[] buffer, int offset, int count, bool async, CancellationToken token)
    {
        // A local disk reads little in less time than a thread of the pool would.
        if (!async || !IsLocal || (_length ??= Stream.Length) - Stream.Position > CopyPlan.PlainBlock)
        {
            return Opened.ReadAsync(buffer, offset, count, async, token);
        }

        token.ThrowIfCancellationRequested();
        return new ValueTask<int>(Stream.Read(buffer, offset, count));
    }

    public override async ValueTask CopyToAsync(Stream destination, bool async, CancellationToken token)
    {
        using FileStream stream = Open(async);
        await new StreamSource(stream).CopyToAsync(destination, async, token).ConfigureAwait(false);
    }

    // Without a buffer of its own: blocks are larger.
    private FileStream Open(bool async) => new(
        _path,
        FileMode.Open,
        FileAccess.Read,
        FileShare.Read,
        bufferSize: 1,
        FileOptions.SequentialScan | (async ? FileOptions.Asynchronous : FileOptions.None));
}
