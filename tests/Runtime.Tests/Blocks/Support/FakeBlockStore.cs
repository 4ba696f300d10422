using System.Security.Cryptography;

namespace StreamTuning.Blocks;

/// <summary>
/// A store in memory that keeps the rules of a real one: staged blocks are invisible, ids have one length, a commit drops what it does not name and can meet a
/// condition. It misbehaves as a test wants it.
/// </summary>
internal sealed class FakeBlockStore : IBlockStore
{
    private readonly object _gate = new();
    private readonly Dictionary<string, byte[]> _staged = [];
    private readonly Dictionary<StoreOperation, int> _numbers = [];
    private readonly List<StoreRequest> _requests = [];
    private List<(string Id, byte[] Content)> _committed = [];

    /// <summary>Is asked before a request is served; may wait and may throw.</summary>
    public Func<StoreRequest, CancellationToken, Task>? Before { get; set; }

    /// <summary>Whether the reply to a request that was served is lost.</summary>
    public Func<StoreRequest, bool>? LosesReply { get; set; }

    /// <summary>Whether the content of a request arrives with another byte in it.</summary>
    public Func<StoreRequest, bool>? Corrupts { get; set; }

    /// <summary>Whether commits and puts are on the condition that there is no object yet.</summary>
    public bool MustBeNew { get; init; }

    /// <summary>What the store shows.</summary>
    public byte[]? Object { get; private set; }

    /// <summary>The MD5 that was stored with it.</summary>
    public byte[]? ObjectMD5 { get; private set; }

    public int InFlight { get; private set; }

    public int MostInFlight { get; private set; }

    public IReadOnlyList<StoreRequest> Requests
    {
        get
        {
            lock (_gate)
            {
                return [.. _requests];
            }
        }
    }

    public StoreOperation[] Operations => [.. Requests.Select(request => request.Operation)];

    public StoreRequest[] Stages => [.. Requests.Where(request => request.Operation == StoreOperation.Stage)];

    public string[] StagedIds
    {
        get
        {
            lock (_gate)
            {
                return [.. _staged.Keys];
            }
        }
    }

    public IReadOnlyList<string> CommittedIds => [.. _committed.Select(block => block.Id)];

    /// <summary>Another writer's object, made at once.</summary>
    public void Replace(byte[] content)
    {
        lock (_gate)
        {
            Make(content, md5: null, []);
        }
    }

    /// <summary>A block that somebody has left.</summary>
    public void Leave(string id, byte[] content)
    {
        lock (_gate)
        {
            _staged[id] = content;
        }
    }

    public void ForgetRequests()
    {
        lock (_gate)
        {
            _requests.Clear();
            _numbers.Clear();
        }
    }

    public Task StageAsync(string id, ReadOnlyMemory<byte> content, byte[]? md5, CancellationToken cancellationToken) =>
        ServeAsync(StoreOperation.Stage, id, content, md5, cancellationToken, arrived =>
        {
            if (_staged.Count > 0 && _staged.Keys.First().Length != id.Length)
            {
                throw new StoreException(BlockFailure.Final, "ids of another length");
            }

            _staged[id] = arrived;
        });

    public Task CommitAsync(IReadOnlyList<string> ids, byte[]? contentMD5, CancellationToken cancellationToken) =>
        ServeAsync(StoreOperation.Commit, id: null, default, md5: null, cancellationToken, _ =>
        {
            CheckCondition();
            var blocks = ids.Select(id => (id, Latest(id) ?? throw new StoreException(BlockFailure.Final, "a block is missing"))).ToList();
            Make([.. blocks.SelectMany(block => block.Item2)], contentMD5, blocks);
        });

    public Task PutAsync(ReadOnlyMemory<byte> content, byte[]? md5, CancellationToken cancellationToken) =>
        ServeAsync(StoreOperation.Put, id: null, content, md5, cancellationToken, arrived =>
        {
            CheckCondition();
            Make(arrived, md5, []);
        });

    public async Task<IReadOnlyList<StagedBlock>> ListStagedAsync(CancellationToken cancellationToken)
    {
        IReadOnlyList<StagedBlock> list = [];
        await ServeAsync(StoreOperation.ListStaged, id: null, default, md5: null, cancellationToken, _ =>
            list = [.. _staged.Select(block => new StagedBlock(block.Key, block.Value.Length))]);
        return list;
    }

    public async Task<IReadOnlyList<string>> ListCommittedAsync(CancellationToken cancellationToken)
    {
        IReadOnlyList<string> list = [];
        await ServeAsync(StoreOperation.ListCommitted, id: null, default, md5: null, cancellationToken, _ => list = CommittedIds);
        return list;
    }

    public BlockFailure Classify(Exception failure) => failure is StoreException e ? e.Kind : BlockFailure.Final;

    private async Task ServeAsync(
        StoreOperation operation, string? id, ReadOnlyMemory<byte> content, byte[]? md5, CancellationToken token, Action<byte[]> serve)
    {
        StoreRequest request;
        lock (_gate)
        {
            int number = _numbers[operation] = _numbers.GetValueOrDefault(operation) + 1;
            request = new StoreRequest(operation, number, id, content.Length);
            _requests.Add(request);
            InFlight++;
            MostInFlight = Math.Max(MostInFlight, InFlight);
        }

        try
        {
            // Requests end on other threads and in any order.
            await Task.Yield();
            if (Before is not null)
            {
                await Before(request, token);
            }

            token.ThrowIfCancellationRequested();
            byte[] arrived = content.ToArray();
            if (Corrupts?.Invoke(request) == true)
            {
                arrived[arrived.Length / 2] ^= 1;
            }

            if (md5 is not null && !MD5.HashData(arrived).SequenceEqual(md5))
            {
                throw new StoreException(BlockFailure.Corrupted);
            }

            lock (_gate)
            {
                serve(arrived);
            }

            if (LosesReply?.Invoke(request) == true)
            {
                throw new StoreException(BlockFailure.Interrupted, "The reply was lost.");
            }
        }
        finally
        {
            lock (_gate)
            {
                InFlight--;
            }
        }
    }

    private byte[]? Latest(string id) =>
        _staged.TryGetValue(id, out byte[]? content) ? content : _committed.FirstOrDefault(block => block.Id == id).Content;

    private void CheckCondition()
    {
        if (MustBeNew && Object is not null)
        {
            throw new StoreException(BlockFailure.Final, "The object exists.");
        }
    }

    private void Make(byte[] content, byte[]? md5, List<(string Id, byte[] Content)> blocks)
    {
        Object = content;
        ObjectMD5 = md5;
        _committed = blocks;
        _staged.Clear();
    }
}
