using System.Runtime.ExceptionServices;

namespace StreamTuning;

/// <summary>
/// One upload: reads blocks, stages several at a time, and commits them. One thread of control reads and keeps the books; a task for each block hashes and
/// sends it, and hands the block back. Tasks never throw: the first failure is noted, cancels the others, and is thrown when all have ended.
/// </summary>
internal sealed class BlockPipeline
{
    // After what the client of the store has tried itself.
    private const int MostInterruptions = 1;
    private const int MostCorruptions = 5;
    private static readonly TimeSpan _pause = TimeSpan.FromSeconds(1);

    private readonly CopySource _source;
    private readonly IBlockStore _store;
    private readonly BlockUploadOptions _options;
    private readonly CancellationToken _token;
    private readonly CancellationTokenSource _stop;
    private readonly BlockHash _hash;
    private readonly BlockPlan _plan;
    private readonly BlockUploadObservation? _observation;
    private readonly long? _length;
    private readonly byte[] _nonce = BlockId.CreateNonce();
    private readonly object _progress = new();
    private readonly List<string> _ids = [];
    private readonly List<Task<SentBlock>> _sending = [];
    private readonly Stack<Block> _free = [];

    // Read, and not yet handed on.
    private readonly Queue<Block> _filled = [];
    private ArraySegment<byte>? _memory;
    private ResumableBlocks? _resumable;
    private Block? _held;
    private bool _hasOwnBlock;
    private bool _sourceEnded;
    private int _bufferSize;
    private int _blocks;
    private long _read;
    private long _stored;
    private ExceptionDispatchInfo? _failure;

    private BlockPipeline(
        CopySource source,
        IBlockStore store,
        BlockUploadOptions options,
        BlockHash hash,
        BlockUploadObservation? observation,
        CancellationTokenSource stop,
        CancellationToken token)
    {
        _source = source;
        _store = store;
        _options = options;
        _hash = hash;
        _observation = observation;
        _stop = stop;
        _token = token;
        if (source.TryTakeMemory(long.MaxValue, out ArraySegment<byte> memory))
        {
            _memory = memory;
        }

        _length = _memory?.Count ?? source.KnownRemaining();
        _plan = new BlockPlan(options, _length);
    }

    public static async Task<long> RunAsync(CopySource source, IBlockStore store, BlockUploadOptions options, CancellationToken token)
    {
        options = options.Snapshot();
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(token);
        using var hash = new BlockHash(options);

        var observation = BlockUploadObservation.TryCreate();
        var pipeline = new BlockPipeline(source, store, options, hash, observation, stop, token);

        // Hashing takes its time, also where reading and sending wait for nothing.
        return observation is null
            ? await Task.Run(pipeline.RunAsync, CancellationToken.None).ConfigureAwait(false)
            : await observation.ObserveAsync(() => Task.Run(pipeline.RunAsync, CancellationToken.None)).ConfigureAwait(false);
    }

    private async Task<long> RunAsync()
    {
        try
        {
            await UploadAsync().ConfigureAwait(false);
        }
        catch (Exception e)
        {
            Fail(e);
        }

        return await ConcludeAsync().ConfigureAwait(false);
    }

    private async Task UploadAsync()
    {
        bool isEmpty = !await TryReadAsync().ConfigureAwait(false);
        if (isEmpty || (MayBeWhole(_filled.Peek()) && !await TryReadAsync().ConfigureAwait(false)))
        {
            await PutAsync(isEmpty ? new Block() : _filled.Peek()).ConfigureAwait(false);
            return;
        }

        if (_options.Resume)
        {
            await FindResumableAsync().ConfigureAwait(false);
        }

        while (_filled.Count > 0 || await TryReadAsync().ConfigureAwait(false))
        {
            Block block = _filled.Dequeue();
            await StageAsync(block).ConfigureAwait(false);

            // While it is sent. No buffer is filled anew before the next block is read.
            _hash.Append(block);
        }

        await CompleteAsync().ConfigureAwait(false);
    }

