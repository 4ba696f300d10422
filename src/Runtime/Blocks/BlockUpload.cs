namespace StreamTuning;

/// <summary>
/// Uploads streams in blocks into an <see cref="IBlockStore"/>: many blocks at a time, within a memory budget, and all or nothing. When one
/// block fails the others are cancelled and awaited before the call throws. A commit whose reply was lost is told from one that another
/// writer has made impossible.
/// </summary>
/// <remarks>
/// 50,000 blocks, the most that an upload makes, is what Azure Blob Storage allows. The sizes of blocks were
/// <see href="https://github.com/streamtuning/streamtuning/blob/v0.1.0/docs/benchmarks/blobs.md">measured</see> there.
/// </remarks>
public static class BlockUpload
{
    /// <summary>Uploads the rest of a stream.</summary>
    /// <param name="source">Read from its position to its end, which may come before or after its length; stays open.</param>
    /// <param name="store">The object to write.</param>
    /// <param name="options">How to upload; <see langword="null"/> for the defaults.</param>
    /// <param name="cancellationToken">Cancels the requests that are under way. What is staged by then stays staged.</param>
    /// <returns>The number of bytes.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> or <paramref name="store"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException">
    /// The options ask for <see cref="BlockUploadOptions.Resume"/> without <see cref="BlockUploadOptions.VerifyBlocks"/>.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The source is closed.</exception>
    /// <exception cref="NotSupportedException">The source cannot be read.</exception>
    /// <exception cref="OperationCanceledException">The upload was cancelled.</exception>
    /// <exception cref="BlockConflictException">
    /// The store holds blocks beside which it takes none of ours; thrown with <see cref="BlockUploadOptions.Resume"/>, if it says so before
    /// it refuses one. Nothing was stored.
    /// </exception>
    /// <exception cref="IOException">Reading failed, or the content needs more than 50,000 blocks.</exception>
    public static Task<long> UploadAsync(
        Stream source, IBlockStore store, BlockUploadOptions? options = null, CancellationToken cancellationToken = default)
    {
        var content = StreamSource.Of(source);
        if (store is null)
        {
            throw new ArgumentNullException(nameof(store));
        }

        options ??= new BlockUploadOptions();
        if (options.Resume && !options.VerifyBlocks)
        {
            throw new ArgumentException("Blocks are told by their MD5: set VerifyBlocks to resume.", nameof(options));
        }

        return cancellationToken.IsCancellationRequested
            ? Task.FromCanceled<long>(cancellationToken)
            : BlockPipeline.RunAsync(content, store, options, cancellationToken);
    }
}
