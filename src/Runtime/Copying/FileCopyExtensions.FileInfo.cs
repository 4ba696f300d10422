namespace StreamTuning;

public static partial class FileCopyExtensions
{
    /// <summary>Copies the content of a file into another, from the other's position on.</summary>
    /// <param name="source">
    /// The file to read, from its start to its end. Opened as <see cref="FileInfo.OpenRead"/> opens it, and closed again.
    /// </param>
    /// <param name="destination">
    /// Written from its position on, flushed as <see cref="FileCopyOptions.Completion"/> specifies, and left at the end of the copy; stays
    /// open. Must not be used otherwise until the copy is complete.
    /// </param>
    /// <param name="options">How to copy; <see langword="null"/> for the defaults.</param>
    /// <param name="cancellationToken">
    /// Ends the copy after the writes that are under way, and at once the wait for a server that is to acknowledge them.
    /// </param>
    /// <inheritdoc cref="CopyToFileAsync(Stream, FileStream, FileCopyOptions?, CancellationToken)"/>
    /// <exception cref="FileNotFoundException">The source does not exist.</exception>
    /// <exception cref="UnauthorizedAccessException">The source may not be read.</exception>
    /// <exception cref="IOException">Reading or writing failed, or source and destination are the same file.</exception>
    public static Task<long> CopyToFileAsync(
        this FileInfo source, FileStream destination, FileCopyOptions? options = null, CancellationToken cancellationToken = default) =>
        StartAsync(From(source), To(destination), options, cancellationToken);

    /// <summary>
    /// Copies the content of a file into the file of a path. On Linux, if both are on local disks and the file is larger than 128 KiB, the
    /// operating system copies, and shares the blocks of the disk if the file system can; not if a <see cref="FileCopyOptions.Hash"/> has
    /// to see the bytes.
    /// </summary>
    /// <remarks>
    /// Other than <see cref="File.Copy(string, string)"/> this copies the content alone: a new file gets the rights of any new file, and
    /// the time of now.
    /// </remarks>
    /// <param name="source">
    /// The file to read, from its start to its end. Opened as <see cref="FileInfo.OpenRead"/> opens it, and closed again.
    /// </param>
    /// <param name="destination">
    /// The file to write. A file that does not exist appears under its name when it is complete, and not at all when the copy fails; when
    /// another writer has created it meanwhile, that file stays and the copy fails. What exists is written as
    /// <see cref="FileCopyOptions.Replace"/> says.
    /// </param>
    /// <param name="options">How to copy; <see langword="null"/> for the defaults.</param>
    /// <param name="cancellationToken">
    /// Ends the copy after the writes that are under way, and at once the wait for a server that is to acknowledge them.
    /// </param>
    /// <inheritdoc cref="CopyToFileAsync(Stream, string, FileCopyOptions?, CancellationToken)"/>
    /// <exception cref="FileNotFoundException">The source does not exist. The destination stays as it is.</exception>
    /// <exception cref="UnauthorizedAccessException">
    /// The source may not be read, or the destination may not be written or is a directory.
    /// </exception>
    /// <exception cref="IOException">
    /// Reading or writing failed, another writer created the file meanwhile, or source and destination are the same file.
    /// </exception>
    public static Task<long> CopyToFileAsync(
        this FileInfo source, string destination, FileCopyOptions? options = null, CancellationToken cancellationToken = default) =>
        StartAsync(From(source), To(destination), options, cancellationToken);

    /// <summary>
    /// Copies the content of a file into a stream. A <see cref="FileStream"/> is written as a file; any other stream gets what
    /// <see cref="Stream.CopyToAsync(Stream)"/> would write.
    /// </summary>
    /// <inheritdoc cref="CopyToFileAsync(FileInfo, FileStream, FileCopyOptions?, CancellationToken)"/>
    public static Task<long> CopyToFileAsync(
        this FileInfo source, Stream destination, FileCopyOptions? options = null, CancellationToken cancellationToken = default) =>
        StartAsync(From(source), To(destination), options, cancellationToken);

    /// <inheritdoc cref="CopyToFileAsync(FileInfo, FileStream, FileCopyOptions?, CancellationToken)"/>
    public static long CopyToFile(
        this FileInfo source, FileStream destination, FileCopyOptions? options = null, CancellationToken cancellationToken = default) =>
        Start(From(source), To(destination), options, cancellationToken);

    /// <inheritdoc cref="CopyToFileAsync(FileInfo, string, FileCopyOptions?, CancellationToken)"/>
    public static long CopyToFile(
        this FileInfo source, string destination, FileCopyOptions? options = null, CancellationToken cancellationToken = default) =>
        Start(From(source), To(destination), options, cancellationToken);

    /// <summary>
    /// Copies the content of a file into a stream. A <see cref="FileStream"/> is written as a file; any other stream gets what
    /// <see cref="Stream.CopyTo(Stream)"/> would write.
    /// </summary>
    /// <inheritdoc cref="CopyToFileAsync(FileInfo, FileStream, FileCopyOptions?, CancellationToken)"/>
    public static long CopyToFile(
        this FileInfo source, Stream destination, FileCopyOptions? options = null, CancellationToken cancellationToken = default) =>
        Start(From(source), To(destination), options, cancellationToken);

    private static FileSource From(FileInfo source) =>
        new(source ?? throw new ArgumentNullException(nameof(source)));
}
