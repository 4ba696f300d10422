namespace StreamTuning;

/// <summary>
/// The search for a root, for one file: the first that has room and some to spare; else one of which nobody knows; else the one with the
/// most room, if that is enough. It goes on where it stopped when a root turns out to be of no use, also while the file is written; in the
/// end it looks again at those that were full, since other files may have left them.
/// </summary>
internal sealed class TempRootSearch
{
    private const long LeastHeadroom = 64 * 1024 * 1024;

    // How often all roots are looked at again for a file that has been left by one. A quota that nobody can see fails them each time.
    private const int SecondLooks = 3;

    private readonly TempRoot[] _roots;
    private readonly Action<TempSpaceDecision>? _decisionMade;
    private readonly long? _expected;
    private readonly Found[] _found;
    private readonly List<int> _order = [];
    private readonly IEnumerator<int> _candidates;
    private TempSpaceReason _reason;
    private TempRoot? _root;
    private long _promised;
    private long _needed;
    private TempRoot? _except;

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

    /// <summary>The root that was taken last.</summary>
    public TempRoot Root => _root ?? throw new InvalidOperationException("No root has been taken.");

    /// <summary>Makes something in the next root that can hold it.</summary>
    /// <param name="create">Makes it, or throws where the root does not allow that.</param>
    /// <param name="discard">Takes it back.</param>
    /// <param name="promised">How many bytes of the root are promised to it. It is for the caller to take the promise back.</param>
    /// <param name="needed">How much room it needs at least, if that is more than was expected.</param>
    /// <param name="except">A root that is not looked at again.</param>
    /// <exception cref="IOException">There is no such root.</exception>
    public T Take<T>(Func<TempRoot, T> create, Action<T> discard, long promised = 0, long needed = 0, TempRoot? except = null)
    {
        TempSpaceReason? failOver = _root is null ? null : TempSpaceReason.FailOver;
        _promised = promised;
        _needed = needed;
        _except = except;
        while (_candidates.MoveNext())
        {
            int index = _candidates.Current;
            TempRoot root = _roots[index];
            if (!TryCreate(create, index, out T created))
            {
                continue;
            }

            _root = root;
            Note(index, TempDirectoryVerdict.Taken);
            try
            {
                Decide(failOver ?? _reason, root.Directory);
            }
            catch
            {
                discard(created);
                root.Promise(-promised);
                throw;
            }

            return created;
        }

        Decide(TempSpaceReason.None, directory: null);
        throw NoRoot();
    }

    /// <summary>A root that was taken has failed while the file was written.</summary>
    public void NoteFailure(TempRoot root, Exception error) => Note(
        Array.IndexOf(_roots, root),
        IOErrors.IsDiskFull(error) ? TempDirectoryVerdict.Full : TempDirectoryVerdict.Failed,
        error);

    /// <summary>Says why the search has ended without a root.</summary>
    private NoRoomException NoRoot()
    {
        const int DiskFullOfUnix = 28; // ENOSPC
        const int DiskFullOfWindows = unchecked((int)0x80070070); // ERROR_DISK_FULL
        string tried = new TempSpaceDecision(TempSpaceReason.None, _expected, States()).PassedOver();
        Exception? inner = null;
        bool isFull = false;
        foreach (int index in _order)
        {
            inner ??= _found[index].Error;
            isFull |= _found[index].Verdict is TempDirectoryVerdict.TooSmall
                || (_found[index].Error is { } error && IOErrors.IsDiskFull(error));
        }

        string what = _expected is { } bytes ? $"a temporary file of {bytes} bytes" : "a temporary file";
        // What callers ask for who look at the code of a full disk.
        int? code = !isFull ? null : Path.DirectorySeparatorChar == '\\' ? DiskFullOfWindows : DiskFullOfUnix;
        return new NoRoomException($"No directory has room for {what}: {(tried.Length == 0 ? "none is configured" : tried)}.", code, inner);
    }

    /// <summary>The roots in the order in which they are tried; what is asked for has been promised by each.</summary>
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
            if (TryPromise(i, Math.Max(withHeadroom, _needed)))
            {
                yield return i;
            }
        }

        _reason = TempSpaceReason.Unknown;
        for (int i = 0; i < _roots.Length; i++)
        {
            if (_found[i].Verdict == TempDirectoryVerdict.Unknown)
            {
                _roots[i].Promise(_promised);
                yield return i;
            }
        }

        _reason = TempSpaceReason.Tight;
        for (int looks = 0; looks <= SecondLooks; looks++)
        {
            for (int i = 0; i < _roots.Length && looks > 0 && _root is not null; i++)
            {
                LookAgain(i);
            }

            while (LargestOf(LeastRoom()) is { } largest)
            {
                // What was found is not found again: its verdict has changed then, or its room.
                if (TryPromise(largest, LeastRoom()))
                {
                    yield return largest;
                }
            }
        }
    }

    // An empty file fits anywhere, but into nothing.
    private long LeastRoom() => Math.Max(1, Math.Max(_expected ?? 0, _needed));

    /// <summary>Looks at a root that the file has left, or that was too small for it.</summary>
    private void LookAgain(int index)
    {
        // That somebody deletes a file is no fault of its directory.
        Found found = _found[index];
        bool mayHaveRoom = found.Verdict is TempDirectoryVerdict.Full or TempDirectoryVerdict.TooSmall
            || found.Error is FileNotFoundException;
        if (!mayHaveRoom || _roots[index] == _except)
        {
            return;
        }

        try
        {
            if (_roots[index].FindRoom() is { } room && room >= LeastRoom())
            {
                _found[index].Room = room;
                Note(index, TempDirectoryVerdict.TooSmall);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // What happened to the file there says more.
        }
    }

    private bool TryCreate<T>(Func<TempRoot, T> create, int index, out T created)
    {
        try
        {
            created = create(_roots[index]);
            return true;
        }
        catch (Exception e)
        {
            _roots[index].Promise(-_promised);
            if (e is not (IOException or UnauthorizedAccessException))
            {
                throw;
            }

            Note(index, TempDirectoryVerdict.Unusable, e);
            created = default!;
            return false;
        }
    }

    private bool TryPromise(int index, long atLeast)
    {
        try
        {
            bool isPromised = _roots[index].TryPromise(_promised, atLeast, out long? room);
            _found[index].Room = room;
            Note(index, room is null ? TempDirectoryVerdict.Unknown : TempDirectoryVerdict.TooSmall);
            return isPromised;
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
            if (_found[i] is { Verdict: TempDirectoryVerdict.TooSmall, Room: { } room }
                && room >= atLeast
                && (largest is not { } best || room > _found[best].Room)
                && _roots[i] != _except)
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

    private void Decide(TempSpaceReason reason, string? directory)
    {
        TempObservation.Count(reason, directory);
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
