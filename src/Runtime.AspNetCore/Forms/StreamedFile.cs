using Microsoft.AspNetCore.Http;

namespace StreamTuning;

/// <summary>
/// A file of a form, while it arrives. It can be read once, from its start to its end, until the callback that it was given to returns;
/// what is not read is skipped. See <see cref="StreamFilesExtensions"/>.
/// </summary>
/// <remarks>
/// Only when the whole request has arrived does the form count. When it fails before (the client goes away, a limit is exceeded, the
/// callback throws), every file that <see cref="CopyToAsync"/> and
/// <see cref="CopyToFileAsync(string, FileCopyOptions?, CancellationToken)"/> have filled and that was new or empty before is deleted
/// again, and so is what was staged; what else must be undone is told to <see cref="OnAborted(Func{Task})"/>.
/// </remarks>
public sealed class StreamedFile
{
    private readonly PartHeaders _headers;
    private readonly PartStream _stream;
    private readonly FormReading _form;
    private string? _safeFileName;
    private string? _contentType;
    private HeaderDictionary? _allHeaders;

    internal StreamedFile(PartHeaders headers, PartStream stream, FormReading form)
    {
        _headers = headers;
        _stream = stream;
        _form = form;
    }

    /// <summary>The name of the form's input.</summary>
    public string Name => _headers.Name;

    /// <summary>
    /// The last part of the name that the client gave, without anything that means something to a file system or that nobody sees:
    /// separators, control, invisible and reserved characters, names of devices, dots at its start or end. At most 200 bytes as UTF-8; made
    /// up where nothing is left. Two files may have the same, and one with it may exist.
    /// </summary>
    public string SafeFileName => _safeFileName ??= SafeName.Of(UntrustedFileName);

    /// <summary>
    /// The path that the client gave, as a relative one: for an input with <c>webkitdirectory</c>, whose files come with their folders.
    /// Each part of it is as <see cref="SafeFileName"/>, the last one is that; the separators are <c>/</c>; <c>..</c> and empty parts are
    /// left out, so that a directory that it is combined with is never left. At most 16 folders, and 600 bytes as UTF-8: outer folders are
    /// left out beyond that. The folders are yours to create. A link within the directory leads where it leads.
    /// </summary>
    public string SafeFilePath => SafeName.PathOf(UntrustedFileName, SafeFileName);

    /// <summary>How long a copy may assume the content to be.</summary>
    internal long? ProbableLength => _form.ProbableLength;

    /// <summary>The safe name, if somebody has asked for it.</summary>
    internal string? KnownSafeFileName => _safeFileName;

    /// <summary>
    /// The name that the client gave, as it is: a path perhaps, or what a browser would take as HTML. <c>filename*</c> takes precedence
    /// over <c>filename</c>, unless it is empty. Must not become part of a path.
    /// </summary>
    public string UntrustedFileName => _headers.FileName!;

    /// <summary>
    /// The content type that the client gave, which need not be true; <c>application/octet-stream</c> where it gave none, or none that can
    /// be understood.
    /// </summary>
    public string ContentType => _contentType ??= _headers.ContentType?.ToString() ?? "application/octet-stream";

    /// <summary>All headers of the file, as they were sent.</summary>
    public IHeaderDictionary Headers => _allHeaders ??= _headers.ToDictionary();

    /// <summary>
    /// The content: cannot seek, and reads asynchronously unless the server allows otherwise. Need not be disposed. Reading throws
    /// <see cref="BadHttpRequestException"/> when the client sends what it must not, and <see cref="OperationCanceledException"/> when it
    /// goes away. One read at a time: another that begins meanwhile throws <see cref="InvalidOperationException"/>.
    /// </summary>
    public Stream Stream => _stream;

    /// <summary>
    /// The fields that preceded this file; a copy, to which nothing is added. Others may follow: all are known when the form has been read.
    /// </summary>
    public IFormCollection FieldsSoFar => _form.Fields;

    /// <summary>The length in bytes, known when the content has been read to its end.</summary>
    /// <exception cref="InvalidOperationException">The content has not been read to its end.</exception>
    public long Length => _stream.IsComplete
        ? _stream.BytesRead
        : throw new InvalidOperationException("The length of a streamed file is known when it has been read to its end.");

