using Microsoft.AspNetCore.Http;

namespace StreamTuning;

/// <summary>
/// Copies files of forms that ASP.NET Core has read into files, in few, large requests: what <see cref="IFormFile.CopyToAsync"/> does,
/// faster. See <see cref="FileCopyExtensions"/> for what is promised.
/// </summary>
public static class FormFileExtensions
{
    /// <summary>Copies a file of a form into a file, from the file's position on.</summary>
    /// <param name="source">The file of the form. Its length is known.</param>
    /// <param name="destination">
    /// Written from its position on, flushed as <see cref="FileCopyOptions.Completion"/> specifies, and left at the end of the copy; stays
    /// open. Must not be used otherwise until the copy is complete.
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
    /// <exception cref="ObjectDisposedException">The destination is closed.</exception>
    /// <exception cref="NotSupportedException">The destination cannot be written.</exception>
    /// <exception cref="OperationCanceledException">The copy was cancelled.</exception>
    /// <exception cref="EndOfStreamException">The source ended before <see cref="FileCopyOptions.ExactLength"/>.</exception>
    /// <exception cref="InvalidDataException">The source holds more than <see cref="FileCopyOptions.ExactLength"/>.</exception>
    /// <exception cref="IOException">Reading or writing failed.</exception>
    public static async Task<long> CopyToFileAsync(
        this IFormFile source, FileStream destination, FileCopyOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(source);
        using Stream content = source.OpenReadStream();
        return await content.CopyToFileAsync(destination, options, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Copies a file of a form into the file of a path.</summary>
    /// <param name="source">The file of the form. Its length is known.</param>
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
    /// <exception cref="OperationCanceledException">The copy was cancelled.</exception>
    /// <exception cref="EndOfStreamException">The source ended before <see cref="FileCopyOptions.ExactLength"/>.</exception>
    /// <exception cref="InvalidDataException">The source holds more than <see cref="FileCopyOptions.ExactLength"/>.</exception>
    /// <exception cref="UnauthorizedAccessException">The file may not be written, or is a directory.</exception>
    /// <exception cref="DirectoryNotFoundException">The directory of the file does not exist.</exception>
    /// <exception cref="IOException">Reading or writing failed, or another writer created the file meanwhile.</exception>
    public static async Task<long> CopyToFileAsync(
        this IFormFile source, string destination, FileCopyOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(source);
        using Stream content = source.OpenReadStream();
        return await content.CopyToFileAsync(destination, options, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>
    /// Copies a file of a form into a stream. A <see cref="FileStream"/> is written as a file; any other stream gets what <see
    /// cref="Stream.CopyToAsync(Stream)"/> would write.
    /// </summary>
    /// <param name="source">The file of the form.</param>
    /// <param name="destination">Written from its position on; stays open.</param>
    /// <param name="options">How to copy; <see langword="null"/> for the defaults.</param>
    /// <param name="cancellationToken">
    /// Ends the copy after the writes that are under way, and at once the wait for a server that is to acknowledge them.
    /// </param>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentNullException">
    /// <paramref name="source"/> or <paramref name="destination"/> is <see langword="null"/>.
    /// </exception>
    /// <exception cref="ArgumentException">The options set both a hint and an exact length.</exception>
    /// <exception cref="ObjectDisposedException">The destination is closed.</exception>
    /// <exception cref="NotSupportedException">The destination cannot be written.</exception>
    /// <exception cref="OperationCanceledException">The copy was cancelled.</exception>
    /// <exception cref="EndOfStreamException">The source ended before <see cref="FileCopyOptions.ExactLength"/>.</exception>
    /// <exception cref="InvalidDataException">The source holds more than <see cref="FileCopyOptions.ExactLength"/>.</exception>
    /// <exception cref="IOException">Reading or writing failed.</exception>
    public static async Task<long> CopyToFileAsync(
        this IFormFile source, Stream destination, FileCopyOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(source);
        using Stream content = source.OpenReadStream();
        return await content.CopyToFileAsync(destination, options, cancellationToken).ConfigureAwait(false);
    }

    /// <inheritdoc cref="CopyToFileAsync(IFormFile, FileStream, FileCopyOptions?, CancellationToken)"/>
    public static long CopyToFile(
        this IFormFile source, FileStream destination, FileCopyOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(source);
        using Stream content = source.OpenReadStream();
        return content.CopyToFile(destination, options, cancellationToken);
    }

    /// <inheritdoc cref="CopyToFileAsync(IFormFile, string, FileCopyOptions?, CancellationToken)"/>
    public static long CopyToFile(
        this IFormFile source, string destination, FileCopyOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(source);
        using Stream content = source.OpenReadStream();
        return content.CopyToFile(destination, options, cancellationToken);
    }

    /// <summary>
    /// Copies a file of a form into a stream. A <see cref="FileStream"/> is written as a file; any other stream gets what <see
    /// cref="Stream.CopyTo(Stream)"/> would write.
    /// </summary>
    /// <inheritdoc cref="CopyToFileAsync(IFormFile, Stream, FileCopyOptions?, CancellationToken)"/>
    public static long CopyToFile(
        this IFormFile source, Stream destination, FileCopyOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(source);
        using Stream content = source.OpenReadStream();
        return content.CopyToFile(destination, options, cancellationToken);
    }
}
