namespace StreamTuning.NetworkShares.Guest;

/// <summary>One copy in the guest, with the actions of a test during it, and the state that its caller sees afterwards.</summary>
internal sealed class GuestCopy(string source, string target) : IProgress<long>
{
    private bool _begun;

    public string Source => source;

    public string Target => target;

    /// <summary>Is called when a part of the source has been written, and the target is not published yet.</summary>
    public Action? Midway { get; init; }

    /// <summary>Is given the caller's stream before the copy, and after it.</summary>
    public Action<FileStream>? Before { get; init; }

    public Action<FileStream>? After { get; init; }

    /// <summary>How the caller's stream is opened. FileShare.None locks the file.</summary>
    public FileShare Share { get; init; } = FileShare.None;

    /// <summary>The caller's stream: where the copy started, where it stands after it, and its length before and after.</summary>
    public (long Start, long End, long LengthBefore, long LengthAfter)? Stream { get; private set; }

    /// <summary>The state of the staged file after a move.</summary>
    public string? Staged { get; private set; }

    public void Report(long value)
    {
        if (!_begun)
        {
            _begun = true;
            Midway?.Invoke();
        }
    }

    public FileCopyOptions Options(FileReplacement replace = FileReplacement.InPlace) => new() { Replace = replace, Progress = this };

    public FileStream OpenSource() =>
        new(source, FileMode.Open, FileAccess.Read, FileShare.Read, 4096, FileOptions.Asynchronous | FileOptions.SequentialScan);

    /// <summary>The source without its length, in the pieces of a network.</summary>
    public Stream OpenUnknownSource() => new UnknownLength(OpenSource());

    public async Task IntoStreamAsync(
        Func<FileStream, Task> copy, byte[]? header = null, byte[]? trailer = null, FileMode mode = FileMode.Create)
    {
        await using var stream = new FileStream(target, mode, FileAccess.Write, Share, 4096, FileOptions.Asynchronous);
        stream.Seek(0, SeekOrigin.End);
        await stream.WriteAsync(header ?? []);
        Before?.Invoke(stream);
        (long start, long length) = (stream.Position, stream.Length);
        try
        {
            await copy(stream);
        }
        finally
        {
            Stream = (start, stream.Position, length, stream.Length);
            After?.Invoke(stream);
        }

        await stream.WriteAsync(trailer ?? []);
    }

    public async Task MoveAsync(bool overwrite)
    {
        // Another volume than the target's.
        string directory = Directory.CreateTempSubdirectory("stage").FullName;
        var options = new TempSpaceOptions { UseSystemDirectory = false, UseHomeDirectory = false };
        options.Directories.Add(directory);
        await using Stream content = OpenSource();
        await using TempFile file = await new TempSpace(options).StageAsync(content);
        string staged = file.Path;
        try
        {
            await file.MoveToAsync(target, overwrite);
        }
        finally
        {
            Staged = GuestContent.Look(staged, File.ReadAllBytes(source));
        }
    }

    private sealed class UnknownLength(Stream inner) : Stream
    {
        public override bool CanRead => true;

        public override bool CanSeek => false;

        public override bool CanWrite => false;

        public override long Length => throw new NotSupportedException();

        public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }

        public override int Read(byte[] buffer, int offset, int count) => inner.Read(buffer, offset, Math.Min(count, 65536));

        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
            inner.ReadAsync(buffer[..Math.Min(buffer.Length, 65536)], cancellationToken);

        public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
            ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

        public override void Flush()
        {
        }

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();

        public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

        protected override void Dispose(bool disposing)
        {
            inner.Dispose();
            base.Dispose(disposing);
        }
    }
}
