using Microsoft.AspNetCore.Http;

namespace StreamTuning;

public static partial class StreamFilesExtensions
{
    /// <summary>
    /// Copies the body of a request into a stream: an upload that is no form. A <see cref="FileStream"/> is written in large blocks; other
    /// streams get writes of up to 64 KiB.
    /// </summary>
    /// <param name="request">The request.</param>
    /// <param name="destination">
    /// Written from its position on; stays open. If the copy fails, a <see cref="FileStream"/> whose file was empty loses the file, which
    /// is deleted by its name (on Windows when it is closed and the request has ended); every other stream keeps the bytes that arrived.
    /// </param>
    /// <param name="maxBytes">
    /// How many bytes the body may have, whether that is less or more than the server allows; <see langword="null"/> for what it allows.
    /// </param>
    /// <param name="cancellationToken">Ends the copy, besides the client that goes away.</param>
    /// <returns>The number of bytes.</returns>
    /// <exception cref="ArgumentNullException">
    /// <paramref name="request"/> or <paramref name="destination"/> is <see langword="null"/>.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="maxBytes"/> is negative.</exception>
    /// <exception cref="InvalidOperationException">The body has been read as a form before.</exception>
    /// <exception cref="BadHttpRequestException">The body is too long (413), or ended too early (400).</exception>
    /// <exception cref="OperationCanceledException">The copy was cancelled, or the client went away.</exception>
    /// <exception cref="ObjectDisposedException">The destination is closed.</exception>
    /// <exception cref="NotSupportedException">The destination cannot be written.</exception>
    /// <exception cref="IOException">Writing failed.</exception>
    public static Task<long> StreamBodyToAsync(
        this HttpRequest request, Stream destination, long? maxBytes = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(request);
        ArgumentNullException.ThrowIfNull(destination);
        if (maxBytes is { } limit)
        {
            ArgumentOutOfRangeException.ThrowIfNegative(limit, nameof(maxBytes));
        }

        return CopyBodyAsync(
            request.HttpContext,
            maxBytes,
            options: null,
            (body, options, token) => body.CopyToFileAsync(destination, options, token),
            destination as FileStream,
            cancellationToken);
    }

    /// <summary>Copies the body of a request into a file, from the file's position on. Its Content-Length is taken as a hint.</summary>
    /// <param name="source">The request. What the server allows is the limit.</param>
    /// <param name="destination">
    /// Written from its position on, flushed as <see cref="FileCopyOptions.Completion"/> specifies, and left at the end of the copy; stays
    /// open. Must not be used otherwise until the copy is complete. If the copy fails and the file was empty, it is deleted by its name (on
    /// Windows when it is closed and the request has ended).
    /// </param>
    /// <param name="options">How to copy; <see langword="null"/> for the defaults.</param>
    /// <param name="cancellationToken">
    /// Ends the copy after the writes that are under way, and at once the wait for a server that is to acknowledge them.
    /// </param>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentNullException">
    /// <paramref name="source"/> or <paramref name="destination"/> is <see langword="null"/>.
    /// </exception>
    /// <exception cref="ArgumentException">The options set both a hint and an exact length.</exception>
    /// <exception cref="InvalidOperationException">The body has been read as a form before.</exception>
    /// <exception cref="BadHttpRequestException">The body is too long (413), or ended too early (400).</exception>
    /// <exception cref="OperationCanceledException">The copy was cancelled, or the client went away.</exception>
    /// <exception cref="ObjectDisposedException">The destination is closed.</exception>
    /// <exception cref="NotSupportedException">The destination cannot be written.</exception>
    /// <exception cref="EndOfStreamException">The source ended before <see cref="FileCopyOptions.ExactLength"/>.</exception>
    /// <exception cref="InvalidDataException">The source holds more than <see cref="FileCopyOptions.ExactLength"/>.</exception>
    /// <exception cref="IOException">Writing failed.</exception>
    public static Task<long> CopyToFileAsync(
        this HttpRequest source, FileStream destination, FileCopyOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(source);
        ArgumentNullException.ThrowIfNull(destination);
        return CopyBodyAsync(
            source.HttpContext,
            maxBytes: null,
            options,
            (body, tuned, token) => body.CopyToFileAsync(destination, tuned, token),
            destination,
            cancellationToken);
    }

    /// <summary>Copies the body of a request into the file of a path. Its Content-Length is taken as a hint.</summary>
    /// <param name="source">The request. What the server allows is the limit.</param>
    /// <param name="destination">
    /// The file to write. A file that does not exist appears under its name when it is complete, and not at all when the copy fails. What
    /// exists is written as <see cref="FileCopyOptions.Replace"/> says.
    /// </param>
    /// <param name="options">How to copy; <see langword="null"/> for the defaults.</param>
    /// <param name="cancellationToken">
    /// Ends the copy after the writes that are under way, and at once the wait for a server that is to acknowledge them.
    /// </param>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentNullException">
    /// <paramref name="source"/> or <paramref name="destination"/> is <see langword="null"/>.
    /// </exception>
    /// <exception cref="ArgumentException">The path is empty, or the options set both a hint and an exact length.</exception>
    /// <exception cref="InvalidOperationException">The body has been read as a form before.</exception>
    /// <exception cref="BadHttpRequestException">The body is too long (413), or ended too early (400).</exception>
    /// <exception cref="OperationCanceledException">The copy was cancelled, or the client went away.</exception>
    /// <exception cref="EndOfStreamException">The source ended before <see cref="FileCopyOptions.ExactLength"/>.</exception>
    /// <exception cref="InvalidDataException">The source holds more than <see cref="FileCopyOptions.ExactLength"/>.</exception>
    /// <exception cref="UnauthorizedAccessException">The file may not be written, or is a directory.</exception>
    /// <exception cref="DirectoryNotFoundException">The directory of the file does not exist.</exception>
    /// <exception cref="IOException">Writing failed, or another writer created the file meanwhile.</exception>
    public static Task<long> CopyToFileAsync(
        this HttpRequest source, string destination, FileCopyOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(source);
        ArgumentException.ThrowIfNullOrEmpty(destination);
        return CopyBodyAsync(
            source.HttpContext,
            maxBytes: null,
            options,
            (body, tuned, token) => body.CopyToFileAsync(destination, tuned, token),
            file: null,
            cancellationToken);
    }

    private static async Task<long> CopyBodyAsync(
        HttpContext context,
        long? maxBytes,
        FileCopyOptions? options,
        Func<Stream, FileCopyOptions?, CancellationToken, Task<long>> copy,
        FileStream? file,
        CancellationToken token)
    {
        FormState.ThrowIfRead(context);
        long? limit = RequestLimits.Apply(context, maxBytes);
        var outputs = new FormOutputs(context);
        if (file is not null)
        {
            outputs.NoteFile(file);
        }

        using CancellationTokenSource? both = FormReading.Link(token, context.RequestAborted);
        CancellationToken linked = both?.Token ?? context.RequestAborted;
        await using var body = new RequestBody(context, limit, bufferSize: null, linked);
        using var stream = new BodyStream(body);
        options ??= EffectiveOptions.OfApplication(context.RequestServices)?.Copying;
        try
        {
            return await copy(stream, CopyOptions.WithHint(body.MostRemaining, options), linked).ConfigureAwait(false);
        }
        catch (Exception)
        {
            await outputs.DiscardAsync().ConfigureAwait(false);
            throw;
        }
    }
}
