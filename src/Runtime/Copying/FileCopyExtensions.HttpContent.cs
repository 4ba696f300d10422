namespace StreamTuning;

public static partial class FileCopyExtensions
{
    /// <summary>
    /// Copies the content of an HTTP message into a file, from the file's position on. Its Content-Length is taken as a hint.
    /// </summary>
    /// <remarks>The content is never loaded into memory as a whole when it comes from the network, and stays undisposed.</remarks>
    /// <inheritdoc cref="CopyToFileAsync(Stream, FileStream, FileCopyOptions?, CancellationToken)"/>
    /// <exception cref="HttpRequestException">The content could not be read to its end; the inner exception says why.</exception>
    public static Task<long> CopyToFileAsync(
        this HttpContent source, FileStream destination, FileCopyOptions? options = null, CancellationToken cancellationToken = default) =>
        StartAsync(From(source), To(destination), options, cancellationToken);

    /// <summary>Copies the content of an HTTP message into the file of a path. Its Content-Length is taken as a hint.</summary>
    /// <remarks>The content is never loaded into memory as a whole when it comes from the network, and stays undisposed.</remarks>
    /// <inheritdoc cref="CopyToFileAsync(Stream, string, FileCopyOptions?, CancellationToken)"/>
    /// <exception cref="HttpRequestException">The content could not be read to its end; the inner exception says why.</exception>
    public static Task<long> CopyToFileAsync(
        this HttpContent source, string destination, FileCopyOptions? options = null, CancellationToken cancellationToken = default) =>
        StartAsync(From(source), To(destination), options, cancellationToken);

    /// <summary>
    /// Copies the content of an HTTP message into a stream. A <see cref="FileStream"/> is written as a file; any other stream gets what
    /// <see cref="HttpContent.CopyToAsync(Stream)"/> would write.
    /// </summary>
    /// <remarks>The content is never loaded into memory as a whole when it comes from the network, and stays undisposed.</remarks>
    /// <inheritdoc cref="CopyToFileAsync(Stream, FileStream, FileCopyOptions?, CancellationToken)"/>
    /// <exception cref="HttpRequestException">The content could not be read to its end; the inner exception says why.</exception>
    public static Task<long> CopyToFileAsync(
        this HttpContent source, Stream destination, FileCopyOptions? options = null, CancellationToken cancellationToken = default) =>
        StartAsync(From(source), To(destination), options, cancellationToken);

#if NET
    /// <inheritdoc cref="CopyToFileAsync(HttpContent, FileStream, FileCopyOptions?, CancellationToken)"/>
    public static long CopyToFile(
        this HttpContent source, FileStream destination, FileCopyOptions? options = null, CancellationToken cancellationToken = default) =>
        Start(From(source), To(destination), options, cancellationToken);

    /// <inheritdoc cref="CopyToFileAsync(HttpContent, string, FileCopyOptions?, CancellationToken)"/>
    public static long CopyToFile(
        this HttpContent source, string destination, FileCopyOptions? options = null, CancellationToken cancellationToken = default) =>
        Start(From(source), To(destination), options, cancellationToken);

    /// <summary>
    /// Copies the content of an HTTP message into a stream. A <see cref="FileStream"/> is written as a file; any other stream gets what
    /// <see cref="HttpContent.CopyTo(Stream, System.Net.TransportContext?, CancellationToken)"/> would write.
    /// </summary>
    /// <inheritdoc cref="CopyToFileAsync(HttpContent, Stream, FileCopyOptions?, CancellationToken)"/>
    public static long CopyToFile(
        this HttpContent source, Stream destination, FileCopyOptions? options = null, CancellationToken cancellationToken = default) =>
        Start(From(source), To(destination), options, cancellationToken);
#endif

    private static HttpContentSource From(HttpContent source) =>
        new(source ?? throw new ArgumentNullException(nameof(source)));
}
