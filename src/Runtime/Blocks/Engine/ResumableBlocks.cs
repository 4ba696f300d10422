namespace StreamTuning;

/// <summary>The blocks that earlier uploads have left staged.</summary>
internal sealed class ResumableBlocks
{
    private readonly Dictionary<string, StagedBlock> _blocks = new(StringComparer.Ordinal);

    /// <exception cref="BlockConflictException">The store takes no ids of our length beside those it holds.</exception>
    public ResumableBlocks(IReadOnlyList<StagedBlock> staged)
    {
        foreach (StagedBlock block in staged)
        {
            if (block.Id.Length != BlockId.Length)
            {
                throw new BlockConflictException(
                    $"The store holds {staged.Count} staged blocks, of which one has an id of {block.Id.Length} characters; "
                    + $"it takes only ids of that length, and ours have {BlockId.Length}. "
                    + "Nothing was stored. Commit those blocks, delete the object, or wait until they expire.");
            }

            _blocks[BlockId.KeyOf(block.Id)] = block;
        }
    }

    /// <summary>
    /// The id of a block that another upload has staged with the same content at the same place. Our own may be in the answer already.
    /// </summary>
    public string? Find(string id, int length) =>
        _blocks.TryGetValue(BlockId.KeyOf(id), out StagedBlock block) && block.Length == length && block.Id != id ? block.Id : null;
}
