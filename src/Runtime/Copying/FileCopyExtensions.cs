using System.Diagnostics;

namespace StreamTuning;

/// <summary>
/// Copies into files in few, large requests: what <see cref="Stream.CopyToAsync(Stream)"/> does, several times faster where each write
/// waits for a server, and never with more work on local disks. On success the bytes of the destination from its position on equal the
/// source, everything before is unchanged, and the length is the larger of the old length and the end of the copy; a share has acknowledged
/// all of it (<see cref="FileCopyOptions.Completion"/>). A copy that fails leaves the data that have arrived before the failure, without
/// holes or a tail of zeros, and throws what the source or the file threw.
/// </summary>
/// <remarks>
/// If a share has failed a write, none of the copy is valid: a new path has no file, a file that was written in place is empty, and a
/// <see cref="FileStream"/> has the position and length from before the copy. The single write of a small copy into a
/// <see cref="FileStream"/> (up to 128 KiB, or one block on the NFS and SMB clients of Linux) is as one of the caller's: the copy does not
/// ask what became of it, and a part of it can stay. An asynchronous copy writes data that have waited for the source for a second. The
/// AppContext switch <c>StreamTuning.UsePlatformCopies</c>, or the environment variable <c>STREAMTUNING_USE_PLATFORM_COPIES</c>, makes
/// every copy a plain <see cref="Stream.CopyToAsync(Stream)"/>.
/// <see href="https://github.com/streamtuning/streamtuning/blob/v0.1.0/docs/shares.md">File systems that were tried</see>.
/// <para>
/// How much faster, and under which conditions, was
/// <see href="https://github.com/streamtuning/streamtuning/blob/v0.1.0/docs/benchmarks/README.md">measured</see>. How data are copied, and
/// what listeners are told, <see href="https://github.com/streamtuning/streamtuning/blob/v0.1.0/docs/runtime.md">is described</see>.
/// </para>
/// </remarks>
public static partial class FileCopyExtensions
{
    /// <summary>Copies the rest of a stream into a file, from the file's position on.</summary>
    /// <param name="source">Read from its position to its end; stays open.</param>
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
    /// <exception cref="ObjectDisposedException">A stream is closed.</exception>
    /// <exception cref="NotSupportedException">The source cannot be read or the file not written.</exception>
    /// <exception cref="OperationCanceledException">The copy was cancelled.</exception>
    /// <exception cref="EndOfStreamException">The source ended before <see cref="FileCopyOptions.ExactLength"/>.</exception>
    /// <exception cref="InvalidDataException">The source holds more than <see cref="FileCopyOptions.ExactLength"/>.</exception>
    /// <exception cref="IOException">Reading or writing failed, or a share has lost writes that it had taken.</exception>
    public static Task<long> CopyToFileAsync(
        this Stream source, FileStream destination, FileCopyOptions? options = null, CancellationToken cancellationToken = default) =>
        StartAsync(From(source), To(destination), options, cancellationToken);

    /// <summary>Copies the rest of a stream into the file of a path.</summary>
    /// <param name="source">Read from its position to its end; stays open.</param>
    /// <param name="destination">
    /// The file to write. A file that does not exist appears under its name when it is complete, and not at all when the copy fails; when
    /// another writer has created it meanwhile, that file stays and the copy fails. What exists is written as
    /// <see cref="FileCopyOptions.Replace"/> says.
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
    /// <exception cref="ObjectDisposedException">The source is closed.</exception>
    /// <exception cref="NotSupportedException">The source cannot be read.</exception>
    /// <exception cref="OperationCanceledException">The copy was cancelled.</exception>
    /// <exception cref="EndOfStreamException">The source ended before <see cref="FileCopyOptions.ExactLength"/>.</exception>
    /// <exception cref="InvalidDataException">The source holds more than <see cref="FileCopyOptions.ExactLength"/>.</exception>
    /// <exception cref="UnauthorizedAccessException">The file may not be written, or is a directory.</exception>
    /// <exception cref="DirectoryNotFoundException">The directory of the file does not exist.</exception>
    /// <exception cref="IOException">
    /// Reading or writing failed, a share has lost writes that it had taken, or another writer created the file meanwhile.
    /// </exception>
    public static Task<long> CopyToFileAsync(
        this Stream source, string destination, FileCopyOptions? options = null, CancellationToken cancellationToken = default) =>
        StartAsync(From(source), To(destination), options, cancellationToken);

