using System.Runtime.CompilerServices;

namespace StreamTuning;

/// <summary>The file's side: gives the file its length where that pays, and writes blocks.</summary>
internal sealed partial class FileCopy
{
    // One request of CIFS, and four of NFS.
    private const long SentAtOnce = 4 * 1024 * 1024;

    /// <summary>A length that is certain is set before anything is read: if it is refused, nothing is lost.</summary>
    private void SetLengthInAdvance()
    {
        if (_file.IsHidden && _plan.Preallocation is > 0 and var space)
        {
            _file.Preallocate(space);
        }

        if (_plan.LengthInAdvance is { } length)
        {
            _file.NoteLength();
            Reserve(_file.Start + length);
        }
    }

    private void NoteLengthBefore(Block block)
    {
        // Only a failure would need it, and then only to take back the part of one write that was cut by a full disk.
        if (IsLast && _issued == 0 && _plan.IsAsOneOfTheCaller(block.Count) && _file.IsPlainFileStream)
        {
            _single = block;
        }
        else
        {
            _file.NoteLength(_issued);
        }
    }

    private ValueTask PrepareToWriteAsync(Block block)
    {
        NoteLengthBefore(block);
        if (_file.OriginalLength is not { } original)
        {
            // Without it nobody knows what setting the length would cut off.
            return default;
        }

        if (block.Pending < FileCopyOptions.DefaultBlockSize && LeavesReservation(block))
        {
            // The stream may keep these bytes until it is flushed. If the disk is full then, no reserved zeros may be left behind them.
            return _file.CanWritePastBuffer ? default : TakeBackReservationAsync(original);
        }

        long after = _file.Start + _issued + block.Pending;
        if (after > Math.Max(original, _reserved) && _plan.Reservation(_issued, block.Pending, IsLast) is { } length)
        {
            Reserve(_file.Start + length);
        }

        return default;
    }

    /// <summary>Whether a length is set that nothing written so far has reached.</summary>
    private bool IsLengthAhead => _reserved > Math.Max(_file.OriginalLength ?? 0, _file.Start + _issued);

    /// <summary>Whether the length is still ahead of the data after the last block, of a stream that may keep that to itself.</summary>
    private bool LeavesReservation(Block block) => IsLast && _file.MayBuffer && _reserved > End + block.Pending;

    private void Reserve(long length)
    {
        if (length <= _file.OriginalLength)
        {
            return;
        }

        try
        {
            SetLength(length);
            _plan.NoteLengthSet();
        }
        catch (Exception e) when (e is IOException or NotSupportedException or UnauthorizedAccessException or ArgumentException)
        {
            if (!_plan.TryContinueWithoutReservation(e))
            {
                throw;
            }

            _isAtFile = false;
            _refused = length;
        }
    }

    /// <summary>The file ends where the data end from here on, all of which have arrived.</summary>
    private async ValueTask TakeBackReservationAsync(long original)
    {
        await SettleAsync(_settings.Token).ConfigureAwait(false);
        SetLength(Math.Max(original, _file.Start + _issued));
    }

    private void SetLength(long length)
    {
        _isAtFile = true;
        _file.SetLength(length);
        _reserved = length;
        _isAtFile = false;
    }

    private void Write()
    {
        Block block = _filling!;
        _isAtFile = true;

        // Nothing follows that the time of the only write could tell anything about.
        block.IsTimed = !_plan.IsPlain && !(IsLast && _issued == 0);
        long end = _file.Start + _issued + block.Pending;
        ValueTask writing = StartWriting(block);
        if (writing.IsCompletedSuccessfully)
        {
            SendMeanwhile(end);
        }

        block.Write = writing.IsCompleted || !block.IsTimed ? writing : NoteEndAsync(block, writing, end);
        _isAtFile = false;
        _issued += block.Pending;
        _writes++;
        _filling = null;
        _busy.Enqueue(block);
    }

    private ValueTask StartWriting(Block block)
    {
        if (block.IsTimed)
        {
            block.WriteStarted = _settings.Clock.Now;
            block.Extends = _file.OriginalLength is { } original
                && _file.Start + _issued + block.Pending > Math.Max(original, _reserved);
        }

        ValueTask writing = LeavesReservation(block) && _file.CanWritePastBuffer
            ? _file.WritePastBufferAsync(block.Buffer, block.Start, block.Pending, _file.Start + _issued, _async)
            : block.Written == 0
            ? _file.WriteAsync(block.Buffer, block.Start, block.Pending, _file.Start + _issued, _async)
            : WriteRestAsync(block);
        if (block.IsTimed)
        {
            block.WriteEnded = _settings.Clock.Now;
        }

        return writing;
    }

    /// <summary>The rest of a block may be so small that the stream would keep it, and whoever follows the file would miss it.</summary>
    private async ValueTask WriteRestAsync(Block block)
    {
        await _file.WriteAsync(block.Buffer, block.Start, block.Pending, _file.Start + _issued, _async).ConfigureAwait(false);
        await _file.FlushAsync(_async).ConfigureAwait(false);
    }

    /// <summary>A write is often complete long before the copy waits for it.</summary>
#if NET
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
#endif
    private async ValueTask NoteEndAsync(Block block, ValueTask writing, long end)
    {
        await writing.ConfigureAwait(false);
        block.WriteEnded = _settings.Clock.Now;
        SendMeanwhile(end);
    }

    private void SendMeanwhile(long end)
    {
        if (end - Math.Max(_sent, _file.Start) >= SentAtOnce && _plan.SendsMeanwhile)
        {
            _sent = Math.Max(_sent, _file.Start);
            _file.StartToSend(_settings.WriteBack, _sent, end - _sent);
            _sent = end;
        }
    }
}
