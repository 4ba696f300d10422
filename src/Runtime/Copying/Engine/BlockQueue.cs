namespace StreamTuning;

/// <summary>
/// Blocks in a row, linked by themselves: most copies have one or two, and are over before a queue of the platform has paid.
/// </summary>
internal struct BlockQueue
{
    private Block? _first;
    private Block? _last;

    public int Count { get; private set; }

    /// <summary>The block that has been in the queue for longest. There must be one.</summary>
    public readonly Block First => _first!;

    public void Enqueue(Block block)
    {
        if (_last is null)
        {
            _first = block;
        }
        else
        {
            _last.Next = block;
        }

        _last = block;
        Count++;
    }

    public Block Dequeue()
    {
        Block block = _first ?? throw new InvalidOperationException("The queue is empty.");
        _first = block.Next;
        if (_first is null)
        {
            _last = null;
        }

        block.Next = null;
        Count--;
        return block;
    }
}
