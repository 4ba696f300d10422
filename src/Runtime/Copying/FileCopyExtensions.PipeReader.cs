using System.IO.Pipelines;

namespace StreamTuning;

public static partial class FileCopyExtensions
{
    /// <summary>Copies everything from a pipe into a file, from the file's position on. Does not complete the reader.</summary>
    /// <inheritdoc cref="CopyToFileAsync(Stream, FileStream, FileCopyOptions?, CancellationToken)"/>
    public static Task<long> CopyToFileAsync(
        this PipeReader source, FileStream destination, FileCopyOptions? options = null, CancellationToken cancellationToken = default) =>
        StartAsync(From(source), To(destination), options, cancellationToken);

    /// <summary>Copies everything from a pipe into the file of a path. Does not complete the reader.</summary>
    /// <inheritdoc cref="CopyToFileAsync(Stream, string, FileCopyOptions?, CancellationToken)"/>
    public static Task<long> CopyToFileAsync(
        this PipeReader source, string destination, FileCopyOptions? options = null, CancellationToken cancellationToken = default) =>
        StartAsync(From(source), To(destination), options, cancellationToken);

    /// <summary>
    /// Copies everything from a pipe into a stream. A <see cref="FileStream"/> is written as a file; any other stream gets what
    /// <see cref="PipeReader.CopyToAsync(Stream, CancellationToken)"/> would write. Does not complete the reader.
    /// </summary>
    /// <inheritdoc cref="CopyToFileAsync(Stream, FileStream, FileCopyOptions?, CancellationToken)"/>
    public static Task<long> CopyToFileAsync(
        this PipeReader source, Stream destination, FileCopyOptions? options = null, CancellationToken cancellationToken = default) =>
        StartAsync(From(source), To(destination), options, cancellationToken);

    private static PipeSource From(PipeReader source) =>
        new(source ?? throw new ArgumentNullException(nameof(source)));
}