    /// <summary>Whether a first block goes without blocks when there is nothing behind it.</summary>
    private bool MayBeWhole(Block first) =>
        _length is { } length
            ? length < _options.SingleRequestLimit
            : _options.SingleRequestLimit > 0 && first.Count <= _options.SingleRequestLimit;

    /// <summary>Reads the next block, full but for the last; <see langword="false"/> at the end.</summary>
    private async Task<bool> TryReadAsync()
    {
        _stop.Token.ThrowIfCancellationRequested();
        int size = _plan.SizeAt(_blocks, _read);
        int bufferSize = _plan.BufferSizeAt(size, _read);
        Block? block = _memory is { } memory ? Slice(memory, size) : _sourceEnded ? null : await FillAsync(size, bufferSize).ConfigureAwait(false);
        if (block is null)
        {
            return false;
        }

        _filled.Enqueue(block);
        _read += block.Count;
        _blocks++;
        _bufferSize = Math.Max(_bufferSize, bufferSize);
        return true;
    }

    private Block? Slice(ArraySegment<byte> memory, int size)
    {
        int count = (int)Math.Min(size, memory.Count - _read);
        return count == 0 ? null : new Block(new ArraySegment<byte>(memory.Array!, memory.Offset + (int)_read, count));
    }

    private async Task<Block?> FillAsync(int size, int bufferSize)
    {
        // The largest so far: the one block of a small source that turns out to be more is larger than what follows.
        while (_sending.Count + (_held is null ? 0 : 1) >= _plan.BuffersOf(Math.Max(bufferSize, _bufferSize)))
        {
            await AwaitOneAsync().ConfigureAwait(false);
        }

        Block block = NextBlock(bufferSize);
        try
        {
            while (block.Count < size)
            {
                int read = await _source.ReadAsync(block.Buffer, block.Count, size - block.Count, async: true, _stop.Token).ConfigureAwait(false);
                if (read == 0)
                {
                    _sourceEnded = true;
                    break;
                }

                if ((uint)read > (uint)(size - block.Count))
                {
                    throw new IOException($"The source returned {read} bytes where {size - block.Count} were asked for.");
                }

                block.Count += read;
            }
        }
        catch (Exception)
        {
            _free.Push(block);
            throw;
        }

        if (block.Count > 0)
        {
            return block;
        }

        _free.Push(block);
        return null;
    }

    private Block NextBlock(int bufferSize)
    {
        if (bufferSize > _bufferSize)
        {
            ReturnFreeBlocks();
        }

        Block block = _free.Count > 0 ? _free.Pop() : new Block();
        block.Count = 0;
        if (block.Buffer.Length < bufferSize)
        {
            // One that came back since, and before the larger one is there, for the sake of the budget.
            block.Return(_options.Pool);
        }

        block.Reserve(bufferSize, _options.Pool);
        return block;
    }

    /// <summary>Asks what is there, and reads what can be sent at once meanwhile.</summary>
    private async Task FindResumableAsync()
    {
        IReadOnlyList<StagedBlock> staged = [];
        Task listing = RepeatAsync(async () => staged = await _store.ListStagedAsync(_stop.Token).ConfigureAwait(false));
        try
        {
            while (!listing.IsCompleted && CanReadAhead() && await TryReadAsync().ConfigureAwait(false))
            {
            }
        }
        catch (Exception e)
        {
            Fail(e);
        }

        await listing.ConfigureAwait(false);
        _stop.Token.ThrowIfCancellationRequested();
        var resumable = new ResumableBlocks(staged);
        _resumable = resumable.IsEmpty ? null : resumable;
    }

    private bool CanReadAhead()
    {
        int bufferSize = Math.Max(_bufferSize, _plan.BufferSizeAt(_plan.SizeAt(_blocks, _read), _read));
        return _filled.Count < _plan.ConcurrencyOf(bufferSize) && _filled.Count < _plan.BuffersOf(bufferSize);
    }

