namespace StreamTuning;

/// <summary>
/// One object that a store takes in blocks, in any order and many at a time, and shows as a whole when they are committed. An
/// implementation serves one upload by <see cref="BlockUpload"/>, is called from several threads at once, and throws what its store throws.
/// </summary>
public interface IBlockStore
{
    /// <summary>
    /// Stages a block: stores it without showing it. Is called again with the same id and the same content when it failed, or when its
    /// reply was lost.
    /// </summary>
    /// <param name="id">The name of the block: 48 bytes in base64, the same length for all blocks.</param>
    /// <param name="content">The bytes of the block, at least one; to be read until the task is complete, and not after.</param>
    /// <param name="md5">The MD5 of the block, for the store to check; <see langword="null"/> when none was computed.</param>
    /// <param name="cancellationToken">
    /// Is cancelled also when another block has failed, or when the store has said meanwhile that it holds this one.
    /// </param>
    /// <returns>A task that is complete when the block is stored.</returns>
    Task StageAsync(string id, ReadOnlyMemory<byte> content, byte[]? md5, CancellationToken cancellationToken);

    /// <summary>
    /// Makes the object of blocks that are staged, under whatever condition the caller of the upload has set. Is called again when its
    /// reply was lost.
    /// </summary>
    /// <param name="ids">The blocks in order; none for an object without content.</param>
    /// <param name="contentMD5">The MD5 of the whole content, to be kept with it; <see langword="null"/> when none was computed.</param>
    /// <param name="cancellationToken">The token of the upload.</param>
    /// <returns>A task that is complete when the object is there.</returns>
    Task CommitAsync(IReadOnlyList<string> ids, byte[]? contentMD5, CancellationToken cancellationToken);

    /// <summary>
    /// Stores the whole object in one request. Is called again with the same content when it failed, or when its reply was lost.
    /// </summary>
    /// <param name="content">The whole content; to be read until the task is complete, and not after.</param>
    /// <param name="md5">The MD5 of the content, to be checked and kept; <see langword="null"/> when none was computed.</param>
    /// <param name="cancellationToken">The token of the upload.</param>
    /// <returns>A task that is complete when the object is there.</returns>
    Task PutAsync(ReadOnlyMemory<byte> content, byte[]? md5, CancellationToken cancellationToken);

    /// <summary>Finds the blocks that are staged and not committed. Is called while the first blocks are staged.</summary>
    /// <param name="cancellationToken">Is cancelled also when the answer is not needed any more.</param>
    /// <returns>The blocks in any order; none as well where the caller may not know, or the store does not.</returns>
    Task<IReadOnlyList<StagedBlock>> ListStagedAsync(CancellationToken cancellationToken);

    /// <summary>Finds the blocks of which the object consists.</summary>
    /// <param name="cancellationToken">The token of the upload.</param>
    /// <returns>The ids in order; none where there is no object, or where it was not made of blocks.</returns>
    Task<IReadOnlyList<string>> ListCommittedAsync(CancellationToken cancellationToken);

    /// <summary>Says what an exception of this store means to an upload.</summary>
    /// <param name="failure">What one of the other methods threw.</param>
    /// <returns>The kind of failure.</returns>
    BlockFailure Classify(Exception failure);
}
