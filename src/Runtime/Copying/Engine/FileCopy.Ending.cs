namespace StreamTuning;

/// <summary>The end: learns whether what was written has arrived, or leaves what was delivered before a failure.</summary>
internal sealed partial class FileCopy
{
    /// <summary>All is written: learns whether it has arrived, and only then gives the file its length.</summary>
    private async ValueTask CompleteAsync()
    {
        _isAtFile = true;
        await _file.FlushAsync(_async).ConfigureAwait(false);
        _isAtFile = false;
        if (_plan.MustSettle(_written, _writes))
        {
            await SettleAsync(_settings.Token).ConfigureAwait(false);
        }

        // A share that has refused a length may have set it all the same, and only its answer was lost.
        long end = Math.Max(_file.OriginalLength ?? 0, End);
        if (Math.Max(_reserved, _file.PreallocatedLength) > End || (_refused > end && _file.Length == _refused))
        {
            SetLength(end);
        }

        if (_settings.Completion == FileCopyCompletion.Durable)
        {
            await AskServerAsync(() => _file.FlushToDisk(_settings.WriteBack), _settings.Token).ConfigureAwait(false);
        }
    }

    private async ValueTask SettleAsync(CancellationToken token)
    {
        if (_settings.Completion != FileCopyCompletion.Written && _plan.MayLoseWrites)
        {
            await AskServerAsync(() => _file.Settle(_settings.WriteBack), token).ConfigureAwait(false);
        }
    }

    private async ValueTask AskServerAsync(Action question, CancellationToken token)
    {
        token.ThrowIfCancellationRequested();
        _isAtFile = true;
        _file.Unanswered = await WriteBack.RunAsync(question, _async, token).ConfigureAwait(false);
        _isAtFile = false;
        if (_file.Unanswered is not null)
        {
            throw new OperationCanceledException(token);
        }
    }

    /// <summary>
    /// After a failure: the writes behind it do not count, but their blocks are theirs until they are complete.
    /// </summary>
    private async ValueTask AwaitAbandonedWritesAsync()
    {
        while (_busy.Count > 0)
        {
            Block block = TakeOldestWrite();
            try
            {
                await block.Write.ConfigureAwait(false);
            }
            catch (Exception e)
            {
                _isAtFile = true;
                Fail(e);
            }
        }
    }

    /// <summary>
    /// After a failure: leaves what was delivered. On a share that is only what is known to have arrived, so a file that the server has
    /// failed once ends where the copy started, and so does one whose server does not answer.
    /// </summary>
    private async ValueTask RestoreAsync()
    {
        if (_file.Unanswered is null && !_file.IsHidden && _written > 0 && !await HasArrivedAsync().ConfigureAwait(false))
        {
            _written = 0;
        }

        if (_file.Unanswered is not null)
        {
            _file.Leave(_file.Start);
            return;
        }

        _file.TryRestore(_single is not null && _written == 0 ? _file.EndOfPart(_single) : End);
    }

    private async ValueTask<bool> HasArrivedAsync()
    {
        try
        {
            if (_settings.Completion == FileCopyCompletion.Written || !_plan.MayHaveLostWrites)
            {
                return true;
            }

            if (_failedAtFile)
            {
                return false;
            }

            // The token may have ended the copy, and a server that is well answers soon. The limit ends after the copy and is not disposed.
            var limit = new CancellationTokenSource();
            _ = _settings.Clock.DelayAsync(_longestWait).ContinueWith(_ => limit.Cancel(), TaskScheduler.Default);
            await SettleAsync(limit.Token).ConfigureAwait(false);
            return true;
        }
        catch (Exception)
        {
            return false;
        }
    }

    /// <summary>Where every copy ends, with no write under way: the blocks go back, and a failure throws.</summary>
    private long Conclude()
    {
        _settings.Observation?.Note(_plan.StrategyAfter(_writes), _written, _writes);

        // What a small copy has begun to read, if nobody has come to wait for it.
        _interrupted ??= _reading?.AsTask();
        _source.Unfinished = _interrupted;
        Return(_filling);
        Return(_intake);

        while (_free.Count > 0)
        {
            _free.Dequeue().Return(_settings.Pool);
        }

        _failure?.Throw();
        return _written;
    }

    private void Return(Block? block)
    {
        if (_interrupted is null || block is null)
        {
            block?.Return(_settings.Pool);
            return;
        }

        // The source may still read into it.
        _ = _interrupted.ContinueWith(
            read =>
            {
                _ = read.Exception;
                block.Return(_settings.Pool);
            },
            CancellationToken.None,
            TaskContinuationOptions.ExecuteSynchronously,
            TaskScheduler.Default);
    }
}
