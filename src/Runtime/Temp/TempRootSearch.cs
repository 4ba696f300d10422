namespace StreamTuning;

/// <summary>
/// The search for a root, for one file: the first that has room and some to spare; else one of which nobody knows; else the one with the most room,
/// if that is enough. It goes on where it stopped when a root turns out to be of no use, also while the file is written.
/// </summary>
internal sealed class TempRootSearch
{
    private const long LeastHeadroom = 64 * 1024 * 1024;

    private readonly TempRoot[] _roots;
    private readonly Action<TempSpaceDecision>? _decisionMade;
    private readonly long? _expected;
    private readonly Found[] _found;
    private readonly List<int> _order = [];
    private readonly IEnumerator<int> _candidates;
    private TempSpaceReason _reason;
    private int _taken = -1;

    /// <param name="roots">In the order of preference.</param>
    /// <param name="expected">The expected length; <see langword="null"/> where nobody knows.</param>
    /// <param name="assumed">The length to look for then.</param>
    /// <param name="decisionMade">Is told what was decided.</param>
    public TempRootSearch(TempRoot[] roots, long? expected, long assumed, Action<TempSpaceDecision>? decisionMade)
    {
        _roots = roots;
        _expected = expected;
        _decisionMade = decisionMade;
        _found = new Found[roots.Length];
        _candidates = Candidates(expected ?? assumed).GetEnumerator();
    }

    /// <summary>The root that was taken.</summary>
    public TempRoot Root => _roots[_taken];

    /// <summary>Makes something in the next root that can hold it.</summary>
    /// <param name="create">Makes it, or throws where the root does not allow that.</param>
    /// <exception cref="IOException">There is no such root.</exception>
    public T Take<T>(Func<TempRoot, T> create)
    {
        bool failsOver = _taken >= 0;
        while (_candidates.MoveNext())
        {
            int index = _candidates.Current;
            try
            {
                T created = create(_roots[index]);
                _taken = index;
                Note(index, TempDirectoryVerdict.Taken);
                Publish(failsOver ? TempSpaceReason.FailOver : _reason, created);
                return created;
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                Note(index, TempDirectoryVerdict.Unusable, e);
            }
        }

        _taken = -1;
        Decide(TempSpaceReason.None);
        throw NoRoot();
    }

    /// <summary>The root that was taken has failed while the file was written.</summary>
    public void NoteFailure(Exception error) =>
        Note(_taken, error is IOException io && IOErrors.IsDiskFull(io) ? TempDirectoryVerdict.Full : TempDirectoryVerdict.Failed, error);

    /// <summary>Says why the search has ended without a root.</summary>
    public IOException NoRoot()
    {
        const int DiskFullOfUnix = 28; // ENOSPC
        const int DiskFullOfWindows = unchecked((int)0x80070070); // ERROR_DISK_FULL
        string tried = new TempSpaceDecision(TempSpaceReason.None, _expected, States()).PassedOver();
        Exception? inner = null;
        bool isFull = false;
        foreach (int index in _order)
        {
            inner ??= _found[index].Error;
            isFull |= _found[index].Verdict is TempDirectoryVerdict.TooSmall or TempDirectoryVerdict.Full;
        }

        string what = _expected is { } bytes ? $"a temporary file of {bytes} bytes" : "a temporary file";
        // What callers ask for who look at the code of a full disk.
        int? code = !isFull ? null : Path.DirectorySeparatorChar == '\\' ? DiskFullOfWindows : DiskFullOfUnix;
        return new NoRoomException($"No directory has room for {what}: {(tried.Length == 0 ? "none is configured" : tried)}.", code, inner);
    }

    private IEnumerable<int> Candidates(long length)
    {
        long withHeadroom = length + Math.Max(LeastHeadroom, length / 10);
        if (withHeadroom < 0)
        {
            withHeadroom = long.MaxValue;
        }

        _reason = TempSpaceReason.Room;
        for (int i = 0; i < _roots.Length; i++)
        {
            if (TryFindRoom(i) && _found[i].Room >= withHeadroom)
            {
                yield return i;
            }
        }

        _reason = TempSpaceReason.Unknown;
        for (int i = 0; i < _roots.Length; i++)
        {
            if (_found[i].Verdict == TempDirectoryVerdict.Unknown)
            {
                yield return i;
            }
        }

        _reason = TempSpaceReason.Tight;
        while (LargestOf(_expected ?? 1) is { } largest)
        {
            // Whatever becomes of it, it is not found again: it is then more than too small.
            yield return largest;
        }
    }

    private bool TryFindRoom(int index)
    {
        try
        {
            long? room = _roots[index].FindRoom();
            _found[index].Room = room;
            Note(index, room is null ? TempDirectoryVerdict.Unknown : TempDirectoryVerdict.TooSmall);
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            Note(index, TempDirectoryVerdict.Unusable, e);
            return false;
        }
    }

    private int? LargestOf(long atLeast)
    {
        int? largest = null;
        for (int i = 0; i < _found.Length; i++)
        {
            // An empty file fits anywhere, but into nothing.
            if (_found[i] is { Verdict: TempDirectoryVerdict.TooSmall, Room: > 0 and { } room } && room >= atLeast && (largest is not { } best || room > _found[best].Room))
            {
                largest = i;
            }
        }

        return largest;
    }

    private void Note(int index, TempDirectoryVerdict verdict, Exception? error = null)
    {
        _found[index].Verdict = verdict;
        _found[index].Error = error;
        _order.Remove(index);
        _order.Add(index);
    }

    private void Publish<T>(TempSpaceReason reason, T created)
    {
        try
        {
            Decide(reason);
        }
        catch
        {
            (created as IDisposable)?.Dispose();
            throw;
        }
    }

    private void Decide(TempSpaceReason reason)
    {
        TempObservation.Count(reason, _taken < 0 ? null : Root.Directory);
        if (_decisionMade is not null || TempEvents.Log.IsEnabled())
        {
            var decision = new TempSpaceDecision(reason, _expected, States());
            TempEvents.Log.Write(decision);
            _decisionMade?.Invoke(decision);
        }
    }

    private TempDirectoryState[] States()
    {
        var states = new TempDirectoryState[_order.Count];
        for (int i = 0; i < states.Length; i++)
        {
            Found found = _found[_order[i]];
            states[i] = new TempDirectoryState(_roots[_order[i]].Directory, found.Verdict, found.Room, found.Error);
        }

        return states;
    }

    private struct Found
    {
        public TempDirectoryVerdict Verdict;
        public long? Room;
        public Exception? Error;
    }

    private sealed class NoRoomException : IOException
    {
        public NoRoomException(string message, int? code, Exception? inner)
            : base(message, inner) => HResult = code ?? HResult;
    }
}
