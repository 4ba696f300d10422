using System.Net;
using System.Net.Sockets;
using StreamTuning.BlobService.Faults;
using StreamTuning.BlobService.Network;
using StreamTuning.BlobService.Upstream;

namespace StreamTuning.BlobService;

/// <summary>
/// A bad network on the way to a blob service: a proxy on this machine that passes HTTP/1.1 requests on, as slowly as its network profile says, counts them, and lets
/// go wrong what it is told to. Behind it is a real service, or a sink that answers as a service would and keeps nothing.
/// </summary>
public sealed class FaultProxy : IAsyncDisposable
{
    private readonly Socket _listener;
    private readonly Func<IUpstream> _connect;
    private readonly CancellationTokenSource _stop = new();
    private readonly Task _accepting;
    private readonly HashSet<Task> _connections = [];
    private readonly Lock _lock = new();
    private readonly List<ProxyRecord> _log = [];
    private readonly long[] _requests = new long[Enum.GetValues<BlobOperation>().Length];
    private readonly long[] _bytes = new long[Enum.GetValues<BlobOperation>().Length];
    private volatile NetworkProfile _network;
    private volatile FaultPlan _faults;
    private Link _shared;
    private int _isDisposed;
    private int _lastRequest;
    private int _lastConnection;
    private int _countedConnections;

    private FaultProxy(Func<IUpstream> connect, NetworkProfile? network, int seed)
    {
        _connect = connect;
        _network = network ?? NetworkProfile.Unlimited;
        _shared = new Link(_network.TotalBytesPerSecond);
        _faults = new FaultPlan(seed, []);
        Seed = seed;
        _listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen();
        Uri = new Uri($"http://127.0.0.1:{((IPEndPoint)_listener.LocalEndPoint!).Port}");
        _accepting = AcceptAsync();
    }

    /// <summary>Where to send requests.</summary>
    public Uri Uri { get; }

    /// <summary>What chance depends on; print it.</summary>
    public int Seed { get; }

    /// <summary>The network. A change is for connections that are made after it, the total bandwidth and the limit of requests at once.</summary>
    public NetworkProfile Network
    {
        get => _network;
        set
        {
            lock (_lock)
            {
                _network = value;
                _shared = new Link(value.TotalBytesPerSecond);
            }
        }
    }

    /// <summary>How many connections have been made since it was started, or since <see cref="ResetCounters"/>.</summary>
    public int Connections => Volatile.Read(ref _countedConnections);

    /// <summary>What became of the requests since it was started, or since <see cref="ResetCounters"/>, in the order in which they ended.</summary>
    public IReadOnlyList<ProxyRecord> Log
    {
        get
        {
            lock (_lock)
            {
                return [.. _log];
            }
        }
    }

    /// <summary>Starts a proxy for a service.</summary>
    /// <param name="service">Where the service is.</param>
    /// <param name="network">The network; without limits unless said.</param>
    /// <param name="seed">What chance depends on.</param>
    public static FaultProxy Start(Uri service, NetworkProfile? network = null, int seed = 1)
    {
        var server = new DnsEndPoint(service.Host, service.Port);
        return new FaultProxy(() => new ServerConnection(server), network, seed);
    }

    /// <summary>Starts a proxy with a sink behind it, which answers after 5 ms.</summary>
    /// <inheritdoc cref="Start(Uri, NetworkProfile?, int)"/>
    public static FaultProxy StartWithSink(NetworkProfile? network = null, int seed = 1)
    {
        var sink = new BlobSink();
        return new FaultProxy(() => new SinkConnection(sink), network, seed);
    }

    /// <summary>Lets requests go wrong, instead of those that went wrong until now; chance begins anew, and requests that are being held stay held.</summary>
    /// <param name="rules">What goes wrong. All gates hold; of the others the first that applies to a request counts. None to let all go well.</param>
    public void SetFaults(params IReadOnlyList<FaultRule> rules) => _faults = new FaultPlan(Seed, [.. rules]);

    /// <summary>How many requests of a kind have begun since it was started, or since <see cref="ResetCounters"/>.</summary>
    public long Requests(BlobOperation operation) => Interlocked.Read(ref _requests[(int)operation]);

    /// <summary>How many requests have begun since it was started, or since <see cref="ResetCounters"/>.</summary>
    public long Requests() => Enum.GetValues<BlobOperation>().Sum(Requests);

    /// <summary>How many bytes of bodies of requests of a kind have come from clients since it was started, or since <see cref="ResetCounters"/>.</summary>
    public long Bytes(BlobOperation operation) => Interlocked.Read(ref _bytes[(int)operation]);

    /// <summary>How many bytes of bodies have come from clients since it was started, or since <see cref="ResetCounters"/>.</summary>
    public long Bytes() => Enum.GetValues<BlobOperation>().Sum(Bytes);

    /// <summary>Starts to count from zero, with an empty log. The numbers of requests and connections go on.</summary>
    public void ResetCounters()
    {
        lock (_lock)
        {
            _log.Clear();
        }

        Array.Clear(_requests);
        Array.Clear(_bytes);
        Volatile.Write(ref _countedConnections, 0);
    }

    /// <summary>Stops it. Requests that have not ended fail. Throws what a rule has thrown.</summary>
    public async ValueTask DisposeAsync()
    {
        if (Interlocked.Exchange(ref _isDisposed, 1) != 0)
        {
            return;
        }

        await _stop.CancelAsync();
        _listener.Dispose();
        await _accepting;
        Task[] connections;
        lock (_lock)
        {
            connections = [.. _connections];
        }

        await Task.WhenAll(connections);
        _stop.Dispose();
    }

    internal int NextRequest() => Interlocked.Increment(ref _lastRequest);

    internal RequestFaults Decide(ProxyRequest request)
    {
        Interlocked.Increment(ref _requests[(int)request.Operation]);
        return _faults.Decide(request);
    }

    internal void Count(ProxyRequest request, int bytes) => Interlocked.Add(ref _bytes[(int)request.Operation], bytes);

    internal void Add(ProxyRecord record)
    {
        lock (_lock)
        {
            _log.Add(record);
        }
    }

    /// <returns>When bytes have passed what all connections share.</returns>
    internal TimeSpan SendShared(TimeSpan now, int bytes)
    {
        lock (_lock)
        {
            return _shared.IsLimited ? _shared.Send(now, bytes, continues: true) : now;
        }
    }

    private async Task AcceptAsync()
    {
        while (true)
        {
            Socket socket;
            try
            {
                socket = await _listener.AcceptAsync(_stop.Token);
            }
            catch (Exception e) when (e is OperationCanceledException or SocketException or ObjectDisposedException)
            {
                return;
            }

            Interlocked.Increment(ref _countedConnections);
            var connection = new ProxyConnection(this, _network, socket, _connect(), ++_lastConnection);
            Task task = Task.Run(() => connection.RunAsync(_stop.Token));
            lock (_lock)
            {
                _connections.Add(task);
            }

            _ = task.ContinueWith(
                ended =>
                {
                    lock (_lock)
                    {
                        _connections.Remove(ended);
                    }
                },
                CancellationToken.None,
                TaskContinuationOptions.OnlyOnRanToCompletion, // What a rule has thrown is thrown in the end.
                TaskScheduler.Default);
        }
    }
}
