using System.Runtime.ExceptionServices;

namespace StreamTuning;

/// <summary>
/// One upload: reads blocks, stages several at a time, and commits them. One thread of control reads and keeps the books; a task for each
/// block hashes and sends it, and hands the block back. Tasks never throw: the first failure is noted, cancels the others, and is thrown
/// when all have ended.
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
    private readonly CancellationTokenSource _question;
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
    private Task<ResumableBlocks>? _answer;
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
        CancellationTokenSource question,
        CancellationToken token)
    {
        _source = source;
        _store = store;
        _options = options;
        _hash = hash;
        _observation = observation;
        _stop = stop;
        _question = question;
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
        options = options.Clone();
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(token);
        using var question = CancellationTokenSource.CreateLinkedTokenSource(stop.Token);
        using var hash = new BlockHash(options);

        var observation = BlockUploadObservation.TryCreate();
        var pipeline = new BlockPipeline(source, store, options, hash, observation, stop, question, token);

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
        if (isEmpty || await IsWholeAsync(_filled.Peek()).ConfigureAwait(false))
        {
            await PutAsync(isEmpty ? new Block() : _filled.Peek()).ConfigureAwait(false);
            return;
        }

        CutFirst();

        // A single block is sent in any case: nothing is asked for it.
        if (_options.Resume && _filled.Peek().Count != _length)
        {
            _answer = Task.Run(AskAsync, CancellationToken.None);
        }

        while (_filled.Count > 0 || await TryReadAsync().ConfigureAwait(false))
        {
            Block block = _filled.Dequeue();
            await StageAsync(block).ConfigureAwait(false);

            // While it is sent. No buffer is filled anew before the next block is read.
            _hash.Append(block);
        }

        while (_sending.Count > 0)
        {
            await AwaitOneAsync().ConfigureAwait(false);
        }

        await EndQuestionAsync().ConfigureAwait(false);

        // Not every store looks at a token, and the answer may have been a conflict.
        _stop.Token.ThrowIfCancellationRequested();
        await CommitAsync().ConfigureAwait(false);
    }

    /// <summary>Whether the first block is all, and little enough to go without blocks.</summary>
    private async Task<bool> IsWholeAsync(Block first) =>
        first.Count < _options.SingleRequestLimit
            && (_sourceEnded || (_length < _options.SingleRequestLimit && !await TryReadAsync().ConfigureAwait(false)));

    /// <summary>Cuts a first block that could have been all as it would have been cut if its length had been known.</summary>
    private void CutFirst()
    {
        int size = _plan.SizeAt(1, 0);
        if (_length is not null || _filled.Peek().Count <= size)
        {
            return;
        }

        Block first = _filled.Dequeue();
        _bufferSize = size;
        for (_blocks = 0; _blocks * size < first.Count; _blocks++)
        {
            var piece = new Block();
            piece.Reserve(size, _options.Environment.Pool);
            piece.Count = Math.Min(size, first.Count - (_blocks * size));
            Array.Copy(first.Buffer, _blocks * size, piece.Buffer, 0, piece.Count);
            _filled.Enqueue(piece);
        }

        first.Return(_options.Environment.Pool);
    }

    /// <summary>Reads the next block, full but for the last; <see langword="false"/> at the end.</summary>
    private async Task<bool> TryReadAsync()
    {
        _stop.Token.ThrowIfCancellationRequested();
        int size = _plan.SizeAt(_blocks, _read);
        int bufferSize = _plan.BufferSizeAt(size, _read);
        Block? block =
            _memory is { } memory ? Slice(memory, size)
            : _sourceEnded ? null
            : await FillAsync(size, bufferSize).ConfigureAwait(false);
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
        while (_sending.Count >= _plan.BuffersOf(Math.Max(bufferSize, _bufferSize)))
        {
            await AwaitOneAsync().ConfigureAwait(false);
        }

        Block block = NextBlock(bufferSize);
        try
        {
            while (block.Count < size)
            {
                int read = await _source.ReadAsync(
                    block.Buffer, block.Count, size - block.Count, async: true, _stop.Token).ConfigureAwait(false);
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
            block.Return(_options.Environment.Pool);
        }

        block.Reserve(bufferSize, _options.Environment.Pool);
        return block;
    }

    /// <summary>Asks what is there, while the first blocks are sent. Without an answer everything is sent.</summary>
    private async Task<ResumableBlocks> AskAsync()
    {
        try
        {
            return new ResumableBlocks(await _store.ListStagedAsync(_question.Token).ConfigureAwait(false));
        }
        catch (BlockConflictException e)
        {
            Fail(e);
        }
        catch (Exception)
        {
            // It was a question, not a condition.
        }

        return new ResumableBlocks([]);
    }

    /// <summary>Ends the question. An answer behind the commit could fail an upload that is done.</summary>
    private async Task EndQuestionAsync()
    {
        if (_answer is { } answer)
        {
            Cancel(_question);
            await answer.ConfigureAwait(false);
        }
    }

    /// <summary>Starts to send a block. The block belongs to the pipeline from here on.</summary>
    private async Task StageAsync(Block block)
    {
        int index = _ids.Count;
        try
        {
            if (index == BlockPlan.MostBlocks)
            {
                throw new IOException(
                    $"The content needs more than {BlockPlan.MostBlocks} blocks of {block.Count} bytes. "
                    + "A larger memory budget allows larger blocks.");
            }

            while (_sending.Count >= _plan.ConcurrencyOf(_bufferSize))
            {
                await AwaitOneAsync().ConfigureAwait(false);
            }
        }
        catch (Exception)
        {
            _free.Push(block);
            throw;
        }

        _ids.Add("");
        _sending.Add(Task.Run(() => StageOneAsync(block, index), CancellationToken.None));
    }

    private async Task<SentBlock> StageOneAsync(Block block, int index)
    {
        string id = "";
        try
        {
            byte[]? hash = _options.VerifyBlocks ? _hash.Of(block) : null;
            id = BlockId.Create(index, hash, _nonce);
            if (await SendUnlessThereAsync(id, block, hash, index).ConfigureAwait(false) is { } there)
            {
                id = there;
                _observation?.NoteResumed();
            }
            else
            {
                _observation?.NoteStored(block.Count, isBlock: true);
            }

            Report(block.Count);
        }
        catch (Exception e)
        {
            Fail(e);
        }

        return new SentBlock(block, index, id);
    }

    /// <summary>Sends a block. If the store says before, or meanwhile, that it is there, that is enough.</summary>
    /// <returns>The id under which it is there; <see langword="null"/> if it was sent.</returns>
    private async Task<string?> SendUnlessThereAsync(string id, Block block, byte[]? hash, int index)
    {
        // The first is sent in any case: by its id our commit is told from that of the writer who has sent the others.
        Task<ResumableBlocks>? answer = index == 0 ? null : _answer;
        if (await FindAsync().ConfigureAwait(false) is { } known)
        {
            return known;
        }

        byte[]? md5 = _hash.HasMD5 ? hash : null;
        var content = new ReadOnlyMemory<byte>(block.Buffer, block.Offset, block.Count);
        using var giveUp = CancellationTokenSource.CreateLinkedTokenSource(_stop.Token);
        Task sending = RepeatAsync(token => _store.StageAsync(id, content, md5, token), giveUp.Token);
        if (answer is not null
            && await Task.WhenAny(sending, answer).ConfigureAwait(false) == answer
            && await FindAsync().ConfigureAwait(false) is { } there)
        {
            giveUp.Cancel();
            try
            {
                await sending.ConfigureAwait(false);
            }
            catch (Exception)
            {
                // It is not needed any more.
            }

            return there;
        }

        await sending.ConfigureAwait(false);
        return null;

        async Task<string?> FindAsync() => answer is { IsCompleted: true }
            ? (await answer.ConfigureAwait(false)).Find(id, block.Count)
            : null;
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

    private async Task PutAsync(Block block)
    {
        _hash.Append(block);
        byte[]? md5 = _hash.Whole();
        var content = new ReadOnlyMemory<byte>(block.Buffer, block.Offset, block.Count);
        await RepeatAsync(token => _store.PutAsync(content, md5, token), _stop.Token).ConfigureAwait(false);
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
            await _options.Environment.Delay(_pause, _stop.Token).ConfigureAwait(false);
        }
    }

    /// <summary>
    /// Whether the object consists of our blocks: an earlier reply was lost, and the commit was done. The nonce is in no other writer's
    /// list.
    /// </summary>
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
    private async Task RepeatAsync(Func<CancellationToken, Task> request, CancellationToken token)
    {
        int interruptions = 0;
        int corruptions = 0;
        while (true)
        {
            bool pauses;
            try
            {
                await request(token).ConfigureAwait(false);
                return;
            }
            catch (Exception e) when (!token.IsCancellationRequested)
            {
                BlockFailure kind = _store.Classify(e);
                pauses = kind == BlockFailure.Interrupted;
                bool repeats = (pauses && interruptions++ < MostInterruptions)
                    || (kind == BlockFailure.Corrupted && corruptions++ < MostCorruptions);
                if (!repeats)
                {
                    throw;
                }
            }

            _observation?.NoteRepeated();
            if (pauses)
            {
                await _options.Environment.Delay(_pause, token).ConfigureAwait(false);
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
        if (Interlocked.CompareExchange(ref _failure, ExceptionDispatchInfo.Capture(error), null) is null)
        {
            Cancel(_stop);
        }
    }

    private static void Cancel(CancellationTokenSource source)
    {
        try
        {
            source.Cancel();
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

        await EndQuestionAsync().ConfigureAwait(false);
        ReturnFreeBlocks();
        while (_filled.Count > 0)
        {
            _filled.Dequeue().Return(_options.Environment.Pool);
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
            _free.Pop().Return(_options.Environment.Pool);
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