    /// <summary>
    /// Copies the rest of a stream into another. A <see cref="FileStream"/> is written as a file; any other stream gets what
    /// <see cref="Stream.CopyToAsync(Stream)"/> would write.
    /// </summary>
    /// <inheritdoc cref="CopyToFileAsync(Stream, FileStream, FileCopyOptions?, CancellationToken)"/>
    public static Task<long> CopyToFileAsync(
        this Stream source, Stream destination, FileCopyOptions? options = null, CancellationToken cancellationToken = default) =>
        StartAsync(From(source), To(destination), options, cancellationToken);

    /// <inheritdoc cref="CopyToFileAsync(Stream, FileStream, FileCopyOptions?, CancellationToken)"/>
    public static long CopyToFile(
        this Stream source, FileStream destination, FileCopyOptions? options = null, CancellationToken cancellationToken = default) =>
        Start(From(source), To(destination), options, cancellationToken);

    /// <inheritdoc cref="CopyToFileAsync(Stream, string, FileCopyOptions?, CancellationToken)"/>
    public static long CopyToFile(
        this Stream source, string destination, FileCopyOptions? options = null, CancellationToken cancellationToken = default) =>
        Start(From(source), To(destination), options, cancellationToken);

    /// <summary>
    /// Copies the rest of a stream into another. A <see cref="FileStream"/> is written as a file; any other stream gets what
    /// <see cref="Stream.CopyTo(Stream)"/> would write.
    /// </summary>
    /// <inheritdoc cref="CopyToFileAsync(Stream, FileStream, FileCopyOptions?, CancellationToken)"/>
    public static long CopyToFile(
        this Stream source, Stream destination, FileCopyOptions? options = null, CancellationToken cancellationToken = default) =>
        Start(From(source), To(destination), options, cancellationToken);

    private static Task<long> StartAsync(
        CopySource source, CopyDestination destination, FileCopyOptions? options, CancellationToken cancellationToken)
    {
        var settings = CopySettings.Of(options, cancellationToken);
        return cancellationToken.IsCancellationRequested
            ? Task.FromCanceled<long>(cancellationToken)
            : destination.ReceiveWatchedAsync(source, settings, async: true).AsTask();
    }

    private static long Start(CopySource source, CopyDestination destination, FileCopyOptions? options, CancellationToken cancellationToken)
    {
        var settings = CopySettings.Of(options, cancellationToken);
        cancellationToken.ThrowIfCancellationRequested();
        ValueTask<long> copy = destination.ReceiveWatchedAsync(source, settings, async: false);
        Debug.Assert(copy.IsCompleted, "A synchronous copy never waits for a task.");
        return copy.GetAwaiter().GetResult();
    }

    private static StreamSource From(Stream source) => StreamSource.Of(source);

    private static CopyDestination To(Stream destination)
    {
        if (destination is null)
        {
            throw new ArgumentNullException(nameof(destination));
        }

        if (!destination.CanWrite)
        {
            throw destination.CanRead
                ? new NotSupportedException("The destination does not support writing.")
                : new ObjectDisposedException(destination.GetType().Name, "The destination is closed.");
        }

        return destination is FileStream file ? new FileStreamDestination(file) : new StreamDestination(destination);
    }

    private static PathDestination To(string destination)
    {
        if (destination is null)
        {
            throw new ArgumentNullException(nameof(destination));
        }

        if (destination.Length == 0)
        {
            throw new ArgumentException("The path is empty.", nameof(destination));
        }

        return new PathDestination(destination);
    }
}
