namespace StreamTuning.Blocks;

internal enum StoreOperation
{
    Stage,
    Commit,
    Put,
    ListStaged,
    ListCommitted,
}

/// <summary>A request to a <see cref="FakeBlockStore"/>.</summary>
/// <param name="Operation">What was asked.</param>
/// <param name="Number">The how-manieth request of this operation, from 1.</param>
/// <param name="Id">The block.</param>
/// <param name="Length">The bytes it carries.</param>
internal sealed record StoreRequest(StoreOperation Operation, int Number, string? Id, int Length)
{
    /// <summary>The place of the block among all blocks.</summary>
    public long Index => System.Buffers.Binary.BinaryPrimitives.ReadInt64BigEndian(Convert.FromBase64String(Id!));
}
