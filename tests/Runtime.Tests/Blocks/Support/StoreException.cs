namespace StreamTuning.Blocks;

/// <summary>What the <see cref="FakeBlockStore"/> throws.</summary>
internal sealed class StoreException(BlockFailure kind, string message = "The store says no.") : Exception(message)
{
    public BlockFailure Kind => kind;
}
