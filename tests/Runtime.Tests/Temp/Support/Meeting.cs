namespace StreamTuning.Temp;

/// <summary>Where several wait until all are there, again and again.</summary>
internal sealed class Meeting
{
    private readonly Lock _gate = new();
    private readonly int _count;
    private TaskCompletionSource _all = New();
    private int _missing;
    private bool _isOver;

    public Meeting(int count) => _missing = _count = count;

    public Task ArriveAsync()
    {
        lock (_gate)
        {
            TaskCompletionSource all = _all;
            if (--_missing == 0 || _isOver)
            {
                _missing = _count;
                _all = New();
                all.SetResult();
            }

            return all.Task;
        }
    }

    /// <summary>One will never come again: nobody waits any more.</summary>
    public void Dissolve()
    {
        lock (_gate)
        {
            _isOver = true;
            _all.TrySetResult();
            _all = New();
        }
    }

    private static TaskCompletionSource New() => new(TaskCreationOptions.RunContinuationsAsynchronously);
}