    /// <summary>
    /// Tells whether the file has no content, which is known as soon as its first byte has arrived, or its end. Nothing of it is read.
    /// </summary>
    /// <param name="cancellationToken">Ends waiting. The request ends it in any case when the client goes away.</param>
    /// <returns>Whether it has no byte.</returns>
    /// <exception cref="ObjectDisposedException">The stream is closed, or the callback that the file was given to has returned.</exception>
    /// <exception cref="InvalidOperationException">The file is being read at this moment.</exception>
    /// <exception cref="BadHttpRequestException">The client has sent what it must not.</exception>
    /// <exception cref="OperationCanceledException">Waiting was cancelled, or the client went away.</exception>
    public ValueTask<bool> IsEmptyAsync(CancellationToken cancellationToken = default) => _stream.IsEmptyAsync(cancellationToken);

    /// <summary>
    /// Copies the content into a stream. A <see cref="FileStream"/> is written in large blocks, and its file deleted again when the request
    /// fails and the file was empty before; other streams get writes of <see cref="StreamFilesOptions.BufferSize"/>.
    /// </summary>
    /// <param name="destination">Written from its position on; stays open.</param>
    /// <param name="cancellationToken">Ends the copy. The request ends it in any case when the client goes away.</param>
    /// <returns>The number of bytes.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="destination"/> is <see langword="null"/>.</exception>
    /// <exception cref="NotSupportedException">The destination cannot be written.</exception>
    /// <exception cref="ObjectDisposedException">
    /// The destination is closed, or the callback that the file was given to has returned.
    /// </exception>
    /// <exception cref="InvalidOperationException">The file is being read at this moment.</exception>
    /// <exception cref="BadHttpRequestException">The client has sent what it must not.</exception>
    /// <exception cref="OperationCanceledException">The copy was cancelled, or the client went away.</exception>
    /// <exception cref="IOException">Writing failed.</exception>
    public async Task<long> CopyToAsync(Stream destination, CancellationToken cancellationToken = default)
    {
        if (destination is FileStream file)
        {
            return await CopyToFileAsync(file, options: null, cancellationToken).ConfigureAwait(false);
        }

        return await _stream.CopyToFileAsync(destination, options: null, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>
    /// Copies the content into a file in large blocks. The file is deleted again when the request fails and the file was empty before.
    /// </summary>
    /// <param name="destination">
    /// Written from its position on, and flushed as <see cref="FileCopyOptions.Completion"/> specifies; stays open.
    /// </param>
    /// <param name="options">How to copy; <see langword="null"/> for what <see cref="StreamTuningOptions.Copying"/> says.</param>
    /// <param name="cancellationToken">Ends the copy. The request ends it in any case when the client goes away.</param>
    /// <inheritdoc cref="CopyToAsync"/>
    /// <exception cref="ArgumentException">The options set both a hint and an exact length.</exception>
    /// <exception cref="EndOfStreamException">The source ended before <see cref="FileCopyOptions.ExactLength"/>.</exception>
    /// <exception cref="InvalidDataException">The source holds more than <see cref="FileCopyOptions.ExactLength"/>.</exception>
    public async Task<long> CopyToFileAsync(
        FileStream destination, FileCopyOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(destination);
        _form.Outputs.NoteFile(destination);
        return await _stream.CopyToFileAsync(destination, Tuned(options), cancellationToken).ConfigureAwait(false);
    }

    /// <summary>
    /// Copies the content into the file of a path, in large blocks. A file that does not exist appears under its name when this file is
    /// complete, and is deleted again when the request fails afterwards.
    /// </summary>
    /// <param name="destination">
    /// The file to write; never made of <see cref="UntrustedFileName"/>. What exists is written as <see cref="FileCopyOptions.Replace"/>
    /// says.
    /// </param>
    /// <param name="options">How to copy; <see langword="null"/> for what <see cref="StreamTuningOptions.Copying"/> says.</param>
    /// <param name="cancellationToken">Ends the copy. The request ends it in any case when the client goes away.</param>
    /// <inheritdoc cref="CopyToAsync"/>
    /// <exception cref="ArgumentException">The path is empty, or the options set both a hint and an exact length.</exception>
    /// <exception cref="EndOfStreamException">The source ended before <see cref="FileCopyOptions.ExactLength"/>.</exception>
    /// <exception cref="InvalidDataException">The source holds more than <see cref="FileCopyOptions.ExactLength"/>.</exception>
    /// <exception cref="UnauthorizedAccessException">The file may not be written, or is a directory.</exception>
    /// <exception cref="DirectoryNotFoundException">The directory of the file does not exist.</exception>
    /// <exception cref="FileNotFoundException">
    /// Files are hidden until the form is complete, and that of this one is gone when the copy has ended.
    /// </exception>
    /// <exception cref="IOException">Writing failed, or another writer created the file meanwhile.</exception>
    public async Task<long> CopyToFileAsync(
        string destination, FileCopyOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentException.ThrowIfNullOrEmpty(destination);
        string path = Path.GetFullPath(destination);
        FileCopyOptions? tuned = Tuned(options);
        if (File.Exists(path))
        {
            return await OverwriteAsync(path, tuned, cancellationToken).ConfigureAwait(false);
        }

        string written = _form.HidesFiles ? FilledFile.HiddenNextTo(path) : path;
        long copied = await _stream.CopyToFileAsync(written, tuned, cancellationToken).ConfigureAwait(false);
        _form.Outputs.NoteFile(written, path, replaces: tuned?.Replace == FileReplacement.Atomic);
        return copied;
    }

    /// <summary>
    /// Copies the content into a temporary file, where there is room for it. The file is deleted when the request ends, if it has not been
    /// moved, or when it fails.
    /// </summary>
    /// <param name="space">
    /// Where; <see langword="null"/> for the space of the application's services, or <see cref="TempSpace.Default"/>.
    /// </param>
    /// <param name="cancellationToken">Ends the copy; nothing is left.</param>
    /// <returns>
    /// The file, complete, at its start; <see cref="TempFile.MoveToAsync"/> gives it its final name when the form has turned out to be
    /// valid. The request disposes it when it ends; the caller may do so before.
    /// </returns>
    /// <exception cref="ObjectDisposedException">The callback that the file was given to has returned.</exception>
    /// <exception cref="InvalidOperationException">The file is being read at this moment.</exception>
    /// <exception cref="BadHttpRequestException">The client has sent what it must not.</exception>
    /// <exception cref="OperationCanceledException">The copy was cancelled, or the client went away.</exception>
    /// <exception cref="IOException">No directory has room; the message tells what was found in each.</exception>
    public async Task<TempFile> StageAsync(TempSpace? space = null, CancellationToken cancellationToken = default)
    {
        space ??= (TempSpace?)_form.Context.RequestServices?.GetService(typeof(TempSpace)) ?? TempSpace.Default;
        TempFile file = await space.StageAsync(
            _stream, new TempFileOptions { ExpectedLength = _form.MostRemaining }, cancellationToken).ConfigureAwait(false);
        _form.Outputs.NoteDisposable(file);
        _form.Context.Response.RegisterForDisposeAsync(file);
        return file;
    }

    /// <summary>
    /// Registers what must be done when the request fails after all: before <c>StreamFiles</c> throws, in the reverse order of
    /// registration, for all files of the request. What it throws is logged.
    /// </summary>
    /// <param name="cleanUp">Deletes, for instance, what the callback has created.</param>
    /// <exception cref="ArgumentNullException"><paramref name="cleanUp"/> is <see langword="null"/>.</exception>
    public void OnAborted(Func<Task> cleanUp)
    {
        ArgumentNullException.ThrowIfNull(cleanUp);
        _form.Outputs.Note(cleanUp);
    }

    /// <inheritdoc cref="OnAborted(Func{Task})"/>
    public void OnAborted(Action cleanUp)
    {
        ArgumentNullException.ThrowIfNull(cleanUp);
        _form.Outputs.Note(() =>
        {
            cleanUp();
            return Task.CompletedTask;
        });
    }

    /// <summary>Writes a file that exists. One that this request has made itself stays its own, whatever becomes of the copy.</summary>
    private async Task<long> OverwriteAsync(string path, FileCopyOptions? options, CancellationToken token)
    {
        bool isOwn = _form.Outputs.Owns(path);
        try
        {
            return await _stream.CopyToFileAsync(path, options, token).ConfigureAwait(false);
        }
        finally
        {
            if (isOwn)
            {
                _form.Outputs.NoteFile(path, path, replaces: false);
            }
        }
    }

    private FileCopyOptions? Tuned(FileCopyOptions? options) => CopyOptions.WithHint(ProbableLength, options ?? _form.Copying);
}
