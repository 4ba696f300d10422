namespace StreamTuning.SimulatedShare;

/// <summary>
/// The names that a client remembers, so that it need not ask for them. Its caller sees to it that one asks at a time.
/// </summary>
/// <remarks>
/// The kernel looks a name up before each request for it. A client of the kernel sends both as one. So the look-up takes the round trip,
/// and the request then takes one less.
/// </remarks>
internal sealed class NameCache
{
    private readonly Dictionary<(ulong Directory, string Name), (TimeSpan Until, int Asked)> _names = [];

    /// <summary>Looks for a name.</summary>
    /// <returns>How many round trips that takes.</returns>
    public int Look(ulong directory, string name, ShareRoundTrips trips)
    {
        if (trips.Look == 0)
        {
            return 0;
        }

        TimeSpan now = SlowShare.Now;
        TimeSpan until = _names.GetValueOrDefault((directory, name)).Until;
        bool remembers = until > now;
        _names[(directory, name)] = remembers ? (until, 0) : (now + trips.Remembers, trips.Look);
        return remembers ? 0 : trips.Look;
    }

    /// <summary>Forgets all names.</summary>
    public void Clear() => _names.Clear();

    /// <summary>Whether a name is remembered.</summary>
    public bool Remembers(ulong directory, string name) => _names.GetValueOrDefault((directory, name)).Until > SlowShare.Now;

    /// <summary>Starts a request for a name.</summary>
    /// <returns>How many of its round trips the look-up before has taken.</returns>
    public int TakeLook(ulong directory, string name)
    {
        if (!_names.TryGetValue((directory, name), out (TimeSpan Until, int Asked) known))
        {
            return 0;
        }

        _names[(directory, name)] = (known.Until, 0);
        return known.Asked;
    }
}