    /// <summary>Sends a block, or finds that it need not be sent. The block belongs to the pipeline from here on.</summary>
    private async Task StageAsync(Block block)
    {
        int index = _ids.Count;
        if (index == BlockPlan.MostBlocks)
        {
            _free.Push(block);
            throw new IOException($"The content needs more than {BlockPlan.MostBlocks} blocks of {block.Count} bytes. A larger memory budget allows larger blocks.");
        }

        _ids.Add("");
        byte[]? hash = null;
        if (_resumable is { } resumable)
        {
            // In turn: a last block that is there already is needed once more where no other was sent.
            hash = _hash.Of(block);
            if (resumable.Find(BlockId.Create(index, hash, _nonce), block.Count) is { } id)
            {
                _ids[index] = id;
                ReleaseHeld();
                _held = block;
                _observation?.NoteResumed();
                Report(block.Count);
                return;
            }
        }

        ReleaseHeld();
        await SendAsync(block, index, hash, isNew: true).ConfigureAwait(false);
    }

    private async Task SendAsync(Block block, int index, byte[]? hash, bool isNew)
    {
        _hasOwnBlock = true;
        int most = _plan.ConcurrencyOf(_bufferSize);
        try
        {
            while (_sending.Count >= most)
            {
                await AwaitOneAsync().ConfigureAwait(false);
            }
        }
        catch (Exception)
        {
            _free.Push(block);
            throw;
        }

        _sending.Add(Task.Run(() => SendOneAsync(block, index, hash, isNew), CancellationToken.None));
    }

    private async Task<SentBlock> SendOneAsync(Block block, int index, byte[]? hash, bool isNew)
    {
        string id = "";
        try
        {
            if (_options.VerifyBlocks)
            {
                hash ??= _hash.Of(block);
            }

            id = BlockId.Create(index, hash, _nonce);
            byte[]? md5 = _hash.HasMD5 ? hash : null;
            var content = new ReadOnlyMemory<byte>(block.Buffer, block.Offset, block.Count);
            await RepeatAsync(() => _store.StageAsync(id, content, md5, _stop.Token)).ConfigureAwait(false);
            _observation?.NoteStored(block.Count, isBlock: true);
            Report(isNew ? block.Count : 0);
        }
        catch (Exception e)
        {
            Fail(e);
        }

        return new SentBlock(block, index, id);
    }

    private async Task AwaitOneAsync()
    {
        Task<SentBlock> first = await Task.WhenAny(_sending).ConfigureAwait(false);
        _sending.Remove(first);
        Account(await first.ConfigureAwait(false));
        _stop.Token.ThrowIfCancellationRequested();
    }

    private void Account(SentBlock sent)
    {
        _ids[sent.Index] = sent.Id;
        _free.Push(sent.Block);
    }

    private void ReleaseHeld()
    {
        if (_held is not null)
        {
            _free.Push(_held);
            _held = null;
        }
    }

    private async Task CompleteAsync()
    {
        if (!_hasOwnBlock && _held is { } last)
        {
            // All is there, but nothing of it would tell our commit from that of the writer who has sent it.
            _held = null;
            await SendAsync(last, _ids.Count - 1, hash: null, isNew: false).ConfigureAwait(false);
        }

        while (_sending.Count > 0)
        {
            await AwaitOneAsync().ConfigureAwait(false);
        }

        await CommitAsync().ConfigureAwait(false);
    }

    private async Task PutAsync(Block block)
    {
        _hash.Append(block);
        byte[]? md5 = _hash.Whole();
        var content = new ReadOnlyMemory<byte>(block.Buffer, block.Offset, block.Count);
        await RepeatAsync(() => _store.PutAsync(content, md5, _stop.Token)).ConfigureAwait(false);
        _observation?.NoteStored(block.Count, isBlock: false);
        Report(block.Count);
    }

