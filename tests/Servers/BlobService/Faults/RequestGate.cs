namespace StreamTuning.BlobService;

/// <summary>Where requests wait until they are let through, and where a test waits for them to have come.</summary>
public sealed class RequestGate
{
    private readonly Lock _lock = new();
    private readonly Queue<TaskCompletionSource> _held = [];
    private readonly List<(int Count, TaskCompletionSource Reached)> _waiting = [];
    private int _arrived;
    private int _passes;
    private bool _isOpen;

    /// <summary>How many requests have come so far, those among them that have been let through.</summary>
    public int Arrived
    {
        get
        {
            lock (_lock)
            {
                return _arrived;
            }
        }
    }

    /// <summary>Waits until so many requests have come.</summary>
    /// <exception cref="OperationCanceledException">The token was cancelled before.</exception>
    public Task WaitForAsync(int count, CancellationToken cancellationToken = default)
    {
        lock (_lock)
        {
            if (_arrived >= count)
            {
                return Task.CompletedTask;
            }

            var reached = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            _waiting.Add((count, reached));
            return reached.Task.WaitAsync(cancellationToken);
        }
    }

    /// <summary>Lets all requests through, also those that come later.</summary>
    public void Open()
    {
        lock (_lock)
        {
            _isOpen = true;
            while (_held.TryDequeue(out TaskCompletionSource? first))
            {
                first.TrySetResult();
            }
        }
    }

    /// <summary>Lets so many requests through, in the order in which they came; where there are fewer, the next to come.</summary>
    public void Pass(int count = 1)
    {
        lock (_lock)
        {
            for (_passes += count; _passes > 0 && _held.TryDequeue(out TaskCompletionSource? first);)
            {
                // One that has been given up takes no turn.
                _passes -= first.TrySetResult() ? 1 : 0;
            }
        }
    }

    internal async Task EnterAsync(CancellationToken cancellationToken)
    {
        TaskCompletionSource? turn = null;
        lock (_lock)
        {
            _arrived++;
            foreach ((int count, TaskCompletionSource reached) in _waiting)
            {
                if (count <= _arrived)
                {
                    reached.TrySetResult();
                }
            }

            _waiting.RemoveAll(waiting => waiting.Count <= _arrived);
            if (_isOpen)
            {
                return;
            }

            if (_passes > 0)
            {
                _passes--;
                return;
            }

            turn = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            _held.Enqueue(turn);
        }

        using CancellationTokenRegistration cancellation = cancellationToken.Register(() => turn.TrySetCanceled(cancellationToken));
        await turn.Task;
    }
}