    private async Task CommitAsync()
    {
        byte[]? md5 = _options.HashContent ? _hash.Whole() : null;
        int interruptions = 0;
        while (true)
        {
            try
            {
                await _store.CommitAsync(_ids, md5, _stop.Token).ConfigureAwait(false);
                return;
            }
            catch (Exception e) when (!_stop.IsCancellationRequested)
            {
                if (_store.Classify(e) != BlockFailure.Interrupted || interruptions++ == MostInterruptions)
                {
                    // Whatever it says: a try before may have done it, of the client of the store too.
                    if (await IsCommittedAsync().ConfigureAwait(false))
                    {
                        return;
                    }

                    throw;
                }
            }

            _observation?.NoteRepeated();
            await _options.Delay(_pause, _stop.Token).ConfigureAwait(false);
        }
    }

    /// <summary>Whether the object consists of our blocks: an earlier reply was lost, and the commit was done. The nonce is in no other writer's list.</summary>
    private async Task<bool> IsCommittedAsync()
    {
        try
        {
            IReadOnlyList<string> committed = await _store.ListCommittedAsync(_stop.Token).ConfigureAwait(false);
            return committed.SequenceEqual(_ids, StringComparer.Ordinal);
        }
        catch (Exception) when (!_stop.IsCancellationRequested)
        {
            // Then the answer to the commit is all that is known.
            return false;
        }
    }

    /// <summary>Repeats a request that can be repeated.</summary>
    private async Task RepeatAsync(Func<Task> request)
    {
        int interruptions = 0;
        int corruptions = 0;
        while (true)
        {
            bool pauses;
            try
            {
                await request().ConfigureAwait(false);
                return;
            }
            catch (Exception e) when (!_stop.IsCancellationRequested)
            {
                BlockFailure kind = _store.Classify(e);
                pauses = kind == BlockFailure.Interrupted;
                bool repeats = (pauses && interruptions++ < MostInterruptions) || (kind == BlockFailure.Corrupted && corruptions++ < MostCorruptions);
                if (!repeats)
                {
                    throw;
                }
            }

            _observation?.NoteRepeated();
            if (pauses)
            {
                await _options.Delay(_pause, _stop.Token).ConfigureAwait(false);
            }
        }
    }

    private void Report(int count)
    {
        if (_options.Progress is { } progress && count > 0)
        {
            lock (_progress)
            {
                _stored += count;
                progress.Report(_stored);
            }
        }
    }

    private void Fail(Exception error)
    {
        if (Interlocked.CompareExchange(ref _failure, ExceptionDispatchInfo.Capture(error), null) is not null)
        {
            return;
        }

        try
        {
            _stop.Cancel();
        }
        catch (AggregateException)
        {
            // Somebody else's callback; what failed first is what counts.
        }
    }

    /// <summary>Where every upload ends, with no request under way: the blocks go back, and a failure is thrown.</summary>
    private async Task<long> ConcludeAsync()
    {
        foreach (Task<SentBlock> sending in _sending)
        {
            Account(await sending.ConfigureAwait(false));
        }

        ReleaseHeld();
        ReturnFreeBlocks();
        while (_filled.Count > 0)
        {
            _filled.Dequeue().Return(_options.Pool);
        }

        if (_failure is { } failure)
        {
            if (failure.SourceException is OperationCanceledException cancelled && _token.IsCancellationRequested)
            {
                throw new OperationCanceledException("The upload was cancelled.", cancelled, _token);
            }

            failure.Throw();
        }

        return _read;
    }

    private void ReturnFreeBlocks()
    {
        while (_free.Count > 0)
        {
            _free.Pop().Return(_options.Pool);
        }
    }

    /// <summary>A block that was sent, under which name; for one that failed the name does not count.</summary>
    private readonly struct SentBlock(Block block, int index, string id)
    {
        public Block Block => block;

        public int Index => index;

        public string Id => id;
    }
}
